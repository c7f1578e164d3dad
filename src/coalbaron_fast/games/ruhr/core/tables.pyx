"""Fills the compiled tables from facts.py, once, when the module loads."""

from libc.string cimport memset

from coalbaron_fast.games.ruhr import facts
from coalbaron_fast.games.constants import check_digest
from coalbaron_fast.games.ruhr.core.constants import check_facts, constants
from coalbaron_fast.games.ruhr.core.types cimport (
    AREA_PORT, FACTS_DIGEST, NONE, OUTSIDE, PLACES, State,
)

cdef enum:
    STATE_BYTES = 208           # no byte is the compiler's: states are compared whole
    DEAR = 255                  # beyond all money


cdef long mask_of(codes, names) except -1:
    """The mask of these spaces, by their numbers among `names`."""
    cdef long mask = 0
    for code in codes:
        mask |= 1 << names.index(code)
    return mask


cdef list spaces_between(int first, int last):
    """The codes of the spaces that lie between two places."""
    return [space.code for space in facts.RIVER[first + 1:last]]


cdef void fill_river():
    cdef int place, index, number, target
    memset(TABLES.place_selling, NONE, sizeof(TABLES.place_selling))
    memset(TABLES.place_storage, NONE, sizeof(TABLES.place_storage))
    memset(TABLES.standard, NONE, sizeof(TABLES.standard))
    for number, code in enumerate(facts.SELLING):
        TABLES.selling_place[number] = facts.PLACES[code]
        TABLES.place_selling[facts.PLACES[code]] = number
    for index, code in enumerate(facts.STORAGE):
        place = facts.PLACES[code]
        TABLES.storage_place[index] = place
        TABLES.place_storage[place] = index
        TABLES.storage_colour[index] = facts.COLOURS.index(facts.STORAGE_COLOURS[index])
        TABLES.colour_storage[TABLES.storage_colour[index]] |= 1 << index
        for number in range(PLACES):
            if number < place:
                TABLES.downriver[number] |= 1 << index
            elif number > place:
                TABLES.upriver[number] |= 1 << index
        TABLES.downriver[OUTSIDE] |= 1 << index
        for number, target_code in enumerate(facts.SELLING):
            target = facts.PLACES[target_code]
            if target < place:
                continue
            TABLES.targets[index] |= 1 << number
            between = spaces_between(place, target)
            TABLES.between[index][number] = mask_of(
                [code for code in between if code in facts.OBSTACLES], facts.OBSTACLES
            )
            if target - place <= facts.STANDARD_TRIP:
                TABLES.standard[index] = number
                TABLES.has_standard |= 1 << index
    for number, code in enumerate(facts.OBSTACLES):
        in_mark = facts.RIVER[<int>facts.PLACES[code]].territory in facts.WHITE_TERRITORIES
        if in_mark:
            TABLES.mark_locks |= 1 << number
        TABLES.lock_points[number] = (
            facts.LOCK_POINTS_MARK if in_mark else facts.LOCK_POINTS_OTHER
        )
    TABLES.mark_cities = mask_of(facts.MARK_CITIES, facts.CITIES)
    TABLES.essen_cities = mask_of(facts.ESSEN_CITIES, facts.CITIES)
    TABLES.all_cities = mask_of(facts.CITIES, facts.CITIES)


cdef void fill_beginning():
    cdef int seats, index
    memset(TABLES.removed, NONE, sizeof(TABLES.removed))
    for seats in range(facts.MIN_PLAYERS, facts.MAX_PLAYERS + 1):
        for colour, spaces in facts.DICE_SPACES[seats].items():
            for code in spaces:
                TABLES.dice[seats][<int>facts.STORAGE.index(code)] = facts.DICE_VALUES[colour]
        for index, colour in enumerate(facts.REMOVE[seats]):
            TABLES.removed[seats][index] = facts.COLOURS.index(colour)
        TABLES.white_count[seats] = facts.WHITE_COUNT[seats]
    TABLES.start_thalers = facts.START_THALERS
    TABLES.pool = facts.POOL
    TABLES.with_first_lock = facts.WITH_FIRST_LOCK
    TABLES.with_mark = facts.WITH_MARK
    TABLES.warehouses = facts.WAREHOUSES
    TABLES.debt_spaces = facts.DEBT_SPACES
    TABLES.thaler_cap = facts.THALER_CAP


