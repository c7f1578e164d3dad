"""The game as the search sees it: the table of functions of contract/game.pxd."""

from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport uint64_t

from coalbaron_fast.games.coalcountry.core.bounds cimport state_is_sound
from coalbaron_fast.games.coalcountry.core.deck cimport chance_sample
from coalbaron_fast.games.coalcountry.core.flow cimport seat_to_move
from coalbaron_fast.games.coalcountry.core.identity cimport play_hash
from coalbaron_fast.games.coalcountry.core.knowledge cimport view_of, world_of
from coalbaron_fast.games.coalcountry.core.moves cimport chance_outcomes, state_legal_moves
from coalbaron_fast.games.coalcountry.core.places cimport all_place_in_secret
from coalbaron_fast.games.coalcountry.core.playout cimport PlayoutCounts, playout_uniform
from coalbaron_fast.games.coalcountry.core.scoring cimport inspection_dollars, winner_mask
from coalbaron_fast.games.coalcountry.core.state cimport state_play
from coalbaron_fast.games.coalcountry.core.types cimport (
    FOREMEN, MAX_SEATS, MOST_LEGAL, MOST_OUTCOMES, MOST_POINTS, Move, NONE, PHASE_CHANCE,
    PHASE_OVER, State,
)
from coalbaron_fast.bits cimport popcount64
from coalbaron_fast.rng cimport Rng, rng_seed
from coalbaron_fast.contract.game cimport (
    A_TURN, Chance, EVERYBODY, FAR_FROM_END, GAME_ABI, GameOps, NOBODY_CHOOSES, TO_CHANCE,
    TO_NOBODY, Turn,
)


cdef int game_seats(const void *state) noexcept nogil:
    return (<const State *>state).players


cdef int game_to_move(const void *state) noexcept nogil:
    cdef const State *own = <const State *>state
    if own.phase == PHASE_CHANCE:
        return TO_CHANCE
    return TO_NOBODY if own.phase == PHASE_OVER else seat_to_move(own)


cdef int game_turns(const void *state, void *scratch, Turn *out, int limit) noexcept nogil:
    return token_turns(state, scratch, out, limit)


cdef bint game_turn_fits(const void *state, const Turn *turn) noexcept nogil:
    cdef Move moves[MOST_LEGAL]
    cdef State after = (<const State *>state)[0]
    cdef int index, step, count, seat = seat_to_move(&after)
    for step in range(turn.count):
        if seat_to_move(&after) != seat:
            return False
        count = state_legal_moves(&after, moves)
        for index in range(count):
            if moves[index] == turn.moves[step]:
                break
        else:
            return False
        state_play(&after, turn.moves[step])
    return True


cdef uint64_t game_information(const void *state, int seat) noexcept nogil:
    """All that the seat knows."""
    cdef State view
    view_of(<const State *>state, seat, &view)
    return play_hash(&view)


cdef bint game_unseen(const void *state) noexcept nogil:
    """While all place at once."""
    return all_place_in_secret(<const State *>state)


cdef void game_play_turn(void *state, const Turn *turn) noexcept nogil:
    cdef int step
    for step in range(turn.count):
        state_play(<State *>state, turn.moves[step])


cdef void game_draw(void *state, Rng *rng) noexcept nogil:
    state_play(<State *>state, chance_sample(<State *>state, rng))


cdef void game_view(const void *state, int seat, void *out) noexcept nogil:
    view_of(<const State *>state, seat, <State *>out)


cdef void game_sample_world(const void *view, Rng *rng, void *out) noexcept nogil:
    world_of(<const State *>view, rng, <State *>out)


cdef int game_viewer(const void *state) noexcept nogil:
    cdef const State *own = <const State *>state
    if own.viewer == NONE:
        return EVERYBODY
    return own.viewer


cdef void game_expect(const void *state, double *points, double *win) noexcept nogil:
    """What each seat would have if the game were over now."""
    cdef const State *own = <const State *>state
    cdef State end = own[0]
    cdef int seat, mask
    for seat in range(own.players):
        if own.phase != PHASE_OVER:
            end.seats[seat].money -= inspection_dollars(own, &own.seats[seat])
    mask = winner_mask(&end)
    for seat in range(own.players):
        points[seat] = end.seats[seat].money
        win[seat] = <double>(mask >> seat & 1) / popcount64(mask)


cdef double game_turns_expected(const void *state, int seat) noexcept nogil:
    cdef const State *own = <const State *>state
    return 30.0 * (own.rounds - own.round + 1)


cdef int game_decision(const void *state) noexcept nogil:
    return A_TURN


cdef int game_turns_left(const void *state) noexcept nogil:
    return FAR_FROM_END


cdef int game_every_turn(
    const void *state, void *scratch, int omit, Turn *out, int limit
) noexcept nogil:
    """Never listed: choices in secret cannot be solved one after the other."""
    return 0


cdef bint game_chance(const void *state, Chance *out) noexcept nogil:
    cdef const State *own = <const State *>state
    cdef Move codes[MOST_OUTCOMES]
    cdef int ways[MOST_OUTCOMES]
    cdef int index
    out.count = chance_outcomes(own, codes, ways, &out.total)
    for index in range(out.count):
        out.codes[index] = codes[index]
        out.ways[index] = ways[index]
    out.certain = out.hand = 0
    out.chooser = NOBODY_CHOOSES
    out.source = own.draw
    out.private = False
    return True


cdef void game_play_outcome(void *state, int code) noexcept nogil:
    state_play(<State *>state, code)


cdef uint64_t game_key(const void *state) noexcept nogil:
    return play_hash(<const State *>state)


cdef bint game_secret(const void *state) noexcept nogil:
    """Whether foremen lie face down."""
    cdef const State *own = <const State *>state
    cdef int seat
    for seat in range(own.players):
        if own.seats[seat].hidden:
            return True
    return all_place_in_secret(own)


cdef bint game_sound(const void *state) noexcept nogil:
    return state_is_sound(<const State *>state)


# -- the table ---------------------------------------------------------------------------------

cdef GameOps OPS
OPS.abi = GAME_ABI
OPS.state_bytes = sizeof(State)
OPS.scratch_bytes = 8
OPS.most_seats = MAX_SEATS
OPS.turn_moves = FOREMEN
OPS.points_limit = MOST_POINTS
OPS.seats = game_seats
OPS.to_move = game_to_move
OPS.turns = game_turns
OPS.turn_fits = game_turn_fits
OPS.information = game_information
OPS.unseen = game_unseen
OPS.play_turn = game_play_turn
OPS.draw = game_draw
OPS.view = game_view
OPS.sample_world = game_sample_world
OPS.viewer = game_viewer
OPS.expect = game_expect
OPS.spread = NULL
OPS.turns_vary = NULL
OPS.routine = NULL
OPS.turns_expected = game_turns_expected
OPS.decision = game_decision
OPS.every_bytes = 8
OPS.turns_left = game_turns_left
OPS.every_turn = game_every_turn
OPS.chance = game_chance
OPS.play_outcome = game_play_outcome
OPS.key = game_key
OPS.secret = game_secret
OPS.layout = 0
OPS.seat_size = 0
OPS.board_size = 0
OPS.turn_size = 0
OPS.private_features = 0
OPS.features = NULL
OPS.turn_features = NULL
OPS.unweighed_turns = NULL
OPS.sound = game_sound

TURN_OPS = PyCapsule_New(&OPS, b"GameOps", NULL)


# -- single tokens -----------------------------------------------------------------------------

include "../../../contract/tokens.pxi"
