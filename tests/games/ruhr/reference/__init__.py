"""A slow and obvious model of Ruhrschifffahrt, written from its rules alone.

It shares no code with the engine, not even the facts of the game: where the two
agree on every legal token, chance, position and score, neither has misread the rules
in a way of its own. `tests.games.ruhr.agreement` plays both side by side.
"""

from tests.games.ruhr.reference.model import Game

__all__ = ["Game"]
