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
    GAME_ABI = 2
    GAME_SEATS = 4              # the most seats of any game
    TURN_MOVES = 14
    TURN_LIMIT = 192            # the most turns that the search looks at in one position
    CHANCE_LIMIT = 48           # the most outcomes of one chance event
    POINTS_LIMIT = 500          # no seat ends with more points, or with more below zero
    FAR_FROM_END = 1 << 20      # turns_left: no stretch that could be solved
    NOBODY_CHOOSES = -1

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

# A chance event with all its outcomes, for a solver. Outcome i happens in ways[i] of `total`
# equally likely ways, if nobody chooses. With a chooser it is a hand: `hand` items are dealt
# to that seat out of `total`, ways[i] of which are outcome i; it takes the one that it likes
# best, and what it leaves is shuffled back. The first `certain` outcomes are always on offer.
ctypedef struct Chance:
    uint16_t codes[48]
    uint16_t ways[48]
    int total
    int count
    int certain
    int hand
    int chooser                 # a seat, or NOBODY_CHOOSES
    int source                  # number (0-7) of the hidden store that is drawn from
    bint private                # one seat may know more of that store than another

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

    # What follows is for a solver, which looks at everything that can happen. It works on one
    # seat's view: what that seat does not know is drawn when it comes up, for everybody.
    uint32_t every_bytes        # what `every_turn` works in; zeroed by the search once
    # At most so many turns until the game is over, or FAR_FROM_END.
    int (*turns_left)(const void *state) noexcept nogil
    # A seat is to move: all its turns, at most `limit`; 0 if they cannot be listed. With `merge`
    # turns that come to the same may be left out but for one, at two seats also those that
    # another one is sure to be as good as.
    int (*every_turn)(
        const void *state, void *scratch, bint merge, Turn *out, int limit
    ) noexcept nogil
    # Chance is to move: all that can happen; False if it cannot be listed.
    bint (*chance)(const void *state, Chance *out) noexcept nogil
    void (*play_outcome)(void *state, int code) noexcept nogil
    # Equal only for states that have the same value for every seat.
    uint64_t (*key)(const void *state) noexcept nogil
    # Whether the view shows something that could still matter and that not all seats know.
    bint (*secret)(const void *state) noexcept nogil
