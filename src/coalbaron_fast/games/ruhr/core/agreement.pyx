"""Holds facts.py against what the core is compiled for, when the core is imported.

What a table can hold is filled from facts.py and needs no check. Checked is the rest: sizes of
arrays, the order of what a switch tells apart, and what the code below takes for granted. A fact
that does not fit is refused by its name.
"""

from coalbaron_fast.games.ruhr import facts
from coalbaron_fast.games.ruhr.core.types cimport (
    AREAS, AREA_PORT, BOXES, CITIES, CITY_ROOM, COUNTRIES, DEPOTS, DEPOT_ROOM, FREE_OPTIONS,
    MARKERS, MAX_SEATS, MAX_TURNS, MOST_PIPS, MOST_REMOVED, MOST_RETURNING, OBSTACLES, OPTIONS,
    O_HAUL, O_HP, O_HT, O_PILOT, O_PLAIN, O_SUPPLY, O_TP, O_TRANSPORT, O_WAGE, PHASE_BUY,
    PHASE_CARRY, PHASE_CHANCE, PHASE_EVENT, PHASE_HAULER, PHASE_OPTION, PHASE_OVER, PHASE_PLACE,
    PHASE_REMOVE, PHASE_START, PHASE_SUPPLY, PHASE_TRIP, PLACES, PORT_ROOM, PROGRESS, P_AAK,
    P_DEPOT, P_ESSEN, P_HAULER, P_HAULING, P_INN, P_LOCK, P_MARK, P_MARKCITY, P_MAYOR, P_PORT,
    P_RAILWAY, P_SUPPLY, P_WAGE, P_WAREHOUSE, P_WHITE, SELLING, STAGE_EXPORT, STORAGE, State,
    TRACK_TOKENS, TURN_TRACK, WORKSHOPS,
)

cdef enum:
    STATE_BYTES = 208           # no byte is the compiler's: states are compared whole
    EXPORT_ROOM = 16
    BYTE = 200                  # room for sums in a byte


cdef refuse(str name, object stated, object compiled):
    raise RuntimeError(
        f"components.json: {name} is {stated!r}; the core is compiled for {compiled!r}"
    )


cdef check_lengths():
    lengths = {
        "MAX_PLAYERS": (facts.MAX_PLAYERS, MAX_SEATS),
        "RIVER": (len(facts.RIVER), PLACES),
        "STORAGE": (len(facts.STORAGE), STORAGE),
        "CITIES": (len(facts.CITIES), CITIES),
        "WORKSHOPS": (len(facts.WORKSHOPS), WORKSHOPS),
        "SELLING": (len(facts.SELLING), SELLING),
        "OBSTACLES": (len(facts.OBSTACLES), OBSTACLES),
        "DEPOTS": (len(facts.DEPOTS), DEPOTS),
        "COUNTRIES": (len(facts.COUNTRIES), COUNTRIES),
        "MARKERS": (len(facts.MARKERS), MARKERS),
        "TURN_TRACK": (len(facts.TURN_TRACK), TURN_TRACK),
        "PORT_SPACES": (facts.PORT_SPACES, PORT_ROOM),
        "FREE_OPTIONS": (len(facts.FREE_OPTIONS), FREE_OPTIONS),
        "STAGES": (facts.STAGES, STAGE_EXPORT),
        "MOST_PIPS": (facts.MOST_PIPS, MOST_PIPS),
    }
    for name, (stated, compiled) in lengths.items():
        if stated != compiled:
            refuse(name, stated, compiled)


