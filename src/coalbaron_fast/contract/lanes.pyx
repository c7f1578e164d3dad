"""Lanes: many games side by side, each with its own seed, learners and bots."""

from libc.stdint cimport uint16_t
from libc.string cimport memcpy, memset

from coalbaron_fast.bits cimport lowest_bit64, popcount64
from coalbaron_fast.contract.board cimport (
    DRAWN, LEGAL_LIMIT, board_best_turn, board_observation_size, board_observe,
    board_observe_compact, board_seeded,
)
from coalbaron_fast.rng cimport rng_below, rng_next, rng_seed
from coalbaron_fast.contract.game cimport EVERYBODY, TO_CHANCE, TO_NOBODY, Turn


# -- memory ------------------------------------------------------------------------------------

cdef inline uint32_t aligned(uint64_t size, uint32_t to) noexcept nogil:
    return <uint32_t>((size + to - 1) & ~<uint64_t>(to - 1))


cdef void contest_lay_out(Contest *contest) noexcept nogil:
    cdef const BoardOps *ops = contest.ops
    cdef int size = board_observation_size(ops, contest.players)
    contest.legal_words = (ops.codes + 63) / 64
    contest.deal_at = aligned(sizeof(Lane) + ops.game.state_bytes, 16)
    contest.legal_at = aligned(contest.deal_at + ops.deal_bytes, 8)
    contest.lane_bytes = aligned(contest.legal_at + 8 * contest.legal_words, 64)
    contest.mask_bytes = (ops.codes + 7) / 8 if contest.compact else ops.codes
    contest.observation_bytes = size * (ops.compact_bytes if contest.compact else sizeof(float))


cdef uint64_t worker_bytes(const BoardOps *ops) noexcept nogil:
    return aligned(ops.game.state_bytes, 64) + aligned(ops.game.scratch_bytes, 64)


cdef inline uint64_t *lane_legal(const Contest *contest, const Lane *lane) noexcept nogil:
    return <uint64_t *>(<char *>lane + contest.legal_at)


# -- the course of a lane ----------------------------------------------------------------------

cdef uint64_t game_seed(const Contest *contest, uint32_t number, uint32_t game) noexcept nogil:
    cdef Rng rng
    rng_seed(&rng, contest.seed, number)
    # Number `game` of a stream, without drawing those before it: the generator counts.
    rng.state += game * <uint64_t>0x9E3779B97F4A7C15
    return rng_next(&rng)


cdef inline int turn_of_game(const Contest *contest, uint32_t number, uint32_t game) noexcept nogil:
    """What goes round: from lane to lane, and from game to game."""
    return <int>((<uint64_t>number + game) % contest.players)


cdef int game_start(const Contest *contest, uint32_t number, uint32_t game) noexcept nogil:
    if contest.start == DRAWN_START:
        return DRAWN
    return turn_of_game(contest, number, game) if contest.start == ANY_START else contest.start


cdef void lane_name(
    const Contest *contest, Lane *lane, uint32_t number, uint32_t game
) noexcept nogil:
    """Which game the lane plays, and what follows from that."""
    lane.number = number
    lane.game = game
    lane.offset = turn_of_game(contest, number, game) if contest.turning else 0
    lane.seed = game_seed(contest, number, game)
    if contest.ops.deal_bytes:
        contest.ops.deal(lane.seed, <char *>lane + contest.deal_at)


cdef inline int next_outcome(const Contest *contest, const Lane *lane) noexcept nogil:
    if contest.ops.deal_bytes:
        return contest.ops.dealt(<const char *>lane + contest.deal_at, lane_state(lane))
    return board_seeded(contest.ops, lane_state(lane), lane.seed)


cdef void play_random(const BoardOps *ops, Lane *lane) noexcept nogil:
    cdef uint16_t codes[LEGAL_LIMIT]
    cdef int count = ops.legal(lane_state(lane), codes)
    ops.play(lane_state(lane), codes[rng_below(&lane.bots, count)])


cdef void play_greedy(const BoardOps *ops, Lane *lane, int seat, char *work) noexcept nogil:
    """By what the seat knows."""
    cdef Turn turn
    ops.game.view(lane_state(lane), seat, work)
    board_best_turn(ops, work, work + aligned(ops.game.state_bytes, 64), &turn)
    ops.game.play_turn(lane_state(lane), &turn)


cdef void go_on(const Contest *contest, Lane *lane, char *work) noexcept nogil:
    """Resolve chance and let the bots play until a seat is asked or the game is over."""
    cdef const BoardOps *ops = contest.ops
    cdef void *state = lane_state(lane)
    cdef int kind, seat
    while True:
        seat = ops.to_move(state)
        if seat == TO_CHANCE:
            ops.play(state, next_outcome(contest, lane))
            continue
        lane.seat = seat
        if seat == TO_NOBODY:
            return
        kind = lane_kind(contest, lane, seat)
        if kind == RANDOM:
            play_random(ops, lane)
        elif kind == GREEDY:
            play_greedy(ops, lane, seat, work)
        else:
            return


