"""Counting move sequences."""

from libc.stdint cimport uint64_t

from coalbaron_fast.games.coalbaron.core.moves cimport state_legal_moves
from coalbaron_fast.games.coalbaron.core.state cimport state_play
from coalbaron_fast.games.coalbaron.core.types cimport MOVE_CODES, Move, PHASE_OVER, State


cdef uint64_t state_perft(const State *state, int depth) noexcept nogil:
    cdef Move moves[MOVE_CODES]
    cdef State child
    cdef uint64_t total = 0
    cdef int index, count
    if depth == 0 or state.phase == PHASE_OVER:
        return 1
    count = state_legal_moves(state, moves)
    if depth == 1:
        return count
    for index in range(count):
        child = state[0]
        state_play(&child, moves[index])
        total += state_perft(&child, depth - 1)
    return total
