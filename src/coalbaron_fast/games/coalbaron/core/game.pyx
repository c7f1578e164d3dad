"""Coal Baron as the search sees it: the table of functions of contract/game.pxd."""

from libc.math cimport sqrt

from coalbaron_fast.games.coalbaron.core.bounds cimport state_is_sound
from coalbaron_fast.games.coalbaron.core.endings cimport (
    ending_chance, ending_deals, ending_play_outcome, ending_secret, ending_turns,
    ending_turns_left,
)
from coalbaron_fast.games.coalbaron.core.evaluate cimport WEIGHTS, Weights, evaluate
from coalbaron_fast.games.coalbaron.core.features cimport (
    BOARD_SIZE, LAYOUT, SEAT_SIZE, TURN_SIZE, features_of, turn_features_of,
)
from coalbaron_fast.games.coalbaron.core.identity cimport state_hash as play_hash
from coalbaron_fast.games.coalbaron.core.knowledge cimport (
    chance_sample, knowledge_sample, knowledge_view,
)
from coalbaron_fast.games.coalbaron.core.mining cimport Planner, planner_open
from coalbaron_fast.games.coalbaron.core.moves cimport state_legal_moves
from coalbaron_fast.games.coalbaron.core.plans cimport PLANS_BYTES, Plans, plans_open
from coalbaron_fast.games.coalbaron.core.relevance cimport relevant_key
from coalbaron_fast.games.coalbaron.core.scoring cimport winner_mask
from coalbaron_fast.games.coalbaron.core.state cimport later_workers, state_play
from coalbaron_fast.games.coalbaron.core.tables cimport TABLES
from coalbaron_fast.games.coalbaron.core.turns cimport (
    decision_of, list_turns, list_unweighed, play_turn, turn_fits, turns_expected,
)
from coalbaron_fast.games.coalbaron.core.types cimport (
    MAX_SEATS, MOVE_CODES as MOST_LEGAL, Move, NONE, PHASE_CHANCE, PHASE_KEEP, PHASE_OVER,
    PHASE_SIDE, PHASE_STACK, SIDE_BOTTOM, State,
)
from coalbaron_fast.contract.game cimport EVALUATOR_ABI, EVERY_TURN, Evaluator
from coalbaron_fast.contract.winning cimport win_by_leads, win_shared

cdef enum:
    POINTS_LIMIT = 500
    PLANS_A_SPACE = 8
    EVERY_PLAN_BYTES = 1 << 24  # some hundred thousand positions

include "../../../contract/game.pxi"


cdef int game_to_move(const void *state) noexcept nogil:
    cdef const State *own = <const State *>state
    if own.phase == PHASE_CHANCE or ending_deals(own):
        return TO_CHANCE
    # Two returns: a conditional expression would have the type of the seat, without a sign.
    if own.phase == PHASE_OVER:
        return TO_NOBODY
    return own.active


cdef int turns_by(
    const Weights *weights, const void *state, void *scratch, Turn *out, int limit
) noexcept nogil:
    cdef Plans plans
    plans_open(&plans, scratch)
    return list_turns(<const State *>state, weights, &plans, PLANS_A_SPACE, out, limit)


cdef int game_turns(const void *state, void *scratch, Turn *out, int limit) noexcept nogil:
    return turns_by(&WEIGHTS, state, scratch, out, limit)


cdef uint64_t game_information(const void *state, int seat) noexcept nogil:
    """All the same: what another seat has seen of the stacks is not followed into its turns."""
    return 0


cdef void game_view(const void *state, int seat, void *out) noexcept nogil:
    knowledge_view(<const State *>state, seat, <State *>out)


cdef void game_sample_world(const void *view, Rng *rng, void *out) noexcept nogil:
    knowledge_sample(<const State *>view, rng, <State *>out)


cdef double mean_workers_left(const State *state) noexcept nogil:
    """Workers that a seat has still to place in this shift and those to come."""
    cdef double left = 0.0
    cdef int seat
    for seat in range(state.players):
        left += state.seats[seat].workers
    return left / state.players + later_workers(state)


cdef double game_spread(const void *state) noexcept nogil:
    # Roughly: what was measured of answers, by seats and shift, is put right there (study.py).
    return 6.0 + 1.5 * sqrt(mean_workers_left(<const State *>state))


cdef void expect_by(
    const Weights *weights, const void *state, double *points, double *win
) noexcept nogil:
    cdef const State *own = <const State *>state
    cdef double spread
    evaluate(own, weights, points)
    if own.phase == PHASE_OVER:
        win_shared(winner_mask(own), own.players, win)
        return
    # How far leads stray from what is expected so long before the end.
    spread = 3.0 + 2.5 * sqrt(mean_workers_left(own))
    win_by_leads(points, own.players, spread, win)


