"""What can be done: legal codes into a caller's buffer, chance with its probabilities."""

from libc.stdint cimport uint32_t, uint64_t

from coalbaron_fast.bits cimport COALBARON_DEBUG, check_codes
from coalbaron_fast.games.coalbaron.core.bits cimport (
    byte_count, cage_count, cage_level, cage_total, lowest_bit64, pit_count, popcount64,
)
from coalbaron_fast.games.coalbaron.core.spots cimport available_pairs
from coalbaron_fast.games.coalbaron.core.stacks cimport (
    draw_stack, look_stack, middle_count, place_item, place_sign, sign_marked, stack_size, top_ways,
    viewer_sees_look,
)
from coalbaron_fast.games.coalbaron.core.tables cimport TABLES
from coalbaron_fast.games.coalbaron.core.types cimport (
    CAGE, CAGE_ROOM, CHANCE_HIDDEN, CHANCE_ORDER, CHANCE_TILE, DELIVERY, DRAW_LOOK, END,
    FACTORY_LOOK, FACTORY_SPACES, FILL, FILL_NONE, FROM_CAGE, FROM_STORAGE, LOAD, MOVE_CODES, Move,
    NO_ORDER, ORDER, ORDERS, ORDER_LOOK, ORDER_SPACES, PAIR, PAIR_KINDS, PHASE_CHANCE, PHASE_DRAFT,
    PHASE_FILL, PHASE_KEEP, PHASE_MINE, PHASE_PLACE, PHASE_SIDE, PHASE_STACK, PLACE,
    PLACE_ENDS_BATCH, SIDE_BOTTOM, SIDE_TOP, STACK_HIDDEN, STACK_ORDER, STACK_TILE, STORE, Seat,
    Stack, State, TAKE_NONE, TAKE_ORDER, TAKE_TILE, TILE_KINDS, UNKNOWN,
)


# -- chance ------------------------------------------------------------------------------------

cdef int chance_outcomes(const State *state, Move *out, int *ways, int *total) noexcept nogil:
    cdef const Stack *stack = draw_stack(state)
    cdef int item, count = 0, number, base, items
    if state.draw == DRAW_LOOK and not viewer_sees_look(state):
        out[0] = CHANCE_HIDDEN
        ways[0] = total[0] = 1
        return 1
    base = CHANCE_ORDER if stack.width == 1 else CHANCE_TILE
    items = ORDERS if stack.width == 1 else TILE_KINDS
    total[0] = popcount64(stack.middle)
    for item in range(items):
        if stack.top:
            number = top_ways(stack, state.viewer, item, total)
        else:
            number = middle_count(stack, item)
        if number:
            out[count] = base + item
            ways[count] = number
            count += 1
    return count


cdef int legal_chance(const State *state, Move *out) noexcept nogil:
    cdef int ways[ORDERS]
    cdef int total
    return chance_outcomes(state, out, ways, &total)


# -- single decisions --------------------------------------------------------------------------

cdef int legal_draft(const State *state, Move *out) noexcept nogil:
    cdef uint64_t cards = state.draft
    cdef int count = 0
    while cards:
        out[count] = TAKE_ORDER + lowest_bit64(cards)
        cards &= cards - 1
        count += 1
    return count


cdef inline uint32_t affordable_spaces(const State *state, int workers) noexcept nogil:
    """Spaces with fewer workers on them than the seat has: count < workers, bit by bit."""
    cdef uint32_t less = 0, equal = 0xFFFFFFFF, plane
    cdef int bit = 3
    if workers > 15:
        return equal
    while bit >= 0:
        plane = state.occupancy[bit]
        if workers >> bit & 1:
            less |= equal & ~plane
            equal &= plane
        else:
            equal &= ~plane
        bit -= 1
    return less


cdef int legal_place(const State *state, Move *out) noexcept nogil:
    cdef const Seat *own = &state.seats[state.active]
    cdef uint32_t spaces = TABLES.unlocked[state.players] & affordable_spaces(state, own.workers)
    cdef uint32_t shut = <uint32_t>15 << DELIVERY
    cdef uint64_t complete = own.outstanding & state.complete
    cdef int index, count = 0
    for index in range(FACTORY_SPACES):
        shut |= <uint32_t>(TABLES.tile_price[state.factory[index]] > own.marks) << index
    while complete:
        shut &= ~(<uint32_t>1 << (DELIVERY + TABLES.order_vehicle[lowest_bit64(complete)]))
        complete &= complete - 1
    for index in range(ORDER_SPACES):
        shut |= <uint32_t>(state.row[index] == NO_ORDER) << (ORDER + index)
    shut |= <uint32_t>(stack_size(&state.tiles) == 0) << FACTORY_LOOK
    shut |= <uint32_t>(stack_size(&state.orders) == 0) << ORDER_LOOK
    spaces &= ~shut
    while spaces:
        out[count] = PLACE + lowest_bit64(spaces)
        spaces &= spaces - 1
        count += 1
    return count


cdef int legal_fill(const State *state, Move *out) noexcept nogil:
    cdef int colour, count = 0
    for colour in range(4):
        if byte_count(state.supply, colour):
            out[count] = FILL + colour
            count += 1
    out[count] = FILL_NONE
    return count + 1


