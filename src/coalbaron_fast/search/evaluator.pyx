"""What the search asks of a position: what each seat can expect, and which turns look right."""

from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.math cimport INFINITY
from libc.stdint cimport int16_t, uint16_t
from libc.stdlib cimport calloc, free, malloc

from coalbaron_fast.contract.game cimport (
    EVERYBODY, Features, GAME_SEATS, GameOps, TO_NOBODY, TURN_FEATURES, TURN_LIMIT, Turn,
    codes_of, open_game, state_in,
)
from coalbaron_fast.search.network cimport (
    Forecast, MOST_UNITS, Network, Seen, Weights, network_ask, network_forecast, network_score,
    network_see,
)


# -- the game's own guess ----------------------------------------------------------------------

cdef int hand_turns(
    const Evaluator *self, const void *state, void *scratch, Turn *out, int limit
) noexcept nogil:
    return self.game.turns(state, scratch, out, limit)


cdef void hand_expect(
    const Evaluator *self, const void *state, double *points, double *spread, double *win
) noexcept nogil:
    cdef int seat
    cdef double stray = 0.0
    self.game.expect(state, points, win)
    if self.game.to_move(state) != TO_NOBODY:
        stray = INFINITY if self.game.spread == NULL else self.game.spread(state)
    for seat in range(self.game.seats(state)):
        spread[seat] = stray


# -- a network ---------------------------------------------------------------------------------

cdef void see(const Evaluator *self, const void *state, int viewer, Seen *seen) noexcept nogil:
    cdef Features parts[GAME_SEATS + 1]
    self.game.features(state, viewer, parts)
    network_see(<const Network *>self.own, parts, self.game.seats(state), seen)


cdef int net_turns(
    const Evaluator *self, const void *state, void *scratch, Turn *out, int limit
) noexcept nogil:
    cdef const Network *net = <const Network *>self.own
    cdef Seen seen
    cdef int16_t asked[MOST_UNITS]
    cdef uint16_t features[TURN_FEATURES]
    cdef int index, count = self.game.unweighed_turns(state, scratch, out, limit)
    cdef int seat = self.game.to_move(state)
    see(self, state, seat, &seen)
    network_ask(net, &seen, seat, asked)
    for index in range(count):
        out[index].value = network_score(
            net, asked, features, self.game.turn_features(state, &out[index], features)
        )
    return count


cdef void net_expect(
    const Evaluator *self, const void *state, double *points, double *spread, double *win
) noexcept nogil:
    cdef Forecast forecasts[GAME_SEATS]
    cdef Seen seen
    cdef int seat
    if self.game.to_move(state) == TO_NOBODY:
        hand_expect(self, state, points, spread, win)
        return
    see(self, state, EVERYBODY, &seen)
    network_forecast(<const Network *>self.own, &seen, forecasts)
    for seat in range(seen.seats):
        points[seat] = forecasts[seat].points
        spread[seat] = forecasts[seat].spread
        win[seat] = forecasts[seat].win


# -- Python ------------------------------------------------------------------------------------

cdef class Evaluation:
    """The evaluator of a game, which is a capsule of the name ``GameOps``.

    `source` says which one: None the game's own guess, `Weights` a network, and a capsule of the
    name ``Evaluator`` a table of functions. ValueError for a network that was made for other
    features than the game's.
    """

    def __cinit__(self, object game, object source=None):
        cdef const GameOps *ops = open_game(game)
        self.game = game
        self.source = source
        if source is None:
            self.table.turns = hand_turns
            self.table.expect = hand_expect
        elif isinstance(source, Weights):
            check_network(ops, source)
            self.table.own = &(<Weights>source).net
            self.table.turns = net_turns
            self.table.expect = net_expect
        else:
            self.table = (<const Evaluator *>PyCapsule_GetPointer(source, b"Evaluator"))[0]
            if self.table.abi != EVALUATOR_ABI:
                raise ValueError(
                    f"an evaluator of contract {self.table.abi}; this search speaks {EVALUATOR_ABI}"
                )
        self.table.abi = EVALUATOR_ABI
        self.table.game = ops

    def expect(self, bytes state):
        """Every seat's expected points and share of the win, as two lists."""
        points, _, win = self.asked(state)
        return points, win

    def spread(self, bytes state):
        """How far every seat's final points stray from those expected; None if that is unknown."""
        _, spread, _ = self.asked(state)
        return None if INFINITY in spread else spread

    cdef tuple asked(self, bytes state):
        cdef const GameOps *ops = self.table.game
        cdef double points[GAME_SEATS]
        cdef double spread[GAME_SEATS]
        cdef double win[GAME_SEATS]
        cdef const char *own = state_in(ops, state)
        cdef int seats = ops.seats(own)
        self.table.expect(&self.table, own, points, spread, win)
        return (
            [points[seat] for seat in range(seats)],
            [spread[seat] for seat in range(seats)],
            [win[seat] for seat in range(seats)],
        )

    def turns(self, bytes state):
        """The turns worth looking at, each as its move codes and how good it looks."""
        cdef const GameOps *ops = self.table.game
        cdef Turn *turns
        cdef void *scratch
        cdef const char *own = state_in(ops, state)
        cdef int count
        if ops.to_move(own) < 0:
            raise ValueError("no seat is to move")
        turns = <Turn *>malloc(TURN_LIMIT * sizeof(Turn))
        scratch = calloc(1, ops.scratch_bytes)
        try:
            if turns == NULL or scratch == NULL:
                raise MemoryError("no room for turns")
            count = self.table.turns(&self.table, own, scratch, turns, TURN_LIMIT)
            return [(codes_of(&turns[index]), turns[index].value) for index in range(count)]
        finally:
            free(turns)
            free(scratch)


cdef int check_network(const GameOps *ops, Weights weights) except -1:
    if ops.features == NULL or ops.turn_features == NULL or ops.unweighed_turns == NULL:
        raise ValueError("this game has no features for a network")
    if ops.layout != weights.layout or (
        ops.seat_size, ops.board_size, ops.turn_size
    ) != (weights.net.seat_size, weights.net.board_size, weights.net.turn_size):
        raise ValueError("a network that was made for other features than this game's")
    return 0
