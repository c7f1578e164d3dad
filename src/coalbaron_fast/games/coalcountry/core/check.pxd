"""What holds of every state: for the debug build after each play, for readers once."""

from coalbaron_fast.games.coalcountry.core.types cimport State

# What can be wrong with a state whose fields are each in range. The detail is a seat where the
# comment names one; codec.pyx turns both into a PositionError.
cdef enum:
    STATE_OK = 0

# What is wrong with a state, or STATE_OK; `detail` is set with it.
cdef int state_defect(const State *state, int *detail) noexcept nogil
