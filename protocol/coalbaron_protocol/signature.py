"""The engine's behaviour in one number: a game's fixed positions, fixed nodes, no clock.

The number changes when the engine answers otherwise. It is the same on every machine and for
every number of threads: it is made of whole numbers, the search uses only sums, products and
roots, which every machine rounds alike, and nothing looks at a clock.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from coalbaron_fast import Analysis

POSITION_NODES: Final = 300


class Fingerprint:
    """A checksum over answers: turns, visits and depth, no fractions."""

    def __init__(self) -> None:
        self.value = 0

    def add(self, analysis: Analysis) -> None:
        """Take one answer in."""
        lines = [f"{' '.join(line.tokens)} {line.visits}" for line in analysis.lines]
        text = f"{analysis.nodes} {analysis.depth} {lines}"
        self.value = zlib.crc32(text.encode(), self.value)
