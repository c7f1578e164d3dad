"""External programs as players, over the line protocol (UGI). None of them is trusted.

A program gets a position as its seat knows it and is asked for a turn. If it does anything else
(nothing, too much, nonsense, ending), that becomes a `PlayerFault` within bounded time and memory.
Its process, with all that it started, is always ended and waited for.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import time
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Final

from coalbaron_fast.arena.players import Clock
from coalbaron_fast.arena.results import FaultKind, PlayerFault
from coalbaron_fast.games import DEFAULT, Position, rank_seats

__all__ = ["ExternalPlayer"]

LONGEST_LINE: Final = 262_144
"""Bytes; the limit of the line protocol itself."""

LONGEST_ANSWER: Final = 8 * 1024 * 1024
"""Bytes that may come before the awaited line."""

CHUNK: Final = 65_536
TRANSCRIPT_LINES: Final = 40
LINES_AFTER_ONE: Final = 12
"""Lines kept after each line sent: the first ones, and the last."""

SHOWN_CHARACTERS: Final = 300
COMPLAINTS: Final = 2000
"""The last bytes of the standard error are kept, this many."""

QUIT_S: Final = 1.0
"""How long a program may take to end after `quit`."""

RANKS_OF_TWO: Final = {(0, 0): "draw", (0, 1): "p1win", (1, 0): "p2win"}


class ExternalPlayer:
    """A program in a seat: started by `begin`, asked by `choose`, ended by `close`."""

    def __init__(
        self,
        command: Sequence[str],
        limits: Mapping[str, float],
        options: Mapping[str, str],
        patience_ms: Mapping[str, float],
        game: str = DEFAULT,
    ) -> None:
        """`patience_ms` holds `start_ms`, `answer_ms` and `grace_ms`."""
        self._command = list(command)
        self._limits = limits
        # A program of one game need not know the option.
        self._options = dict(options) if game == DEFAULT else {"Game": game, **options}
        self._patience_s = {name: value / 1000 for name, value in patience_ms.items()}
        self._talk: Conversation | None = None

    @property
    def transcript(self) -> tuple[str, ...]:
        """The last lines of the conversation."""
        return () if self._talk is None else self._talk.transcript

    def begin(self) -> None:
        """Start the program and check that it speaks UGI."""
        try:
            self._talk = Conversation(self._command)
        except OSError as error:
            raise PlayerFault(FaultKind.CRASH, f"cannot be started: {error}") from None
        settings = [f"setoption name {name} value {value}" for name, value in self._options.items()]
        wait = self._patience_s["start_ms"]
        self._talk.ask(["ugi"], "ugiok", wait)
        self._talk.ask([*settings, "uginewgame", "isready"], "readyok", wait)

    def choose(self, view: Position, clock: Clock | None) -> list[str]:
        """Ask for a turn in a position as the seat knows it."""
        self._set_position(view)
        answer = self._speak([self._go(clock)], "bestmove", self._wait_s(view, clock))
        words = answer.split(" ")
        if not words[0]:
            raise PlayerFault(FaultKind.GARBAGE, "bestmove names no turn")
        return [words[0]]

    def finish(self, final: Position) -> None:
        """Ask whether the game is over and how it ended."""
        self._set_position(final)
        for question, right in (
            ("gameover", "true"),
            ("result", spell_result(rank_seats(final))),
        ):
            said = self._speak([f"query {question}"], "response", self._patience_s["answer_ms"])
            if said != right:
                raise PlayerFault(
                    FaultKind.RESULT, f"says {question} {shown(said)} where it is {right}"
                )

    def close(self) -> None:
        """End the program."""
        if self._talk is not None:
            self._talk.close()

    def _set_position(self, state: Position) -> None:
        # `readyok` comes after anything that the program said too early.
        lines = [f"position text {state.to_text()}", "isready"]
        self._speak(lines, "readyok", self._patience_s["answer_ms"])

    def _speak(self, lines: Sequence[str], word: str, wait_s: float) -> str:
        if self._talk is None:
            raise RuntimeError("the player has not begun")
        return self._talk.ask(lines, word, wait_s)

    def _go(self, clock: Clock | None) -> str:
        words = ["go"]
        names = {"nodes": "nodes", "time_ms": "movetime", "depth": "depth", "error": "error"}
        for limit, name in names.items():
            if limit in self._limits:
                value = self._limits[limit]
                words.append(f"{name} {value if limit == 'error' else f'{value:.0f}'}")
        if clock is not None:
            for seat, (left, more) in enumerate(
                zip(clock.left_ms, clock.increment_ms, strict=True), 1
            ):
                words.append(f"p{seat}time {max(left, 1):.0f} p{seat}inc {more:.0f}")
        return " ".join(words)

    def _wait_s(self, view: Position, clock: Clock | None) -> float:
        """Return how long to wait for the answer."""
        allowed = []
        if "time_ms" in self._limits:
            allowed.append(self._limits["time_ms"] / 1000)
        if clock is not None and view.turn is not None:
            allowed.append(clock.left_ms[view.turn] / 1000)
        if not allowed:
            return self._patience_s["answer_ms"]
        return min(allowed) + self._patience_s["grace_ms"]


def spell_result(ranks: Sequence[int]) -> str:
    """Return the result of a game as the protocol names it: ``p1win``, or ``2>0=1``."""
    if len(ranks) == 2:
        return RANKS_OF_TWO[ranks[0], ranks[1]]
    places = sorted(set(ranks))
    return ">".join(
        "=".join(str(seat) for seat, rank in enumerate(ranks) if rank == place) for place in places
    )


def shown(text: str) -> str:
    """Return what a program said, fit for a report: short, and without control characters."""
    text = "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text
    )
    more = len(text) - SHOWN_CHARACTERS
    return repr(text) if more <= 0 else f"{text[:SHOWN_CHARACTERS]!r} and {more} more"


class Conversation:
    """Lines to and from one process; each wait is bounded in time and in bytes."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start the process, in a group of its own; raises `OSError` if it cannot be started."""
        self._process = subprocess.Popen(  # noqa: S603 - the user named it
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._input, self._output, self._errors = (
            -1 if pipe is None else pipe.fileno() for pipe in pipes
        )
        self._selector = selectors.DefaultSelector()
        for descriptor in (self._output, self._errors):
            os.set_blocking(descriptor, False)
            self._selector.register(descriptor, selectors.EVENT_READ)
        os.set_blocking(self._input, False)
        self._outgoing = b""
        self._partial = b""
        self._lines: deque[str] = deque()
        self._said: deque[str] = deque(maxlen=TRANSCRIPT_LINES)
        self._since_ours = 0
        self._complaints = b""
        self._is_open = True

    @property
    def transcript(self) -> tuple[str, ...]:
        """The last lines: ``> `` was sent, ``< `` was received, ``! `` is the standard error."""
        complaints = self._complaints.decode("utf-8", "replace").splitlines()
        return (*self._said, *(f"! {shown(line)}" for line in complaints))

    def ask(self, lines: Sequence[str], word: str, wait_s: float) -> str:
        """Send lines, wait for an answer that begins with `word`, and return the rest of it."""
        deadline = time.monotonic() + wait_s
        for line in lines:
            self._said.append(f"> {line}")
            self._since_ours = 0
            self._outgoing += f"{line}\n".encode()
        received = 0
        while True:
            answer = self._take(word)
            if answer is not None:
                return answer
            if not self._is_open:
                raise PlayerFault(FaultKind.CRASH, self._last_words())
            left = deadline - time.monotonic()
            if left <= 0:
                raise PlayerFault(FaultKind.SILENCE, f"no {word} within {wait_s:g} s")
            received += self._exchange(left)
            if received > LONGEST_ANSWER or len(self._partial) > LONGEST_LINE:
                raise PlayerFault(
                    FaultKind.GARBAGE, f"{received} bytes, and no {word} that can be read"
                )

    def _take(self, word: str) -> str | None:
        """Look for the word in the lines received so far."""
        while self._lines:
            first, _, rest = self._lines.popleft().partition(" ")
            if first == word:
                return rest.strip()
        return None

    def _exchange(self, wait_s: float) -> int:
        """Wait, then send and receive what is possible; return how many bytes of answers came."""
        self._watch_input()
        received = 0
        for key, _ in self._selector.select(wait_s):
            if key.fd == self._input:
                self._send()
                continue
            try:
                data = os.read(key.fd, CHUNK)
            except BlockingIOError:
                continue
            if not data:
                self._selector.unregister(key.fd)
                self._is_open = self._is_open and key.fd != self._output
            elif key.fd == self._output:
                received += len(data)
                self._receive(data)
            else:
                self._complaints = (self._complaints + data)[-COMPLAINTS:]
        return received

    def _watch_input(self) -> None:
        """Watch the input for room only while there is something to write."""
        watched = self._input in self._selector.get_map()
        if self._outgoing and not watched:
            self._selector.register(self._input, selectors.EVENT_WRITE)
        elif watched and not self._outgoing:
            self._selector.unregister(self._input)

    def _send(self) -> None:
        try:
            sent = os.write(self._input, self._outgoing[:CHUNK])
        except BlockingIOError:
            return
        except OSError:
            # The program no longer reads; the end of its output will say why.
            sent = len(self._outgoing)
        self._outgoing = self._outgoing[sent:]

    def _receive(self, data: bytes) -> None:
        *lines, self._partial = (self._partial + data).split(b"\n")
        for line in lines:
            text = line[:LONGEST_LINE].decode("utf-8", "replace").strip()
            self._lines.append(text)
            if self._since_ours >= LINES_AFTER_ONE:
                self._said.pop()
            self._said.append(f"< {shown(text)}")
            self._since_ours += 1

    def _last_words(self) -> str:
        try:
            status = self._process.wait(QUIT_S)
        except subprocess.TimeoutExpired:
            return "closed its output"
        return f"ended with status {status}"

    def close(self) -> None:
        """Ask the process to end, then kill it; returns when it and its pipes are gone."""
        if self._process.poll() is None and self._is_open:
            with contextlib.suppress(OSError):
                os.write(self._input, b"quit\n")
        self._selector.close()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(QUIT_S)
        # Processes that it started are in its group and may outlive it.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
