"""What can still matter in the last shift, and a key that forgets the rest.

In shift 3 no worker comes back and a space takes one worker more each time, so that prices only
rise and hands only shrink: what no seat can reach now, none will reach.
"""

from libc.stdint cimport uint64_t

from coalbaron_fast.games.coalbaron.core.tables cimport TABLES
from coalbaron_fast.games.coalbaron.core.types cimport BANK, State

# No space is so dear while a seat could still have as many workers.
cdef enum:
    OUT_OF_REACH = 16


cdef inline int space_workers(const State *state, int space) noexcept nogil:
    """The workers that a space takes: one more than stand there."""
    cdef int plane, workers = 1
    if space == BANK:
        return 1
    for plane in range(4):
        workers += (state.occupancy[plane] >> space & 1) << plane
    return workers


cdef inline int cheapest(const State *state, int first, int end) noexcept nogil:
    """The fewest workers that one of the unlocked spaces first ... end-1 takes."""
    cdef int space, workers, least = OUT_OF_REACH
    for space in range(first, end):
        if TABLES.unlocked[state.players] >> space & 1:
            workers = space_workers(state, space)
            if workers < least:
                least = workers
    return least


# Whether any tile that lies on a space or comes off the stack could still be bought.
cdef bint tiles_matter(const State *state) noexcept nogil

# Whether any card that lies on a space or comes off the stack could still be delivered. If not,
# to take one costs its taker a point, whichever it is.
cdef bint cards_matter(const State *state) noexcept nogil

# Whether the seat can still mine, in a turn to come or in this one.
cdef bint can_mine(const State *state, int seat) noexcept nogil

# Whether the seat can still deliver an order, as far as its workers go.
cdef bint can_deliver(const State *state, int seat, int order) noexcept nogil

# Shift 3: equal only for states that have the same value for all seats, whatever they play.
cdef uint64_t relevant_key(const State *state) noexcept nogil
