"""Seeded chance: a deck order that the seed fixes from the start."""

from libc.stdint cimport uint8_t, uint64_t

from coalbaron_fast.games.coalbaron.core.types cimport Move, State

# Both decks in the order in which they are drawn.
ctypedef struct Deck:
    uint8_t tiles[48]
    uint8_t orders[44]

# The outcome of the chance event that a full position asks for, in the game of this seed. It
# depends on the seed and on what the stack's middle still holds, on nothing else: every draw
# comes off one shuffled deck a stack, so that the same seed deals the same tiles and cards
# however the game goes.
cdef Move deck_draw(const State *state, uint64_t seed) noexcept nogil

# The same, laid out once for a whole game: what comes next is then at hand.
cdef void deck_lay_out(uint64_t seed, Deck *deck) noexcept nogil
cdef Move deck_next(const Deck *deck, const State *state) noexcept nogil

# Whether the middles of a full position hold what the deck has left.
cdef bint deck_fits(const Deck *deck, const State *state) noexcept nogil
