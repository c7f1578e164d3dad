"""What the endpoints share: settings, queue, engines, and how work is done for a client."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Annotated, TypeVar

from fastapi import Depends, Request
from pydantic import TypeAdapter
from starlette.responses import Response

from coalbaron_fast.engine import Engine, Stop
from coalbaron_fast.engine.pool import EnginePool, EngineSettings
from coalbaron_fast.errors import FieldError
from coalbaron_server.api.problems import Problem, search_problem
from coalbaron_server.metrics import Metrics
from coalbaron_server.settings import Settings
from coalbaron_server.work.clients import client_network
from coalbaron_server.work.turns import SearchQueue, until_gone

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Service:
    """What the endpoints share."""

    settings: Settings
    queue: SearchQueue
    engines: EnginePool
    metrics: Metrics
    draining: threading.Event = field(default_factory=threading.Event)

    @property
    def is_ending(self) -> bool:
        """Whether new clients had better go elsewhere."""
        return self.draining.is_set() or self.queue.is_closing

    async def work(self, request: Request, work: Callable[[Stop], Answer]) -> Answer:
        """Do something in one slot, for as long as the client waits."""
        client = client_network(request.scope)
        async with client_of(request) as gone:
            return await self.queue.run(1, client, work, gone, self.settings.max_time_ms / 1000)

    async def answer(
        self, request: Request, settings: EngineSettings, work: Callable[[Engine, Stop], Answer]
    ) -> Answer:
        """Do something with an engine, for as long as the client waits and one search may take."""
        client = client_network(request.scope)
        async with client_of(request) as gone:
            return await self.search(settings, client, work, gone, self.settings.max_time_ms)

    async def search(
        self,
        settings: EngineSettings,
        client: str,
        work: Callable[[Engine, Stop], Answer],
        gone: asyncio.Future[None],
        most_ms: float,
    ) -> Answer:
        """Do something with an engine, in as many slots as it has threads."""

        def search(stop: Stop) -> Answer:
            try:
                with self.engines.lend(settings) as engine:
                    return work(engine, stop)
            except MemoryError:
                detail = "The search needs more memory."
                raise Problem("limit", detail, "options.hash_mb") from None
            except FieldError as error:
                raise search_problem(error) from None

        return await self.queue.run(settings.threads, client, search, gone, most_ms / 1000)


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


def answered(adapter: TypeAdapter[Answer], answer: Answer) -> Response:
    """Return an answer as JSON; what we made ourselves is not checked again."""
    return Response(adapter.dump_json(answer), media_type="application/json")
