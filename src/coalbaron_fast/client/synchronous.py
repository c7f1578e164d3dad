"""The client without asyncio: the same calls, which wait.

The event loop runs on a thread of its own, so that a client may be used beside another loop, as in
a notebook, and stopped from any thread.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import threading
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Self, TypeVar

from coalbaron_fast.client.asynchronous import PATIENCE, AsyncClient, Dialect, Patience
from coalbaron_fast.client.info import Answer, Info
from coalbaron_fast.client.remote import AsyncRemoteSearch
from coalbaron_fast.engine.limits import Limits
from coalbaron_fast.errors import ProgramEndedError
from coalbaron_fast.games import DEFAULT, Position
from coalbaron_fast.wire.options import Option

__all__ = ["Client", "RemoteSearch"]

T = TypeVar("T")


class LoopThread:
    """An event loop on a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._serve, name="client", daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.get_loop().run_forever()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine there and return its result; Ctrl-C cancels it."""
        if self._loop.is_closed():
            work.close()
            raise ProgramEndedError("was told to quit")
        future: concurrent.futures.Future[T] = concurrent.futures.Future()
        tasks: list[asyncio.Task[T]] = []

        def begin() -> None:
            tasks.append(self._loop.create_task(work))
            tasks[0].add_done_callback(lambda task: settle(future, task))

        self._loop.call_soon_threadsafe(begin)

        def cancel() -> None:
            # There may be no task yet; there is when the loop comes to this.
            tasks[0].cancel()

        try:
            return future.result()
        except BaseException:
            if not future.done():
                # What is cancelled tidies up after itself, in bounded time.
                self.call(cancel)
                concurrent.futures.wait([future])
            raise

    @property
    def is_closed(self) -> bool:
        """Whether it has ended."""
        return self._loop.is_closed()

    def call(self, work: Callable[[], object]) -> None:
        """Let a function run there soon; after the end nothing is left for it to do."""
        # Another thread may close the loop between a question and a call.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(work)

    def close(self) -> None:
        """End the loop and its thread."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()


def settle(future: concurrent.futures.Future[T], task: asyncio.Task[T]) -> None:
    """Hand the outcome of a task to a future of another thread."""
    if task.cancelled():
        future.set_exception(concurrent.futures.CancelledError())
    elif (error := task.exception()) is not None:
        future.set_exception(error)
    else:
        future.set_result(task.result())


