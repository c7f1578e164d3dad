"""Fills the compiled tables from facts.py, once, when the module loads."""

from libc.string cimport memset

from coalbaron_fast.games.coalcountry import facts
from coalbaron_fast.games.coalcountry.core.constants import check_facts, constants
from coalbaron_fast.games.coalcountry.core.types cimport (
    ALL_CUBES, ENTRANCE, FACTS_DIGEST, NONE, STAGE_BROKERS, STAGE_CONSTRUCTION, STAGE_MARKET,
    STAGE_REFUSE, STAGE_VILLAGE, State, make_tile, one_of,
)
from coalbaron_fast.games.constants import check_digest

cdef enum:
    STATE_BYTES = 1056          # no byte is the compiler's: states are compared whole


cdef int openings_of(str letters) except -1:
    """The bits of some directions."""
    cdef int bits = 0
    for letter in letters:
        bits |= 1 << <int>facts.DIRECTIONS.index(letter)
    return bits


cdef int fill_map() except -1:
    cdef int cell, direction
    memset(TABLES.next_to, NONE, sizeof(TABLES.next_to))
    for cell, name in enumerate(facts.CELLS):
        TABLES.column[cell] = facts.COLUMNS.index(name[0])
        TABLES.row[cell] = int(name[1:])
        for direction, letter in enumerate(facts.DIRECTIONS):
            other = facts.cell_next_to(name, letter)
            if other is not None:
                TABLES.next_to[cell][direction] = facts.CELLS.index(other)
    return 0


cdef int fill_tiles() except -1:
    cdef int kind, influence, way
    for way, letters in enumerate(facts.OPENINGS):
        TABLES.openings[way] = openings_of(letters)
    for kind, tile in enumerate(facts.TILES.values()):
        TABLES.number[kind] = tile.number
        TABLES.copies[kind] = tile.copies
        for influence, coal in enumerate(tile.coal):
            TABLES.coal[kind][influence] = coal
        turns = facts.SHAPES[tile.shape]
        TABLES.first_turn[kind] = facts.OPENINGS.index(turns[0])
        TABLES.turns[kind] = len(turns)
        TABLES.stack_first[<int>tile.number] = kind + 1
    for influence, coal in enumerate(facts.ENTRANCE_COAL):
        TABLES.coal[ENTRANCE][influence] = coal
    TABLES.entrance_tile = make_tile(
        ENTRANCE, openings_of(facts.ENTRANCE_OPENINGS), ALL_CUBES
    )
    TABLES.village_opening = openings_of(facts.VILLAGE_OPENING)
    return 0


cdef int fill_places() except -1:
    cdef int place
    stages = {
        **dict.fromkeys(facts.VILLAGE_PLACES, STAGE_VILLAGE),
        "sell": STAGE_BROKERS, "util": STAGE_MARKET, "tandem": STAGE_MARKET,
        "build": STAGE_CONSTRUCTION, "dump": STAGE_REFUSE, "depot": STAGE_REFUSE,
    }
    for influence in facts.INFLUENCES:
        TABLES.all_foremen += one_of(influence)
    for place, name in enumerate(facts.PLACES):
        TABLES.room[place] = facts.BOARD_PLACES.get(name, 1)
        TABLES.stage[place] = stages.get(name, NONE)
        if name in facts.VILLAGE_PLACES:
            TABLES.least[place] = facts.BUILDINGS[name].least
    return 0


cdef int fill_utilities() except -1:
    cdef int index, utility
    TABLES.cubes_each = facts.CUBES_EACH
    TABLES.refill_plus = facts.REFILL_PLUS
    TABLES.utility_fees = facts.UTILITY_FEES
    for index, cubes in enumerate(facts.PURCHASES):
        TABLES.purchase_sum[index] = sum(cubes)
        for utility, number in enumerate(cubes):
            TABLES.purchase[index][utility] = number
    for index, (given, taken) in enumerate(facts.SWAPS):
        TABLES.swap[index][0] = facts.UTILITIES.index(given)
        TABLES.swap[index][1] = facts.UTILITIES.index(taken)
    return 0


cdef int fill_money() except -1:
    cdef int earnings, index
    for start, dollars in facts.FEE_STEPS:
        for earnings in range(start, facts.FEE_EVERY):
            TABLES.fee[earnings] = dollars
        TABLES.fee_beyond = dollars
    TABLES.fee_add = facts.FEE_ADD
    for index, cube in enumerate(facts.INDICATORS):
        TABLES.indicator[index] = facts.INDICATOR_VALUES[cube]
        TABLES.indicators[index] = facts.INDICATORS[cube]
    TABLES.coal_base = facts.COAL_BASE
    TABLES.coal_step = facts.COAL_STEP
    TABLES.coal_least = facts.COAL_LEAST
    for index, dollars in enumerate(facts.COAL_ADJUST):
        TABLES.coal_adjust[index] = dollars
    TABLES.permit_fees = facts.PERMIT_FEES
    return 0


cdef int fill_buildings() except -1:
    cdef int kind, index, seats
    for kind, building in enumerate(facts.BUILDINGS.values()):
        TABLES.building_number[kind] = building.number
        TABLES.amok_pile[kind] = building.copies
        for seats in range(facts.MIN_PLAYERS, facts.MAX_PLAYERS + 1):
            TABLES.pile[seats][kind] = seats if building.per_seat else building.copies
    TABLES.bottom_row = facts.BOTTOM_ROW
    TABLES.building_least = facts.BUILDING_LEAST
    for index, fees in enumerate(facts.BUILDING_ADJUST):
        TABLES.building_adjust[index] = fees
    TABLES.shed_keeps = facts.SHED_KEEPS
    TABLES.extra_plus = facts.EXTRA_PLUS
    TABLES.extra_most = facts.EXTRA_MOST
    TABLES.tavern_plus = facts.TAVERN_PLUS
    return 0


cdef int fill_end() except -1:
    TABLES.report_every = facts.REPORT_EVERY
    TABLES.missing_utility = facts.INSPECTION["missing_utility"]
    TABLES.refuse = facts.INSPECTION["refuse"]
    TABLES.unfinished_tunnel = facts.INSPECTION["unfinished_tunnel"]
    TABLES.stored_utility = facts.INSPECTION["stored_utility"]
    TABLES.building = facts.INSPECTION["building"]
    TABLES.reformed = facts.INSPECTION["reformed"]
    return 0


def filled():
    """Fill the tables from the facts as they are now, and return their bytes; for tests."""
    # What does not fit the arrays must not be written into them.
    check_facts()
    check_digest("coalcountry's facts", constants(), FACTS_DIGEST)
    memset(&TABLES, 0, sizeof(TABLES))
    fill_map()
    fill_tiles()
    fill_places()
    fill_utilities()
    fill_money()
    fill_buildings()
    fill_end()
    return (<const char *>&TABLES)[:sizeof(TABLES)]


if sizeof(State) != STATE_BYTES:
    raise RuntimeError(f"a state takes {sizeof(State)} bytes, not {STATE_BYTES}")
filled()
