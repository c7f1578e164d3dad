"""Counting move sequences."""

from libc.stdint cimport uint64_t

from coalbaron_fast.games.coalbaron.core.types cimport State
from coalbaron_fast.search.signals cimport Watch

# The number of sequences of `depth` tokens from here; every chance outcome counts as one token,
# and a game that ends earlier as one sequence. Worth nothing if the watch has raised.
cdef uint64_t state_perft(const State *state, int depth, Watch *watch) noexcept nogil
