"""The shape of a position: which keys, types, names and lengths its dict form has.

`check_shape` takes any object and raises `PositionError` unless it has the dict form;
the rest of the package may rely on that form. It knows only names and numbers of
the game: whether the fields agree with each other is for the core to check. The
published JSON Schema describes the same form.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NoReturn

from coalbaron_fast.errors import Defect, PositionError, shortened
from coalbaron_fast.games.coalbaron.facts import (
    BANK,
    CAGE_ROOM,
    COLOUR_NAMES,
    COLOURS,
    CUBES_PER_COLOUR,
    DRAFT_CARDS,
    DRAWS,
    FACTORY_LOOK,
    FACTORY_SPACES,
    FLAGS,
    LEVELS,
    LOCKED,
    LOOK,
    MAX_PLAYERS,
    MIN_PLAYERS,
    MINING_STEPS,
    ORDER_LOOK,
    ORDER_SPACES,
    ORDER_TOTAL,
    ORDERS,
    PHASES,
    PRINTED_CARTS,
    SHIFTS,
    SIGNS,
    SPACES,
    TILE_COPIES,
    TILE_TOTAL,
    TILES,
    WORKERS,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

TOP_KEYS: Final = (
    "players",
    "view",
    "shift",
    "first_start",
    "start",
    "phase",
    "active",
    "space",
    "draw",
    "steps",
    "fill",
    "seats",
    "spaces",
    "factory",
    "row",
    "draft",
    "tile_stack",
    "order_stack",
    "look",
)
SEAT_KEYS: Final = (
    "marks",
    "vp",
    "workers",
    "bank",
    "cage",
    "storage",
    "pit",
    "orders",
    "delivered",
)
STACK_KEYS: Final = ("top", "middle", "middle_size", "bottom")
LOOK_KEYS: Final = ("held", "returned", "side", "touched", "straddle")

UNKNOWN: Final = "?"
"""The spelling of an item that the viewer cannot know."""

FREE_SPOT: Final = "-"
"""The spelling of a free spot of an order."""

MAX_MARKS: Final = 999
MAX_VP: Final = 999
MAX_CUBES: Final = CUBES_PER_COLOUR * len(COLOURS)
MAX_TILE_CARTS: Final = max(tile.carts for tile in TILES)
MAX_LEVEL_TILES: Final = TILE_TOTAL // LEVELS
MAX_LEVEL_CARTS: Final = PRINTED_CARTS + TILE_COPIES * sum(t.carts for t in TILES) // LEVELS

TILE_NAMES: Final = tuple(tile.name for tile in TILES)
ORDER_NAMES: Final = tuple(order.name for order in ORDERS)
PAIR_FILLS: Final = tuple(
    first + second for index, first in enumerate(COLOURS) for second in COLOURS[index:]
)
"""The ten pairs of cubes that may fill a spot in place of its colour."""

_TILE_SET: Final = frozenset(TILE_NAMES)
_ORDER_SET: Final = frozenset(ORDER_NAMES)
_LEVEL_TILES: Final = tuple(
    frozenset(name for name in TILE_NAMES if name[0] == colour) for colour in COLOURS
)
_SPOTS: Final = {order.name: order.spots for order in ORDERS}
_FILLS: Final = tuple(frozenset((FREE_SPOT, colour, *PAIR_FILLS)) for colour in COLOURS)
_MOST_WORKERS: Final = max(WORKERS.values())
_MOST_DRAFT_CARDS: Final = max(DRAFT_CARDS.values())


def check_shape(position: object) -> None:
    """Refuse anything that is not a position in dict form (docs/position.md).

    Only the plain types that `json.loads` gives are accepted: a bool is no integer, a
    tuple no list. Lists without an order of their own may come in any order.
    Raises `PositionError` that names the field, its value and what was expected.
    """
    data = _object(position, "position", TOP_KEYS, path="")
    players = data["players"]
    if type(players) is not int:
        _refuse(Defect.TYPE, "players", players, "an integer")
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        _refuse(Defect.PLAYERS, "players", players, f"{MIN_PLAYERS} to {MAX_PLAYERS}")
    _check_turn(data, players)
    seats = _array(data["seats"], "seats", players, Defect.RANGE, least=players)
    for index, seat in enumerate(seats):
        _check_seat(seat, f"seats[{index}]")
    _check_spaces(data["spaces"], players)
    _check_board(data["factory"], "factory", FACTORY_SPACES, players, _TILE_SET)
    _check_board(data["row"], "row", ORDER_SPACES, players, _ORDER_SET)
    _names(data["draft"], "draft", _MOST_DRAFT_CARDS, _ORDER_SET, Defect.DRAFT)
    full = data["view"] is None
    _check_stack(data["tile_stack"], "tile_stack", TILE_TOTAL, _TILE_SET, players, full=full)
    _check_stack(data["order_stack"], "order_stack", ORDER_TOTAL, _ORDER_SET, players, full=full)
    _check_look(data["look"], data["space"], players, full=full)


def _check_turn(data: dict[str, Any], players: int) -> None:
    last = players - 1
    if data["view"] is not None:
        _integer(data["view"], "view", 0, last)
    _integer(data["shift"], "shift", 1, SHIFTS)
    _integer(data["first_start"], "first_start", 0, last)
    _integer(data["start"], "start", 0, last)
    _word(data["phase"], "phase", PHASES, f"one of {' '.join(PHASES)}")
    if data["active"] is not None:
        _integer(data["active"], "active", 0, last)
    if data["space"] is not None:
        _word(data["space"], "space", SPACES, "a space or null", Defect.UNKNOWN_ITEM)
    if data["draw"] is not None:
        _word(data["draw"], "draw", DRAWS, f"one of {' '.join(DRAWS)} or null")
    _integer(data["steps"], "steps", 0, max(MINING_STEPS))
    if data["fill"] is not None:
        fill = _object(data["fill"], "fill", ("level", "carts"))
        _integer(fill["level"], "fill.level", 1, LEVELS)
        _integer(fill["carts"], "fill.carts", 1, MAX_TILE_CARTS)


def _check_seat(value: object, field: str) -> None:
    seat = _object(value, field, SEAT_KEYS)
    _integer(seat["marks"], f"{field}.marks", 0, MAX_MARKS, Defect.MONEY)
    _integer(seat["vp"], f"{field}.vp", -MAX_VP, MAX_VP, Defect.MONEY)
    _integer(seat["workers"], f"{field}.workers", 0, _MOST_WORKERS)
    _integer(seat["bank"], f"{field}.bank", 0, _MOST_WORKERS)
    cage = _object(seat["cage"], f"{field}.cage", ("level", "cubes"))
    _integer(cage["level"], f"{field}.cage.level", 0, LEVELS)
    _cubes(cage["cubes"], f"{field}.cage.cubes", CAGE_ROOM, Defect.CAGE)
    _cubes(seat["storage"], f"{field}.storage", MAX_CUBES, Defect.CUBES)
    pit = _array(seat["pit"], f"{field}.pit", LEVELS, Defect.RANGE, least=LEVELS)
    for index, level in enumerate(pit):
        _check_level(level, f"{field}.pit[{index}]", index)
    _check_orders(seat["orders"], f"{field}.orders")
    _names(seat["delivered"], f"{field}.delivered", ORDER_TOTAL, _ORDER_SET, Defect.DUPLICATE_CARD)


def _check_level(value: object, field: str, colour: int) -> None:
    level = _object(value, field, ("tiles", "cubes"))
    tiles = _array(level["tiles"], f"{field}.tiles", MAX_LEVEL_TILES, Defect.TILE_COPIES)
    for index, tile in enumerate(tiles):
        _item(
            tile, f"{field}.tiles[{index}]", _LEVEL_TILES[colour], f"a {COLOUR_NAMES[colour]} tile"
        )
    _cubes(level["cubes"], f"{field}.cubes", MAX_LEVEL_CARTS, Defect.LEVEL_CUBES)


def _check_orders(value: object, field: str) -> None:
    if type(value) is not dict:
        _refuse(Defect.TYPE, field, value, "an object with one entry an order")
    for name, fills in value.items():
        if type(name) is not str or name not in _SPOTS:
            _refuse(Defect.UNKNOWN_ITEM, field, name, "the names of orders")
        spots = _SPOTS[name]
        here = f"{field}.{name}"
        entries = _array(fills, here, len(spots), Defect.SPOTS, least=len(spots))
        for index, (fill, colour) in enumerate(zip(entries, spots, strict=True)):
            if type(fill) is not str:
                _refuse(Defect.TYPE, f"{here}[{index}]", fill, "text")
            if fill not in _FILLS[colour]:
                expected = f"{FREE_SPOT}, {COLOURS[colour]} or one of {' '.join(PAIR_FILLS)}"
                _refuse(Defect.SPOTS, f"{here}[{index}]", fill, expected)


def _check_spaces(value: object, players: int) -> None:
    if type(value) is not dict:
        _refuse(Defect.TYPE, "spaces", value, "an object with one entry an occupied space")
    for name, occupied in value.items():
        if type(name) is not str or name not in SPACES or name == BANK:
            _refuse(Defect.UNKNOWN_ITEM, "spaces", name, "the names of spaces, without the bank")
        if name in LOCKED[players]:
            _refuse(Defect.OCCUPIED, "spaces", name, f"a space open to {players} players")
        here = f"spaces.{name}"
        entry = _object(occupied, here, ("seat", "workers"))
        _integer(entry["seat"], f"{here}.seat", 0, players - 1)
        _integer(entry["workers"], f"{here}.workers", 1, _MOST_WORKERS)


def _check_board(
    value: object, field: str, spaces: Sequence[str], players: int, items: Collection[str]
) -> None:
    """Check the factory spaces with their tiles, or the order spaces with their cards."""
    board = _object(value, field, [name for name in spaces if name not in LOCKED[players]])
    for name, item in board.items():
        if item is not None:
            _item(item, f"{field}.{name}", items, f"{_kind(items)} or null")


def _check_stack(
    value: object, field: str, total: int, items: Collection[str], players: int, *, full: bool
) -> None:
    stack = _object(value, field, STACK_KEYS)
    places = 0
    for part in ("top", "bottom"):
        batches = _array(stack[part], f"{field}.{part}", total, Defect.STACK)
        for index, batch in enumerate(batches):
            places += _check_places(
                batch, f"{field}.{part}[{index}]", total, items, players, full=full, least=1
            )
    if places > total:
        _refuse(Defect.STACK, field, places, f"top and bottom to have at most {total} places")
    _names(stack["middle"], f"{field}.middle", total, items, Defect.STACK)
    _integer(stack["middle_size"], f"{field}.middle_size", 0, total)


def _check_look(value: object, space: object, players: int, *, full: bool) -> None:
    if value is None:
        return
    if space not in (FACTORY_LOOK, ORDER_LOOK):
        where = f"{FACTORY_LOOK} or {ORDER_LOOK}"
        _refuse(Defect.LOOK, "look", value, f"null, as the turn in progress is not on {where}")
    items = _TILE_SET if space == FACTORY_LOOK else _ORDER_SET
    look = _object(value, "look", LOOK_KEYS)
    for part in ("held", "returned"):
        _check_places(look[part], f"look.{part}", LOOK, items, players, Defect.LOOK, full=full)
    if look["side"] is not None:
        _word(look["side"], "look.side", ("top", "bottom"), "top, bottom or null")
    for part in ("touched", "straddle"):
        _signs(look[part], f"look.{part}", players, FLAGS, Defect.LOOK)


def _check_places(
    value: object,
    field: str,
    limit: int,
    items: Collection[str],
    players: int,
    too_many: Defect = Defect.STACK,
    *,
    full: bool,
    least: int = 0,
) -> int:
    """Check a list of places and return how many there are."""
    places = _array(value, field, limit, too_many, least=least)
    for index, entry in enumerate(places):
        here = f"{field}[{index}]"
        place = _object(entry, here, ("item", "known"))
        item = place["item"]
        if type(item) is str and item == UNKNOWN:
            if full:
                _refuse(Defect.VIEW, f"{here}.item", item, "a name; ? stands in views only")
        else:
            _item(item, f"{here}.item", items, _kind(items) + ("" if full else " or ?"))
        _signs(place["known"], f"{here}.known", players, SIGNS, Defect.KNOWLEDGE)
    return len(places)


def _object(
    value: object, field: str, keys: Sequence[str], path: str | None = None
) -> dict[str, Any]:
    """Return `value` as a dict with exactly these keys; `path` leads to them in messages."""
    if type(value) is not dict:
        _refuse(Defect.TYPE, field, value, f"an object with {_some(keys)}")
    prefix = f"{field}." if path is None else path
    for key in value:
        # Types are checked before any look-up: keys of other types may compare as they like.
        if type(key) is not str:
            _refuse(Defect.UNKNOWN_FIELD, field, key, f"only {_some(keys)}")
    for key in keys:
        if key not in value:
            _refuse(Defect.MISSING, f"{prefix}{key}", None, f"{_some(keys)} in {field}")
    if len(value) > len(keys):
        stranger = next(key for key in value if key not in keys)
        plain = stranger.isidentifier() and len(stranger) < 40
        name = stranger if plain else shortened(stranger)
        _refuse(Defect.UNKNOWN_FIELD, f"{prefix}{name}", value[stranger], f"only {_some(keys)}")
    return value


def _array(
    value: object, field: str, limit: int, defect: Defect, *, least: int = 0
) -> list[object]:
    if type(value) is not list:
        _refuse(Defect.TYPE, field, value, "a list")
    if not least <= len(value) <= limit:
        count = str(limit) if least == limit else f"{least} to {limit}"
        _refuse(defect, field, value, f"a list of {count}, not of {len(value)}")
    return value


def _integer(value: object, field: str, low: int, high: int, defect: Defect = Defect.RANGE) -> None:
    if type(value) is not int:
        _refuse(Defect.TYPE, field, value, f"an integer, {low} to {high}")
    if not low <= value <= high:
        _refuse(defect, field, value, f"{low} to {high}")


def _word(
    value: object,
    field: str,
    words: Collection[str],
    expected: str,
    defect: Defect = Defect.RANGE,
) -> None:
    if type(value) is not str:
        _refuse(Defect.TYPE, field, value, expected)
    if value not in words:
        _refuse(defect, field, value, expected)


def _item(value: object, field: str, names: Collection[str], expected: str) -> None:
    _word(value, field, names, expected, Defect.UNKNOWN_ITEM)


def _names(value: object, field: str, limit: int, names: Collection[str], defect: Defect) -> None:
    for index, name in enumerate(_array(value, field, limit, defect)):
        _item(name, f"{field}[{index}]", names, _kind(names))


def _cubes(value: object, field: str, limit: int, defect: Defect) -> None:
    if type(value) is not str:
        _refuse(Defect.TYPE, field, value, "cubes as text")
    if len(value) > limit:
        _refuse(defect, field, value, f"at most {limit} cubes")
    if value.strip(COLOURS):  # what is left begins with another letter
        _refuse(Defect.UNKNOWN_ITEM, field, value, f"the letters {' '.join(COLOURS)}")


def _signs(value: object, field: str, players: int, alphabet: str, defect: Defect) -> None:
    expected = f"{players} signs, one a seat, of {' '.join(alphabet)}"
    if type(value) is not str:
        _refuse(Defect.TYPE, field, value, expected)
    if len(value) != players or not all(sign in alphabet for sign in value):
        _refuse(defect, field, value, expected)


def _kind(names: Collection[str]) -> str:
    return "the name of a tile" if names is _TILE_SET else "the name of an order"


def _some(keys: Sequence[str]) -> str:
    return f"the fields {' '.join(keys)}"


def _refuse(defect: Defect, field: str, value: object, expected: str) -> NoReturn:
    raise PositionError(defect, field, value, expected)
