"""What a seat knows, as numbers for a learner.

An observation is a vector of floats with a fixed layout for each number of players: the
fields of `FIELDS` in observations.pyx, one after the other. It is written from a seat's view, so
that nothing else can find its way into it, and it holds all of that view. Seats are counted
from the viewer: 0 is the viewer, 1 the next clockwise.
"""

from libc.stdint cimport uint8_t

from coalbaron_fast.games.coalbaron.core.types cimport State

# How many floats an observation has, by the number of players.
cdef int OBSERVATION_SIZE[5]

# Write what `seat` knows of a position, a full one or that seat's own view.
cdef void observe_state(const State *state, int seat, float *out) noexcept nogil

# The same as whole numbers: what is below 0 or above 255 is 0 or 255.
cdef void observe_compact(const State *state, int seat, uint8_t *out) noexcept nogil

# What each whole number is multiplied with to be the float.
cdef void observation_units(int players, float *out) noexcept nogil
