"""What is asked, and of whom. All inline."""

from coalbaron_fast.games.coalcountry.core.types cimport (
    NONE, NOT_ON_TRACK, PHASE_CHANCE, PHASE_OVER, State,
)


cdef inline void ask_nothing(State *state) noexcept nogil:
    """Forget the last question and its details."""
    state.phase = PHASE_CHANCE
    state.actor = state.draw = state.cell = state.tile = state.building = NONE
    state.left = state.puts = state.unseen = 0
    state.space = NOT_ON_TRACK


cdef inline void ask(State *state, int phase, int seat) noexcept nogil:
    ask_nothing(state)
    state.phase = phase
    state.actor = seat


cdef inline void ask_chance(State *state, int draw) noexcept nogil:
    ask_nothing(state)
    state.draw = draw


cdef inline int seat_to_move(const State *state) noexcept nogil:
    if state.phase == PHASE_CHANCE or state.phase == PHASE_OVER:
        return NONE
    return state.actor
