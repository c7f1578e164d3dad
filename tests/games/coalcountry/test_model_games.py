"""Laws that hold in every game of the model."""

from __future__ import annotations

import itertools
import json
import re
from random import Random

import pytest

from tests.games.coalcountry.conserved import check_conserved
from tests.games.coalcountry.reference import Game, facts
from tests.games.coalcountry.reference.policies import POLICIES
from tests.games.side_by_side import uniform

OPTIONS = list(itertools.product((2, 3, 4), (6, 8), (False, True), (False, True)))
CELL = "[a-q][0-8]"
KIND = "(school|tailor|shed|hall|shop|doctor|tavern|church)"
SPELLING = {
    "chance": rf"!{KIND}|!p[0-3]|![-+0]|!(1d|2i|2l|3t|4x)[abc]",
    "place": rf"[0-4]>({CELL}|shop|doctor|tavern|church|sell|util|tandem|build|dump|depot|-)",
    "shop": "swap:(wa|we|aw|ae|ew|ea|end)",
    "church": rf"church:({CELL}|-)",
    "sell": "sell:(0|[1-9][0-9]?)",
    "mark": "mark:(up|down)",
    "dig": rf"dig:{CELL}:([1-4]|-)",
    "lay": rf"lay:{CELL}:(N|E|S|W|NS|EW|NE|ES|SW|NW|NES|ESW|NSW|NEW|NESW)",
    "buy": "buy:[0-5]{3}",
    "put": rf"put:[wae]:({CELL}|-)",
    "build": rf"build:((top|bottom):{KIND}|-)",
    "onto": rf"onto:({KIND}|-)",
    "fill": rf"put:([wae]:{CELL}|end)",
}
"""Section 11, to the letter."""


@pytest.mark.parametrize(("players", "rounds", "reformed", "amok"), OPTIONS)
def test_random_games_conserve_everything(
    players: int, rounds: int, reformed: bool, amok: bool
) -> None:
    rng = Random(f"conserve {players} {rounds} {reformed} {amok}")
    start = rng.choice([None, *range(players)])
    game = Game(players, start, rounds=rounds, reformed=reformed, amok=amok)
    policy = rng.choice(list(POLICIES.values()))
    while game.phase != "over":
        check_question(game)
        game.play(policy(game, rng))
        check_conserved(game)
    assert game.table.round == rounds
    assert game.legal_moves() == []
    assert game.active is None
    assert sum(game.win_shares()) == pytest.approx(1)
    assert max(game.scores()) == game.scores()[game.winners()[0]]
    json.dumps(game.to_dict())


def check_question(game: Game) -> None:
    tokens = game.legal_moves()
    assert tokens
    assert len(set(tokens)) == len(tokens)
    assert (game.active is None) == (game.phase == "chance")
    assert all(re.fullmatch(SPELLING[game.phase], token) for token in tokens)
    if game.phase == "chance":
        assert len(tokens) <= 8
        assert sum(game.chance_outcomes().values()) == pytest.approx(1)
        assert list(game.chance_counts()) == tokens


def test_a_copy_is_independent() -> None:
    rng = Random("copies")
    game = Game(3, amok=True)
    for _ in range(150):
        game.play(uniform(game, rng))
    before = game.to_dict()
    other = game.copy()
    assert other.to_dict() == before
    assert other.legal_moves() == game.legal_moves()
    assert [other.shown_to(seat) for seat in range(3)] == [game.shown_to(seat) for seat in range(3)]
    other.play(uniform(other, rng))
    assert game.to_dict() == before
    assert other.to_dict() != before


def test_what_a_seat_was_shown_only_grows() -> None:
    rng = Random("shown")
    for amok in (False, True):
        game = Game(2, amok=amok)
        shown: list[list[str]] = [[], []]
        while game.phase != "over":
            game.play(uniform(game, rng))
            for seat in range(2):
                now = game.shown_to(seat)
                assert now[: len(shown[seat])] == shown[seat]
                shown[seat] = now


def test_illegal_tokens_are_refused() -> None:
    game = Game(2, start=1)
    with pytest.raises(ValueError, match="is illegal; legal are"):
        game.play("!p0")
    assert game.history == []


def test_there_are_as_many_pieces_as_the_rules_say() -> None:
    assert facts.INFLUENCES == [4, 4, 3, 3, 2, 2, 1, 1, 0]
    assert sum(facts.INDICATOR_CUBES.values()) == 17
    assert [sum(facts.stack(number).values()) for number in facts.NUMBERS] == [9, 9, 9, 9]
    assert [sum(facts.buildings_in_pile(n, amok=False).values()) for n in (2, 3, 4)] == [16, 20, 24]
    assert len(facts.CELLS) == 17 * 9
