"""The contract between a game and the search: a table of C functions over flat states.

A state is a block of `state_bytes` bytes without pointers, copied by assignment; the search
owns the memory, the game alone reads it. A turn is what one seat decides at a stretch: a
short sequence of the game's own move codes up to the next chance event or change of seat.
Every function may be called from any thread, on different states at once; none may keep
anything between calls but in the scratch memory that it is handed.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from coalbaron_fast.rng cimport Rng

cdef enum:
    GAME_ABI = 1
    GAME_SEATS = 4              # the most seats of any game
    TURN_MOVES = 14
    TURN_LIMIT = 192            # the most turns that the search looks at in one position

# What to_move answers when no seat is asked.
cdef enum:
    TO_CHANCE = -1
    TO_NOBODY = -2              # the game is over

ctypedef struct Turn:
    uint16_t moves[14]
    uint8_t count
    # How good the turn looks at first sight to the seat that takes it, in points: compared
    # only with other turns of the same list.
    double value

ctypedef struct GameOps:
    uint32_t abi                # GAME_ABI
    uint32_t state_bytes
    uint32_t scratch_bytes      # what `turns` works in; zeroed before each search
    # Number of seats; never changes during a game.
    int (*seats)(const void *state) noexcept nogil
    # The seat to decide, or TO_CHANCE, or TO_NOBODY.
    int (*to_move)(const void *state) noexcept nogil
    # A seat is to move: the turns worth looking at, at most `limit`, at least one; in any order,
    # but the same for the same state.
    int (*turns)(const void *state, void *scratch, Turn *out, int limit) noexcept nogil
    # A seat is to move: whether this turn, listed in a position like this one, is legal here.
    bint (*turn_fits)(const void *state, const Turn *turn) noexcept nogil
    # A seat is to move: equal for all states that look the same to that seat. It plays one way
    # in all of them and may play another way where the answer differs. A game may leave out
    # what hardly matters; the search then thinks that the seat does not know it.
    uint64_t (*information)(const void *state, int seat) noexcept nogil
    # Play a legal turn.
    void (*play_turn)(void *state, const Turn *turn) noexcept nogil
    # Chance is to move: draw an outcome with its probability and play it.
    void (*draw)(void *state, Rng *rng) noexcept nogil
    # What a seat knows of a state, as a state: equal for all states that look the same to it.
    void (*view)(const void *state, int seat, void *out) noexcept nogil
    # A whole state, uniform among those that agree with a view.
    void (*sample_world)(const void *view, Rng *rng, void *out) noexcept nogil
    # What each seat can expect in the end: its points and its share of the win. Exact when over.
    void (*expect)(const void *state, double *points, double *win) noexcept nogil
