"""Laws that hold in every game of the model."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest

from tests.games.ruhr.reference import Game, facts
from tests.games.ruhr.reference.corners import EVENT_CORNERS, TOKEN_CORNERS, token_corner
from tests.games.ruhr.reference.policies import POLICIES
from tests.games.side_by_side import mixed


@pytest.mark.parametrize("policy", [*POLICIES, "mixed"])
def test_random_games_conserve_everything(policy: str) -> None:
    rng = Random(f"conserve {policy}")
    players = 2 + [*POLICIES, "mixed"].index(policy) % 3
    choose = mixed(POLICIES, rng, players) if policy == "mixed" else POLICIES[policy]
    game = Game(players, rng.randrange(players), calm=rng.random() < 0.5)
    corners = Counter[str]()
    while game.phase != "over":
        assert game.legal()
        assert (game.active is None) == (game.phase == "chance")
        token = choose(game, rng)
        corners[token_corner(game, token)] += 1
        game.play(token)
        check_conserved(game)
    assert (game.turn, sum(game.countries.values())) == (12, 0)
    assert game.winners()
    json.dumps(game.to_dict())
    # Whatever happens has a name in the table of corners.
    assert set(corners + game.events) <= {*TOKEN_CORNERS, *EVENT_CORNERS}


def test_a_copy_is_independent() -> None:
    rng = Random("copies")
    game = Game(3)
    while game.phase != "over":
        before = game.to_dict()
        other = game.copy()
        assert other.to_dict() == before
        other.play(rng.choice(sorted(other.legal())))
        assert game.to_dict() == before
        game = other


def check_conserved(game: Game) -> None:
    """Dice, warehouses and markers are where they can be, and none is lost."""
    numbers = {2: (6, 4), 3: (7, 5), 4: (8, 6)}[game.players]
    for colour, number in zip("bw", numbers, strict=True):
        lying = sum(facts.colour_of(space) == colour for space in game.dice)
        there = lying + len(game.track[colour])
        there += sum(die.colour == colour for die in game.returning)
        assert there == number if game.turn < 11 else there <= number
        assert len(game.track[colour]) <= facts.boxes(game.turn)
    drawn = sum((facts.MARKERS_CALM if game.calm else facts.MARKERS).values())
    assert game.bag + len(game.obstacles) == sum(game.markers.values()) <= drawn
    for number, seat in enumerate(game.seats):
        standing = sum(
            owners.count(number)
            for place in (game.cities, game.depots, game.port)
            for owners in place.values()
        )
        waiting = seat.lock_warehouses + seat.mark_warehouses + len(seat.warehouse_turns)
        assert standing + waiting + seat.pool + seat.debts == facts.WAREHOUSES
        assert 0 <= seat.debts <= facts.DEBT_SPACES
        assert seat.thalers >= 0
        assert all(seat.tokens[area] <= most for area, most in facts.AREAS.items())
    assert all(0 <= count <= 2 for count in game.thalers_on.values())
    assert all(1 <= value <= 6 for value in game.dice.values())
    for marker, left in game.white_left.items():
        held = sum(marker in seat.markers for seat in game.seats)
        assert left + held == game.players - 1
