"""A player with a face. Apart from the record, which is light to import."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Opponent"]


@dataclass(frozen=True, slots=True)
class Opponent:
    """A player with a face: how it is called, and how it thinks.

    `evaluation` is a temper of the game, or what an engine calls so. It searches `nodes`; with a
    `temperature` its turn is drawn among the best ones, in units of utility.
    """

    name: str
    title: str
    text: str
    evaluation: str
    nodes: int
    temperature: float
