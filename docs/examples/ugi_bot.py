"""A skeleton that speaks UGI: put your player into `choose_turn`.

coalbaron-engine match "cmd,time_ms=100:python docs/examples/ugi_bot.py" random --deals 5

The program reads commands line by line and answers on standard output. protocol/SPEC.md describes
the whole protocol; this is the part that a match needs. It takes the rules from coalbaron_fast. A
program in another language reads the text of the position itself (docs/position.md).
"""

from __future__ import annotations

import sys

from coalbaron_fast import CoalBaronError, State
from coalbaron_fast.games import rank_seats

NAME = "Skeleton"
AUTHOR = "you"


def choose_turn(state: State, limits: dict[str, float]) -> str:
    """Return a turn: a token, or several joined with "/". Your player goes here.

    `state` is what the seat to move knows. `limits` holds what `go` said, such as
    {"movetime": 100.0}, in milliseconds.
    """
    del limits  # the first legal token takes no time
    return state.legal_moves()[0]


def read_position(words: list[str]) -> State:
    """Read what follows `position`: startpos or a text, then a seed and moves if there are any."""
    kind, *rest = words
    at = rest.index("moves") if "moves" in rest else len(rest)
    before, moves = rest[:at], rest[at + 1 :]
    settings = {"players": 2, "start": 0}
    while len(before) > 1 and before[-2] in ("players", "seed", "start"):
        settings[before[-2]] = int(before[-1])
        del before[-2:]
    if kind == "startpos":
        state = State(settings["players"], settings.get("seed"), settings["start"])
    else:
        state = State.from_text(" ".join(before), settings.get("seed"))
    state.push_all(moves)
    return state


def read_limits(words: list[str]) -> dict[str, float]:
    """Read what follows `go`: pairs of a name and a number."""
    return {name: float(value) for name, value in zip(words[::2], words[1::2], strict=False)}


def answer_query(state: State, what: str) -> str:
    """Say who is to move, whether the game is over, and who has won."""
    if what == "gameover":
        return "true" if state.is_over else "false"
    if what == "p1turn":
        return "true" if state.turn == 0 else "false"
    if what != "result" or not state.is_over:
        return "none"
    ranks = rank_seats(state)
    if len(ranks) == 2:
        return {(0, 1): "p1win", (1, 0): "p2win"}.get((ranks[0], ranks[1]), "draw")
    places = [[str(seat) for seat, rank in enumerate(ranks) if rank == place] for place in range(4)]
    return ">".join("=".join(seats) for seats in places if seats)


def say(line: str) -> None:
    """Send a line at once; the other side waits for it."""
    print(line, flush=True)


def main() -> None:
    """Answer commands until `quit` or the end of the input."""
    state = State(2)
    for line in sys.stdin:
        command, *words = line.split() or [""]
        try:
            if command == "quit":
                return
            if command == "ugi":
                say(f"id name {NAME}")
                say(f"id author {AUTHOR}")
                say("ugiok")
            elif command == "isready":
                say("readyok")
            elif command == "uginewgame":
                state = State(2)
            elif command == "position":
                state = read_position(words)
            elif command == "query":
                say(f"response {answer_query(state, ' '.join(words))}")
            elif command == "go":
                say(f"bestmove {choose_turn(state, read_limits(words))}")
        except (CoalBaronError, ValueError) as error:
            say(f"info string error {command}: {error}")


if __name__ == "__main__":
    main()
