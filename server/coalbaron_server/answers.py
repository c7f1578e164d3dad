"""The answers of searches: what the engine found, with its turns in words."""

from __future__ import annotations

from dataclasses import dataclass

from coalbaron_fast.analysis import Analysis, Line
from coalbaron_fast.games import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class LineAnswer(Line):
    """A line with its turn in words; numbers of seats stand in lists, one a seat."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisAnswer(Analysis):
    """What a search found for the seat to move."""

    seat: int
    text: str
    lines: list[LineAnswer]  # type: ignore[assignment]  # nobody adds a bare line


def analysis_answer(game: Game, seat: int, analysis: Analysis) -> AnalysisAnswer:
    """Return a search's result with its turns in words."""
    lines = [
        LineAnswer(**line.as_data(), text=", ".join(map(game.describe, line.codes)))
        for line in analysis.lines
    ]
    best = lines[0]
    text = f"Seat {seat}: {best.text}; wins {best.win[seat]:.0%}, {best.vp[seat]:.0f} VP."
    return AnalysisAnswer(**analysis.as_data() | {"lines": lines}, seat=seat, text=text)
