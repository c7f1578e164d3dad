"""Play random games with a reference model and a compiled core side by side.

Every game has a program of its own for this (`tests.games.NAME...agreement`), which says
what is particular to it in a `Pair`. At every step the legal moves (as sets), the chance
outcomes, the points and the whole position are compared, and one illegal token must be
refused; at the end the scores and the winners are compared. The games are chosen by
policies that look at the reference alone, so that the core is the one that is judged. The
first difference ends the run with exit code 1.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, Protocol, TypeVar

GAMES_PER_TASK = 10
PROGRESS_SECONDS = 5.0


class DisagreementError(Exception):
    """The reference and the core differ; the text says where."""


class Model(Protocol):
    """What every reference model offers."""

    events: Counter[str]
    active: int | None

    @property
    def phase(self) -> str: ...
    def legal(self) -> set[str]: ...
    def chance_outcomes(self) -> dict[str, float]: ...
    def play(self, token: str) -> None: ...
    def scores(self) -> list[int]: ...
    def winners(self) -> list[int]: ...
    def to_dict(self) -> dict[str, Any]: ...


class Core(Protocol):
    """What is asked of a compiled state."""

    @property
    def phase(self) -> str: ...
    @property
    def turn(self) -> int | None: ...
    @property
    def is_chance(self) -> bool: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def vp(self) -> list[int]: ...
    def legal_moves(self) -> list[str]: ...
    def chance_outcomes(self) -> list[tuple[str, float]]: ...
    def push(self, word: str) -> None: ...
    def scores(self) -> list[int] | None: ...
    def winners(self) -> list[int] | None: ...
    def to_dict(self) -> dict[str, Any]: ...


@dataclass(frozen=True)
class Setting:
    """How a game begins and who plays it."""

    players: int
    start: int
    policy: str
    calm: bool = False

    def __str__(self) -> str:
        calm = ", calm" if self.calm else ""
        return f"{self.players} players, start seat {self.start}{calm}, policy {self.policy!r}"


M = TypeVar("M", bound=Model)
C = TypeVar("C", bound=Core)


@dataclass(frozen=True)
class Pair(Generic[M, C]):
    """The two sides of one game, and what is particular to it.

    `setting` gives the setting of a game of this number; `check_own` compares what only
    this game has; `corners` are the names of the corners that games should reach, and
    `token_corner` is that of a token about to be played.
    """

    program: str
    setting: Callable[[Random, int], Setting]
    new_game: Callable[[Setting], M]
    new_state: Callable[[Setting], C]
    policy: Callable[[Setting, Random], Callable[[M, Random], str]]
    check_own: Callable[[M, C], None]
    corners: Sequence[str]
    token_corner: Callable[[M, str], str]


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


# Random players


def draw_by_chance(game: Model, rng: Random) -> str:
    """One outcome of the chance event, as likely as it is."""
    outcomes = sorted(game.chance_outcomes().items())
    return rng.choices([token for token, _ in outcomes], [part for _, part in outcomes])[0]


def uniform(game: Model, rng: Random) -> str:
    """Any legal token."""
    if game.phase == "chance":
        return draw_by_chance(game, rng)
    return rng.choice(sorted(game.legal()))


def mixed(
    policies: Mapping[str, Callable[[M, Random], str]], rng: Random, players: int
) -> Callable[[M, Random], str]:
    """Another policy for each seat; nobody steers chance outside of a seat's turn."""
    names = sorted(policies)
    of_seat = [policies[rng.choice(names)] for _ in range(players)]

    def choose(game: M, rng: Random) -> str:
        if game.active is None:
            return draw_by_chance(game, rng)
        return of_seat[game.active](game, rng)

    return choose


# Comparing


def check_dicts(what: str, reference: dict[str, Any], core: dict[str, Any]) -> None:
    """Complain unless two dicts are the same JSON; what differs is looked for only then."""
    if json.dumps(reference, sort_keys=True) != json.dumps(core, sort_keys=True):
        raise DisagreementError("\n  ".join([f"{what}:", *differences(reference, core)]))


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


def check_moves(game: Model, state: Core) -> None:
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


def check_chance(game: Model, state: Core) -> None:
    """The same outcomes with the same probabilities."""
    expected = game.chance_outcomes()
    outcomes = dict(state.chance_outcomes())
    check_equal("chance outcomes", sorted(expected), sorted(outcomes))
    for token, probability in expected.items():
        if abs(outcomes[token] - probability) > 1e-12:
            check_equal(f"probability of {token}", probability, outcomes[token])


def check_step(pair: Pair[M, C], game: M, state: C) -> None:
    """What is cheap to compare, at every step."""
    check_equal("phase", game.phase, state.phase)
    check_equal("chance or not", game.phase == "chance", state.is_chance)
    check_equal("over or not", game.phase == "over", state.is_over)
    check_equal("points", game.scores(), list(state.vp))
    pair.check_own(game, state)
    if game.phase == "chance":
        check_chance(game, state)
    if game.phase != "over":
        check_moves(game, state)


def check_position(game: Model, state: Core) -> None:
    """The whole position."""
    check_dicts("position", game.to_dict(), state.to_dict())


