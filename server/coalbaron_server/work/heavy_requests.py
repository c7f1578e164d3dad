"""Helper processes: requests whose work would hold up the event loop are done beside it.

A thread is not enough. Reading half a megabyte of JSON, or listing 40,000 plans, is one call that
keeps the interpreter's lock for a tenth of a second, and with it the event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from coalbaron_server.api.bodies import replayed
from coalbaron_server.api.problems import Problem
from coalbaron_server.metrics import SHARED_DIRECTORY
from coalbaron_server.settings import Settings
from coalbaron_server.transport.access_log import NamedPath
from coalbaron_server.transport.logs import LOG
from coalbaron_server.work.clients import NO_ADDRESS, client_network
from coalbaron_server.work.helper_app import (
    ANSWERED,
    SHORTENED,
    HelpAnswer,
    HelpRequest,
    receive,
    send,
)
from coalbaron_server.work.turns import Gone, Turns, until_gone

SMALL_BODY: Final = 8192
"""Bytes up to which a body is read in a millisecond or two; the record of a game has 2,000."""

MOST_QUOTES: Final = 128
"""Quotation marks up to which that is so: each move is a text of its own."""

MOST_MOVES: Final = 40
"""Moves that are played and told in a millisecond or two; a turn has twenty at most."""

RECORD: Final = re.compile(rb'"record"[ \t\r\n]*:[ \t\r\n]*"(?:[^"\\]|\\.)*"')
"""The record of a game in a body: its moves are played, but not told."""

HEAVY: Final = frozenset(("/v1/plans",))
"""Paths whose requests are heavy however small they are."""

READ: Final = ANSWERED | SHORTENED
PROGRAM: Final = """
import sys
sys.path[:] = sys.argv[1:]
from coalbaron_server.work.helper_app import main
main()
"""

PROBE: Final = HelpRequest("/", b"", b"")
"""There is no such path: a helper that says so is alive."""

REVIVE_PAUSE_S: Final = 5.0
"""From one attempt to start a helper again to the next."""

LONGEST_S: Final = 60.0
"""A helper that takes longer hangs: it is ended and replaced."""


def is_heavy(path: str, body: bytes) -> bool:
    """Whether a request could hold up the event loop."""
    if path in HEAVY or len(body) > SMALL_BODY or body.count(b'"') > MOST_QUOTES:
        return True
    # Counted, not parsed: what may be heavy is read once, where it is answered.
    rest = RECORD.sub(b"", body)
    return rest.count(b"/") + rest.count(b'"') // 2 + rest.count(b"\\u") > MOST_MOVES


class HelperEnded(Exception):  # noqa: N818 - it is an event
    """A helper has ended or was ended before it answered."""


class Helper:
    """One helper process. It is started when it is needed first, and again if it has ended.

    It is no process of `multiprocessing`, which would start one more to look after it.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None
        self._has_failed = False
        self.restarts = 0

    @property
    def number(self) -> int | None:
        """The id of its process, while there is one."""
        return None if self._process is None else self._process.pid

    @property
    def is_dead(self) -> bool:
        """Whether it ended by itself, and has answered nothing since."""
        return self._has_failed or (self._process is not None and self._process.poll() is not None)

    def ask(self, request: HelpRequest) -> HelpAnswer:
        """Have a request answered; blocks. Raises HelperEnded."""
        if self.is_dead:
            self._has_failed = True
            self.restarts += 1
        if self._has_failed or self._process is None:
            self._start()
        try:
            answer = self._talk(request)
        except (EOFError, OSError) as error:
            self._has_failed = True
            self.end()
            raise HelperEnded from error
        self._has_failed = False
        if answer.is_last:
            self.end()
        return answer

    def _talk(self, request: HelpRequest) -> HelpAnswer:
        process: Any = self._process
        hangs = threading.Timer(LONGEST_S, process.kill)
        hangs.start()
        try:
            send(process.stdin, tuple(request))
            return HelpAnswer(*receive(process.stdout))
        finally:
            hangs.cancel()

    def end(self) -> None:
        """End the process; it keeps nothing."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            with contextlib.suppress(OSError):
                process.communicate()

    def _start(self) -> None:
        self.end()
        # It finds its modules where this process does, and nowhere else. It holds the ends of its
        # pipes alone: when this process has gone, whatever ended it, the helper reads the end.
        command = [sys.executable, "-I", "-c", PROGRAM, *sys.path]
        # Its numbers are none of the service's: the slots that it never gives out, for instance.
        environment = {key: text for key, text in os.environ.items() if key != SHARED_DIRECTORY}
        process: Any = subprocess.Popen(  # noqa: S603 - the command is ours
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
        )
        self._process = process
        LOG.info("helper started", extra={"fields": {"pid": process.pid}})
        with contextlib.suppress(OSError):
            send(process.stdin, (self._settings,))


class Helpers:
    """The helpers of one process of the service, and who waits for one."""

    def __init__(self, settings: Settings, make: Callable[[Settings], Helper] = Helper) -> None:
        number = settings.helpers
        self._idle = [make(settings) for _ in range(number)]
        self._all = tuple(self._idle)
        self._threads = ThreadPoolExecutor(number, thread_name_prefix="helper")
        self.turns = Turns(
            number,
            settings.queue,
            settings.queue_s,
            client_slots=max(number // 2, 1),
            client_queue=settings.queue_of_client,
        )
        self._reviving: asyncio.Task[None] | None = None
        self._next_try = -math.inf

    @property
    def numbers(self) -> list[int]:
        """The ids of their processes."""
        return [helper.number for helper in self._all if helper.number is not None]

    @property
    def restarts(self) -> int:
        """How many processes took the place of one that ended by itself."""
        return sum(helper.restarts for helper in self._all)

    @property
    def dead(self) -> int:
        """How many ended by themselves, and have answered nothing since."""
        return sum(helper.is_dead for helper in self._all)

    def revive(self) -> None:
        """Begin to start those again that ended by themselves, if none is being started."""
        is_busy = self._reviving is not None and not self._reviving.done()
        if self.dead and not is_busy and time.monotonic() >= self._next_try:
            self._next_try = time.monotonic() + REVIVE_PAUSE_S
            self._reviving = asyncio.create_task(self._revive())

    async def _revive(self) -> None:
        """Have a dead helper answer something: it lives again once it has."""
        self._idle.sort(key=lambda helper: helper.is_dead)
        nobody_leaves = asyncio.get_running_loop().create_future()
        with contextlib.suppress(Problem):
            await self.ask(NO_ADDRESS, PROBE, nobody_leaves)
            self._next_try = -math.inf

    async def ask(
        self, client: str, request: HelpRequest, gone: asyncio.Future[None]
    ) -> HelpAnswer:
        """Have a request answered once a helper is free. Raises Gone, or Problem if none is."""
        await self.turns.take(1, client, gone)
        helper = self._idle.pop()
        future = asyncio.get_running_loop().run_in_executor(self._threads, helper.ask, request)

        def give_back(_done: object) -> None:
            self._idle.append(helper)
            self.turns.give_back(1, client)

        # Work that was begun is ended, also when its client has gone.
        future.add_done_callback(give_back)
        await asyncio.wait((future, gone), return_when="FIRST_COMPLETED")
        if not future.done():
            future.add_done_callback(_forget)
            raise Gone
        try:
            return future.result()
        except HelperEnded:
            LOG.exception("helper ended")
            raise Problem("internal", "It has been logged.") from None

    def close(self) -> None:
        """End all of them."""
        for helper in self._all:
            helper.end()
        self._threads.shutdown(wait=False)


def _forget(future: asyncio.Future[HelpAnswer]) -> None:
    """Take an answer that no caller waits for, so that its error is not reported as unread."""
    with contextlib.suppress(HelperEnded):
        future.result()


class HeavyRequests:
    """Has helpers answer large requests, or shorten those for a search."""

    def __init__(self, app: ASGIApp, helpers: Helpers) -> None:
        self.app = app
        self.helpers = helpers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, whose body has been read."""
        path = scope.get("path", "")
        if scope["type"] != "http" or scope["method"] != "POST":
            await self.app(scope, receive, send)
            return
        body: bytes = (await receive())["body"]
        if path not in READ:
            if len(body) > SMALL_BODY:
                raise Problem("too-large", f"At most {SMALL_BODY} bytes here.", most=SMALL_BODY)
        elif is_heavy(path, body):
            scope["route"] = NamedPath(path)
            answer = await self._answer(scope, body, receive)
            if path in ANSWERED or answer.status != 200:
                await send(
                    {
                        "type": "http.response.start",
                        "status": answer.status,
                        "headers": answer.headers,
                    }
                )
                await send({"type": "http.response.body", "body": answer.body})
                return
            body = answer.body
        await self.app(scope, replayed(body, receive), send)

    async def _answer(self, scope: Scope, body: bytes, receive: Receive) -> HelpAnswer:
        content_type = Headers(scope=scope).get("content-type", "")
        request = HelpRequest(scope["path"], content_type.encode("latin-1"), body)
        gone = asyncio.ensure_future(until_gone(receive))
        try:
            return await self.helpers.ask(client_network(scope), request, gone)
        finally:
            gone.cancel()
