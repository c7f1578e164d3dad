"""The game token by token: the table of functions of contract/board.pxd."""

from libc.stdint cimport int16_t, uint16_t, uint64_t

from coalbaron_fast.contract.game cimport Turn
from coalbaron_fast.games.coalcountry.core.deck cimport deck_draw
from coalbaron_fast.games.coalcountry.core.features cimport BOARD_MARKET, SEAT_MONEY
from coalbaron_fast.games.coalcountry.core.game import TURN_OPS
from coalbaron_fast.games.coalcountry.core.knowledge cimport shown_to
from coalbaron_fast.games.coalcountry.core.moves cimport chance_outcomes, state_legal_moves
from coalbaron_fast.games.coalcountry.core.scoring cimport winner_mask
from coalbaron_fast.games.coalcountry.core.state cimport state_init, state_play
from coalbaron_fast.games.coalcountry.core.turns cimport best_turn
from coalbaron_fast.games.coalcountry.core.types cimport (
    AMOK, MOST_LEGAL, MOVE_CODES, Move, PHASE_OVER, REFORMED, State,
)

include "../../../contract/board.pxi"

# The game's options in their order
cdef enum:
    OPTION_ROUNDS = 0
    OPTION_REFORMED = 1
    OPTION_AMOK = 2
    OPTIONS = 3


cdef void board_begin(void *out, int seats, int start, const int16_t *options) noexcept nogil:
    state_init(
        <State *>out, seats, start, options[OPTION_ROUNDS],
        (REFORMED if options[OPTION_REFORMED] else 0) | (AMOK if options[OPTION_AMOK] else 0),
    )


cdef int board_option(const void *state, int index) noexcept nogil:
    cdef const State *own = <const State *>state
    if index == OPTION_ROUNDS:
        return own.rounds
    return (own.flags & (REFORMED if index == OPTION_REFORMED else AMOK)) != 0


cdef int board_round(const void *state) noexcept nogil:
    return (<const State *>state).round


cdef int board_seeded(const void *state, uint64_t seed) noexcept nogil:
    return deck_draw(<const State *>state, seed)


cdef int board_shown(const void *state, int code, int seat, uint16_t *out) noexcept nogil:
    return shown_to(<const State *>state, code, seat, out)


cdef void board_points(const void *state, int *out) noexcept nogil:
    cdef const State *own = <const State *>state
    cdef int seat
    for seat in range(own.players):
        out[seat] = own.seats[seat].money


cdef void board_static_best(const void *state, void *scratch, Turn *out) noexcept nogil:
    best_turn(<const State *>state, scratch, out)


OPS.options = OPTIONS
OPS.draws_order = 1
OPS.begin = board_begin
OPS.option = board_option
OPS.round = board_round
OPS.seeded = board_seeded
OPS.shown = board_shown
OPS.points = board_points
OPS.static_best = board_static_best
# A learner sees the features; counts in sixteenths, flags as they are.
OPS.compact_bytes = 2
OPS.seat_counts = SEAT_MONEY
OPS.board_counts = BOARD_MARKET
OPS.count_unit = 1.0 / 16
