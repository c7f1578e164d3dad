"""Whole games played at random: the floor under every benchmark, and a test driver."""

from coalbaron_fast.core.bits cimport COALBARON_DEBUG, invariant_failed
from coalbaron_fast.core.check cimport state_defect
from coalbaron_fast.core.knowledge cimport chance_sample
from coalbaron_fast.core.moves cimport state_legal_moves
from coalbaron_fast.core.rng cimport Rng, rng_below, rng_seed
from coalbaron_fast.core.state cimport state_init, state_play
from coalbaron_fast.core.types cimport MOVE_CODES, Move, PHASE_CHANCE, PHASE_OVER, State


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


def play_games(int players, int games, unsigned long long seed):
    """Play whole games uniformly at random, without Python in between.

    Returns a dict with ``decisions``, ``chances`` and ``moves`` (legal moves listed) over all
    games, and ``vp``, the sum of all seats' final VP: the same for the same arguments.
    """
    cdef PlayoutCounts counts
    cdef State state
    cdef Rng rng
    cdef int game, seat
    cdef long long vp = 0
    if not 2 <= players <= 4:
        raise ValueError(f"players must be 2 to 4, not {players}")
    counts.decisions = counts.chances = counts.moves = 0
    with nogil:
        for game in range(games):
            rng_seed(&rng, seed, game)
            state_init(&state, players, 0)
            playout_uniform(&state, &rng, &counts)
            for seat in range(players):
                vp += state.seats[seat].vp
    return {
        "decisions": counts.decisions,
        "chances": counts.chances,
        "moves": counts.moves,
        "vp": vp,
    }
