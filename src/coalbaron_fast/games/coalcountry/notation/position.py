"""The shape of a position, as a dict and as one line of text (docs/coalcountry.md).

In the text, `.` separates the parts of a tile and the word of an indicator cube is its token:

    mine of a seat: h0:4xb.NESW.wa,i0:entrance.NESW.wae    calendar=!+,!-,!0,!+
"""

from __future__ import annotations

from itertools import product
from typing import Final

from coalbaron_fast.errors import Defect
from coalbaron_fast.games.coalcountry.facts import (
    BUILDINGS,
    CALENDAR,
    CELLS,
    COLUMNS,
    CUBES_EACH,
    ENTRANCE,
    INDICATORS,
    INFLUENCES,
    MAX_PLAYERS,
    MIN_PLAYERS,
    MOST_COAL,
    MOST_EARNINGS,
    MOST_INFLUENCE,
    MOST_POINTS,
    OPENINGS,
    PHASES,
    PLACES,
    ROUNDS,
    ROWS,
    STACKS,
    STAGES,
    TILES,
    TILES_IN_ALL,
    UTILITIES,
    VILLAGE_SPACES,
)
from coalbaron_fast.games.options import Option, Options
from coalbaron_fast.games.text.position import PositionShape
from coalbaron_fast.games.text.shape import (
    NOTHING,
    UNKNOWN,
    Counts,
    Entries,
    Fields,
    Flag,
    List,
    Name,
    Number,
    Numbers,
    Row,
    Schema,
    Set,
    Shape,
    option_fields,
    refuse,
)

GAME_OPTIONS: Final = Options(
    Option("rounds", "How many rounds are played.", ROUNDS[0], ROUNDS),
    Option("reformed", "A reformed industry: no indicators, and the inspection counts double."),
    Option("amok", "An industry amok: foremen are placed one at a time, in the open."),
)
"""How the game may be played; positions have a field for each."""

DRAWS: Final = ("building", "order", "indicator", *(f"tile {number}" for number in STACKS))
"""What chance draws."""

_MOST_REFUSE: Final = 255
_PART: Final = "."
_NAMES: Final = tuple(map(str, STACKS))
"""The stacks, as the dict names them."""


class _Spelled(Name):
    """One of some names that have other words in the text: `-` or a space would be misread."""

    def __init__(self, words: dict[str, str], *, null: bool = False) -> None:
        super().__init__(words, null=null)
        self._words = words
        self._values = {word: name for name, word in words.items()}

    def spell(self, value: str | None) -> str:
        """Return the word of the name."""
        return NOTHING if value is None else self._words[value]

    def read(self, word: str, field: str) -> str | None:
        """Read the word."""
        if word == NOTHING and self.null:
            return None
        if word not in self._values:
            refuse(Defect.UNKNOWN_ITEM, field, word, f"one of {' '.join(self._values)}")
        return self._values[word]


class _Influence(Number):
    """A foreman's influence; `null`, spelled `?`, for what the viewer cannot know."""

    def __init__(self, *, null: bool) -> None:
        super().__init__(0, MOST_INFLUENCE, null=null)

    def spell(self, value: int | None) -> str:
        """Return the digit, or the sign for what is not known."""
        return UNKNOWN if value is None else super().spell(value)

    def read(self, word: str, field: str) -> int | None:
        """Read the digit, or that it is not known."""
        return None if word == UNKNOWN else super().read(word, field)


class _Mine(Entries):
    """The tiles of a mine by cell; its schema names no cell twice, so it stays small."""

    def schema(self) -> Schema:
        """Return the cells as patterns."""
        rows = {
            row: [column for column in COLUMNS if f"{column}{row}" in self.shapes]
            for row in range(ROWS)
        }
        cells = "|".join(f"[{own[0]}-{own[-1]}]{row}" for row, own in rows.items())
        tile = next(iter(self.shapes.values())).schema()
        return {
            "type": "object",
            "patternProperties": {f"^({cells})$": tile},
            "additionalProperties": False,
        }


class _Utilities(Name):
    """The utilities on a tile, each once and in their order; none is an empty text."""

    def __init__(self) -> None:
        subsets = product(*(("", utility) for utility in UTILITIES))
        called = f"some of {' '.join(UTILITIES)}, each once and in this order"
        super().__init__(map("".join, subsets), called)

    def spell(self, value: str | None) -> str:
        """Return the letters."""
        return value or NOTHING

    def read(self, word: str, _field: str) -> str:
        """Read the letters."""
        return "" if word == NOTHING else word


class _Stack(Entries):
    """How many of each kind a stack has; the text counts all kinds, as in `3.0.1`."""

    def __init__(self, number: int) -> None:
        copies = {name: tile.copies for name, tile in TILES.items() if tile.number == number}
        super().__init__({name: Number(1, most) for name, most in copies.items()}, sparse=True)
        counts = [Number(0, most) for most in copies.values()]
        self._row = Row(counts, separator=_PART, called="numbers of tiles")

    def spell(self, value: dict[str, int]) -> str:
        """Return the counts of all kinds."""
        return self._row.spell([value.get(name, 0) for name in self.shapes])

    def read(self, word: str, field: str) -> dict[str, int]:
        """Read the counts of all kinds."""
        counts = zip(self.shapes, self._row.read(word, field), strict=True)
        return {name: count for name, count in counts if count != 0}


