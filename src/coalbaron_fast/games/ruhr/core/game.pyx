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
from coalbaron_fast.games.ruhr.core.state cimport state_play
from coalbaron_fast.games.ruhr.core.turns cimport (
    SCRATCH_BYTES, TURN_MOVES, decision_of, list_every_turn, list_turns, play_turn,
    turn_fits, turns_expected,
)
from coalbaron_fast.games.ruhr.core.types cimport (
    MARKERS as MOST_OUTCOMES, MAX_SEATS, MOST_LEGAL, Move, NONE, PHASE_CHANCE, PHASE_OVER,
    STAGE_HISTORY, State,
)

cdef enum:
    POINTS_LIMIT = 500

include "../../../contract/game.pxi"


cdef inline int source_of(const State *state) noexcept nogil:
    return state.stage != STAGE_HISTORY


include "../../../contract/turntable.pxi"


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


# -- endings -----------------------------------------------------------------------------------

cdef uint64_t game_key(const void *state) noexcept nogil:
    return ending_key(<const State *>state)


cdef bint game_secret(const void *state) noexcept nogil:
    return False


# -- learning ----------------------------------------------------------------------------------

cdef void game_features(
    const void *state, int viewer, Features *out
) noexcept nogil:
    features_of(<const State *>state, out)


# -- the table ---------------------------------------------------------------------------------

OPS.points_limit = POINTS_LIMIT
OPS.information = game_information
OPS.view = game_view
OPS.sample_world = game_sample_world
OPS.key = game_key
OPS.secret = game_secret
OPS.features = game_features
# All that it weighs is some numbers worked out once a list: the same list is cheap enough.
OPS.unweighed_turns = game_turns


# -- single tokens -----------------------------------------------------------------------------

include "../../../contract/playout.pxi"
include "../../../contract/tokens.pxi"
