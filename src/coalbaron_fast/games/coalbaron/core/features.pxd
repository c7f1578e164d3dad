"""What a learned evaluation of Coal Baron is fed: features of each seat, of the board, of a turn.

They are whole numbers with a fixed layout, the same for two, three and four players: the fields of
`SEAT_FIELDS`, `BOARD_FIELDS` and `TURN_FIELDS` in features.pyx, one after the other. Raw facts are
flags. Beside them stand numbers that the hand-written evaluation rests on, because a network that
has to find out what is ready for delivery learns it badly.

Everything is seen by all seats, and a seat is never told by its number.
"""

from libc.stdint cimport uint16_t, uint32_t, uint64_t

from coalbaron_fast.games.coalbaron.core.types cimport State
from coalbaron_fast.contract.game cimport Features, Turn

# So many indices there are of a seat, of the board, of a turn; and what tells layouts apart.
cdef uint32_t SEAT_SIZE
cdef uint32_t BOARD_SIZE
cdef uint32_t TURN_SIZE
cdef uint64_t LAYOUT

# Into `out[seat]` the features of every seat, into `out[players]` those of the board.
cdef void features_of(const State *state, Features *out) noexcept nogil

# The features of a turn of the seat to move, at most TURN_FEATURES; returns how many.
cdef int turn_features_of(const State *state, const Turn *turn, uint16_t *out) noexcept nogil
