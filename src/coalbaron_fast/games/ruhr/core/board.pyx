"""The game token by token: the table of functions of contract/board.pxd."""

from libc.stdint cimport int16_t, uint64_t

from coalbaron_fast.contract.game cimport Turn
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

include "../../../contract/board.pxi"


cdef void board_begin(void *out, int seats, int start, const int16_t *options) noexcept nogil:
    state_init(<State *>out, seats, start, options[0])


cdef int board_option(const void *state, int index) noexcept nogil:
    return ((<const State *>state).flags & CALM) != 0


cdef int board_round(const void *state) noexcept nogil:
    return (<const State *>state).turn


cdef int board_seeded(const void *state, uint64_t seed) noexcept nogil:
    return deck_draw(<const State *>state, seed)


cdef void board_points(const void *state, int *out) noexcept nogil:
    cdef const State *own = <const State *>state
    cdef int seat
    for seat in range(own.players):
        out[seat] = own.seats[seat].points


cdef void board_static_best(const void *state, void *scratch, Turn *out) noexcept nogil:
    best_turn(<const State *>state, scratch, out)


OPS.options = 1
OPS.begin = board_begin
OPS.option = board_option
OPS.round = board_round
OPS.seeded = board_seeded
OPS.points = board_points
OPS.static_best = board_static_best
# A learner sees the features; counts in sixteenths, flags as they are.
OPS.compact_bytes = 2
OPS.seat_counts = SEAT_SCORED
OPS.board_counts = BOARD_MARKER
OPS.count_unit = 1.0 / 16
