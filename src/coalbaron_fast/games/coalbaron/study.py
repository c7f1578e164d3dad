"""What matches, self-play and the engine's signature ask of Coal Baron."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from coalbaron_fast.games import Study
from coalbaron_fast.games.coalbaron.facts import SHIFTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coalbaron_fast.games.coalbaron.state import State

__all__ = ["STUDY"]


GUESS_SPREAD: Final = {
    2: {1: 1.15, 2: 1.2, 3: 1.45},
    3: {1: 1.5, 2: 1.5, 3: 1.6},
    4: {1: 1.25, 2: 1.3, 3: 1.4},
}
"""By seats and shift, what makes the bands of the game's own guess hold 80 % of the results.

Rounded from what games with 64 nodes a turn show: `coalbaron-engine calibrate DIRECTORY --nodes 64`
tells by its column `factor` what is missing. Wide, because the guess is some ten points too low.
"""


def _values(view: State) -> dict[str, Any]:
    return {
        "shift": view.shift,
        "marks": view.marks,
        "workers": view.workers,
        "supply": view.supply,
    }


def _is_late(state: State, left: int) -> bool:
    """Whether no more than n workers are left in the last shift."""
    return state.shift == SHIFTS and sum(state.workers) <= left


def _signature_positions() -> Iterator[State]:
    from coalbaron_fast.games.coalbaron.walk import signature_positions  # noqa: PLC0415

    return signature_positions()


STUDY: Final = Study(
    columns={"shift": "int8", "marks": "int16s", "workers": "int8s", "supply": "int8s"},
    values=_values,
    is_late=_is_late,
    signature_positions=_signature_positions,
    part="shift",
    guess_spread=GUESS_SPREAD,
)
