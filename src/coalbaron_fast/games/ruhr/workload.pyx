"""Loops without Python in between, for bench/ and tests; built in place, in no wheel."""

from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc

from coalbaron_fast.games.ruhr.core.bounds cimport state_in
from coalbaron_fast.games.ruhr.core.check cimport state_defect
from coalbaron_fast.games.ruhr.core.deck cimport chance_sample
from coalbaron_fast.games.ruhr.core.game import TURN_OPS
from coalbaron_fast.games.ruhr.core.flow cimport seat_to_move
from coalbaron_fast.games.ruhr.core.identity cimport play_hash
from coalbaron_fast.games.ruhr.core.moves cimport state_legal_moves
from coalbaron_fast.games.ruhr.core.state cimport state_init, state_play
from coalbaron_fast.games.ruhr.core.turns cimport SCRATCH_BYTES, list_every_turn, list_turns
from coalbaron_fast.games.ruhr.core.types cimport (
    MOST_LEGAL, Move, NONE, PHASE_CHANCE, PHASE_OVER, State,
)
from coalbaron_fast.rng cimport Rng, rng_seed
from coalbaron_fast.contract.game cimport EVERY_TURN, GameOps, Turn, open_game

include "../../contract/playout.pxi"

cdef enum:
    MOST_TURNS = 1 << 16


def playouts(int games, int players, uint64_t seed, bint calm=False):
    """Random games in a row; returns decisions, chance events and the sum of all points."""
    cdef State state
    cdef Rng rng
    cdef PlayoutCounts counts
    cdef long points = 0
    cdef int game, seat
    counts.decisions = counts.chances = counts.moves = 0
    rng_seed(&rng, seed, 0)
    with nogil:
        for game in range(games):
            state_init(&state, players, game % players, calm)
            playout_uniform(&state, &rng, &counts)
            for seat in range(players):
                points += state.seats[seat].points
    return counts.decisions, counts.chances, points


cdef const State *asking_in(bytes data) except NULL:
    """A position in which a seat is to move."""
    cdef const State *state = state_in(data)
    if seat_to_move(state) == NONE:
        raise ValueError("no seat is to move in this position")
    return state


def every_turn(bytes data, int omit=EVERY_TURN):
    """All turns of a position as lists of move codes."""
    cdef const State *state = asking_in(data)
    cdef Turn *turns = <Turn *>malloc(MOST_TURNS * sizeof(Turn))
    cdef bytearray scratch = bytearray(SCRATCH_BYTES)
    cdef char *memory = scratch
    cdef int index, number, count
    try:
        count = list_every_turn(state, memory, omit, turns, MOST_TURNS)
        return [
            [turns[index].moves[number] for number in range(turns[index].count)]
            for index in range(count)
        ]
    finally:
        free(turns)


def proposed_turns(bytes data, int limit):
    """The best turns by static evaluation: pairs of move codes and value."""
    cdef const State *state = asking_in(data)
    cdef Turn turns[192]
    cdef bytearray scratch = bytearray(SCRATCH_BYTES)
    cdef char *memory = scratch
    cdef int index, number, count
    count = list_turns(state, memory, turns, min(limit, 192))
    return [
        ([turns[index].moves[number] for number in range(turns[index].count)], turns[index].value)
        for index in range(count)
    ]


def count_turns(list positions, int rounds, int limit):
    """How many turns are listed in all, position by position and round by round; for timing."""
    cdef Turn *turns = <Turn *>malloc(MOST_TURNS * sizeof(Turn))
    cdef bytearray scratch = bytearray(SCRATCH_BYTES)
    cdef char *memory = scratch
    cdef const State *state
    cdef uint64_t listed = 0
    cdef bytes data
    try:
        for _ in range(rounds):
            for data in positions:
                state = asking_in(data)
                with nogil:
                    listed += list_turns(state, memory, turns, limit)
        return listed
    finally:
        free(turns)


def defect(bytes data):
    """The number of what is wrong with a position (core/check.pxd), and its detail."""
    cdef int detail = 0
    return state_defect(state_in(data, may_be_wrong=True), &detail), detail


# -- the game as the solver sees it, nothing left out and no two positions taken for one ----------

cdef int plain_every_turn(
    const void *state, void *scratch, int omit, Turn *out, int limit
) noexcept nogil:
    return list_every_turn(<const State *>state, scratch, EVERY_TURN, out, limit)


cdef uint64_t plain_key(const void *state) noexcept nogil:
    return play_hash(<const State *>state)


cdef GameOps PLAIN = open_game(TURN_OPS)[0]
PLAIN.every_turn = plain_every_turn
PLAIN.key = plain_key

PLAIN_OPS = PyCapsule_New(&PLAIN, b"GameOps", NULL)
