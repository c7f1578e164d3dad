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
        cdef const char *begin = state
        cdef Rng rng
        cdef int number, seats
        if <uint64_t>len(state) != ops.state_bytes:
            raise ValueError(f"a state has {ops.state_bytes} bytes, not {len(state)}")
        if walks < 1 or turns < 0:
            raise ValueError(f"walks must be at least 1 and turns 0, not {walks} and {turns}")
        seats = ops.seats(begin)
        memset(self.scratch, 0, ops.scratch_bytes)
        found = []
        for number in range(walks):
            with nogil:
                rng_seed(&rng, seed, number)
                if is_view:
                    ops.sample_world(begin, &rng, self.state)
                else:
                    memcpy(self.state, begin, ops.state_bytes)
                walk_on(evaluator, self.state, self.scratch, turns, &rng)
                evaluator.expect(evaluator, self.state, points, win)
            found.append((
                [points[seat] for seat in range(seats)], [win[seat] for seat in range(seats)],
            ))
        return found
