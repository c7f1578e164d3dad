"""The contract between a game and the search: opening a table, and asking it from Python."""

from typing import NamedTuple

from cpython.bytearray cimport PyByteArray_AS_STRING, PyByteArray_Resize
from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.stdint cimport int16_t, int64_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

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


# -- features ----------------------------------------------------------------------------------

class FeatureSizes(NamedTuple):
    """What a game's features are: how many indices there are, and what tells layouts apart."""

    layout: int
    seat: int
    board: int
    turn: int


def feature_sizes(object game):
    """The sizes of a game's features; None: it has none."""
    cdef const GameOps *ops = open_game(game)
    if ops.features == NULL:
        return None
    return FeatureSizes(ops.layout, ops.seat_size, ops.board_size, ops.turn_size)


cdef const GameOps *open_learned(object capsule) except NULL:
    cdef const GameOps *ops = open_game(capsule)
    if ops.features == NULL:
        raise ValueError("this game has no features to learn from")
    return ops


cdef class Grown:
    """Bytes that grow at their end."""

    cdef bytearray data
    cdef uint64_t used

    def __cinit__(self):
        self.data = bytearray(1 << 16)

    cdef int add(self, const void *bytes_added, uint64_t count) except -1:
        if self.used + count > <uint64_t>len(self.data):
            PyByteArray_Resize(self.data, 2 * (self.used + count))
        memcpy(PyByteArray_AS_STRING(self.data) + self.used, bytes_added, count)
        self.used += count
        return 0

    cdef bytearray whole(self):
        PyByteArray_Resize(self.data, self.used)
        return self.data


cdef uint64_t check_states(const GameOps *ops, bytes states) except 0:
    """How many there are."""
    cdef uint64_t count = len(states) // ops.state_bytes
    if not count or count * ops.state_bytes != <uint64_t>len(states):
        raise ValueError(f"states have {ops.state_bytes} bytes each, not {len(states)} in all")
    return count


def features(object game, bytes states):
    """The features of many states of the same number of seats.

    Returns four arrays as their bytes: where each part begins among the features, and the end
    (int64), their indices (uint16), their values (int16), and every seat's points so far (int16,
    states by seats). The parts of a state are one of each seat, then the board's. A feature that
    is listed twice counts twice.
    """
    cdef const GameOps *ops = open_learned(game)
    cdef const char *state = states
    cdef uint64_t count = check_states(ops, states)
    cdef Features parts[GAME_SEATS + 1]
    cdef int16_t ones[PART_FLAGS]
    cdef int16_t points
    cdef int64_t place = 0
    cdef int part, seats = ops.seats(state)
    cdef Grown starts = Grown(), indices = Grown(), values = Grown(), scored = Grown()
    for part in range(PART_FLAGS):
        ones[part] = 1
    for _ in range(count):
        if ops.seats(state) != seats:
            raise ValueError("states with different numbers of seats")
        ops.features(state, parts)
        for part in range(seats + 1):
            starts.add(&place, sizeof(place))
            place += parts[part].flag_count + parts[part].number_count
            indices.add(parts[part].flags, parts[part].flag_count * sizeof(uint16_t))
            values.add(ones, parts[part].flag_count * sizeof(int16_t))
            indices.add(parts[part].numbers, parts[part].number_count * sizeof(uint16_t))
            values.add(parts[part].values, parts[part].number_count * sizeof(int16_t))
        for part in range(seats):
            points = parts[part].points
            scored.add(&points, sizeof(points))
        state += ops.state_bytes
    starts.add(&place, sizeof(place))
    return starts.whole(), indices.whole(), values.whole(), scored.whole()


def turn_features(object game, bytes states, list turns):
    """The features of turns: of each state a list of legal ones, each a list of move codes.

    Returns two arrays as their bytes: where each turn begins among the features, and the end
    (int64), and their indices (uint16), whose values are 1.
    """
    cdef const GameOps *ops = open_learned(game)
    cdef const char *state = states
    cdef uint64_t count = check_states(ops, states)
    cdef uint16_t found[TURN_FEATURES]
    cdef int64_t place = 0
    cdef int number
    cdef Turn turn
    cdef Grown starts = Grown(), indices = Grown()
    if <uint64_t>len(turns) != count:
        raise ValueError(f"turns of {len(turns)} states, not of {count}")
    for listed in turns:
        for codes in listed:
            read_turn(ops, codes, &turn)
            starts.add(&place, sizeof(place))
            number = ops.turn_features(state, &turn, found)
            indices.add(found, number * sizeof(uint16_t))
            place += number
        state += ops.state_bytes
    starts.add(&place, sizeof(place))
    return starts.whole(), indices.whole()


cdef int read_turn(const GameOps *ops, object codes, Turn *turn) except -1:
    cdef int index
    if not 1 <= len(codes) <= <int>ops.turn_moves:
        raise ValueError(f"a turn has 1 to {ops.turn_moves} moves, not {len(codes)}")
    turn.count = len(codes)
    for index, code in enumerate(codes):
        turn.moves[index] = code
    return 0
