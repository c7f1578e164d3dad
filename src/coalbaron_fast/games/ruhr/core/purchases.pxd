"""All that a seat can buy in a market: every distinct result once, by its cheapest sequence.

Two sequences come to the same if they leave the same position but for the Thalers left over. Of
those the one that leaves most is listed: nothing in the game is made worse by a Thaler more.
"""

from coalbaron_fast.contract.collect cimport Collector
from coalbaron_fast.games.ruhr.core.evaluate cimport Standing
from coalbaron_fast.games.ruhr.core.types cimport COUNTRIES, Move, PORT_ROOM, State

cdef enum:
    PORT_MOVES = 8              # purchases at the port, in one market
    PORT_RESULTS = 160          # and what they can come to

# What purchases at the port come to.
ctypedef struct PortResult:
    unsigned char column[COUNTRIES][PORT_ROOM]
    unsigned char in_column[COUNTRIES]
    unsigned char own           # columns of the seat, as a mask
    unsigned char built         # with the marker `port`: 1, with the white one: 2
    unsigned char cost
    unsigned char warehouses    # out of the pool
    unsigned char count
    short twin                  # the same columns with the other marker alone; 0: none
    bint open                   # its further purchases are still to be followed
    Move moves[PORT_MOVES]
    double value

ctypedef struct PortResults:
    PortResult results[PORT_RESULTS]
    int count
    bint last                   # only what is built matters any more, not where

# Into the collector; NULL as standing: without values. In the last turn locks that come to the same
# are left out but for one if `omit` allows it, and with USEFUL_TURNS the last seat to buy gets what
# brings most points, with each depot and with none. `memory` holds a PortResults.
cdef void list_markets(
    const State *state, const Standing *standing, int omit, void *memory, Collector *list
) noexcept nogil
