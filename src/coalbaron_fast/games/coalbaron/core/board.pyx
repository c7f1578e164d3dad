"""Coal Baron token by token: the table of functions of contract/board.pxd."""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint64_t

from coalbaron_fast.contract.game cimport TO_CHANCE, TO_NOBODY, Turn
from coalbaron_fast.games.coalbaron.core.deck cimport (
    Deck, deck_draw, deck_fits, deck_lay_out, deck_next,
)
from coalbaron_fast.games.coalbaron.core.evaluate cimport WEIGHTS
from coalbaron_fast.games.coalbaron.core.observations cimport (
    OBSERVATION_SIZE, observation_units, observe_compact, observe_state,
)
from coalbaron_fast.games.coalbaron.core.game import TURN_OPS
from coalbaron_fast.games.coalbaron.core.identity cimport state_equal, state_hash
from coalbaron_fast.games.coalbaron.core.knowledge cimport knowledge_view
from coalbaron_fast.games.coalbaron.core.moves cimport chance_outcomes, state_legal_moves
from coalbaron_fast.games.coalbaron.core.plans cimport Plans, plans_forget, plans_open
from coalbaron_fast.games.coalbaron.core.scoring cimport winner_mask
from coalbaron_fast.games.coalbaron.core.stacks cimport (
    draw_stack, middle_remove, place_item, stack_normalise, stack_size,
)
from coalbaron_fast.games.coalbaron.core.state cimport state_init, state_play
from coalbaron_fast.games.coalbaron.core.turns cimport best_turn
from coalbaron_fast.games.coalbaron.core.types cimport (
    CHANCE_HIDDEN, CHANCE_ORDER, CHANCE_TILE, DRAW_LOOK, MOVE_CODES, MOVE_CODES as MOST_LEGAL, Move,
    PHASE_CHANCE, PHASE_OVER, PHASE_STACK, STACK_HIDDEN, Stack, State,
)

include "../../../contract/board.pxi"


cdef void board_begin(void *out, int seats, int start, const int16_t *options) noexcept nogil:
    state_init(<State *>out, seats, start)


cdef int board_to_move(const void *state) noexcept nogil:
    cdef const State *own = <const State *>state
    if own.phase == PHASE_CHANCE:
        return TO_CHANCE
    # Two returns: a conditional expression would have the type of the seat, without a sign.
    if own.phase == PHASE_OVER:
        return TO_NOBODY
    return own.active


cdef int board_round(const void *state) noexcept nogil:
    return (<const State *>state).shift


cdef int board_seeded(const void *state, uint64_t seed) noexcept nogil:
    return deck_draw(<const State *>state, seed)


# -- what a seat is shown ------------------------------------------------------------------------

cdef int hidden_code(const State *state, int code, int seat) noexcept nogil:
    """A code as a seat is shown it."""
    if state.active == seat:
        return code
    if state.phase == PHASE_CHANCE and state.draw == DRAW_LOOK:
        return CHANCE_HIDDEN
    return STACK_HIDDEN if state.phase == PHASE_STACK else code


cdef bint asks_to_name(const State *view) noexcept nogil:
    """In a view at chance: the next item comes off a place that only others know."""
    return view.phase == PHASE_CHANCE and draw_stack(view).top > 0


cdef void apply_draw(State *before, int code) noexcept nogil:
    """At chance: take the item that the code names, so that what lies below stands on top."""
    cdef Stack *stack
    if before.phase == PHASE_CHANCE:
        stack = <Stack *>draw_stack(before)
        middle_remove(stack, code if code < CHANCE_ORDER else code - CHANCE_ORDER)
        stack.middle_size -= 1
        stack_normalise(stack)


cdef int name_next(const State *before, const State *view) noexcept nogil:
    """What a whole position, about to draw on, holds where the view's stack now ends."""
    cdef bint orders = draw_stack(view).width == 1
    cdef const Stack *stack = &before.orders if orders else &before.tiles
    cdef int drawn = stack_size(stack) - stack_size(draw_stack(view))
    cdef int item = place_item(stack.place[stack.top - 1 - drawn])
    return (CHANCE_ORDER if orders else CHANCE_TILE) + item


cdef int board_shown(const void *state, int code, int seat, uint16_t *out) noexcept nogil:
    """A chance token more wherever the seat sees a place turned up that only others knew."""
    cdef State view, before = (<const State *>state)[0]
    cdef int count = 1
    out[0] = hidden_code(&before, code, seat)
    knowledge_view(&before, seat, &view)
    state_play(&view, out[0])
    apply_draw(&before, code)
    while asks_to_name(&view):
        out[count] = name_next(&before, &view)
        state_play(&view, out[count])
        count += 1
    return count


# -- how it stands -------------------------------------------------------------------------------

cdef void board_points(const void *state, int *out) noexcept nogil:
    cdef const State *own = <const State *>state
    cdef int seat
    for seat in range(own.players):
        out[seat] = own.seats[seat].vp


cdef bint board_equal(const void *one, const void *other) noexcept nogil:
    return state_equal(<const State *>one, <const State *>other)


cdef uint64_t board_hash(const void *state) noexcept nogil:
    return state_hash(<const State *>state)


cdef void board_static_best(const void *state, void *scratch, Turn *out) noexcept nogil:
    """By what the seat knows, and by all plans."""
    cdef const State *own = <const State *>state
    cdef Plans plans
    cdef State view
    knowledge_view(own, own.active, &view)
    plans_open(&plans, scratch)
    plans_forget(&plans)
    best_turn(&view, &WEIGHTS, &plans, out)


# -- what a learner sees, and a game's deal ------------------------------------------------------

cdef int board_observation_size(int seats) noexcept nogil:
    return OBSERVATION_SIZE[seats]


cdef void board_observe(const void *state, int seat, float *out) noexcept nogil:
    observe_state(<const State *>state, seat, out)


cdef void board_observe_compact(const void *state, int seat, void *out) noexcept nogil:
    observe_compact(<const State *>state, seat, <uint8_t *>out)


cdef void board_observation_units(int seats, float *out) noexcept nogil:
    observation_units(seats, out)


cdef void board_deal(uint64_t seed, void *out) noexcept nogil:
    deck_lay_out(seed, <Deck *>out)


cdef int board_dealt(const void *deal, const void *state) noexcept nogil:
    return deck_next(<const Deck *>deal, <const State *>state)


cdef bint board_deal_fits(const void *deal, const void *state) noexcept nogil:
    return deck_fits(<const Deck *>deal, <const State *>state)


OPS.begin = board_begin
OPS.to_move = board_to_move
OPS.round = board_round
OPS.seeded = board_seeded
OPS.shown = board_shown
OPS.points = board_points
OPS.equal = board_equal
OPS.hash = board_hash
OPS.static_best = board_static_best
OPS.observation_size = board_observation_size
OPS.observe = board_observe
OPS.observe_compact = board_observe_compact
OPS.observation_units = board_observation_units
OPS.compact_bytes = 1
OPS.count_unit = 1.0
OPS.deal_bytes = sizeof(Deck)
OPS.deal = board_deal
OPS.dealt = board_dealt
OPS.deal_fits = board_deal_fits
