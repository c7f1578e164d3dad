# What the tables of all compiled games have in common, turn by turn (game.pxd).
#
# Included by each game's `core/game.pyx` before its own functions, so that all of it is compiled
# for that game's struct. The file that includes it has: `State` with `players` and `viewer`,
# `MAX_SEATS`, `NONE`; `state_play`, `play_turn`, `turn_fits`, `turns_expected`, `decision_of`;
# `chance_sample`, which draws an outcome; `state_is_sound`. It fills the rest of `OPS`: what it
# leaves out is 0 or NULL.

from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport uint16_t, uint64_t

from coalbaron_fast.contract.game cimport (
    Chance, EVERYBODY, FAR_FROM_END, Features, GAME_ABI, GameOps, TO_CHANCE, TO_NOBODY, Turn,
)
from coalbaron_fast.rng cimport Rng, rng_seed


cdef int game_seats(const void *state) noexcept nogil:
    return (<const State *>state).players


cdef int game_viewer(const void *state) noexcept nogil:
    cdef const State *own = <const State *>state
    # Two returns: a conditional expression would have the type of the seat, without a sign.
    if own.viewer == NONE:
        return EVERYBODY
    return own.viewer


cdef bint game_turn_fits(const void *state, const Turn *turn) noexcept nogil:
    return turn_fits(<const State *>state, turn)


cdef void game_play_turn(void *state, const Turn *turn) noexcept nogil:
    play_turn(<State *>state, turn)


cdef void game_draw(void *state, Rng *rng) noexcept nogil:
    state_play(<State *>state, chance_sample(<State *>state, rng))


cdef double game_turns_expected(const void *state, int seat) noexcept nogil:
    return turns_expected(<const State *>state, seat)


cdef int game_decision(const void *state) noexcept nogil:
    return decision_of(<const State *>state)


cdef bint game_sound(const void *state) noexcept nogil:
    return state_is_sound(<const State *>state)


cdef GameOps OPS
OPS.abi = GAME_ABI
OPS.state_bytes = sizeof(State)
OPS.most_seats = MAX_SEATS
OPS.seats = game_seats
OPS.viewer = game_viewer
OPS.turn_fits = game_turn_fits
OPS.play_turn = game_play_turn
OPS.draw = game_draw
OPS.turns_expected = game_turns_expected
OPS.decision = game_decision
OPS.sound = game_sound

TURN_OPS = PyCapsule_New(&OPS, b"GameOps", NULL)
