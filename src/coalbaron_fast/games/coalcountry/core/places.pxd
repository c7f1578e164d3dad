"""Foremen go to places, in secret or in the open; and what a view is told of that.

While all place in secret, a view shows the other seats as if they had not begun. It is told their
places when all are ready: the first such code takes all their foremen from their hands as hidden
ones. Influences are told when an area begins, before anything happens there: until then a view
asks for them one by one, as for places, of the seat whose foreman it is.
"""

from coalbaron_fast.games.coalcountry.core.types cimport (
    AMOK, MOST_INFLUENCE, Move, NONE, PHASE_PLACE, PLACE, PLACES, STAGE_PLACE, State,
)


cdef inline Move place_code(int influence, int place) noexcept nogil:
    """The place can be HELD_BACK."""
    return PLACE + (MOST_INFLUENCE - influence) * (PLACES + 1) + place


cdef inline int influence_in(Move code) noexcept nogil:
    return MOST_INFLUENCE - (code - PLACE) / (PLACES + 1)


cdef inline int place_in(Move code) noexcept nogil:
    return (code - PLACE) % (PLACES + 1)


cdef inline bint all_place_in_secret(const State *state) noexcept nogil:
    return state.stage == STAGE_PLACE and not state.flags & AMOK


cdef inline bint shows_no_placing(const State *state) noexcept nogil:
    """A view of the placing in secret, before anything is told."""
    return (
        state.viewer != NONE and all_place_in_secret(state)
        and state.seats[1 if state.viewer == 0 else 0].hand != 0
    )


cdef inline bint turns_over(const State *state) noexcept nogil:
    """A view in which foremen of an area that begins are turned over, one by one."""
    return state.phase == PHASE_PLACE and state.stage != STAGE_PLACE


# All nine foremen of every seat come to its hand.
cdef void begin_placing(State *state) noexcept nogil

# Take everything back that the other seats have placed: as if they had not begun.
cdef void undo_placing(State *state, int viewer) noexcept nogil

# Ask the next seat to place. Returns False if all are ready.
cdef bint ask_to_place(State *state) noexcept nogil

# Foremen held back are paid for, and forgotten.
cdef void end_placing(State *state) noexcept nogil

# Play a code of the placing: a foreman, or what a view is shown of one.
cdef void play_placing(State *state, Move code) noexcept nogil

# In a view, as an area begins: ask for the next foreman of another seat who is turned over. Returns
# False if there is none.
cdef bint ask_to_turn_over(State *state) noexcept nogil

# Play that answer: his influence is known.
cdef void play_turned_over(State *state, Move code) noexcept nogil

# Whether hidden foremen of one seat can stand on the tavern and the church, where these (0 or 1)
# are taken by unknown ones.
cdef bint deal_exists(int hidden, int on_tavern, int on_church) noexcept nogil

# Codes of placing, or in a view of what its seat may be shown of that; in the order of the codes.
cdef int list_placing(const State *state, Move *out) noexcept nogil
