"""The seven areas and the report: what happens in them and whom they ask."""

from coalbaron_fast.games.coalcountry.core.types cimport Move, Seat, State

# What an area does when its foremen have been turned over, before any seat is asked.
cdef void begin_area(State *state) noexcept nogil

# Do all that needs no decision, and ask the next one. Returns False if there is none left: the
# stage is done. What was asked before tells how far it has come.
cdef bint ask_in_area(State *state) noexcept nogil

# What an area does when nothing is left to ask.
cdef void end_area(State *state) noexcept nogil

# Play a decision of an area. Returns True if it has asked the next question itself.
cdef bint play_in_area(State *state, Move code) noexcept nogil

# Play the kind of a tile that is drawn in the permits. Returns the same.
cdef bint play_tile(State *state, int kind) noexcept nogil

# Whether a marker can move onto a space at once, or the nearest free space above and below (-1:
# none).
cdef bint space_is_free(const State *state, int seat, int space) noexcept nogil
cdef int free_above(const State *state, int seat, int space) noexcept nogil
cdef int free_below(const State *state, int seat, int space) noexcept nogil

# Whether a stack has no tile, a face-up one neither.
cdef bint stack_is_empty(const State *state, int stack) noexcept nogil

# Whether one stored cube can be swapped for another; whether one can be put into the mine.
cdef bint can_swap(const State *state, const Seat *own, int swap) noexcept nogil
cdef bint can_fill(const Seat *own, int utility) noexcept nogil

# How many cubes the buyer that is asked can buy at most.
cdef int buying_limit(const Seat *own) noexcept nogil