cdef void fill_course():
    cdef int turn, index, path = 0
    TABLES.turns = facts.TURNS
    TABLES.first_lock_turn = facts.FIRST_LOCK_TURN
    TABLES.remove_turn = facts.REMOVE_TURN
    for turn in range(1, facts.TURNS + 1):
        TABLES.export_turn[turn] = turn in facts.EXPORT_TURNS
        TABLES.marker_turn[turn] = turn in facts.MARKER_TURNS
        TABLES.wage_supply_turn[turn] = turn in facts.WAGE_SUPPLY_TURNS
        TABLES.pay_turn[turn] = turn in facts.PAY_TURNS
        TABLES.get_turn[turn] = turn in facts.GET_TURNS
        TABLES.pips_turn[turn] = turn in facts.PIPS_TURNS
        if turn in facts.WAREHOUSE_TURNS:
            TABLES.waiting_bit[turn] = 1 << <int>facts.TURN_TRACK.index(turn)
        if turn in facts.TRACK_CHANGES:
            path += 1
            TABLES.lost_boxes[turn] = facts.TRACK_BOXES[path - 1] - facts.TRACK_BOXES[path]
        TABLES.boxes[turn] = facts.TRACK_BOXES[path]
        TABLES.lock_cost[turn] = (
            facts.LOCK_EARLY_COST if turn <= facts.LOCK_EARLY_UNTIL else facts.LOCK_LATE_COST
        )
        if turn in facts.RETURN_TERRITORY:
            TABLES.return_to[turn] = mask_of(
                [
                    space.code for space in facts.RIVER
                    if space.type == "storage"
                    and space.territory == facts.RETURN_TERRITORY[turn]
                ],
                facts.STORAGE,
            )
        TABLES.two_locks[2][turn] = turn in facts.TWO_LOCKS_TURNS
        for index, option in enumerate(facts.OPTIONS):
            TABLES.fee[index][turn] = option.fees[<int>(turn >= facts.FEE_RISE_TURN)]
    TABLES.two_locks_first[3] = facts.TWO_LOCKS_FIRST


cdef list selling_of(str marker):
    """The selling spaces that a marker puts a Thaler on."""
    trade = next((trade for trade in facts.TRADES if trade.startswith(marker)), None)
    kinds = {"i": "industry", "c": "city"}
    if trade is not None:
        return [space.code for space in facts.RIVER if space.trade == trade]
    if marker in facts.WATER_MARKERS:
        return []
    return [
        space.code for space in facts.RIVER
        if space.type == kinds[marker[0]] and space.territory == marker[1]
    ]


cdef void fill_chance():
    cdef int index
    for index, marker in enumerate(facts.MARKERS):
        TABLES.markers[index] = facts.MARKER_COUNTS[marker]
        TABLES.starred[index] = facts.STARRED.get(marker, 0)
        TABLES.marker_spaces[index] = mask_of(selling_of(marker), facts.SELLING)
        TABLES.marker_water[index] = marker in facts.WATER_MARKERS
        TABLES.marker_pips[index] = facts.WATER_MARKERS.get(marker, 0)
    for index, country in enumerate(facts.COUNTRIES):
        TABLES.countries[index] = facts.COUNTRY_COUNTS[country]
    TABLES.bag = facts.BAG
    TABLES.calm_bag = facts.BAG - facts.CALM_OUT
    TABLES.market_cap = facts.MARKET_CAP


cdef int fill_progress() except -1:
    cdef int colour, number, index, area
    if max(facts.AREA_CAPS.values()) > 7:
        raise RuntimeError("an area holds more tokens than three bits count")
    for colour in range(2):
        for number, code in enumerate(facts.SELLING):
            TABLES.area[colour][number] = 2 * colour + (code in facts.CITIES)
            if code in facts.PORT:
                TABLES.area[colour][number] = AREA_PORT
    for index, name in enumerate(facts.AREAS):
        TABLES.area_cap[index] = facts.AREA_CAPS[name]
    for index, needs in enumerate(facts.PROGRESS.values()):
        for area, name in enumerate(facts.AREAS):
            TABLES.needs[index] |= <int>needs.get(name, 0) << (4 * area)
    return 0


