"""The player at random that holds a game against the contract: it sees what does not hold."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

import pytest

from tests.search.ctypes_game import (
    NUMBER_LIMIT,
    PART_FLAGS,
    PART_NUMBERS,
    TURN_FEATURES,
    capsule,
    put_features,
    put_turns,
)
from tests.search.hide_game import FUNCTIONS, SIZES, Table

workload = pytest.importorskip("coalbaron_fast.search.workload", reason="built in place only")


def play(players: int, **wrong: Any) -> None:
    """Play hide and seek with some wrong functions until each position has been looked at."""
    sizes = SIZES | {name: wrong.pop(name) for name in list(wrong) if name in SIZES}
    player = workload.RandomPlayer(capsule(FUNCTIONS | wrong, Table, **sizes))
    for seed in range(30):
        player.play(bytes(Table.start(players)), seed)


def expecting(win: float, points: float = 1.0) -> Callable[..., None]:
    def expect(pointer: int, out: Any, shares: Any) -> None:
        for seat in range(Table.from_address(pointer).seats()):
            out[seat], shares[seat] = points, win

    return expect


def with_features(part: int, flags: list[int], numbers: dict[int, int]) -> Callable[..., None]:
    """Features that are right but for one part: seat 0, seat 1 or the board of two seats."""

    def features(pointer: int, viewer: int, out: Any) -> None:
        FUNCTIONS["features"](pointer, viewer, out)
        put_features(out[part], flags, numbers)

    return features


def with_counts(**counts: int) -> Callable[..., None]:
    def features(pointer: int, viewer: int, out: Any) -> None:
        FUNCTIONS["features"](pointer, viewer, out)
        for name, count in counts.items():
            setattr(out[0], name, count)

    return features


def turn_features(count: int, last: int = 0) -> Callable[..., int]:
    def write(_pointer: int, _turn: Any, out: Any) -> int:
        for place in range(TURN_FEATURES):
            out[place] = last if place == count - 1 else 0
        return count

    return write


def listing(codes: list[int], at_end: int) -> Callable[..., int]:
    """All turns, with an illegal one at the end."""

    def every_turn(pointer: int, _scratch: int, omit: int, out: Any, _limit: int) -> int:
        found = [[code] for code in Table.from_address(pointer).moves()]
        return put_turns(out, [*found, codes] if omit == at_end else found)

    return every_turn


def other_world(pointer: int, rng: Any, out: int) -> None:
    """A world in which the seat to move has won more, or another one is to move."""
    FUNCTIONS["sample_world"](pointer, rng, out)
    Table.from_address(out).won[0] += 1


def later_world(pointer: int, rng: Any, out: int) -> None:
    FUNCTIONS["sample_world"](pointer, rng, out)
    table = Table.from_address(out)
    table.play(table.moves()[0])


def last_with(count: int) -> Callable[..., int]:
    """Turns of which the last one says that it has `count` moves."""

    def turns(pointer: int, scratch: int, out: Any, limit: int) -> int:
        found = int(FUNCTIONS["turns"](pointer, scratch, out, limit))
        out[found - 1].count = count
        return found

    return turns


WRONG: Final[list[tuple[str, dict[str, Any]]]] = [
    ("no turns are listed", {"turns": lambda *_: 0}),
    ("a turn has no moves", {"turns": last_with(0)}),
    ("a turn has no moves, or too many", {"turns": last_with(2)}),
    (
        "a turn that is listed is not legal",
        {"turns": lambda _state, _scratch, out, _limit: put_turns(out, [[7]])},
    ),
    ("is no number", {"expect": expecting(1.5)}),
    ("is no number", {"expect": expecting(-0.1)}),
    ("is no number", {"expect": expecting(math.nan)}),
    ("is no number", {"expect": expecting(0.5, math.inf)}),
    ("not 1 in all", {"expect": expecting(0.501)}),
    ("not 1 in all", {"expect": expecting(0.499)}),
    ("a spread is not above 0", {"spread": lambda _: 0.0}),
    ("features beyond", {"features": with_features(0, [SIZES["seat_size"]], {})}),
    ("features beyond", {"features": with_features(1, [0, SIZES["seat_size"]], {})}),
    ("features beyond", {"features": with_features(2, [SIZES["board_size"]], {})}),
    ("features beyond", {"features": with_features(2, [], {0: 1, SIZES["board_size"]: 1})}),
    ("features beyond", {"features": with_features(1, [], {0: 1 + NUMBER_LIMIT})}),
    ("features beyond", {"features": with_features(1, [], {0: -1 - NUMBER_LIMIT})}),
    ("features beyond", {"features": with_counts(flag_count=PART_FLAGS + 1)}),
    ("features beyond", {"features": with_counts(number_count=PART_NUMBERS + 1)}),
    ("no turns are left before the end", {"turns_left": lambda _: 0}),
    ("another seat is to move in a world", {"sample_world": later_world}),
    ("tells a world from the position", {"sample_world": other_world}),
    (
        "a world does not look like the position",
        {"sample_world": other_world, "information": lambda *_: 1},
    ),
    ("fewer turns than none", {"turns_expected": lambda *_: -0.5}),
    ("fewer turns than none", {"turns_expected": lambda *_: math.nan}),
    ("no such decision", {"decision": lambda _: -1}),
    ("no such decision", {"decision": lambda _: 4}),
]


@pytest.mark.parametrize(("words", "wrong"), WRONG)
def test_what_does_not_hold_is_named(words: str, wrong: dict[str, Any]) -> None:
    play(2)
    with pytest.raises(ValueError, match=words):
        play(2, **wrong)


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        *(
            ("one of all turns is not legal", {"every_turn": listing([7], omit)})
            for omit in range(3)
        ),
        ("features of a turn", {"turn_features": turn_features(0)}),
        ("features of a turn", {"turn_features": turn_features(TURN_FEATURES + 1)}),
        ("features of a turn", {"turn_features": turn_features(3, SIZES["turn_size"])}),
    ],
)
def test_all_turns_near_the_end_are_held_against_the_contract(
    words: str, wrong: dict[str, Any]
) -> None:
    """Alone with the dog: with others nothing is solved."""
    play(1, turn_features=turn_features(TURN_FEATURES, SIZES["turn_size"] - 1))
    with pytest.raises(ValueError, match=words):
        play(1, **wrong)


def test_a_game_without_an_end_is_ended() -> None:
    endless = capsule(FUNCTIONS | {"play_turn": lambda *_: None}, Table, **SIZES)
    with pytest.raises(ValueError, match="after 20000 turns: the game does not end"):
        workload.RandomPlayer(endless).play(bytes(Table.start(2)), 1)
