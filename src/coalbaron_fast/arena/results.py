"""The result of a game: places, points, the record, and the faults of players."""

from __future__ import annotations

import enum
from typing import Any, NamedTuple

__all__ = ["Fault", "FaultKind", "GameResult", "PlayerFault"]


class FaultKind(enum.StrEnum):
    """What a player did wrong."""

    ILLEGAL = "illegal"
    """A turn that cannot be played; its mover loses."""
    TIME = "time"
    """The clock of the game has run out; its owner loses."""
    SILENCE = "silence"
    """No answer in time; the player loses."""
    CRASH = "crash"
    """The program ended, or could not be started; the player loses."""
    GARBAGE = "garbage"
    """More than can be read, or an answer of the wrong form; the player loses."""
    RESULT = "result"
    """The program is wrong about how the game ended; the rules decide, the result stands."""


class Fault(NamedTuple):
    """What a seat did wrong; `transcript` holds the last lines of the conversation with it."""

    seat: int
    kind: FaultKind
    text: str
    transcript: tuple[str, ...] = ()


class GameResult(NamedTuple):
    """How a game ended, and its record.

    By seat: `ranks` is the place, 0 the first, equal where tied. `shares` is the share of the win.
    `vp` is the points, None if the game was adjudicated, because they say nothing then. `seconds`
    is the time taken, the only field in which two runs may differ.
    """

    number: int
    deal: int
    table: int
    entrants: tuple[int, ...]
    ranks: tuple[int, ...]
    shares: tuple[float, ...]
    vp: tuple[int, ...] | None
    faults: tuple[Fault, ...]
    record: str
    seconds: tuple[float, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return it as data for JSON."""
        return self._asdict() | {"faults": [fault._asdict() for fault in self.faults]}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> GameResult:
        """Read what `to_dict` gave; raises `KeyError`, `TypeError` or `ValueError`."""
        faults = tuple(
            Fault(
                fault["seat"], FaultKind(fault["kind"]), fault["text"], tuple(fault["transcript"])
            )
            for fault in data["faults"]
        )
        rows = {key: tuple(data[key]) for key in ("entrants", "ranks", "shares", "seconds")}
        vp = None if data["vp"] is None else tuple(data["vp"])
        return cls(**data | rows | {"vp": vp, "faults": faults})


class PlayerFault(Exception):  # noqa: N818 - named as the players' business, not ours
    """A player broke the rules, failed, or is wrong about the result."""

    def __init__(self, kind: FaultKind, text: str) -> None:
        super().__init__(text)
        self.kind = kind
        self.text = text
