"""The inspection at the end of the game, and who has won."""

from coalbaron_fast.games.coalcountry.core.types cimport Seat, State

# What the inspection costs a seat, item by item, in fees; what it brings is below zero.
ctypedef struct Inspection:
    int missing_utilities
    int refuse
    int unfinished_tunnels
    int stored_utilities
    int buildings

cdef void inspection_of(const State *state, const Seat *own, Inspection *out) noexcept nogil

# The sum, in dollars: what a seat would pay if the game were over now.
cdef int inspection_dollars(const State *state, const Seat *own) noexcept nogil

# Every seat pays or receives that.
cdef void inspect(State *state) noexcept nogil

# The seats with most money, then most tiles laid, as a mask.
cdef int winner_mask(const State *state) noexcept nogil
