"""Chance: drawn at random, or as a seed has fixed it from the start."""

from libc.stdint cimport uint64_t

from coalbaron_fast.games.ruhr.core.moves cimport chance_outcomes
from coalbaron_fast.games.ruhr.core.types cimport MARKERS as MOST_OUTCOMES, MAX_TURNS, Move, State
from coalbaron_fast.rng cimport rng_seed

include "../../../contract/sample.pxi"


cdef Move deck_draw(const State *state, uint64_t seed) noexcept nogil:
    cdef Rng rng
    # A stream of its own for each draw: what was drawn before is in the counts that are left.
    rng_seed(&rng, seed, MAX_TURNS * state.stage + state.turn)
    return chance_sample(state, &rng)
