"""Fills the compiled tables from facts.py, once, when the module loads."""

from libc.string cimport memset

from coalbaron_fast.games.coalbaron import facts
from coalbaron_fast.games.coalbaron.core.constants import check_facts, constants
from coalbaron_fast.games.coalbaron.core.types cimport FACTS_DIGEST, State, TILE_KINDS
from coalbaron_fast.games.constants import check_digest

cdef enum:
    STATE_BYTES_LIMIT = 640


cdef void fill_tiles():
    cdef int kinds, light, dark, carts, kind, count
    for index, tile in enumerate(facts.TILES):
        TABLES.tile_price[index] = tile.price
        TABLES.tile_carts[index] = tile.carts
    TABLES.tile_price[TILE_KINDS] = 0xFFFF
    for kinds in range(256):
        carts, light, dark = facts.PRINTED_CARTS, 0, 0
        for kind in range(4):
            count = (kinds >> (2 * kind)) & 3
            carts += count * facts.TILES[kind].carts
            if facts.TILES[kind].side:
                dark += count
            else:
                light += count
        TABLES.pit_carts[kinds] = carts
        TABLES.pit_balance[kinds] = light - dark


cdef void fill_orders():
    cdef int slot = 0, colour
    memset(TABLES.order_slot, -1, sizeof(TABLES.order_slot))
    for index, order in enumerate(facts.ORDERS):
        bit = 1 << index
        spots = order.spots
        TABLES.order_vehicle[index] = order.vehicle
        TABLES.order_vp[index] = order.vp
        TABLES.order_spots[index] = len(spots)
        TABLES.order_colour[index] = spots[0] if len(set(spots)) == 1 else 4
        TABLES.vehicle_orders[order.vehicle] |= bit
        for count in range(len(spots)):
            TABLES.spots_at_least[count] |= bit
        for colour in sorted(set(spots)):
            for count in range(spots.count(colour)):
                TABLES.colour_at_least[colour][count] |= bit
            TABLES.order_slot[index][colour] = slot
            TABLES.slot_order[slot] = index
            TABLES.slot_colour[slot] = colour
            # Free spots stand last among those of a colour: the last one tells.
            last = len(spots) - 1 - spots[::-1].index(colour)
            TABLES.slot_free_test[slot] = 0xF << (4 * last)
            slot += 1


cdef void fill_pairs():
    cdef int kind = 0, first, second, low, high, fill = 2
    cdef int fill_of[4][4]
    for low in range(4):
        for high in range(low, 4):
            fill_of[low][high] = fill_of[high][low] = fill
            TABLES.fill_cubes[fill] = (1 << (8 * low)) + (1 << (8 * high))
            fill += 1
    for first in range(8):
        for second in range(first, 8):
            TABLES.pair_first[kind] = first
            TABLES.pair_second[kind] = second
            TABLES.pair_fill[kind] = fill_of[first & 3][second & 3]
            TABLES.pair_index[first][second] = TABLES.pair_index[second][first] = kind
            kind += 1


cdef void fill_spaces():
    for players in range(facts.MIN_PLAYERS, facts.MAX_PLAYERS + 1):
        locked = facts.LOCKED[players]
        for index, space in enumerate(facts.SPACES):
            if space not in locked:
                TABLES.unlocked[players] |= <uint32_t>1 << index
        TABLES.workers[players] = facts.WORKERS[players]
        TABLES.marks[players] = facts.MARKS[players]
        TABLES.draft_cards[players] = facts.DRAFT_CARDS[players]
    for index in range(4):
        TABLES.mining_steps[index] = facts.MINING_STEPS[index]
        TABLES.money_marks[index] = facts.MONEY_MARKS[index]
    for index, reward in enumerate(facts.REWARDS):
        TABLES.reward_first[index] = reward.first
        TABLES.reward_second[index] = reward.second
    TABLES.bank_marks = facts.BANK_MARKS
    TABLES.draft_rounds = facts.DRAFT_ROUNDS
    TABLES.printed_carts = facts.PRINTED_CARTS


cdef void fill_scoring():
    TABLES.marks_per_vp = facts.MARKS_PER_VP
    TABLES.cubes_per_vp = facts.CUBES_PER_VP
    TABLES.outstanding_penalty = facts.OUTSTANDING_PENALTY
    TABLES.imbalance_penalty = facts.IMBALANCE_PENALTY
    TABLES.vp_a_mark = 1.0 / TABLES.marks_per_vp


cdef void fill_bits():
    for byte in range(256):
        places = [place for place in range(8) if byte >> place & 1]
        for number, place in enumerate(places):
            TABLES.nth_bit[<int>byte][<int>number] = place


def filled():
    """Fill the tables from the facts as they are now, and return their bytes; for tests."""
    # What does not fit the arrays must not be written into them.
    check_facts()
    check_digest("coalbaron's facts", constants(), FACTS_DIGEST)
    memset(&TABLES, 0, sizeof(TABLES))
    fill_tiles()
    fill_orders()
    fill_pairs()
    fill_spaces()
    fill_scoring()
    fill_bits()
    return (<const char *>&TABLES)[:sizeof(TABLES)]


if sizeof(State) > STATE_BYTES_LIMIT:
    raise RuntimeError(f"a state takes {sizeof(State)} bytes, more than {STATE_BYTES_LIMIT}")
filled()