class Client:
    """Talks to a program that speaks the line protocol: `AsyncClient`, with calls that wait.

    `start` begins, `quit` or leaving the `with` ends. `stop` may be called from any thread.
    Ctrl-C during a search stops it.
    """

    def __init__(self, client: AsyncClient, loop: LoopThread) -> None:
        """Use `start`."""
        self._client = client
        self._loop = loop
        self._status: int | None = None

    @classmethod
    def start(
        cls,
        command: str | Sequence[str],
        *,
        options: Mapping[str, object] | None = None,
        game: str = DEFAULT,
        dialect: Dialect = "ugi",
        patience: Patience = PATIENCE,
    ) -> Self:
        """Start a program, greet it and set its options, as `AsyncClient.start` does."""
        loop = LoopThread()
        started: list[AsyncClient] = []

        async def begin() -> AsyncClient:
            client = await AsyncClient.start(
                command, options=options, game=game, dialect=dialect, patience=patience
            )
            started.append(client)
            return client

        try:
            return cls(loop.run(begin()), loop)
        except BaseException:
            # An interrupt may come when the program has just begun.
            for client in started:
                loop.run(client.quit())
            loop.close()
            raise

    def quit(self) -> int | None:
        """Let the program end, or end it; return its exit status. A second call does nothing."""
        if not self._loop.is_closed:
            try:
                self._status = self._loop.run(self._client.quit())
            finally:
                self._loop.close()
        return self._status

    def __enter__(self) -> Self:
        """Return the client."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the program."""
        self.quit()

    @property
    def id(self) -> Mapping[str, str]:
        """What the program says of itself: `name`, `author`."""
        return self._client.id

    @property
    def options(self) -> Mapping[str, Option]:
        """The program's options, with their types and ranges."""
        return self._client.options

    @property
    def game(self) -> str:
        """The game that the program is set to."""
        return self._client.game

    @property
    def transcript(self) -> tuple[str, ...]:
        """The last lines of the conversation: ``> `` was sent, ``< `` came back."""
        return self._client.transcript

    def ping(self) -> None:
        """Wait until the program answers, during a search too."""
        self._loop.run(self._client.ping())

    def configure(self, options: Mapping[str, object]) -> None:
        """Set options, all checked before one is sent; they count from the next search on."""
        self._loop.run(self._client.configure(options))

    def new_game(self) -> None:
        """Tell the program that another game begins."""
        self._loop.run(self._client.new_game())

    def set_position(self, position: Position | str) -> None:
        """Set the position that `query` and `ask` are about."""
        self._loop.run(self._client.set_position(position))

    def query(self, question: str) -> str:
        """Ask about the last position: `gameover`, `turn`, `result` and so on."""
        return self._loop.run(self._client.query(question))

    def ask(self, line: str, end: str, *, wait_ms: float | None = None) -> list[str]:
        """Send any line; return what comes back, up to the first line that begins with `end`."""
        return self._loop.run(self._client.ask(line, end, wait_ms=wait_ms))

    def analyse(
        self,
        position: Position | str,
        limits: Limits,
        *,
        ponder: bool = False,
        wait_ms: float | None = None,
    ) -> RemoteSearch:
        """Begin a search and return it while it runs."""
        beginning = self._client.analyse(position, limits, ponder=ponder, wait_ms=wait_ms)
        return RemoteSearch(self._loop.run(beginning), self._loop)

    def search(
        self, position: Position | str, limits: Limits, *, wait_ms: float | None = None
    ) -> Answer:
        """Search until a limit is met, and return what was found."""
        return self._loop.run(self._client.search(position, limits, wait_ms=wait_ms))

    def play(
        self, position: Position | str, limits: Limits, *, wait_ms: float | None = None
    ) -> list[str]:
        """Return the tokens of the turn that the program plays; none where there is no turn."""
        return self._loop.run(self._client.play(position, limits, wait_ms=wait_ms))

    def stop(self) -> None:
        """End the search that is running, from any thread; without one, do nothing."""
        self._loop.call(self._client.stop)


class RemoteSearch:
    """A search of a program on its way: iterating gives each `Info`, `result` the `Answer`.

    Leaving the `with` stops it and waits for its `bestmove`.
    """

    def __init__(self, search: AsyncRemoteSearch, loop: LoopThread) -> None:
        """`Client.analyse` makes it."""
        self._search = search
        self._loop = loop

    @property
    def is_done(self) -> bool:
        """Whether the answer is there, or an error."""
        return self._search.is_done

    @property
    def lines(self) -> list[Info]:
        """The newest info of each line, the best line first."""
        return self._search.lines

    def stop(self) -> None:
        """End the search, from any thread; it answers nevertheless."""
        self._loop.call(self._search.stop)

    def ponder_hit(self) -> None:
        """Take the position for real: from now on the limits end the search."""
        self._loop.call(self._search.ponder_hit)

    def result(self) -> Answer:
        """Wait for the answer; raises what went wrong."""
        return self._loop.run(self._search.result())

    def wait(self) -> None:
        """Wait for the end, whatever it is."""
        self._loop.run(self._search.wait())

    def __iter__(self) -> Self:
        """Give each info as it comes."""
        return self

    def __next__(self) -> Info:
        """Return the next info; raises what went wrong, after the last one."""
        try:
            return self._loop.run(self._search.__anext__())
        except StopAsyncIteration:
            raise StopIteration from None

    def __enter__(self) -> Self:
        """Return the search."""
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the search and wait for its end."""
        self.stop()
        self.wait()
