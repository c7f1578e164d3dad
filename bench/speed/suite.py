"""All that is timed, in the order of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.speed.doors import protocol_tasks
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
    from bench.tasks import Task


def all_tasks() -> list[Task]:
    """Return every task."""
    return [
        *playouts(), *planner(), *structs(), *floors(), *python_moves(), *knowledge(), *text(),
        *perft(), *search_tasks(), *protocol_tasks(),
    ]  # fmt: skip