# -- looks -------------------------------------------------------------------------------------

cdef uint64_t held_items(const State *state) noexcept nogil:
    """The items held and not yet named, as a mask (UNKNOWN is bit 63)."""
    cdef uint64_t items = 0
    cdef int index
    for index in range(state.returned, state.held_count):
        items |= <uint64_t>1 << place_item(state.held[index])
    return items


cdef uint64_t possible_held(const State *state) noexcept nogil:
    """In a view, while another seat looks: every item that may be among those held."""
    cdef const Stack *stack = look_stack(state)
    cdef uint64_t items = held_items(state)
    cdef bint unknown = items >> UNKNOWN & 1
    cdef int index = stack.top - 1, item
    if state.straddle >> state.viewer & 1:
        # The viewer's set spans the rest of the batch that the draw has cut.
        while index >= 0:
            if sign_marked(place_sign(stack.place[index], state.viewer)):
                items |= <uint64_t>1 << place_item(stack.place[index])
            if stack.place[index] & PLACE_ENDS_BATCH:
                break
            index -= 1
        unknown = items >> UNKNOWN & 1
    if unknown:
        for item in range(ORDERS if stack.width == 1 else TILE_KINDS):
            if middle_count(stack, item):
                items |= <uint64_t>1 << item
    return items & ~(<uint64_t>1 << UNKNOWN)


cdef int legal_keep(const State *state, Move *out) noexcept nogil:
    cdef uint64_t items
    cdef int count = 0, item
    cdef int marks = state.seats[state.active].marks
    items = held_items(state) if viewer_sees_look(state) else possible_held(state)
    while items:
        item = lowest_bit64(items)
        items &= items - 1
        if state.space == ORDER_LOOK:
            out[count] = TAKE_ORDER + item
            count += 1
        elif TABLES.tile_price[item] <= marks:
            out[count] = TAKE_TILE + item
            count += 1
    out[count] = TAKE_NONE
    return count + 1


cdef int legal_stack(const State *state, Move *out) noexcept nogil:
    cdef uint64_t items
    cdef int count = 0, base = STACK_ORDER if state.space == ORDER_LOOK else STACK_TILE
    if not viewer_sees_look(state):
        out[0] = STACK_HIDDEN
        return 1
    items = held_items(state)
    while items:
        out[count] = base + lowest_bit64(items)
        items &= items - 1
        count += 1
    return count


# -- mining ------------------------------------------------------------------------------------

cdef int legal_mine(const State *state, Move *out) noexcept nogil:
    cdef const Seat *own = &state.seats[state.active]
    cdef uint64_t orders = own.outstanding & ~state.complete
    cdef Move kinds[PAIR_KINDS]
    cdef int level = cage_level(own.cage), present = 0, several = 0, pairs = 0
    cdef int count = 0, index, order, colour, slot, number, base
    out[0] = END
    count = 1
    for index in range(5):
        out[count] = CAGE + index
        count += index != level
    for colour in range(4):
        number = byte_count(own.storage, colour)
        present |= (number > 0) << (4 + colour)
        several |= (number > 1) << (4 + colour)
    if level:
        if cage_total(own.cage) < CAGE_ROOM:
            for colour in range(4):
                out[count] = LOAD + colour
                count += pit_count(own.pit[level - 1], colour) > 0
    else:
        for colour in range(4):
            number = cage_count(own.cage, colour)
            present |= (number > 0) << colour
            several |= (number > 1) << colour
            out[count] = STORE + colour
            count += number > 0
    if not present:
        return count
    if state.steps > 1:
        pairs = available_pairs(present, several, kinds)
    while orders:
        order = lowest_bit64(orders)
        orders &= orders - 1
        for colour in range(4):
            slot = TABLES.order_slot[order][colour]
            if slot < 0 or state.fill[order] & TABLES.slot_free_test[slot]:
                continue
            out[count] = FROM_CAGE + slot
            count += present >> colour & 1
            out[count] = FROM_STORAGE + slot
            count += present >> (4 + colour) & 1
            base = PAIR + slot * PAIR_KINDS
            for index in range(pairs):
                out[count + index] = base + kinds[index]
            count += pairs
    return count


cdef inline int list_moves(const State *state, Move *out) noexcept nogil:
    if state.phase == PHASE_MINE:
        return legal_mine(state, out)
    if state.phase == PHASE_PLACE:
        return legal_place(state, out)
    if state.phase == PHASE_CHANCE:
        return legal_chance(state, out)
    if state.phase == PHASE_STACK:
        return legal_stack(state, out)
    if state.phase == PHASE_KEEP:
        return legal_keep(state, out)
    if state.phase == PHASE_SIDE:
        out[0] = SIDE_TOP
        out[1] = SIDE_BOTTOM
        return 2
    if state.phase == PHASE_DRAFT:
        return legal_draft(state, out)
    if state.phase == PHASE_FILL:
        return legal_fill(state, out)
    return 0


cdef int state_legal_moves(const State *state, Move *out) noexcept nogil:
    cdef int count = list_moves(state, out)
    if COALBARON_DEBUG:
        check_codes(out, count, MOVE_CODES, state.phase)
    return count
