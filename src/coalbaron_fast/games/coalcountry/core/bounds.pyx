"""Bytes as a position: for what comes from outside, where every byte can be anything."""

from coalbaron_fast.games.coalcountry.core.check cimport STATE_OK, state_defect
from coalbaron_fast.games.coalcountry.core.types cimport State


cdef bint state_is_sound(const State *state) noexcept nogil:
    cdef int detail = 0
    return state_defect(state, &detail) == STATE_OK


cdef const State *state_in(bytes data, bint may_be_wrong=False) except NULL:
    cdef const State *state = <const State *><const char *>data
    return state
