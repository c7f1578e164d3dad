"""The game token by token: the table of functions of contract/board.pxd."""

from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport int16_t, uint16_t, uint32_t, uint64_t

from coalbaron_fast.contract.board cimport BOARD_ABI, BoardOps
from coalbaron_fast.games.ruhr.core.deck cimport deck_draw
from coalbaron_fast.games.ruhr.core.features cimport BOARD_MARKER, SEAT_SCORED
from coalbaron_fast.games.ruhr.core.game import TURN_OPS
from coalbaron_fast.games.ruhr.core.moves cimport chance_outcomes, state_legal_moves
from coalbaron_fast.games.ruhr.core.scoring cimport winner_mask
from coalbaron_fast.games.ruhr.core.state cimport state_init, state_play
from coalbaron_fast.games.ruhr.core.turns cimport best_turn
from coalbaron_fast.games.ruhr.core.types cimport (
    CALM, MOST_LEGAL, MOVE_CODES, Move, PHASE_OVER, State,
)
from coalbaron_fast.contract.game cimport Turn, open_game

include "../../../contract/perft.pxi"


cdef void board_begin(void *out, int seats, int start, const int16_t *options) noexcept nogil:
    state_init(<State *>out, seats, start, options[0])


cdef int board_first_start(const void *state) noexcept nogil:
    return (<const State *>state).first_start


cdef int board_option(const void *state, int index) noexcept nogil:
    return ((<const State *>state).flags & CALM) != 0


cdef int board_phase(const void *state) noexcept nogil:
    return (<const State *>state).phase


cdef int board_round(const void *state) noexcept nogil:
    return (<const State *>state).turn


cdef int board_legal(const void *state, uint16_t *out) noexcept nogil:
    return state_legal_moves(<const State *>state, out)


cdef void board_play(void *state, int code) noexcept nogil:
    state_play(<State *>state, code)


cdef int board_outcomes(
    const void *state, uint16_t *codes, int *ways, int *total
) noexcept nogil:
    return chance_outcomes(<const State *>state, codes, ways, total)


cdef int board_seeded(const void *state, uint64_t seed) noexcept nogil:
    return deck_draw(<const State *>state, seed)


cdef void board_points(const void *state, int *out) noexcept nogil:
    cdef const State *own = <const State *>state
    cdef int seat
    for seat in range(own.players):
        out[seat] = own.seats[seat].points


cdef uint32_t board_winners(const void *state) noexcept nogil:
    return winner_mask(<const State *>state)


cdef void board_first_sight(const void *state, void *scratch, Turn *out) noexcept nogil:
    best_turn(<const State *>state, scratch, out)


cdef uint64_t board_perft(const void *state, int depth, Watch *watch) noexcept nogil:
    return state_perft(<const State *>state, depth, watch)


cdef BoardOps OPS
OPS.abi = BOARD_ABI
OPS.codes = MOVE_CODES
OPS.options = 1
OPS.draws_order = 0
OPS.game = open_game(TURN_OPS)
OPS.begin = board_begin
OPS.first_start = board_first_start
OPS.option = board_option
OPS.to_move = OPS.game.to_move
OPS.phase = board_phase
OPS.round = board_round
OPS.legal = board_legal
OPS.allows = NULL
OPS.play = board_play
OPS.outcomes = board_outcomes
OPS.seeded = board_seeded
OPS.shown = NULL
OPS.points = board_points
OPS.winners = board_winners
OPS.equal = NULL
OPS.hash = NULL
OPS.first_sight = board_first_sight
OPS.perft = board_perft
# A learner sees the features; counts in sixteenths, flags as they are.
OPS.observation_size = NULL
OPS.observe = NULL
OPS.observe_compact = NULL
OPS.observation_units = NULL
OPS.compact_bytes = 2
OPS.seat_counts = SEAT_SCORED
OPS.board_counts = BOARD_MARKER
OPS.count_unit = 1.0 / 16
OPS.deal_bytes = 0
OPS.deal = NULL
OPS.dealt = NULL
OPS.deal_fits = NULL

BOARD_OPS = PyCapsule_New(&OPS, b"BoardOps", NULL)
