"""Endings of Coal Baron as a solver sees them: all turns, all chance."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.string cimport memmove

from coalbaron_fast.games.coalbaron.core.bits cimport lowest_bit64, pit_total, popcount64
from coalbaron_fast.games.coalbaron.core.evaluate cimport (
    Standing, WEIGHTS, evaluate, seat_utility, standing_of, utility_after,
)
from coalbaron_fast.games.coalbaron.core.mining cimport (
    PLAN_COMPLETE, Planner, planner_apply, planner_is_dominated, planner_mark_dominated,
    planner_node_steps, planner_run, planner_steps,
)
from coalbaron_fast.games.coalbaron.core.moves cimport chance_outcomes, state_legal_moves
from coalbaron_fast.games.coalbaron.core.relevance cimport (
    can_deliver, cards_matter, cheapest, space_workers, tiles_matter,
)
from coalbaron_fast.games.coalbaron.core.stacks cimport (
    look_stack, middle_add, middle_count, middle_remove, place_item, place_sign, sign_marked,
    stack_normalise, viewer_sees_look, with_sign,
)
from coalbaron_fast.games.coalbaron.core.state cimport state_play
from coalbaron_fast.games.coalbaron.core.tables cimport TABLES
from coalbaron_fast.games.coalbaron.core.types cimport (
    BANK, DELIVERY, DRAW_LOOK, END, LOOK, MINING, MONEY, MOVE_CODES, Move, NONE, ORDER,
    ORDER_LOOK, ORDERS, PHASE_KEEP, PHASE_MINE, PHASE_OVER, PHASE_PLACE, PHASE_SIDE,
    PHASE_STACK, PLACE, PLACE_ENDS_BATCH, SHIFTS, SIGN_KNOWN, STACK_ROOM, Stack, State, TAKE_NONE,
    TAKE_ORDER, TAKE_TILE, TILE_KINDS, UNKNOWN,
)
from coalbaron_fast.contract.game cimport Chance, FAR_FROM_END, NOBODY_CHOOSES, Turn

cdef enum:
    TILE_STACK = 0              # sources of chance
    ORDER_STACK = 1
    GROUPS = 512                # ends of a last mining turn that are compared with each other


cdef int ending_turns_left(const State *state) noexcept nogil:
    cdef int seat, left = state.phase != PHASE_PLACE
    if state.shift != SHIFTS or state.active == NONE:
        return FAR_FROM_END if state.phase != PHASE_OVER else 0
    for seat in range(state.players):
        left += state.seats[seat].workers
    return left


# -- listing -----------------------------------------------------------------------------------

# The turns listed so far, and what they are compared with.
cdef struct Listing:
    const State *state
    Standing standing
    Planner *planner
    Turn *out
    int limit
    int count
    bint full
    bint merge
    bint dominance              # what is sure to be no better may be left out as well


cdef double value_of(Listing *listing, const State *after) noexcept nogil:
    """How a position after a turn of the listing's seat looks to it, for the order of turns."""
    cdef double vp[4]
    cdef int seat = listing.state.active
    if after.phase != PHASE_OVER:
        return utility_after(&listing.standing, after, seat, &WEIGHTS)
    evaluate(after, &WEIGHTS, vp)
    return seat_utility(vp, after.players, seat, &WEIGHTS)


cdef void add_single(Listing *listing, Move move) noexcept nogil:
    cdef State after = listing.state[0]
    cdef Turn *turn = listing.out + listing.count
    if listing.count == listing.limit:
        listing.full = True
        return
    state_play(&after, move)
    turn.moves[0] = move
    turn.count = 1
    turn.value = value_of(listing, &after)
    listing.count += 1


# -- mining ------------------------------------------------------------------------------------

# How a last mining turn ends, as far as that still counts.
cdef struct MiningEnd:
    uint64_t orders             # what can be delivered, with what lies on it
    uint32_t loads              # cubes left on each level, 8 bits each
    int node


cdef MiningEnd read_end(const State *end, int seat, int node) noexcept nogil:
    cdef MiningEnd found
    cdef uint64_t orders = end.seats[seat].outstanding & end.complete
    cdef int level, order
    found.node = node
    found.orders = found.loads = 0
    for level in range(4):
        found.loads |= <uint32_t>pit_total(end.seats[seat].pit[level]) << (8 * level)
    while orders:
        order = lowest_bit64(orders)
        orders &= orders - 1
        if can_deliver(end, seat, order):
            found.orders = (found.orders ^ (end.fill[order] | <uint64_t>order << 16)) * (
                <uint64_t>0x9E3779B97F4A7C15
            )
            found.orders ^= found.orders >> 29
    return found


