"""What the endpoints share: the settings, the queue, and how work is done for a client."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated, Final, TypeVar

from fastapi import Depends, Request
from pydantic import TypeAdapter
from starlette.responses import Response

from coalbaron_server.metrics import Metrics
from coalbaron_server.search_queue import EngineOptions, Search, SearchQueue
from coalbaron_server.settings import Settings
from coalbaron_server.streams import until_gone

LARGE_BODY: Final = 16_384
"""A body of so many bytes is read beside the event loop."""

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Service:
    """What the endpoints share."""

    settings: Settings
    queue: SearchQueue
    metrics: Metrics

    async def search(
        self,
        request: Request,
        options: EngineOptions,
        work: Callable[[Search], Answer],
    ) -> Answer:
        """Do something in a search slot, for as long as the client waits."""
        async with client_of(request) as gone:
            return await self.queue.run(options, work, gone, self.settings.max_time_ms / 1000)


def service_of(request: Request) -> Service:
    """Return what the endpoints of an application share."""
    service: Service = request.app.state.service
    return service


Shared = Annotated[Service, Depends(service_of)]


@asynccontextmanager
async def client_of(request: Request) -> AsyncIterator[asyncio.Future[None]]:
    """Give a future that is done when the client has gone."""
    gone = asyncio.ensure_future(until_gone(request.receive))
    try:
        yield gone
    finally:
        gone.cancel()


async def worked_out(request: Request, work: Callable[[], Answer]) -> Answer:
    """Run what is quick on the event loop, and what a large body makes slow beside it."""
    if int(request.headers.get("content-length", LARGE_BODY)) < LARGE_BODY:
        return work()
    return await asyncio.to_thread(work)


def answered(adapter: TypeAdapter[Answer], answer: Answer) -> Response:
    """Return an answer as JSON; what we made ourselves is not checked again."""
    return Response(adapter.dump_json(answer), media_type="application/json")
