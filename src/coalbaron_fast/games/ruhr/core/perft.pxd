"""Counting sequences of tokens."""

from libc.stdint cimport uint64_t

from coalbaron_fast.games.ruhr.core.types cimport State
from coalbaron_fast.search.signals cimport Watch

# Sequences of `depth` tokens, chance outcomes included.
cdef uint64_t state_perft(const State *state, int depth, Watch *watch) noexcept nogil
