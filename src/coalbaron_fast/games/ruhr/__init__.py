"""Ruhrschifffahrt 1769-1890: coal goes down the Ruhr."""

from coalbaron_fast.games.ruhr.state import State

__all__ = ["State"]
