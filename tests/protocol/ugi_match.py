"""A UGI match between two engines, by a runner that knows UGI and nothing of the game.

    python -m tests.protocol.ugi_match --games 20 --movetime 50
    python -m tests.protocol.ugi_match --games 50 --time 2000 --increment 20

It asks both engines who is to move, whether the game is over and who won, and fails where
they disagree. With `--time` it keeps a clock for each side; who oversteps it loses on time.
"""

from __future__ import annotations

import argparse
import queue
import subprocess
import sys
import threading
import time
from typing import Final, NamedTuple

COMMAND: Final = f"{sys.executable} -m coalbaron_protocol"
PATIENCE_S: Final = 120.0
MOST_TURNS: Final = 2000


class MatchError(AssertionError):
    """The engines do not keep to UGI, or not to each other."""


class Engine:
    """One engine, spoken to in UGI."""

    def __init__(self, command: str) -> None:
        self.process = subprocess.Popen(
            command.split(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self._lines: queue.Queue[str] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.ask("ugi", "ugiok")

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as output:
            for line in output:
                self._lines.put(line.rstrip("\n"))

    def say(self, line: str) -> None:
        """Send one line."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def ask(self, line: str, word: str) -> str:
        """Send a line and return the first answer that begins with a word."""
        self.say(line)
        while True:
            answer = self._lines.get(timeout=PATIENCE_S)
            words = answer.split(" ")
            if words[0] == word:
                if len(words) != (1 if word.endswith("ok") else 2):
                    raise MatchError(f"{answer!r} has too many words, or too few")
                return words[-1]

    def quit(self) -> None:
        """End the engine, which must end well."""
        self.say("quit")
        if self.process.wait(PATIENCE_S) != 0:
            raise MatchError("an engine did not end well")
        assert self.process.stdin is not None
        self.process.stdin.close()
        self._reader.join()


class Limits(NamedTuple):
    """What `go` says: a time for each move, or clocks."""

    movetime: int
    time_ms: int | None
    increment_ms: int


def agreed(engines: list[Engine], question: str) -> str:
    """Ask every engine; they must all say the same."""
    answers = {engine.ask(f"query {question}", "response") for engine in engines}
    if len(answers) != 1:
        raise MatchError(f"the engines do not agree on {question}: {answers}")
    return answers.pop()


def play_game(engines: list[Engine], seed: int, limits: Limits) -> str:
    """Play one game, `engines[0]` as player one; return how it ended."""
    for engine in engines:
        engine.say("uginewgame")
        engine.ask("isready", "readyok")
    moves: list[str] = []
    clocks = [float(limits.time_ms or 0)] * 2
    for _ in range(MOST_TURNS):
        position = f"position startpos players 2 seed {seed}"
        if moves:
            position += " moves " + " ".join(moves)
        for engine in engines:
            engine.say(position)
        if agreed(engines, "gameover") == "true":
            return agreed(engines, "result")
        mover = 0 if agreed(engines, "p1turn") == "true" else 1
        go = f"go movetime {limits.movetime}"
        if limits.time_ms is not None:
            left = " ".join(f"p{side + 1}time {clocks[side]:.0f}" for side in (0, 1))
            go = f"go {left} p1inc {limits.increment_ms} p2inc {limits.increment_ms}"
        started = time.perf_counter()
        moves.append(engines[mover].ask(go, "bestmove"))
        if limits.time_ms is not None:
            clocks[mover] -= (time.perf_counter() - started) * 1000
            if clocks[mover] < 0:
                return f"p{mover + 1} lost on time"
            clocks[mover] += limits.increment_ms
    raise MatchError("the game does not end")


def play_match(games: int, limits: Limits, commands: tuple[str, str]) -> list[str]:
    """Play games on deals of their own, sides changing; return the results."""
    engines = [Engine(command) for command in commands]
    results = []
    for number in range(games):
        sides = engines if number % 2 == 0 else engines[::-1]
        results.append(play_game(sides, number + 1, limits))
        print(f"game {number + 1}: {results[-1]}", flush=True)
    for engine in engines:
        engine.quit()
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
    limits = Limits(chosen.movetime, chosen.time, chosen.increment)
    results = play_match(chosen.games, limits, (chosen.one, chosen.two))
    for result in sorted(set(results)):
        print(f"{result}: {results.count(result)}")
    return int(any("time" in result for result in results))


if __name__ == "__main__":
    sys.exit(main())
