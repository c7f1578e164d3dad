"""Play many games, for a build that watches itself.

Run it from the root of the project::

    python -m tests.games.coalbaron.core.random_games --games 1000

A seat count at a time it plays that many uniformly random games within the compiled core,
and a tenth of that many steered ones through State: looks upon looks, stacks that run out,
one colour of cubes hoarded until the supply is short of it. Each steered game is pushed once
more through the views of all seats, and from one position of it a view and a sampled world
are played on. The debug build checks the invariants of the state after every play and ends
the process where they do not hold; the sanitizers end it where memory is misused.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from random import Random
from typing import Final

from coalbaron_fast import State
from coalbaron_fast.games.coalbaron.facts import COLOURS
from tests.games.coalbaron.core.games import SEAT_COUNTS, STYLES, Style, choose, play_from

SLICE: Final = 50
"""Games in one call of the core, which cannot be interrupted."""

STEERED_PART: Final = 10
"""One steered game for so many random ones."""

PROGRESS_SECONDS: Final = 2.0
STEERED_STYLES: Final = ("looks", "hoard", "drain", "looks on top", "deliver", "looks below")


class ViewError(Exception):
    """A view that was played along with a game is not the view of where the game is."""


class Progress:
    """Says now and then how far a run is, if anybody looks at it."""

    def __init__(self) -> None:
        self.shown = sys.stderr.isatty()
        self.printed = time.monotonic()

    def report(self, players: int, done: int, total: int, kind: str) -> None:
        """Print a line unless the last one is young."""
        now = time.monotonic()
        if self.shown and now - self.printed > PROGRESS_SECONDS:
            self.printed = now
            print(f"{players} players: {done} of {total} {kind} games", file=sys.stderr)


# Random games


def play_random(players: int, games: int, seed: int, progress: Progress) -> Counter[str]:
    """Play uniformly random games in the core, a slice at a time; count what was done."""
    # Here, because it is built in place only, and others import just the choices.
    from coalbaron_fast.games.coalbaron import workload  # noqa: PLC0415

    counts: Counter[str] = Counter()
    for first in range(0, games, SLICE):
        number = min(SLICE, games - first)
        played = workload.play_games(players, number, seed, first=first)
        counts["random games"] += number
        counts["decisions"] += played["decisions"]
        counts["chances"] += played["chances"]
        progress.report(players, counts["random games"], games, "random")
    return counts


# Steered games


def choose_hoarding(state: State, colour: str, rng: Random) -> str:
    """A token that leads towards a supply without one colour, and then on."""
    legal = state.legal_moves()
    wanted: list[str] = []
    if state.phase == "place":
        factory = state.to_dict()["factory"]
        wanted = [space for space in legal if (factory.get(space) or "-")[0] == colour]
    elif state.phase == "keep":
        wanted = [token for token in legal if token[1:2] == colour]
    return rng.choice(wanted) if wanted else choose(state, STYLES["hoard"], rng)


def choose_steered(state: State, number: int, rng: Random) -> str:
    """A token as the styles take turns; hoarding is of one colour."""
    style = STEERED_STYLES[number % len(STEERED_STYLES)]
    if style == "hoard":
        return choose_hoarding(state, COLOURS[number // len(STEERED_STYLES) % 4], rng)
    return choose(state, STYLES[style], rng)


def play_steered(players: int, number: int, seed: int) -> Counter[str]:
    """Play one steered game, again through every view, and on from one position of it."""
    rng = Random(f"{seed}/{players}/{number}")
    state = State(players=players, start=number % players)
    counts: Counter[str] = Counter({"steered games": 1})
    branch = rng.randrange(200)
    while not state.is_over:
        token = choose_steered(state, number, rng)
        counts["looks"] += token in ("fx", "ox")
        counts["shortages"] += state.phase == "fill"
        if counts["tokens"] == branch:
            counts += play_on(state, rng)
        state.push(token)
        counts["tokens"] += 1
    final = state.to_dict()
    for stack in ("tile_stack", "order_stack"):
        counts["empty stacks"] += not final[stack]["middle"] and not final[stack]["top"]
    for seat in range(players):
        follow(state, seat)
        counts["views"] += 1
    return counts


def play_on(state: State, rng: Random) -> Counter[str]:
    """Play a view and a sampled world of a position to the end."""
    # Here, because it is built in place only, and others import just the choices.
    from coalbaron_fast.games.coalbaron import workload  # noqa: PLC0415

    seat = rng.randrange(state.players)
    view, world = state.view(seat), state.sample_world(seat, seed=rng.randrange(2**64))
    style: Style = STYLES[rng.choice(STEERED_STYLES)]
    tokens = sum(1 for _ in play_from(view, style, rng))
    finished = workload.finish_games(world, 2, seed=rng.randrange(2**64))
    return Counter({"tokens in views": tokens, "decisions in worlds": finished["decisions"]})


def follow(state: State, seat: int) -> None:
    """Push what a seat was shown of a game through its view of the beginning."""
    view = State(players=state.players, start=state.first_start).view(seat)
    view.push_all(state.history_seen_by(seat))
    if view != state.view(seat):
        raise ViewError(f"seat {seat} lost track of the game: {' '.join(state.history)}")


# The command


def run(players: int, games: int, seed: int, progress: Progress) -> Counter[str]:
    """All games of one seat count."""
    counts = play_random(players, games, seed, progress)
    steered = -(-games // STEERED_PART)
    for number in range(steered):
        counts += play_steered(players, number, seed)
        progress.report(players, number + 1, steered, "steered")
    return counts


def summary(players: int, counts: Counter[str]) -> str:
    """One line on the games of a seat count."""
    return (
        f"{players} players: {counts['random games']} random games"
        f" ({counts['decisions']} decisions, {counts['chances']} chance events),"
        f" {counts['steered games']} steered games ({counts['tokens']} tokens,"
        f" {counts['looks']} looks, {counts['shortages']} answers to shortages,"
        f" {counts['empty stacks']} empty stacks), {counts['views']} views played along,"
        f" {counts['tokens in views']} tokens played on in views,"
        f" {counts['decisions in worlds']} decisions in sampled worlds"
    )


def parse(arguments: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.games.coalbaron.core.random_games",
        description="Play random and steered games, for a build that watches itself.",
    )
    parser.add_argument(
        "--games", type=int, default=1000, help="random games a seat count (default 1000)"
    )
    parser.add_argument(
        "--players", type=int, choices=SEAT_COUNTS, help="this seat count only (default: all)"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the games (default 1)")
    options = parser.parse_args(arguments)
    if options.games < 1:
        parser.error("--games takes numbers from 1 on")
    if not 0 <= options.seed < 2**64:
        parser.error("--seed takes numbers from 0 to 2**64 - 1")
    return options


def main(arguments: list[str] | None = None) -> int:
    """Run the command; 0 when all games were played."""
    options = parse(arguments)
    progress = Progress()
    try:
        for players in SEAT_COUNTS if options.players is None else (options.players,):
            print(summary(players, run(players, options.games, options.seed, progress)), flush=True)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
