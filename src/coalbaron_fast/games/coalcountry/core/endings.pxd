"""What the exact solver asks: how far it is to the end, and whether anything is hidden."""

from coalbaron_fast.games.coalcountry.core.types cimport State

# At most so many turns to the end, or FAR_FROM_END: before the permits of the last round, and while
# the influence of a foreman matters whom not all seats know.
cdef int ending_turns_left(const State *state) noexcept nogil

# Whether not all seats know where the foremen of each influence are.
cdef bint hides_influences(const State *state) noexcept nogil
