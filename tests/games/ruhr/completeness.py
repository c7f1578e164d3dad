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
from collections.abc import Iterable

from coalbaron_fast.games.ruhr import State
from coalbaron_fast.games.ruhr.workload import every_turn
from tests.games.ruhr.groups import Group, groups
from tests.games.ruhr.reference.listing import TooManyError, complaints, result_of, results

MOST_INSIDE = 3_000
"""Positions within a market that brute force looks at."""


def state_of(group: Group) -> State:
    """The core's position at the beginning of a group."""
    setting = group.setting
    state = State(setting.players, start=setting.start, calm=setting.calm)
    state.push_all(group.tokens)
    return state


def listed_in(state: State) -> list[list[str]]:
    """All turns that the core lists, as tokens."""
    tokens = State.VOCABULARY.tokens
    return [[tokens[code] for code in codes] for codes in every_turn(state.data())]


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


def option_faults(group: Group) -> list[str]:
    """What is missing, doubled or illegal among the turns of an option."""
    return complaints(group.game, listed_in(state_of(group)))


def market_faults(group: Group) -> list[str] | None:
    """The same for a market; None where brute force would take too long."""
    seat = group.game.active
    assert seat is not None
    try:
        expected = richest(results(group.game, MOST_INSIDE), seat)
    except TooManyError:
        return None
    turns = listed_in(state_of(group))
    marks = [result_of(group.game, turn) for turn in turns]
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


def check(seed: int, games: range, part: float) -> tuple[int, int, int]:
    """How many options and markets were compared, and how many markets were too wide.

    Raises:
        AssertionError: a list of turns is not complete, or longer than need be.
    """
    options = markets = wide = 0
    for group in groups(seed, games, "option", part):
        faults = option_faults(group)
        assert not faults, (group.setting, group.tokens, faults)
        options += 1
    for group in groups(seed, games, "buy", part):
        found = market_faults(group)
        assert not found, (group.setting, group.tokens, found)
        markets += found is not None
        wide += found is None
    return options, markets, wide


def main() -> int:
    """Compare, and say how much."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=100, help="how many games (100)")
    parser.add_argument("--seed", type=int, default=3, help="the seed of the games (3)")
    parser.add_argument("--part", type=float, default=0.2, help="how many of their positions (0.2)")
    options = parser.parse_args()
    sums = [0, 0, 0]
    for number in range(options.games):
        for index, count in enumerate(check(options.seed, range(number, number + 1), options.part)):
            sums[index] += count
        if number % 20 == 19 or number + 1 == options.games:
            print(
                f"{number + 1} games: {sums[0]} options and {sums[1]} markets are complete,"
                f" {sums[2]} markets were too wide for brute force",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
