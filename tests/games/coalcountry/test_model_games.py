"""Laws that hold in every game of the model."""

from __future__ import annotations

import itertools
from random import Random

import pytest

from tests.games.coalcountry.conserved import check_conserved
from tests.games.coalcountry.reference import Game, facts
from tests.games.coalcountry.reference.policies import POLICIES
from tests.games.model_laws import check_copies, check_game, check_question
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
    check_game(game, rng.choice(list(POLICIES.values())), rng, check)
    assert game.table.round == rounds


def check(game: Game) -> None:
    check_conserved(game)
    if game.phase != "over":
        check_question(game, SPELLING, most_outcomes=8)


def test_a_copy_is_independent() -> None:
    check_copies(Game(3, amok=True))


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
