"""The shape of a position, as a dict and as one line of text (docs/ruhr.md)."""

from __future__ import annotations

from typing import Final

from coalbaron_fast.games.options import Option, Options
from coalbaron_fast.games.ruhr.facts import (
    AREA_CAPS,
    AREAS,
    BAG,
    CITIES,
    COLOURS,
    COUNTRIES,
    COUNTRY_COUNTS,
    DEBT_SPACES,
    DEPOT_COSTS,
    DEPOTS,
    EXPORT_VALUES,
    MARKER_COUNTS,
    MARKERS,
    MARKET_CAP,
    MAX_PLAYERS,
    MIN_PLAYERS,
    MOST_PIPS,
    MOST_POINTS,
    MOST_THALERS,
    OBSTACLES,
    OPTIONS,
    PHASES,
    PORT_SPACES,
    PROGRESS,
    RIVER,
    SELLING,
    STAGES,
    STORAGE,
    TRACK_BOXES,
    TURN_TRACK,
    TURNS,
    WAREHOUSES,
)
from coalbaron_fast.games.text.position import PositionShape
from coalbaron_fast.games.text.shape import (
    Counts,
    Fields,
    Flag,
    Lists,
    Name,
    Number,
    Numbers,
    Set,
    Shape,
    option_fields,
)

GAME_OPTIONS: Final = Options(Option("calm", "The two starred markers stay out."))
"""How the game may be played; positions have a field for each."""

DEEDS: Final = ("lock", "essen", "markcity", "depot", "port", "free", "must", "bought")
"""What the buying seat has done: paid for a lock, used a marker that works once a turn; whether a
lock is free to it, or its duty; whether it has bought anything. In the order of core/types.pxd."""

_SEAT: Final = Fields(
    {
        "thalers": Number(0, MOST_THALERS),
        "points": Number(-MOST_POINTS, MOST_POINTS),
        "pool": Number(0, WAREHOUSES),
        "waiting": Set([str(turn) for turn in TURN_TRACK]),
        "debts": Number(0, DEBT_SPACES),
        "tokens": Counts(AREAS, 0, max(AREA_CAPS.values())),
        "progress": Set(tuple(PROGRESS)),
        "used": Set(tuple(PROGRESS)),
        "cities": Set(CITIES),
        "depots": Counts(DEPOTS, 0, max(map(len, DEPOT_COSTS.values()))),
        "locks": Number(0, len(OBSTACLES)),
        "barge": Name([space.code for space in RIVER if space.type != "obstacle"], null=True),
        "option": Name([option.name for option in OPTIONS], null=True),
    }
)

_FIELDS: Final[dict[str, Shape]] = {
    "players": Number(MIN_PLAYERS, MAX_PLAYERS),
    "view": Number(0, MAX_PLAYERS - 1, null=True),
    **option_fields(GAME_OPTIONS),
    "start": Number(0, MAX_PLAYERS - 1),
    "turn": Number(1, TURNS),
    "stage": Number(1, STAGES),
    "phase": Name(PHASES),
    "order": Numbers(0, MAX_PLAYERS - 1, MAX_PLAYERS),
    "index": Number(0, MAX_PLAYERS - 1),
    "seats": _SEAT,
    "dice": Counts(STORAGE, 1, MOST_PIPS, sparse=True),
    "tracks": Lists(COLOURS, 1, MOST_PIPS, max(TRACK_BOXES)),
    "returning": Lists(COLOURS, 1, MOST_PIPS, max(TRACK_BOXES)),
    "obstacles": Set(OBSTACLES),
    "market": Counts(SELLING, 1, MARKET_CAP, sparse=True),
    "columns": Lists(COUNTRIES, 0, MAX_PLAYERS - 1, PORT_SPACES),
    "export": Number(1, len(EXPORT_VALUES)),
    "markers": Counts(MARKERS, 0, max(MARKER_COUNTS.values())),
    "bag": Number(0, BAG + len(OBSTACLES)),
    "countries": Counts(COUNTRIES, 0, max(COUNTRY_COUNTS.values())),
    "country": Name(COUNTRIES, null=True),
    "water": Flag(),
    "duty": Flag(),
    "did": Set(DEEDS),
}

SHAPE: Final = PositionShape(
    "ruhr1",
    "Ruhrschifffahrt position",
    range(MIN_PLAYERS, MAX_PLAYERS + 1),
    lambda _players, _full: _FIELDS,
)
