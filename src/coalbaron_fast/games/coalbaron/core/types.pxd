"""Ids, sizes, the move code and the State struct: the words the whole core speaks.

Tiles (0-15), order cards (0-43) and spaces (0-26) are numbered as in
facts.py; colours are 0-3 (y b g k), levels 0 (surface) to 4, seats 0-3.

A Move is a 16-bit code, the index of its token in notation/tokens.py. What stands here and in
facts.py or the notation is compared at import (agreement.pyx, ../vocabulary.pyx): arrays need
their sizes, and switches their codes, when the core is compiled.
"""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t

ctypedef uint16_t Move

cdef enum:
    MAX_SEATS = 4
    SHIFTS = 3
    ELEMENTS = 12               # of scoring, in facts.REWARDS
    ELEMENTS_A_SHIFT = 4
    COLOURS = 4
    TILE_KINDS = 16
    TILE_COPIES = 3
    TILE_CARTS = 2              # the most carts of a tile
    ORDERS = 44
    SLOTS = 56
    PAIR_KINDS = 36
    SPACES = 27
    LOOK = 5
    CAGE_ROOM = 5
    SUPPLY = 16
    STACK_ROOM = 42             # known places of a stack: 48 tiles less six factory spaces
    STATE_BYTES_LIMIT = 640

# Move codes: the first of each block
cdef enum:
    CHANCE_TILE = 0             # !g2D          this tile comes off the stack
    CHANCE_ORDER = 16           # !Tgg          this card comes off the stack
    CHANCE_HIDDEN = 60          # !?            in a view: something unseen
    TAKE_TILE = 61              # +g2D          keep this tile
    TAKE_ORDER = 77             # +Tgg          take or keep this card
    TAKE_NONE = 121             # +-            keep none
    PLACE = 122                 # f1 ... bank   place workers
    FILL = 149                  # fill:y        shortage: the cube for the next cart
    FILL_NONE = 153             # fill:-        shortage: no cube
    SIDE_TOP = 154              # top           where the others go
    SIDE_BOTTOM = 155           # bottom
    STACK_TILE = 156            # ^g2D          next tile to go back
    STACK_ORDER = 172           # ^Tgg          next card to go back
    STACK_HIDDEN = 216          # ^?            the same, in a view: unseen
    CAGE = 217                  # @0 ... @4     cage to that level
    LOAD = 222                  # +y            a cube into the cage
    STORE = 226                 # -y            from the cage to storage
    END = 230                   # end           stop mining
    FROM_CAGE = 231             # g>Tgg         from the cage onto a slot: (card, colour) 0-55
    FROM_STORAGE = 287          # ~g>Tgg        from storage onto a slot
    PAIR = 343                  # yb>Tgg:g      a pair onto a slot: PAIR + 36 * slot + pair kind
    MOVE_CODES = 2359

# Spaces
cdef enum:
    FACTORY = 0                 # f1..f8
    FACTORY_LOOK = 8            # fx
    MINING = 9                  # m4 m6 m8 m10
    DELIVERY = 13               # dB dC dT dE
    MONEY = 17                  # c3..c6
    ORDER = 21                  # o1..o4
    LAST_ORDER = 24
    ORDER_LOOK = 25             # ox
    BANK = 26
    FACTORY_SPACES = 8
    ORDER_SPACES = 4

# Phases, in the order of facts.PHASES
cdef enum:
    PHASE_CHANCE = 0
    PHASE_DRAFT = 1
    PHASE_PLACE = 2
    PHASE_FILL = 3
    PHASE_KEEP = 4
    PHASE_SIDE = 5
    PHASE_STACK = 6
    PHASE_MINE = 7
    PHASE_OVER = 8

# Where the next drawn item goes, in the order of facts.DRAWS
cdef enum:
    DRAW_FACTORY = 0            # + factory space 0-7
    DRAW_ROW = 8                # + order space 0-3
    DRAW_DRAFT = 12
    DRAW_LOOK = 13

cdef enum:
    NONE = 255                  # no seat, no space, no draw
    NO_TILE = 16                # an empty factory space
    NO_ORDER = 44               # an empty order space
    UNKNOWN = 63                # an item that the viewer cannot know

# What a seat knows of a place of a stack (2 bits), in the order of facts.SIGNS
cdef enum:
    SIGN_NOTHING = 0
    SIGN_KNOWN = 1              # what lies here
    SIGN_SET = 2                # one of a set's places; not one of its items
    SIGN_SEEN = 3               # one of a set's places, and one of its items
    SIGN_KINDS = 4

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

# A stack: the known top part stands in place[0 .. top-1], lowest first; the known
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
