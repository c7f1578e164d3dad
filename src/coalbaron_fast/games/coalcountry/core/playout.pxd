"""Random games, for the speed and for searches by single tokens."""

from libc.stdint cimport uint64_t

from coalbaron_fast.games.coalcountry.core.types cimport State
from coalbaron_fast.rng cimport Rng

ctypedef struct PlayoutCounts:
    uint64_t decisions
    uint64_t chances

# Play to the end, every legal token equally likely.
cdef void playout_uniform(State *state, Rng *rng, PlayoutCounts *counts) noexcept nogil
