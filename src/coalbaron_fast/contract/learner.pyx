"""What a learner sees of a position, into arrays."""

from libc.stdint cimport int16_t, uint8_t, uint16_t
from libc.string cimport memset

from coalbaron_fast.contract.board cimport (
    BoardOps, LEGAL_LIMIT, board_observation_size, board_observation_units, board_observe,
    board_observe_compact, open_board,
)
from coalbaron_fast.contract.game cimport EVERYBODY, state_in


def compact_bytes(object board):
    """How many bytes each number of a compact observation has."""
    return open_board(board).compact_bytes


def observation_size(object board, int seats):
    """How many numbers an observation has; ValueError if the game is not for n seats."""
    cdef const BoardOps *ops = open_board(board)
    if not 1 <= seats <= <int>ops.game.most_seats:
        raise ValueError(f"players must be 1 to {ops.game.most_seats}, not {seats}")
    return board_observation_size(ops, seats)


def write_units(object board, int seats, float[::1] out):
    """Write what each compact number is multiplied with to be the number of an observation."""
    cdef const BoardOps *ops = open_board(board)
    check_length(out.shape[0], observation_size(board, seats), seats)
    board_observation_units(ops, seats, &out[0])


cdef int check_length(Py_ssize_t length, int expected, int seats) except -1:
    if length != expected:
        raise ValueError(
            f"an observation of {seats} players takes {expected} numbers, not {length}"
        )
    return 0


cdef const char *checked(
    const BoardOps *ops, bytes state, int seat, Py_ssize_t length
) except NULL:
    """The state, of which a seat may be told; ValueError if it may not, or if there is no room."""
    cdef const char *own = state_in(ops.game, state)
    cdef int seats = ops.game.seats(own), viewer = ops.game.viewer(own)
    if not 0 <= seat < seats:
        raise ValueError(f"seat must be 0 to {seats - 1}, not {seat}")
    if viewer not in (EVERYBODY, seat):
        raise ValueError(
            f"this is seat {viewer}'s view; it does not show what seat {seat} knows"
        )
    check_length(length, board_observation_size(ops, seats), seats)
    return own


def write_observation(object board, bytes state, int seat, float[::1] out):
    """Write what a seat knows of a position."""
    cdef const BoardOps *ops = open_board(board)
    board_observe(ops, checked(ops, state, seat, out.shape[0]), seat, &out[0])


def write_compact(object board, bytes state, int seat, object out):
    """Write the same as whole numbers, of the type that the game declares."""
    cdef const BoardOps *ops = open_board(board)
    cdef uint8_t[::1] small
    cdef int16_t[::1] large
    if ops.compact_bytes == 1:
        small = out
        board_observe_compact(ops, checked(ops, state, seat, small.shape[0]), seat, &small[0])
    else:
        large = out
        board_observe_compact(ops, checked(ops, state, seat, large.shape[0]), seat, &large[0])


def write_legal_mask(object board, bytes state, uint8_t[::1] out):
    """Write 1 for every legal code and 0 for the others."""
    cdef const BoardOps *ops = open_board(board)
    cdef const char *own = state_in(ops.game, state)
    cdef uint16_t codes[LEGAL_LIMIT]
    cdef int index, count = ops.legal(own, codes)
    if <unsigned>out.shape[0] != ops.codes:
        raise ValueError(f"a mask takes {ops.codes} bytes, not {out.shape[0]}")
    memset(&out[0], 0, ops.codes)
    for index in range(count):
        out[codes[index]] = 1
