"""Whole games played at random: the floor under every benchmark, and a test driver."""

from coalbaron_fast.games.coalbaron.core.knowledge cimport chance_sample
from coalbaron_fast.games.coalbaron.core.moves cimport state_legal_moves
from coalbaron_fast.rng cimport Rng, rng_below
from coalbaron_fast.games.coalbaron.core.state cimport state_play
from coalbaron_fast.games.coalbaron.core.types cimport (
    MOVE_CODES, Move, PHASE_CHANCE, PHASE_OVER, State,
)


cdef void playout_uniform(State *state, Rng *rng, PlayoutCounts *counts) noexcept nogil:
    cdef Move moves[MOVE_CODES]
    cdef int count
    while state.phase != PHASE_OVER:
        if state.phase == PHASE_CHANCE:
            counts.chances += 1
            state_play(state, chance_sample(state, rng))
        else:
            count = state_legal_moves(state, moves)
            counts.decisions += 1
            counts.moves += count
            state_play(state, moves[rng_below(rng, count)])
