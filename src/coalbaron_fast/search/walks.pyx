"""Greedy walks: what each seat can expect from a position, without a tree.

A tree asks which turn is best, and only where a seat is to move. A walk also begins at chance: the
game is drawn and played on, each turn the one that looks best, and then valued. Walks of the same
number meet the same luck from every position, so that two positions are compared by the differences
of their walks.
"""

from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from coalbaron_fast.rng cimport Rng, rng_seed
from coalbaron_fast.search.evaluator cimport Evaluation, Evaluator
from coalbaron_fast.contract.game cimport (
    EVERYBODY, GAME_SEATS, GameOps, TO_CHANCE, TO_NOBODY, TURN_LIMIT, Turn, open_game, read_turn,
    state_in,
)
from coalbaron_fast.search.owner cimport owner_take
from coalbaron_fast.search.signals cimport Watch, watch_begin, watch_end, watch_raised


cdef void walk_on(
    const Evaluator *evaluator, void *state, void *scratch, int turns, Rng *rng, Watch *watch
) noexcept nogil:
    """Play on for `turns` turns, and to the next decision; or to Ctrl-C."""
    cdef const GameOps *ops = evaluator.game
    cdef Turn listed[TURN_LIMIT]
    cdef int index, best, count
    while True:
        while ops.to_move(state) == TO_CHANCE:
            ops.draw(state, rng)
        if turns == 0 or ops.to_move(state) == TO_NOBODY or watch_raised(watch):
            return
        count = evaluator.turns(evaluator, state, scratch, listed, TURN_LIMIT)
        best = 0
        for index in range(1, count):
            if listed[index].value > listed[best].value:
                best = index
        ops.play_turn(state, &listed[best])
        turns -= 1


cdef class Walker:
    """Walks through one game, which is a capsule of the name ``GameOps``.

    One thread at a time; RuntimeError for a second one.
    """

    cdef bint taken
    cdef Evaluation evaluation
    cdef void *scratch
    cdef void *state

    def __cinit__(self, object game, Evaluation evaluation):
        cdef const GameOps *ops = open_game(game)
        if evaluation.table.game != ops:
            raise ValueError("an evaluation for another game")
        self.evaluation = evaluation
        self.scratch = calloc(1, ops.scratch_bytes)
        self.state = calloc(1, ops.state_bytes)
        if not self.scratch or not self.state:
            raise MemoryError("no room for a walk")

    def __dealloc__(self):
        free(self.scratch)
        free(self.state)

    cdef void begin(
        self, const char *state, int number, unsigned long long seed, Rng *rng
    ) noexcept:
        """Set up the walk of this number, in a world of its own if the state is a view."""
        cdef const GameOps *ops = self.evaluation.table.game
        if number == 0:
            # What other walks left there must not show in these.
            memset(self.scratch, 0, ops.scratch_bytes)
        rng_seed(rng, seed, number)
        if ops.viewer(state) == EVERYBODY:
            memcpy(self.state, state, ops.state_bytes)
        else:
            ops.sample_world(state, rng, self.state)

    def expect(self, bytes state, int walks, int turns, unsigned long long seed):
        """What every seat can expect after `turns` turns: walk by walk its points, then its share
        of the win, as one list each.

        A view is filled in by chance, another world for each walk.
        """
        cdef const GameOps *ops = self.evaluation.table.game
        cdef const Evaluator *evaluator = &self.evaluation.table
        cdef double points[GAME_SEATS]
        cdef double win[GAME_SEATS]
        cdef double spread[GAME_SEATS]
        cdef Rng rng
        cdef Watch watch
        cdef const char *start = state_in(ops, state)
        cdef int number, seats = ops.seats(start)
        check_walks(walks, turns)
        owner_take(&self.taken, self)
        try:
            found = []
            watch_begin(&watch)
            for number in range(walks):
                self.begin(start, number, seed, &rng)
                with nogil:
                    walk_on(evaluator, self.state, self.scratch, turns, &rng, &watch)
                    evaluator.expect(evaluator, self.state, points, spread, win)
                watch_end(&watch)
                found.append((
                    [points[seat] for seat in range(seats)], [win[seat] for seat in range(seats)],
                ))
            return found
        finally:
            self.taken = False

    def ends(
        self, bytes view, object codes, int walks, int turns, unsigned long long seed
    ):
        """Where walks end that begin with a turn, given as move codes, from what its seat knows.

        Walks of the same number are in the same world, whatever the turn.
        """
        cdef const GameOps *ops = self.evaluation.table.game
        cdef const Evaluator *evaluator = &self.evaluation.table
        cdef Turn first
        cdef Rng rng
        cdef Watch watch
        cdef const char *start = state_in(ops, view)
        cdef int number
        check_walks(walks, turns)
        read_turn(ops, start, codes, &first)
        owner_take(&self.taken, self)
        try:
            found = []
            watch_begin(&watch)
            for number in range(walks):
                self.begin(start, number, seed, &rng)
                with nogil:
                    ops.play_turn(self.state, &first)
                    walk_on(evaluator, self.state, self.scratch, turns, &rng, &watch)
                watch_end(&watch)
                found.append((<const char *>self.state)[:ops.state_bytes])
            return found
        finally:
            self.taken = False


cdef int check_walks(int walks, int turns) except -1:
    if walks < 1 or turns < 0:
        raise ValueError(f"walks must be at least 1 and turns 0, not {walks} and {turns}")
    return 0
