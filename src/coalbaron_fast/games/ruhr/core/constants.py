"""What C is compiled for, from facts.py; and what its code takes for granted of the facts.

What only fills a table (core/tables.pyx) needs no constant and no check.
"""

from __future__ import annotations

from typing import Final

from coalbaron_fast.games.constants import numbered, require, start_of
from coalbaron_fast.games.ruhr import facts

MAX_TURNS: Final = 16
BOXES: Final = 4
MOST_RETURNING: Final = 8
MOST_REMOVED: Final = 3
TRACK_TOKENS: Final = 3
CITY_ROOM: Final = 3
DEPOT_ROOM: Final = 4
EXPORT_ROOM: Final = 16
"""The room of arrays that may be larger than what the facts need."""

BYTE: Final = 200
"""Room for sums in a byte."""


def constants() -> dict[str, int]:
    """Return the constants of core/constants.pxi."""
    return {
        "MAX_SEATS": facts.MAX_PLAYERS,
        "MAX_TURNS": MAX_TURNS,  # arrays by turn have this many entries
        "STORAGE": len(facts.STORAGE),
        "CITIES": len(facts.CITIES),
        "PAID_CITIES": len(facts.CITIES) - len(facts.SPECIAL_CITIES),
        "WORKSHOPS": len(facts.WORKSHOPS),
        "SELLING": len(facts.SELLING),
        "PORT": start_of("PORT", facts.SELLING, facts.PORT),  # the selling space
        "OBSTACLES": len(facts.OBSTACLES),
        "PLACES": len(facts.RIVER),
        "OUTSIDE": len(facts.RIVER),  # the place of a barge before its first trip
        "DEPOTS": len(facts.DEPOTS),
        "COUNTRIES": len(facts.COUNTRIES),
        "PORT_ROOM": facts.PORT_SPACES,  # positions of a column
        "MARKERS": len(facts.MARKERS),
        "FREE_OPTIONS": len(facts.FREE_OPTIONS),
        "CITY_ROOM": CITY_ROOM,
        "DEPOT_ROOM": DEPOT_ROOM,
        "BOXES": BOXES,  # the longest track
        "TRACK_TOKENS": TRACK_TOKENS,  # boxes of a colour that a token names
        "TURN_TRACK": len(facts.TURN_TRACK),
        "MOST_PIPS": facts.MOST_PIPS,
        "MOST_THALERS": facts.MOST_THALERS,
        "MOST_POINTS": facts.MOST_POINTS,
        "MOST_RETURNING": MOST_RETURNING,
        "MOST_REMOVED": MOST_REMOVED,
        "STAGE_EXPORT": facts.STAGES,
        "AREAS": len(facts.AREAS),
        **numbered("AREA_", facts.AREAS),
        "AREA_PORT": start_of("AREAS", facts.AREAS, ("r",)),
        "PROGRESS": len(facts.PROGRESS),
        **numbered("P_", facts.PROGRESS),
        # The first that there are fewer of than seats.
        "P_WHITE": start_of("WHITE_PROGRESS", tuple(facts.PROGRESS), facts.WHITE_PROGRESS),
        "OPTIONS": len(facts.OPTIONS),
        **numbered("O_", (option.name for option in facts.OPTIONS)),
        **numbered("PHASE_", facts.PHASES),
    }


def check_facts() -> None:
    """Raise RuntimeError, with the fact's name, where the core takes another fact for granted."""
    _check_options()
    _check_river()
    _check_course()
    _check_sums()
    _check_ranges()


def _check_options() -> None:
    """What an option is: how starts are found is written for it."""
    kinds = {
        "plain": (False, False, False, None),
        "pilot": (True, False, False, None),
        "transport": (False, True, False, None),
        "wage": (False, False, False, "wage"),
        "supply": (False, False, False, "supply"),
        "haul": (False, False, True, None),
        "tp": (True, True, False, None),
        "hp": (True, False, True, None),
        "ht": (False, True, True, None),
    }
    for option in facts.OPTIONS:
        kind = kinds[option.name]
        require(option[2:] == kind, f"options.{option.name}", option[2:], kind)


def _near(code: str) -> list[str]:
    """Return the targets of a standard trip from a storage space."""
    place = facts.PLACES[code] + 1
    reached = facts.RIVER[place : place + facts.STANDARD_TRIP]
    return [space.code for space in reached if space.code in facts.SELLING]


def _check_river() -> None:
    """Each storage space has one standard target or none; dice fit the colours of their spaces."""
    for code, colour in zip(facts.STORAGE, facts.STORAGE_COLOURS, strict=True):
        require(len(_near(code)) <= 1, f"river: the targets of {code}", _near(code), "one at most")
        for seats, spaces in facts.DICE_SPACES.items():
            for other, listed in spaces.items():
                fits = code not in listed or other == colour
                require(fits, f"dice_spaces of {seats}: {code}", other, colour)
    for seats, spaces in facts.DICE_SPACES.items():
        for colour, number in facts.DICE[seats].items():
            fits = len(spaces[colour]) == number <= facts.STORAGE_COLOURS.count(colour)
            require(fits, f"dice_spaces of {seats}, {colour}", len(spaces[colour]), number)
    kinds = {"s": facts.STORAGE, "c": facts.CITIES, "i": facts.WORKSHOPS, "l": facts.OBSTACLES}
    for letter, codes in kinds.items():
        # Spaces are called by their kind and their number downriver, as tokens name them.
        expected = tuple(f"{letter}{number + 1}" for number in range(len(codes)))
        require(codes == expected, "river", codes, expected)
    require(facts.PORT == ("port",), "river", facts.PORT, ("port",))
    for space in facts.RIVER:
        known = space.type == "port" or space.territory in facts.TERRITORIES
        require(known, f"river: {space.code}", space.territory, tuple(facts.TERRITORIES))
        traded = (space.type == "industry") == (space.trade in facts.TRADES)
        require(traded, f"river: {space.code}", space.trade, facts.TRADES)


