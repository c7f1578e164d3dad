"""The game token by token: the table of functions of contract/board.pxd."""

from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport int16_t, uint16_t, uint32_t, uint64_t

from coalbaron_fast.contract.board cimport BOARD_ABI, BoardOps, DRAWN
from coalbaron_fast.games.coalcountry.core.deck cimport deck_draw
from coalbaron_fast.games.coalcountry.core.game import TURN_OPS
from coalbaron_fast.games.coalcountry.core.knowledge cimport shown_to
from coalbaron_fast.games.coalcountry.core.moves cimport chance_outcomes, state_legal_moves
from coalbaron_fast.games.coalcountry.core.scoring cimport winner_mask
from coalbaron_fast.games.coalcountry.core.state cimport state_init, state_play
from coalbaron_fast.games.coalcountry.core.types cimport (
    AMOK, MOST_LEGAL, MOVE_CODES, Move, NONE, PHASE_OVER, REFORMED, State,
)
from coalbaron_fast.contract.game cimport open_game

include "../../../contract/perft.pxi"

# The game's options in their order
cdef enum:
    OPTION_ROUNDS = 0
    OPTION_REFORMED = 1
    OPTION_AMOK = 2
    OPTIONS = 3


cdef void board_begin(void *out, int seats, int start, const int16_t *options) noexcept nogil:
    state_init(
        <State *>out, seats, NONE if start == DRAWN else start, options[OPTION_ROUNDS],
        (REFORMED if options[OPTION_REFORMED] else 0) | (AMOK if options[OPTION_AMOK] else 0),
    )


cdef int board_first_start(const void *state) noexcept nogil:
    cdef int start = (<const State *>state).first_start
    return DRAWN if start == NONE else start


cdef int board_option(const void *state, int index) noexcept nogil:
    cdef const State *own = <const State *>state
    if index == OPTION_ROUNDS:
        return own.rounds
    return (own.flags & (REFORMED if index == OPTION_REFORMED else AMOK)) != 0


cdef int board_phase(const void *state) noexcept nogil:
    return (<const State *>state).phase


cdef int board_round(const void *state) noexcept nogil:
    return (<const State *>state).round


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


cdef int board_shown(const void *state, int code, int seat, uint16_t *out) noexcept nogil:
    return shown_to(<const State *>state, code, seat, out)


cdef void board_points(const void *state, int *out) noexcept nogil:
    cdef const State *own = <const State *>state
    cdef int seat
    for seat in range(own.players):
        out[seat] = own.seats[seat].money


cdef uint32_t board_winners(const void *state) noexcept nogil:
    return winner_mask(<const State *>state)


cdef uint64_t board_perft(const void *state, int depth, Watch *watch) noexcept nogil:
    return state_perft(<const State *>state, depth, watch)


cdef BoardOps OPS
OPS.abi = BOARD_ABI
OPS.codes = MOVE_CODES
OPS.options = OPTIONS
OPS.draws_order = 1
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
OPS.shown = board_shown
OPS.points = board_points
OPS.winners = board_winners
OPS.equal = NULL
OPS.hash = NULL
OPS.first_sight = NULL
OPS.perft = board_perft
OPS.observation_size = NULL
OPS.observe = NULL
OPS.observe_compact = NULL
OPS.observation_units = NULL
OPS.compact_bytes = 2
OPS.seat_counts = 0
OPS.board_counts = 0
OPS.count_unit = 1.0 / 16
OPS.deal_bytes = 0
OPS.deal = NULL
OPS.dealt = NULL
OPS.deal_fits = NULL

BOARD_OPS = PyCapsule_New(&OPS, b"BoardOps", NULL)
