"""The service without what guards uvicorn from clients: what that is for, and what it costs.

    python -m bench.http.unguarded --parser h11 --port 0

Uvicorn keeps its own limits, set to the service's; a small ASGI layer bounds what it can see.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from coalbaron_server.api.problems import Problem
from coalbaron_server.app import create_app
from coalbaron_server.settings import Settings, read_settings
from coalbaron_server.transport.framing import MOST_FIELDS, MOST_HEAD_BYTES
from coalbaron_server.transport.logs import set_up_logs
from coalbaron_server.transport.sockets import bound_socket, say_where
from coalbaron_server.work.heavy_requests import Helpers

PARSERS = ("h11", "httptools")


class Bounded:
    """Bounds what an ASGI layer can see: the fields of a head, and the time of each write."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""

        async def send_in_time(message: Message) -> None:
            async with asyncio.timeout(self.settings.send_s):
                await send(message)

        if len(scope["headers"]) > MOST_FIELDS:
            problem = Problem("head-too-large", f"A head has at most {MOST_FIELDS} fields.")
            await problem.response()(scope, receive, send_in_time)
            return
        with contextlib.suppress(TimeoutError):
            await self.app(scope, receive, send_in_time)


class Server(uvicorn.Server):
    """Says where it listens, as the service does."""

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        """Begin to listen."""
        await super().startup(sockets)  # type: ignore[arg-type]
        say_where(self.servers[0].sockets[0])


def main() -> int:
    """Serve until a signal comes."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.http.unguarded",
        description="The service on uvicorn's own protocol, to be attacked beside the guarded one.",
        epilog="All other words are those of `coalbaron-engine serve`.",
    )
    parser.add_argument("--parser", choices=PARSERS, required=True, help="uvicorn's parser")
    arguments, words = parser.parse_known_args()
    settings = read_settings(words)
    set_up_logs(settings.log)
    helpers = Helpers(settings)
    config = uvicorn.Config(
        Bounded(create_app(settings, helpers=helpers), settings),
        http=arguments.parser,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        h11_max_incomplete_event_size=MOST_HEAD_BYTES,
        limit_concurrency=settings.connections,
        timeout_keep_alive=settings.idle_s,
        timeout_graceful_shutdown=2,
    )
    with bound_socket(settings) as listener:
        Server(config).run(sockets=[listener])
    helpers.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
