"""What a seat knows: its view of a position, and worlds drawn from that view."""

from libc.stdint cimport uint16_t

from coalbaron_fast.games.coalbaron.core.bits cimport popcount64
from coalbaron_fast.games.coalbaron.core.moves cimport chance_outcomes
from coalbaron_fast.rng cimport Rng, rng_below
from coalbaron_fast.games.coalbaron.core.stacks cimport (
    draw_stack, look_stack, middle_add, middle_pick, middle_remove, pack_look, pack_sets,
    place_item, place_sign, sign_marked, sort_held, with_item, with_sign,
)
from coalbaron_fast.games.coalbaron.core.state cimport state_settle
from coalbaron_fast.games.coalbaron.core.types cimport (
    CHANCE_ORDER, CHANCE_TILE, LOOK, Move, NONE, ORDERS, PLACE_ENDS_BATCH, SIGN_NOTHING, SIGN_SET,
    STACK_ROOM, Stack, State, UNKNOWN,
)


cdef enum:
    SIGNS_LOW = 0x1540          # of a place, the lower bit of each seat's sign


# -- views -------------------------------------------------------------------------------------

cdef bint hide_places(Stack *stack, int viewer, int low, int high) noexcept nogil:
    """Take out of the places what the viewer cannot know.

    The unseen items join the middle: together they are the pool that a world is drawn from.
    Returns whether any of the places belongs to a set of the viewer's.
    """
    cdef int marked = 0, others = SIGNS_LOW & ~(1 << (6 + 2 * viewer))
    cdef int index
    cdef uint16_t place
    for index in range(low, high):
        place = stack.place[index]
        if place_sign(place, viewer) in (SIGN_NOTHING, SIGN_SET):
            middle_add(stack, place_item(place))
            place = with_item(place, UNKNOWN)
        # Which places of a set show its items is known to that seat alone: 3 (seen) reads 2 (set).
        stack.place[index] = <uint16_t>(place & ~(place & place >> 1 & others))
        marked |= sign_marked(place_sign(place, viewer))
    return marked


cdef void hide_stack(Stack *stack, int viewer) noexcept nogil:
    cdef bint top = hide_places(stack, viewer, 0, stack.top)
    cdef bint bottom = hide_places(stack, viewer, STACK_ROOM - stack.bottom, STACK_ROOM)
    # The order of a set's items would tell where each lies.
    if top or bottom:
        pack_sets(stack, viewer)


cdef void hide_held(State *view) noexcept nogil:
    cdef Stack *stack = <Stack *>look_stack(view)
    cdef bint own = view.active == view.viewer
    cdef int index, seat
    cdef uint16_t place
    for index in range(view.held_count):
        place = view.held[index]
        if not own and place_sign(place, view.viewer) == SIGN_NOTHING:
            middle_add(stack, place_item(place))
            place = with_item(place, UNKNOWN)
        for seat in range(view.players):
            if seat != view.viewer and seat != view.active:
                place = with_sign(place, seat, SIGN_NOTHING)
        view.held[index] = place
    if own:
        sort_held(view, view.returned)
    else:
        pack_look(view)


cdef void knowledge_view(const State *state, int seat, State *view) noexcept nogil:
    view[0] = state[0]
    # A view has nothing left to hide.
    if state.viewer != NONE:
        return
    view.viewer = seat
    hide_stack(&view.tiles, seat)
    hide_stack(&view.orders, seat)
    if view.held_count:
        hide_held(view)


# -- worlds ------------------------------------------------------------------------------------

cdef int draw_unseen(Stack *stack, Rng *rng) noexcept nogil:
    """One of the unseen items, every single one as likely; what is not drawn is the middle."""
    cdef int item = middle_pick(stack, rng_below(rng, popcount64(stack.middle)))
    middle_remove(stack, item)
    return item


cdef void shuffle_set(uint16_t **cells, int count, int viewer, Rng *rng) noexcept nogil:
    """Permute the items of a set, with the viewer's own sign, over its cells."""
    cdef int index, other
    cdef uint16_t a, b
    for index in range(count - 1, 0, -1):
        other = rng_below(rng, index + 1)
        a = cells[index][0]
        b = cells[other][0]
        cells[index][0] = with_sign(with_item(a, place_item(b)), viewer, place_sign(b, viewer))
        cells[other][0] = with_sign(with_item(b, place_item(a)), viewer, place_sign(a, viewer))


