"""The result of a game: places, points, the record, and the faults of players."""

from __future__ import annotations

import enum
import math
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

__all__ = ["Fault", "FaultKind", "GameResult", "PlayerFault", "losing_ranks", "shares_of"]


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
    """The program is wrong about how the game ended; the rules decide, the result counts."""


class Fault(NamedTuple):
    """What a seat did wrong; `transcript` holds the last lines of the conversation with it."""

    seat: int
    kind: FaultKind
    text: str
    transcript: tuple[str, ...] = ()

    @property
    def ending(self) -> str:
        """What the record of a game says that was lost by this fault."""
        return f"seat {self.seat} lost: {self.kind}"


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
        """Read what `to_dict` gave; raises `ValueError` that names the field for all else."""
        read = {
            "faults": lambda value: tuple(map(_read_fault, _list_of(value, _is_object))),
            "vp": lambda value: None if value is None else tuple(_list_of(value, _is_whole)),
            "record": lambda value: _one(value, _is_text),
            **{name: lambda value: _one(value, _is_count) for name in ("number", "deal", "table")},
            **{name: lambda value: tuple(_list_of(value, _is_count)) for name in _PLACES},
            **{name: lambda value: tuple(_list_of(value, _is_amount)) for name in _AMOUNTS},
        }
        result = cls(**_read_fields("a game", data, cls._fields, read))
        seats = len(result.entrants)
        rows = [result.ranks, result.shares, result.seconds]
        rows += [] if result.vp is None else [result.vp]
        if seats < 1 or any(len(row) != seats for row in rows):
            raise ValueError("its rows have not one number for each seat")
        if any(fault.seat >= seats for fault in result.faults):
            raise ValueError("faults is of a seat that does not play")
        return result


def losing_ranks(seats: int, loser: int) -> tuple[int, ...]:
    """Return the places where one seat has lost: it is last, and the others share the win."""
    return tuple(seats - 1 if seat == loser else 0 for seat in range(seats))


def shares_of(ranks: Sequence[int]) -> tuple[float, ...]:
    """Return the shares of the win by seat."""
    winners = list(ranks).count(0)
    return tuple((rank == 0) / winners for rank in ranks)


# -- reading

_PLACES: Final = ("entrants", "ranks")
_AMOUNTS: Final = ("shares", "seconds")


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


def _is_whole(value: object) -> bool:
    return type(value) is int


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value < 2**63


def _is_amount(value: object) -> bool:
    return type(value) in (int, float) and 0 <= value < math.inf  # type: ignore[operator]


def _one(value: Any, is_right: Callable[[object], bool]) -> Any:  # noqa: ANN401 - from JSON
    if not is_right(value):
        raise ValueError
    return value


def _list_of(value: object, is_right: Callable[[object], bool]) -> list[Any]:
    if not isinstance(value, list) or not all(map(is_right, value)):
        raise ValueError
    return value


def _read_fields(
    what: str, data: object, names: Sequence[str], read: dict[str, Callable[[Any], Any]]
) -> dict[str, Any]:
    """Read the fields of an object; `ValueError` names the one that is wrong."""
    if not isinstance(data, dict) or set(data) != set(names):
        raise ValueError(f"{what} has the fields {' '.join(names)}")
    found = {}
    for name in names:
        try:
            found[name] = read[name](data[name])
        except ValueError as error:
            raise ValueError(str(error) or f"{name} cannot be {data[name]!r:.60}") from None
    return found


def _read_fault(data: object) -> Fault:
    read: dict[str, Callable[[Any], Any]] = {
        "seat": lambda value: _one(value, _is_count),
        "kind": lambda value: FaultKind(_one(value, lambda kind: kind in set(FaultKind))),
        "text": lambda value: _one(value, _is_text),
        "transcript": lambda value: tuple(_list_of(value, _is_text)),
    }
    return Fault(**_read_fields("a fault", data, Fault._fields, read))


class PlayerFault(Exception):  # noqa: N818 - named as the players' business, not ours
    """A player broke the rules, failed, or is wrong about the result."""

    def __init__(self, kind: FaultKind, text: str) -> None:
        super().__init__(text)
        self.kind = kind
        self.text = text
