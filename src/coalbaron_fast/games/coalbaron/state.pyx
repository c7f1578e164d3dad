"""The class of Coal Baron's positions."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc

from coalbaron_fast.games.coalbaron.core.bits cimport byte_count
from coalbaron_fast.games.coalbaron.codec cimport state_from_dict, state_to_dict
from coalbaron_fast.games.coalbaron.core.mining cimport (
    PLAN_FULL, PLAN_STEPS, Planner, planner_apply, planner_is_dominated, planner_mark_dominated,
    planner_open, planner_run, planner_steps,
)
from coalbaron_fast.games.coalbaron.core.scoring cimport element_count, score_element
from coalbaron_fast.games.coalbaron.core.types cimport Move, NONE, PHASE_MINE
from coalbaron_fast.games.state cimport Kind, State as AnyState
from coalbaron_fast.search.signals cimport Watch, watch_begin, watch_end, watch_raised

from coalbaron_fast.games.coalbaron import facts
from coalbaron_fast.games.coalbaron.core.board import BOARD_OPS
from coalbaron_fast.games.coalbaron.notation import RECORDS, SHAPE, VOCABULARY
from coalbaron_fast.games.numbers import check_integer

cdef Kind KIND = Kind(
    BOARD_OPS, vocabulary=VOCABULARY, shape=SHAPE, records=RECORDS, phases=facts.PHASES,
    players=range(facts.MIN_PLAYERS, facts.MAX_PLAYERS + 1), part="shift",
)


cdef class State(AnyState):
    """A position of Coal Baron, and the game that goes on from it.

    ``State(players, seed, start)`` begins a game. With a seed, chance resolves itself as
    play goes on: the seed fixes the order of both decks. Without one, the position asks for
    a chance token (``!g2D``) whenever the next tile or card comes off the shuffled part of
    its stack. Moves are tokens, as docs/notation.md spells them. Two states are equal if
    they are the same position; what was played to reach it does not count.

    A view takes ``!?`` and ``^?`` for what its seat does not see. Such a seat is shown a chance
    token more than was played wherever it saw a place turned up that others knew.
    """

    def __cinit__(self):
        self.hold(KIND, &self.c)

    cdef dict spell(self):
        return state_to_dict(&self.c)

    cdef int read(self, dict data) except -1:
        return state_from_dict(data, &self.c)

    @property
    def start(self):
        """Start seat of the current shift."""
        return self.c.start

    @property
    def marks(self):
        """Money, one number a seat."""
        return [self.c.seats[seat].marks for seat in range(self.c.players)]

    @property
    def workers(self):
        """Workers in hand, one number a seat."""
        return [self.c.seats[seat].workers for seat in range(self.c.players)]

    @property
    def supply(self):
        """Cubes in the supply, one number a colour (y b g k)."""
        return [byte_count(self.c.supply, colour) for colour in range(4)]

    def majorities(self):
        """What the twelve elements of the shift clock count for each seat, and are worth now.

        A list of pairs in the order of `facts.REWARDS`: the counts, one a seat, and the
        points that each seat would get if the element were scored now.
        """
        cdef CState scored
        cdef int element, seat
        cdef list found = []
        for element in range(len(facts.REWARDS)):
            scored = self.c
            score_element(&scored, element)
            found.append((
                [element_count(&self.c.seats[seat], element) for seat in range(self.c.players)],
                [scored.seats[seat].vp - self.c.seats[seat].vp for seat in range(self.c.players)],
            ))
        return found

    def mining_plans(self, steps=None, seat=None, bint dominated=True, memory_mb=64):
        """Every distinct position that a seat reaches with up to ``steps`` work steps.

        Returns pairs of tokens (a shortest sequence of steps, without ``end``) and the position
        they lead to: this one, but for that seat's cage, carts, storage and orders; whose turn
        it is stays. The first pair is to do nothing. ``steps`` is by default what is left in
        the mining turn, ``seat`` the seat whose turn it is. ``dominated=False`` leaves out what
        another position is at least as good as (docs/mining.md). Raises MemoryError if
        ``memory_mb`` megabytes do not hold all positions.
        """
        cdef Planner planner
        cdef Move moves[PLAN_STEPS]
        cdef State position
        cdef CState start = self.c
        cdef Watch watch
        cdef int node, count, planning_seat
        cdef int megabytes = check_integer(memory_mb, "memory_mb", 1, 65536)
        cdef int number = self.c.steps if steps is None else check_integer(
            steps, "steps", 0, PLAN_STEPS
        )
        cdef void *memory
        if seat is None:
            seat = None if self.c.active == NONE else self.c.active
            if seat is None:
                raise ValueError("seat must be given where it is no seat's turn")
        if steps is None and self.c.phase != PHASE_MINE:
            raise ValueError("steps must be given outside of a mining turn")
        planning_seat = check_integer(seat, "seat", 0, self.c.players - 1)
        memory = malloc(<size_t>megabytes << 20)
        if memory == NULL:
            raise MemoryError(f"no {megabytes} MB for mining plans")
        try:
            planner_open(&planner, memory, <uint64_t>megabytes << 20)
            watch_begin(&watch)
            planner.watch = &watch
            with nogil:
                planner_run(&planner, &start, planning_seat, number)
                if not dominated:
                    planner_mark_dominated(&planner)
            watch_end(&watch)
            if planner.status == PLAN_FULL:
                raise MemoryError(
                    f"more mining plans than {megabytes} MB hold; raise memory_mb or plan fewer"
                )
            plans = []
            for node in range(planner.count):
                if watch_raised(&watch):
                    watch_end(&watch)
                if planner_is_dominated(&planner, node):
                    continue
                position = self.bare()
                position.c = start
                planner_apply(&planner, node, &position.c)
                count = planner_steps(&planner, node, moves)
                plans.append((self.tokens_of(moves, count), position.begin_here()))
            return plans
        finally:
            free(memory)
