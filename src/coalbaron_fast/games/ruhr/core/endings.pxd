"""What the exact solver asks: how far it is to the end, and which positions are worth the same."""

from libc.stdint cimport uint64_t

from coalbaron_fast.games.ruhr.core.types cimport State

# The most turns to the end, or FAR_FROM_END while chance is still to come.
cdef int ending_turns_left(const State *state) noexcept nogil

# Equal only for positions that have the same value for every seat.
cdef uint64_t ending_key(const State *state) noexcept nogil
