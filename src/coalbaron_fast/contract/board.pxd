"""A game token by token: the second table of C functions, and what is made of it.

The search thinks in turns (contract/game.pxd). Whatever plays one token after the other asks this
table: a `State` with its history, lanes of an environment, perft. The states are the same blocks of
bytes. A move, or what chance brings, is a code below `codes`: one for each token of the game.

Every function may be called from any thread, on different states at once. Functions that may be
NULL say so.

**What a seat is shown.** The codes of a game are what happened; a seat is shown some of them in
another way, later, or not at all. `shown` says what each code is to a seat when it is played. What
a seat was shown only grows: a code is never shown otherwise later on, and what was covered is told
by further codes when it is turned up. Played one after the other from the seat's view of the
beginning, they lead to its view of the position.

**What a view may leave undone.** Seats may decide in secret one after the other, as when all place
at once. Then a seat's view need not say who has decided: it may be the position in which the others
have not, as long as nothing of that shows. It is a state of its own that the rules allow, so that a
search can let that seat decide first and the others after it. Three laws hold:
- The view asks its own seat if and only if the position does, and for the same codes. Otherwise
  it may ask another seat than the position does.
- A world that agrees with such a view (`sample_world`) may leave the same undone.
- As soon as anything of the secret shows to a seat, `shown` tells it all that its view left undone.
"""

from libc.stdint cimport int16_t, uint16_t, uint32_t, uint64_t

from coalbaron_fast.contract.game cimport GameOps, Turn
from coalbaron_fast.search.signals cimport Watch

cdef enum:
    BOARD_ABI = 2
    LEGAL_LIMIT = 4096          # the most codes that are legal at once
    OUTCOME_LIMIT = 64          # the most outcomes of one chance event
    OPTION_LIMIT = 8            # the most options of a game
    SHOWN_LIMIT = 64            # the most codes that a seat is shown for one
    DRAWN = -1                  # chance draws who begins