_TILE: Final = Row(
    [Name([*TILES, ENTRANCE], "a kind of tile"), Name(OPENINGS), _Utilities()],
    separator=_PART,
    called="parts of a tile: kind, openings, utilities",
)


_BUILDING: Final = Name(BUILDINGS)
_CUBES: Final = Counts(UTILITIES, 0, CUBES_EACH)
_TILES_BY_CELL: Final = _Mine(dict.fromkeys(CELLS, _TILE), sparse=True)
_PILE: Final = Counts(BUILDINGS, 1, max(kind.copies for kind in BUILDINGS.values()), sparse=True)
_STACKS: Final = Entries({name: _Stack(int(name)) for name in _NAMES})
_FACES: Final = Entries(
    {
        name: Name([kind for kind, tile in TILES.items() if str(tile.number) == name], null=True)
        for name in _NAMES
    }
)


def _seat(*, full: bool) -> Fields:
    """Return the shape of a seat; in a view influences may be unknown."""
    influence = _Influence(null=not full)
    known = Numbers(0, MOST_INFLUENCE, len(INFLUENCES))
    place = Name(PLACES, "a place")
    foreman = Row([place, influence], separator=":", called="parts: place and influence")
    return Fields(
        {
            "money": Number(-MOST_POINTS, MOST_POINTS),
            "earnings": Number(0, MOST_EARNINGS, null=True),
            "coal": Number(0, MOST_COAL),
            "refuse": Number(0, _MOST_REFUSE),
            "storage": _CUBES,
            "buildings": List(_BUILDING, VILLAGE_SPACES, once=True),
            "covered": Set(BUILDINGS),
            "mine": _TILES_BY_CELL,
            "laid": Number(0, TILES_IN_ALL),
            "hand": List(influence, len(INFLUENCES)),
            "held": known,
            "foremen": List(foreman, len(INFLUENCES)),
            "hidden": known,
            "tavern": Flag(),
            "lacking": Set(CELLS),
        },
        notes={
            "money": "Dollars",
            "earnings": "Its space on the earnings track; null before it is there",
            "storage": "Stored utilities",
            "buildings": "Buildings to be seen",
            "covered": "Buildings that are built over",
            "mine": "Uppermost tiles by cell: kind, openings as it lies, utilities on it",
            "laid": "Tiles laid, covered ones too, without the entrance",
            "hand": "Influences at hand, falling",
            "held": "Influences held back and not yet paid for",
            "foremen": "Foremen by place; in a view the influence is null while it is face down",
            "hidden": "In a view: the influences that are face down or at hand, falling",
            "tavern": "Whether buyers and sellers have 1 influence more",
            "lacking": "In the permits: cells of its foremen next to a tile that lacked a utility",
        },
    )


def _declare(players: int, full: bool) -> dict[str, Shape]:
    seat = Number(0, players - 1, null=True)
    return {
        "players": Number(MIN_PLAYERS, MAX_PLAYERS),
        "view": seat,
        **option_fields(GAME_OPTIONS),
        "start": seat,
        "round": Number(1, max(ROUNDS)),
        "stage": Name(STAGES),
        "phase": Name(PHASES),
        "active": seat,
        "order": List(Number(0, players - 1), players, once=True),
        "draw": _Spelled({draw: draw.replace(" ", "") for draw in DRAWS}, null=True),
        "mover": seat,
        "left": Number(1, MOST_INFLUENCE, null=True),
        "space": Number(0, MOST_EARNINGS, null=True),
        "cell": Name(CELLS, "a cell", null=True),
        "tile": Name(TILES, "a kind of tile", null=True),
        "puts": Set(UTILITIES),
        "building": Name(BUILDINGS, null=True),
        "unseen": Number(0, len(INFLUENCES) - 1),
        "calendar": List(_Spelled({cube: f"!{cube}" for cube in INDICATORS}), CALENDAR),
        "bag": Counts(INDICATORS, 0, max(INDICATORS.values())),
        "supply": _CUBES,
        "market": _CUBES,
        "stacks": _STACKS,
        "faces": _FACES,
        "pile": _PILE,
        "gone": _PILE,
        "top": List(_BUILDING, players),
        "bottom": List(_BUILDING, players),
        "seats": _seat(full=full),
    }


SHAPE: Final = PositionShape(
    "cc1",
    "Coal Country position",
    range(MIN_PLAYERS, MAX_PLAYERS + 1),
    _declare,
    {
        "view": "The seat whose view this is; null for a full position",
        "start": "The seat that began; null if the first order is drawn",
        "active": "The seat to decide; null at chance and when over",
        "order": "The player order of the running stage",
        "draw": "At chance: what is drawn",
        "mover": "At chance in the permits: the seat that took the tile",
        "left": "Cubes that may still be swapped or moved",
        "space": "When a marker moves: the taken space",
        "cell": "The cell of the foreman whose tile is drawn or laid",
        "tile": "The tile to be laid",
        "puts": "Types of bought cubes that are still to be put, the one asked for first",
        "building": "The building bought, to be put somewhere",
        "unseen": "In a view of the secret placing: foremen that the active seat has placed",
        "calendar": "The indicator cubes as they were drawn",
        "stacks": "How many of each kind are not drawn yet",
        "faces": "The tiles face up",
        "gone": "Industry amok: the tiles that left the game and may come back",
    },
)
