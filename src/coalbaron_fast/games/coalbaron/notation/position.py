"""The position text: a position in one line, in the manner of FEN.

It holds exactly what the dict form holds (docs/position.md), field by field:
`dict_to_text` and `text_to_dict` undo each other.

    cb1 players=2 view=- shift=1 first_start=0 start=0 phase=place active=0 ...

The first word is the version. Every other word is `key=value` with the keys of the
dict in their order; in place of `seats` there is one word `seat0=` ... for each
seat. `-` stands for null and for nothing; no value is ever empty. Within a
value, `;` separates the fields of a seat, a stack or a look, `,` the entries
of a list, `:` a name from what belongs to it, `+` the tiles of a level or the places
of a batch, `.` the spots of an order, and `x` a seat from its number of workers:

    seat0=7;0;17;0;4:k;yb;-:y,b1D+b2L:bbb,-:-,-:k;Tgg:g.-,By:yb;Bkk
    spaces=f3:0x1,m6:1x2
    tile_stack=y1L:=.+g2D:=.,k1D:.~;b1L,b1L,b1D;3;-

No token of a move holds a `=`, so a word of the text is never taken for one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from coalbaron_fast.errors import Defect, PositionError
from coalbaron_fast.games.coalbaron.facts import (
    FACTORY_SPACES,
    LEVELS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    ORDER_SPACES,
    SPACES,
)
from coalbaron_fast.games.coalbaron.notation.shape import (
    LOOK_KEYS,
    ORDER_NAMES,
    SEAT_KEYS,
    STACK_KEYS,
    TOP_KEYS,
    check_shape,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

VERSION: Final = "cb1"
"""The first word of every position text."""

MAX_TEXT: Final = 16_384
"""The longest text that is read; no position comes near it."""

NOTHING: Final = "-"
"""How null, an empty list and an empty string of cubes are spelled."""

_ITEMS: Final = ","
_FIELDS: Final = ";"
_PLACES: Final = "+"
_SPOTS: Final = "."
_NAME: Final = ":"
_HOLDS: Final = "x"
_PLAYER_COUNTS: Final = tuple(str(count) for count in range(MIN_PLAYERS, MAX_PLAYERS + 1))


def dict_to_text(position: dict[str, Any]) -> str:
    """Return the position text of a position in dict form.

    The lists keep their order, so that the text reads back to the very same dict.
    Raises `PositionError` if the dict is not shaped like a position.
    """
    check_shape(position)
    return spell_position(position)


def spell_position(position: dict[str, Any]) -> str:
    """Return the text of a dict that is known to be shaped like a position."""
    words = [VERSION]
    for key in TOP_KEYS:
        if key == "seats":
            words += [
                f"seat{index}={_spell_seat(seat)}" for index, seat in enumerate(position[key])
            ]
        else:
            words.append(f"{key}={_SPELL.get(key, _spell_scalar)(position[key])}")
    return " ".join(words)


def text_to_dict(text: str) -> dict[str, Any]:
    """Return the dict form of a position text.

    Raises `PositionError` for anything that `dict_to_text` could not have written,
    except that orders and spaces may come in any order. The dict has the shape of a
    position; whether it can occur in a game is not checked.
    """
    if not isinstance(text, str):
        raise PositionError(Defect.TYPE, "position", text, "a position as text")
    if len(text) > MAX_TEXT:
        raise PositionError(Defect.TOO_LONG, "position", text, f"at most {MAX_TEXT} characters")
    words = str.split(text, " ")
    if "" in words[1:]:
        raise PositionError(Defect.SYNTAX, "position", "", "words with one space between them")
    if words[0] != VERSION:
        raise PositionError(Defect.SYNTAX, "position", words[0], f"{VERSION} as the first word")
    values = _split_fields(words[1:])
    position: dict[str, Any] = {}
    for key in TOP_KEYS:
        if key == "seats":
            position[key] = [
                _read_seat(values[f"seat{index}"], f"seats[{index}]")
                for index in range(position["players"])
            ]
        else:
            position[key] = _READ.get(key, _read_null_or_name)(values[key], key)
    check_shape(position)
    return position


def _split_fields(words: list[str]) -> dict[str, str]:
    """Split the words at their first `=` and compare them with the required keys."""
    values: dict[str, str] = {}
    for key, word in zip(_expected_keys(words), words, strict=False):
        name, sign, value = word.partition("=")
        if name != key or not sign:
            raise PositionError(Defect.SYNTAX, key, word, f"the word {key}=...")
        if not value:
            raise PositionError(Defect.SYNTAX, key, word, f"a value; {NOTHING} stands for none")
        values[key] = value
    return values


def _expected_keys(words: list[str]) -> list[str]:
    """Return the keys that the words must have; the first word says for how many seats."""
    if not words:
        raise PositionError(Defect.MISSING, TOP_KEYS[0], expected="the word players=...")
    name, _, count = words[0].partition("=")
    if name != "players":
        raise PositionError(Defect.SYNTAX, "players", words[0], "the word players=...")
    if count not in _PLAYER_COUNTS:
        expected = f"{MIN_PLAYERS} to {MAX_PLAYERS}"
        raise PositionError(Defect.PLAYERS, "players", count, expected)
    seats = [f"seat{index}" for index in range(int(count))]
    place = TOP_KEYS.index("seats")
    keys = [*TOP_KEYS[:place], *seats, *TOP_KEYS[place + 1 :]]
    if len(words) < len(keys):
        key = keys[len(words)]
        raise PositionError(Defect.MISSING, key, expected=f"the word {key}=...")
    if len(words) > len(keys):
        extra = words[len(keys)]
        raise PositionError(Defect.SYNTAX, "position", extra, f"the end after {keys[-1]}=...")
    return keys


def _spell_scalar(value: object) -> str:
    return NOTHING if value is None else str(value)


def _spell_list(parts: Iterable[str], separator: str = _ITEMS) -> str:
    return separator.join(parts) or NOTHING


def _spell_fill(fill: Mapping[str, int] | None) -> str:
    return NOTHING if fill is None else f"{fill['level']}{_NAME}{fill['carts']}"


def _spell_seat(seat: Mapping[str, Any]) -> str:
    cage = seat["cage"]
    orders = seat["orders"]
    parts = {
        "cage": f"{cage['level']}{_NAME}{cage['cubes'] or NOTHING}",
        "storage": seat["storage"] or NOTHING,
        "pit": _spell_list(
            f"{_spell_list(level['tiles'], _PLACES)}{_NAME}{level['cubes'] or NOTHING}"
            for level in seat["pit"]
        ),
        "orders": _spell_list(
            f"{name}{_NAME}{_spell_list(orders[name], _SPOTS)}"
            for name in ORDER_NAMES
            if name in orders
        ),
        "delivered": _spell_list(seat["delivered"]),
    }
    return _FIELDS.join(parts[key] if key in parts else str(seat[key]) for key in SEAT_KEYS)


def _spell_spaces(spaces: Mapping[str, Mapping[str, int]]) -> str:
    return _spell_list(
        f"{name}{_NAME}{spaces[name]['seat']}{_HOLDS}{spaces[name]['workers']}"
        for name in SPACES
        if name in spaces
    )


def _spell_board(board: Mapping[str, str | None]) -> str:
    return _spell_list(
        f"{name}{_NAME}{board[name] or NOTHING}"
        for name in (*FACTORY_SPACES, *ORDER_SPACES)
        if name in board
    )


def _spell_places(places: Iterable[Mapping[str, str]]) -> str:
    return _spell_list((f"{place['item']}{_NAME}{place['known']}" for place in places), _PLACES)


def _spell_stack(stack: Mapping[str, Any]) -> str:
    parts = {
        "top": _spell_list(_spell_places(batch) for batch in stack["top"]),
        "middle": _spell_list(stack["middle"]),
        "middle_size": str(stack["middle_size"]),
        "bottom": _spell_list(_spell_places(batch) for batch in stack["bottom"]),
    }
    return _FIELDS.join(parts[key] for key in STACK_KEYS)


def _spell_look(look: Mapping[str, Any] | None) -> str:
    if look is None:
        return NOTHING
    parts = {
        "held": _spell_places(look["held"]),
        "returned": _spell_places(look["returned"]),
        "side": _spell_scalar(look["side"]),
    }
    return _FIELDS.join(parts[key] if key in parts else look[key] for key in LOOK_KEYS)


_SPELL: Final[dict[str, Callable[[Any], str]]] = {
    "fill": _spell_fill,
    "spaces": _spell_spaces,
    "factory": _spell_board,
    "row": _spell_board,
    "draft": _spell_list,
    "tile_stack": _spell_stack,
    "order_stack": _spell_stack,
    "look": _spell_look,
}


def _read_integer(word: str, field: str) -> int:
    """Read a number as it is written: decimal digits, no plus sign, no leading zero."""
    digits = word.removeprefix("-")
    if word.isascii() and digits.isdigit() and len(digits) <= 4 and str(int(word)) == word:
        return int(word)
    raise PositionError(Defect.SYNTAX, field, word, "a number")


def _read_null_or_integer(word: str, field: str) -> int | None:
    return None if word == NOTHING else _read_integer(word, field)


def _read_null_or_name(word: str, _field: str) -> str | None:
    """Return the name; the check of the shape says whether it is one."""
    return None if word == NOTHING else word


def _read_list(word: str, _field: str, separator: str = _ITEMS) -> list[str]:
    return [] if word == NOTHING else word.split(separator)


def _read_cubes(word: str, field: str) -> str:
    if not word:
        raise PositionError(Defect.SYNTAX, field, word, f"cubes, or {NOTHING} for none")
    return "" if word == NOTHING else word


def _read_parts(word: str, field: str, separator: str, keys: tuple[str, ...]) -> dict[str, str]:
    """Split a word into as many parts as there are keys."""
    parts = word.split(separator)
    if len(parts) != len(keys):
        expected = f"{separator.join(keys)}, {len(keys)} parts and not {len(parts)}"
        raise PositionError(Defect.SYNTAX, field, word, expected)
    return dict(zip(keys, parts, strict=True))


def _read_named(word: str, field: str) -> dict[str, str]:
    """Read a list of `name:content`, no name twice."""
    entries: dict[str, str] = {}
    for part in _read_list(word, field):
        name, sign, content = part.partition(_NAME)
        if not sign:
            raise PositionError(Defect.SYNTAX, field, part, f"name{_NAME}content")
        if name in entries:
            raise PositionError(Defect.SYNTAX, f"{field}.{name}", part, "each name once")
        entries[name] = content
    return entries


def _read_fill(word: str, field: str) -> dict[str, int] | None:
    if word == NOTHING:
        return None
    parts = _read_parts(word, field, _NAME, ("level", "carts"))
    return {key: _read_integer(part, f"{field}.{key}") for key, part in parts.items()}


def _read_seat(word: str, field: str) -> dict[str, Any]:
    parts = _read_parts(word, field, _FIELDS, SEAT_KEYS)
    seat: dict[str, Any] = {
        key: _read_integer(parts[key], f"{field}.{key}")
        for key in ("marks", "vp", "workers", "bank")
    }
    cage = _read_parts(parts["cage"], f"{field}.cage", _NAME, ("level", "cubes"))
    seat["cage"] = {
        "level": _read_integer(cage["level"], f"{field}.cage.level"),
        "cubes": _read_cubes(cage["cubes"], f"{field}.cage.cubes"),
    }
    seat["storage"] = _read_cubes(parts["storage"], f"{field}.storage")
    levels = parts["pit"].split(_ITEMS)
    if len(levels) != LEVELS:
        raise PositionError(Defect.SYNTAX, f"{field}.pit", parts["pit"], f"{LEVELS} levels")
    seat["pit"] = [
        _read_level(level, f"{field}.pit[{index}]") for index, level in enumerate(levels)
    ]
    seat["orders"] = {
        name: content.split(_SPOTS)
        for name, content in _read_named(parts["orders"], f"{field}.orders").items()
    }
    seat["delivered"] = _read_list(parts["delivered"], f"{field}.delivered")
    return seat


def _read_level(word: str, field: str) -> dict[str, Any]:
    parts = _read_parts(word, field, _NAME, ("tiles", "cubes"))
    return {
        "tiles": _read_list(parts["tiles"], f"{field}.tiles", _PLACES),
        "cubes": _read_cubes(parts["cubes"], f"{field}.cubes"),
    }


def _read_spaces(word: str, field: str) -> dict[str, dict[str, int]]:
    spaces = {}
    for name, content in _read_named(word, field).items():
        here = f"{field}.{name}"
        parts = _read_parts(content, here, _HOLDS, ("seat", "workers"))
        spaces[name] = {key: _read_integer(part, f"{here}.{key}") for key, part in parts.items()}
    return spaces


def _read_board(word: str, field: str) -> dict[str, str | None]:
    named = _read_named(word, field)
    return {name: _read_null_or_name(item, field) for name, item in named.items()}


def _read_places(word: str, field: str) -> list[dict[str, str]]:
    return [
        _read_parts(part, f"{field}[{index}]", _NAME, ("item", "known"))
        for index, part in enumerate(_read_list(word, field, _PLACES))
    ]


def _read_batches(word: str, field: str) -> list[list[dict[str, str]]]:
    return [
        _read_places(part, f"{field}[{index}]")
        for index, part in enumerate(_read_list(word, field))
    ]


def _read_stack(word: str, field: str) -> dict[str, Any]:
    parts = _read_parts(word, field, _FIELDS, STACK_KEYS)
    return {
        "top": _read_batches(parts["top"], f"{field}.top"),
        "middle": _read_list(parts["middle"], f"{field}.middle"),
        "middle_size": _read_integer(parts["middle_size"], f"{field}.middle_size"),
        "bottom": _read_batches(parts["bottom"], f"{field}.bottom"),
    }


def _read_look(word: str, field: str) -> dict[str, Any] | None:
    if word == NOTHING:
        return None
    parts = _read_parts(word, field, _FIELDS, LOOK_KEYS)
    return {
        "held": _read_places(parts["held"], f"{field}.held"),
        "returned": _read_places(parts["returned"], f"{field}.returned"),
        "side": _read_null_or_name(parts["side"], f"{field}.side"),
        "touched": parts["touched"],
        "straddle": parts["straddle"],
    }


_READ: Final[dict[str, Callable[[str, str], Any]]] = {
    **dict.fromkeys(("players", "shift", "first_start", "start", "steps"), _read_integer),
    **dict.fromkeys(("view", "active"), _read_null_or_integer),
    "fill": _read_fill,
    "spaces": _read_spaces,
    "factory": _read_board,
    "row": _read_board,
    "draft": _read_list,
    "tile_stack": _read_stack,
    "order_stack": _read_stack,
    "look": _read_look,
}
