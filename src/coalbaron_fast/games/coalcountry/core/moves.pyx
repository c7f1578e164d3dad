"""Legal moves, and what chance can bring."""

from libc.stdint cimport uint8_t

from coalbaron_fast.bits cimport COALBARON_DEBUG, check_codes, lowest_bit64
from coalbaron_fast.games.coalcountry.core.areas cimport (
    buying_limit, can_fill, can_swap, free_below, stack_is_empty,
)
from coalbaron_fast.games.coalcountry.core.foremen cimport find_foreman, is_miner, takes_permit
from coalbaron_fast.games.coalcountry.core.flow cimport seat_to_move
from coalbaron_fast.games.coalcountry.core.places cimport list_placing
from coalbaron_fast.games.coalcountry.core.prices cimport (
    building_fees, can_pay, cube_fees, permit_fees, with_tavern,
)
from coalbaron_fast.games.coalcountry.core.tables cimport SWAPS, TABLES
from coalbaron_fast.games.coalcountry.core.types cimport (
    AT_BUILD, BUILD, BUILDINGS, BUILD_NONE, BUY, CELLS, CHANCE_BUILDING, CHANCE_INDICATOR,
    CHANCE_ORDER, CHANCE_TILE, CHURCH, CHURCH_NONE, DIG, DIRECTIONS, DRAW_BUILDING, DRAW_INDICATOR,
    DRAW_ORDER, DRAW_TILE, ENTRANCE_CELL, FOREMEN, INDICATORS, LAY, MARK_DOWN, MARK_UP,
    MOST_OUTCOMES, MOVE_CODES, Move, NONE, NO_FOREMAN, ONTO, ONTO_VACANT, OPENINGS, PHASE_BUILD,
    PHASE_BUY, PHASE_CHANCE, PHASE_CHURCH, PHASE_DIG, PHASE_FILL, PHASE_LAY, PHASE_MARK,
    PHASE_ONTO, PHASE_PLACE, PHASE_PUT, PHASE_SELL, PHASE_SHOP, PURCHASES, PUT, PUT_END, PUT_NONE,
    SELL, STACKS, SWAP, SWAP_END, Seat, State, UTILITIES, VILLAGE_SPACES, foreman_influence,
    foreman_place, has_cell, tile_cubes,
)


# -- chance ------------------------------------------------------------------------------------

cdef int list_counts(
    const uint8_t *left, int kinds, int base, Move *codes, int *ways, int *total
) noexcept nogil:
    cdef int kind, count = 0
    total[0] = 0
    for kind in range(kinds):
        if left[kind]:
            codes[count] = <Move>(base + kind)
            ways[count] = left[kind]
            total[0] += left[kind]
            count += 1
    return count


cdef int list_order(const State *state, Move *codes, int *ways, int *total) noexcept nogil:
    """The seats that have not been drawn."""
    cdef uint8_t left[4]
    cdef int index
    for index in range(state.players):
        left[index] = 1
    for index in range(state.players):
        if state.order[index] != NONE:
            left[state.order[index]] = 0
    return list_counts(left, state.players, CHANCE_ORDER, codes, ways, total)


cdef int chance_outcomes(const State *state, Move *codes, int *ways, int *total) noexcept nogil:
    cdef int first
    if state.draw == DRAW_BUILDING:
        return list_counts(state.pile, BUILDINGS, CHANCE_BUILDING, codes, ways, total)
    if state.draw == DRAW_ORDER:
        return list_order(state, codes, ways, total)
    if state.draw == DRAW_INDICATOR:
        return list_counts(state.bag, INDICATORS, CHANCE_INDICATOR, codes, ways, total)
    first = TABLES.stack_first[state.draw - DRAW_TILE]
    return list_counts(
        state.stack + first, TABLES.stack_first[state.draw - DRAW_TILE + 1] - first,
        CHANCE_TILE + first, codes, ways, total,
    )


cdef int list_chance(const State *state, Move *out) noexcept nogil:
    cdef int ways[MOST_OUTCOMES]
    cdef int total
    return chance_outcomes(state, out, ways, &total)


# -- decisions ---------------------------------------------------------------------------------

cdef int list_swaps(const State *state, const Seat *own, Move *out) noexcept nogil:
    cdef int swap, count = 0
    for swap in range(SWAPS):
        if can_swap(state, own, swap):
            out[count] = SWAP + swap
            count += 1
    out[count] = SWAP_END
    return count + 1


cdef int list_church(const Seat *own, Move *out) noexcept nogil:
    """The tiles with a miner."""
    cdef int index, count = 0
    for index in range(FOREMEN):
        if own.foreman[index] != NO_FOREMAN and is_miner(own, own.foreman[index]):
            out[count] = CHURCH + foreman_place(own.foreman[index])
            count += 1
    out[count] = CHURCH_NONE
    return count + 1


cdef int list_sales(const State *state, const Seat *own, Move *out) noexcept nogil:
    """In round 1 at least 1 if there is any."""
    cdef int least = 1 if state.round == 1 and own.coal else 0, pieces
    for pieces in range(least, own.coal + 1):
        out[pieces - least] = SELL + pieces
    return own.coal + 1 - least


