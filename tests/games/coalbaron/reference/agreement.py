"""Play random games with the reference and the compiled core side by side.

Run it from the root of the project::

    python -m tests.games.coalbaron.reference.agreement --games 20000 --jobs 2 --seed 1

At every step the legal moves (as sets), the seat to decide, the chance outcomes and
the whole position are compared, and one illegal token must be refused; at the end
the scores and the winners are compared. The games are chosen by policies that look
at the reference alone, so that the core is the one that is judged. The first
difference ends the run with exit code 1.
"""

from __future__ import annotations

import argparse
import multiprocessing
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from tests.games.coalbaron.reference.corners import missing, table, token_corner
from tests.games.coalbaron.reference.model import Game
from tests.games.coalbaron.reference.policies import POLICIES, Policy, mixed

if TYPE_CHECKING:
    from coalbaron_fast import State

GAMES_PER_TASK = 10
PROGRESS_SECONDS = 5.0
MIXED = "mixed"


class DisagreementError(Exception):
    """The reference and the core differ; the text says where."""


@dataclass
class Report:
    """What came of some games."""

    games: int = 0
    tokens: int = 0
    corners: Counter[str] = field(default_factory=Counter)
    failure: str | None = None

    def add(self, other: Report) -> None:
        """Take over the counts of another report."""
        self.games += other.games
        self.tokens += other.tokens
        self.corners += other.corners
        self.failure = self.failure or other.failure


# Comparing


def differences(reference: Any, core: Any, path: str = "") -> Iterator[str]:  # noqa: ANN401
    """Where two pieces of JSON differ, one line each."""
    if isinstance(reference, dict) and isinstance(core, dict):
        for key in [*reference, *(key for key in core if key not in reference)]:
            where = f"{path}.{key}" if path else str(key)
            if key not in reference or key not in core:
                yield f"{where}: only in the {'reference' if key in reference else 'core'}"
            else:
                yield from differences(reference[key], core[key], where)
    elif isinstance(reference, list) and isinstance(core, list) and len(reference) == len(core):
        for index, (left, right) in enumerate(zip(reference, core, strict=True)):
            yield from differences(left, right, f"{path}[{index}]")
    elif type(reference) is not type(core) or reference != core:
        yield f"{path}: reference {reference!r}, core {core!r}"


def check_equal(what: str, reference: object, core: object) -> None:
    """Complain unless both say the same."""
    if reference != core:
        raise DisagreementError(f"{what}: reference {reference!r}, core {core!r}")


def check_moves(game: Game, state: State) -> None:
    """The same legal tokens, each listed once."""
    listed = list(state.legal_moves())
    if len(set(listed)) != len(listed):
        raise DisagreementError(f"a legal move is listed twice: {sorted(listed)}")
    expected = game.legal()
    if set(listed) != expected:
        raise DisagreementError(
            f"legal moves: only in the reference {sorted(expected - set(listed))},"
            f" only in the core {sorted(set(listed) - expected)}"
        )


def check_chance(game: Game, state: State) -> None:
    """The same outcomes with the same probabilities."""
    expected = game.chance_outcomes()
    outcomes = dict(state.chance_outcomes())
    check_equal("chance outcomes", sorted(expected), sorted(outcomes))
    for token, probability in expected.items():
        if abs(outcomes[token] - probability) > 1e-12:
            check_equal(f"probability of {token}", probability, outcomes[token])


def check_step(game: Game, state: State) -> None:
    """What is cheap to compare, at every step."""
    check_equal("phase", game.phase, state.phase)
    check_equal("seat to decide", game.turn, state.turn)
    check_equal("chance or not", game.phase == "chance", state.is_chance)
    check_equal("over or not", game.phase == "over", state.is_over)
    check_equal("Marks", [seat.marks for seat in game.seats], list(state.marks))
    check_equal("VP", game.scores(), list(state.vp))
    check_equal("workers", [seat.workers for seat in game.seats], list(state.workers))
    if game.phase == "chance":
        check_chance(game, state)
    if game.phase != "over":
        check_moves(game, state)


def check_position(game: Game, state: State) -> None:
    """The whole position."""
    lines = list(differences(game.to_dict(), state.to_dict()))
    if lines:
        raise DisagreementError("\n  ".join(["position:", *lines]))


def check_refusal(game: Game, state: State, token: str) -> None:
    """A token that is illegal here is refused; that nothing changes shows the next step."""
    if token in game.legal():
        return
    try:
        state.push(token)
    except ValueError:
        return
    raise DisagreementError(f"illegal token {token!r} is accepted")


def check_end(game: Game, state: State) -> None:
    """Scores and winners."""
    check_equal("moves after the end", [], list(state.legal_moves()))
    check_equal("scores", game.scores(), state.scores())
    check_equal("winners", game.winners(), state.winners())


# Playing


