"""A wire without a process: a script of lines expected from the client and lines said to it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, TypeVar

from coalbaron_fast.client import AsyncClient, Patience
from coalbaron_fast.client.asynchronous import PATIENCE
from coalbaron_fast.client.program import Listener
from coalbaron_fast.errors import ProgramEndedError, ProgramError

GREETING: Final = (
    "> ugi",
    "< welcome, client",
    "< id name Script 1.0",
    "< id author A. Nonymous",
    "< option name Threads type spin default 1 min 1 max 8",
    "< option name Ponder type check default false",
    "< option name Game type combo default coalbaron var coalbaron var coin",
    "< option name Book File type string default <empty>",
    "< option name Clear Hash type button",
    "< option name Broken type spin default many",
    "< ugiok",
)
OPENING: Final = (*GREETING, "> isready", "< readyok")
END: Final = "< (the program ends)"

SHORT: Final = Patience(start_ms=50, grace_ms=50)
"""For programs that never begin, or never stop."""

T = TypeVar("T")


class ScriptedWire:
    """Expects each line after ``> ``, then says all lines after ``< `` up to the next ``> ``."""

    def __init__(self, script: Sequence[str]) -> None:
        self.sent: list[str] = []
        self.abandoned: ProgramError | None = None
        self._script = deque(script)
        self._listener: Listener | None = None
        self._error: ProgramError | None = None

    @property
    def transcript(self) -> tuple[str, ...]:
        """What was sent."""
        return tuple(f"> {line}" for line in self.sent)

    def listen(self, listener: Listener) -> None:
        """Keep the client."""
        self._listener = listener

    def send(self, lines: Sequence[str]) -> None:
        """Compare the lines with the script, and answer as it says."""
        if self._error is not None:
            raise self._error
        for line in lines:
            self.sent.append(line)
            expected = self._script.popleft() if self._script else "> nothing"
            assert expected == f"> {line}", f"expected {expected!r}, not {line!r}"
            while self._script and not self._script[0].startswith("> "):
                asyncio.get_running_loop().call_soon(self._say, self._script.popleft())

    def say(self, *lines: str) -> None:
        """Say lines that no line sent is answered with."""
        for line in lines:
            self._say(f"< {line}")

    def _say(self, row: str) -> None:
        assert self._listener is not None
        if row == END:
            self._lose(ProgramEndedError("ended with status 3"))
        elif self._error is None:
            self._listener.line_received(row.removeprefix("< "))

    def _lose(self, error: ProgramError) -> None:
        if self._error is None and self._listener is not None:
            self._error = error
            self._listener.wire_lost(error)

    def abandon(self, error: ProgramError) -> None:
        """Note that the client has lost its patience."""
        self.abandoned = error
        self._lose(error)

    async def close(self) -> int | None:
        """End."""
        self._lose(ProgramEndedError("was told to quit"))
        return 0

    def assert_done(self) -> None:
        """All of the script was said."""
        assert list(self._script) == []


def converse(
    script: Sequence[str],
    work: Callable[[AsyncClient, ScriptedWire], Awaitable[T]],
    *,
    opening: Sequence[str] = OPENING,
    patience: Patience = PATIENCE,
) -> T:
    """Open a client on a script, let it do its work, and check that all was said."""

    async def run() -> T:
        wire = ScriptedWire([*opening, *script])
        client = AsyncClient(wire, patience)
        await client.open()
        result = await work(client, wire)
        wire.assert_done()
        await client.quit()
        return result

    return asyncio.run(run())
