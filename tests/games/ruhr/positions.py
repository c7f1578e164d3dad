"""Positions of the reference that tests lay out by hand."""

from __future__ import annotations

from tests.games.ruhr.reference import Game, facts
from tests.games.ruhr.reference.model import WORKING

PHASES = ["history", "water", "options", "trips", "progress", "market", "export", "end_of_turn"]


def laid_out(players: int = 2, barges: str = "", *, start: int = 0, calm: bool = False) -> Game:
    """A new game with the barges on these spaces, by seat; the last one came last."""
    game = Game(players, start, calm=calm)
    for seat, space in enumerate(barges.split()):
        game._move_barge(seat, space)
    return game


def begin(game: Game, turn: int, phase: str) -> Game:
    """Go on from the beginning of a phase."""
    game.turn = turn
    if phase != "history" and turn in facts.COUNTRY_TURNS:
        game.country = "rh"
    game.agenda = [(name,) for name in PHASES[PHASES.index(phase) :]]
    game.phase = WORKING
    game.active = game.mover = game.draw = None
    game._work()
    return game


def play(game: Game, text: str) -> Game:
    """Play the tokens of a text."""
    for token in text.split():
        game.play(token)
    return game


def give(game: Game, seat: int, markers: str = "", thalers: int = 0, points: int = 0) -> None:
    """Give a seat progress markers, without their warehouses, and set what it has."""
    game.seats[seat].markers += markers.split()
    game.seats[seat].thalers = thalers
    game.seats[seat].points = points


def dice(game: Game, text: str) -> None:
    """Lay out the dice on the storage spaces: ``s7:3 s8:5``; all others are empty."""
    pairs = [part.split(":") for part in text.split()]
    game.dice = {space: int(value) for space, value in pairs}
