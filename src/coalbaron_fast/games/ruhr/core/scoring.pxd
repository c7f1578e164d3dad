"""Points at the end of the game, and who has won."""

from libc.stdint cimport uint32_t

from coalbaron_fast.games.ruhr.core.types cimport Seat, State

# What the end brings a seat, part by part. Debts are below zero.
ctypedef struct EndParts:
    int inn                     # the unused one
    int cities                  # complete groups of them
    int depots                  # all of them, and those with the most warehouses
    int markers                 # that only the end is for
    int debts

cdef void end_parts_of(const State *state, int seat, EndParts *out) noexcept nogil

# The same without its depots: nothing that other seats can change.
cdef int own_end_points(const Seat *own) noexcept nogil

# The sum: what a seat would gain if the game were over now; may be below zero.
cdef int end_points(const State *state, int seat) noexcept nogil

# The part of it that later warehouses of other seats can still change.
cdef int depot_points(const State *state, int seat) noexcept nogil

# Add them to every seat's points.
cdef void score_end(State *state) noexcept nogil

# The seats with most points, as a mask.
cdef int winner_mask(const State *state) noexcept nogil
