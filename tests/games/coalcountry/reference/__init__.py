"""A slow and obvious model of Coal Country, written from its rules alone.

It shares no code with the engine, only the data file `components.json`: where the two agree on
every legal token, chance, position and result, neither has misread the rules in a way of its own.
"""

from tests.games.coalcountry.reference.model import Game

__all__ = ["Game"]
