"""Chance: drawn at random, or as a seed has fixed it from the start."""

from libc.stdint cimport uint64_t

from coalbaron_fast.games.coalcountry.core.types cimport Move, State
from coalbaron_fast.rng cimport Rng

# An outcome with its probability.
cdef Move chance_sample(const State *state, Rng *rng) noexcept nogil

# The outcome that a seed stands for: the same draw of the same round from what is left.
cdef Move deck_draw(const State *state, uint64_t seed) noexcept nogil