cdef bint is_enough(const MiningEnd *one, const MiningEnd *other, bint dominance) noexcept nogil:
    """Whether an end makes the other one superfluous: the same orders, and no level with more
    cubes on it. Emptier carts never hurt their seat: they count for majorities alone, in which
    more never means less for it or more for anybody else."""
    cdef uint32_t guard = 0x80808080
    if one.orders != other.orders:
        return False
    if not dominance:
        return one.loads == other.loads
    return ((other.loads | guard) - one.loads) & guard == guard


cdef void add_plan(Listing *listing, const State *placed, int node, Move place) noexcept nogil:
    """A plan as a turn: the placement (unless it is over), the steps, and the end if some are left.
    """
    cdef Turn *turn = listing.out + listing.count
    cdef State end = placed[0]
    if listing.count == listing.limit:
        listing.full = True
        return
    planner_apply(listing.planner, node, &end)
    turn.count = 0
    if listing.state.phase == PHASE_PLACE:
        turn.moves[0] = place
        turn.count = 1
    turn.count += planner_steps(listing.planner, node, &turn.moves[turn.count])
    if planner_node_steps(listing.planner, node) < placed.steps:
        turn.moves[turn.count] = END
        turn.count += 1
    turn.value = value_of(listing, &end)
    listing.count += 1


cdef void add_last_plans(Listing *listing, const State *placed, Move place) noexcept nogil:
    """The plans of a seat that will not mine again: one of those that come to the same."""
    cdef MiningEnd kept[GROUPS]
    cdef MiningEnd found
    cdef State end
    cdef int node, index, left, count = 0
    for node in range(listing.planner.count):
        end = placed[0]
        planner_apply(listing.planner, node, &end)
        found = read_end(&end, placed.active, node)
        index = 0
        while index < count and not is_enough(&kept[index], &found, listing.dominance):
            index += 1
        if index < count:
            continue
        if count == GROUPS:
            listing.full = True
            return
        left = 0
        for index in range(count):
            kept[left] = kept[index]
            left += not is_enough(&found, &kept[index], listing.dominance)
        kept[left] = found
        count = left + 1
    for index in range(count):
        add_plan(listing, placed, kept[index].node, place)


cdef void add_mining(Listing *listing, Move place) noexcept nogil:
    """All plans of one mining space, or of the rest of a mining turn.

    At three and more seats a better pit could still move another seat to play another way:
    there only what comes to the same is left out.
    """
    cdef State placed = listing.state[0]
    cdef int node, seat = placed.active
    cdef bint last
    if placed.phase == PHASE_PLACE:
        state_play(&placed, place)
    if planner_run(listing.planner, &placed, seat, placed.steps) != PLAN_COMPLETE:
        listing.full = True
        return
    last = placed.seats[seat].workers < cheapest(&placed, MINING, DELIVERY)
    if listing.merge and last:
        add_last_plans(listing, &placed, place)
        return
    if listing.dominance:
        planner_mark_dominated(listing.planner)
    for node in range(listing.planner.count):
        if not listing.dominance or not planner_is_dominated(listing.planner, node):
            add_plan(listing, &placed, node, place)


# -- turns -------------------------------------------------------------------------------------

cdef bint is_superfluous(const Listing *listing, Move move, const Move *moves) noexcept nogil:
    """Whether a placement can be left out: it comes to the same as one before it, or (two seats)
    another one is sure to be as good.

    Cards from which no seat can earn: where they lie is the same, and to take one loses a point
    that a worker at the bank does not. A money space that takes one worker is worth as much as the
    bank and more, and leaves the other seat no more than it had.
    """
    cdef const State *state = listing.state
    cdef int space = move - PLACE, other
    if space == BANK:
        return listing.dominance and cheapest(state, MONEY, ORDER) == 1
    if space < ORDER or cards_matter(state):
        return False
    if listing.dominance:
        return True
    if space == ORDER_LOOK:
        return False
    other = 0
    while moves[other] != move:
        if moves[other] - PLACE >= ORDER and (
            space_workers(state, moves[other] - PLACE) == space_workers(state, space)
        ):
            return True
        other += 1
    return False


cdef void add_placements(Listing *listing, const Move *moves, int count) noexcept nogil:
    cdef int index, space
    for index in range(count):
        space = moves[index] - PLACE
        if listing.merge and is_superfluous(listing, moves[index], moves):
            continue
        if MINING <= space < DELIVERY:
            add_mining(listing, moves[index])
        else:
            add_single(listing, moves[index])


cdef bint look_matters(const State *state) noexcept nogil:
    """Whether it matters what a look at hand shows or puts back."""
    return cards_matter(state) if state.space == ORDER_LOOK else tiles_matter(state)


