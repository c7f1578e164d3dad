"""Random games."""

from coalbaron_fast.games.coalcountry.core.deck cimport chance_sample
from coalbaron_fast.games.coalcountry.core.moves cimport state_legal_moves
from coalbaron_fast.games.coalcountry.core.state cimport state_play
from coalbaron_fast.games.coalcountry.core.types cimport (
    MOST_LEGAL, Move, PHASE_CHANCE, PHASE_OVER, State,
)
from coalbaron_fast.rng cimport Rng, rng_below


cdef void playout_uniform(State *state, Rng *rng, PlayoutCounts *counts) noexcept nogil:
    cdef Move moves[MOST_LEGAL]
    cdef int count
    counts.decisions = counts.chances = 0
    while state.phase != PHASE_OVER:
        if state.phase == PHASE_CHANCE:
            state_play(state, chance_sample(state, rng))
            counts.chances += 1
            continue
        count = state_legal_moves(state, moves)
        state_play(state, moves[rng_below(rng, count)])
        counts.decisions += 1