cdef void fill_options():
    cdef int index
    for index, option in enumerate(facts.OPTIONS):
        TABLES.pilot[index] = option.pilot
        TABLES.carry[index] = option.carry
        TABLES.up[index] = option.up
        if option.pilot:
            TABLES.pilot_options |= 1 << index
    names = [option.name for option in facts.OPTIONS]
    for index, name in enumerate(facts.FREE_OPTIONS):
        TABLES.free_option[index] = names.index(name)
    TABLES.wage_thalers = facts.WAGE_THALERS
    TABLES.supply_pips = facts.SUPPLY_PIPS
    TABLES.hauler_pips = facts.HAULER_PIPS
    TABLES.debt_thalers = facts.DEBT_THALERS
    TABLES.repay_cost = facts.REPAY_COST
    TABLES.early_points = facts.EARLY_POINTS


cdef void fill_market():
    cdef int index, number
    memset(TABLES.city_cost, DEAR, sizeof(TABLES.city_cost))
    memset(TABLES.depot_cost, DEAR, sizeof(TABLES.depot_cost))
    memset(TABLES.port_cost, facts.PORT_COST_BEYOND, sizeof(TABLES.port_cost))
    for index, name in enumerate(facts.CITIES):
        for number, cost in enumerate(facts.CITY_COSTS[name]):
            TABLES.city_cost[index][number] = cost
    for index, name in enumerate(facts.DEPOTS):
        for number, cost in enumerate(facts.DEPOT_COSTS[name]):
            TABLES.depot_cost[index][number] = cost
    for number, cost in enumerate(facts.PORT_COSTS):
        TABLES.port_cost[number] = cost
    TABLES.port_per_seat = facts.PORT_PER_SEAT
    TABLES.shift_cost = facts.SHIFT_COST
    TABLES.star_cost = facts.WAREHOUSE_MARKER_COST
    TABLES.warehouse_points = facts.WAREHOUSE_POINTS
    TABLES.inn_thalers = facts.INN_THALERS
    TABLES.inn_points = facts.INN_POINTS
    TABLES.export_boxes = len(facts.EXPORT_VALUES)
    for number, value in enumerate(facts.EXPORT_VALUES):
        TABLES.export_value[number] = value
    for number in range(1, facts.MOST_PIPS + 1):
        TABLES.export_step[number] = (
            facts.EXPORT_SMALL_STEP if number <= facts.EXPORT_SMALL_UNTIL
            else facts.EXPORT_BIG_STEP
        )
    for number, bonus in enumerate(facts.POSITION_BONUS):
        TABLES.position_bonus[number] = bonus


cdef void fill_end():
    TABLES.essen_points = facts.ESSEN_POINTS
    TABLES.mark_points = facts.MARK_POINTS
    TABLES.all_cities_points = facts.ALL_CITIES_POINTS
    TABLES.all_depots_points = facts.ALL_DEPOTS_POINTS
    TABLES.majority_points = facts.MAJORITY_POINTS
    TABLES.debt_points = facts.DEBT_POINTS
    TABLES.mayor_points = facts.MAYOR_POINTS
    TABLES.railway_points = facts.RAILWAY_POINTS
    TABLES.aak_points = facts.AAK_POINTS
    TABLES.aak_at_port = facts.AAK_AT_PORT


def filled():
    """Fill the tables from the facts as they are now, and return their bytes; for tests."""
    # What does not fit the arrays must not be written into them.
    check_facts()
    check_digest("ruhr's facts", constants(), FACTS_DIGEST)
    memset(&TABLES, 0, sizeof(TABLES))
    fill_river()
    fill_beginning()
    fill_course()
    fill_chance()
    fill_progress()
    fill_options()
    fill_market()
    fill_end()
    return (<const char *>&TABLES)[:sizeof(TABLES)]


if sizeof(State) != STATE_BYTES:
    raise RuntimeError(f"a state takes {sizeof(State)} bytes, not {STATE_BYTES}")
filled()
