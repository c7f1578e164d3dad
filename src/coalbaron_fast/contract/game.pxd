"""The contract between a game and the search: a table of C functions over flat states.

A state is a block of `state_bytes` bytes without pointers, copied by assignment; the search
owns the memory, the game alone reads it. A turn is what one seat decides at a stretch: a
short sequence of the game's own move codes, no further than to the next chance event or change
of seat. It may end before: a long stretch, as of many effects in any order, is cut into several
turns of one seat where `decision` answers something else than A_STEP.
Every function may be called from any thread, on different states at once; none may keep
anything between calls but in the scratch memory that it is handed. Pointers that may be NULL
say so; all others are needed.
"""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t

from coalbaron_fast.rng cimport Rng

cdef enum:
    GAME_ABI = 6
    GAME_SEATS = 4              # the most seats of any game
    TURN_MOVES = 24             # the longest turn of any game, in moves
    TURN_LIMIT = 192            # the most turns that the search looks at in one position
    CHANCE_LIMIT = 48           # the most outcomes of one chance event
    FAR_FROM_END = 1 << 20      # turns_left: no stretch that could be solved
    NOBODY_CHOOSES = -1
    PART_FLAGS = 512            # the most flags of a seat or of the board
    PART_NUMBERS = 160          # and the most numbers
    NUMBER_LIMIT = 1023         # no number is larger, or further below zero
    # A part's flags and the sizes of its numbers add up to at most this: then no sum of the first
    # layer can overflow, whatever the weights are.
    PART_TOTAL = 32_000
    TURN_FEATURES = 48

# A viewer who may look at all of a state.
cpdef enum:
    EVERYBODY = -1

# What `every_turn` may leave out.
cdef enum:
    EVERY_TURN = 0              # nothing
    # Of turns that come to the same all but one; at two seats also those that another one is
    # sure to be as good as.
    UNLIKE_TURNS = 1
    # Also turns that end the game if another one does, too, leaves the others the same points, and
    # the seat as many or more.
    USEFUL_TURNS = 2

# What to_move answers when no seat is asked.
cdef enum:
    TO_CHANCE = -1
    TO_NOBODY = -2              # the game is over

# What a seat is asked. A turn that the search plans ends where the next decision is not A_STEP.
cdef enum:
    A_TURN = 0                  # to begin a turn
    A_SMALL_TURN = 1            # the same, but it deserves less time
    A_STEP = 2                  # to go on with a turn that the search plans as a whole
    A_DETAIL = 3                # to settle a detail of a turn, after chance: less time, too

ctypedef struct Turn:
    uint16_t moves[24]          # of which a game uses its own `turn_moves` at most
    uint8_t count
    # Static evaluation: how good the turn is for the seat that takes it, in points. Compared
    # only with other turns of the same list.
    double value

# A chance event with all its outcomes, for a solver. Outcome i happens in ways[i] of `total`
# equally likely ways, if no seat chooses. With a chooser it is a hand: `hand` items are dealt
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

# What a learned evaluation is told of one seat, or of the board. Flags and numbers share one
# space of indices; a feature that is not listed is 0, one that is listed twice counts twice.
ctypedef struct Features:
    uint16_t flags[PART_FLAGS]  # features of value 1
    uint16_t numbers[PART_NUMBERS]  # features of any value
    int16_t values[PART_NUMBERS]
    int flag_count
    int number_count
    int points                  # of a seat: scored so far; what is to come is guessed

