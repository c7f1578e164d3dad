# Single tokens as turns: the table of a game that the textbook's search plays by.
#
# Written once and included at the end of each game's `game.pyx`, so that all of it is compiled
# for that game's struct. The file that includes it has: `State`, `Move`, `MOST_LEGAL` and
# `state_legal_moves`; `play_hash`; what `playout.pxi` has; `OPS`, filled.


cdef int token_turns(const void *state, void *scratch, Turn *out, int limit) noexcept nogil:
    """Every legal token (the first `limit`), none better than another."""
    cdef Move moves[MOST_LEGAL]
    cdef int index, count = state_legal_moves(<const State *>state, moves)
    if count > limit:
        count = limit
    for index in range(count):
        out[index].moves[0] = moves[index]
        out[index].count = 1
        out[index].value = 0.0
    return count


cdef void token_expect(const void *state, double *points, double *win) noexcept nogil:
    """How one game ends that goes on at random."""
    cdef PlayoutCounts counts
    cdef State end = (<const State *>state)[0]
    cdef Rng rng
    rng_seed(&rng, play_hash(&end), 0)
    playout_uniform(&end, &rng, &counts)
    OPS.expect(&end, points, win)


cdef int token_turns_left(const void *state) noexcept nogil:
    """Out of sight: single tokens are no turns to solve by."""
    return FAR_FROM_END


cdef GameOps SINGLE_OPS = OPS
SINGLE_OPS.turns_left = token_turns_left
SINGLE_OPS.turns = token_turns
SINGLE_OPS.expect = token_expect
SINGLE_OPS.spread = NULL

TOKEN_OPS = PyCapsule_New(&SINGLE_OPS, b"GameOps", NULL)