ctypedef struct BoardOps:
    uint32_t abi                # BOARD_ABI
    uint32_t codes              # every code is below this
    uint32_t options            # how many options a game has: 0 to OPTION_LIMIT
    uint32_t draws_order        # 1: chance can draw who begins
    const GameOps *game         # the same game in turns: sizes, views, worlds, what turns are worth

    # -- a game begins
    # Into `out`, which may hold anything. `start` is the seat that begins, or DRAWN if
    # `draws_order`. `options` are the values in the order of the game's options: a number, or 0 and
    # 1 of a switch.
    void (*begin)(void *out, int seats, int start, const int16_t *options) noexcept nogil
    # What `begin` was told, for as long as the game lasts.
    int (*first_start)(const void *state) noexcept nogil
    int (*option)(const void *state, int index) noexcept nogil

    # -- what is asked
    # The seat to decide, TO_CHANCE or TO_NOBODY: as in `game`, but where a solver hears of chance
    # because it cannot see what a seat decides, this is that seat.
    int (*to_move)(const void *state) noexcept nogil
    # The number of what is asked, by the game's own list of phases.
    int (*phase)(const void *state) noexcept nogil
    # The part of the game that is played, from 1.
    int (*round)(const void *state) noexcept nogil

    # -- codes
    # Every legal code, at most LEGAL_LIMIT, in an order that depends on the state alone; at chance
    # every outcome, in a view every code that its seat may be shown. Returns how many: 0 if the
    # game is over.
    int (*legal)(const void *state, uint16_t *out) noexcept nogil
    # Play a legal code.
    void (*play)(void *state, int code) noexcept nogil
    # At chance: the outcomes as `legal` lists them, and in how many of `total` equally likely ways
    # each comes about. Returns how many.
    int (*outcomes)(const void *state, uint16_t *codes, int *ways, int *total) noexcept nogil
    # Whole and at chance: the outcome that a seed stands for. It depends on nothing else than the
    # seed and the state. NULL: drawn by a generator that both of them seed.
    int (*seeded)(const void *state, uint64_t seed) noexcept nogil
    # What a seat is shown of a legal code of a whole position when it is played: at most
    # SHOWN_LIMIT codes. Returns how many. NULL: the code.
    int (*shown)(const void *state, int code, int seat, uint16_t *out) noexcept nogil

    # -- how it stands
    # Every seat's points so far; the final ones when over.
    void (*points)(const void *state, int *out) noexcept nogil
    # Over: the seats that win, one bit each.
    uint32_t (*winners)(const void *state) noexcept nogil
    # Whether two states are the same position, and a number that equal ones have in common. NULL:
    # the bytes say so.
    bint (*equal)(const void *one, const void *other) noexcept nogil
    uint64_t (*hash)(const void *state) noexcept nogil
    # A seat is to move: the best turn by static evaluation. `scratch` is as for the turns of
    # `game`; what is left in it changes no answer. NULL: the best of those.
    void (*static_best)(const void *state, void *scratch, Turn *out) noexcept nogil
    # Sequences of `depth` codes (contract/board.pxi). NULL: counted by this table.
    uint64_t (*perft)(const void *state, int depth, Watch *watch) noexcept nogil

    # -- what a learner sees
    # An observation is what a seat knows of a position, as numbers: so many, by the number of
    # seats. It is equal for all positions that look the same to that seat. NULL, as are the next
    # three: it is the game's features as that seat knows them, the seat's own part first, then the
    # other seats' in turn, the board's last.
    int (*observation_size)(int seats) noexcept nogil
    void (*observe)(const void *state, int seat, float *out) noexcept nogil
    # The same as whole numbers of `compact_bytes` bytes: a number that is too large or too small
    # is as large or as small as can be.
    void (*observe_compact)(const void *state, int seat, void *out) noexcept nogil
    # What each whole number is multiplied with to be the number above.
    void (*observation_units)(int seats, float *out) noexcept nogil
    uint32_t compact_bytes      # 1: uint8_t; 2: int16_t, as of features
    # Of features: indices below these are flags, the others counts; and the unit of a count.
    uint32_t seat_counts
    uint32_t board_counts
    float count_unit

    # -- a whole game's chance at hand, for who plays many. All, or 0 and NULL: `seeded` is asked.
    uint32_t deal_bytes
    void (*deal)(uint64_t seed, void *out) noexcept nogil
    # At chance, in the game of this deal: the outcome; as `seeded` by its seed.
    int (*dealt)(const void *deal, const void *state) noexcept nogil
    # Whether a whole position can be one of a game of this deal.
    bint (*deal_fits)(const void *deal, const void *state) noexcept nogil

# The table in a capsule of the name ``BoardOps``; ValueError if it cannot be worked with.
cdef const BoardOps *open_board(object capsule) except NULL

# What holds of every table, with what may be NULL in it.
cdef bint board_allows(const BoardOps *ops, const void *state, int code) noexcept nogil
cdef int board_seeded(const BoardOps *ops, const void *state, uint64_t seed) noexcept nogil
cdef int board_shown(
    const BoardOps *ops, const void *state, int code, int seat, uint16_t *out
) noexcept nogil
cdef bint board_equal(const BoardOps *ops, const void *one, const void *other) noexcept nogil
cdef uint64_t board_hash(const BoardOps *ops, const void *state) noexcept nogil
# `scratch` was zeroed before its first use.
cdef void board_best_turn(
    const BoardOps *ops, const void *state, void *scratch, Turn *out
) noexcept nogil
cdef int board_observation_size(const BoardOps *ops, int seats) noexcept nogil
cdef void board_observe(
    const BoardOps *ops, const void *state, int seat, float *out
) noexcept nogil
cdef void board_observe_compact(
    const BoardOps *ops, const void *state, int seat, void *out
) noexcept nogil
cdef void board_observation_units(const BoardOps *ops, int seats, float *out) noexcept nogil
# With the interpreter's lock, which others have meanwhile; Ctrl-C ends it.
cdef uint64_t board_perft(const BoardOps *ops, const void *state, int depth) except? 0
cdef int board_static_best(const BoardOps *ops, const void *state, Turn *out) except -1
