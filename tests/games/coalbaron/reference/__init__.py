"""A slow and obvious model of the game, written from the rules alone.

It shares no code with the engine, not even the facts of the game: where the two
agree on every legal move, position and score, neither has misread the rules in a
way of its own. ``agreement`` plays both side by side.
"""

from tests.games.coalbaron.reference.model import Game

__all__ = ["Game"]
