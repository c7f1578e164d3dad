"""Counting move sequences."""

from libc.stdint cimport uint64_t

from coalbaron_fast.games.coalbaron.core.types cimport State

# The number of sequences of `depth` tokens from here; every chance outcome counts as one token,
# and a game that ends earlier as one sequence.
cdef uint64_t state_perft(const State *state, int depth) noexcept nogil
