"""A guess at what each seat can expect: enough to begin with, until a network knows better."""

from libc.stdint cimport uint32_t

from coalbaron_fast.games.ruhr.core.types cimport AREAS, SELLING, STORAGE, Seat, State

cdef enum:
    AREA_TOPS = 0x88888         # the highest of the four bits of each area

# How many of the tokens that are needed are missing; words of four bits an area, as Seat.tokens. No
# area holds or needs more than seven (tables.pyx sees to it): the top bit is free to say which is
# more.
cdef inline int missing_tokens(uint32_t tokens, uint32_t needs) noexcept nogil:
    cdef uint32_t gaps = (needs | AREA_TOPS) - tokens
    cdef uint32_t wanting = gaps & AREA_TOPS
    gaps &= wanting - (wanting >> 3)
    gaps = (gaps & 0x0F0F0F0F) + (gaps >> 4 & 0x0F0F0F0F)
    return gaps * <uint32_t>0x01010101 >> 24

# What the static evaluation of turns goes by, for one seat: points that things are worth to it.
ctypedef struct Standing:
    double thaler               # one more
    double warehouse            # one more in the pool
    double token[AREAS]         # one more, or 0 where the area is full
    double sale[SELLING]        # a sale there, but for the die and its token
    double markets              # phases 6 to come
    double exports              # phases 7 with export to come

# Points that a seat can still expect, beyond those it has, by where they come from.
ctypedef struct Prospects:
    double end                  # if the game were over now
    double future               # what is still to be built, and markers by themselves
    double port                 # of warehouses at the port
    double sale                 # of the sale at hand beyond an average one, or of the place

cdef void prospects_of(const State *state, int seat, Prospects *out) noexcept nogil

# Points to come for a seat with these tokens, Thalers and warehouses in the pool.
cdef double future(
    const State *state, int seat, uint32_t tokens, double thalers, double pool
) noexcept nogil

# In how many of n markets a seat with these tokens can use a marker.
cdef double wanted(
    const State *state, const Seat *own, uint32_t tokens, int marker, double turns
) noexcept nogil

# Phases 6 that a seat has still to come, the one at hand included.
cdef double markets_left(const State *state, int seat) noexcept nogil

cdef void standing_of(const State *state, int seat, Standing *out) noexcept nogil

# What a sale from a storage space to a target brings, the die's value at the start included.
cdef double sale_value(
    const State *state, const Standing *standing, int space, int target, int value
) noexcept nogil

# How far a seat's final points stray from what is expected: a standard deviation.
cdef double spread_of(const State *state) noexcept nogil

# Points and share of the win that each seat can expect; exact when the game is over.
cdef void evaluate(const State *state, double *points, double *win) noexcept nogil
