"""The shape of a position, as a dict (docs/position.md) and as one line of text.

The text holds exactly what the dict holds, field by field:

    cb1 players=2 view=- shift=1 first_start=0 start=0 phase=place active=0 ...

`;` separates the fields of a seat, a stack or a look, `,` the entries of a list, `:` a name from
what belongs to it, `+` the tiles of a level or the places of a batch, `.` the spots of an order,
and `x` a seat from its number of workers:

    seat0=7;0;17;0;4:k;yb;-:y,b1D+b2L:bbb,-:-,-:k;Tgg:g.-,By:yb;Bkk
    spaces=f3:0x1,m6:1x2
    tile_stack=y1L:=.+g2D:=.,k1D:.~;b1L,b1L,b1D;3;-

No token of a move holds a `=`, so a word of the text is never taken for one.
"""

from __future__ import annotations

from typing import Any, Final

from coalbaron_fast.errors import Defect, PositionError
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
    MAX_MARKS,
    MAX_PLAYERS,
    MAX_VP,
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
from coalbaron_fast.games.text.position import PositionShape
from coalbaron_fast.games.text.shape import (
    Entries,
    Fields,
    Letters,
    List,
    Name,
    Number,
    Row,
    Seen,
    Shape,
    Signs,
    When,
)

FREE_SPOT: Final = "-"
"""The spelling of a free spot of an order."""

PAIR_FILLS: Final = tuple(
    first + second for index, first in enumerate(COLOURS) for second in COLOURS[index:]
)
"""The ten pairs of cubes that may fill a spot in place of its colour."""

Kind = tuple[tuple[str, ...], str, int]
"""Items of one kind: the names, what one of them is called, and how many items there are."""

_TILES: Final[Kind] = (tuple(tile.name for tile in TILES), "the name of a tile", TILE_TOTAL)
_ORDERS: Final[Kind] = (tuple(order.name for order in ORDERS), "the name of an order", ORDER_TOTAL)

_ORDER: Final = Name(*_ORDERS[:2])
_MOST_CUBES: Final = CUBES_PER_COLOUR * len(COLOURS)
_MOST_LEVEL_TILES: Final = TILE_TOTAL // LEVELS
_MOST_LEVEL_CARTS: Final = PRINTED_CARTS + TILE_COPIES * sum(t.carts for t in TILES) // LEVELS
_MOST_WORKERS: Final = max(WORKERS.values())


def _level(colour: int) -> Fields:
    """Return the shape of a level of a pit."""
    names = [name for name in _TILES[0] if name[0] == COLOURS[colour]]
    tile = Name(names, f"a {COLOUR_NAMES[colour]} tile")
    return Fields(
        {
            "tiles": List(tile, _MOST_LEVEL_TILES, separator="+", defect=Defect.TILE_COPIES),
            "cubes": Letters(COLOURS, _MOST_LEVEL_CARTS, "cubes", Defect.LEVEL_CUBES),
        },
        separator=":",
    )


def _spot(colour: int) -> Name:
    """Return the shape of what fills a spot of that colour."""
    called = f"{FREE_SPOT}, {COLOURS[colour]} or one of {' '.join(PAIR_FILLS)}"
    return Name((FREE_SPOT, COLOURS[colour], *PAIR_FILLS), called, defect=Defect.SPOTS)


_CAGE: Final = Fields(
    {
        "level": Number(0, LEVELS),
        "cubes": Letters(COLOURS, CAGE_ROOM, "cubes", Defect.CAGE),
    },
    separator=":",
)
_OUTSTANDING: Final = Entries(
    {
        order.name: Row(map(_spot, order.spots), separator=".", defect=Defect.SPOTS)
        for order in ORDERS
    },
    sparse=True,
    called="an object with one entry an order",
    stranger=lambda _: (Defect.UNKNOWN_ITEM, "the names of orders"),
)
_SEAT: Final = Fields(
    {
        "marks": Number(0, MAX_MARKS, defect=Defect.MONEY),
        "vp": Number(-MAX_VP, MAX_VP, defect=Defect.MONEY),
        "workers": Number(0, _MOST_WORKERS),
        "bank": Number(0, _MOST_WORKERS),
        "cage": _CAGE,
        "storage": Letters(COLOURS, _MOST_CUBES, "cubes", Defect.CUBES),
        "pit": Row(map(_level, range(LEVELS)), called="levels"),
        "orders": _OUTSTANDING,
        "delivered": List(_ORDER, ORDER_TOTAL, defect=Defect.DUPLICATE_CARD),
    },
    notes={
        "marks": "Money",
        "vp": "Victory points scored so far",
        "workers": "Workers in hand",
        "bank": "Its workers on the bank",
        "storage": "Cubes in private storage",
        "pit": "The four levels, yellow first: tiles bought, cubes still on their carts",
        "orders": "Outstanding orders: one entry a spot, - free, else what fills it",
        "delivered": "Delivered cards",
    },
)
_FILL: Final = Fields(
    {"level": Number(1, LEVELS), "carts": Number(1, max(tile.carts for tile in TILES))},
    separator=":",
    null=True,
)


