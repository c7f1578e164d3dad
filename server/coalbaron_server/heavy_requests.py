"""Helper processes: requests whose work would hold up the event loop are done beside it.

A thread is not enough. Reading half a megabyte of JSON, or listing 40,000 plans, is one call that
keeps the interpreter's lock for a tenth of a second, and with it the event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from coalbaron_server.clients import client_network
from coalbaron_server.helper_app import (
    ANSWERED,
    SHORTENED,
    HelpAnswer,
    HelpRequest,
    receive,
    send,
)
from coalbaron_server.logs import LOG
from coalbaron_server.middleware import NamedPath, replayed
from coalbaron_server.problems import Problem
from coalbaron_server.settings import Settings
from coalbaron_server.streams import until_gone
from coalbaron_server.turns import Gone, Turns

SMALL_BODY: Final = 8192
"""Bytes up to which a body is read in a millisecond or two; the record of a game has 2,000."""

MOST_QUOTES: Final = 128
"""Quotation marks up to which that is so: to tell what a hundred moves do takes as long again."""

HEAVY: Final = frozenset(("/v1/plans",))
"""Paths whose requests are heavy however small they are."""

READ: Final = ANSWERED | SHORTENED
PROGRAM: Final = """
import sys
sys.path[:] = sys.argv[1:]
from coalbaron_server.helper_app import main
main()
"""

LONGEST_S: Final = 60.0
"""A helper that takes longer hangs: it is ended and replaced."""


def is_heavy(path: str, body: bytes) -> bool:
    """Whether a request could hold up the event loop."""
    return len(body) > SMALL_BODY or body.count(b'"') > MOST_QUOTES or path in HEAVY


class HelperEnded(Exception):  # noqa: N818 - it is an event
    """A helper has ended or was ended before it answered."""


class Helper:
    """One helper process. It is started when it is needed first, and again if it has ended.

    It is no process of `multiprocessing`, which would start one more to look after it.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, request: HelpRequest) -> HelpAnswer:
        """Have a request answered; blocks. Raises HelperEnded."""
        if self._process is None or self._process.poll() is not None:
            self._start()
        process: Any = self._process
        hangs = threading.Timer(LONGEST_S, process.kill)
        hangs.start()
        try:
            send(process.stdin, tuple(request))
            answer = HelpAnswer(*receive(process.stdout))
        except (EOFError, OSError) as error:
            self.end()
            raise HelperEnded from error
        finally:
            hangs.cancel()
        if answer.is_last:
            self.end()
        return answer

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
        process: Any = subprocess.Popen(  # noqa: S603 - the command is ours
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
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
    """Take what nobody waits for, so that no error is reported as never looked at."""
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
        if path not in READ or scope["type"] != "http" or scope["method"] != "POST":
            await self.app(scope, receive, send)
            return
        body: bytes = (await receive())["body"]
        if is_heavy(path, body):
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
