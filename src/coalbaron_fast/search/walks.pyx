"""Walks at first sight: what each seat can expect from a position, without a tree.

A tree asks which turn is best, and only where a seat is to move. A walk also begins at chance: the
game is drawn and played on, each turn the one that looks best, and then valued. Walks of the same
number meet the same luck from every position, so that two positions are compared by the differences
of their walks.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from coalbaron_fast.rng cimport Rng, rng_seed
from coalbaron_fast.search.evaluator cimport Evaluation, Evaluator
from coalbaron_fast.search.game cimport (
    GAME_SEATS, GameOps, TO_CHANCE, TO_NOBODY, TURN_LIMIT, Turn, open_game,
    read_turn,
)


cdef void walk_on(
    const Evaluator *evaluator, void *state, void *scratch, int turns, Rng *rng
) noexcept nogil:
    """Play on for so many turns, and to the next decision."""
    cdef const GameOps *ops = evaluator.game
    cdef Turn listed[TURN_LIMIT]
    cdef int index, best, count
    while True:
        while ops.to_move(state) == TO_CHANCE:
            ops.draw(state, rng)
        if turns == 0 or ops.to_move(state) == TO_NOBODY:
            return
        count = evaluator.turns(evaluator, state, scratch, listed, TURN_LIMIT)
        best = 0
        for index in range(1, count):
            if listed[index].value > listed[best].value:
                best = index
        ops.play_turn(state, &listed[best])
        turns -= 1


cdef class Walker:
    """Walks through one game, which is a capsule of the name ``GameOps``."""

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

    cdef int begin(
        self, bytes state, int number, unsigned long long seed, bint is_view, Rng *rng
    ) except -1:
        """Set up the walk of this number."""
        cdef const GameOps *ops = self.evaluation.table.game
        if <uint64_t>len(state) != ops.state_bytes:
            raise ValueError(f"a state has {ops.state_bytes} bytes, not {len(state)}")
        if number == 0:
            # What other walks left there must not show in these.
            memset(self.scratch, 0, ops.scratch_bytes)
        rng_seed(rng, seed, number)
        if is_view:
            ops.sample_world(<const char *>state, rng, self.state)
        else:
            memcpy(self.state, <const char *>state, ops.state_bytes)
        return 0

    def expect(
        self, bytes state, int walks, int turns, unsigned long long seed, bint is_view=False
    ):
        """What every seat can expect behind so many turns: walk by walk its points, then its share
        of the win, as one list each.

        A view is filled in by chance, another world for each walk.
        """
        cdef const GameOps *ops = self.evaluation.table.game
        cdef const Evaluator *evaluator = &self.evaluation.table
        cdef double points[GAME_SEATS]
        cdef double win[GAME_SEATS]
        cdef double spread[GAME_SEATS]
        cdef Rng rng
        cdef int number
        cdef int seats = ops.seats(<const char *>state)
        if walks < 1 or turns < 0:
            raise ValueError(f"walks must be at least 1 and turns 0, not {walks} and {turns}")
        found = []
        for number in range(walks):
            self.begin(state, number, seed, is_view, &rng)
            with nogil:
                walk_on(evaluator, self.state, self.scratch, turns, &rng)
                evaluator.expect(evaluator, self.state, points, spread, win)
            found.append((
                [points[seat] for seat in range(seats)], [win[seat] for seat in range(seats)],
            ))
        return found

    def ends(
        self, bytes view, object codes, int walks, int turns, unsigned long long seed
    ):
        """Where walks end that begin with a turn, given as move codes, from what its seat knows.

        Walks of the same number are in the same world, whatever the turn.
        """
        cdef const GameOps *ops = self.evaluation.table.game
        cdef Turn first
        cdef Rng rng
        cdef int number
        read_turn(ops, codes, &first)
        found = []
        for number in range(walks):
            self.begin(view, number, seed, True, &rng)
            with nogil:
                ops.play_turn(self.state, &first)
                walk_on(&self.evaluation.table, self.state, self.scratch, turns, &rng)
            found.append((<const char *>self.state)[:ops.state_bytes])
        return found
