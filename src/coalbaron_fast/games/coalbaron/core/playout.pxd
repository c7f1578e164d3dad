"""Whole games played at random: the floor under every benchmark, and a test driver."""

from libc.stdint cimport uint64_t

from coalbaron_fast.rng cimport Rng
from coalbaron_fast.games.coalbaron.core.types cimport State

ctypedef struct PlayoutCounts:
    uint64_t decisions          # moves chosen by seats, each from the full legal list
    uint64_t chances            # chance events sampled
    uint64_t moves              # legal moves listed, over all decisions

# Play to the end: at every decision list the legal moves and play one, all equally likely.
cdef void playout_uniform(State *state, Rng *rng, PlayoutCounts *counts) noexcept nogil
