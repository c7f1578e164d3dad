"""The game as the search sees it: the table of functions of contract/game.pxd."""

from coalbaron_fast.games.ruhr.core.bounds cimport state_is_sound
from coalbaron_fast.games.ruhr.core.deck cimport chance_sample
from coalbaron_fast.games.ruhr.core.endings cimport ending_key, ending_turns_left
from coalbaron_fast.games.ruhr.core.evaluate cimport evaluate, spread_of
from coalbaron_fast.games.ruhr.core.features cimport (
    BOARD_SIZE, LAYOUT, SEAT_SIZE, TURN_SIZE, features_of, turn_features_of,
)
from coalbaron_fast.games.ruhr.core.flow cimport seat_to_move
from coalbaron_fast.games.ruhr.core.identity cimport play_hash
from coalbaron_fast.games.ruhr.core.moves cimport chance_outcomes, state_legal_moves
from coalbaron_fast.games.ruhr.core.playout cimport PlayoutCounts, playout_uniform
from coalbaron_fast.games.ruhr.core.state cimport state_play
from coalbaron_fast.games.ruhr.core.turns cimport (
    SCRATCH_BYTES, TURN_MOVES, decision_of, list_every_turn, list_turns, play_turn,
    turn_fits, turns_expected,
)
from coalbaron_fast.games.ruhr.core.types cimport (
    MARKERS, MAX_SEATS, MOST_LEGAL, Move, NONE, PHASE_CHANCE, PHASE_OVER, STAGE_HISTORY, State,
)
from coalbaron_fast.contract.game cimport NOBODY_CHOOSES

cdef enum:
    POINTS_LIMIT = 500

include "../../../contract/game.pxi"


cdef int game_to_move(const void *state) noexcept nogil:
    cdef const State *own = <const State *>state
    if own.phase == PHASE_CHANCE:
        return TO_CHANCE
    return TO_NOBODY if own.phase == PHASE_OVER else seat_to_move(own)


cdef int game_turns(const void *state, void *scratch, Turn *out, int limit) noexcept nogil:
    return list_turns(<const State *>state, scratch, out, limit)


cdef uint64_t game_information(const void *state, int seat) noexcept nogil:
    """All the same: what chance has brought is left to the turns that fit."""
    return 0


cdef void game_view(const void *state, int seat, void *out) noexcept nogil:
    (<State *>out)[0] = (<const State *>state)[0]
    (<State *>out).viewer = seat


cdef void game_sample_world(const void *view, Rng *rng, void *out) noexcept nogil:
    """Nothing is hidden: the view is the world."""
    (<State *>out)[0] = (<const State *>view)[0]
    (<State *>out).viewer = NONE


cdef void game_expect(const void *state, double *points, double *win) noexcept nogil:
    evaluate(<const State *>state, points, win)


cdef double game_spread(const void *state) noexcept nogil:
    return spread_of(<const State *>state)


# -- endings -----------------------------------------------------------------------------------

cdef int game_turns_left(const void *state) noexcept nogil:
    return ending_turns_left(<const State *>state)


cdef int game_every_turn(
    const void *state, void *scratch, int omit, Turn *out, int limit
) noexcept nogil:
    return list_every_turn(<const State *>state, scratch, omit, out, limit)


cdef bint game_chance(const void *state, Chance *out) noexcept nogil:
    cdef const State *own = <const State *>state
    cdef Move codes[MARKERS]
    cdef int ways[MARKERS]
    cdef int index
    out.count = chance_outcomes(own, codes, ways, &out.total)
    for index in range(out.count):
        out.codes[index] = codes[index]
        out.ways[index] = ways[index]
    out.certain = out.hand = 0
    out.chooser = NOBODY_CHOOSES
    out.source = own.stage != STAGE_HISTORY
    out.private = False
    return True


cdef void game_play_outcome(void *state, int code) noexcept nogil:
    state_play(<State *>state, code)


cdef uint64_t game_key(const void *state) noexcept nogil:
    return ending_key(<const State *>state)


cdef bint game_secret(const void *state) noexcept nogil:
    return False


# -- learning ----------------------------------------------------------------------------------

cdef void game_features(
    const void *state, int viewer, Features *out
) noexcept nogil:
    features_of(<const State *>state, out)


cdef int game_turn_features(const void *state, const Turn *turn, uint16_t *out) noexcept nogil:
    return turn_features_of(<const State *>state, turn, out)


# -- the table ---------------------------------------------------------------------------------

OPS.scratch_bytes = SCRATCH_BYTES
OPS.turn_moves = TURN_MOVES
OPS.points_limit = POINTS_LIMIT
OPS.to_move = game_to_move
OPS.turns = game_turns
OPS.information = game_information
OPS.view = game_view
OPS.sample_world = game_sample_world
OPS.expect = game_expect
OPS.spread = game_spread
OPS.every_bytes = SCRATCH_BYTES
OPS.turns_left = game_turns_left
OPS.every_turn = game_every_turn
OPS.chance = game_chance
OPS.play_outcome = game_play_outcome
OPS.key = game_key
OPS.secret = game_secret
OPS.layout = LAYOUT
OPS.seat_size = SEAT_SIZE
OPS.board_size = BOARD_SIZE
OPS.turn_size = TURN_SIZE
OPS.features = game_features
OPS.turn_features = game_turn_features
# All that it weighs is some numbers worked out once a list: the same list is cheap enough.
OPS.unweighed_turns = game_turns


# -- single tokens -----------------------------------------------------------------------------

include "../../../contract/tokens.pxi"
