"""The contract between a game and the search: opening a table, and asking it from Python."""

from typing import NamedTuple

from cpython.bytearray cimport PyByteArray_AS_STRING, PyByteArray_Resize
from cpython.exc cimport PyErr_CheckSignals
from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.stdint cimport int16_t, int64_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

cdef enum:
    MOST_STATE_BYTES = 1 << 20
    LOOK_EVERY = 256            # states between two looks for Ctrl-C
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


cdef const char *state_in(const GameOps *ops, bytes state) except NULL:
    if <uint64_t>len(state) != ops.state_bytes:
        raise ValueError(f"a state has {ops.state_bytes} bytes, not {len(state)}")
    if ops.sound != NULL and not ops.sound(<const char *>state):
        raise ValueError("these bytes are no state of the game")
    return state


def turns_expected(object game, bytes state, int seat):
    """How many turns a seat still has to think about."""
    cdef const GameOps *ops = open_game(game)
    cdef const char *own = state_in(ops, state)
    if not 0 <= seat < ops.seats(own):
        raise ValueError(f"seat must be 0 to {ops.seats(own) - 1}, not {seat}")
    return ops.turns_expected(own, seat)


def decision(object game, bytes state):
    """What is asked, in a state that asks a seat: A_TURN to A_DETAIL."""
    cdef const GameOps *ops = open_game(game)
    return ops.decision(state_in(ops, state))


# -- features ----------------------------------------------------------------------------------

class FeatureSizes(NamedTuple):
    """What a game's features are: how many indices there are, and what tells layouts apart."""

    layout: int
    seat: int
    board: int
    turn: int
    private: bool = False
    """Whether they depend on who looks."""


def feature_sizes(object game):
    """The sizes of a game's features; None: it has none."""
    cdef const GameOps *ops = open_game(game)
    if ops.features == NULL:
        return None
    return FeatureSizes(
        ops.layout, ops.seat_size, ops.board_size, ops.turn_size, bool(ops.private_features)
    )


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


cdef uint64_t count_states(const GameOps *ops, bytes states) except 0:
    cdef uint64_t count = len(states) // ops.state_bytes
    if not count or count * ops.state_bytes != <uint64_t>len(states):
        raise ValueError(f"states have {ops.state_bytes} bytes each, not {len(states)} in all")
    return count


cdef int check_next(const GameOps *ops, const char *state, uint64_t number) except -1:
    """Look at the next one of many states: whether it is one, and whether Ctrl-C has come."""
    if number % LOOK_EVERY == 0:
        PyErr_CheckSignals()
    if ops.sound != NULL and not ops.sound(state):
        raise ValueError(f"state {number} is no state of the game")
    return 0


cdef object check_viewers(object viewers, uint64_t count):
    """The viewers as they came, if there is one for each state."""
    if viewers is None:
        return None
    looking = memoryview(viewers).cast("b")
    if <uint64_t>len(looking) != count:
        raise ValueError(f"viewers of {len(looking)} states, not of {count}")
    return looking


def features(object game, bytes states, viewers=None):
    """The features of many states of the same number of seats.

    `viewers` says who looks at each state, a seat or EVERYBODY, one signed byte a state; None is
    EVERYBODY at all of them.

    Returns four arrays as their bytes: where each part begins among the features, and the end
    (int64), their indices (uint16), their values (int16), and every seat's points so far (int16,
    states by seats). The parts of a state are one of each seat, then the board's. A feature that
    is listed twice counts twice.
    """
    cdef const GameOps *ops = open_learned(game)
    cdef const char *state = states
    cdef uint64_t number, count = count_states(ops, states)
    cdef Features parts[GAME_SEATS + 1]
    cdef int16_t ones[PART_FLAGS]
    cdef int16_t points
    cdef int64_t place = 0
    cdef int part, viewer = EVERYBODY, seats = 0
    cdef const signed char[:] looking = check_viewers(viewers, count)
    cdef Grown starts = Grown(), indices = Grown(), values = Grown(), scored = Grown()
    for part in range(PART_FLAGS):
        ones[part] = 1
    for number in range(count):
        check_next(ops, state, number)
        if number == 0:
            seats = ops.seats(state)
        elif ops.seats(state) != seats:
            raise ValueError("states with different numbers of seats")
        if looking is not None:
            viewer = looking[number]
            if not EVERYBODY <= viewer < seats:
                raise ValueError(f"a viewer is {EVERYBODY} or a seat from 0 to {seats - 1}")
        ops.features(state, viewer, parts)
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
    cdef uint64_t number, count = count_states(ops, states)
    cdef uint16_t found[TURN_FEATURES]
    cdef int64_t place = 0
    cdef int features
    cdef Turn turn
    cdef Grown starts = Grown(), indices = Grown()
    if <uint64_t>len(turns) != count:
        raise ValueError(f"turns of {len(turns)} states, not of {count}")
    for number, listed in enumerate(turns):
        check_next(ops, state, number)
        for codes in listed:
            read_turn(ops, state, codes, &turn)
            starts.add(&place, sizeof(place))
            features = ops.turn_features(state, &turn, found)
            indices.add(found, features * sizeof(uint16_t))
            place += features
        state += ops.state_bytes
    starts.add(&place, sizeof(place))
    return starts.whole(), indices.whole()


cdef int read_turn(const GameOps *ops, const void *state, object codes, Turn *turn) except -1:
    cdef int index
    if not 1 <= len(codes) <= <int>ops.turn_moves:
        raise ValueError(f"a turn has 1 to {ops.turn_moves} moves, not {len(codes)}")
    turn.count = len(codes)
    for index, code in enumerate(codes):
        turn.moves[index] = code
    if ops.to_move(state) < 0 or not ops.turn_fits(state, turn):
        raise ValueError(f"{list(codes)} is no legal turn here")
    return 0


cdef list codes_of(const Turn *turn):
    return [turn.moves[index] for index in range(turn.count)]
