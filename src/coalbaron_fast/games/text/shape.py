"""The shapes of values: what JSON may hold, how text spells it, what JSON Schema says of it.

A game declares the fields of its positions with the classes below (text/position.py). Each checks a
plain JSON value, spells it, reads it back and describes it as JSON Schema. `-` spells null and
nothing; what separates the parts of a value is said where they are declared. `check` refuses with
the place, what is there and what could be; whether values fit each other is for the game's core to
check.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NoReturn, Protocol

from coalbaron_fast.errors import Defect, PositionError, shortened
from coalbaron_fast.games.options import Options

__all__ = [
    "UNKNOWN",
    "Counts",
    "Entries",
    "Fields",
    "Flag",
    "Letters",
    "List",
    "Lists",
    "Name",
    "Number",
    "Numbers",
    "OneNumber",
    "Row",
    "Seen",
    "Set",
    "Shape",
    "Signs",
    "When",
    "option_fields",
]

NOTHING: Final = "-"
"""How null, an empty list and an empty text are spelled."""

UNKNOWN: Final = "?"
"""The spelling of an item that the viewer cannot know."""

_DIGITS: Final = 5
"""Digits that are read of a number; no game has one of more."""

_LIST: Final = ","
_FIELD: Final = ";"
_INNER: Final = "+"
_OF: Final = ":"
_FLAGS: Final = {"0": False, "1": True}

Schema = dict[str, Any]


class Shape(Protocol):
    """What a value must look like, and how it is spelled."""

    def check(self, value: object, field: str) -> None:
        """Raise PositionError if a value does not look like it."""

    def spell(self, value: Any) -> str:  # noqa: ANN401 - checked before
        """Return the spelling of a value that was checked."""

    def read(self, word: str, field: str) -> Any:  # noqa: ANN401 - checked afterwards
        """Return what a word spells, to be checked; PositionError if it spells nothing."""

    def schema(self) -> Schema:
        """Return the JSON Schema of the values that `check` accepts."""


def refuse(defect: Defect, field: str, value: object, expected: str) -> NoReturn:
    """Raise the PositionError."""
    raise PositionError(defect, field, value, expected)


def _split(word: str, separator: str) -> list[str]:
    return [] if word == NOTHING else word.split(separator)


def _or_null(schema: Schema, *, null: bool) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]} if null else schema


# Single values


class Number:
    """A whole number in a range."""

    def __init__(
        self, low: int, high: int, *, null: bool = False, defect: Defect = Defect.RANGE
    ) -> None:
        self.low = low
        self.high = high
        self.null = null
        self.defect = defect

    def check(self, value: object, field: str) -> None:
        """Refuse another type, and a number out of range."""
        if value is None and self.null:
            return
        if type(value) is not int:
            refuse(Defect.TYPE, field, value, f"an integer, {self.low} to {self.high}")
        if not self.low <= value <= self.high:
            refuse(self.defect, field, value, f"{self.low} to {self.high}")

    def spell(self, value: int | None) -> str:
        """Return its digits."""
        return NOTHING if value is None else str(value)

    def read(self, word: str, field: str) -> int | None:
        """Read decimal digits: no plus sign, no leading zero."""
        if word == NOTHING and self.null:
            return None
        digits = word.removeprefix("-")
        if (
            word.isascii()
            and digits.isdigit()
            and len(digits) <= _DIGITS
            and str(int(word)) == word
        ):
            return int(word)
        refuse(Defect.SYNTAX, field, word, "a number")

    def schema(self) -> Schema:
        """Return its type and its range."""
        number = {"type": "integer", "minimum": self.low, "maximum": self.high}
        return _or_null(number, null=self.null)


class OneNumber(Number):
    """One of a few whole numbers."""

    def __init__(self, values: Iterable[int]) -> None:
        self.values: Final = sorted(values)
        super().__init__(self.values[0], self.values[-1])

    def check(self, value: object, field: str) -> None:
        """Refuse another type, and any other number."""
        super().check(value, field)
        if value not in self.values:
            refuse(self.defect, field, value, " or ".join(map(str, self.values)))

    def schema(self) -> Schema:
        """Return the numbers."""
        return {"type": "integer", "enum": self.values}


class Flag:
    """True or false, spelled 1 or 0."""

    def check(self, value: object, field: str) -> None:
        """Refuse what is neither."""
        if type(value) is not bool:
            refuse(Defect.TYPE, field, value, "true or false")

    def spell(self, value: bool) -> str:
        """Return 1 or 0."""
        return str(int(value))

    def read(self, word: str, field: str) -> bool:
        """Read 1 or 0."""
        if word not in _FLAGS:
            refuse(Defect.SYNTAX, field, word, "0 or 1")
        return _FLAGS[word]

    def schema(self) -> Schema:
        """Return its type."""
        return {"type": "boolean"}


class Name:
    """One of some names; `called` says in words what is expected."""

    def __init__(
        self,
        names: Iterable[str],
        called: str = "",
        *,
        null: bool = False,
        defect: Defect = Defect.UNKNOWN_ITEM,
    ) -> None:
        self.names = tuple(names)
        self.null = null
        self.defect = defect
        self.called = (called or f"one of {' '.join(self.names)}") + (" or null" if null else "")
        self._known = frozenset(self.names)

    def check(self, value: object, field: str) -> None:
        """Refuse another name."""
        if value is None and self.null:
            return
        if type(value) is not str:
            refuse(Defect.TYPE, field, value, self.called)
        if value not in self._known:
            refuse(self.defect, field, value, self.called)

    def spell(self, value: str | None) -> str:
        """Return the name."""
        return NOTHING if value is None else value

    def read(self, word: str, _field: str) -> str | None:
        """Read the name."""
        return None if word == NOTHING and word not in self._known else word

    def schema(self) -> Schema:
        """Return the names."""
        return {"enum": [*self.names, None] if self.null else [*self.names]}


class Seen(Name):
    """One of some names; in a view also `?`, for what the viewer cannot know."""

    def __init__(self, names: Iterable[str], called: str, *, full: bool) -> None:
        names = tuple(names)
        super().__init__(
            names if full else (*names, UNKNOWN), called if full else f"{called} or {UNKNOWN}"
        )
        self.full = full

    def check(self, value: object, field: str) -> None:
        """Refuse another name, and `?` in a full position."""
        if self.full and type(value) is str and value == UNKNOWN:
            refuse(Defect.VIEW, field, value, f"a name; {UNKNOWN} stands in views only")
        super().check(value, field)


class Letters:
    """A text of some letters, each as often as there is one of it; `called` is what they are."""

    def __init__(self, letters: str, most: int, called: str, defect: Defect) -> None:
        self.letters = letters
        self.most = most
        self.called = called
        self.defect = defect

    def check(self, value: object, field: str) -> None:
        """Refuse other letters, and too many."""
        if type(value) is not str:
            refuse(Defect.TYPE, field, value, f"{self.called} as text")
        if len(value) > self.most:
            refuse(self.defect, field, value, f"at most {self.most} {self.called}")
        if value.strip(self.letters):  # what is left begins with another letter
            refuse(Defect.UNKNOWN_ITEM, field, value, f"the letters {' '.join(self.letters)}")

    def spell(self, value: str) -> str:
        """Return the letters."""
        return value or NOTHING

    def read(self, word: str, field: str) -> str:
        """Read the letters in their order."""
        if not word:
            refuse(Defect.SYNTAX, field, word, f"{self.called}, or {NOTHING} for none")
        return "" if word == NOTHING else word

    def schema(self) -> Schema:
        """Return a pattern and the most letters."""
        return {"type": "string", "pattern": f"^[{self.letters}]*$", "maxLength": self.most}


class Signs:
    """A text of one sign a seat."""

    def __init__(self, signs: str, seats: int, defect: Defect) -> None:
        self.signs = signs
        self.seats = seats
        self.defect = defect
        self.called = f"{seats} signs, one a seat, of {' '.join(signs)}"

    def check(self, value: object, field: str) -> None:
        """Refuse other signs, and another number of them."""
        if type(value) is not str:
            refuse(Defect.TYPE, field, value, self.called)
        if len(value) != self.seats or value.strip(self.signs):
            refuse(self.defect, field, value, self.called)

    def spell(self, value: str) -> str:
        """Return the signs."""
        return value

    def read(self, word: str, _field: str) -> str:
        """Read the signs."""
        return word

    def schema(self) -> Schema:
        """Return a pattern."""
        return {"type": "string", "pattern": f"^[{self.signs}]{{{self.seats}}}$"}


# Lists


class List:
    """A list of `least` to `most` values of one shape; with `once` no value twice."""

    def __init__(
        self,
        entry: Shape,
        most: int,
        *,
        least: int = 0,
        separator: str = _LIST,
        once: bool = False,
        defect: Defect = Defect.RANGE,
    ) -> None:
        self.entry = entry
        self.most = most
        self.least = least
        self.separator = separator
        self.once = once
        self.defect = defect

    def check(self, value: object, field: str) -> None:
        """Refuse what is no list, another length, and values that do not fit."""
        for index, entry in enumerate(_checked_list(self, value, field)):
            self.entry.check(entry, f"{field}[{index}]")
            if self.once and entry in value[:index]:  # type: ignore[index]
                refuse(Defect.RANGE, f"{field}[{index}]", entry, "each once")

    def spell(self, value: list[Any]) -> str:
        """Return the values in their order."""
        return self.separator.join(map(self.entry.spell, value)) or NOTHING

    def read(self, word: str, field: str) -> list[Any]:
        """Read the values in their order."""
        return [
            self.entry.read(part, f"{field}[{index}]")
            for index, part in enumerate(_split(word, self.separator))
        ]

    def schema(self) -> Schema:
        """Return the shape of an entry and the lengths."""
        lengths: Schema = {"minItems": self.least} if self.least else {}
        if self.once:
            lengths["uniqueItems"] = True
        return {
            "type": "array", "items": self.entry.schema(), "maxItems": self.most, **lengths,
        }  # fmt: skip


class Row:
    """A list with a place for each of some shapes.

    With `called` the text must have as many parts, which are called so; else `check` counts them.
    """

    def __init__(
        self,
        shapes: Iterable[Shape],
        *,
        separator: str = _LIST,
        called: str = "",
        defect: Defect = Defect.RANGE,
    ) -> None:
        self.shapes = tuple(shapes)
        self.most = self.least = len(self.shapes)
        self.separator = separator
        self.called = called
        self.defect = defect

    def check(self, value: object, field: str) -> None:
        """Refuse what is no list, another length, and values that do not fit their place."""
        entries = _checked_list(self, value, field)
        for index, (shape, entry) in enumerate(zip(self.shapes, entries, strict=True)):
            shape.check(entry, f"{field}[{index}]")

    def spell(self, value: list[Any]) -> str:
        """Return the values in their order."""
        return self.separator.join(
            shape.spell(entry) for shape, entry in zip(self.shapes, value, strict=True)
        )

    def read(self, word: str, field: str) -> list[Any]:
        """Read the values in their order."""
        parts = word.split(self.separator)
        if self.called and len(parts) != self.most:
            refuse(Defect.SYNTAX, field, word, f"{self.most} {self.called}")
        # Surplus parts are read like the last one: the check refuses them.
        shapes = (*self.shapes, *self.shapes[-1:] * (len(parts) - self.most))
        return [
            shape.read(part, f"{field}[{index}]")
            for index, (shape, part) in enumerate(zip(shapes, parts, strict=False))
        ]

    def schema(self) -> Schema:
        """Return the shape of each place."""
        return {
            "type": "array", "prefixItems": [shape.schema() for shape in self.shapes],
            "minItems": self.least, "maxItems": self.most,
        }  # fmt: skip


def _checked_list(shape: List | Row, value: object, field: str) -> list[object]:
    """Return a value as a list of a length that its shape allows."""
    if type(value) is not list:
        refuse(Defect.TYPE, field, value, "a list")
    if not shape.least <= len(value) <= shape.most:
        exact = shape.least == shape.most
        count = str(shape.most) if exact else f"{shape.least} to {shape.most}"
        refuse(shape.defect, field, value, f"a list of {count}, not of {len(value)}")
    return value


def Numbers(low: int, high: int, most: int, separator: str = _LIST) -> List:  # noqa: N802
    """Return the shape of a list of at most `most` numbers."""
    return List(Number(low, high), most, separator=separator)


def Set(names: Iterable[str]) -> List:  # noqa: N802 - declared like the classes
    """Return the shape of a list of some of several names, each once, in any order."""
    name = Name(names)
    return List(name, len(name.names), once=True)


# Objects


class Fields:
    """An object with fields, each of a shape of its own; the text has their values alone.

    `notes` says of some fields what they are, for the schema.
    """

    def __init__(
        self,
        shapes: Mapping[str, Shape | When],
        *,
        separator: str = _FIELD,
        null: bool = False,
        notes: Mapping[str, str] | None = None,
    ) -> None:
        self.shapes = dict(shapes)
        self.separator = separator
        self.null = null
        self.notes = notes or {}

    def check(self, value: object, field: str) -> None:
        """Refuse other fields, missing ones, and values that do not fit."""
        if value is None and self.null:
            return
        data = self.checked_keys(value, field)
        for name, shape in self.shapes.items():
            own = shape.within(data) if isinstance(shape, When) else shape
            own.check(data[name], f"{field}.{name}" if field else name)

    def checked_keys(self, value: object, field: str) -> dict[str, Any]:
        """Return a value as an object that has these fields and no others."""
        where, prefix = (field, f"{field}.") if field else ("position", "")
        fields = f"the fields {' '.join(self.shapes)}"
        if type(value) is not dict:
            refuse(Defect.TYPE, where, value, f"an object with {fields}")
        for key in value:
            # Types are checked before any look-up: keys of other types may compare as they like.
            if type(key) is not str:
                refuse(Defect.UNKNOWN_FIELD, where, key, f"only {fields}")
        for name in self.shapes:
            if name not in value:
                refuse(Defect.MISSING, f"{prefix}{name}", None, f"{fields} in {where}")
        if len(value) > len(self.shapes):
            stranger = next(key for key in value if key not in self.shapes)
            plain = stranger.isidentifier() and len(stranger) < 40
            name = stranger if plain else shortened(stranger)
            refuse(Defect.UNKNOWN_FIELD, f"{prefix}{name}", value[stranger], f"only {fields}")
        return value

    def spell(self, value: dict[str, Any] | None) -> str:
        """Return the values in the order of the fields."""
        if value is None:
            return NOTHING
        return self.separator.join(shape.spell(value[name]) for name, shape in self.shapes.items())

    def read(self, word: str, field: str) -> dict[str, Any] | None:
        """Read the values in the order of the fields."""
        if word == NOTHING and self.null:
            return None
        parts = word.split(self.separator)
        count = len(self.shapes)
        if len(parts) != count:
            expected = f"{self.separator.join(self.shapes)}, {count} parts and not {len(parts)}"
            refuse(Defect.SYNTAX, field, word, expected)
        return {
            name: shape.read(part, f"{field}.{name}")
            for (name, shape), part in zip(self.shapes.items(), parts, strict=True)
        }

    def schema(self) -> Schema:
        """Return the fields, all of them required."""
        schema = object_schema(
            {name: _noted(shape, self.notes.get(name)) for name, shape in self.shapes.items()},
            required=self.shapes,
        )
        cases = [
            {"anyOf": shape.alternatives(name)}
            for name, shape in self.shapes.items()
            if isinstance(shape, When)
        ]
        return _or_null({**schema, "allOf": cases} if cases else schema, null=self.null)


class When:
    """The shape of a field that goes by another field's value; for other values it is null.

    Each of the `cases` takes null too, and all are spelled alike. `otherwise` is expected where
    none of them is.
    """

    def __init__(
        self, other: str, cases: Mapping[str, Shape], defect: Defect, otherwise: str
    ) -> None:
        self.other = other
        self.cases = dict(cases)
        self.first = next(iter(self.cases.values()))
        self.null = _Null(defect, otherwise)

    def within(self, data: Mapping[str, Any]) -> Shape | _Null:
        """Return the shape that it has in an object."""
        key = data[self.other]
        return self.cases.get(key, self.null) if type(key) is str else self.null

    def spell(self, value: Any) -> str:  # noqa: ANN401 - checked before
        """Return the spelling of a value."""
        return self.first.spell(value)

    def read(self, word: str, field: str) -> Any:  # noqa: ANN401 - checked afterwards
        """Read a value."""
        return self.first.read(word, field)

    def schema(self) -> Schema:
        """Return that it may be anything: the object's schema tells the cases apart."""
        return {}

    def alternatives(self, name: str) -> list[Schema]:
        """Return what the two fields can be together, if this one's name is `name`."""
        others = [
            {"properties": {self.other: {"const": case}, name: shape.schema()}}
            for case, shape in self.cases.items()
        ]
        none = {self.other: {"not": {"enum": [*self.cases]}}, name: {"type": "null"}}
        return [*others, {"properties": none}]


