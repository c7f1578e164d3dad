"""A small network over a game's features, in whole numbers from end to end.

It knows no game: it is fed `Features` (game.pxd), one list for each seat and one for the board.

    tower   of each seat, by the same weights: clip(features)
    board   clip(features)
    hidden  of each seat: clip(its tower, the sum of the other seats' towers, the board)
    second  of each seat: clip(hidden)
    outputs of each seat: its second layer, and its features once more without a layer between:
            points to come, their spread, its claim on the win
    prior   of the seat to move: clip(its tower, the others' towers, the board), times a turn's row

An activation is a whole number from 0 to ONE. A sum is shifted right by its layer's bits, rounded
to nearest, and clipped to that. Weights are 16 bits wide, sums 32: when a network is opened it
is made sure that none can overflow. So every machine and compiler gets the same numbers.
"""

from libc.stdint cimport int16_t, int32_t, uint16_t

from coalbaron_fast.contract.game cimport Features

cpdef enum:
    ONE_BITS = 8
    HEAD_BITS = 12              # a weight of this many bits is 1, in all layers but the first
    LINEAR = 8                  # columns of a seat's row for the outputs, of which OUTPUTS are used

cdef enum:
    ONE = 1 << ONE_BITS         # the activation that means 1
    MOST_UNITS = 256            # of any layer
    OUTPUTS = 3
    POINT_UNIT = 32             # points to come are counted in these

ctypedef struct Network:
    int seat_size               # indices of features, by their kind
    int board_size
    int turn_size
    int tower                   # units of the layers: multiples of UNIT_STEP
    int board
    int hidden
    int second
    int prior
    int bits                    # a weight of this many bits is 1, in the first layer
    # matrices row by row; a first layer's row belongs to a feature, another's to a unit
    int16_t *seat_rows          # seat_size rows of tower + LINEAR
    int32_t *seat_bias
    int16_t *board_rows
    int32_t *board_bias
    int16_t *hidden_rows        # of 2 * tower + board
    int32_t *hidden_bias
    int16_t *second_rows
    int32_t *second_bias
    int16_t *output_rows
    int32_t *output_bias
    int16_t *prior_rows         # of 2 * tower + board
    int32_t *prior_bias
    int16_t *turn_rows          # turn_size rows of `prior`
    int16_t *turn_bias

# The first layer of a position: what the rest is worked out from.
ctypedef struct Seen:
    int seats
    int16_t towers[4][256]
    int16_t board[256]
    int32_t linear[4][8]
    int points[4]

# What the network says of a seat.
ctypedef struct Forecast:
    double points               # in the end
    double spread               # their standard deviation
    double win                  # share of the win

# The first layer, from the features of every seat and of the board.
cdef void network_see(
    const Network *net, const Features *parts, int seats, Seen *seen
) noexcept nogil

# What each seat can expect.
cdef void network_forecast(
    const Network *net, const Seen *seen, Forecast *out
) noexcept nogil

# The prior layer of the seat to move, ready for its turns.
cdef void network_ask(
    const Network *net, const Seen *seen, int seat, int16_t *asked
) noexcept nogil

# How likely a turn is the right one: the logarithm of its odds, up to what all turns share.
cdef double network_score(
    const Network *net, const int16_t *asked, const uint16_t *features, int count
) noexcept nogil


cdef class Weights:
    """A network in memory of its own, read-only once it is there."""

    cdef Network net
    cdef char *memory
    cdef readonly unsigned long long layout     # of the features that it was made for

    cdef int check_sums(self) except -1
