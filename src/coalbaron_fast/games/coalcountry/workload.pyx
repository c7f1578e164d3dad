"""Loops without Python in between, for bench/ and tests; built in place, in no wheel."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free

from coalbaron_fast.contract.game cimport TURN_LIMIT, GameOps, Turn, open_game, read_turn
from coalbaron_fast.games.coalcountry.core.bounds cimport state_in
from coalbaron_fast.games.coalcountry.core.deck cimport chance_sample
from coalbaron_fast.games.coalcountry.core.evaluate cimport dial_at, worth_of
from coalbaron_fast.games.coalcountry.core.flow cimport seat_to_move
from coalbaron_fast.games.coalcountry.core.knowledge cimport view_of, world_of
from coalbaron_fast.games.coalcountry.core.moves cimport state_legal_moves
from coalbaron_fast.games.coalcountry.core.state cimport state_init, state_play
from coalbaron_fast.games.coalcountry.core.turns cimport (
    SCRATCH_BYTES, best_turn, list_turns, play_turn,
)
from coalbaron_fast.games.coalcountry.core.types cimport (
    MOST_LEGAL, Move, NONE, PHASE_CHANCE, PHASE_OVER, PHASE_PLACE, STAGE_PLACE, State,
)
from coalbaron_fast.rng cimport Rng, rng_seed

from coalbaron_fast.games.coalcountry.core.game import TURN_OPS

include "../../contract/playout.pxi"


def playouts(int games, int players, uint64_t seed, int rounds=6, int flags=0):
    """Random games in a row; returns decisions, chance events and the sum of all money."""
    cdef State state
    cdef Rng rng
    cdef PlayoutCounts counts
    cdef long money = 0
    cdef int game, seat
    counts.decisions = counts.chances = counts.moves = 0
    rng_seed(&rng, seed, 0)
    with nogil:
        for game in range(games):
            state_init(&state, players, game % players, rounds, flags)
            playout_uniform(&state, &rng, &counts)
            for seat in range(players):
                money += state.seats[seat].money
    return counts.decisions, counts.chances, money


cdef const State *asking_in(bytes data) except NULL:
    """A position in which a seat is to move."""
    cdef const State *state = state_in(data)
    if seat_to_move(state) == NONE:
        raise ValueError("no seat is to move in this position")
    return state


def count_turns(list positions, int rounds):
    """How many turns are listed in all, position by position and round by round; for timing."""
    cdef Turn turns[TURN_LIMIT]
    cdef bytearray scratch = bytearray(SCRATCH_BYTES)
    cdef char *memory = scratch
    cdef const State *state
    cdef uint64_t listed = 0
    cdef bytes data
    for _ in range(rounds):
        for data in positions:
            state = asking_in(data)
            with nogil:
                listed += list_turns(state, memory, turns, TURN_LIMIT)
    return listed


# -- greedy games ------------------------------------------------------------------------------

cdef int greedy_game(
    State *state, Rng *rng, void *scratch, int special, double *number, double value
) noexcept nogil:
    """To the end, every turn the one that looks best. While `special` is to move, the number has
    another value. Returns how many turns there were."""
    cdef Turn turn
    cdef int turns = 0
    cdef double usual = number[0] if number != NULL else 0.0
    while state.phase != PHASE_OVER:
        if state.phase == PHASE_CHANCE:
            state_play(state, chance_sample(state, rng))
            continue
        if number != NULL and seat_to_move(state) == special:
            number[0] = value
        best_turn(state, scratch, &turn)
        if number != NULL:
            number[0] = usual
        play_turn(state, &turn)
        turns += 1
    return turns


def greedy_games(
    int games, int players, uint64_t seed, int rounds=6, int flags=0, object dial=None,
    double value=0.0,
):
    """Games in which every turn is the one that looks best; returns the turns in all, and each
    game's money by seat.

    With a dial, the place of a number of the static evaluation, seat `game % players` plays by
    another value of it; the same deal is played with each seat in its place. The number is one for
    the whole process: nothing else may ask the evaluation meanwhile.
    """
    cdef State state
    cdef Rng rng
    cdef void *scratch = calloc(1, SCRATCH_BYTES)
    cdef double *number = NULL if dial is None else dial_at(dial)
    cdef int game, turns = 0
    found = []
    try:
        for game in range(games):
            rng_seed(&rng, seed, game // players)
            state_init(&state, players, 0, rounds, flags)
            with nogil:
                turns += greedy_game(&state, &rng, scratch, game % players, number, value)
            found.append([state.seats[seat].money for seat in range(players)])
        return turns, found
    finally:
        free(scratch)


# -- placings ----------------------------------------------------------------------------------

def random_placing(bytes data, uint64_t seed):
    """A placing of all who are at hand: one legal token after the other, each equally likely."""
    cdef const State *state = asking_in(data)
    cdef State after = state[0]
    cdef Move moves[MOST_LEGAL]
    cdef Rng rng
    cdef int seat = seat_to_move(state)
    rng_seed(&rng, seed, 0)
    codes = []
    while after.phase == PHASE_PLACE and after.actor == seat:
        codes.append(moves[rng_below(&rng, state_legal_moves(&after, moves))])
        state_play(&after, codes[len(codes) - 1])
    return codes


cdef double lead_after(
    State *state, int seat, int stop, void *scratch, Rng *rng
) noexcept nogil:
    """Play on by the best-looking turns until the next placing, `stop` rounds on; then what the
    seat can expect beyond the mean of the others."""
    cdef Turn turn
    cdef int other, until = state.round + stop
    cdef double lead
    while state.phase != PHASE_OVER:
        if state.phase == PHASE_CHANCE:
            state_play(state, chance_sample(state, rng))
            continue
        if state.round >= until and state.stage == STAGE_PLACE:
            break
        best_turn(state, scratch, &turn)
        play_turn(state, &turn)
    lead = worth_of(state, seat)
    for other in range(state.players):
        if other != seat:
            lead -= worth_of(state, other) / (state.players - 1)
    return lead


def placing_values(bytes data, list placings, int worlds, uint64_t seed, int stop=2):
    """What each placing, a list of codes, is worth to the seat to move: the mean over worlds of its
    lead over the others some rounds on. All placings meet the same worlds and the same luck."""
    cdef State view
    cdef State world
    cdef Turn turn
    cdef Rng rng
    cdef const GameOps *ops = open_game(TURN_OPS)
    cdef int seat = seat_to_move(asking_in(data)), number
    cdef bytearray memory = bytearray(SCRATCH_BYTES)
    cdef char *scratch = memory
    cdef double total
    view_of(asking_in(data), seat, &view)
    found = []
    for codes in placings:
        read_turn(ops, asking_in(data), codes, &turn)
        total = 0.0
        with nogil:
            for number in range(worlds):
                rng_seed(&rng, seed, number)
                world_of(&view, &rng, &world)
                play_turn(&world, &turn)
                total += lead_after(&world, seat, stop, scratch, &rng)
        found.append(total / worlds)
    return found
