"""A search of a program on its way: what it says as it comes, its stop and its answer."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final, Protocol, Self

from coalbaron_fast.client.info import Answer, Info, read_bestmove
from coalbaron_fast.errors import (
    CommandRefusedError,
    ProgramError,
    ProgramGarbledError,
    ProgramSilentError,
)

__all__ = ["AsyncRemoteSearch"]

KEPT_INFOS: Final = 10_000
"""Infos kept for who iterates; of more the oldest are dropped."""

MOST_LINES: Final = 1000
"""Lines whose newest info is kept."""


class Searched(Protocol):
    """What a search needs of its client."""

    @property
    def transcript(self) -> tuple[str, ...]:
        """The last lines of the conversation."""

    def tell(self, line: str) -> None:
        """Send a line that has no answer of its own; nothing if the program has ended."""

    def give_up(self, wait_ms: float) -> ProgramSilentError:
        """Return the error of a search that does not answer."""

    def abandon(self, error: ProgramError) -> None:
        """End a program that does not even answer `stop`."""

    def forget(self, search: AsyncRemoteSearch) -> None:
        """Let a search go that has ended."""


class AsyncRemoteSearch:
    """A search of a program on its way: `async for` gives each `Info`, `result` the `Answer`.

    Leaving the `async with` stops it and waits for its `bestmove`.
    """

    def __init__(
        self, client: Searched, grace_ms: float, wait_ms: float | None, *, ponder: bool = False
    ) -> None:
        """`AsyncClient.analyse` makes it."""
        self.refusal: CommandRefusedError | None = None
        self._client = client
        self._grace_ms = grace_ms
        self._wait_ms = wait_ms
        self._is_pondering = ponder
        self._is_stopped = False
        self._has_begun = False
        self._infos: deque[Info] = deque(maxlen=KEPT_INFOS)
        self._policy: list[tuple[float, list[str]]] = []
        self._newest: dict[int, Info] = {}
        self._news = asyncio.Event()
        self._ended = asyncio.Event()
        self._outcome: Answer | Exception | None = None
        self._timer: asyncio.TimerHandle | None = None

    # -- from outside

    @property
    def is_done(self) -> bool:
        """Whether the answer is there, or an error."""
        return self._outcome is not None

    @property
    def has_begun(self) -> bool:
        """Whether `go` has been sent: what came before belongs to no search, or to another."""
        return self._has_begun

    @property
    def is_stopped(self) -> bool:
        """Whether it was told to stop."""
        return self._is_stopped

    @property
    def is_pondering(self) -> bool:
        """Whether the answer is held back."""
        return self._is_pondering

    @property
    def lines(self) -> list[Info]:
        """The newest info of each line, the best line first."""
        return [self._newest[rank] for rank in sorted(self._newest)]

    def stop(self) -> None:
        """End the search; it answers nevertheless."""
        if not self._ended.is_set() and not self._is_stopped:
            self._is_stopped = True
            self._is_pondering = False
            if self._has_begun:
                self._client.tell("stop")
                self._set_timer(self._grace_ms, self._lose)

    def ponder_hit(self) -> None:
        """Take the position for real: from now on the limits end the search."""
        if self._is_pondering:
            self._is_pondering = False
            self._client.tell("ponderhit")
            self._watch()

    async def result(self) -> Answer:
        """Wait for the answer; raises what went wrong."""
        while self._outcome is None:
            await self._next_news()
        if isinstance(self._outcome, Exception):
            raise self._outcome
        return self._outcome

    async def wait(self) -> None:
        """Wait for the end, whatever it is."""
        await self._ended.wait()

    def __aiter__(self) -> Self:
        """Give each info as it comes."""
        return self

    async def __anext__(self) -> Info:
        """Return the next info; raises what went wrong, after the last one."""
        while not self._infos:
            if self._outcome is not None:
                if isinstance(self._outcome, Exception):
                    raise self._outcome
                raise StopAsyncIteration
            await self._next_news()
        return self._infos.popleft()

    async def __aenter__(self) -> Self:
        """Return the search."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop the search and wait for its end."""
        self.stop()
        await self.wait()

    async def _next_news(self) -> None:
        self._news.clear()
        await self._news.wait()

    # -- from the client

    def begin(self) -> None:
        """Watch the time from now on: `go` has been sent."""
        self._has_begun = True
        if self._is_stopped:
            self._is_stopped = False
            self.stop()
        elif not self._is_pondering:
            self._watch()

    def take_info(self, info: Info) -> None:
        """Take what is said of a line."""
        if info.pv and 1 <= info.rank <= MOST_LINES:
            self._newest[info.rank] = info
        if info.policy:
            self._policy = info.policy
        self._infos.append(info)
        self._news.set()

    def take_bestmove(self, rest: str) -> None:
        """Take the answer."""
        outcome: Answer | Exception | None = self.refusal
        if outcome is None:
            try:
                outcome = read_bestmove(rest, self.lines, self._policy)
            except ValueError as error:
                outcome = ProgramGarbledError(str(error), self._client.transcript)
        self._settle(outcome)
        self.end()

    def fail(self, error: Exception) -> None:
        """End without an answer."""
        self._settle(error)
        self.end()

    def _settle(self, outcome: Answer | Exception) -> None:
        if self._outcome is None:
            self._outcome = outcome
            self._news.set()

    def end(self) -> None:
        """Let it go: no answer of it will come."""
        self._set_timer(None)
        self._is_pondering = False
        self._ended.set()
        self._client.forget(self)

    def _set_timer(self, wait_ms: float | None, call: Callable[[], None] | None = None) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if wait_ms is not None and call is not None:
            self._timer = asyncio.get_running_loop().call_later(wait_ms / 1000, call)

    def _watch(self) -> None:
        if self._wait_ms is not None:
            self._set_timer(self._wait_ms, self._run_out)

    def _run_out(self) -> None:
        """Fail, and tell the program to stop; an answer that still comes is dropped."""
        assert self._wait_ms is not None  # noqa: S101 - the timer was set with it
        self._settle(self._client.give_up(self._wait_ms))
        self.stop()

    def _lose(self) -> None:
        """End a program that does not answer `stop`: what it says next belongs to nothing."""
        error = self._client.give_up(self._grace_ms)
        self._settle(error)
        self._client.abandon(error)
