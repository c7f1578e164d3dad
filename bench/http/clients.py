"""Clients that load a service: steady ones, which are timed, and a crowd that misbehaves."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections import Counter
from typing import Final, NamedTuple

from bench.http.service import request_bytes

HOST: Final = "127.0.0.1"
LONGEST_S: Final = 30.0


class Load(NamedTuple):
    """The figures of a stretch of steady load."""

    requests_s: float
    times_ms: list[float]


class Broken(Exception):  # noqa: N818 - named for what the connection is
    """A connection ended before an answer was whole."""


async def steady(port: int, path: str, body: object, connections: int, seconds: float) -> Load:
    """Send the next request on each connection as soon as the last is answered."""
    request = request_bytes(path, body)
    times_ms: list[float] = []
    end = time.perf_counter() + seconds

    async def one() -> None:
        reader, writer = await asyncio.open_connection(HOST, port)
        try:
            while (began := time.perf_counter()) < end:
                writer.write(request)
                status, _ = await read_answer(reader)
                if status != 200:
                    raise RuntimeError(f"{path} answered {status}")
                times_ms.append((time.perf_counter() - began) * 1000)
        finally:
            await closed(writer)

    began = time.perf_counter()
    await asyncio.gather(*(one() for _ in range(connections)))
    return Load(len(times_ms) / (time.perf_counter() - began), sorted(times_ms))


async def read_answer(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """Read a whole answer; Broken if the connection ends on the way, EOFError if before it."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError as error:
        if error.partial:
            raise Broken from None
        raise EOFError from None
    status = int(head[9:12])
    lowered = head.lower()
    try:
        if b"content-length:" in lowered:
            length = int(lowered.partition(b"content-length:")[2].split(b"\r\n", 1)[0])
            return status, await reader.readexactly(length)
        return status, await _read_chunks(reader)
    except asyncio.IncompleteReadError:
        raise Broken from None


async def _read_chunks(reader: asyncio.StreamReader) -> bytes:
    parts = []
    while True:
        size = int((await reader.readuntil(b"\r\n"))[:-2], 16)
        parts.append(await reader.readexactly(size + 2))
        if size == 0:
            return b"".join(parts)


async def closed(writer: asyncio.StreamWriter) -> None:
    """Close a connection and wait until it is."""
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()


class Crowd:
    """Clients that ask all kinds of things and leave when they like."""

    def __init__(self, port: int, requests: list[tuple[str, object]], seed: int) -> None:
        self.outcomes: Counter[str] = Counter()
        self._port = port
        self._requests = [request_bytes(path, body) for path, body in requests]
        self._random = random.Random(seed)

    async def run(self, clients: int, seconds: float) -> None:
        """Let a number of clients come and go for a while."""
        end = time.monotonic() + seconds
        await asyncio.gather(*(self._client(end) for _ in range(clients)))

    async def _client(self, end: float) -> None:
        while time.monotonic() < end:
            try:
                reader, writer = await asyncio.open_connection(HOST, self._port)
            except OSError:
                self.outcomes["refused"] += 1
                return
            try:
                await self._visit(reader, writer, end)
            finally:
                if self._random.random() < 0.5:
                    # The client says nothing: the other end finds out by a reset.
                    writer.transport.abort()
                await closed(writer)

    async def _visit(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, end: float
    ) -> None:
        """Ask some times; leave before, during or after an answer."""
        for _ in range(self._random.randint(1, 4)):
            request = self._random.choice(self._requests)
            if self._random.random() < 0.1:
                request = request[: self._random.randrange(len(request))]
            patience_s = self._random.choice((0.0, 0.005, 0.05, 0.3, LONGEST_S))
            patience_s = min(patience_s, max(end - time.monotonic(), 0.0))
            try:
                writer.write(request)
                async with asyncio.timeout(patience_s):
                    status, _ = await read_answer(reader)
                self.outcomes[str(status)] += 1
            except TimeoutError:
                self.outcomes["left"] += 1
                return
            except EOFError:
                self.outcomes["closed"] += 1
                return
            except OSError:
                self.outcomes["reset"] += 1
                return
            except Broken:
                self.outcomes["half an answer"] += 1
                return