cdef check_names():
    """What a switch tells apart stands in the order of its numbers."""
    names = {
        "PHASES": (facts.PHASES, {
            "chance": PHASE_CHANCE, "event": PHASE_EVENT, "remove": PHASE_REMOVE,
            "place": PHASE_PLACE, "option": PHASE_OPTION, "carry": PHASE_CARRY,
            "supply": PHASE_SUPPLY, "start": PHASE_START, "hauler": PHASE_HAULER,
            "trip": PHASE_TRIP, "buy": PHASE_BUY, "over": PHASE_OVER,
        }),
        "PROGRESS": (tuple(facts.PROGRESS), {
            "lock": P_LOCK, "depot": P_DEPOT, "essen": P_ESSEN, "wage": P_WAGE,
            "supply": P_SUPPLY, "mark": P_MARK, "port": P_PORT, "markcity": P_MARKCITY,
            "hauler": P_HAULER, "warehouse": P_WAREHOUSE, "hauling": P_HAULING, "inn": P_INN,
            "mayor": P_MAYOR, "railway": P_RAILWAY, "aak": P_AAK,
        }),
        "OPTIONS": (tuple(option.name for option in facts.OPTIONS), {
            "plain": O_PLAIN, "pilot": O_PILOT, "transport": O_TRANSPORT, "wage": O_WAGE,
            "supply": O_SUPPLY, "haul": O_HAUL, "tp": O_TP, "hp": O_HP, "ht": O_HT,
        }),
        "AREAS": (facts.AREAS, {"bi": 0, "bc": 1, "wi": 2, "wc": 3, "r": AREA_PORT}),
    }
    for name, (stated, compiled) in names.items():
        expected = tuple(sorted(compiled, key=compiled.get))
        if stated != expected:
            refuse(name, stated, expected)
    for name, stated, compiled in (
        ("PROGRESS", facts.PROGRESS, PROGRESS), ("OPTIONS", facts.OPTIONS, OPTIONS),
        ("AREAS", facts.AREAS, AREAS),
    ):
        if len(stated) != compiled:
            refuse(name, len(stated), compiled)
    if tuple(facts.PROGRESS)[P_WHITE:] != facts.WHITE_PROGRESS:
        refuse("WHITE_PROGRESS", facts.WHITE_PROGRESS, tuple(facts.PROGRESS)[P_WHITE:])


cdef check_options():
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
        if option[2:] != kinds[option.name]:
            refuse(f"options.{option.name}", option[2:], kinds[option.name])


cdef check_river():
    """Each storage space has one standard target or none; dice fit the colours of their spaces."""
    for code, colour in zip(facts.STORAGE, facts.STORAGE_COLOURS, strict=True):
        place = facts.PLACES[code]
        near = [
            space.code for space in facts.RIVER[place + 1:place + 1 + facts.STANDARD_TRIP]
            if space.code in facts.SELLING
        ]
        if len(near) > 1:
            refuse(f"river: the targets of {code}", near, "one at most")
        for seats, spaces in facts.DICE_SPACES.items():
            for other, listed in spaces.items():
                if code in listed and other != colour:
                    refuse(f"dice_spaces of {seats}: {code}", other, colour)
    for seats, spaces in facts.DICE_SPACES.items():
        for colour, number in facts.DICE[seats].items():
            if len(spaces[colour]) != number or number >= facts.STORAGE_COLOURS.count(colour) + 1:
                refuse(f"dice_spaces of {seats}, {colour}", len(spaces[colour]), number)
    for turn in range(1, facts.TURNS):
        if turn not in facts.RETURN_TERRITORY:
            refuse("coat_of_arms", turn, "a territory for every turn but the last")


cdef check_course():
    if facts.TURNS >= MAX_TURNS:
        refuse("length.turns", facts.TURNS, MAX_TURNS - 1)
    if set(facts.PAY_TURNS) & set(facts.GET_TURNS):
        refuse("events.pay and get", facts.PAY_TURNS, "other turns than get")
    if set(facts.WAREHOUSE_TURNS) != set(facts.TURN_TRACK):
        refuse("events.warehouse", facts.WAREHOUSE_TURNS, facts.TURN_TRACK)
    boxes = facts.TRACK_BOXES
    if len(boxes) != len(facts.TRACK_CHANGES) + 1 or max(boxes) > BOXES or min(boxes) < 1:
        refuse("transport_track.boxes", boxes, f"1 to {BOXES} boxes a path")
    changed = len([turn for turn in facts.TRACK_CHANGES if turn <= facts.REMOVE_TURN])
    if boxes[changed] > TRACK_TOKENS:
        refuse("transport_track.boxes", boxes, f"{TRACK_TOKENS} boxes when dice leave the game")
    if 2 * (max(boxes) - min(boxes)) > MOST_RETURNING:
        refuse("transport_track.boxes", boxes, f"{MOST_RETURNING} dice that come back at once")
    for seats, colours in facts.REMOVE.items():
        if len(colours) > min(MOST_REMOVED, seats):
            refuse(f"events.remove of {seats}", colours, "one a seat")
    if len(facts.COUNTRIES) and sum(facts.COUNTRY_COUNTS.values()) < len(facts.EXPORT_TURNS):
        refuse("countries.count", facts.COUNTRY_COUNTS, "one a turn of export")


