"""Games at random through a game's table of functions, for tests of every game; in no wheel.

Whatever the search may ask of a position on its way is asked, and held against the contract
(game.pxd). A debug build checks the game's own invariants after each move besides.
"""

from libc.math cimport isfinite
from libc.stdint cimport uint16_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy

from coalbaron_fast.rng cimport Rng, rng_below, rng_seed
from coalbaron_fast.contract.game cimport (
    A_DETAIL, A_TURN, EVERYBODY, EVERY_TURN, Features, GAME_SEATS, GameOps, NUMBER_LIMIT,
    PART_FLAGS, PART_NUMBERS, TO_CHANCE, TO_NOBODY, TURN_FEATURES, TURN_LIMIT, Turn, USEFUL_TURNS,
    open_game,
)

cdef enum:
    MOST_TURNS = 20_000         # no game is as long
    LOOKS = 8                   # everything is asked of one position in this many
    SOLVED = 12                 # turns to the end: a solver may ask for all of them


cdef class RandomPlayer:
    """Plays positions of one game, whose table comes as a capsule, to their ends."""

    cdef const GameOps *ops
    cdef object capsule
    cdef void *scratch
    cdef void *every_scratch
    cdef void *state
    cdef void *view
    cdef void *world
    cdef void *seen
    cdef Turn turns[TURN_LIMIT]
    cdef Features parts[GAME_SEATS + 1]

    def __cinit__(self, object game):
        cdef const GameOps *ops = open_game(game)
        self.ops = ops
        self.capsule = game
        self.scratch = calloc(1, ops.scratch_bytes + 1)
        self.every_scratch = calloc(1, ops.every_bytes + 1)
        self.state = calloc(1, ops.state_bytes)
        self.view = calloc(1, ops.state_bytes)
        self.world = calloc(1, ops.state_bytes)
        self.seen = calloc(1, ops.state_bytes)
        if not (
            self.scratch and self.every_scratch and self.state and self.view and self.world
            and self.seen
        ):
            raise MemoryError("no room for a game")

    def __dealloc__(self):
        free(self.scratch)
        free(self.every_scratch)
        free(self.state)
        free(self.view)
        free(self.world)
        free(self.seen)

    def play(self, bytes state, unsigned long long seed):
        """Play a full position on to its end; how many turns that took. ValueError names what does
        not hold on the way."""
        cdef Rng rng
        cdef int turns
        cdef const char *broken = NULL
        if <uint64_t>len(state) != self.ops.state_bytes:
            raise ValueError(f"a state has {self.ops.state_bytes} bytes, not {len(state)}")
        memcpy(self.state, <const char *>state, self.ops.state_bytes)
        rng_seed(&rng, seed, 0)
        with nogil:
            turns = self.go_on(&rng, &broken)
        if broken != NULL:
            raise ValueError(f"after {turns} turns: {broken.decode()}")
        return turns

    cdef int go_on(self, Rng *rng, const char **broken) noexcept nogil:
        cdef int number, count
        for number in range(MOST_TURNS):
            while self.ops.to_move(self.state) == TO_CHANCE:
                self.ops.draw(self.state, rng)
            if rng_below(rng, LOOKS) == 0:
                broken[0] = self.look(rng)
                if broken[0] != NULL:
                    return number
            if self.ops.to_move(self.state) == TO_NOBODY:
                return number
            count = self.ops.turns(self.state, self.scratch, self.turns, TURN_LIMIT)
            broken[0] = self.check_turns(count)
            if broken[0] != NULL:
                return number
            self.ops.play_turn(self.state, &self.turns[rng_below(rng, count)])
        broken[0] = b"the game does not end"
        return MOST_TURNS

    cdef const char *check_turns(self, int count) noexcept nogil:
        """Whether the listed turns are turns."""
        cdef int index
        if not 1 <= count <= TURN_LIMIT:
            return b"no turns are listed, or too many"
        for index in range(count):
            if not 1 <= self.turns[index].count <= <int>self.ops.turn_moves:
                return b"a turn has no moves, or too many"
            if not self.ops.turn_fits(self.state, &self.turns[index]):
                return b"a turn that is listed is not legal"
        return NULL

    cdef const char *look(self, Rng *rng) noexcept nogil:
        """Ask what the search may ask."""
        cdef double points[GAME_SEATS]
        cdef double win[GAME_SEATS]
        cdef double shares = 0.0
        cdef int seat, seats = self.ops.seats(self.state), to_move = self.ops.to_move(self.state)
        self.ops.expect(self.state, points, win)
        for seat in range(seats):
            if not isfinite(points[seat]) or not 0.0 <= win[seat] <= 1.0:
                return b"what a seat can expect is no number"
            shares += win[seat]
        if not 0.999 < shares < 1.001:
            return b"the shares of the win are not 1 in all"
        if self.ops.spread != NULL and to_move != TO_NOBODY:
            if not self.ops.spread(self.state) > 0.0:
                return b"a spread is not above 0"
        if not self.features_fit(seats):
            return b"features beyond their bounds"
        self.ops.key(self.state)
        if to_move != TO_NOBODY and self.ops.turns_left(self.state) < 1:
            return b"no turns are left before the end"
        return NULL if to_move == TO_NOBODY else self.look_as(to_move, rng)

    cdef const char *look_as(self, int seat, Rng *rng) noexcept nogil:
        """The same of the seat to move: what it knows, and what it may do."""
        cdef uint16_t found[TURN_FEATURES]
        cdef int count, index, omit
        self.ops.view(self.state, seat, self.view)
        self.ops.secret(self.view)
        self.ops.sample_world(self.view, rng, self.world)
        if self.ops.to_move(self.world) != seat:
            return b"another seat is to move in a world"
        if self.ops.information(self.world, seat) != self.ops.information(self.state, seat):
            return b"a seat tells a world from the position"
        self.ops.view(self.world, seat, self.seen)
        if memcmp(self.seen, self.view, self.ops.state_bytes) != 0:
            return b"a world does not look like the position"
        if not self.ops.turns_expected(self.state, seat) >= 0.0:
            return b"fewer turns than none are expected"
        if not A_TURN <= self.ops.decision(self.state) <= A_DETAIL:
            return b"no such decision"
        if self.ops.turns_left(self.view) > SOLVED:
            return NULL
        for omit in range(EVERY_TURN, USEFUL_TURNS + 1):
            count = self.ops.every_turn(
                self.view, self.every_scratch, omit, self.turns, TURN_LIMIT
            )
            for index in range(count):
                if not self.ops.turn_fits(self.state, &self.turns[index]):
                    return b"one of all turns is not legal"
                if self.ops.turn_features != NULL:
                    if not self.turn_features_fit(&self.turns[index], found):
                        return b"features of a turn beyond their bounds"
        return NULL

    cdef bint turn_features_fit(self, const Turn *turn, uint16_t *found) noexcept nogil:
        cdef int index, count = self.ops.turn_features(self.view, turn, found)
        if not 1 <= count <= TURN_FEATURES:
            return False
        for index in range(count):
            if found[index] >= self.ops.turn_size:
                return False
        return True

    cdef bint features_fit(self, int seats) noexcept nogil:
        cdef const Features *part
        cdef uint64_t size
        cdef int number, index
        if self.ops.features == NULL:
            return True
        self.ops.features(self.state, EVERYBODY, self.parts)
        for number in range(seats + 1):
            part = &self.parts[number]
            size = self.ops.board_size if number == seats else self.ops.seat_size
            if part.flag_count > PART_FLAGS or part.number_count > PART_NUMBERS:
                return False
            for index in range(part.flag_count):
                if part.flags[index] >= size:
                    return False
            for index in range(part.number_count):
                if part.numbers[index] >= size or not (
                    -NUMBER_LIMIT <= part.values[index] <= NUMBER_LIMIT
                ):
                    return False
        return True
