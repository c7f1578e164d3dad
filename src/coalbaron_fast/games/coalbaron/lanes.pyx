"""Lanes: many games side by side, each with its own seed, learners and bots."""

from libc.string cimport memset

from coalbaron_fast.games.coalbaron.core.bits cimport lowest_bit64, popcount64
from coalbaron_fast.games.coalbaron.core.deck cimport deck_lay_out, deck_next
from coalbaron_fast.games.coalbaron.core.evaluate cimport WEIGHTS
from coalbaron_fast.games.coalbaron.core.knowledge cimport knowledge_view
from coalbaron_fast.games.coalbaron.core.moves cimport state_legal_moves
from coalbaron_fast.games.coalbaron.core.features cimport OBSERVATION_SIZE, observe_state
from coalbaron_fast.games.coalbaron.observe cimport write_mask
from coalbaron_fast.games.coalbaron.core.plans cimport Plans, plans_forget, plans_open
from coalbaron_fast.games.coalbaron.core.scoring cimport winner_mask
from coalbaron_fast.games.coalbaron.core.state cimport state_init, state_play
from coalbaron_fast.games.coalbaron.core.turns cimport best_turn, play_turn
from coalbaron_fast.games.coalbaron.core.types cimport MOVE_CODES, PHASE_CHANCE, PHASE_OVER
from coalbaron_fast.rng cimport rng_below, rng_next, rng_seed
from coalbaron_fast.search.game cimport Turn


# -- the course of a lane ----------------------------------------------------------------------

cdef uint64_t game_seed(const Contest *contest, uint32_t number, uint32_t game) noexcept nogil:
    cdef Rng rng
    rng_seed(&rng, contest.seed, number)
    # Number `game` of a stream, without drawing those before it: the generator counts.
    rng.state += game * <uint64_t>0x9E3779B97F4A7C15
    return rng_next(&rng)


cdef int game_start(const Contest *contest, uint32_t number, uint32_t game) noexcept nogil:
    if contest.start != ANY_START:
        return contest.start
    return <int>((<uint64_t>number + game) % contest.players)


cdef int game_offset(const Contest *contest, uint32_t number, uint32_t game) noexcept nogil:
    return <int>((<uint64_t>number + game) % contest.players) if contest.turning else 0


cdef void play_random(Lane *lane) noexcept nogil:
    cdef Move moves[MOVE_CODES]
    cdef int count = state_legal_moves(&lane.state, moves)
    state_play(&lane.state, moves[rng_below(&lane.bots, count)])


cdef void play_greedy(Lane *lane, void *scratch) noexcept nogil:
    """Of what was looked at for other lanes nothing is kept: it would show in the answer."""
    cdef Plans plans
    cdef State view
    cdef Turn turn
    plans_open(&plans, scratch)
    plans_forget(&plans)
    knowledge_view(&lane.state, lane.state.active, &view)
    best_turn(&view, &WEIGHTS, &plans, &turn)
    play_turn(&lane.state, &turn)


cdef void go_on(const Contest *contest, Lane *lane, void *scratch) noexcept nogil:
    """Resolve chance and let the bots play until somebody is asked or the game is over."""
    cdef int kind
    while lane.state.phase != PHASE_OVER:
        if lane.state.phase == PHASE_CHANCE:
            state_play(&lane.state, deck_next(&lane.deck, &lane.state))
            continue
        kind = lane_kind(contest, lane, lane.state.active)
        if kind == RANDOM:
            play_random(lane)
        elif kind == GREEDY:
            play_greedy(lane, scratch)
        else:
            return


cdef void lane_begin(
    const Contest *contest, Lane *lane, uint32_t number, uint32_t game, void *scratch
) noexcept nogil:
    lane.number = number
    lane.game = game
    lane.offset = game_offset(contest, number, game)
    lane.seed = game_seed(contest, number, game)
    rng_seed(&lane.bots, lane.seed, 1)
    rng_seed(&lane.choices, lane.seed, 2)
    deck_lay_out(lane.seed, &lane.deck)
    state_init(&lane.state, contest.players, game_start(contest, number, game))
    go_on(contest, lane, scratch)


cdef void pay(
    const Contest *contest, const State *end, float *rewards, int16_t *scores
) noexcept nogil:
    """What each seat gets for a finished game; all rewards together are 0."""
    cdef int mask = winner_mask(end), winners = popcount64(mask)
    cdef int seat, others, players = contest.players, total = 0
    for seat in range(players):
        scores[seat] = end.seats[seat].vp
        total += end.seats[seat].vp
    for seat in range(players):
        if contest.reward == REWARD_WIN:
            others = players * (mask >> seat & 1) - winners
            rewards[seat] = others / <float>(winners * (players - 1))
        else:
            others = total - scores[seat]
            rewards[seat] = scores[seat] - others / <float>(players - 1)


cdef bint lane_accepts(const Lane *lane, int64_t action) noexcept nogil:
    return 0 <= action < MOVE_CODES and lane.legal[action >> 6] >> (action & 63) & 1


cdef Move lane_choose(Lane *lane) noexcept nogil:
    cdef int word = 0, left = rng_below(&lane.choices, lane.legal_count)
    cdef uint64_t bits
    while left >= popcount64(lane.legal[word]):
        left -= popcount64(lane.legal[word])
        word += 1
    bits = lane.legal[word]
    for _ in range(left):
        bits &= bits - 1
    return <Move>(64 * word + lowest_bit64(bits))


cdef bint lane_play(
    const Contest *contest, Lane *lane, Move action, float *rewards, int16_t *scores,
    float *finals, void *scratch
) noexcept nogil:
    cdef int seat, size = OBSERVATION_SIZE[contest.players]
    state_play(&lane.state, action)
    go_on(contest, lane, scratch)
    if lane.state.phase != PHASE_OVER:
        return False
    pay(contest, &lane.state, rewards, scores)
    if finals != NULL:
        for seat in range(contest.players):
            observe_state(&lane.state, seat, finals + <size_t>seat * size)
    lane_begin(contest, lane, lane.number, lane.game + 1, scratch)
    return True


cdef void lane_mark(Lane *lane, const Move *moves, int count) noexcept nogil:
    cdef int index
    lane.legal_count = count
    memset(lane.legal, 0, sizeof(lane.legal))
    for index in range(count):
        lane.legal[moves[index] >> 6] |= <uint64_t>1 << (moves[index] & 63)


cdef void lane_show(Lane *lane, float *observation, uint8_t *mask) noexcept nogil:
    cdef Move moves[MOVE_CODES]
    lane_mark(lane, moves, write_mask(&lane.state, moves, mask))
    observe_state(&lane.state, lane.state.active, observation)
