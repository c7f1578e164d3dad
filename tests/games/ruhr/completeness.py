"""Hold the core's lists of turns against brute force in the plain model.

Run it from the root of the project::

    python -m tests.games.ruhr.completeness --games 400

Every result of an option must be listed once, and every result of a market, with as many Thalers
left as can be. The first difference ends the run with exit code 1.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable
from hashlib import blake2b
from typing import Final

from coalbaron_fast.games.ruhr import State
from coalbaron_fast.games.ruhr.notation import TOKENS
from coalbaron_fast.games.ruhr.workload import every_turn
from tests.games.ruhr.groups import Group, groups
from tests.games.ruhr.reference.listing import (
    Steps,
    TooManyError,
    complaints,
    fingerprint,
    results,
)

MOST_INSIDE: Final = 3_000
"""Positions within a market that brute force looks at."""

KINDS: Final = ("option", "buy")


def state_of(group: Group) -> State:
    """The core's position at the beginning of a group."""
    setting = group.setting
    state = State(setting.players, start=setting.start, calm=setting.calm)
    state.push_all(group.tokens)
    return state


def listed_in(state: State) -> list[list[str]]:
    """All turns that the core lists, as tokens."""
    return [[TOKENS[code] for code in codes] for codes in every_turn(state.data())]


def richest(marks: Iterable[str], seat: int) -> dict[str, int]:
    """Each result but for its Thalers, with as many as can be left."""
    found: dict[str, int] = {}
    for mark in marks:
        position = json.loads(mark)
        own = position["seats"][seat]
        left = own.pop("thalers")
        if position["phase"] == "over" and "mayor" in own["markers"] and not own["debts"]:
            own["points"] -= left
        key = json.dumps(position, sort_keys=True)
        found[key] = max(found.get(key, -1), left)
    return found


def walk(steps: Steps, mark: str, turn: Iterable[str]) -> str:
    """The result of a turn, by the steps that brute force found; KeyError for an illegal token."""
    for token in turn:
        mark = steps[mark, token]
    return mark


def option_faults(group: Group) -> list[str]:
    """What is missing, doubled or illegal among the turns of an option."""
    return complaints(group.game, listed_in(state_of(group)))


def market_faults(group: Group, inside: int = MOST_INSIDE) -> list[str] | None:
    """The same for a market; None where brute force would look at more positions than `inside`."""
    seat = group.game.active
    assert seat is not None
    try:
        steps: Steps = {}
        expected = richest(results(group.game, inside, steps), seat)
    except TooManyError:
        return None
    turns = listed_in(state_of(group))
    marks = [walk(steps, fingerprint(group.game), turn) for turn in turns]
    found = richest(marks, seat)
    faults = [f"missing, or not with most Thalers: {key}" for key in expected if key not in found]
    faults += [
        f"{left} Thalers left, not {expected.get(key)}: {key}"
        for key, left in found.items()
        if expected.get(key) != left
    ]
    if len(found) != len(turns):
        faults.append(f"{len(turns)} turns are listed for {len(found)} results")
    return faults


class Tally:
    """What was compared: counts by kind of group, and the positions that they began in."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._seen: set[bytes] = set()

    def is_new(self, group: Group) -> bool:
        """Whether a position comes up for the first time."""
        mark = blake2b(fingerprint(group.game).encode(), digest_size=16).digest()
        known = mark in self._seen
        self._seen.add(mark)
        return not known

    def add(self, kind: str, group: Group) -> None:
        """Count a group whose list is complete: it has as many results as turns."""
        setting = group.setting
        self.counts.update((kind, str(setting.players), *(["calm"] if setting.calm else [])))
        self.counts["results"] += len(listed_in(state_of(group)))

    @property
    def text(self) -> str:
        """What there is to say of it."""
        counts = self.counts
        return (
            f"{counts['option']} options and {counts['buy']} markets are complete"
            f" with {counts['results']} results"
            f" (of the calm game {counts['calm']};"
            f" at 2, 3, 4 seats {counts['2']}, {counts['3']}, {counts['4']});"
            f" {counts['wide']} markets were too wide for brute force,"
            f" {counts['again']} positions came again"
        )


def check(
    seed: int,
    games: range,
    part: float,
    *,
    kinds: Iterable[str] = KINDS,
    inside: int = MOST_INSIDE,
    tally: Tally | None = None,
) -> Tally:
    """Compare the groups of some games, each position once; return what was compared.

    A market with more than `inside` positions within it is too wide, and only counted.

    Raises:
        AssertionError: a list of turns is not complete, or longer than need be.
    """
    tally = Tally() if tally is None else tally
    for kind in kinds:
        for group in groups(seed, games, kind, part):
            if not tally.is_new(group):
                tally.counts["again"] += 1
                continue
            faults = option_faults(group) if kind == "option" else market_faults(group, inside)
            if faults is None:
                tally.counts["wide"] += 1
                continue
            assert not faults, (group.setting, group.tokens, faults)
            tally.add(kind, group)
    return tally


def main() -> int:
    """Compare, and say how much."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.games.ruhr.completeness",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("--games", type=int, default=100, help="how many games (100)")
    parser.add_argument("--seed", type=int, default=3, help="the seed of the games (3)")
    parser.add_argument("--part", type=float, default=0.2, help="how many of their positions (0.2)")
    parser.add_argument(
        "--kinds", nargs="+", choices=KINDS, default=KINDS, help="what is compared (both)"
    )
    parser.add_argument(
        "--inside", type=int, default=MOST_INSIDE, help=f"positions of a market ({MOST_INSIDE})"
    )
    options = parser.parse_args()
    tally = Tally()
    for number in range(options.games):
        check(
            options.seed,
            range(number, number + 1),
            options.part,
            kinds=options.kinds,
            inside=options.inside,
            tally=tally,
        )
        if number % 20 == 19 or number + 1 == options.games:
            print(f"{number + 1} games: {tally.text}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
