# Counting sequences of tokens, written once and included in each game's `perft.pyx`, so that all
# of it is compiled for that game's struct. The file that includes it has: `State`, `Move`,
# `MOST_LEGAL`, `PHASE_OVER`, `state_legal_moves`, `state_play` and `uint64_t`.

from coalbaron_fast.search.signals cimport Watch, watch_raised

cdef enum:
    WATCHED_DEPTH = 3           # so much takes a millisecond or less


cdef uint64_t state_perft(const State *state, int depth, Watch *watch) noexcept nogil:
    cdef Move moves[MOST_LEGAL]
    cdef State child
    cdef uint64_t total = 0
    cdef int index, count
    if depth == 0 or state.phase == PHASE_OVER:
        return 1
    if watch.raised or depth == WATCHED_DEPTH and watch_raised(watch):
        return 0
    count = state_legal_moves(state, moves)
    if depth == 1:
        return count
    for index in range(count):
        child = state[0]
        state_play(&child, moves[index])
        total += state_perft(&child, depth - 1, watch)
    return total
