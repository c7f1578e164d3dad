"""What is drawn and laid out: the setup, and the restocking at the end of a round."""

from coalbaron_fast.games.coalcountry.core.types cimport Move, State

# Ask chance for what is drawn next. Returns False if the stage is done.
cdef bint ask_in_setup(State *state) noexcept nogil
cdef bint ask_in_restock(State *state) noexcept nogil

# What a round's end does before anything is drawn.
cdef void begin_restock(State *state) noexcept nogil

# The utility market is filled up, by the indicator of the calendar.
cdef void fill_market(State *state) noexcept nogil

# Play an outcome of chance. Returns True if it has asked the next question itself.
cdef bint play_chance(State *state, Move code) noexcept nogil
