"""A position and its turns in small integers: what a learned evaluation is told.

A mine is told east and west alike: by a cell's distance from the entrance's column and its row.
"""

from libc.stdint cimport uint16_t

from coalbaron_fast.contract.game cimport Features, Turn
from coalbaron_fast.games.coalcountry.core.evaluate cimport PARTS
from coalbaron_fast.games.coalcountry.core.types cimport State

cdef enum:
    LAYOUT = 1                  # changes whenever a feature comes to mean something else

    FOLDED = 45                 # cells, east and west alike
    KINDS = 16                  # of tiles, the entrance too
    CLASSES = 12                # places: mining, permits, the village's four, the boards' six
    INFLUENCES_TOLD = 6         # 0-4, or unknown
    TILE_STATES = 5             # connected, by its cubes: 4; not connected

    # One seat: flags ...
    SEAT_TO_MOVE = 0
    SEAT_ORDER = 1              # place in the order of the stage: 4
    SEAT_BUILDING = 5           # to be seen: 8
    SEAT_COVERED = 13           # built over: 8
    SEAT_TILE = 21              # kind and state; listed once a tile: 16 times 5
    SEAT_CELL = 101             # tile lacks nothing, lacks something, is not connected: 45 times 3
    SEAT_OPEN = 236             # a tunnel leads into this free cell: 45
    SEAT_FOREMAN = 281          # class of his place and influence: 12 times 6
    SEAT_HAND = 353             # at hand: influence, or unknown: 6
    SEAT_HELD = 359             # held back, not yet paid for: influence: 5
    SEAT_TAVERN = 364
    SEAT_ON_TRACK = 365
    # ... and numbers
    SEAT_MONEY = 366            # in units of 4 dollars, as all amounts
    SEAT_EARNINGS = 367
    SEAT_FEE = 368              # dollars
    SEAT_COAL = 369
    SEAT_REFUSE = 370
    SEAT_STORED = 371           # by utility: 3
    SEAT_LACKING = 374          # connected tiles without it: 3
    SEAT_MISSING = 377
    SEAT_TUNNELS = 378
    SEAT_LAID = 379
    SEAT_AUTOMATIC = 380        # coal that full tiles produce
    SEAT_YIELD = 381            # coal that the mine can yield
    SEAT_CONNECTED = 382        # tiles
    SEAT_AT_HAND = 383
    # ... of them what the guess by hand makes of the seat
    SEAT_PART = 384             # by source
    SEAT_TOTAL = 394            # SEAT_PART + PARTS
    SEAT_LEAD = 395             # beyond the most of another seat
    SEAT_SIZE = 396

    # The board: flags ...
    BOARD_LEFT = 0              # rounds after this one: 8
    BOARD_PHASE = 8             # 14
    BOARD_STAGE = 22            # 12
    BOARD_SEATS = 34            # 2 to 4: 3
    BOARD_ROUNDS = 37           # 8 rounds
    BOARD_REFORMED = 38
    BOARD_AMOK = 39
    BOARD_REPORT = 40           # this round ends with a report
    BOARD_INDICATOR = 41        # 3
    BOARD_NEXT = 44             # the first cube of the next round: 3
    BOARD_ROW = 47              # row and building: 2 times 8
    BOARD_FACE = 63             # kinds that lie face up: 15
    BOARD_TILE = 78             # the kind that is laid: 15
    BOARD_FROM = 93             # the cell of the foreman who lays it: 45
    BOARD_PUTS = 138            # still to be put: 3
    BOARD_ONTO = 141            # the building bought: 8
    # ... and numbers
    BOARD_MARKET = 149          # 3
    BOARD_SUPPLY = 152          # 3
    BOARD_PILE = 155            # 8
    BOARD_STACK = 163           # tiles not drawn yet, by kind: 15
    BOARD_BAG = 178             # 3
    BOARD_COAL = 181            # of all seats
    BOARD_DOUBLE = 182          # two of a building in the rows
    BOARD_MOVES = 183           # cubes that may still go
    BOARD_SIZE = 184

    # A turn
    TURN_PLACED = 0             # class of the place and influence; held back: 13 times 5
    TURN_MINED = 65             # coal of a miner, and his influence: 8 times 5
    TURN_MINERS = 105           # how many: 10
    TURN_COAL = 115             # of all miners and full tiles, in steps of 2: 16
    TURN_PERMITS = 131          # how many: 10
    TURN_PERMIT_LED = 141       # tunnels that lead into the free cell, 0-3; lacking; influence: 40
    TURN_UTIL = 181             # limit of the buyers less missing cubes, -8 to 7: 16
    TURN_DUMP = 197             # limit less refuse then, -4 to 4: 9
    TURN_DEPOT = 206            # limit less stored cubes, -4 to 4: 9
    TURN_HELD = 215             # influence held back, to 9: 10
    TURN_SWAP = 225             # 6, and the end
    TURN_CHURCH = 232           # coal, none: 8
    TURN_KEPT = 240             # coal kept in a sale, to 11: 12
    TURN_MARK = 252             # up, down
    TURN_DIG = 254              # stack, or none; fees, to 5: 5 times 6
    TURN_DIG_FOREMAN = 284      # stack, or none; influence: 5 times 5
    TURN_LAY_LED = 309          # tunnels closed less those opened, -4 to 4: 9
    TURN_LAY_JOINED = 318       # not joined, joined, over another tile, also cut off: 4
    TURN_LAY_YIELD = 322        # coal for a 3 more than before, -4 to 4; lacking or full: 18
    TURN_LAY_CELL = 340         # 45
    TURN_BUY = 385              # cubes of each utility, to 5: 3 times 6
    TURN_BOUGHT = 403           # in all: 6
    TURN_NEEDED = 409           # those for which there are tiles: 6
    TURN_PUT = 415              # kind of the tile and its cubes before: 16 times 3
    TURN_STORED = 463           # a cube that is kept
    TURN_BUILD = 464            # building and row, or none: 17
    TURN_ONTO = 481             # over this one, or a vacant space: 9
    TURN_BUILD_FEES = 490       # to 6: 7
    TURN_END = 497              # the depot stops
    TURN_WAY = 498              # the way that a tile lies, in the west as in the east: 15
    TURN_SIDE = 513             # of its cell, or of that of the foreman: west, middle, east: 3
    TURN_PERMIT_CELL = 516      # 45
    TURN_SIZE = 561

# Into out[seat] what belongs to each seat, into out[players] what belongs to nobody; only what the
# viewer knows, unless that is EVERYBODY.
cdef void features_of(const State *state, int viewer, Features *out) noexcept nogil

# What a turn is and does; returns how many.
cdef int turn_features_of(const State *state, const Turn *turn, uint16_t *out) noexcept nogil
