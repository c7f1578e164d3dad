"""What is said of games, and of searches: what the engine found, with its turns in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

from coalbaron_fast.engine.analysis import Analysis, Line
from coalbaron_fast.games import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class GameAnswer:
    """A game, for clients that begin one; `Game` in coalbaron_fast/games explains the fields."""

    name: str
    title: str
    players: list[int]
    usual_players: int
    draws_order: bool
    options: list[dict[str, Any]]
    units: dict[str, Any]

    @classmethod
    def of(cls, game: Game) -> Self:
        """Return what there is to say of a game."""
        return cls(
            name=game.name,
            title=game.title,
            players=list(game.players),
            usual_players=game.usual_players,
            draws_order=game.draws_order,
            options=game.options.tell(),
            units=game.units._asdict(),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LineAnswer(Line):
    """A line with its turn in words; lists of numbers have one for each seat."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisAnswer(Analysis):
    """What a search found for the seat to move."""

    seat: int
    text: str
    lines: list[LineAnswer]  # type: ignore[assignment]  # no bare line is added


def analysis_answer(game: Game, seat: int, analysis: Analysis) -> AnalysisAnswer:
    """Return a search's result with its turns in words."""
    lines = [
        LineAnswer(**line.as_data(), text=", ".join(map(game.describe, line.codes)))
        for line in analysis.lines
    ]
    best = lines[0]
    points = f"{best.vp[seat]:.0f} {game.units.short}"
    text = f"Seat {seat}: {best.text}; wins {best.win[seat]:.0%}, {points}."
    return AnalysisAnswer(**analysis.as_data() | {"lines": lines}, seat=seat, text=text)
