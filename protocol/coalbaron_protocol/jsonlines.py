"""`analyse --json`: one query a line, replies that carry its `id`, several at once.

The reader puts queries into a queue. As many workers as there are threads take the one of the
highest priority whose threads are free. The end of the input finishes the queue, and ends searches
that have no limit.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, Final

from coalbaron_fast import (
    Engine,
    LimitsError,
    ParseError,
    SettingsError,
    Stop,
    __version__,
)
from coalbaron_fast.engine.pool import EnginePool
from coalbaron_fast.games import Position
from coalbaron_protocol.conversation import abandon
from coalbaron_protocol.messages import shown
from coalbaron_protocol.queries import Query, QueryDefaults, QueryRefused, read_id, read_query
from coalbaron_protocol.statuses import FAILED, INTERRUPTED
from coalbaron_protocol.streams import (
    LineTooLong,
    LineWriter,
    OutputClosed,
    input_descriptor,
    read_lines,
)

ACTIONS: Final = ("version", "terminate", "terminate_all", "clear")


def analyse_lines(defaults: QueryDefaults) -> int:
    """Answer the queries on standard input; return the exit status."""
    descriptor = input_descriptor()
    service = QueryService(LineWriter(), defaults, abandon)
    try:
        service.serve(() if descriptor is None else read_lines(descriptor))
    except KeyboardInterrupt:
        return INTERRUPTED
    except OutputClosed:
        return FAILED
    return FAILED if service.has_refused else 0


class QueuedQuery:
    """A query that waits or is answered."""

    def __init__(self, query: Query, number: int) -> None:
        self.query = query
        self.number = number
        self.stop = Stop()

    @property
    def rank(self) -> tuple[int, int]:
        """Return the place in the queue: the higher priority first, then the earlier one."""
        return -self.query.priority, self.number


class QueryService:
    """Takes queries and writes answers."""

    def __init__(
        self,
        write: Callable[..., None],
        defaults: QueryDefaults,
        abandon: Callable[[], None],
    ) -> None:
        self._write = write
        self._defaults = defaults
        self._has_refused = False
        self._abandon = abandon
        self._changed = threading.Condition()
        self._waiting: list[QueuedQuery] = []
        self._running: list[QueuedQuery] = []
        self._free = defaults.threads
        self._taken = 0
        self._closed = False
        self._engines = EnginePool(defaults.threads)

    @property
    def has_refused(self) -> bool:
        """Whether a line was answered with an error."""
        return self._has_refused

    def serve(self, lines: Iterable[str | LineTooLong]) -> None:
        """Answer all lines, and finish the queue when they end."""
        workers = [threading.Thread(target=self._work, daemon=True) for _ in range(self._free)]
        for worker in workers:
            worker.start()
        for line in lines:
            self._take(line)
        with self._changed:
            self._closed = True
            endless = [job for job in self._waiting + self._running if job.query.limits.infinite]
            self._changed.notify_all()
        self._stop(endless)
        for worker in workers:
            worker.join()

    # -- the reader's side

    def _take(self, line: str | LineTooLong) -> None:
        """Follow one line."""
        name: str | None = None
        try:
            data = _read_object(line)
            if not data:
                return
            name = read_id(data)
            if "action" in data:
                self._act(name, data)
                return
            query = read_query(data, self._defaults)
            with self._changed:
                self._taken += 1
                self._waiting.append(QueuedQuery(query, self._taken))
                self._changed.notify_all()
        except QueryRefused as error:
            self._refuse(name, str(error), error.field)

    def _act(self, name: str, data: dict[str, Any]) -> None:
        action = data["action"]
        if action not in ACTIONS:
            raise QueryRefused("action", f"one of {' '.join(ACTIONS)}, not {shown(str(action))}")
        reply: dict[str, Any] = {"id": name, "action": action}
        if action == "version":
            reply["version"] = __version__
        elif action == "clear":
            self._engines.clear()
        else:
            wanted = data.get("terminate_id")
            if action == "terminate" and not isinstance(wanted, str):
                raise QueryRefused("terminate_id", "the id of a query is needed")
            with self._changed:
                chosen = [
                    job
                    for job in self._waiting + self._running
                    if action == "terminate_all" or job.query.id == wanted
                ]
            self._stop(chosen)
            reply["terminated"] = len(chosen)
        self._reply(reply)

    def _stop(self, jobs: list[QueuedQuery]) -> None:
        """End queries, and wait for the answers of those that run."""
        for job in jobs:
            job.stop.set()
        with self._changed:
            self._changed.wait_for(lambda: not any(job in self._running for job in jobs))

    # -- the workers' side

    def _work(self) -> None:
        """Take queries until there are no more."""
        try:
            while (job := self._next()) is not None:
                self._answer(job)
                with self._changed:
                    self._running.remove(job)
                    self._free += job.query.settings.threads
                    self._changed.notify_all()
        except OutputClosed:
            self._abandon()

    def _next(self) -> QueuedQuery | None:
        """Wait for the query that is due and for its threads; None when all is done."""
        with self._changed:
            while True:
                if self._waiting:
                    job = min(self._waiting, key=lambda waiting: waiting.rank)
                    if job.query.settings.threads <= self._free:
                        self._waiting.remove(job)
                        self._running.append(job)
                        self._free -= job.query.settings.threads
                        return job
                elif self._closed:
                    return None
                self._changed.wait()

    def _answer(self, job: QueuedQuery) -> None:
        try:
            with self._engines.lend(job.query.settings) as engine:
                for turn, state in job.query.states:
                    self._search(job, engine, turn, state)
        except OutputClosed:
            raise
        except Exception as error:  # noqa: BLE001 - one reply, whatever went wrong inside
            self._refuse(job.query.id, str(error) or repr(error), _field_of(error))

    def _search(self, job: QueuedQuery, engine: Engine, turn: int, state: Position) -> None:
        """Analyse one position of a query."""
        head = {"id": job.query.id, "turn": turn, "seat": state.turn}
        if state.turn is None:
            field = "turns" if len(job.query.states) > 1 else "position"
            raise QueryRefused(field, f"no seat is to move at turn {turn}: {state.phase}")
        if job.stop.is_set:
            self._reply({**head, "final": True, "terminated": True})
            return
        every = job.query.report_every
        search = engine.start(state, job.query.limits, stop=job.stop)
        if every is not None:
            reported = time.monotonic()
            for analysis in search:
                if time.monotonic() - reported >= every and not search.is_done:
                    reported = time.monotonic()
                    self._reply({**head, "final": False, **analysis.as_data()})
        self._reply({**head, "final": True, **search.result().as_data()})

    def _refuse(self, name: str | None, what: str, field: str | None) -> None:
        self._has_refused = True
        self._reply({"id": name, "error": what, "field": field})

    def _reply(self, data: dict[str, Any]) -> None:
        self._write(json.dumps(data))


def _read_object(line: str | LineTooLong) -> dict[str, Any]:
    """Return the object of a line; an empty one for an empty line."""
    if isinstance(line, LineTooLong):
        raise QueryRefused("line", "the line is too long")
    if not line.strip():
        return {}
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise QueryRefused("line", f"no JSON: {shown(str(error))}") from None
    if not isinstance(data, dict) or not data:
        raise QueryRefused("line", "a line holds one JSON object with an id")
    return data


def _field_of(error: Exception) -> str | None:
    """Return the field of a query that an error is about, if it is about one."""
    if isinstance(error, QueryRefused):
        return error.field
    if isinstance(error, SettingsError):
        return f"options.{error.field}"
    if isinstance(error, LimitsError):
        return f"limits.{error.field}"
    if isinstance(error, ParseError):
        # All other words were read with the query.
        return "limits.root_turns"
    return None
