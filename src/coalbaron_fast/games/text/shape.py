"""The shape of a position: what its dict holds, and how that is spelled in one line.

A game declares its fields with the classes below. Each knows how to check a plain JSON value, to
spell it and to read it back: `-` stands for null and for nothing, `,` separates the entries of a
list, `:` a name from its value, `;` the fields of a seat, `+` the entries of a list within one.
Whoever reads gets values of the right kind; whether they fit each other is the game's own question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from coalbaron_fast.errors import Defect, PositionError

__all__ = [
    "Counts",
    "Fields",
    "Flag",
    "Lists",
    "Name",
    "Number",
    "Numbers",
    "PositionShape",
    "Set",
    "Shape",
]

NOTHING: Final = "-"
MAX_TEXT: Final = 16_384
"""The longest text that is read; no position comes near it."""

RECORD_FIELDS: Final = (
    "tag", "tokens", "Players", "Start", "Position", "Seed", "Scores", "Winners",
)  # fmt: skip
"""What the readers of records call the parts of one."""

_LIST: Final = ","
_FIELD: Final = ";"
_INNER: Final = "+"
_OF: Final = ":"
_FLAGS: Final = {"0": False, "1": True}


class Shape(Protocol):
    """What a value must look like, and how it is spelled."""

    def check(self, value: object, field: str) -> None:
        """Raise PositionError if a value does not look like it."""

    def spell(self, value: Any) -> str:  # noqa: ANN401 - checked before
        """Return the spelling of a value that was checked."""

    def read(self, word: str, field: str) -> Any:  # noqa: ANN401 - checked afterwards
        """Return what a word spells; PositionError if it spells nothing."""


def _split(word: str, separator: str) -> list[str]:
    return [] if word == NOTHING else word.split(separator)


def _wrong_type(field: str, value: object, expected: str) -> PositionError:
    return PositionError(Defect.TYPE, field, value, expected)


class Number:
    """A whole number in a range."""

    def __init__(self, low: int, high: int, *, null: bool = False) -> None:
        self.low = low
        self.high = high
        self.null = null

    def check(self, value: object, field: str) -> None:
        """Refuse another type, and a number out of range."""
        if value is None and self.null:
            return
        if type(value) is not int:
            raise _wrong_type(field, value, "a whole number")
        if not self.low <= value <= self.high:
            raise PositionError(Defect.RANGE, field, value, f"{self.low} to {self.high}")

    def spell(self, value: int | None) -> str:
        """Return its digits."""
        return NOTHING if value is None else str(value)

    def read(self, word: str, field: str) -> int | None:
        """Read decimal digits: no plus sign, no leading zero."""
        if word == NOTHING and self.null:
            return None
        digits = word.removeprefix("-")
        if word.isascii() and digits.isdigit() and len(digits) <= 4 and str(int(word)) == word:
            return int(word)
        raise PositionError(Defect.SYNTAX, field, word, "a number")


class Flag:
    """True or false, spelled 1 or 0."""

    def check(self, value: object, field: str) -> None:
        """Refuse what is neither."""
        if type(value) is not bool:
            raise _wrong_type(field, value, "true or false")

    def spell(self, value: bool) -> str:
        """Return 1 or 0."""
        return str(int(value))

    def read(self, word: str, field: str) -> bool:
        """Read 1 or 0."""
        if word not in _FLAGS:
            raise PositionError(Defect.SYNTAX, field, word, "0 or 1")
        return _FLAGS[word]


class Name:
    """One of some names."""

    def __init__(self, names: Sequence[str], *, null: bool = False) -> None:
        self.names = tuple(names)
        self.null = null

    def check(self, value: object, field: str) -> None:
        """Refuse another name."""
        if value is None and self.null:
            return
        if type(value) is not str:
            raise _wrong_type(field, value, "a name")
        if value not in self.names:
            raise PositionError(Defect.UNKNOWN_ITEM, field, value, f"one of {self.names}")

    def spell(self, value: str | None) -> str:
        """Return the name."""
        return NOTHING if value is None else value

    def read(self, word: str, field: str) -> str | None:
        """Read the name."""
        name = None if word == NOTHING and self.null else word
        self.check(name, field)
        return name


class Numbers:
    """A list of numbers, as many as there may be."""

    def __init__(self, low: int, high: int, most: int) -> None:
        self.number = Number(low, high)
        self.most = most

    def check(self, value: object, field: str) -> None:
        """Refuse what is no list, or too long."""
        if type(value) is not list:
            raise _wrong_type(field, value, "a list")
        if len(value) > self.most:
            raise PositionError(Defect.RANGE, field, value, f"at most {self.most}")
        for index, entry in enumerate(value):
            self.number.check(entry, f"{field}[{index}]")

    def spell(self, value: list[int], separator: str = _LIST) -> str:
        """Return the numbers in their order."""
        return separator.join(map(str, value)) or NOTHING

    def read(self, word: str, field: str, separator: str = _LIST) -> list[int | None]:
        """Read the numbers in their order."""
        return [
            self.number.read(part, f"{field}[{index}]")
            for index, part in enumerate(_split(word, separator))
        ]


class Set:
    """Some of several names, each once, in their own order."""

    def __init__(self, names: Sequence[str]) -> None:
        self.name = Name(names)

    def check(self, value: object, field: str) -> None:
        """Refuse another name, or one that stands there twice."""
        if type(value) is not list:
            raise _wrong_type(field, value, "a list")
        for index, entry in enumerate(value):
            self.name.check(entry, f"{field}[{index}]")
            if entry in value[:index]:
                raise PositionError(Defect.RANGE, f"{field}[{index}]", entry, "each once")

    def spell(self, value: list[str]) -> str:
        """Return the names."""
        return _LIST.join(value) or NOTHING

    def read(self, word: str, field: str) -> list[str]:
        """Read the names in their order."""
        names = _split(word, _LIST)
        self.check(names, field)
        return names


class Counts:
    """A number for each name; with `sparse` only for those that it is not 0 for."""

    def __init__(self, names: Sequence[str], low: int, high: int, *, sparse: bool = False) -> None:
        self.names = tuple(names)
        self.number = Number(low, high)
        self.sparse = sparse

    def check(self, value: object, field: str) -> None:
        """Refuse other names, missing ones, and numbers out of range."""
        check_keys(value, field, self.names, needed=() if self.sparse else self.names)
        for name, entry in _entries(value):
            self.number.check(entry, f"{field}.{name}")

    def spell(self, value: dict[str, int]) -> str:
        """Return names with their numbers."""
        return _LIST.join(f"{name}{_OF}{entry}" for name, entry in value.items()) or NOTHING

    def read(self, word: str, field: str) -> dict[str, int | None]:
        """Read names with their numbers."""
        return {
            name: self.number.read(entry, f"{field}.{name}") for name, entry in _pairs(word, field)
        }


class Lists:
    """A list of numbers for each name."""

    def __init__(self, names: Sequence[str], entries: Numbers) -> None:
        self.names = tuple(names)
        self.entries = entries

    def check(self, value: object, field: str) -> None:
        """Refuse other names, and lists that do not fit."""
        check_keys(value, field, self.names, needed=self.names)
        for name, entry in _entries(value):
            self.entries.check(entry, f"{field}.{name}")

    def spell(self, value: dict[str, list[int]]) -> str:
        """Return names with their lists."""
        return _LIST.join(
            f"{name}{_OF}{self.entries.spell(value[name], _INNER)}" for name in self.names
        )

    def read(self, word: str, field: str) -> dict[str, list[int | None]]:
        """Read names with their lists."""
        return {
            name: self.entries.read(entry, f"{field}.{name}", _INNER)
            for name, entry in _pairs(word, field)
        }


class Fields:
    """A dict of named fields, each with a shape of its own: a seat."""

    def __init__(self, shapes: Mapping[str, Shape]) -> None:
        self.shapes = dict(shapes)

    def check(self, value: object, field: str) -> None:
        """Refuse other fields, missing ones, and values that do not fit."""
        check_keys(value, field, tuple(self.shapes), needed=tuple(self.shapes))
        for name, entry in _entries(value):
            self.shapes[name].check(entry, f"{field}.{name}" if field else name)

    def spell(self, value: dict[str, Any]) -> str:
        """Return the fields in their order."""
        return _FIELD.join(shape.spell(value[name]) for name, shape in self.shapes.items())

    def read(self, word: str, field: str) -> dict[str, Any]:
        """Read the fields in their order."""
        parts = word.split(_FIELD)
        if len(parts) != len(self.shapes) or not all(parts):
            expected = f"{len(self.shapes)} fields with {_FIELD} between them"
            raise PositionError(Defect.SYNTAX, field, word, expected)
        return {
            name: shape.read(part, f"{field}.{name}")
            for (name, shape), part in zip(self.shapes.items(), parts, strict=True)
        }


def check_keys(value: object, field: str, names: Sequence[str], needed: Sequence[str]) -> None:
    """Refuse what is no dict, a key that has no place there, and a missing one."""
    where = field or "position"
    if type(value) is not dict:
        raise _wrong_type(where, value, "an object")
    for key in value:
        if type(key) is not str or key not in names:
            raise PositionError(Defect.UNKNOWN_FIELD, where, key, f"only {', '.join(names)}")
    for name in needed:
        if name not in value:
            raise PositionError(Defect.MISSING, f"{field}.{name}" if field else name)


def _entries(value: object) -> list[tuple[str, Any]]:
    return list(value.items()) if isinstance(value, dict) else []


def _pairs(word: str, field: str) -> list[tuple[str, str]]:
    """Return the names of a word with what belongs to each."""
    pairs: list[tuple[str, str]] = []
    for part in _split(word, _LIST):
        name, separator, entry = part.partition(_OF)
        if not separator or not entry or name in [seen for seen, _ in pairs]:
            raise PositionError(Defect.SYNTAX, field, part, f"each name once, and {_OF}value")
        pairs.append((name, entry))
    return pairs


class _EachSeat:
    """The list of seats; its entries are spelled as words of their own."""

    def __init__(self, seat: Fields) -> None:
        self.seat = seat

    def check(self, value: object, field: str) -> None:
        if type(value) is not list:
            raise _wrong_type(field, value, "a list")
        for index, entry in enumerate(value):
            self.seat.check(entry, f"{field}[{index}]")

    def spell(self, value: list[Any]) -> str:
        return _LIST.join(map(self.seat.spell, value))

    def read(self, word: str, field: str) -> list[Any]:
        return [self.seat.read(part, field) for part in _split(word, _LIST)]


class PositionShape:
    """The fields of a game's positions, and a text of them in one line.

    `version` is the first word of the text. Every other word is ``key=value`` in the order of the
    fields; the field `seats` is one word ``seat0=`` for each seat.
    """

    def __init__(
        self, version: str, players: range, fields: Mapping[str, Shape], seat: Fields
    ) -> None:
        """`fields` begin with `players`; `seats` among them stands for one `seat` each."""
        self.version = version
        self.players = players
        self.shapes = dict(fields)
        self.seat = seat
        self.whole = Fields({**self.shapes, "seats": _EachSeat(seat)})

    def check(self, value: object) -> None:
        """Raise PositionError if a dict does not look like a position."""
        check_keys(value, "", tuple(self.shapes), needed=tuple(self.shapes))
        entries = dict(_entries(value))
        players = entries["players"]
        if type(players) is not int or players not in self.players:
            raise self._wrong_players(players)
        self.whole.check(value, "")
        if len(entries["seats"]) != players:
            raise PositionError(
                Defect.RANGE, "seats", len(entries["seats"]), f"{players} seats, as in players"
            )

    def field_names(self) -> frozenset[str]:
        """Return all names that the field of a PositionError is made of: `seats[1].tokens.bi`."""
        shapes = (*self.shapes.values(), *self.seat.shapes.values())
        inner = (name for shape in shapes for name in getattr(shape, "names", ()))
        return frozenset((*self.shapes, *self.seat.shapes, *inner, *RECORD_FIELDS))

    def _wrong_players(self, players: object) -> PositionError:
        expected = f"{self.players[0]} to {self.players[-1]}"
        return PositionError(Defect.PLAYERS, "players", players, expected)

    def spell(self, position: dict[str, Any]) -> str:
        """Return the text of a dict that was checked."""
        words = [self.version]
        for name, shape in self.shapes.items():
            if name == "seats":
                seats = enumerate(position[name])
                words += [f"seat{index}={self.seat.spell(seat)}" for index, seat in seats]
            else:
                words.append(f"{name}={shape.spell(position[name])}")
        return " ".join(words)

    def read(self, text: object, field: str = "position") -> dict[str, Any]:
        """Return the dict that a text spells; PositionError for what `spell` never writes."""
        if not isinstance(text, str):
            raise _wrong_type(field, text, "a position as text")
        if len(text) > MAX_TEXT:
            raise PositionError(Defect.TOO_LONG, field, text, f"at most {MAX_TEXT} characters")
        words = str.split(text, " ")
        if words[0] != self.version:
            raise PositionError(Defect.SYNTAX, field, words[0], f"{self.version} as the first word")
        values = self._split_fields(words[1:])
        position: dict[str, Any] = {}
        for name, shape in self.shapes.items():
            if name == "seats":
                position[name] = [
                    self.seat.read(values[f"seat{index}"], f"seats[{index}]")
                    for index in range(position["players"])
                ]
            else:
                position[name] = shape.read(values[name], name)
        self.check(position)
        return position

    def _split_fields(self, words: list[str]) -> dict[str, str]:
        """Split the words at their first `=` and compare them with the keys that there must be."""
        values: dict[str, str] = {}
        keys = self._keys(words)
        for key, word in zip(keys, words, strict=False):
            name, separator, value = word.partition("=")
            if not separator or name != key:
                raise PositionError(Defect.SYNTAX, key, word, f"the word {key}=...")
            if not value:
                raise PositionError(Defect.SYNTAX, key, word, f"a value; {NOTHING} for none")
            values[key] = value
        if len(words) < len(keys):
            key = keys[len(words)]
            raise PositionError(Defect.MISSING, key, expected=f"the word {key}=...")
        if len(words) > len(keys):
            extra = words[len(keys)]
            raise PositionError(Defect.SYNTAX, "position", extra, f"the end after {keys[-1]}=...")
        return values

    def _keys(self, words: list[str]) -> list[str]:
        name, _, count = words[0].partition("=") if words else ("", "", "")
        if name != "players":
            raise PositionError(Defect.MISSING, "players", expected="the word players=...")
        if count not in map(str, self.players):
            raise self._wrong_players(count)
        keys = list(self.shapes)
        place = keys.index("seats")
        seats = [f"seat{index}" for index in range(int(count))]
        return [*keys[:place], *seats, *keys[place + 1 :]]
