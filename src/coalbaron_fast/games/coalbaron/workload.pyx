"""Loops of one kind of work, without Python in between: what bench/ times and tests drive.

Built in place for development alone; no wheel holds it (setup.py). Every function returns
what it did, the same for the same arguments: a benchmark asserts its work before it times it.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc

from coalbaron_fast.games.coalbaron import facts
from coalbaron_fast.games.coalbaron.core.identity cimport state_hash
from coalbaron_fast.games.coalbaron.core.knowledge cimport (
    chance_sample, knowledge_sample, knowledge_view,
)
from coalbaron_fast.games.coalbaron.core.mining cimport (
    PLAN_FULL, PLAN_STEPS, Planner, planner_mark_dominated, planner_open, planner_run,
)
from coalbaron_fast.games.coalbaron.core.moves cimport state_legal_moves
from coalbaron_fast.games.coalbaron.core.state cimport state_init, state_play
from coalbaron_fast.games.coalbaron.core.types cimport (
    MOVE_CODES as MOST_LEGAL, Move, PHASE_CHANCE, PHASE_OVER, State,
)
from coalbaron_fast.games.coalbaron.state cimport State as PyState
from coalbaron_fast.rng cimport Rng, rng_next, rng_seed

include "../../contract/playout.pxi"


def play_games(int players, int games, unsigned long long seed, int first=0):
    """Play whole games uniformly at random: numbers ``first`` … of the seed's stream.

    Returns ``decisions``, ``chances`` and ``moves`` (legal moves listed) over all games, and
    ``vp``, the sum of all final VP.
    """
    cdef PlayoutCounts counts
    cdef State state
    cdef Rng rng
    cdef int game, seat
    cdef long long vp = 0
    if not facts.MIN_PLAYERS <= players <= facts.MAX_PLAYERS:
        raise ValueError(
            f"players must be {facts.MIN_PLAYERS} to {facts.MAX_PLAYERS}, not {players}"
        )
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


def finish_games(PyState state, int games, unsigned long long seed):
    """Play a full position to the end at random, again and again; as `play_games`."""
    cdef PlayoutCounts counts
    cdef State copy
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


def copy_states(PyState state, int times):
    """Copy a state from slot to slot of a ring; returns the hash of the last copy."""
    cdef State ring[8]
    cdef int index
    ring[0] = state.c
    with nogil:
        for index in range(times):
            ring[(index + 1) & 7] = ring[index & 7]
    return state_hash(&ring[times & 7])


def hash_states(PyState state, int times):
    """Hash a state again and again; returns the sum of the hashes modulo 2**64."""
    cdef uint64_t total = 0
    with nogil:
        for _ in range(times):
            total += state_hash(&state.c)
    return total


def make_views(PyState state, int seat, int times):
    """Take a seat's view again and again; returns a sum over what the views do not see."""
    cdef State view
    cdef uint64_t total = 0
    if not 0 <= seat < state.c.players:
        raise ValueError(f"seat must be 0 to {state.c.players - 1}, not {seat}")
    with nogil:
        for _ in range(times):
            knowledge_view(&state.c, seat, &view)
            total += view.tiles.middle ^ view.orders.middle
    return total


def sample_worlds(PyState state, int seat, int times, unsigned long long seed):
    """Draw worlds from a seat's view; returns a sum over what their middles hold.

    Where no seat knows a place of a stack, every world's middles hold the same.
    """
    cdef State view, world
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
    cdef PyState state
    cdef void *memory
    cdef uint64_t positions = 0, kept = 0
    cdef int largest = 0
    if not 0 <= steps <= PLAN_STEPS:
        raise ValueError(f"steps must be 0 to {PLAN_STEPS}, not {steps}")
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