cdef int ending_turns(
    const State *state, bint merge, Planner *planner, Turn *out, int limit
) noexcept nogil:
    cdef Move moves[MOVE_CODES]
    cdef Listing listing
    cdef int index, count
    listing.state = state
    listing.planner = planner
    listing.out = out
    listing.limit = limit
    listing.count = 0
    listing.full = False
    listing.merge = merge
    listing.dominance = merge and state.players == 2
    standing_of(state, &WEIGHTS, &listing.standing)
    if state.phase == PHASE_MINE:
        add_mining(&listing, END)
        return 0 if listing.full else listing.count
    count = state_legal_moves(state, moves)
    if state.phase == PHASE_PLACE:
        add_placements(&listing, moves, count)
    else:
        if (
            merge and (state.phase == PHASE_SIDE or state.phase == PHASE_STACK)
            and not look_matters(state)
        ):
            count = 1
        for index in range(count):
            add_single(&listing, moves[index])
    return 0 if listing.full else listing.count


# -- chance ------------------------------------------------------------------------------------

cdef bint ending_deals(const State *state) noexcept nogil:
    return state.phase == PHASE_KEEP and not viewer_sees_look(state)


cdef bint cuts_set(const Stack *stack, int viewer, int lowest, int end) noexcept nogil:
    """Whether drawing place[lowest ... end-1] takes a part of one of the viewer's sets.

    A set that is drawn whole is no trouble: its known items are there, the others are unseen.
    """
    cdef int index
    if lowest == end or stack.place[lowest] & PLACE_ENDS_BATCH:
        return False
    for index in range(lowest, end):
        if index > lowest and stack.place[index] & PLACE_ENDS_BATCH:
            return False
        if sign_marked(place_sign(stack.place[index], viewer)):
            return True
    return False


# What a look draws: places of which the viewer knows what lies there, and others.
cdef struct Drawn:
    int known[5]
    int known_count
    int unknown_count
    bint cuts                   # a set of the viewer's is drawn in part


cdef void note_place(uint16_t place, Drawn *drawn) noexcept nogil:
    if place_item(place) == UNKNOWN:
        drawn.unknown_count += 1
    else:
        drawn.known[drawn.known_count] = place_item(place)
        drawn.known_count += 1


cdef void look_through(const State *state, Drawn *drawn) noexcept nogil:
    """What is held already and what the look has yet to draw: top part, middle, bottom part."""
    cdef const Stack *stack = look_stack(state)
    cdef int index, wanted = LOOK - state.held_count, number
    drawn.known_count = drawn.unknown_count = 0
    drawn.cuts = state.straddle >> state.viewer & 1
    for index in range(state.held_count):
        note_place(state.held[index], drawn)
    number = wanted if wanted < stack.top else stack.top
    for index in range(number):
        note_place(stack.place[stack.top - 1 - index], drawn)
    drawn.cuts |= cuts_set(stack, state.viewer, stack.top - number, stack.top)
    wanted -= number
    number = wanted if wanted < stack.middle_size else stack.middle_size
    drawn.unknown_count += number
    wanted -= number
    number = wanted if wanted < stack.bottom else stack.bottom
    for index in range(number):
        note_place(stack.place[STACK_ROOM - 1 - index], drawn)
    drawn.cuts |= cuts_set(stack, state.viewer, STACK_ROOM - number, STACK_ROOM)


cdef inline int take_code(const State *state, int item) noexcept nogil:
    return item + (TAKE_ORDER if state.space == ORDER_LOOK else TAKE_TILE)


cdef bint is_payable(const State *state, int item) noexcept nogil:
    return state.space == ORDER_LOOK or (
        TABLES.tile_price[item] <= state.seats[state.active].marks
    )


cdef void add_outcome(const State *state, int item, int ways, Chance *out) noexcept nogil:
    """Something to keep, once; first come the certain ones."""
    cdef int index, code = take_code(state, item)
    for index in range(out.count):
        if out.codes[index] == code:
            return
    if not is_payable(state, item):
        return
    out.codes[out.count] = code
    out.ways[out.count] = ways
    out.count += 1


cdef void only_any_card(const State *state, const Drawn *drawn, Chance *out) noexcept nogil:
    """A look at cards that no seat can earn from: none, or (it costs a point; at two seats that is
    left out) one, whichever."""
    cdef const Stack *stack = look_stack(state)
    if state.players > 2:
        add_outcome(
            state, drawn.known[0] if drawn.known_count else lowest_bit64(stack.middle), 0, out
        )
    out.certain = out.count
    out.hand = 0


