"""A position and its turns in small integers: what a learned evaluation is told."""

from libc.stdint cimport uint16_t

from coalbaron_fast.games.ruhr.core.types cimport State
from coalbaron_fast.contract.game cimport Features, Turn

cdef enum:
    LAYOUT = 2                  # changes whenever a feature comes to mean something else

    # One seat: flags ...
    SEAT_TO_MOVE = 0
    SEAT_ORDER = 1              # place in the order of the phase: 4
    SEAT_PLACE = 5              # of the barge, or outside: 50
    SEAT_PROGRESS = 55          # markers it has: 15
    SEAT_USED = 70              # and has used: 15
    SEAT_CITY = 85              # warehouses in cities: 7
    SEAT_COLUMN = 92            # column and position: 9
    SEAT_WAITING = 101          # warehouses on the turn track: 5
    SEAT_OPTION = 106           # of this turn: 9
    SEAT_TOKENS = 115           # area and number of tokens: 5 times 4
    SEAT_THALERS = 135          # exactly so many, the last for more: 16
    SEAT_MISSING = 151          # markers by tokens missing, 0 to 2: 15 times 3
    SEAT_DEPOTS = 196           # depot, and first, alone or tied there: 4 times 2
    SEAT_FIRST_LOCK = 204
    SEAT_TURN = 205             # of the game: 12
    # ... and numbers
    SEAT_SCORED = 217
    SEAT_MONEY = 218
    SEAT_POOL = 219
    SEAT_DEBTS = 220
    SEAT_LOCKS = 221
    SEAT_DEPOT = 222            # warehouses at each depot: 4
    SEAT_DIE = 226              # value under its barge
    SEAT_END = 227              # points if the game were over now
    SEAT_DEBT_END = 228         # the same, below zero
    SEAT_ESSEN = 229            # warehouses in cities of Essen
    SEAT_MARK = 230             # and of the Mark
    # ... of them what the guess by hand makes of the seat, in quarters
    SEAT_WANTED = 231           # markets in which a marker can be used: 15
    SEAT_FUTURE = 246           # points to come
    SEAT_PORT = 247             # of the warehouses at the port
    SEAT_SALE = 248             # of the sale at hand, or of the place
    SEAT_LEAD = 249             # final points beyond the most of another seat
    SEAT_SIZE = 250

    # The board: flags ...
    BOARD_TURN = 0              # 12
    BOARD_PHASE = 12            # 12
    BOARD_STAGE = 24            # 7
    BOARD_DIE = 31              # storage space and value: 15 times 6
    BOARD_OBSTACLE = 121        # 14
    BOARD_MARKET = 135          # selling space with at least 1, 2 Thalers: 20 times 2
    BOARD_CITY = 175            # city and warehouses: 7 times 4
    BOARD_DEPOT = 203           # depot and warehouses: 4 times 5
    BOARD_COLUMN = 223          # column and warehouses: 3 times 4
    BOARD_TRACK = 235           # colour, box, value: 2 times 4 times 6
    BOARD_EXPORT = 283          # 8
    BOARD_COUNTRY = 291         # 3
    BOARD_WATER = 294
    BOARD_DUTY = 295
    BOARD_DID = 296             # what the buying seat has done: 8
    BOARD_SEATS = 304           # 2 to 4: 3
    # ... and numbers
    BOARD_MARKER = 307          # not yet drawn: 14
    BOARD_LEFT = 321            # countries not yet turned up: 3
    BOARD_BAG = 324
    BOARD_WHITE = 325           # white markers left: 7
    BOARD_SIZE = 332

    # A turn
    TURN_CODE = 0               # its tokens: 185
    TURN_AREA = 185             # a sale by its area: 5; the area is full: 5 more
    TURN_VALUE = 195            # of the die at the start or the sale: 6
    TURN_MARKET = 201           # Thalers where it sells: 2
    TURN_LOSES = 203            # an obstacle on its way
    TURN_PAIRED = 204           # its start and the area of its standard target: 15 times 5
    TURN_GAIN = 279             # Thalers of the sale: 16
    TURN_COMPLETES = 295        # the sale brings the last token for a marker: 15
    TURN_NEARER = 310           # it brings another one: 15
    TURN_RAISED = 325           # the own die goes up before the start
    TURN_BOUGHT = 326           # so many purchases: 8
    TURN_SIZE = 334

# Into out[seat] what belongs to each seat, into out[players] what belongs to no seat.
cdef void features_of(const State *state, Features *out) noexcept nogil

# What a turn is and does; returns how many.
cdef int turn_features_of(const State *state, const Turn *turn, uint16_t *out) noexcept nogil
