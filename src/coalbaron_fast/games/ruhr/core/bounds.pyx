"""Bytes as a position: for what comes from outside, where every byte can be anything."""

from coalbaron_fast.bits cimport is_zero
from coalbaron_fast.games.ruhr import facts
from coalbaron_fast.games.ruhr.core.check cimport STATE_OK, state_defect
from coalbaron_fast.games.ruhr.core.types cimport (
    BOXES, CITIES, COUNTRIES, MAX_SEATS, MOST_PIPS, MOST_POINTS, MOST_RETURNING, MOST_THALERS, NONE,
    OPTIONS, OUTSIDE, PHASE_OVER, PORT_ROOM, P_WHITE, SELLING, STAGE_EXPORT, STAGE_HISTORY, Seat,
    State,
)

cdef int LEAST_PLAYERS = facts.MIN_PLAYERS
cdef int TURNS = facts.TURNS
cdef int EXPORT_BOXES = len(facts.EXPORT_VALUES)
cdef int MARKET_CAP = facts.MARKET_CAP


cdef inline bint below_or_none(int value, int limit) noexcept nogil:
    return value < limit or value == NONE


cdef bint seat_in_range(const Seat *own) noexcept nogil:
    return (
        own.thalers <= MOST_THALERS and -MOST_POINTS <= own.points <= MOST_POINTS
        and not own.cities >> CITIES and own.place <= OUTSIDE
        and below_or_none(own.option, OPTIONS)
    )


cdef bint market_in_range(const State *state) noexcept nogil:
    cdef int space
    for space in range(SELLING):
        if <int>(state.market >> (3 * space) & 7) > MARKET_CAP:
            return False
    return state.market >> (3 * SELLING) == 0


cdef bint track_in_range(const State *state, int colour) noexcept nogil:
    cdef int box
    if state.on_track[colour] > BOXES:
        return False
    for box in range(BOXES):
        if box >= state.on_track[colour]:
            if state.track[colour][box]:
                return False
        elif not 1 <= state.track[colour][box] <= MOST_PIPS:
            return False
    return True


cdef bint board_in_range(const State *state) noexcept nogil:
    cdef int index
    for index in range(2):
        if not track_in_range(state, index):
            return False
    for index in range(COUNTRIES):
        if state.in_column[index] > PORT_ROOM:
            return False
    if state.returning_count > MOST_RETURNING:
        return False
    for index in range(MOST_RETURNING):
        if index >= state.returning_count:
            if state.returning[index]:
                return False
        elif state.returning[index] >> 3 > 1:
            return False
    return (
        market_in_range(state) and is_zero(state.white_left, P_WHITE)
        and below_or_none(state.country, COUNTRIES) and state.export_box < EXPORT_BOXES
        and is_zero(state.unused, sizeof(state.unused))
    )


cdef bint course_in_range(const State *state) noexcept nogil:
    return (
        below_or_none(state.viewer, state.players) and state.first_start < state.players
        and 1 <= state.turn <= TURNS and STAGE_HISTORY <= state.stage <= STAGE_EXPORT
        and state.phase <= PHASE_OVER and state.index < state.players
    )


cdef bint state_in_range(const State *state) noexcept nogil:
    cdef int seat
    if not LEAST_PLAYERS <= state.players <= MAX_SEATS or not course_in_range(state):
        return False
    for seat in range(MAX_SEATS):
        if seat >= state.players:
            if state.order[seat] or not is_zero(&state.seats[seat], sizeof(Seat)):
                return False
        elif state.order[seat] >= state.players or not seat_in_range(&state.seats[seat]):
            return False
    return board_in_range(state)


cdef bint state_is_sound(const State *state) noexcept nogil:
    cdef int detail = 0
    return state_in_range(state) and state_defect(state, &detail) == STATE_OK


cdef const State *state_in(bytes data, bint may_be_wrong=False) except NULL:
    cdef const State *state = <const State *><const char *>data
    if len(data) != sizeof(State):
        raise ValueError(f"a position has {sizeof(State)} bytes, not {len(data)}")
    if not (state_in_range(state) if may_be_wrong else state_is_sound(state)):
        raise ValueError("these bytes are no position")
    return state
