"""`analyse --json`: one query a line, replies that carry its `id`, several at once.

The reader puts queries into a queue; as many workers as there are threads take the one of the
highest priority whose threads are free. The end of the input finishes the queue; a search
without a limit ends there.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, Final

from coalbaron_fast import Analysis, Engine, __version__
from coalbaron_fast.games import Position
from coalbaron_protocol.messages import shown
from coalbaron_protocol.queries import EngineSettings, Query, QueryRefused, read_id, read_query
from coalbaron_protocol.statuses import FAILED, INTERRUPTED
from coalbaron_protocol.streams import (
    LineTooLong,
    LineWriter,
    OutputClosed,
    input_descriptor,
    read_lines,
)

STOP_EVERY_S: Final = 0.002
ACTIONS: Final = ("version", "terminate", "terminate_all", "clear")


def analyse_lines(threads: int, game: str) -> int:
    """Answer the queries on standard input; return the exit status.

    `game` is the game of queries that name none.
    """
    # Imported here: the module of the command itself imports this one.
    from coalbaron_protocol.__main__ import abandon  # noqa: PLC0415

    descriptor = input_descriptor()
    desk = QueryService(LineWriter(), threads, game, abandon)
    try:
        desk.serve(() if descriptor is None else read_lines(descriptor))
    except KeyboardInterrupt:
        return INTERRUPTED
    except OutputClosed:
        return FAILED
    return 0


class Running:
    """A query on its way: waiting, searching, or told to stop."""

    def __init__(self, query: Query, number: int) -> None:
        self.query = query
        self.number = number
        self.engine: Engine | None = None
        self.stopped = threading.Event()

    @property
    def rank(self) -> tuple[int, int]:
        """What is sorted by: the higher priority first, then the earlier one."""
        return -self.query.priority, self.number


class QueryService:
    """Takes queries and gives answers."""

    def __init__(
        self, write: Callable[..., None], threads: int, game: str, abandon: Callable[[], None]
    ) -> None:
        self._write = write
        self._threads = threads
        self._game = game
        self._abandon = abandon
        self._changed = threading.Condition()
        self._waiting: list[Running] = []
        self._running: list[Running] = []
        self._free = threads
        self._taken = 0
        self._closed = False
        self._idle_engines: list[tuple[EngineSettings, Engine]] = []

    def serve(self, lines: Iterable[str | LineTooLong]) -> None:
        """Answer all lines, and finish the queue when they end."""
        workers = [threading.Thread(target=self._work, daemon=True) for _ in range(self._threads)]
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
            query = read_query(data, self._threads, self._game)
            with self._changed:
                self._taken += 1
                self._waiting.append(Running(query, self._taken))
                self._changed.notify_all()
        except QueryRefused as error:
            self._reply({"id": name, "error": str(error), "field": error.field})

    def _act(self, name: str, data: dict[str, Any]) -> None:
        action = data["action"]
        if action not in ACTIONS:
            raise QueryRefused("action", f"one of {' '.join(ACTIONS)}, not {shown(str(action))}")
        reply: dict[str, Any] = {"id": name, "action": action}
        if action == "version":
            reply["version"] = __version__
        elif action == "clear":
            with self._changed:
                self._idle_engines.clear()
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

    def _stop(self, jobs: list[Running]) -> None:
        """End queries: those that wait get a short search, so that each has an answer."""
        for job in jobs:
            job.stopped.set()
        left = jobs
        while left:
            with self._changed:
                left = [job for job in left if job in self._running]
            for job in left:
                if job.engine is not None:
                    job.engine.stop()
            time.sleep(STOP_EVERY_S)

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

    def _next(self) -> Running | None:
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

    def _answer(self, job: Running) -> None:
        try:
            engine = self._engine(job.query.settings)
            job.engine = engine
            for turn, state in job.query.states:
                self._search(job, engine, turn, state)
            with self._changed:
                self._idle_engines.append((job.query.settings, engine))
                del self._idle_engines[: -self._threads]
        except QueryRefused as error:
            self._reply({"id": job.query.id, "error": str(error), "field": error.field})
        except OutputClosed:
            raise
        except Exception as error:  # noqa: BLE001 - one reply, whatever went wrong inside
            self._reply({"id": job.query.id, "error": str(error) or repr(error), "field": None})

    def _search(self, job: Running, engine: Engine, turn: int, state: Position) -> None:
        """Analyse one position of a query."""
        head = {"id": job.query.id, "turn": turn, "seat": state.turn}
        if state.turn is None:
            field = "turns" if len(job.query.states) > 1 else "position"
            raise QueryRefused(field, f"no seat is to move at turn {turn}: {state.phase}")
        if job.stopped.is_set():
            self._reply({**head, "final": True, "terminated": True})
            return
        every = job.query.report_every
        reported = time.monotonic()
        last: Analysis | None = None
        try:
            for last in engine.analyse(state, job.query.limits):
                if job.stopped.is_set():
                    engine.stop()
                elif every is not None and time.monotonic() - reported >= every:
                    reported = time.monotonic()
                    self._reply({**head, "final": False, **_as_data(last)})
        except ValueError as error:
            raise QueryRefused("limits.root_turns", str(error)) from None
        if last is not None:
            self._reply({**head, "final": True, **_as_data(last)})

    def _engine(self, settings: EngineSettings) -> Engine:
        with self._changed:
            for entry in self._idle_engines:
                if entry[0] == settings:
                    self._idle_engines.remove(entry)
                    return entry[1]
        game, threads, hash_mb, seed, parameters = settings
        try:
            return Engine(threads, hash_mb, seed, dict(parameters), game=game)
        except ValueError as error:
            raise QueryRefused("options.parameters", str(error)) from None

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
        raise QueryRefused("line", "a line holds one JSON object")
    return data


def _as_data(analysis: Analysis) -> dict[str, Any]:
    """Return an analysis with the names of the Python API."""
    return analysis.as_data()
