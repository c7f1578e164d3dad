"""A UGI program that plays the first legal token and misbehaves in a chosen way.

    python -m tests.arena.hostile WAY [FILE]

It behaves in the draft. It writes the number of a process that it starts into FILE.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from coalbaron_fast import State

GOOD_TURNS: Final = 3
FOR_EVER_S: Final = 600


def say(line: str) -> None:
    """Say a line."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def sleep() -> None:
    """Be silent."""
    time.sleep(FOR_EVER_S)


def flood() -> None:
    """Talk without end, and never listen."""
    while True:
        say("info string " + "tell me more " * 50)


def complain() -> None:
    """Fill the standard error."""
    for _ in range(200):
        sys.stderr.write("oh no " * 10_000)
    say("bestmove castle")


def leave_child() -> None:
    """Start a process that keeps our pipes open, and end."""
    child = subprocess.Popen([sys.executable, "-c", f"import time; time.sleep({FOR_EVER_S})"])
    Path(sys.argv[2]).write_text(f"{os.getpid()} {child.pid}", encoding="utf-8")
    os._exit(3)


def close_output() -> None:
    """Shut the output and live on."""
    os.close(1)
    sleep()


def write_bytes(data: bytes) -> None:
    """Write what may be no text."""
    sys.stdout.buffer.write(data)
    sys.stdout.flush()
    sleep()


WAYS: Final[dict[str, Callable[[], None]]] = {
    "illegal": lambda: say("bestmove o1/o1/o1"),
    "no-token": lambda: say("bestmove castle"),
    "empty": lambda: say("bestmove"),
    "greedy-for-turns": lambda: say("bestmove bank/bank"),
    "silent": sleep,
    "exit": lambda: os._exit(0),
    "segfault": lambda: os.kill(os.getpid(), signal.SIGSEGV),
    "flood": flood,
    "complain": complain,
    "megabytes": lambda: write_bytes(b"x" * 3_000_000),
    "no-text": lambda: write_bytes(bytes(range(128, 256)) * 5000),
    "child": leave_child,
    "closed": close_output,
    "terminal": lambda: say("bestmove \x1b[31mred\x07"),
}


def answer_query(question: str, state: State, way: str) -> None:
    """Answer about the end of the game."""
    winners = state.winners()
    if question == "gameover":
        over = "false" if way == "never-over" else "true"
        say(f"response {over if winners is not None else 'false'}")
    elif way == "braggart":
        say("response p2win" if winners == [0] else "response p1win")
    else:
        say(
            "response draw"
            if len(winners or ()) != 1
            else f"response p{(winners or [0])[0] + 1}win"
        )


class Talk:
    """What is said in answer to each line."""

    def __init__(self, way: str) -> None:
        self.way = way
        self.state = State()
        self.turns = 0

    def answer(self, line: str) -> None:
        """Answer one line."""
        match line.split():
            case ["ugi"]:
                if self.way == "mute":
                    sleep()
                say("ugiok")
            case ["isready"]:
                say("readyok")
            case ["position", "text", *words]:
                self.state = State.from_text(" ".join(words))
            case ["go", *_]:
                self.play()
            case ["query", question]:
                answer_query(question, self.state, self.way)

    def play(self) -> None:
        """Answer with a turn, or go wrong."""
        self.turns += 1
        if self.turns > GOOD_TURNS and self.way in WAYS:
            WAYS[self.way]()
            return
        say(f"bestmove {self.state.legal_moves()[0]}")
        if self.way == "hasty":
            say("bestmove castle\n" * 3)


def main() -> None:
    """Talk until the end of the input."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.arena.hostile",
        description="A program that speaks UGI and goes wrong.",
    )
    parser.add_argument("way", metavar="WAY", help="how: see the top of the module")
    parser.add_argument(
        "note", nargs="?", type=Path, metavar="FILE", help="where stubborn notes its pid"
    )
    chosen = parser.parse_args()
    talk = Talk(chosen.way)
    if talk.way == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        chosen.note.write_text(str(os.getpid()), encoding="utf-8")
    for line in sys.stdin:
        if line.strip() == "quit":
            break
        talk.answer(line)
    while talk.way == "stubborn":
        sleep()


if __name__ == "__main__":
    main()
