"""When two states are the same, and a 64-bit hash that agrees with how they play."""

from libc.stdint cimport uint64_t

from coalbaron_fast.games.coalbaron.core.types cimport State

# Field by field, what each seat knows included.
cdef bint state_equal(const State *a, const State *b) noexcept nogil

# Equal states have equal hashes. So have states that differ only in what can no longer matter:
# who is on the bank, who started first, which cards and tiles make up equal counts.
cdef uint64_t state_hash(const State *state) noexcept nogil
