"""Loops without Python in between, for bench/ and tests; built in place, in no wheel."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free

from coalbaron_fast.contract.game cimport TURN_LIMIT, Turn
from coalbaron_fast.games.coalcountry.core.deck cimport chance_sample
from coalbaron_fast.games.coalcountry.core.evaluate cimport dial_at
from coalbaron_fast.games.coalcountry.core.flow cimport seat_to_move
from coalbaron_fast.games.coalcountry.core.playout cimport PlayoutCounts, playout_uniform
from coalbaron_fast.games.coalcountry.core.state cimport state_init
from coalbaron_fast.games.coalcountry.core.turns cimport (
    SCRATCH_BYTES, best_turn, list_turns, play_turn,
)
from coalbaron_fast.games.coalcountry.core.types cimport (
    NONE, PHASE_CHANCE, PHASE_OVER, State,
)
from coalbaron_fast.games.coalcountry.core.state cimport state_play
from coalbaron_fast.rng cimport Rng, rng_seed


def playouts(int games, int players, uint64_t seed, int rounds=6, int flags=0):
    """Random games in a row; returns decisions, chance events and the sum of all money."""
    cdef State state
    cdef Rng rng
    cdef PlayoutCounts counts
    cdef uint64_t decisions = 0, chances = 0
    cdef long money = 0
    cdef int game, seat
    rng_seed(&rng, seed, 0)
    with nogil:
        for game in range(games):
            state_init(&state, players, game % players, rounds, flags)
            playout_uniform(&state, &rng, &counts)
            decisions += counts.decisions
            chances += counts.chances
            for seat in range(players):
                money += state.seats[seat].money
    return decisions, chances, money


cdef int greedy_game(
    State *state, Rng *rng, void *scratch, int special, double *dial, double value
) noexcept nogil:
    """To the end, every turn the one that looks best. While `special` is to move the dial has
    another value. Returns how many turns there were."""
    cdef Turn turn
    cdef int turns = 0, seat
    cdef double usual = dial[0] if dial != NULL else 0.0
    while state.phase != PHASE_OVER:
        if state.phase == PHASE_CHANCE:
            state_play(state, chance_sample(state, rng))
            continue
        seat = seat_to_move(state)
        if dial != NULL and seat == special:
            dial[0] = value
        best_turn(state, scratch, &turn)
        if dial != NULL:
            dial[0] = usual
        play_turn(state, &turn)
        turns += 1
    return turns


def greedy_games(
    int games, int players, uint64_t seed, int rounds=6, int flags=0, object dial=None,
    double value=0.0,
):
    """Games in which every turn is the one that looks best; returns the turns, and each game's
    money by seat.

    With a dial of the evaluation seat `game % players` plays with another value of it. As it is one
    for all seats, nothing else may ask the evaluation meanwhile. The same deal is played with each
    seat in its place.
    """
    cdef State state
    cdef Rng rng
    cdef void *scratch = calloc(1, SCRATCH_BYTES)
    cdef double *place = NULL if dial is None else dial_at(dial)
    cdef int game, turns = 0
    found = []
    try:
        for game in range(games):
            rng_seed(&rng, seed, game // players)
            state_init(&state, players, 0, rounds, flags)
            with nogil:
                turns += greedy_game(
                    &state, &rng, scratch, game % players, place, value
                )
            found.append([state.seats[seat].money for seat in range(players)])
        return turns, found
    finally:
        free(scratch)