cdef void game_expect(const void *state, double *points, double *win) noexcept nogil:
    expect_by(&WEIGHTS, state, points, win)


cdef bint game_turns_vary(const void *state) noexcept nogil:
    """What a look has drawn: only the seat that looks knows what it may keep."""
    return (<const State *>state).phase == PHASE_KEEP


cdef bint game_routine(const void *state, Turn *out) noexcept nogil:
    """Where and in what order items go back to a stack."""
    cdef const State *own = <const State *>state
    cdef Move moves[MOST_LEGAL]
    if own.phase == PHASE_SIDE:
        out.moves[0] = SIDE_BOTTOM
    elif own.phase == PHASE_STACK:
        state_legal_moves(own, moves)
        out.moves[0] = moves[0]
    else:
        return False
    out.count = 1
    return True


# -- endings -----------------------------------------------------------------------------------

cdef int game_turns_left(const void *state) noexcept nogil:
    return ending_turns_left(<const State *>state)


cdef int game_every_turn(
    const void *state, void *scratch, int omit, Turn *out, int limit
) noexcept nogil:
    cdef Planner planner
    planner_open(&planner, scratch, EVERY_PLAN_BYTES)
    return ending_turns(<const State *>state, omit != EVERY_TURN, &planner, out, limit)


cdef bint game_chance(const void *state, Chance *out) noexcept nogil:
    return ending_chance(<const State *>state, out)


cdef void game_play_outcome(void *state, int code) noexcept nogil:
    ending_play_outcome(<State *>state, code)


cdef uint64_t game_key(const void *state) noexcept nogil:
    return relevant_key(<const State *>state)


cdef bint game_secret(const void *state) noexcept nogil:
    return ending_secret(<const State *>state)


# -- learning ----------------------------------------------------------------------------------

cdef void game_features(
    const void *state, int viewer, Features *out
) noexcept nogil:
    features_of(<const State *>state, out)


cdef int game_turn_features(const void *state, const Turn *turn, uint16_t *out) noexcept nogil:
    return turn_features_of(<const State *>state, turn, out)


cdef int game_unweighed_turns(
    const void *state, void *scratch, Turn *out, int limit
) noexcept nogil:
    cdef Plans plans
    plans_open(&plans, scratch)
    return list_unweighed(<const State *>state, &WEIGHTS, &plans, out, limit)


# -- the table ---------------------------------------------------------------------------------

OPS.scratch_bytes = PLANS_BYTES
# A placement and every step of mining; one that ends before has a step less.
OPS.turn_moves = 1 + max([TABLES.mining_steps[space] for space in range(4)])
OPS.points_limit = POINTS_LIMIT
OPS.to_move = game_to_move
OPS.turns = game_turns
OPS.information = game_information
OPS.view = game_view
OPS.sample_world = game_sample_world
OPS.expect = game_expect
OPS.spread = game_spread
OPS.turns_vary = game_turns_vary
OPS.routine = game_routine
OPS.every_bytes = EVERY_PLAN_BYTES
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
OPS.unweighed_turns = game_unweighed_turns


# -- tempers -----------------------------------------------------------------------------------

cdef enum:
    MOST_TEMPERS = 16

# The weights of each temper, for as long as the program runs: evaluators point to them.
cdef Weights TEMPERS[MOST_TEMPERS]
cdef Evaluator TEMPER_TABLES[MOST_TEMPERS]
cdef int temper_count = 0


cdef int temper_turns(
    const Evaluator *self, const void *state, void *scratch, Turn *out, int limit
) noexcept nogil:
    return turns_by(<const Weights *>self.own, state, scratch, out, limit)


cdef void temper_expect(
    const Evaluator *self, const void *state, double *points, double *spread, double *win
) noexcept nogil:
    cdef double stray = 0.0 if (<const State *>state).phase == PHASE_OVER else game_spread(state)
    cdef int seat
    for seat in range((<const State *>state).players):
        spread[seat] = stray
    expect_by(<const Weights *>self.own, state, points, win)


def temper(factors):
    """An evaluator, in a capsule, with some of the evaluation's weights multiplied."""
    global temper_count
    cdef dict weights = dict(WEIGHTS)
    cdef int place = temper_count
    if place == MOST_TEMPERS:
        raise ValueError(f"at most {MOST_TEMPERS} tempers")
    for name, factor in factors.items():
        weights[name] *= factor
    TEMPERS[place] = weights
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
