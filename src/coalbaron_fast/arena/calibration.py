"""What forecasts were worth, by number of seats and part of the game: as a table and as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from coalbaron_fast.arena.forecast import Calibration, GameOutcomes
from coalbaron_fast.games import SpreadFactors
from coalbaron_fast.tables import format_table

__all__ = [
    "CalibrationRow",
    "calibration_data",
    "calibration_rows",
    "calibration_text",
    "spread_factors",
]

COLUMNS = (
    "seats", "part", "games", "turns", "Brier", "in 80 % band", "factor", "error", "spread", "bias",
    "mover's optimism",
)  # fmt: skip

ALL = "all"
"""The part that is the whole game."""


class CalibrationRow(NamedTuple):
    """What forecasts were worth in one part of the games of `seats`."""

    seats: int
    name: str
    found: Calibration


def calibration_rows(
    outcomes: Mapping[int, GameOutcomes], part: str | None
) -> list[CalibrationRow]:
    """Return a row for each part of the game and the whole, seats by seats.

    `part` is what the game calls its parts, such as ``shift``.
    """
    rows = []
    for seats, played in sorted(outcomes.items()):
        named = {f"{part} {number}": played.parts[number] for number in sorted(played.parts)}
        for name, found in (named | {ALL: played.whole}).items():
            if found.games:
                rows.append(CalibrationRow(seats, name, found))
    return rows


def calibration_text(rows: Sequence[CalibrationRow]) -> str:
    """Return a table of what forecasts were worth, and one of their bins, all over the game."""
    table = [
        [
            str(seats),
            name,
            str(found.games),
            str(found.turns),
            str(found.brier),
            "" if found.inside is None else str(found.inside),
            "" if found.factor is None else f"{found.factor:.2f}",
            f"{found.error:.1f}",
            "" if found.spread is None else f"{found.spread:.1f}",
            str(found.bias),
            str(found.optimism),
        ]
        for seats, name, found in rows
    ]
    bins = [
        [str(seats), f"{one.forecast:.3f}", str(one.outcome), str(one.games)]
        for seats, name, found in rows
        if name == ALL
        for one in found.bins()
    ]
    return "\n\n".join(
        (
            format_table(list(COLUMNS), table),
            format_table(["seats", "forecast win", "happened", "games"], bins),
        )
    )


def spread_factors(
    outcomes: Mapping[int, GameOutcomes], before: SpreadFactors
) -> dict[int, dict[int, float]]:
    """Return what spreads must be multiplied by, by seats and part, to hold 80 % of the results.

    `before` are the factors that the games were played with.
    """
    return {
        seats: {
            part: round(found.factor * before.get(seats, {}).get(part, 1.0), 3)
            for part, found in sorted((played.parts or {0: played.whole}).items())
            if found.factor
        }
        for seats, played in sorted(outcomes.items())
    }


def calibration_data(rows: Sequence[CalibrationRow]) -> list[dict[str, Any]]:
    """Return the rows as plain data, for JSON."""
    return [{"seats": seats, "part": name, **found.as_data()} for seats, name, found in rows]
