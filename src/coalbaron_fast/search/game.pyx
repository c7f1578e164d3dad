"""The contract between a game and the search: opening a table, and asking it from Python."""

from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.stdint cimport int16_t, uint32_t
from libc.stdlib cimport free, malloc

cdef enum:
    MOST_STATE_BYTES = 1 << 20
    MOST_POINTS = 10_000        # beyond, points would blur what a solver knows of wins


cdef int check_size(str field, uint32_t size, uint32_t most) except -1:
    if not 1 <= size <= most:
        raise ValueError(f"the game's {field} must be 1 to {most}, not {size}")
    return 0


cdef const GameOps *open_game(object capsule) except NULL:
    cdef const GameOps *ops = <const GameOps *>PyCapsule_GetPointer(capsule, b"GameOps")
    if ops.abi != GAME_ABI:
        raise ValueError(f"a game of contract {ops.abi}; this search speaks {GAME_ABI}")
    check_size("state_bytes", ops.state_bytes, MOST_STATE_BYTES)
    check_size("most_seats", ops.most_seats, GAME_SEATS)
    check_size("turn_moves", ops.turn_moves, TURN_MOVES)
    check_size("points_limit", ops.points_limit, MOST_POINTS)
    return ops


cdef const GameOps *open_with(object capsule, bytes state) except NULL:
    cdef const GameOps *ops = open_game(capsule)
    if len(state) != ops.state_bytes:
        raise ValueError(f"a state has {ops.state_bytes} bytes, not {len(state)}")
    return ops


def turns_expected(object game, bytes state, int seat):
    """How many turns a seat still has to think about."""
    return open_with(game, state).turns_expected(<const char *>state, seat)


def is_small_decision(object game, bytes state):
    """Whether a detail within a turn is decided, in a state that asks a seat."""
    return bool(open_with(game, state).small_decision(<const char *>state))


def features_size(object game, int seats):
    """Every index of a view's features is below this; None: the game has no features."""
    cdef const GameOps *ops = open_game(game)
    if not 1 <= seats <= <int>ops.most_seats:
        raise ValueError(f"seats must be 1 to {ops.most_seats}, not {seats}")
    return None if ops.features == NULL else ops.features_size[seats]


def features(object game, bytes state, int seat):
    """What a seat knows of a state as two lists, indices and values; None: there are none."""
    cdef const GameOps *ops = open_with(game, state)
    cdef char *view
    cdef uint32_t *indices
    cdef int16_t *values
    cdef int index, count
    if ops.features == NULL:
        return None
    view = <char *>malloc(ops.state_bytes)
    indices = <uint32_t *>malloc(ops.features_limit * sizeof(uint32_t))
    values = <int16_t *>malloc(ops.features_limit * sizeof(int16_t))
    try:
        if not (view and indices and values):
            raise MemoryError("no room for a view and its features")
        ops.view(<const char *>state, seat, view)
        count = ops.features(view, seat, indices, values)
        return (
            [indices[index] for index in range(count)], [values[index] for index in range(count)]
        )
    finally:
        free(view)
        free(indices)
        free(values)
