"""Ids, sizes, the move code and the State struct: the words the whole core speaks.

Tiles (0-15), order cards (0-43) and spaces (0-26) are numbered as in
facts.py; colours are 0-3 (y b g k), levels 0 (surface) to 4, seats 0-3.

A Move is a 16-bit code, the index of its token in notation/tokens.py. Arrays need their sizes,
and switches their codes, when the core is compiled: the build writes constants.pxi from facts.py
and the tokens (constants.py).
"""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t

ctypedef uint16_t Move

# Sizes, spaces, phases, draws, and the first move code of each block.
include "constants.pxi"

cdef enum:
    NONE = 255                  # no seat, no space, no draw
    UNKNOWN = 63                # an item that the viewer cannot know

# What a seat knows of a place of a stack (2 bits), in the order of facts.SIGNS
cdef enum:
    SIGN_NOTHING = 0
    SIGN_KNOWN = 1              # what lies here
    SIGN_SET = 2                # one of a set's places; not one of its items
    SIGN_SEEN = 3               # one of a set's places, and one of its items

cdef enum:
    SIDE_IS_TOP = 0
    SIDE_IS_BOTTOM = 1


ctypedef struct Seat:
    uint64_t outstanding        # order cards, bit a card
    uint64_t delivered          # order cards, bit a card
    # A level's word:
    #   bits  0-19  cubes on its carts, 5 bits a colour
    #   bits 20-27  tiles bought, 2 bits a kind (1L 1D 2L 2D)
    uint32_t pit[4]
    uint32_t storage            # 8 bits a colour
    uint16_t cage               # bits 0-2 level, bits 3-14 cubes, 3 bits a colour
    uint16_t marks
    int16_t vp
    uint8_t workers             # in hand
    uint8_t bank                # standing on the bank


# A place of a stack, 16 bits:
#   bits  0-5   item, or UNKNOWN
#   bits  6-13  what each seat knows of it, 2 bits a seat
#   bit  14     the lowest place of its batch
cdef enum:
    PLACE_ITEM = 63
    PLACE_SIGNS = 0x3FC0
    PLACE_ENDS_BATCH = 0x4000

# A stack: the known top part is in place[0 .. top-1], lowest first; the known
# bottom part in place[STACK_ROOM-bottom .. STACK_ROOM-1], lowest first; between them
# the shuffled middle, without an order. With an empty middle everything is top.
ctypedef struct Stack:
    # One bit an item: a card's, or the lowest of a tile kind's three. In a view: all unseen.
    uint64_t middle
    uint16_t place[STACK_ROOM]
    uint8_t top
    uint8_t bottom
    uint8_t middle_size         # items in the middle; in a view `middle` may count more
    uint8_t width               # bits an item in `middle`: 1 for cards, 3 for tiles


ctypedef struct State:
    Seat seats[MAX_SEATS]
    Stack tiles
    Stack orders
    uint64_t draft              # cards laid out and not yet picked
    uint64_t complete           # outstanding cards (of anybody) without a free spot
    # A card's spots, 4 bits each: 0 free, 1 own colour, 2-11 a pair (yy yb yg yk bb bg bk
    # gg gk kk). Within spots of one colour sorted, free ones last. 0 if not outstanding.
    uint16_t fill[ORDERS]
    uint32_t occupancy[4]       # workers on each space as four bit planes: bit s of plane p = 2^p
    uint32_t owner[MAX_SEATS]   # per seat: the spaces its workers stand on (without the bank)
    uint32_t supply             # 8 bits a colour
    uint8_t factory[FACTORY_SPACES]     # tile or NO_TILE
    uint8_t row[ORDER_SPACES]           # card or NO_ORDER
    # A look in progress: what was drawn and not kept. The first `returned` of them are named
    # to go back, in that order; the rest is sorted. Place words, the looking seat's sign KNOWN,
    # another's SEEN or NOTHING.
    uint16_t held[LOOK]
    uint8_t held_count
    uint8_t returned
    uint8_t side
    uint8_t touched             # seats to which a drawn place meant something
    uint8_t straddle            # seats one of whose sets the draw has cut through
    uint8_t players
    uint8_t viewer              # NONE: a full position
    uint8_t shift               # 1-3
    uint8_t first_start
    uint8_t start
    uint8_t phase
    uint8_t active              # seat whose turn runs; NONE in setup and when over
    uint8_t space               # of the turn in progress, from its placement to its end
    uint8_t draw                # what chance is asked for
    uint8_t steps               # work steps left
    uint8_t fill_level          # 1-4 in phase fill
    uint8_t fill_carts          # carts that still wait for an answer