def check_refusal(game: Model, state: Core, token: str) -> None:
    """A token that is illegal here is refused; that nothing changes shows the next step."""
    if token in game.legal():
        return
    try:
        state.push(token)
    except ValueError:
        return
    raise DisagreementError(f"illegal token {token!r} is accepted")


def check_end(game: Model, state: Core) -> None:
    """Scores and winners."""
    check_equal("moves after the end", [], list(state.legal_moves()))
    check_equal("scores", game.scores(), state.scores())
    check_equal("winners", game.winners(), state.winners())


# Playing


def play_game(pair: Pair[M, C], seed: int, number: int, dict_every: int) -> Report:
    """One game on both sides; a difference ends it and stands in the report."""
    rng = Random(f"{seed}/{number}")
    setting = pair.setting(rng, number)
    policy = pair.policy(setting, rng)
    game, state = pair.new_game(setting), pair.new_state(setting)
    report = Report(games=1)
    tokens: list[str] = []
    refusals = Random(f"{seed}/{number}/refusals")
    try:
        check_step(pair, game, state)
        if dict_every:
            check_position(game, state)
        while game.phase != "over":
            token = policy(game, rng)
            report.corners[pair.token_corner(game, token)] += 1
            tokens.append(token)
            check_refusal(game, state, refusals.choice(tokens))
            game.play(token)
            state.push(token)
            check_step(pair, game, state)
            if dict_every and (len(tokens) % dict_every == 0 or game.phase == "over"):
                check_position(game, state)
        check_end(game, state)
    except Exception as error:  # noqa: BLE001 - whatever either side raises is a finding
        report.failure = describe_failure(seed, number, setting, tokens, error)
    report.tokens = len(tokens)
    report.corners += game.events
    return report


def describe_failure(
    seed: int, number: int, setting: Setting, tokens: list[str], error: Exception
) -> str:
    """All that is needed to look at a difference: the game, the way there, what differs."""
    kind = "" if isinstance(error, DisagreementError) else f"{type(error).__name__}: "
    return (
        f"game {number} of seed {seed} (again with --seed {seed} --only {number}): {setting}\n"
        f"tokens: {' '.join(tokens)}\n"
        f"after {len(tokens)} tokens:\n  {kind}{error}"
    )


def play_games(pair: Pair[M, C], seed: int, numbers: range, dict_every: int) -> Report:
    """Some games, up to the first difference."""
    report = Report()
    for number in numbers:
        report.add(play_game(pair, seed, number, dict_every))
        if report.failure:
            break
    return report


# The corners


def missing(pair: Pair[M, C], counts: Counter[str]) -> list[str]:
    """The corners that no game has reached."""
    return [corner for corner in pair.corners if not counts[corner]]


def table(pair: Pair[M, C], counts: Counter[str]) -> str:
    """The counts as lines of text, tokens first."""
    width = max(len(corner) for corner in pair.corners)
    return "\n".join(f"{corner:<{width}}  {counts[corner]:>10}" for corner in pair.corners)


# The command


def play_task(task: tuple[Pair[Any, Any], int, range, int]) -> Report:
    """`play_games` with one argument, as helpers take it."""
    return play_games(*task)


def reports(pair: Pair[M, C], options: argparse.Namespace) -> Iterator[Report]:
    """The reports of all tasks as they come, from this process or from helpers."""
    tasks = [
        (
            pair,
            options.seed,
            range(first, min(first + GAMES_PER_TASK, options.games)),
            options.dict_every,
        )
        for first in range(0, options.games, GAMES_PER_TASK)
    ]
    if options.jobs == 1:
        yield from map(play_task, tasks)
        return
    # The helpers leave Ctrl-C to this process, which then ends them.
    ignore = (signal.SIGINT, signal.SIG_IGN)
    with multiprocessing.Pool(options.jobs, signal.signal, ignore) as pool:
        yield from pool.imap_unordered(play_task, tasks)


def run(pair: Pair[M, C], options: argparse.Namespace) -> Report:
    """All games, with a line of progress now and then."""
    total = Report()
    began = printed = time.monotonic()
    for report in reports(pair, options):
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


def parse(program: str, arguments: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog=f"python -m {program}",
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
        help="compare the whole position after every N-th token (default 1; 0: never)",
    )
    parser.add_argument(
        "--require-corners", action="store_true", help="fail if a corner was never reached"
    )
    options = parser.parse_args(arguments)
    if min(options.games, options.jobs) < 1 or options.dict_every < 0:
        parser.error("--games and --jobs take numbers from 1 on, --dict-every from 0 on")
    return options


def main(pair: Pair[M, C], arguments: list[str] | None = None) -> int:
    """Run the command; 0 when both sides agree."""
    options = parse(pair.program, arguments)
    try:
        if options.only is not None:
            total = play_game(pair, options.seed, options.only, options.dict_every)
        else:
            total = run(pair, options)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    print(table(pair, total.corners))
    if total.failure:
        print(f"\nDISAGREEMENT, {total.failure}")
        return 1
    print(f"\n{total.games} games, {total.tokens} tokens: reference and core agree")
    unseen = missing(pair, total.corners)
    if unseen:
        print(f"corners never reached: {'; '.join(unseen)}")
    return 1 if unseen and options.require_corners else 0