cdef void lane_begin(
    const Contest *contest, Lane *lane, uint32_t number, uint32_t game, char *work
) noexcept nogil:
    lane_name(contest, lane, number, game)
    rng_seed(&lane.bots, lane.seed, 1)
    rng_seed(&lane.choices, lane.seed, 2)
    contest.ops.begin(
        lane_state(lane), contest.players, game_start(contest, number, game), contest.options
    )
    go_on(contest, lane, work)


cdef bint lane_restore(
    const Contest *contest, Lane *lane, uint32_t number, uint32_t game
) noexcept nogil:
    cdef const BoardOps *ops = contest.ops
    cdef const void *state = lane_state(lane)
    cdef uint16_t codes[LEGAL_LIMIT]
    cdef uint32_t index
    lane_name(contest, lane, number, game)
    lane.seat = ops.to_move(state)
    if (
        ops.game.seats(state) != contest.players or ops.game.viewer(state) != EVERYBODY
        or lane.seat < 0 or not is_asked(lane_kind(contest, lane, lane.seat))
    ):
        return False
    for index in range(ops.options):
        if ops.option(state, index) != contest.options[index]:
            return False
    if ops.deal_bytes and not ops.deal_fits(<char *>lane + contest.deal_at, state):
        return False
    lane_mark(contest, lane, codes, ops.legal(state, codes))
    return True


# -- actions -----------------------------------------------------------------------------------

cdef bint lane_accepts(const Contest *contest, const Lane *lane, int64_t action) noexcept nogil:
    return (
        0 <= action < contest.ops.codes
        and lane_legal(contest, lane)[action >> 6] >> (action & 63) & 1
    )


cdef int lane_choose(const Contest *contest, Lane *lane) noexcept nogil:
    cdef const uint64_t *legal = lane_legal(contest, lane)
    cdef int word = 0, left = rng_below(&lane.choices, lane.legal_count)
    cdef uint64_t bits
    while left >= popcount64(legal[word]):
        left -= popcount64(legal[word])
        word += 1
    bits = legal[word]
    for _ in range(left):
        bits &= bits - 1
    return 64 * word + lowest_bit64(bits)


cdef void pay(
    const Contest *contest, const void *end, float *rewards, int16_t *scores
) noexcept nogil:
    """What each seat gets for a finished game; all rewards together are 0, one seat's its own."""
    cdef uint32_t mask = contest.ops.winners(end)
    cdef int winners = popcount64(mask), players = contest.players, seat, others, total = 0
    cdef int points[GAME_SEATS]
    contest.ops.points(end, points)
    for seat in range(players):
        scores[seat] = points[seat]
        total += points[seat]
    for seat in range(players):
        if players == 1:
            rewards[seat] = 1.0 if contest.reward == REWARD_WIN else points[seat]
        elif contest.reward == REWARD_WIN:
            others = players * <int>(mask >> seat & 1) - winners
            rewards[seat] = others / <float>(winners * (players - 1))
        else:
            others = total - points[seat]
            rewards[seat] = points[seat] - others / <float>(players - 1)


cdef inline void observe(
    const Contest *contest, const void *state, int seat, char *out
) noexcept nogil:
    if contest.compact:
        board_observe_compact(contest.ops, state, seat, out)
    else:
        board_observe(contest.ops, state, seat, <float *>out)


cdef bint lane_play(
    const Contest *contest, Lane *lane, int action, float *rewards, int16_t *scores,
    char *finals, char *work
) noexcept nogil:
    cdef void *state = lane_state(lane)
    cdef int seat
    contest.ops.play(state, action)
    go_on(contest, lane, work)
    if lane.seat != TO_NOBODY:
        return False
    pay(contest, state, rewards, scores)
    if finals != NULL:
        for seat in range(contest.players):
            observe(contest, state, seat, finals + <size_t>seat * contest.observation_bytes)
    lane_begin(contest, lane, lane.number, lane.game + 1, work)
    return True


cdef void lane_mark(
    const Contest *contest, Lane *lane, const uint16_t *codes, int count
) noexcept nogil:
    """Remember the legal codes."""
    cdef uint64_t *legal = lane_legal(contest, lane)
    cdef int index
    lane.legal_count = count
    memset(legal, 0, 8 * contest.legal_words)
    for index in range(count):
        legal[codes[index] >> 6] |= <uint64_t>1 << (codes[index] & 63)


cdef void lane_show(
    const Contest *contest, Lane *lane, char *observation, uint8_t *mask
) noexcept nogil:
    cdef uint16_t codes[LEGAL_LIMIT]
    cdef int index, count = contest.ops.legal(lane_state(lane), codes)
    lane_mark(contest, lane, codes, count)
    if contest.compact:
        # Words as bytes: the lowest code first, on machines that store the lowest byte first.
        memcpy(mask, lane_legal(contest, lane), contest.mask_bytes)
    else:
        memset(mask, 0, contest.mask_bytes)
        for index in range(count):
            mask[codes[index]] = 1
    observe(contest, lane_state(lane), lane.seat, observation)
