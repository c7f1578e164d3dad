"""Strength: paired games between two kinds of player, with intervals.

    python -m bench.strength engine:time_ms=50 greedy --players 2 --deals 10

Each deal is played once in every seat: one player of the first kind there, the second kind
in all others. The interval is over deals, so that the luck of a deal counts once.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
from typing import Final, NamedTuple

from coalbaron_fast import State
from coalbaron_fast.bots import Bot, GreedyBot, bot_from, play_game

LAST_SHIFT: Final = 3
NORMAL_95: Final = 1.959964


class Deal(NamedTuple):
    """What the first kind got on one deal, the mean over its seats."""

    win: float
    vp: float
    margin: float


def opening(players: int, seed: int, late: int | None) -> State:
    """Deal; with `late`, go on at first sight until no more workers are left in the last shift."""
    state = State(players, seed=seed, start=seed % players)
    greedy = GreedyBot()
    while late is not None and (state.shift < LAST_SHIFT or sum(state.workers) > late):
        state.push_all(greedy.choose(state))
    return state


def play_deal(one: Bot, others: Bot, start: State) -> Deal:
    """Play a deal in every seat."""
    found = []
    players = start.players
    for seat in range(players):
        bots = [one if index == seat else others for index in range(players)]
        state = play_game(start.copy(), bots)
        winners = state.winners() or []
        rest = (sum(state.vp) - state.vp[seat]) / (players - 1)
        found.append(Deal((seat in winners) / len(winners), state.vp[seat], state.vp[seat] - rest))
    return Deal(*(statistics.fmean(values) for values in zip(*found, strict=True)))


def interval(values: list[float]) -> str:
    """Return the mean and the half of its 95 % interval."""
    mean = statistics.fmean(values)
    if len(values) < 2:
        return f"{mean:.3g}"
    half = NORMAL_95 * statistics.stdev(values) / math.sqrt(len(values))
    return f"{mean:.3g} ± {half:.2g}"


def summary(deals: list[Deal], players: int) -> str:
    """Return one line on what was played so far."""
    win, vp, margin = (list(values) for values in zip(*deals, strict=True))
    return (
        f"{len(deals)} deals, {len(deals) * players} games: win share {interval(win)} "
        f"(fair {1 / players:.2f}), margin {interval(margin)}, own VP {interval(vp)}"
    )


def main(arguments: list[str] | None = None) -> int:
    """Play and print; Ctrl-C ends the match with what was played."""
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("one", help="random, greedy, flat:…, ismcts:…, engine:nodes=500 …")
    parser.add_argument("others", help="the player in all other seats")
    parser.add_argument("--players", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--deals", type=int, default=10, help="default: %(default)s")
    parser.add_argument(
        "--late", type=int, help="begin where so many workers are left in the last shift"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the first deal")
    chosen = parser.parse_args(arguments)
    try:
        one = bot_from(chosen.one, chosen.seed)
        others = bot_from(chosen.others, chosen.seed + 1)
    except ValueError as error:
        parser.error(str(error))
    deals: list[Deal] = []
    try:
        for number in range(chosen.deals):
            start = opening(chosen.players, chosen.seed + number, chosen.late)
            deals.append(play_deal(one, others, start))
            print(summary(deals, chosen.players), file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
    if deals:
        print(f"{chosen.one} against {chosen.others}: {summary(deals, chosen.players)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
