"""Weaker play: less thought, and a choice among turns that look nearly as good.

Level 20 is the engine as it is. Below, a search ends after `nodes_at(level)` nodes at the
latest, and the turn is drawn among the best lines with weights exp(utility / temperature). Seed
and position fix the draw: the same game is played the same way again.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from coalbaron_fast import Limits

if TYPE_CHECKING:
    from coalbaron_fast import Analysis
    from coalbaron_fast.games import Position

FULL: Final = 20
FEWEST_NODES: Final = 8
LINES: Final = 8
"""The turn is drawn among this many of the best lines."""

WARMEST: Final = 0.05
"""The temperature of level 0, in utility: a twentieth of the way from a lost game to a won one."""


def nodes_at(level: int) -> int:
    """Return how many nodes a level may think: 8 at level 0, doubled every 1.2 levels."""
    return round(FEWEST_NODES * 2 ** (level / 1.2))


def temperature_at(level: int) -> float:
    """Return the temperature of a level's draw: 0.05 at level 0, none at level 20."""
    return WARMEST * (1 - level / FULL)


class Weakness:
    """What a level below the highest does to one search."""

    def __init__(self, level: int, seed: int) -> None:
        self._level = level
        self._seed = seed

    def limit(self, limits: Limits) -> Limits:
        """Return the limits with fewer nodes, and with lines to draw from."""
        most = nodes_at(self._level)
        return Limits(
            most if limits.nodes is None else min(most, limits.nodes),
            limits.time_ms,
            limits.error,
            depth=limits.depth,
            clock_ms=limits.clock_ms,
            increment_ms=limits.increment_ms,
            root_turns=limits.root_turns,
            lines=max(limits.lines, LINES),
        )

    def choose(self, state: Position, analysis: Analysis) -> list[str]:
        """Draw a turn among the best lines."""
        # Imported here: a session that plays at its best never needs it.
        from coalbaron_fast.bots import draw_line  # noqa: PLC0415

        shown = replace(analysis, lines=analysis.lines[:LINES])
        return draw_line(state, shown, temperature_at(self._level), self._seed)
