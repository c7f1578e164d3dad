"""What matches and self-play ask of Coal Baron."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from coalbaron_fast.games import Study
from coalbaron_fast.games.coalbaron.facts import SHIFTS

if TYPE_CHECKING:
    from coalbaron_fast.games.coalbaron.state import State

__all__ = ["STUDY"]


def _values(view: State) -> dict[str, Any]:
    return {
        "shift": view.shift,
        "marks": view.marks,
        "workers": view.workers,
        "supply": view.supply,
    }


def _is_late(state: State, left: int) -> bool:
    """Whether no more than so many workers are left in the last shift."""
    return state.shift == SHIFTS and sum(state.workers) <= left


STUDY: Final = Study(
    columns={"shift": "int8", "marks": "int16s", "workers": "int8s", "supply": "int8s"},
    values=_values,
    is_late=_is_late,
)
