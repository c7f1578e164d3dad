"""Whole placings: proposals for the nine foremen of a seat.

There are far too many to list. Each pair of a foreman and a place has a value; the assignment with
the highest sum is improved by what foremen are worth together, and then varied: by one foreman
who goes elsewhere or changes places with another one, and by two such changes.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from coalbaron_fast.contract.collect cimport Collector
from coalbaron_fast.games.coalcountry.core.evaluate cimport Outlook
from coalbaron_fast.games.coalcountry.core.types cimport FOREMEN, Move, PLACES, Seat, State

cdef enum:
    MOST_COLUMNS = 128
    SEEN = 2048                 # a power of two, far above the placings that are looked at

# The work on one listing.
ctypedef struct Placing:
    const State *state
    const Seat *own
    Collector *list
    int seat
    Outlook look
    # Foremen who are on their places.
    uint16_t fixed[FOREMEN]
    int fixed_count
    int fixed_held              # influence
    # Foremen at hand, the highest influence first, and where they could go.
    int hand
    uint8_t influence[FOREMEN]
    int places
    uint8_t place[PLACES + 1]
    uint64_t seen[SEEN]

# Add whole placings of all who are at hand, the best ones; in an industry amok single foremen.
cdef void list_placings(const State *state, Placing *work, Collector *list) noexcept nogil

# Whether the seat to place can play these moves one after the other.
cdef bint placing_fits(const State *state, const Move *moves, int count) noexcept nogil

# What a placing is worth to the seat to place: the codes of all who are at hand.
cdef double placing_worth(
    const State *state, Placing *work, const Move *moves, int count
) noexcept nogil
