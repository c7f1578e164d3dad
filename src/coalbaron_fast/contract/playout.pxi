# Whole games played at random: for searches by single tokens, a floor under benchmarks, a driver
# for tests.
#
# Included where it is needed, so that all of it is compiled for that game's struct. The file that
# includes it has: `State`, `Move`, `MOST_LEGAL`, `PHASE_CHANCE`, `PHASE_OVER`;
# `state_legal_moves`, `state_play`; `chance_sample`, which draws an outcome.

from libc.stdint cimport uint64_t

from coalbaron_fast.rng cimport Rng, rng_below

ctypedef struct PlayoutCounts:
    uint64_t decisions          # moves chosen by seats, each from the full legal list
    uint64_t chances            # chance events sampled
    uint64_t moves              # legal moves listed, over all decisions


cdef void playout_uniform(State *state, Rng *rng, PlayoutCounts *counts) noexcept nogil:
    """Play to the end, every legal token equally likely; add to what was counted."""
    cdef Move moves[MOST_LEGAL]
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