cdef void shuffle_part(Stack *stack, int viewer, int low, int high, Rng *rng) noexcept nogil:
    """Permute each of the viewer's sets: a set lies within one batch, and has no other bounds."""
    cdef uint16_t *cells[STACK_ROOM]
    cdef int index = high - 1, count = 0
    while index >= low:
        if sign_marked(place_sign(stack.place[index], viewer)):
            cells[count] = &stack.place[index]
            count += 1
        if stack.place[index] & PLACE_ENDS_BATCH:
            shuffle_set(cells, count, viewer, rng)
            count = 0
        index -= 1


cdef void fill_unknown(Stack *stack, int low, int high, Rng *rng) noexcept nogil:
    cdef int index
    for index in range(low, high):
        if place_item(stack.place[index]) == UNKNOWN:
            stack.place[index] = with_item(stack.place[index], draw_unseen(stack, rng))


cdef void fill_stack(Stack *stack, Rng *rng) noexcept nogil:
    fill_unknown(stack, 0, stack.top, rng)
    fill_unknown(stack, STACK_ROOM - stack.bottom, STACK_ROOM, rng)


cdef void shuffle_sets(Stack *stack, int viewer, Rng *rng) noexcept nogil:
    shuffle_part(stack, viewer, 0, stack.top, rng)
    shuffle_part(stack, viewer, STACK_ROOM - stack.bottom, STACK_ROOM, rng)


cdef void sample_held(State *world, int viewer, Rng *rng) noexcept nogil:
    """What another seat holds: the viewer knows some of it, in no order."""
    cdef Stack *stack = <Stack *>look_stack(world)
    cdef uint16_t *cells[STACK_ROOM + LOOK]
    cdef int index, count = 0
    for index in range(world.held_count):
        if place_item(world.held[index]) == UNKNOWN:
            world.held[index] = with_item(world.held[index], draw_unseen(stack, rng))
        cells[count] = &world.held[index]
        count += 1
    if world.straddle >> viewer & 1:
        # The set spans the rest of the batch that the draw has cut.
        index = stack.top - 1
        while True:
            if sign_marked(place_sign(stack.place[index], viewer)):
                cells[count] = &stack.place[index]
                count += 1
            if stack.place[index] & PLACE_ENDS_BATCH:
                break
            index -= 1
    shuffle_set(cells, count, viewer, rng)
    for index in range(count):
        # A held place is not marked: seen or nothing. In the stack it is seen or one of the set.
        if index < world.held_count and place_sign(cells[index][0], viewer) == SIGN_SET:
            cells[index][0] = with_sign(cells[index][0], viewer, SIGN_NOTHING)
        elif index >= world.held_count and place_sign(cells[index][0], viewer) == SIGN_NOTHING:
            cells[index][0] = with_sign(cells[index][0], viewer, SIGN_SET)
    sort_held(world, world.returned)


cdef void knowledge_sample(const State *view, Rng *rng, State *world) noexcept nogil:
    cdef int viewer = view.viewer
    world[0] = view[0]
    world.viewer = NONE
    # First the items that the viewer was not shown, then the order within what it saw as a set:
    # its sets are known as wholes, so filling them cannot depend on how they are permuted.
    fill_stack(&world.tiles, rng)
    fill_stack(&world.orders, rng)
    if world.held_count and viewer != world.active:
        sample_held(world, viewer, rng)
    shuffle_sets(&world.tiles, viewer, rng)
    shuffle_sets(&world.orders, viewer, rng)
    # A view asks chance for a known place that the viewer turns up; a full position goes on.
    state_settle(world)


cdef int chance_sample(const State *state, Rng *rng) noexcept nogil:
    cdef Move codes[ORDERS]
    cdef int ways[ORDERS]
    cdef const Stack *stack = draw_stack(state)
    cdef int total, index, number
    if state.viewer != NONE:
        chance_outcomes(state, codes, ways, &total)
        number = rng_below(rng, total)
        index = 0
        while number >= ways[index]:
            number -= ways[index]
            index += 1
        return codes[index]
    number = middle_pick(stack, rng_below(rng, stack.middle_size))
    return number + (CHANCE_ORDER if stack.width == 1 else CHANCE_TILE)