cdef check_spaces():
    """Spaces are called by their kind and their number downriver, as tokens name them."""
    kinds = {
        "s": facts.STORAGE, "c": facts.CITIES, "i": facts.WORKSHOPS, "l": facts.OBSTACLES,
    }
    for letter, codes in kinds.items():
        expected = tuple([f"{letter}{number + 1}" for number in range(len(codes))])
        if codes != expected:
            refuse("river", codes, expected)
    if facts.PORT != ("port",):
        refuse("river", facts.PORT, ("port",))


cdef check_sums():
    """What the file says twice agrees with itself."""
    kinds = {"storage": "storage", "obstacle": "obstacle", "city": "city", "industry": "industry",
             "port": "port"}
    counts = {
        name: len([space for space in facts.RIVER if space.type == kind])
        for name, kind in kinds.items()
    }
    alone = [
        code for code in facts.STORAGE
        if not {
            space.code
            for space in facts.RIVER[facts.PLACES[code] + 1:][:facts.STANDARD_TRIP]
        } & set(facts.SELLING)
    ]
    counts["pilot_only_storage"] = len(alone)
    if facts.SPACE_COUNTS != counts:
        refuse("space_counts", facts.SPACE_COUNTS, counts)
    total = sum(facts.MARKER_COUNTS.values())
    if total != facts.MARKER_TOTAL or total != facts.BAG + len(facts.OBSTACLES):
        refuse("marker_count", facts.MARKER_TOTAL, total)
    groups = facts.ESSEN_CITIES + facts.MARK_CITIES + facts.SPECIAL_CITIES
    if sorted(groups) != sorted(facts.CITIES):
        refuse("city_groups", groups, facts.CITIES)
    if facts.WHITE_TERRITORIES != ("m",) or not set(facts.WHITE_TERRITORIES) <= set(facts.DEPOTS):
        refuse("territories.white", facts.WHITE_TERRITORIES, ("m",))
    for space in facts.RIVER:
        if space.type != "port" and space.territory not in facts.TERRITORIES:
            refuse(f"river: {space.code}", space.territory, tuple(facts.TERRITORIES))
        if (space.type == "industry") != (space.trade in facts.TRADES):
            refuse(f"river: {space.code}", space.trade, facts.TRADES)
    if facts.MIN_PLAYERS != 2:
        refuse("seats.min", facts.MIN_PLAYERS, 2)
    if sorted(facts.CITY_COSTS) != sorted(facts.CITIES):
        refuse("city_costs", tuple(facts.CITY_COSTS), facts.CITIES)


cdef check_ranges():
    """Numbers fit where the tables and the state hold them."""
    if max(facts.AREA_CAPS.values()) > 7:
        refuse("development_areas.caps", facts.AREA_CAPS, "7 at most: four bits an area, one spare")
    if facts.MARKET_CAP > 7:
        refuse("market_cap", facts.MARKET_CAP, "7 at most: three bits a space")
    if len(facts.EXPORT_VALUES) > EXPORT_ROOM:
        refuse("export_track.values", facts.EXPORT_VALUES, f"{EXPORT_ROOM} boxes")
    if min(facts.EXPORT_VALUES) + min(facts.POSITION_BONUS) < 0:
        refuse("port.position_bonus", facts.POSITION_BONUS, "no export below zero")
    for name, costs in (*facts.CITY_COSTS.items(), *facts.DEPOT_COSTS.items()):
        room = CITY_ROOM if name in facts.CITIES else DEPOT_ROOM
        if len(costs) > room or max(costs) > BYTE:
            refuse(f"costs of {name}", costs, f"{room} spaces")
    if len(facts.PORT_COSTS) > COUNTRIES * PORT_ROOM:
        refuse("port.costs", facts.PORT_COSTS, COUNTRIES * PORT_ROOM)
    given = facts.POOL + facts.WITH_FIRST_LOCK + facts.WITH_MARK + len(facts.TURN_TRACK)
    if given != facts.WAREHOUSES:
        refuse("seat_supply.warehouses", facts.WAREHOUSES, given)
    if set(facts.STARRED) - set(facts.MARKERS) or sum(facts.STARRED.values()) != facts.CALM_OUT:
        refuse("markers.starred", facts.STARRED, facts.CALM_OUT)
    if facts.DEBT_THALERS < 1:
        refuse("debt.thalers", facts.DEBT_THALERS, "1 at least")


def check_facts():
    """Raise RuntimeError, with the fact's name, if the core is compiled for another game."""
    check_lengths()
    check_names()
    check_options()
    check_river()
    check_course()
    check_spaces()
    check_sums()
    check_ranges()
    if sizeof(State) != STATE_BYTES:
        raise RuntimeError(f"a state takes {sizeof(State)} bytes, not {STATE_BYTES}")
