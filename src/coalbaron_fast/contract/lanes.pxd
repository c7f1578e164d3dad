"""Lanes: many games side by side, each with its own seed, learners and bots.

A lane plays one game after the other. Chance, the bots and the next game come by themselves:
between two calls a lane always waits for a seat that is asked. What happens in a lane depends on
the contest and the actions in that lane alone, whichever thread it runs on.

The game comes as its table (board.pxd). A lane is one block of memory: `Lane`, the position, the
deal if the game has any, the bits of the legal codes.
"""

from libc.stdint cimport int8_t, int16_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from coalbaron_fast.contract.board cimport BoardOps, OPTION_LIMIT
from coalbaron_fast.rng cimport Rng
from coalbaron_fast.contract.game cimport GAME_SEATS

# Who plays a seat. Every other kind than RANDOM and GREEDY is asked for its actions, as LEARNER is:
# the caller may number players of its own from FIRST_OWN on.
cdef enum:
    LEARNER = 0
    RANDOM = 1                  # any legal move
    GREEDY = 2                  # the best turn by static evaluation
    FIRST_OWN = 3

# What a learner is paid at the end of a game.
cdef enum:
    REWARD_WIN = 0              # share of the win: 1 for the only winner, 0 on average
    REWARD_MARGIN = 1           # points beyond the mean of the other seats

cdef enum:
    ANY_START = 255             # the start seat goes round from game to game
    DRAWN_START = 254           # chance draws it

ctypedef struct Contest:
    const BoardOps *ops
    uint64_t seed
    uint8_t players
    uint8_t start               # start seat of every game, ANY_START or DRAWN_START
    uint8_t reward
    uint8_t turning             # the players sit one seat further in the next lane or game
    uint8_t compact             # observations are whole numbers, masks one bit a code
    uint8_t kinds[GAME_SEATS]   # who plays: of each seat, where the players have not moved on
    int16_t options[OPTION_LIMIT]
    uint32_t deal_at            # where the parts of a lane begin, in bytes
    uint32_t legal_at
    uint32_t lane_bytes
    uint32_t legal_words        # 64 codes each
    uint32_t mask_bytes
    uint32_t observation_bytes

ctypedef struct Lane:
    uint64_t seed               # of the game in progress
    Rng bots                    # what the random bots choose by
    Rng choices                 # what lane_choose chooses by
    uint32_t number
    uint32_t game               # games finished before this one
    uint8_t offset              # how many seats further the players sit
    int8_t seat                 # that is asked
    uint16_t legal_count

# Set what follows from the other fields.
cdef void contest_lay_out(Contest *contest) noexcept nogil

# What a worker needs: a view, and the scratch memory of the game. Zeroed before its first use.
cdef uint64_t worker_bytes(const BoardOps *ops) noexcept nogil

# The seed of a lane's game: number `game` of the contest's stream for that lane.
cdef uint64_t game_seed(const Contest *contest, uint32_t number, uint32_t game) noexcept nogil

# The seat that begins it, or DRAWN.
cdef int game_start(const Contest *contest, uint32_t number, uint32_t game) noexcept nogil

cdef inline void *lane_state(const Lane *lane) noexcept nogil:
    return <char *>lane + sizeof(Lane)

# Who plays a seat in the game of a lane.
cdef inline int lane_kind(const Contest *contest, const Lane *lane, int seat) noexcept nogil:
    cdef int place = seat - lane.offset
    return contest.kinds[place if place >= 0 else place + contest.players]

cdef inline bint is_asked(int kind) noexcept nogil:
    return kind != RANDOM and kind != GREEDY

# Begin a game. `work` has worker_bytes.
cdef void lane_begin(
    const Contest *contest, Lane *lane, uint32_t number, uint32_t game, char *work
) noexcept nogil

# Go on from a position that was put there, in the game of that number; whether it can be one of
# that game in which a seat is asked.
cdef bint lane_restore(
    const Contest *contest, Lane *lane, uint32_t number, uint32_t game
) noexcept nogil

# Whether an action is legal where the lane waits; any number may be asked about.
cdef bint lane_accepts(const Contest *contest, const Lane *lane, int64_t action) noexcept nogil

# A legal action, all equally likely, by the lane's seed.
cdef int lane_choose(const Contest *contest, Lane *lane) noexcept nogil

# Play a legal action and go on to where a seat is asked. Returns whether a game ended; then
# rewards and scores hold one number a seat, and `finals`, unless it is NULL, what each seat knows
# of the end. Else they stay as they are.
cdef bint lane_play(
    const Contest *contest, Lane *lane, int action, float *rewards, int16_t *scores,
    char *finals, char *work
) noexcept nogil

# Write what the seat to move knows and which actions are legal.
cdef void lane_show(
    const Contest *contest, Lane *lane, char *observation, uint8_t *mask
) noexcept nogil
