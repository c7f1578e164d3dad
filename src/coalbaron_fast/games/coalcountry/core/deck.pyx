"""Chance: drawn at random, or as a seed has fixed it from the start."""

from libc.stdint cimport uint64_t

from coalbaron_fast.games.coalcountry.core.moves cimport chance_outcomes
from coalbaron_fast.games.coalcountry.core.types cimport MAX_ROUNDS, MOST_OUTCOMES, Move, State
from coalbaron_fast.rng cimport rng_seed

include "../../../contract/sample.pxi"


cdef int pieces_left(const State *state) noexcept nogil:
    cdef Move codes[MOST_OUTCOMES]
    cdef int ways[MOST_OUTCOMES]
    cdef int total
    chance_outcomes(state, codes, ways, &total)
    return total


cdef Move deck_draw(const State *state, uint64_t seed) noexcept nogil:
    cdef Rng rng
    # A stream of its own for each draw of a round: how many pieces are left tells them apart.
    rng_seed(&rng, seed, (state.draw << 8 | pieces_left(state)) * (MAX_ROUNDS + 1) + state.round)
    return chance_sample(state, &rng)
