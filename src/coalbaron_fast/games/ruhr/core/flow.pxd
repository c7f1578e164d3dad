"""Whose turn it is, and where dice that come back may lie. All inline."""

from libc.stdint cimport uint32_t

from coalbaron_fast.games.ruhr.core.tables cimport TABLES
from coalbaron_fast.games.ruhr.core.types cimport (
    NONE, PHASE_CHANCE, PHASE_OVER, PHASE_PLACE, PHASE_REMOVE, State,
)


cdef inline int seat_to_move(const State *state) noexcept nogil:
    if state.phase == PHASE_CHANCE or state.phase == PHASE_OVER:
        return NONE
    # The start seat places what comes back, in the midst of another's sale too.
    if state.phase == PHASE_PLACE:
        return state.order[0]
    # Dice leave the game from the seat farthest downriver on.
    if state.phase == PHASE_REMOVE:
        return state.order[state.players - 1 - state.index]
    return state.order[state.index]


cdef inline uint32_t put_targets(const State *state) noexcept nogil:
    """Where the first die that comes back may lie."""
    cdef int colour = state.returning[0] >> 3
    cdef uint32_t room = TABLES.colour_storage[colour] & ~<uint32_t>state.filled
    if colour == 0 and room & TABLES.return_to[state.turn]:
        return room & TABLES.return_to[state.turn]
    return room
