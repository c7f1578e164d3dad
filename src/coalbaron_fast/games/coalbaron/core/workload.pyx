"""Loops of one kind of work, without Python in between: what bench/ times and tests drive.

Every function returns what it did, the same for the same arguments, so that a benchmark
can assert its work before it times it.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc

from coalbaron_fast.games.coalbaron.core.identity cimport state_hash
from coalbaron_fast.games.coalbaron.core.knowledge cimport knowledge_sample, knowledge_view
from coalbaron_fast.games.coalbaron.core.mining cimport (
    PLAN_FULL, Planner, planner_mark_dominated, planner_open, planner_run,
)
from coalbaron_fast.games.coalbaron.core.playout cimport PlayoutCounts, playout_uniform
from coalbaron_fast.games.coalbaron.state cimport State
from coalbaron_fast.rng cimport Rng, rng_below, rng_next, rng_seed
from coalbaron_fast.games.coalbaron.core.state cimport state_init
from coalbaron_fast.games.coalbaron.core.types cimport State as CState

ctypedef struct Line:
    uint64_t next               # the number of the line after this one
    uint64_t place              # of this one in the ring
    uint64_t unused[6]          # the rest of 64 bytes


def play_games(int players, int games, unsigned long long seed, int first=0):
    """Play whole games uniformly at random: numbers ``first`` … of the seed's stream.

    Returns ``decisions``, ``chances`` and ``moves`` (legal moves listed) over all games, and
    ``vp``, the sum of all final VP.
    """
    cdef PlayoutCounts counts
    cdef CState state
    cdef Rng rng
    cdef int game, seat
    cdef long long vp = 0
    if not 2 <= players <= 4:
        raise ValueError(f"players must be 2 to 4, not {players}")
    counts.decisions = counts.chances = counts.moves = 0
    with nogil:
        for game in range(first, first + games):
            rng_seed(&rng, seed, game)
            state_init(&state, players, game % players)
            playout_uniform(&state, &rng, &counts)
            for seat in range(players):
                vp += state.seats[seat].vp
    return {
        "decisions": counts.decisions,
        "chances": counts.chances,
        "moves": counts.moves,
        "vp": vp,
    }


def finish_games(State state, int games, unsigned long long seed):
    """Play a full position to the end at random, again and again; as `play_games`."""
    cdef PlayoutCounts counts
    cdef CState copy
    cdef Rng rng
    cdef int game, seat
    cdef long long vp = 0
    counts.decisions = counts.chances = counts.moves = 0
    with nogil:
        for game in range(games):
            rng_seed(&rng, seed, game)
            copy = state.c
            playout_uniform(&copy, &rng, &counts)
            for seat in range(copy.players):
                vp += copy.seats[seat].vp
    return {
        "decisions": counts.decisions,
        "chances": counts.chances,
        "moves": counts.moves,
        "vp": vp,
    }


def copy_states(State state, int times):
    """Copy a state from slot to slot of a ring; returns the hash of the last copy."""
    cdef CState ring[8]
    cdef int index
    ring[0] = state.c
    with nogil:
        for index in range(times):
            ring[(index + 1) & 7] = ring[index & 7]
    return state_hash(&ring[times & 7])


def hash_states(State state, int times):
    """Hash a state again and again; returns the sum of the hashes modulo 2**64."""
    cdef uint64_t total = 0
    with nogil:
        for _ in range(times):
            total += state_hash(&state.c)
    return total


def make_views(State state, int seat, int times):
    """Take a seat's view again and again; returns a sum over what the views do not see."""
    cdef CState view
    cdef uint64_t total = 0
    if not 0 <= seat < state.c.players:
        raise ValueError(f"seat must be 0 to {state.c.players - 1}, not {seat}")
    with nogil:
        for _ in range(times):
            knowledge_view(&state.c, seat, &view)
            total += view.tiles.middle ^ view.orders.middle
    return total