def _check_course() -> None:
    turns, boxes = range(1, facts.TURNS), facts.TRACK_BOXES
    require(facts.TURNS < MAX_TURNS, "length.turns", facts.TURNS, MAX_TURNS - 1)
    require(
        not set(facts.PAY_TURNS) & set(facts.GET_TURNS),
        "events.pay", facts.PAY_TURNS, "other turns than get",
    )  # fmt: skip
    require(
        set(facts.WAREHOUSE_TURNS) == set(facts.TURN_TRACK),
        "events.warehouse", facts.WAREHOUSE_TURNS, facts.TURN_TRACK,
    )  # fmt: skip
    require(
        set(turns) <= set(facts.RETURN_TERRITORY),
        "coat_of_arms", facts.RETURN_TERRITORY, "a territory for every turn but the last",
    )  # fmt: skip
    require(
        len(boxes) == len(facts.TRACK_CHANGES) + 1 and min(boxes) >= 1 and max(boxes) <= BOXES,
        "transport_track.boxes", boxes, f"1 to {BOXES} boxes a path",
    )  # fmt: skip
    require(
        list(boxes) == sorted(set(boxes), reverse=True),
        "transport_track.boxes", boxes, "each path shorter than the one before",
    )  # fmt: skip
    changed = len([turn for turn in facts.TRACK_CHANGES if turn <= facts.REMOVE_TURN])
    require(
        boxes[changed] <= TRACK_TOKENS,
        "transport_track.boxes", boxes, f"{TRACK_TOKENS} boxes when dice leave the game",
    )  # fmt: skip
    require(
        2 * (max(boxes) - min(boxes)) <= MOST_RETURNING,
        "transport_track.boxes", boxes, f"{MOST_RETURNING} dice that come back at once",
    )  # fmt: skip
    for seats, colours in facts.REMOVE.items():
        fits = len(colours) <= min(MOST_REMOVED, seats)
        require(fits, f"events.remove of {seats}", colours, "one a seat")
    require(
        sum(facts.COUNTRY_COUNTS.values()) >= len(facts.EXPORT_TURNS),
        "countries.count", facts.COUNTRY_COUNTS, "one a turn of export",
    )  # fmt: skip


def _check_sums() -> None:
    """What the file says twice agrees with itself."""
    kinds = ("storage", "obstacle", "city", "industry", "port")
    counts = {kind: len([space for space in facts.RIVER if space.type == kind]) for kind in kinds}
    counts["pilot_only_storage"] = len([code for code in facts.STORAGE if not _near(code)])
    require(counts == facts.SPACE_COUNTS, "space_counts", facts.SPACE_COUNTS, counts)
    total = sum(facts.MARKER_COUNTS.values())
    require(
        total == facts.MARKER_TOTAL == facts.BAG + len(facts.OBSTACLES),
        "marker_count", facts.MARKER_TOTAL, total,
    )  # fmt: skip
    groups = facts.ESSEN_CITIES + facts.MARK_CITIES + facts.SPECIAL_CITIES
    require(sorted(groups) == sorted(facts.CITIES), "city_groups", groups, facts.CITIES)
    white = facts.WHITE_TERRITORIES
    fits = white == ("m",) and white[0] in facts.DEPOTS
    require(fits, "territories.white", white, ("m",))
    require(facts.MIN_PLAYERS == 2, "seats.min", facts.MIN_PLAYERS, 2)
    costs = tuple(facts.CITY_COSTS)
    require(sorted(costs) == sorted(facts.CITIES), "city_costs", costs, facts.CITIES)
    given = facts.POOL + facts.WITH_FIRST_LOCK + facts.WITH_MARK + len(facts.TURN_TRACK)
    require(given == facts.WAREHOUSES, "seat_supply.warehouses", facts.WAREHOUSES, given)
    fits = sum(facts.STARRED.values()) == facts.CALM_OUT and set(facts.STARRED) <= set(
        facts.MARKERS
    )
    require(fits, "markers.starred", facts.STARRED, facts.CALM_OUT)


def _check_ranges() -> None:
    """Numbers fit where the tables and the state hold them."""
    caps, values = facts.AREA_CAPS, facts.EXPORT_VALUES
    require(max(caps.values()) <= 7, "development_areas.caps", caps, "7 at most: four bits an area")
    require(facts.MARKET_CAP <= 7, "market_cap", facts.MARKET_CAP, "7 at most: three bits a space")
    require(len(values) <= EXPORT_ROOM, "export_track.values", values, f"{EXPORT_ROOM} boxes")
    require(
        min(values) + min(facts.POSITION_BONUS) >= 0,
        "port.position_bonus", facts.POSITION_BONUS, "no export below zero",
    )  # fmt: skip
    for name, costs in (*facts.CITY_COSTS.items(), *facts.DEPOT_COSTS.items()):
        room = CITY_ROOM if name in facts.CITIES else DEPOT_ROOM
        fits = len(costs) <= room and max(costs) <= BYTE
        require(fits, f"costs of {name}", costs, f"{room} spaces")
    room = len(facts.COUNTRIES) * facts.PORT_SPACES
    require(len(facts.PORT_COSTS) <= room, "port.costs", facts.PORT_COSTS, room)
    require(facts.DEBT_THALERS >= 1, "debt.thalers", facts.DEBT_THALERS, "1 at least")
