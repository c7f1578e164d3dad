"""A UGI match between two engines, by a runner that knows UGI and nothing of the game.

    python -m tests.protocol.ugi_match --games 20 --movetime 50
    python -m tests.protocol.ugi_match --games 50 --time 2000 --increment 20

It asks both engines who is to move, whether the game is over and who won, and fails where
they disagree. With `--time` it keeps a clock for each side; who oversteps it loses on time.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import Final, NamedTuple

from coalbaron_fast import Limits
from coalbaron_fast.client import Client, Patience

COMMAND: Final = f"{sys.executable} -m coalbaron_protocol"
PATIENCE: Final = Patience(start_ms=120_000, answer_ms=120_000, grace_ms=120_000)
MOST_TURNS: Final = 2000


class MatchError(AssertionError):
    """The engines do not keep to UGI, or not to each other."""


class Pace(NamedTuple):
    """A time for each move, or clocks."""

    movetime: int
    time_ms: int | None
    increment_ms: int


def agreed(engines: list[Client], question: str) -> str:
    """Ask every engine; they must all say the same."""
    answers = {engine.query(question) for engine in engines}
    if len(answers) != 1:
        raise MatchError(f"the engines do not agree on {question}: {answers}")
    if any(" " in answer for answer in answers):
        raise MatchError(f"more than two words answer {question}: {answers}")
    return answers.pop()


def play_game(engines: list[Client], seed: int, pace: Pace) -> str:
    """Play one game, `engines[0]` as player one; return how it ended."""
    for engine in engines:
        engine.new_game()
    moves: list[str] = []
    clocks = [float(pace.time_ms or 0)] * 2
    for _ in range(MOST_TURNS):
        position = f"startpos players 2 seed {seed}"
        if moves:
            position += " moves " + " ".join(moves)
        for engine in engines:
            engine.set_position(position)
        if agreed(engines, "gameover") == "true":
            return agreed(engines, "result")
        mover = 0 if agreed(engines, "p1turn") == "true" else 1
        limits = Limits(time_ms=pace.movetime)
        if pace.time_ms is not None:
            limits = Limits(clock_ms=clocks, increment_ms=[pace.increment_ms] * 2)
        started = time.perf_counter()
        moves.append("/".join(engines[mover].play(position, limits)))
        if pace.time_ms is not None:
            clocks[mover] -= (time.perf_counter() - started) * 1000
            if clocks[mover] < 0:
                return f"p{mover + 1} lost on time"
            clocks[mover] += pace.increment_ms
    raise MatchError("the game does not end")


def play_match(games: int, pace: Pace, commands: tuple[str, str]) -> list[str]:
    """Play games on deals of their own, sides changing; return the results."""
    engines = [Client.start(command, patience=PATIENCE) for command in commands]
    results = []
    for number in range(games):
        sides = engines if number % 2 == 0 else engines[::-1]
        results.append(play_game(sides, number + 1, pace))
        print(f"game {number + 1}: {results[-1]}", flush=True)
    for engine in engines:
        if engine.quit() != 0:
            raise MatchError("an engine did not end well")
    return results


def main() -> int:
    """Run the program."""
    parser = argparse.ArgumentParser(prog="python -m tests.protocol.ugi_match", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--movetime", type=int, default=50, help="milliseconds")
    parser.add_argument("--time", type=int, help="milliseconds a side")
    parser.add_argument("--increment", type=int, default=0, help="milliseconds a turn")
    parser.add_argument("--one", default=COMMAND, help="command of the first engine")
    parser.add_argument("--two", default=COMMAND, help="command of the second engine")
    chosen = parser.parse_args()
    pace = Pace(chosen.movetime, chosen.time, chosen.increment)
    results = play_match(chosen.games, pace, (chosen.one, chosen.two))
    for result in sorted(set(results)):
        print(f"{result}: {results.count(result)}")
    return int(any("time" in result for result in results))


if __name__ == "__main__":
    sys.exit(main())