def sample_worlds(State state, int seat, int times, unsigned long long seed):
    """Draw worlds from a seat's view; returns a sum over what their middles hold.

    Where nobody knows a place of a stack, every world's middles hold the same.
    """
    cdef CState view, world
    cdef Rng rng
    cdef uint64_t total = 0
    if not 0 <= seat < state.c.players:
        raise ValueError(f"seat must be 0 to {state.c.players - 1}, not {seat}")
    rng_seed(&rng, seed, 0)
    with nogil:
        knowledge_view(&state.c, seat, &view)
        for _ in range(times):
            knowledge_sample(&view, &rng, &world)
            total += world.tiles.middle ^ world.orders.middle
    return total


def draw_numbers(int times, unsigned long long seed):
    """Draw random numbers; returns their sum modulo 2**64."""
    cdef Rng rng
    cdef uint64_t total = 0
    rng_seed(&rng, seed, 0)
    with nogil:
        for _ in range(times):
            total += rng_next(&rng)
    return total


def list_plans(list states, int steps, bint mark_dominated, int megabytes=64):
    """Run the mining planner for the active seat of each state.

    Returns ``positions`` and ``kept`` (not dominated) over all states, and ``largest``, the most
    positions of one run. Raises MemoryError if one run does not fit.
    """
    cdef Planner planner
    cdef State state
    cdef void *memory
    cdef uint64_t positions = 0, kept = 0
    cdef int largest = 0
    if not 0 <= steps <= 10:
        raise ValueError(f"steps must be 0 to 10, not {steps}")
    memory = malloc(<size_t>megabytes << 20)
    if memory == NULL:
        raise MemoryError(f"no {megabytes} MB for mining plans")
    try:
        planner_open(&planner, memory, <uint64_t>megabytes << 20)
        for state in states:
            with nogil:
                planner_run(&planner, &state.c, state.c.active, steps)
                if mark_dominated:
                    planner_mark_dominated(&planner)
            if planner.status == PLAN_FULL:
                raise MemoryError(f"a run has more positions than {megabytes} MB hold")
            positions += planner.count
            kept += planner.kept
            largest = max(largest, planner.count)
    finally:
        free(memory)
    return {"positions": positions, "kept": kept, "largest": largest}


cdef class Chase:
    """A ring of cache lines in random order: following it waits for memory at every step.

    Each line names the next one, so that no two can be fetched at once. With more megabytes than
    the caches hold, nearly every step misses them: a walk goes on where the last one ended.
    """

    cdef Line *lines
    cdef uint64_t line          # where the last walk ended
    cdef readonly uint64_t count

    def __init__(self, int megabytes, unsigned long long seed):
        cdef Rng rng
        cdef uint64_t index, other
        cdef uint32_t *order
        if megabytes < 1:
            raise ValueError(f"megabytes must be at least 1, not {megabytes}")
        free(self.lines)            # of an earlier call, or none
        self.line = 0
        self.count = (<uint64_t>megabytes << 20) // sizeof(Line)
        self.lines = <Line *>malloc(self.count * sizeof(Line))
        order = <uint32_t *>malloc(self.count * sizeof(uint32_t))
        if self.lines == NULL or order == NULL:
            free(order)
            raise MemoryError(f"no {megabytes} MB to walk through")
        rng_seed(&rng, seed, 0)
        with nogil:
            for index in range(self.count):
                order[index] = <uint32_t>index
            for index in range(self.count - 1, 0, -1):
                other = rng_below(&rng, <uint32_t>index + 1)
                order[index], order[other] = order[other], order[index]
            for index in range(self.count):
                self.lines[order[index]].place = index
                self.lines[order[index]].next = order[(index + 1) % self.count]
        free(order)

    def __dealloc__(self):
        free(self.lines)

    def walk(self, int steps):
        """Go on along the ring; returns by how many places, as the lines themselves say."""
        cdef uint64_t line = self.line
        with nogil:
            for _ in range(steps):
                line = self.lines[line].next
        steps_done = self.lines[line].place + self.count - self.lines[self.line].place
        self.line = line
        return steps_done % self.count