cdef bint chance_of_look(const State *state, Chance *out) noexcept nogil:
    cdef const Stack *stack = look_stack(state)
    cdef Drawn drawn
    cdef int index, item
    look_through(state, &drawn)
    if drawn.cuts:
        return False
    out.chooser = state.active
    out.codes[0] = TAKE_NONE
    out.ways[0] = 0
    out.count = 1
    out.total = popcount64(stack.middle)
    out.hand = drawn.unknown_count
    out.private = stack.top > 0 or stack.bottom > 0 or state.held_count > 0
    if not look_matters(state):
        only_any_card(state, &drawn, out)
        return True
    for index in range(drawn.known_count):
        add_outcome(state, drawn.known[index], 0, out)
    out.certain = out.count
    if out.hand:
        for item in range(ORDERS if stack.width == 1 else TILE_KINDS):
            if middle_count(stack, item):
                add_outcome(state, item, middle_count(stack, item), out)
    return True


cdef bint ending_chance(const State *state, Chance *out) noexcept nogil:
    cdef const Stack *stack
    cdef int ways[ORDERS]
    cdef int index
    cdef bint orders
    if state.draw == DRAW_LOOK or state.phase == PHASE_KEEP:
        out.source = ORDER_STACK if state.space == ORDER_LOOK else TILE_STACK
        return chance_of_look(state, out)
    orders = ORDER <= state.space < ORDER_LOOK
    stack = &state.orders if orders else &state.tiles
    out.source = ORDER_STACK if orders else TILE_STACK
    out.count = chance_outcomes(state, out.codes, ways, &out.total)
    out.chooser = NOBODY_CHOOSES
    out.certain = 0
    out.hand = 1
    out.private = stack.top > 0 or stack.bottom > 0
    if not (cards_matter(state) if orders else tiles_matter(state)):
        # Whatever comes up: no seat can use it.
        out.count = out.total = ways[0] = 1
    for index in range(out.count):
        out.ways[index] = ways[index]
    return True


cdef void shuffle_back(State *state) noexcept nogil:
    """All that a look draws joins the middle."""
    cdef Stack *stack = <Stack *>look_stack(state)
    cdef Drawn drawn
    cdef int index, top, middle, bottom, wanted = LOOK - state.held_count
    look_through(state, &drawn)
    top = wanted if wanted < stack.top else stack.top
    wanted -= top
    middle = wanted if wanted < stack.middle_size else stack.middle_size
    wanted -= middle
    bottom = wanted if wanted < stack.bottom else stack.bottom
    for index in range(drawn.known_count):
        middle_add(stack, drawn.known[index])
    stack.middle_size += state.held_count + top + bottom
    stack.top -= top
    stack.bottom -= bottom
    memmove(
        &stack.place[STACK_ROOM - stack.bottom],
        &stack.place[STACK_ROOM - stack.bottom - bottom], stack.bottom * sizeof(uint16_t),
    )
    state.held_count = 0
    state.touched = 0
    state.straddle = 0


cdef void ending_play_outcome(State *state, Move code) noexcept nogil:
    """A hand's outcome is kept as the game keeps it, out of a hand of one."""
    cdef Stack *stack
    cdef int item
    if state.draw != DRAW_LOOK and state.phase != PHASE_KEEP:
        state_play(state, code)
        return
    shuffle_back(state)
    if code != TAKE_NONE:
        item = code - (TAKE_ORDER if state.space == ORDER_LOOK else TAKE_TILE)
        stack = <Stack *>look_stack(state)
        middle_remove(stack, item)
        stack.middle_size -= 1
        stack_normalise(stack)
        state.held[0] = with_sign(<uint16_t>item, state.active, SIGN_KNOWN)
        state.held_count = 1
    state.draw = NONE
    state.phase = PHASE_KEEP
    state_play(state, code)


# -- secrets -----------------------------------------------------------------------------------

cdef bint knows_places(const Stack *stack, int draws) noexcept nogil:
    """Whether a view shows what lies at some place that n draws could come to."""
    cdef int index
    for index in range(stack.top if stack.top < draws else draws):
        if place_item(stack.place[stack.top - 1 - index]) != UNKNOWN:
            return True
    draws -= stack.top + stack.middle_size
    for index in range(stack.bottom if stack.bottom < draws else draws):
        if place_item(stack.place[STACK_ROOM - 1 - index]) != UNKNOWN:
            return True
    return False


cdef bint ending_secret(const State *state) noexcept nogil:
    """What one seat put back is known to it alone, and a view draws it without asking chance."""
    cdef int draws = LOOK * ending_turns_left(state)
    return (
        knows_places(&state.tiles, draws) and tiles_matter(state)
        or knows_places(&state.orders, draws) and cards_matter(state)
    )
