"""All that is timed, in the order of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bench.speed.doors import http_tasks, protocol_tasks
from bench.speed.search_tasks import search_tasks
from bench.speed.tasks import (
    floors,
    knowledge,
    perft,
    planner,
    playouts,
    python_moves,
    structs,
    text,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.tasks import Task

SUITES: Final[tuple[Callable[[], list[Task]], ...]] = (
    playouts, planner, structs, floors, python_moves, knowledge, text, perft, search_tasks,
    protocol_tasks, http_tasks,
)  # fmt: skip
"""What makes the tasks, kind by kind."""


def all_tasks() -> list[Task]:
    """Return every task."""
    return [task for make in SUITES for task in make()]
