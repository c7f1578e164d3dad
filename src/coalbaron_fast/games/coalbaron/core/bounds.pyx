"""Bytes as a position: for what comes from outside, where every byte can be anything."""

from libc.stdint cimport uint16_t, uint64_t

from coalbaron_fast.bits cimport is_zero
from coalbaron_fast.games.coalbaron import facts
from coalbaron_fast.games.coalbaron.core.check cimport STATE_OK, state_defect
from coalbaron_fast.games.coalbaron.core.stacks cimport middle_field, place_item
from coalbaron_fast.games.coalbaron.core.types cimport (
    DRAW_LOOK, FACTORY_SPACES, LOOK, MAX_SEATS, NONE, NO_ORDER, NO_TILE, ORDERS, ORDER_LOOK,
    ORDER_SPACES, PHASE_OVER, SHIFTS, SIDE_IS_BOTTOM, SPACES, STACK_ROOM, Seat, Stack, State,
    TILE_COPIES, TILE_KINDS, UNKNOWN,
)

cdef enum:
    CAGE_BITS = 15
    LEVEL_BITS = 28
    PLACE_BITS = 15

cdef int LEAST_PLAYERS = facts.MIN_PLAYERS
cdef int MOST_MARKS = facts.MAX_MARKS
cdef int MOST_POINTS = facts.MAX_VP
cdef uint64_t NO_CARDS = ~((<uint64_t>1 << ORDERS) - 1)


cdef inline bint below_or_none(int value, int limit) noexcept nogil:
    return value < limit or value == NONE


cdef bint seat_in_range(const Seat *own) noexcept nogil:
    cdef int level
    for level in range(4):
        if own.pit[level] >> LEVEL_BITS:
            return False
    return (
        not (own.outstanding | own.delivered) & NO_CARDS and not own.cage >> CAGE_BITS
        and own.marks <= MOST_MARKS and -MOST_POINTS <= own.vp <= MOST_POINTS
    )


cdef bint place_in_range(uint16_t place, int items) noexcept nogil:
    cdef int item = place_item(place)
    return not place >> PLACE_BITS and (item < items or item == UNKNOWN)


cdef bint stack_in_range(const Stack *stack, int width, int items) noexcept nogil:
    cdef int index, field
    # Every item of the middle and every known place is one of the game's.
    if stack.width != width or stack.top + stack.bottom > STACK_ROOM:
        return False
    if stack.middle >> (items * width) or stack.middle_size > items * width:
        return False
    for index in range(items):
        field = middle_field(stack, index)
        if field & (field + 1):
            # The copies of an item fill their bits from the lowest on.
            return False
    for index in range(STACK_ROOM):
        if index < stack.top or index >= STACK_ROOM - stack.bottom:
            if not place_in_range(stack.place[index], items):
                return False
    return True


cdef bint look_in_range(const State *state) noexcept nogil:
    cdef int index, items = ORDERS if state.space == ORDER_LOOK else TILE_KINDS
    if state.held_count > LOOK or state.returned > LOOK or state.side > SIDE_IS_BOTTOM:
        return False
    for index in range(state.held_count):
        if not place_in_range(state.held[index], items):
            return False
    return not (state.touched | state.straddle) >> state.players


cdef bint board_in_range(const State *state) noexcept nogil:
    cdef int index
    for index in range(FACTORY_SPACES):
        if state.factory[index] > NO_TILE:
            return False
    for index in range(ORDER_SPACES):
        if state.row[index] > NO_ORDER:
            return False
    return not (state.draft | state.complete) & NO_CARDS


cdef bint course_in_range(const State *state) noexcept nogil:
    return (
        below_or_none(state.viewer, state.players) and 1 <= state.shift <= SHIFTS
        and state.first_start < state.players and state.start < state.players
        and state.phase <= PHASE_OVER and below_or_none(state.active, state.players)
        and below_or_none(state.space, SPACES) and below_or_none(state.draw, DRAW_LOOK + 1)
    )


cdef bint state_is_sound(const State *state) noexcept nogil:
    cdef int seat, detail = 0
    if not LEAST_PLAYERS <= state.players <= MAX_SEATS or not course_in_range(state):
        return False
    for seat in range(MAX_SEATS):
        if seat >= state.players:
            if not is_zero(&state.seats[seat], sizeof(Seat)):
                return False
        elif not seat_in_range(&state.seats[seat]):
            return False
    return (
        board_in_range(state) and look_in_range(state)
        and stack_in_range(&state.tiles, TILE_COPIES, TILE_KINDS)
        and stack_in_range(&state.orders, 1, ORDERS)
        and state_defect(state, &detail) == STATE_OK
    )


cdef const State *state_in(bytes data) except NULL:
    cdef const State *state = <const State *><const char *>data
    if len(data) != sizeof(State):
        raise ValueError(f"a position has {sizeof(State)} bytes, not {len(data)}")
    if not state_is_sound(state):
        raise ValueError("these bytes are no position")
    return state
