"""The log never holds the service up, and says what it has left out."""

from __future__ import annotations

import json
import logging
import os
import threading
from collections.abc import Iterator

import pytest
from bench.http.service import running_service

from coalbaron_server.transport.logs import MOST_LINES, JsonLines, LineWriter
from tests.processes import PATIENCE_S

LINES = 5 * MOST_LINES
"""More than the queue and the pipe hold together."""

REQUESTS = 1000
"""Their lines fill every pipe; 305 were enough to stop the service."""


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    ends = os.pipe()
    yield ends
    for end in ends:
        os.close(end)


def log_of(descriptor: int) -> tuple[logging.Logger, LineWriter]:
    log = logging.getLogger("coalbaron_server.test_logs")
    log.handlers, log.propagate = [], False
    log.setLevel(logging.INFO)
    writer = LineWriter(descriptor)
    writer.setFormatter(JsonLines())
    log.addHandler(writer)
    return log, writer


def read_lines(descriptor: int, until: str) -> list[dict[str, object]]:
    data = b""
    while not data.endswith(b"\n") or until.encode() not in data.splitlines()[-1]:
        data += os.read(descriptor, 65536)
    return [json.loads(line) for line in data.splitlines()]


def test_lines_that_no_reader_takes_are_dropped_and_counted(pipe: tuple[int, int]) -> None:
    log, writer = log_of(pipe[1])
    for number in range(LINES):
        log.info("line", extra={"fields": {"number": number, "more": "x" * 200}})
    # Nothing waits for the reader, not even the end.
    writer.finish(0.01)
    found: list[dict[str, object]] = []
    reader = threading.Thread(target=lambda: found.extend(read_lines(pipe[0], "last")))
    reader.start()
    writer.finish(PATIENCE_S)
    log.info("last")
    reader.join(PATIENCE_S)
    kept = [line["number"] for line in found if line["message"] == "line"]
    dropped = [line["count"] for line in found if line["message"] == "lines dropped"]
    assert kept == sorted(set(map(int, map(str, kept))))
    assert len(kept) >= MOST_LINES
    assert sum(map(int, map(str, dropped))) == LINES - len(kept) > 0


def test_the_end_waits_for_the_last_lines(pipe: tuple[int, int]) -> None:
    log, writer = log_of(pipe[1])
    for _ in range(20):
        log.info("line")
        writer.finish(PATIENCE_S)
        assert b"line" in os.read(pipe[0], 65536)


def test_a_log_without_a_reader_is_no_reason_to_stop() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    log, writer = log_of(writing)
    log.info("line")
    writer.finish(PATIENCE_S)
    log.info("line")
    writer.finish(PATIENCE_S)
    os.close(writing)


def test_the_service_answers_and_ends_although_its_log_is_not_read() -> None:
    with running_service(rate=0, reads_log=False) as service:
        connection = service.connect()
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * REQUESTS)
        data = b""
        while data.count(b'{"status":"ok"}') < REQUESTS:
            piece = connection.recv(65536)
            assert piece
            data += piece
        assert service.end() == 0