cdef int list_marks(const State *state, Move *out) noexcept nogil:
    out[0] = MARK_UP
    out[1] = MARK_DOWN
    return 1 if free_below(state, state.actor, state.space) < 0 else 2


cdef int list_digs(const State *state, const Seat *own, Move *out) noexcept nogil:
    cdef int index, stack, base, count = 0
    for index in range(FOREMEN):
        if own.foreman[index] == NO_FOREMAN or not takes_permit(own, own.foreman[index]):
            continue
        base = DIG + (STACKS + 1) * foreman_place(own.foreman[index])
        for stack in range(STACKS):
            if not stack_is_empty(state, stack) and can_pay(
                own, permit_fees(state, own, own.foreman[index], stack)
            ):
                out[count] = base + stack
                count += 1
        out[count] = base + STACKS
        count += 1
    return count


cdef inline bint is_beside(int cell, int other) noexcept nogil:
    cdef int direction
    for direction in range(DIRECTIONS):
        if TABLES.next_to[cell][direction] == other:
            return True
    return False


cdef int list_lays(const State *state, const Seat *own, Move *out) noexcept nogil:
    """On the foreman's cell, or on a tile next to it that is not the entrance."""
    cdef int cell, turn, count = 0
    for cell in range(CELLS):
        if cell != state.cell:
            if cell == ENTRANCE_CELL or not own.tile[cell] or not is_beside(state.cell, cell):
                continue
        for turn in range(TABLES.turns[state.tile]):
            out[count] = LAY + OPENINGS * cell + TABLES.first_turn[state.tile] + turn
            count += 1
    return count


cdef int list_purchases(const State *state, const Seat *own, Move *out) noexcept nogil:
    cdef int purchase, limit = buying_limit(own), fees = cube_fees(state), count = 0
    for purchase in range(PURCHASES):
        if (
            TABLES.purchase_sum[purchase] <= limit
            and TABLES.purchase[purchase][0] <= state.market[0]
            and TABLES.purchase[purchase][1] <= state.market[1]
            and TABLES.purchase[purchase][2] <= state.market[2]
            and can_pay(own, fees * TABLES.purchase_sum[purchase])
        ):
            out[count] = BUY + purchase
            count += 1
    return count


cdef int list_puts(const Seat *own, int utility, Move *out, int count) noexcept nogil:
    """Connected tiles without this utility."""
    cdef int cell
    for cell in range(CELLS):
        if has_cell(&own.connected, cell) and not tile_cubes(own.tile[cell]) >> utility & 1:
            out[count] = PUT + CELLS * utility + cell
            count += 1
    return count


cdef int list_fills(const Seat *own, Move *out) noexcept nogil:
    cdef int utility, count = 0
    for utility in range(UTILITIES):
        if can_fill(own, utility):
            count = list_puts(own, utility, out, count)
    out[count] = PUT_END
    return count + 1


cdef int list_buildings(const State *state, const Seat *own, Move *out) noexcept nogil:
    cdef int row, kind, count = 0
    cdef int influence = with_tavern(
        own, foreman_influence(own.foreman[find_foreman(own, AT_BUILD)])
    )
    for row in range(2):
        for kind in range(BUILDINGS):
            if state.row[row][kind] and can_pay(own, building_fees(state, row, kind, influence)):
                out[count] = BUILD + BUILDINGS * row + kind
                count += 1
    out[count] = BUILD_NONE
    return count + 1


cdef int list_sites(const Seat *own, Move *out) noexcept nogil:
    cdef int kind, count = 0
    for kind in range(BUILDINGS):
        if own.buildings >> kind & 1:
            out[count] = ONTO + kind
            count += 1
    if count < VILLAGE_SPACES:
        out[count] = ONTO_VACANT
        count += 1
    return count


cdef int list_moves(const State *state, Move *out) noexcept nogil:
    cdef int seat = seat_to_move(state), count
    cdef const Seat *own = &state.seats[seat if seat != NONE else 0]
    if state.phase == PHASE_PLACE:
        return list_placing(state, out)
    if state.phase == PHASE_CHANCE:
        return list_chance(state, out)
    if state.phase == PHASE_DIG:
        return list_digs(state, own, out)
    if state.phase == PHASE_LAY:
        return list_lays(state, own, out)
    if state.phase == PHASE_BUY:
        return list_purchases(state, own, out)
    if state.phase == PHASE_PUT:
        count = list_puts(own, lowest_bit64(state.puts), out, 0)
        out[count] = PUT_NONE + lowest_bit64(state.puts)
        return count + 1
    if state.phase == PHASE_SELL:
        return list_sales(state, own, out)
    if state.phase == PHASE_FILL:
        return list_fills(own, out)
    if state.phase == PHASE_BUILD:
        return list_buildings(state, own, out)
    if state.phase == PHASE_ONTO:
        return list_sites(own, out)
    if state.phase == PHASE_MARK:
        return list_marks(state, out)
    if state.phase == PHASE_CHURCH:
        return list_church(own, out)
    if state.phase == PHASE_SHOP:
        return list_swaps(state, own, out)
    return 0


cdef int state_legal_moves(const State *state, Move *out) noexcept nogil:
    cdef int count = list_moves(state, out)
    if COALBARON_DEBUG:
        check_codes(out, count, MOVE_CODES, state.phase)
    return count
