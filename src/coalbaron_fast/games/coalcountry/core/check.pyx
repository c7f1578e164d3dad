"""What holds of every state: what is conserved, and which fields fit which."""

from coalbaron_fast.games.coalcountry.core.types cimport State


cdef int state_defect(const State *state, int *detail) noexcept nogil:
    return STATE_OK