def setting(seed: int, number: int) -> tuple[Random, int, int, str]:
    """Generator, players, start seat and policy of a game; policies come in turn."""
    rng = Random(f"{seed}/{number}")
    players = 2 + number % 3
    names = [*POLICIES, MIXED, "uniform"]
    return rng, players, rng.randrange(players), names[number // 3 % len(names)]


def new_state(players: int, start: int) -> State:
    """A new game of the compiled core, which the help text does without."""
    from coalbaron_fast import State  # noqa: PLC0415

    return State(players=players, start=start)


def play_game(seed: int, number: int, dict_every: int) -> Report:
    """One game on both sides; a difference ends it and stands in the report."""
    rng, players, start, name = setting(seed, number)
    policy: Policy = mixed(rng, players) if name == MIXED else POLICIES[name]
    game, state = Game(players, start), new_state(players, start)
    report = Report(games=1)
    tokens: list[str] = []
    refusals = Random(f"{seed}/{number}/refusals")
    try:
        check_step(game, state)
        check_position(game, state)
        while game.phase != "over":
            token = policy(game, rng)
            report.corners[token_corner(game, token)] += 1
            tokens.append(token)
            check_refusal(game, state, refusals.choice(tokens))
            game.play(token)
            state.push(token)
            check_step(game, state)
            if len(tokens) % dict_every == 0 or game.phase == "over":
                check_position(game, state)
        check_end(game, state)
    except Exception as error:  # noqa: BLE001 - whatever either side raises is a finding
        report.failure = describe_failure(seed, number, tokens, error)
    report.tokens = len(tokens)
    report.corners += game.events
    return report


def describe_failure(seed: int, number: int, tokens: list[str], error: Exception) -> str:
    """All that is needed to look at a difference: the game, the way there, what differs."""
    _, players, start, name = setting(seed, number)
    kind = "" if isinstance(error, DisagreementError) else f"{type(error).__name__}: "
    return (
        f"game {number} of seed {seed} (again with --seed {seed} --only {number}):"
        f" {players} players, start seat {start}, policy {name!r}\n"
        f"tokens: {' '.join(tokens)}\n"
        f"after {len(tokens)} tokens:\n  {kind}{error}"
    )


def play_games(task: tuple[int, range, int]) -> Report:
    """Some games, up to the first difference."""
    seed, numbers, dict_every = task
    report = Report()
    for number in numbers:
        report.add(play_game(seed, number, dict_every))
        if report.failure:
            break
    return report


# The command


def reports(options: argparse.Namespace) -> Iterator[Report]:
    """The reports of all tasks as they come, from this process or from helpers."""
    tasks = [
        (options.seed, range(first, min(first + GAMES_PER_TASK, options.games)), options.dict_every)
        for first in range(0, options.games, GAMES_PER_TASK)
    ]
    if options.jobs == 1:
        yield from map(play_games, tasks)
        return
    # The helpers leave Ctrl-C to this process, which then ends them.
    ignore = (signal.SIGINT, signal.SIG_IGN)
    with multiprocessing.Pool(options.jobs, signal.signal, ignore) as pool:
        yield from pool.imap_unordered(play_games, tasks)


def run(options: argparse.Namespace) -> Report:
    """All games, with a line of progress now and then."""
    total = Report()
    began = printed = time.monotonic()
    for report in reports(options):
        total.add(report)
        now = time.monotonic()
        if now - printed > PROGRESS_SECONDS:
            printed = now
            rate = total.games / (now - began)
            print(
                f"{total.games} of {options.games} games agree, {total.tokens} tokens,"
                f" {rate:.0f} games a second",
                flush=True,
            )
        if total.failure:
            break
    return total


def parse(arguments: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.games.coalbaron.reference.agreement",
        description="Play random games with the reference and the compiled core side by side.",
    )
    parser.add_argument("--games", type=int, default=1000, help="how many games (default 1000)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the games (default 1)")
    parser.add_argument("--only", type=int, metavar="N", help="play game N of the seed alone")
    parser.add_argument(
        "--dict-every",
        type=int,
        default=1,
        metavar="N",
        help="compare the whole position after every N-th token (default 1)",
    )
    parser.add_argument(
        "--require-corners", action="store_true", help="fail if a corner was never reached"
    )
    options = parser.parse_args(arguments)
    if min(options.games, options.jobs, options.dict_every) < 1:
        parser.error("--games, --jobs and --dict-every take numbers from 1 on")
    return options


def main(arguments: list[str] | None = None) -> int:
    """Run the command; 0 when both sides agree."""
    options = parse(arguments)
    try:
        if options.only is not None:
            total = play_game(options.seed, options.only, options.dict_every)
        else:
            total = run(options)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    print(table(total.corners))
    if total.failure:
        print(f"\nDISAGREEMENT, {total.failure}")
        return 1
    print(f"\n{total.games} games, {total.tokens} tokens: reference and core agree")
    unseen = missing(total.corners)
    if unseen:
        print(f"corners never reached: {'; '.join(unseen)}")
    return 1 if unseen and options.require_corners else 0


if __name__ == "__main__":
    sys.exit(main())
