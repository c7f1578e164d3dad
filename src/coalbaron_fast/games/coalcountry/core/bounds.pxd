"""Bytes as a position: for what comes from outside, where every byte can be anything."""

from coalbaron_fast.games.coalcountry.core.types cimport State

# Whether every field is in range and all fit together: then every function of the core can be
# asked about it. `state_defect` alone looks up tables by fields that it takes for granted.
cdef bint state_is_sound(const State *state) noexcept nogil

# The position in these bytes, for as long as they live; ValueError if they are none.
cdef const State *state_in(bytes data) except NULL
