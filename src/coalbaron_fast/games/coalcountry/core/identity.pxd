"""When two states are the same, and a 64-bit hash that agrees with it."""

from libc.stdint cimport uint64_t

from coalbaron_fast.games.coalcountry.core.types cimport State

cdef bint state_equal(const State *a, const State *b) noexcept nogil

cdef uint64_t state_hash(const State *state) noexcept nogil

# The same, whoever looks at it: equal for a position and all its views.
cdef uint64_t play_hash(const State *state) noexcept nogil
