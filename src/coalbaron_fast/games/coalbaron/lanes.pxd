"""Lanes: many games side by side, each with its own seed, learners and bots.

A lane plays one game after the other. Chance, the bots and the next game come by themselves:
between two calls a lane always waits for somebody who is asked. What happens in a lane depends on
the contest and the actions in that lane alone, whichever thread it runs on.
"""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from coalbaron_fast.games.coalbaron.core.deck cimport Deck
from coalbaron_fast.games.coalbaron.core.types cimport Move, State
from coalbaron_fast.rng cimport Rng

# Who plays a seat. Whatever is not RANDOM or GREEDY is asked for its actions, as LEARNER is: the
# caller may number players of its own from FIRST_OWN on.
cdef enum:
    LEARNER = 0
    RANDOM = 1                  # any legal move
    GREEDY = 2                  # the turn that looks best at first sight
    FIRST_OWN = 3

# What a learner is paid at the end of a game.
cdef enum:
    REWARD_WIN = 0              # share of the win: 1 for the only winner, 0 on average
    REWARD_MARGIN = 1           # VP beyond the mean of the other seats

cdef enum:
    ANY_START = 255             # the start seat goes round from game to game

ctypedef struct Contest:
    uint64_t seed
    uint8_t players
    uint8_t start               # start seat of every game, or ANY_START
    uint8_t reward
    uint8_t turning             # the players sit one seat further in the next lane or game
    uint8_t kinds[4]            # who plays: of each seat, where the players have not moved on

ctypedef struct Lane:
    State state
    Deck deck
    uint64_t seed               # of the game in progress
    Rng bots                    # what the random bots choose by
    Rng choices                 # what lane_choose chooses by
    uint32_t number
    uint32_t game               # games finished before this one
    uint8_t offset              # how many seats further the players sit
    uint16_t legal_count
    uint64_t legal[37]          # bit a move code

# The seed of a lane's game: number `game` of the contest's stream for that lane.
cdef uint64_t game_seed(const Contest *contest, uint32_t number, uint32_t game) noexcept nogil

# The seat that begins it.
cdef int game_start(const Contest *contest, uint32_t number, uint32_t game) noexcept nogil

# How many seats further than `kinds` says the players of that game sit.
cdef int game_offset(const Contest *contest, uint32_t number, uint32_t game) noexcept nogil

# Who plays a seat in the game of a lane.
cdef inline int lane_kind(const Contest *contest, const Lane *lane, int seat) noexcept nogil:
    cdef int place = seat - lane.offset
    return contest.kinds[place if place >= 0 else place + contest.players]

# Begin a game; `scratch` has PLANS_BYTES, zeroed before their first use.
cdef void lane_begin(
    const Contest *contest, Lane *lane, uint32_t number, uint32_t game, void *scratch
) noexcept nogil

# Remember the legal codes of the state.
cdef void lane_mark(Lane *lane, const Move *moves, int count) noexcept nogil

# Whether an action is legal where the lane waits; any number may be asked about.
cdef bint lane_accepts(const Lane *lane, int64_t action) noexcept nogil

# A legal action, all equally likely, by the lane's seed.
cdef Move lane_choose(Lane *lane) noexcept nogil

# Play a legal action and go on to where somebody is asked. Returns whether a game ended; then
# rewards and scores hold one number a seat, and `finals`, unless it is NULL, what each seat knows
# of the end. Else they stay as they are.
cdef bint lane_play(
    const Contest *contest, Lane *lane, Move action, float *rewards, int16_t *scores,
    float *finals, void *scratch
) noexcept nogil

# Write what the seat to move knows and which actions are legal.
cdef void lane_show(Lane *lane, float *observation, uint8_t *mask) noexcept nogil
