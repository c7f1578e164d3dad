"""The answers of searches."""

from __future__ import annotations

from dataclasses import dataclass

from coalbaron_fast.engine import Analysis
from coalbaron_fast.games import Game


@dataclass(frozen=True, slots=True)
class LineAnswer:
    """One turn of an analysis; numbers of seats stand in lists, one a seat."""

    tokens: list[str]
    text: str
    visits: int
    win: list[float]
    vp: list[float]
    utility: float
    error: float
    p_best: float
    pv: list[list[str]]
    win_error: list[float]
    vp_error: list[float]


@dataclass(frozen=True, slots=True)
class AnalysisAnswer:
    """What a search found for the seat to move."""

    seat: int
    text: str
    best: list[str]
    lines: list[LineAnswer]
    nodes: int
    worlds: int
    depth: int
    time_ms: float
    memory_used: float
    exact: bool
    solved: bool


def analysis_answer(game: Game, seat: int, analysis: Analysis) -> AnalysisAnswer:
    """Return a search's result with its turns in words."""
    lines = [
        LineAnswer(**line.as_data(), text=turn_text(game, line.tokens)) for line in analysis.lines
    ]
    fields = analysis.as_data() | {"lines": lines}
    best = analysis.lines[0]
    text = f"Seat {seat}: {lines[0].text}; wins {best.win[seat]:.0%}, {best.vp[seat]:.0f} VP."
    return AnalysisAnswer(seat=seat, text=text, **fields)


def turn_text(game: Game, tokens: list[str]) -> str:
    """Return a turn in words."""
    return ", ".join(map(game.describe, game.read_words(tokens)))
