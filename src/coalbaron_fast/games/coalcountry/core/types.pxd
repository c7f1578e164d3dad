"""Ids, sizes, the move code and the State struct: the words the whole core speaks.

Cells (0-80, by column, then row), places (0-90: the cells, the village, the boards), buildings
(0-7), kinds of mine tiles (0-14, 15 the entrance), utilities (0 wood, 1 water, 2 electricity) and
indicators (0 +, 1 -, 2 0) are numbered as in facts.py; seats 0-3; stacks 0-3 are those of the
numbers 1-4. An influence is the printed one where nothing else is said. Directions are bits 0-3:
north, east, south, west.

A Move is a 16-bit code, the index of its token in notation/tokens.py. Arrays need their sizes, and
switches their codes, when the core is compiled: the build writes constants.pxi from facts.py and
the tokens (constants.py).
"""

from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t

ctypedef uint16_t Move

# Sizes, phases, stages, buildings, places, and the first move code of each block.
include "constants.pxi"

cdef enum:
    MOST_LEGAL = 464            # codes of one decision: any influence to any place
    MOST_OUTCOMES = 16          # of one chance event

cdef enum:
    NONE = 255                  # no seat, no cell, no tile, no building, not drawn
    DRAWN_START = -1
    NOT_ON_TRACK = -1           # of a marker; and `space` where nothing is asked of one
    NO_FOREMAN = 0xFFFF
    UNKNOWN = 7                 # the influence of a foreman that a view does not show

# What is drawn at chance; stack s is DRAW_TILE + s
cdef enum:
    DRAW_BUILDING = 0
    DRAW_ORDER = 1
    DRAW_INDICATOR = 2
    DRAW_TILE = 3

# Options of a game, in `flags`
cdef enum:
    REFORMED = 1
    AMOK = 2

# A set of cells, bit a cell.
ctypedef struct Cells:
    uint64_t low                # cells 0-63
    uint64_t high


# Foremen of each influence are counted in 3 bits of a 16-bit word (`hand`, `held`, `hidden`), the 0
# in the lowest.
ctypedef struct Seat:
    # A tile is its kind + 1 (bits 0-4), its openings (bits 5-8), its cubes (bits 9-11); 0: none.
    uint16_t tile[CELLS]
    # Foremen on places, sorted, NO_FOREMAN behind them: place (bits 4-10), `lacking` (bit 3: in the
    # permits, next to a tile that lacked a utility as the area began), 7 - influence (bits 0-2).
    uint16_t foreman[FOREMEN]
    int32_t money
    Cells occupied              # cells with a tile; follows from `tile`
    Cells connected             # those with a shaft to the entrance; follows from `tile`
    int16_t earnings            # the marker's space, or NOT_ON_TRACK
    uint16_t hand               # foremen at hand; in a view of another seat none
    uint16_t held               # foremen held back, until they are paid for
    uint16_t hidden             # in a view of another seat: of unknown influence, or at hand
    uint8_t at_hand             # how many are at hand
    uint8_t coal
    uint8_t refuse
    uint8_t storage[UTILITIES]
    uint8_t buildings           # to be seen, bit a kind
    uint8_t covered             # built over
    uint8_t laid                # tiles laid, covered ones too
    uint8_t tavern              # 1: with tavern is 1 more
    uint8_t unused[6]           # always 0


ctypedef struct State:
    Seat seats[MAX_SEATS]
    uint8_t supply[UTILITIES]
    uint8_t market[UTILITIES]
    uint8_t calendar[CALENDAR]  # indicators as drawn, or NONE
    uint8_t bag[INDICATORS]
    uint8_t stack[TILES]        # tiles not drawn yet, by kind
    uint8_t face[STACKS]        # the kind that lies face up on each stack, or NONE
    uint8_t pile[BUILDINGS]
    uint8_t gone[BUILDINGS]     # amok: left the game, and may come back
    uint8_t row[2][BUILDINGS]   # the construction company: top, bottom
    uint8_t order[MAX_SEATS]    # of the running stage, NONE behind it
    int16_t space               # phase mark: the taken space; or NOT_ON_TRACK
    uint8_t players
    uint8_t viewer              # NONE: a full position
    int8_t first_start          # DRAWN_START: the first order is drawn
    uint8_t rounds
    uint8_t flags               # REFORMED, AMOK
    uint8_t round               # 1-8
    uint8_t stage
    uint8_t phase               # what is asked
    uint8_t actor               # the seat to decide; at chance the one that took a tile; or NONE
    uint8_t draw                # at chance what is drawn, or NONE
    uint8_t left                # phases shop and fill: cubes that may still go; or 0
    uint8_t cell                # of the foreman whose tile is drawn or laid, or NONE
    uint8_t tile                # phase lay: the tile's kind, or NONE
    uint8_t puts                # phase put: the utilities still to be put, bit a utility
    uint8_t building            # phase onto: the kind bought, or NONE
    # While all place in secret, in the view of another seat than the actor: how many foremen the
    # actor was seen to place. Otherwise 0.
    uint8_t unseen
    uint8_t unused[10]          # always 0: states are compared as blocks of bytes


# -- tiles

cdef inline int tile_kind(int tile) noexcept nogil:
    return (tile & 31) - 1


cdef inline int tile_openings(int tile) noexcept nogil:
    return tile >> 5 & 15


cdef inline int tile_cubes(int tile) noexcept nogil:
    """Bit a utility."""
    return tile >> 9


cdef inline int make_tile(int kind, int openings, int cubes) noexcept nogil:
    return kind + 1 | openings << 5 | cubes << 9


# -- foremen

cdef inline int foreman_place(int foreman) noexcept nogil:
    return foreman >> 4


cdef inline int foreman_influence(int foreman) noexcept nogil:
    """The printed influence, or UNKNOWN."""
    return 7 - (foreman & 7) if foreman & 7 else UNKNOWN


cdef inline bint foreman_lacking(int foreman) noexcept nogil:
    return foreman >> 3 & 1


# -- sets of cells

cdef inline bint has_cell(const Cells *cells, int cell) noexcept nogil:
    return (cells.low >> cell if cell < 64 else cells.high >> (cell - 64)) & 1


cdef inline void add_cell(Cells *cells, int cell) noexcept nogil:
    if cell < 64:
        cells.low |= <uint64_t>1 << cell
    else:
        cells.high |= <uint64_t>1 << (cell - 64)


# -- counts of foremen

cdef inline int count_of(int counts, int influence) noexcept nogil:
    return counts >> (3 * influence) & 7


cdef inline int one_of(int influence) noexcept nogil:
    """One foreman, to be added to counts or taken away."""
    return 1 << (3 * influence)