class _Stack(Fields):
    """A stack, whose known parts have no more places than there are items."""

    def __init__(self, kind: Kind, players: int, *, full: bool) -> None:
        names, called, self.total = kind
        batch = _places(kind, players, self.total, Defect.STACK, full=full, least=1)
        batches = List(batch, self.total, defect=Defect.STACK)
        shapes: dict[str, Shape | When] = {
            "top": batches,
            "middle": List(Name(names, called), self.total, defect=Defect.STACK),
            "middle_size": Number(0, self.total),
            "bottom": batches,
        }
        notes = {
            "top": "Batches above the middle, uppermost first",
            "middle": "What the middle holds; in a view everything unseen",
            "middle_size": "How many items the middle has",
            "bottom": "Batches below the middle, uppermost first",
        }
        super().__init__(shapes, notes=notes)

    def check(self, value: object, field: str) -> None:
        super().check(value, field)
        data = self.checked_keys(value, field)
        places = sum(len(batch) for part in ("top", "bottom") for batch in data[part])
        if places > self.total:
            expected = f"top and bottom to have at most {self.total} places"
            raise PositionError(Defect.STACK, field, places, expected)


def _places(
    kind: Kind,
    players: int,
    most: int,
    defect: Defect,
    *,
    full: bool,
    least: int = 0,
) -> List:
    """Return the shape of a list of places: items, and who knows what of each."""
    place = Fields(
        {
            "item": Seen(*kind[:2], full=full),
            "known": Signs(SIGNS, players, Defect.KNOWLEDGE),
        },
        separator=":",
    )
    return List(place, most, least=least, separator="+", defect=defect)


def _look(kind: Kind, players: int, *, full: bool) -> Fields:
    """Return the shape of a draw of five in progress."""
    places = _places(kind, players, LOOK, Defect.LOOK, full=full)
    flags = Signs(FLAGS, players, Defect.LOOK)
    return Fields(
        {
            "held": places,
            "returned": places,
            "side": Name(("top", "bottom"), "top, bottom", null=True, defect=Defect.RANGE),
            "touched": flags,
            "straddle": flags,
        },
        null=True,
        notes={
            "held": "Drawn and neither kept nor named for return",
            "returned": "Named to go back, uppermost first",
            "touched": "One sign a seat, x for yes",
            "straddle": "One sign a seat, x for yes",
        },
    )


def _spaces(players: int) -> Entries:
    """Return the shape of the occupied spaces."""

    def stranger(name: object) -> tuple[Defect, str]:
        if type(name) is str and name in LOCKED[players]:
            return Defect.OCCUPIED, f"a space open to {players} players"
        return Defect.UNKNOWN_ITEM, "the names of spaces, without the bank"

    workers = Fields(
        {"seat": Number(0, players - 1), "workers": Number(1, _MOST_WORKERS)}, separator="x"
    )
    return Entries(
        {name: workers for name in SPACES if name not in LOCKED[players] and name != BANK},
        sparse=True,
        called="an object with one entry an occupied space",
        stranger=stranger,
    )


def _board(spaces: tuple[str, ...], kind: Kind, players: int) -> Entries:
    """Return the shape of the spaces that are open, with what lies there."""
    item = Name(*kind[:2], null=True)
    return Entries({name: item for name in spaces if name not in LOCKED[players]})


def _declare(players: int, full: bool) -> dict[str, Shape | When]:
    seat = Number(0, players - 1)
    nullable_seat = Number(0, players - 1, null=True)
    looks = {
        FACTORY_LOOK: _look(_TILES, players, full=full),
        ORDER_LOOK: _look(_ORDERS, players, full=full),
    }
    otherwise = f"null, as the turn in progress is not on {' or '.join(looks)}"
    return {
        "players": Number(MIN_PLAYERS, MAX_PLAYERS),
        "view": nullable_seat,
        "shift": Number(1, SHIFTS),
        "first_start": seat,
        "start": seat,
        "phase": Name(PHASES, defect=Defect.RANGE),
        "active": nullable_seat,
        "space": Name(SPACES, "a space", null=True),
        "draw": Name(DRAWS, null=True, defect=Defect.RANGE),
        "steps": Number(0, max(MINING_STEPS)),
        "fill": _FILL,
        "seats": _SEAT,
        "spaces": _spaces(players),
        "factory": _board(FACTORY_SPACES, _TILES, players),
        "row": _board(ORDER_SPACES, _ORDERS, players),
        "draft": List(_ORDER, max(DRAFT_CARDS.values()), defect=Defect.DRAFT),
        "tile_stack": _Stack(_TILES, players, full=full),
        "order_stack": _Stack(_ORDERS, players, full=full),
        "look": When("space", looks, Defect.LOOK, otherwise),
    }


SHAPE: Final = PositionShape(
    "cb1",
    "Coal Baron position",
    range(MIN_PLAYERS, MAX_PLAYERS + 1),
    _declare,
    {
        "players": "Seats in the game",
        "view": "The seat whose view this is; null for a full position",
        "active": "The seat whose turn runs or who picks in the draft",
        "space": "The space of the turn in progress",
        "draw": "At chance: where the next item goes",
        "steps": "Work steps left",
        "fill": "Carts of a new tile that wait for a cube",
        "spaces": "Occupied spaces without the bank",
        "factory": "Every unlocked factory space and its tile",
        "row": "Every unlocked order space and its card",
        "draft": "Cards laid out and not yet picked",
        "look": "The draw of five in progress",
    },
)

check_shape: Final = SHAPE.check
text_to_dict: Final = SHAPE.read
position_schema: Final = SHAPE.schema


def dict_to_text(position: dict[str, Any]) -> str:
    """Return the text of a position as a dict, in the order of its lists.

    Raises `PositionError` if the dict is not shaped like a position.
    """
    SHAPE.check(position)
    return SHAPE.spell(position)