class _Null:
    """Null, where a field goes by another one."""

    def __init__(self, defect: Defect, expected: str) -> None:
        self.defect = defect
        self.expected = expected

    def check(self, value: object, field: str) -> None:
        if value is not None:
            refuse(self.defect, field, value, self.expected)


class Entries:
    """An object with one entry for each name; with `sparse` only for those that need one.

    `called` says what an object is expected, `stranger` with which defect and which words a name
    is refused that has no place there.
    """

    def __init__(
        self,
        shapes: Mapping[str, Shape],
        *,
        sparse: bool = False,
        called: str = "an object",
        stranger: Callable[[object], tuple[Defect, str]] | None = None,
    ) -> None:
        self.shapes = dict(shapes)
        self.sparse = sparse
        self.called = called
        self.stranger = stranger or self._only_these
        self._all = Fields(self.shapes)

    def _only_these(self, _name: object) -> tuple[Defect, str]:
        return Defect.UNKNOWN_FIELD, f"only {', '.join(self.shapes)}"

    def check(self, value: object, field: str) -> None:
        """Refuse other names, missing ones, and entries that do not fit."""
        if not self.sparse:
            self._all.check(value, field)
            return
        if type(value) is not dict:
            refuse(Defect.TYPE, field, value, self.called)
        for name, entry in value.items():
            if type(name) is not str or name not in self.shapes:
                defect, expected = self.stranger(name)
                refuse(defect, field, name, expected)
            self.shapes[name].check(entry, f"{field}.{name}")

    def spell(self, value: dict[str, Any]) -> str:
        """Return names with their entries, in the order of the names."""
        entries = (
            f"{name}{_OF}{shape.spell(value[name])}"
            for name, shape in self.shapes.items()
            if name in value
        )
        return _LIST.join(entries) or NOTHING

    def read(self, word: str, field: str) -> dict[str, Any]:
        """Read names with their entries, in any order."""
        entries: dict[str, Any] = {}
        for part in _split(word, _LIST):
            name, separator, entry = part.partition(_OF)
            if not separator:
                refuse(Defect.SYNTAX, field, part, f"name{_OF}content")
            if name in entries:
                refuse(Defect.SYNTAX, f"{field}.{name}", part, "each name once")
            shape = self.shapes.get(name)
            entries[name] = shape.read(entry, f"{field}.{name}") if shape is not None else entry
        return entries

    def schema(self) -> Schema:
        """Return the names with the shapes of their entries."""
        return object_schema(
            {name: shape.schema() for name, shape in self.shapes.items()},
            required=() if self.sparse else self.shapes,
        )


def Counts(  # noqa: N802 - declared like the classes
    names: Iterable[str], low: int, high: int, *, sparse: bool = False
) -> Entries:
    """Return the shape of a number for each name; `sparse`: for those that it is not 0 for."""
    return Entries(dict.fromkeys(names, Number(low, high)), sparse=sparse)


def Lists(names: Iterable[str], low: int, high: int, most: int) -> Entries:  # noqa: N802
    """Return the shape of a list of at most `most` numbers for each name."""
    return Entries(dict.fromkeys(names, Numbers(low, high, most, _INNER)))


def object_schema(properties: Mapping[str, Schema], required: Iterable[str]) -> Schema:
    """Return the schema of an object that has no other fields."""
    schema: Schema = {"type": "object", "additionalProperties": False}
    if names := list(required):
        schema["required"] = names
    return {**schema, "properties": dict(properties)}


def _noted(shape: Shape | When, note: str | None) -> Schema:
    return {"description": note, **shape.schema()} if note else shape.schema()


def option_fields(options: Options) -> dict[str, Shape]:
    """Return the fields of a position in which the options of its game stand."""
    return {
        option.name: OneNumber(option.values) if option.values else Flag() for option in options
    }
