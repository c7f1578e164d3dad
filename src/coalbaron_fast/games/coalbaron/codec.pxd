"""A state as a dict (docs/position.md) and back."""

from coalbaron_fast.games.coalbaron.core.types cimport State

cdef dict state_to_dict(const State *state)

# Raises PositionError, and leaves `state` unspecified, if the dict is no possible position. The
# dict has the shape of a position: notation's check_shape or text_to_dict has seen to that.
cdef int state_from_dict(object data, State *state) except -1

# Raises PositionError if an invariant does not hold.
cdef int require_possible(const State *state) except -1
