# What the tables of all compiled games have in common, token by token (board.pxd).
#
# Included by each game's `core/board.pyx` before its own functions, so that all of it is compiled
# for that game's struct. The file that includes it has: `State` with `players`, `phase` and
# `first_start`; `Move`, `MOVE_CODES`, `MOST_LEGAL`, `PHASE_OVER`; `state_legal_moves`,
# `state_play`, `chance_outcomes`, `winner_mask`; `TURN_OPS`. It fills the rest of `OPS`: what it
# leaves out is 0 or NULL.

from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport int16_t, uint16_t, uint32_t, uint64_t

from coalbaron_fast.contract.board cimport BOARD_ABI, BoardOps
from coalbaron_fast.contract.game cimport Turn, open_game
from coalbaron_fast.search.signals cimport Watch, watch_raised

cdef enum:
    WATCHED_DEPTH = 3           # so much takes a millisecond or less


cdef int board_first_start(const void *state) noexcept nogil:
    return (<const State *>state).first_start


cdef int board_phase(const void *state) noexcept nogil:
    return (<const State *>state).phase


cdef int board_legal(const void *state, uint16_t *out) noexcept nogil:
    return state_legal_moves(<const State *>state, out)


cdef void board_play(void *state, int code) noexcept nogil:
    state_play(<State *>state, code)


cdef int board_outcomes(
    const void *state, uint16_t *codes, int *ways, int *total
) noexcept nogil:
    return chance_outcomes(<const State *>state, codes, ways, total)


cdef uint32_t board_winners(const void *state) noexcept nogil:
    return winner_mask(<const State *>state)


cdef uint64_t state_perft(const State *state, int depth, Watch *watch) noexcept nogil:
    """Count the sequences of `depth` tokens."""
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


cdef uint64_t board_perft(const void *state, int depth, Watch *watch) noexcept nogil:
    return state_perft(<const State *>state, depth, watch)


cdef BoardOps OPS
OPS.abi = BOARD_ABI
OPS.codes = MOVE_CODES
OPS.game = open_game(TURN_OPS)
OPS.to_move = OPS.game.to_move
OPS.first_start = board_first_start
OPS.phase = board_phase
OPS.legal = board_legal
OPS.play = board_play
OPS.outcomes = board_outcomes
OPS.winners = board_winners
OPS.perft = board_perft

BOARD_OPS = PyCapsule_New(&OPS, b"BoardOps", NULL)
