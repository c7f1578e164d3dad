"""What a seat knows of a position, and whole positions that agree with that."""

from libc.stdint cimport uint16_t

from coalbaron_fast.games.coalcountry.core.types cimport Move, State
from coalbaron_fast.rng cimport Rng

# The position as this seat knows it. While all place in secret the others have not begun, whoever
# is asked; else the influences of their foremen that lie face down are not known.
cdef void view_of(const State *state, int seat, State *out) noexcept nogil

# A whole position, uniform among those that agree with a view; what it leaves undone stays undone.
# In a view that is being told something (which no whole position leads to) that is settled first.
cdef void world_of(const State *view, Rng *rng, State *out) noexcept nogil

# What a seat is shown of a legal code of a whole position.
cdef int shown_to(const State *state, Move code, int seat, uint16_t *out) noexcept nogil
