"""Ids, sizes, the move code and the State struct: the words the whole core speaks.

Storage spaces (0-14), obstacles (0-13), cities (0-6), workshops (0-11), depots (0-3), countries
(0-2), kinds of markers (0-13), areas (0-4), progress markers (0-14) and options (0-8) are numbered
as in facts.py; selling spaces (0-19) are the cities, the workshops, the port; colours are 0 black
and 1 white; seats 0-3. A place is a space's number along the river, 0-48.

A Move is a 16-bit code, the index of its token in notation/tokens.py. Arrays need their sizes,
and switches their codes, when the core is compiled: the build writes constants.pxi from facts.py
and the tokens (constants.py).
"""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t

ctypedef uint16_t Move

# Sizes, phases, options, markers, and the first move code of each block.
include "constants.pxi"

cdef enum:
    MOST_LEGAL = 96             # tokens of one decision

# The phases of a turn, as the rule book counts them
cdef enum:
    STAGE_HISTORY = 1
    STAGE_DEMAND = 2
    STAGE_OPTION = 3
    STAGE_TRIP = 4
    STAGE_PROGRESS = 5
    STAGE_MARKET = 6            # STAGE_EXPORT is the last one

# What the buying seat has done in this phase 6
cdef enum:
    DID_LOCK = 1                # paid for a lock
    DID_ESSEN = 2
    DID_MARKCITY = 4
    DID_DEPOT = 8
    DID_PORT = 16
    FREE_LOCK = 32              # may build one more lock without cost
    MUST_LOCK = 64              # lock duty: before anything else
    DID_BUY = 128               # anything at all

cdef enum:
    NONE = 255                  # no seat, no country, no option, no target
    WATER = 1                   # flags of the board: no pilot in this turn
    DUTY = 2                    # lock duty in this turn's phase 6
    CALM = 4


ctypedef struct Seat:
    uint32_t tokens             # development: 4 bits an area
    uint16_t progress           # progress markers it has, bit a marker
    uint16_t used               # those of them that it has used up
    uint16_t depots             # warehouses at each depot, 4 bits a depot
    int16_t points
    uint8_t thalers
    uint8_t pool                # warehouses in the pool
    uint8_t waiting             # warehouses on the turn track, bit an entry of it
    uint8_t debts
    uint8_t cities              # cities with a warehouse, bit a city
    uint8_t locks               # built
    uint8_t place               # of its barge
    uint8_t option              # of this turn, from its choice to its trip; or NONE


ctypedef struct State:
    Seat seats[MAX_SEATS]
    uint64_t market             # Thalers on the selling spaces, 3 bits a space
    uint32_t obstacles          # without a lock, bit an obstacle
    uint16_t filled             # storage spaces with a die; follows from `dice`
    uint8_t dice[STORAGE]       # value, or 0
    uint8_t track[2][BOXES]     # values, the arrow box first
    uint8_t on_track[2]         # how many
    uint8_t column[COUNTRIES][PORT_ROOM]    # seats of the port's warehouses, or NONE
    uint8_t in_column[COUNTRIES]
    uint8_t in_city[CITIES]     # warehouses of all seats; follows from theirs
    uint8_t at_depot[DEPOTS]    # the same
    uint8_t white_left[PROGRESS]    # of each progress marker; those of all seats are not counted
    uint8_t markers[MARKERS]    # not yet drawn, in the bag or on obstacles
    uint8_t countries[COUNTRIES]    # not yet turned up
    uint8_t markers_left        # the sums of both
    uint8_t countries_left
    uint8_t bag                 # markers in the bag
    uint8_t country             # of this turn, or NONE
    uint8_t export_box
    uint8_t flags               # WATER, DUTY, CALM
    uint8_t order[MAX_SEATS]    # seats of this phase, the one farthest upriver first
    uint8_t index               # whose turn it is in `order`
    uint8_t did                 # what the buying seat has done
    # Dice on their way back to the storage spaces, the first to be placed first
    uint8_t returning[MOST_RETURNING]       # colour * 8 + value
    uint8_t returning_count
    uint8_t players
    uint8_t viewer              # NONE: a full position
    uint8_t first_start
    uint8_t turn                # 1-12
    uint8_t stage               # the phase of the turn, 1-7
    uint8_t phase               # what is asked
    uint8_t unused[7]           # always 0: states are compared as blocks of bytes
