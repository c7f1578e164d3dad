"""Write the perft suites anew, the same files every time.

Run it from the root of the project::

    python -m tests.games.coalbaron.core.make_perft

The positions come from games that a fixed seed steers, all from the beginning, so that the
plain reference model can follow them: it counts the shallow depths too, and the first
difference ends the run with exit code 1 and writes nothing.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from random import Random
from typing import Final, NamedTuple

from coalbaron_fast import State
from tests.games.coalbaron.core.games import STYLES, choose
from tests.games.coalbaron.core.perft_suite import (
    SUITES,
    Entry,
    format_suite,
    reference_divide,
    reference_perft,
)
from tests.games.coalbaron.core.random_games import choose_hoarding

MOST_NODES: Final = 2_000_000
"""Depths with more sequences than this are left out."""

MOST_DEPTH: Final = 12
REFERENCE_NODES: Final = 2_000
"""Depths with so many sequences are counted by the reference as well."""

LONGEST_SEARCH: Final = 200
"""Games in which a position of a kind is looked for."""

HOARD: Final = "hoard yellow"


class Kind(NamedTuple):
    """A kind of position: how to play until one comes, and how to know it."""

    title: str
    style: str
    is_one: Callable[[State], bool]


def hands(state: State) -> int:
    """Workers in hand of all seats."""
    return sum(state.workers)


def cubes_in_cage(state: State) -> int:
    """Cubes in the cage of the seat whose turn it is."""
    return len(state.to_dict()["seats"][state.turn]["cage"]["cubes"])


def is_look(state: State, phase: str, space: str) -> bool:
    """Whether that phase of that look is on."""
    return state.phase == phase and state.to_dict()["space"] == space


def is_cut(state: State) -> bool:
    """A look that has drawn what other seats knew, its items being named."""
    look = state.to_dict()["look"]
    return state.phase == "stack" and "x" in look["touched"] and len(look["held"]) == 3


def knows_top(state: State, stack: str) -> bool:
    """Whether the uppermost places of a stack are known to somebody."""
    return state.phase == "place" and sum(map(len, state.to_dict()[stack]["top"])) > 3


KINDS: Final = (
    Kind("start: the first tile is drawn", "uniform", lambda state: state.is_chance),
    Kind("draft: the first pick", "uniform", lambda state: state.phase == "draft"),
    Kind("after setup: the first turn", "uniform", lambda state: state.phase == "place"),
    Kind(
        "mid-game: a turn of the second shift",
        "deliver",
        lambda state: state.phase == "place" and state.shift == 2 and hands(state) < 20,
    ),
    Kind(
        "late: the last turns of the game",
        "deliver",
        lambda state: state.phase == "place" and state.shift == 3 and hands(state) <= 4,
    ),
    Kind(
        "last worker: the game ends with this turn",
        "uniform",
        lambda state: state.phase == "place" and state.shift == 3 and hands(state) == 1,
    ),
    Kind("mid-look: tiles are being drawn", "looks", lambda state: is_look(state, "chance", "fx")),
    Kind(
        "mid-look: one of five tiles to keep", "looks", lambda state: is_look(state, "keep", "fx")
    ),
    Kind(
        "mid-look: one of five orders to keep", "looks", lambda state: is_look(state, "keep", "ox")
    ),
    Kind(
        "mid-look: the side to return orders to",
        "looks",
        lambda state: is_look(state, "side", "ox"),
    ),
    Kind(
        "mid-look: tiles are named to go back", "looks", lambda state: is_look(state, "stack", "fx")
    ),
    Kind("mid-look: others knew what goes back", "looks on top", is_cut),
    Kind("known tiles on the stack", "looks on top", lambda state: knows_top(state, "tile_stack")),
    Kind("shortage: a cart waits for a cube", HOARD, lambda state: state.phase == "fill"),
    Kind(
        "mining: many steps left, cubes in the cage",
        "deliver",
        lambda state: (
            state.phase == "mine" and state.to_dict()["steps"] >= 8 and cubes_in_cage(state) > 1
        ),
    ),
    Kind(
        "mining: pairs of cubes fit a spot",
        "deliver",
        lambda state: (
            state.phase == "mine" and sum(":" in token for token in state.legal_moves()) > 4
        ),
    ),
)
"""What every suite holds, in its order."""


def play(players: int, kind: Kind, number: int) -> Iterator[State]:
    """The positions of one game in the style of a kind."""
    rng = Random(f"perft/{players}/{kind.title}/{number}")
    state = State(players=players, start=number % players)
    yield state
    while not state.is_over:
        if kind.style == HOARD:
            state.push(choose_hoarding(state, "y", rng))
        else:
            state.push(choose(state, STYLES[kind.style], rng))
        yield state


def find(players: int, kind: Kind) -> State:
    """The first position of a kind."""
    for number in range(LONGEST_SEARCH):
        for state in play(players, kind, number):
            if kind.is_one(state):
                return state
    raise LookupError(f"no position for {players} players: {kind.title}")


def count(state: State) -> dict[int, int]:
    """The number of sequences by depth, as far as they are few enough."""
    counts: dict[int, int] = {}
    for depth in range(1, MOST_DEPTH + 1):
        nodes = state.perft(depth)
        if nodes > MOST_NODES:
            break
        counts[depth] = nodes
        if nodes == counts.get(depth - 1):
            break  # every game has ended
    return counts


def make_entry(players: int, kind: Kind) -> Entry:
    """Find a position of a kind and count what follows; the reference counts along."""
    state = find(players, kind)
    entry = Entry(kind.title, state.first_start, state.history, state.to_text(), count(state))
    game = entry.reference()
    for depth, nodes in entry.counts.items():
        if nodes > REFERENCE_NODES:
            break
        if reference_perft(game, depth) != nodes:
            raise ArithmeticError(
                f"{players} players, {kind.title}, depth {depth}:\n"
                f"core {dict(sorted(state.perft(depth, divide=True).items()))}\n"
                f"reference {reference_divide(game, depth)}"
            )
    return entry


def main(arguments: list[str] | None = None) -> int:
    """Run the command; 0 when the suites are written."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.games.coalbaron.core.make_perft",
        description="Write the perft suites anew.",
    )
    parser.parse_args(arguments)
    try:
        texts = {
            players: format_suite([make_entry(players, kind) for kind in KINDS])
            for players in SUITES
        }
    except ArithmeticError as error:
        print(f"reference and core disagree: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    for players, text in texts.items():
        SUITES[players].write_text(text, encoding="utf-8")
        print(f"{SUITES[players].name}: {len(KINDS)} positions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
