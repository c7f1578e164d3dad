"""The game as the search sees it: the table of functions of contract/game.pxd."""

from cpython.pycapsule cimport PyCapsule_New

from coalbaron_fast.games.coalcountry.core.bounds cimport state_is_sound
from coalbaron_fast.games.coalcountry.core.deck cimport chance_sample
from coalbaron_fast.games.coalcountry.core.endings cimport ending_turns_left, hides_influences
from coalbaron_fast.games.coalcountry.core.evaluate cimport (
    PARTS, Prospects, all_yields, evaluate, evaluate_over, prospects_in, prospects_of, spread_of,
)
from coalbaron_fast.games.coalcountry.core.features cimport (
    BOARD_SIZE, LAYOUT, SEAT_SIZE, TURN_SIZE, features_of, turn_features_of,
)
from coalbaron_fast.games.coalcountry.core.flow cimport seat_to_move
from coalbaron_fast.games.coalcountry.core.identity cimport play_hash
from coalbaron_fast.games.coalcountry.core.knowledge cimport view_of, world_of
from coalbaron_fast.games.coalcountry.core.moves cimport chance_outcomes, state_legal_moves
from coalbaron_fast.games.coalcountry.core.places cimport all_place_in_secret
from coalbaron_fast.games.coalcountry.core.state cimport state_play
from coalbaron_fast.games.coalcountry.core.turns cimport (
    SCRATCH_BYTES, TURN_MOVES, decision_of, information_of, list_every_turn, list_turns,
    list_unweighed, play_turn, turn_fits, turns_expected,
)
from coalbaron_fast.games.coalcountry.core.types cimport (
    MAX_SEATS, MOST_LEGAL, MOST_OUTCOMES, MOST_POINTS, Move, NONE, PHASE_CHANCE, PHASE_OVER, State,
)
from coalbaron_fast.games.coalcountry.core.sources import NAMES
from coalbaron_fast.contract.game cimport EVALUATOR_ABI, Evaluator
from coalbaron_fast.contract.winning cimport win_by_leads

include "../../../contract/game.pxi"


cdef inline int source_of(const State *state) noexcept nogil:
    return state.draw


include "../../../contract/turntable.pxi"


cdef uint64_t game_information(const void *state, int seat) noexcept nogil:
    return information_of(<const State *>state, seat)


cdef bint game_unseen(const void *state) noexcept nogil:
    """While all place at once."""
    return all_place_in_secret(<const State *>state)


cdef void game_view(const void *state, int seat, void *out) noexcept nogil:
    view_of(<const State *>state, seat, <State *>out)


cdef void game_sample_world(const void *view, Rng *rng, void *out) noexcept nogil:
    world_of(<const State *>view, rng, <State *>out)


cdef uint64_t game_key(const void *state) noexcept nogil:
    return play_hash(<const State *>state)


cdef bint game_secret(const void *state) noexcept nogil:
    return hides_influences(<const State *>state)


# -- learning ----------------------------------------------------------------------------------

cdef void game_features(const void *state, int viewer, Features *out) noexcept nogil:
    features_of(<const State *>state, viewer, out)


cdef int game_unweighed_turns(
    const void *state, void *scratch, Turn *out, int limit
) noexcept nogil:
    return list_unweighed(<const State *>state, scratch, out, limit)


# -- the table ---------------------------------------------------------------------------------

OPS.points_limit = MOST_POINTS
OPS.information = game_information
OPS.unseen = game_unseen
OPS.view = game_view
OPS.sample_world = game_sample_world
OPS.key = game_key
OPS.secret = game_secret
OPS.private_features = 1
OPS.features = game_features
OPS.unweighed_turns = game_unweighed_turns


# -- tempers -----------------------------------------------------------------------------------

cdef enum:
    MOST_TEMPERS = 16

# What a temper thinks each source is worth, by how much. A plain evaluation has 1 everywhere.
ctypedef struct Temper:
    double factor[PARTS]

# For as long as the program runs: evaluators point to them.
cdef Temper TEMPERS[MOST_TEMPERS]
cdef Evaluator TEMPER_TABLES[MOST_TEMPERS]
cdef int temper_count = 0


cdef double total_by(const Temper *temper, const Prospects *parts) noexcept nogil:
    cdef double total = 0.0
    cdef int index
    for index in range(PARTS):
        total += temper.factor[index] * parts.part[index]
    return total


cdef double whim_of(const Temper *temper, const State *state, int seat) noexcept nogil:
    """What the temper sees in a position that the plain evaluation does not."""
    cdef double whim = 0.0
    cdef Prospects parts
    cdef int index
    prospects_of(state, seat, &parts)
    for index in range(PARTS):
        whim += (temper.factor[index] - 1.0) * parts.part[index]
    return whim


cdef int temper_turns(
    const Evaluator *self, const void *state, void *scratch, Turn *out, int limit
) noexcept nogil:
    cdef const State *own = <const State *>state
    cdef State after
    cdef int index, seat = seat_to_move(own), count = list_turns(own, scratch, out, limit)
    if own.viewer != NONE and own.viewer != seat:
        # Turns of another seat, as they may be shown.
        return count
    for index in range(count):
        after = own[0]
        play_turn(&after, &out[index])
        out[index].value += whim_of(<const Temper *>self.own, &after, seat)
    return count


cdef void temper_expect(
    const Evaluator *self, const void *state, double *points, double *spread, double *win
) noexcept nogil:
    cdef const State *own = <const State *>state
    cdef double yields[MAX_SEATS]
    cdef double stray = 0.0 if own.phase == PHASE_OVER else spread_of(own)
    cdef Prospects parts
    cdef int seat
    for seat in range(own.players):
        spread[seat] = stray
    if own.phase == PHASE_OVER:
        evaluate_over(own, points, win)
        return
    all_yields(own, yields)
    for seat in range(own.players):
        prospects_in(own, seat, yields, &parts)
        points[seat] = total_by(<const Temper *>self.own, &parts)
    win_by_leads(points, own.players, stray, win)


def temper(factors):
    """An evaluator, in a capsule, that takes some sources for more or less than they are."""
    global temper_count
    cdef int index, place = temper_count
    if place == MOST_TEMPERS:
        raise ValueError(f"at most {MOST_TEMPERS} tempers")
    if unknown := set(factors) - set(NAMES):
        raise ValueError(f"no such sources: {', '.join(sorted(unknown))}")
    for index, name in enumerate(NAMES):
        TEMPERS[place].factor[index] = factors.get(name, 1.0)
    TEMPER_TABLES[place].abi = EVALUATOR_ABI
    TEMPER_TABLES[place].game = &OPS
    TEMPER_TABLES[place].own = &TEMPERS[place]
    TEMPER_TABLES[place].turns = temper_turns
    TEMPER_TABLES[place].expect = temper_expect
    temper_count += 1
    return PyCapsule_New(&TEMPER_TABLES[place], b"Evaluator", NULL)


# -- single tokens -----------------------------------------------------------------------------

include "../../../contract/playout.pxi"
include "../../../contract/tokens.pxi"