ctypedef struct GameOps:
    uint32_t abi                # GAME_ABI
    uint32_t state_bytes
    uint32_t scratch_bytes      # what `turns` works in; zeroed before each search
    uint32_t most_seats         # 1 to GAME_SEATS
    uint32_t turn_moves         # the longest turn, in moves: 1 to TURN_MOVES
    uint32_t points_limit       # no seat ends with more points, or with more below zero
    # Number of seats; never changes during a game. With one seat there is no seat to beat: its
    # share of the win is always 1, and the search maximises its points.
    int (*seats)(const void *state) noexcept nogil
    # The seat to decide, or TO_CHANCE, or TO_NOBODY. A seat may be asked several times in a row.
    int (*to_move)(const void *state) noexcept nogil
    # A seat is to move: the turns worth looking at, at most `limit`, at least one; in any order,
    # but the same for the same state. Where there are too many to list, the game proposes some.
    # Other legal turns can still be asked for by name.
    int (*turns)(const void *state, void *scratch, Turn *out, int limit) noexcept nogil
    # A seat is to move: whether this turn, listed in a position like this one, is legal here.
    bint (*turn_fits)(const void *state, const Turn *turn) noexcept nogil
    # A seat is to move: equal for all states that look the same to that seat. It plays one way
    # in all of them and may play another way where the answer differs. A game may leave out
    # what hardly matters; the search then thinks that the seat does not know it. Open turns need
    # not be told: the search follows them.
    uint64_t (*information)(const void *state, int seat) noexcept nogil
    # A seat is to move: whether the others do not see the turn that it takes now, as when all
    # place at once. The search does not follow such a turn: afterwards `information` alone must
    # tell a seat what it knows of it, its own unseen turns included. NULL: all turns are open.
    bint (*unseen)(const void *state) noexcept nogil
    # Play a legal turn.
    void (*play_turn)(void *state, const Turn *turn) noexcept nogil
    # Chance is to move: draw an outcome with its probability and play it.
    void (*draw)(void *state, Rng *rng) noexcept nogil
    # What a seat knows of a state, as a state: equal for all states that look the same to it.
    void (*view)(const void *state, int seat, void *out) noexcept nogil
    # A whole state, uniform among those that agree with a view.
    void (*sample_world)(const void *view, Rng *rng, void *out) noexcept nogil
    # Whose view a state is: a seat, or EVERYBODY if it is whole.
    int (*viewer)(const void *state) noexcept nogil
    # What each seat can expect in the end: its points and its share of the win. Exact when over.
    void (*expect)(const void *state, double *points, double *win) noexcept nogil
    # How far a seat's final points stray from that, as a standard deviation; asked before the game
    # is over. NULL: not known.
    double (*spread)(const void *state) noexcept nogil

    # What follows is for a search of very many walks; NULL: never.
    # A seat is to move: whether its turns differ from world to world, as after a draw that only
    # it has seen. A node then takes in the turns of every world that comes by.
    bint (*turns_vary)(const void *state) noexcept nogil
    # A seat is to move: whether it hardly matters what it decides; if so, one of its turns. After
    # the root that is played without a node.
    bint (*routine)(const void *state, Turn *out) noexcept nogil

    # What follows is for a clock.
    # How many turns this seat still has to think about, the one at hand included.
    double (*turns_expected)(const void *state, int seat) noexcept nogil
    # A seat is to move: what it is asked, A_TURN to A_DETAIL.
    int (*decision)(const void *state) noexcept nogil

    # What follows is for a solver, which looks at everything that can happen. It works on one
    # seat's view: what that seat does not know is drawn when it comes up, for everybody.
    uint32_t every_bytes        # what `every_turn` works in; zeroed by the search once
    # The most turns until the game is over, or FAR_FROM_END.
    int (*turns_left)(const void *state) noexcept nogil
    # A seat is to move: all its turns, at most `limit`; 0 if they cannot be listed. `omit` is
    # EVERY_TURN, UNLIKE_TURNS or USEFUL_TURNS; a game may leave out less.
    int (*every_turn)(
        const void *state, void *scratch, int omit, Turn *out, int limit
    ) noexcept nogil
    # Chance is to move: all that can happen; False if it cannot be listed.
    bint (*chance)(const void *state, Chance *out) noexcept nogil
    void (*play_outcome)(void *state, int code) noexcept nogil
    # Equal only for states that have the same value for every seat.
    uint64_t (*key)(const void *state) noexcept nogil
    # Whether the view shows something that could still matter and that not all seats know.
    bint (*secret)(const void *state) noexcept nogil

    # What follows is for a learned evaluation: a position in small integers. All of it, or NULL
    # and 0: the game has none.
    uint64_t layout             # changes whenever a feature comes to mean something else
    uint32_t seat_size          # indices of a seat's features are below this, ...
    uint32_t board_size         # ... those of the board below this
    uint32_t turn_size          # ... and those of a turn below this
    uint32_t private_features   # 1: features hold what not all seats know; 0: the viewer is ignored
    # Into `out[seat]` what belongs to each seat, into `out[seats]` what belongs to no seat. No seat
    # is told by its number. The viewer says what may be looked at:
    # - EVERYBODY: all of the state. What a leaf is worth is asked so, in a world that was drawn
    #   from what the root's seat knows. In a view it is all that the view shows.
    # - a seat: only what that seat knows. The result is equal for all states that look the same to
    #   it, its view among them. The prior over a seat's turns is asked so, or that seat would react
    #   to secrets of others.
    void (*features)(const void *state, int viewer, Features *out) noexcept nogil
    # A seat is to move: what a turn is and does, at most TURN_FEATURES; returns how many.
    int (*turn_features)(const void *state, const Turn *turn, uint16_t *out) noexcept nogil
    # A seat is to move: turns as `turns` lists them, for who weighs them itself; their values are
    # not set. Cheap: it is asked at every node.
    int (*unweighed_turns)(
        const void *state, void *scratch, Turn *out, int limit
    ) noexcept nogil

    # What follows is for bytes that come from outside.
    # Whether a block of `state_bytes` bytes, each of which can be anything, is a state that all
    # functions above can be asked about. NULL: every block is.
    bint (*sound)(const void *state) noexcept nogil

# What the search asks of a position. A game's own guess and a network answer alike; a game may
# hand out more of them, in capsules of the name ``Evaluator``.
cdef enum:
    EVALUATOR_ABI = 2

ctypedef struct Evaluator:
    uint32_t abi                # EVALUATOR_ABI
    const GameOps *game
    const void *own             # what the functions below need besides
    # A seat is to move: the turns worth looking at, at most `limit`, at least one, with how good
    # each is by static evaluation. The same for the same state.
    int (*turns)(
        const Evaluator *self, const void *state, void *scratch, Turn *out, int limit
    ) noexcept nogil
    # A seat is to move, or the game is over: every seat's expected points, how far the final ones
    # stray from them (a standard deviation; INFINITY if not known), its share of the win.
    void (*expect)(
        const Evaluator *self, const void *state, double *points, double *spread, double *win
    ) noexcept nogil

# The state in these bytes, for as long as they live; ValueError if they are none.
cdef const char *state_in(const GameOps *ops, bytes state) except NULL

# A turn from a list of move codes; ValueError for too many or none, or if it is not legal in this
# state, in which a seat is to move.
cdef int read_turn(const GameOps *ops, const void *state, object codes, Turn *turn) except -1

# Its move codes, as a list.
cdef list codes_of(const Turn *turn)

# The table in a capsule of the name ``GameOps``; ValueError if the search cannot work with it.
cdef const GameOps *open_game(object capsule) except NULL
