"""A state as a dict and back."""

from coalbaron_fast.games.coalcountry.core.types cimport State

cdef dict state_to_dict(const State *state)

# Fill a state from a dict of the right shape; PositionError if its fields do not fit each other.
cdef int state_from_dict(dict data, State *state) except -1
