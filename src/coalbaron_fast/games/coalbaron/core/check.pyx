"""The invariants of a state: the debug build checks them after every play, readers once."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t

from coalbaron_fast.games.coalbaron.core.bits cimport (
    byte_count, cage_count, cage_level, cage_total, lowest_bit64, pit_count, pit_tiles, pit_total,
    popcount64,
)
from coalbaron_fast.games.coalbaron.core.spots cimport spots_complete
from coalbaron_fast.games.coalbaron.core.stacks cimport (
    draw_stack, middle_count, place_item, place_sign, sign_marked,
)
from coalbaron_fast.games.coalbaron.core.tables cimport TABLES
from coalbaron_fast.games.coalbaron.core.types cimport (
    BANK, CAGE_ROOM, COLOURS, DRAW_DRAFT, DRAW_LOOK, DRAW_ROW, FACTORY, FACTORY_LOOK,
    FACTORY_SPACES, LOOK, MAX_SEATS, MINING, MOST_MARKS, MOST_VP, DELIVERY, ELEMENTS_A_SHIFT, NONE,
    NO_ORDER, NO_TILE, ORDER, ORDERS, ORDER_LOOK, ORDER_SPACES, PHASE_CHANCE, PHASE_DRAFT,
    PHASE_FILL, PHASE_KEEP, PHASE_MINE, PHASE_OVER, PHASE_PLACE, PHASE_SIDE, PHASE_STACK,
    PLACE_ENDS_BATCH, SIGN_KNOWN, SIGN_NOTHING, SHIFTS, SIGN_SEEN, SIGN_SET, STACK_ROOM, SUPPLY,
    Seat, Stack, State, TILE_CARTS, TILE_COPIES, TILE_KINDS, UNKNOWN,
)


# -- cubes and spots ---------------------------------------------------------------------------

cdef int spot_cubes(int order, int spot, int fill, int colour) noexcept nogil:
    cdef int own = TABLES.order_colour[order]
    if fill == 1:
        return (spot if own == 4 else own) == colour
    return TABLES.fill_cubes[fill] >> (8 * colour) & 255


cdef int cubes_out(const State *state, int colour) noexcept nogil:
    cdef const Seat *own
    cdef uint64_t orders
    cdef int seat, level, order, spot, count = 0
    for seat in range(state.players):
        own = &state.seats[seat]
        count += cage_count(own.cage, colour) + byte_count(own.storage, colour)
        for level in range(4):
            count += pit_count(own.pit[level], colour)
        orders = own.outstanding
        while orders:
            order = lowest_bit64(orders)
            orders &= orders - 1
            for spot in range(TABLES.order_spots[order]):
                count += spot_cubes(order, spot, state.fill[order] >> (4 * spot) & 15, colour)
    return count


cdef int check_cubes(const State *state, int *detail) noexcept nogil:
    cdef const Seat *own
    cdef int colour, seat, level
    for colour in range(COLOURS):
        detail[0] = colour
        if cubes_out(state, colour) + byte_count(state.supply, colour) != SUPPLY:
            return BAD_CUBES
    for seat in range(state.players):
        own = &state.seats[seat]
        detail[0] = seat
        if cage_total(own.cage) > CAGE_ROOM or cage_level(own.cage) > 4:
            return BAD_CAGE
        for level in range(4):
            detail[0] = 4 * seat + level
            if pit_total(own.pit[level]) > TABLES.pit_carts[pit_tiles(own.pit[level])]:
                return BAD_LEVEL
    return 0


cdef bint spots_sorted(uint16_t word, int order) noexcept nogil:
    cdef int spot, fill, last = 1
    if word >> (4 * TABLES.order_spots[order]) and TABLES.order_spots[order] < 4:
        return False
    for spot in range(TABLES.order_spots[order]):
        fill = word >> (4 * spot) & 15
        if fill > 11:
            return False
        if TABLES.order_colour[order] != 4:
            if fill and (fill < last or last == 0):
                return False
            last = fill
    return True


cdef int check_spots(const State *state, int *detail) noexcept nogil:
    cdef uint64_t outstanding = 0, bit
    cdef int seat, order
    for seat in range(state.players):
        outstanding |= state.seats[seat].outstanding
    for order in range(ORDERS):
        bit = <uint64_t>1 << order
        detail[0] = order
        if not outstanding & bit:
            if state.fill[order] or state.complete & bit:
                return BAD_SPOTS
        elif not spots_sorted(state.fill[order], order):
            return BAD_SPOTS
        elif spots_complete(state.fill[order], order) != ((state.complete & bit) != 0):
            return BAD_SPOTS
    return 0


# -- cards, tiles and the stacks -----------------------------------------------------------------

cdef int known_in_stack(const Stack *stack, int item) noexcept nogil:
    cdef int index, count = 0
    for index in range(stack.top):
        count += place_item(stack.place[index]) == item
    for index in range(STACK_ROOM - stack.bottom, STACK_ROOM):
        count += place_item(stack.place[index]) == item
    return count


cdef int held_of(const State *state, bint orders, int item) noexcept nogil:
    cdef int index, count = 0
    if orders != (state.space == ORDER_LOOK):
        return 0
    for index in range(state.held_count):
        count += place_item(state.held[index]) == item
    return count


cdef int check_items(const State *state, int *detail) noexcept nogil:
    cdef uint64_t bit
    cdef int item, seat, index, count
    for item in range(ORDERS):
        bit = <uint64_t>1 << item
        count = (state.draft & bit) != 0
        for seat in range(state.players):
            count += (state.seats[seat].outstanding & bit) != 0
            count += (state.seats[seat].delivered & bit) != 0
        for index in range(ORDER_SPACES):
            count += state.row[index] == item
        count += middle_count(&state.orders, item) + known_in_stack(&state.orders, item)
        detail[0] = item
        if count + held_of(state, True, item) != 1:
            return BAD_CARD
    for item in range(TILE_KINDS):
        count = middle_count(&state.tiles, item) + known_in_stack(&state.tiles, item)
        for seat in range(state.players):
            count += pit_tiles(state.seats[seat].pit[item >> 2]) >> (2 * (item & 3)) & 3
        for index in range(FACTORY_SPACES):
            count += state.factory[index] == item
        detail[0] = item
        if count + held_of(state, False, item) != TILE_COPIES:
            return BAD_TILE
    return 0


cdef bint place_signs_fit(const State *state, uint16_t place) noexcept nogil:
    """Signs only of seats that play; in a view, nothing of other seats' sets and no loose ends."""
    cdef int seat, sign
    for seat in range(MAX_SEATS):
        sign = place_sign(place, seat)
        if seat >= state.players:
            if sign:
                return False
        elif state.viewer == seat:
            if (place_item(place) == UNKNOWN) != (sign == SIGN_NOTHING or sign == SIGN_SET):
                return False
        elif state.viewer != NONE and sign == SIGN_SEEN:
            return False
    return state.viewer != NONE or place_item(place) != UNKNOWN


cdef int check_stack(
    const State *state, const Stack *stack, bint orders, int *detail
) noexcept nogil:
    cdef int index, unseen = popcount64(stack.middle)
    cdef int unknown = known_in_stack(stack, UNKNOWN) + held_of(state, orders, UNKNOWN)
    detail[0] = orders
    if stack.top + stack.bottom > STACK_ROOM or stack.middle_size == 0 and stack.bottom:
        return BAD_STACK
    if stack.bottom and not stack.place[STACK_ROOM - stack.bottom] & PLACE_ENDS_BATCH:
        return BAD_STACK
    if stack.top and not stack.place[0] & PLACE_ENDS_BATCH:
        return BAD_STACK
    for index in range(STACK_ROOM):
        if index < stack.top or index >= STACK_ROOM - stack.bottom:
            if not place_signs_fit(state, stack.place[index]):
                return BAD_SIGNS
    if unseen != stack.middle_size + unknown:
        return BAD_UNKNOWN
    return 0


# -- workers -------------------------------------------------------------------------------------

cdef int workers_on(const State *state, int space) noexcept nogil:
    cdef int plane, count = 0
    for plane in range(4):
        count += (state.occupancy[plane] >> space & 1) << plane
    return count


cdef int check_workers(const State *state, int *detail) noexcept nogil:
    cdef int space, seat, holders, workers, displaced = 0, canteen = 0
    cdef int placed[MAX_SEATS]
    for seat in range(MAX_SEATS):
        placed[seat] = state.seats[seat].workers + state.seats[seat].bank
    for space in range(32):
        workers = workers_on(state, space)
        holders = 0
        for seat in range(MAX_SEATS):
            if state.owner[seat] >> space & 1:
                holders += 1
                placed[seat] += workers
                if seat >= state.players:
                    holders = MAX_SEATS
        detail[0] = space
        if holders != (workers > 0):
            return BAD_SPACE
        if workers and (space >= BANK or not TABLES.unlocked[state.players] >> space & 1):
            return BAD_SPACE
        # Each placement on a space displaced all before it: 1, 2, 3 … workers.
        displaced += workers * (workers - 1) / 2
    for seat in range(state.players):
        detail[0] = seat
        if placed[seat] > TABLES.workers[state.players]:
            return BAD_WORKERS
        canteen += TABLES.workers[state.players] - placed[seat]
    detail[0] = displaced - canteen
    return BAD_CANTEEN if displaced != canteen else 0


# -- the phase and what belongs to it -------------------------------------------------------------

cdef int check_refills(const State *state, int *detail) noexcept nogil:
    """Spaces stand empty only when their stack is out, or in the turn that emptied them."""
    cdef uint32_t unlocked = TABLES.unlocked[state.players]
    cdef int index, space
    cdef bint empty
    for index in range(FACTORY_SPACES + ORDER_SPACES):
        if index < FACTORY_SPACES:
            space = FACTORY + index
            empty = state.factory[index] == NO_TILE
        else:
            space = ORDER + index - FACTORY_SPACES
            empty = state.row[index - FACTORY_SPACES] == NO_ORDER
        detail[0] = space
        if not unlocked >> space & 1:
            if not empty:
                return BAD_REFILL
        elif space == state.space:
            if not empty:
                return BAD_REFILL
        elif empty and (state.tiles.top + state.tiles.middle_size if space < FACTORY_LOOK
                        else state.orders.top + state.orders.middle_size):
            return BAD_REFILL
    return 0


cdef int check_setup(const State *state, int *detail) noexcept nogil:
    """Before the first turn: nothing placed; the laid out cards and the row fit the stage."""
    cdef uint64_t taken = 0
    cdef int seat, to_come, laid = popcount64(state.draft), picks = 0
    cdef int cards = TABLES.draft_cards[state.players]
    for seat in range(state.players):
        detail[0] = seat
        if (
            state.seats[seat].workers != TABLES.workers[state.players] or state.seats[seat].bank
            or state.seats[seat].delivered
        ):
            return BAD_WORKERS
        taken |= state.seats[seat].outstanding
    picks = popcount64(taken)
    if state.shift != 1:
        return BAD_DRAFT
    if state.phase == PHASE_DRAFT:
        if laid + picks != cards or laid < 2 or picks >= TABLES.draft_rounds * state.players:
            return BAD_DRAFT
        # The draft goes round counter-clockwise, and its last pick is the start seat's.
        to_come = TABLES.draft_rounds * state.players - 1 - picks
        if state.active != (state.start + to_come) % state.players:
            return BAD_TURN
    elif state.draw < DRAW_ROW or state.draw == DRAW_DRAFT:
        if picks or laid >= cards or state.draw < DRAW_ROW and laid:
            return BAD_DRAFT
    elif laid or picks != cards - 1:
        return BAD_DRAFT
    return check_setup_rows(state, detail)


cdef int check_setup_rows(const State *state, int *detail) noexcept nogil:
    """What setup has filled so far: factory spaces in order, then o4 and the other order spaces."""
    cdef uint32_t unlocked = TABLES.unlocked[state.players]
    cdef int index, filled_to
    cdef bint filled
    filled_to = FACTORY_SPACES
    if state.phase == PHASE_CHANCE and state.draw < DRAW_ROW:
        filled_to = state.draw
    for index in range(FACTORY_SPACES):
        filled = index < filled_to and unlocked >> index & 1
        detail[0] = index
        if (state.factory[index] != NO_TILE) != filled:
            return BAD_REFILL
    filled_to = 0
    if state.phase == PHASE_CHANCE and DRAW_ROW <= state.draw < DRAW_DRAFT:
        filled_to = state.draw - DRAW_ROW + 1
    for index in range(ORDER_SPACES):
        if index == ORDER_SPACES - 1:
            filled = filled_to > 0
        else:
            filled = index + 1 < filled_to and unlocked >> (ORDER + index) & 1
        detail[0] = ORDER + index
        if (state.row[index] != NO_ORDER) != filled:
            return BAD_REFILL
    return 0


cdef bint straddle_fits(const State *state) noexcept nogil:
    """Of a set that the draw has cut through the rest is in the uppermost batch."""
    cdef const Stack *stack = &state.orders if state.space == ORDER_LOOK else &state.tiles
    cdef int seat, index = stack.top - 1, marked = 0
    if state.straddle == 0:
        return True
    # While it draws a look may have cut through the last place of a set: it looks afterwards.
    if stack.top == 0 or state.phase == PHASE_CHANCE:
        return stack.top > 0
    while True:
        for seat in range(state.players):
            marked |= sign_marked(place_sign(stack.place[index], seat)) << seat
        if stack.place[index] & PLACE_ENDS_BATCH or index == 0:
            return state.straddle & ~marked == 0
        index -= 1


cdef int check_look(const State *state, int *detail) noexcept nogil:
    cdef int index, seat, sign, known = 0
    cdef bint looking = state.space == FACTORY_LOOK or state.space == ORDER_LOOK
    if state.held_count > LOOK or state.held_count and not looking:
        return BAD_LOOK
    if not looking:
        return BAD_LOOK if state.returned or state.touched or state.straddle or state.side else 0
    if state.phase == PHASE_STACK:
        if state.returned + 1 >= state.held_count:
            return BAD_LOOK
    elif state.returned or state.side:
        return BAD_LOOK
    if state.phase in (PHASE_KEEP, PHASE_SIDE) and state.held_count == 0:
        return BAD_LOOK
    if state.active >= state.players:
        return BAD_TURN
    detail[0] = 2
    if (state.touched | state.straddle) >> state.players or state.touched >> state.active & 1:
        return BAD_SIGNS
    if state.straddle & ~state.touched or not straddle_fits(state):
        return BAD_SIGNS
    for index in range(state.held_count):
        for seat in range(MAX_SEATS):
            sign = place_sign(state.held[index], seat)
            if seat == state.active:
                if sign != SIGN_KNOWN:
                    return BAD_SIGNS
            elif sign != SIGN_NOTHING:
                if sign != SIGN_SEEN or not state.touched >> seat & 1:
                    return BAD_SIGNS
                if state.viewer != NONE and state.viewer != seat:
                    return BAD_SIGNS
        known = place_item(state.held[index]) != UNKNOWN
        if state.viewer == NONE or state.viewer == state.active:
            if not known:
                return BAD_SIGNS
        elif known != (place_sign(state.held[index], state.viewer) == SIGN_SEEN):
            return BAD_SIGNS
    return 0


cdef int check_chance(const State *state) noexcept nogil:
    cdef const Stack *stack = draw_stack(state)
    if state.draw == DRAW_LOOK:
        if state.space != ORDER_LOOK and state.space != FACTORY_LOOK:
            return BAD_DRAW
        if state.held_count >= LOOK:
            return BAD_LOOK
    elif state.draw < DRAW_ROW:
        if state.draw >= FACTORY_SPACES or state.space != FACTORY + state.draw:
            return BAD_DRAW
    else:
        if state.draw >= DRAW_DRAFT or state.space != ORDER + state.draw - DRAW_ROW:
            return BAD_DRAW
    # What is known is drawn without asking, except before the eyes of a viewer who knows less.
    if stack.top == 0:
        return BAD_DRAW if stack.middle_size == 0 else 0
    if state.viewer == NONE or state.draw == DRAW_LOOK and state.viewer != state.active:
        return BAD_DRAW
    return BAD_DRAW if place_sign(stack.place[stack.top - 1], state.viewer) == SIGN_KNOWN else 0


cdef int check_turn(const State *state) noexcept nogil:
    """A turn of the play proper: the space in progress fits the phase, what it asks is there."""
    cdef int space = state.space
    if state.active >= state.players:
        return BAD_TURN
    if state.phase == PHASE_PLACE:
        if state.seats[state.active].workers == 0:
            return BAD_TURN
        return BAD_PHASE if space != NONE else 0
    if space >= BANK or not state.owner[state.active] >> space & 1:
        return BAD_PHASE
    if state.phase == PHASE_CHANCE:
        return check_chance(state)
    if state.phase == PHASE_MINE:
        if not MINING <= space < DELIVERY:
            return BAD_PHASE
        return 0 if 1 <= state.steps <= TABLES.mining_steps[space - MINING] else BAD_STEPS
    if state.phase == PHASE_FILL:
        return check_fill(state)
    if space == ORDER_LOOK or space == FACTORY_LOOK:
        return 0
    return BAD_PHASE


cdef int check_fill(const State *state) noexcept nogil:
    cdef const Seat *own = &state.seats[state.active]
    cdef uint32_t level
    if state.space > FACTORY_LOOK:
        return BAD_PHASE
    if not 1 <= state.fill_carts <= TILE_CARTS or not 1 <= state.fill_level <= 4:
        return BAD_FILL
    level = own.pit[state.fill_level - 1]
    if TABLES.pit_carts[pit_tiles(level)] - pit_total(level) < state.fill_carts:
        return BAD_FILL
    if state.supply == 0 or byte_count(state.supply, state.fill_level - 1):
        return BAD_FILL
    return 0


cdef int check_course(const State *state, int *detail) noexcept nogil:
    cdef int seat, hands = 0, defect
    for seat in range(state.players):
        hands += state.seats[seat].workers
    if state.shift == 1 and state.start != state.first_start:
        return BAD_START
    if state.phase != PHASE_MINE and state.steps:
        return BAD_STEPS
    if state.phase != PHASE_FILL and (state.fill_carts or state.fill_level):
        return BAD_FILL
    if (state.phase == PHASE_CHANCE) != (state.draw != NONE):
        return BAD_DRAW
    defect = check_look(state, detail)
    if defect:
        return defect
    if state.phase == PHASE_DRAFT or state.phase == PHASE_CHANCE and state.active == NONE:
        if state.space != NONE:
            return BAD_PHASE
        if state.phase == PHASE_DRAFT and state.active >= state.players:
            return BAD_TURN
        if state.phase == PHASE_CHANCE and (
            state.draw > DRAW_DRAFT or state.draw == DRAW_DRAFT - 1
            or state.draw < DRAW_ROW and not TABLES.unlocked[state.players] >> state.draw & 1
            or DRAW_ROW <= state.draw < DRAW_DRAFT
            and not TABLES.unlocked[state.players] >> (ORDER + state.draw - DRAW_ROW) & 1
        ):
            return BAD_DRAW
        return check_setup(state, detail)
    if state.draft:
        return BAD_DRAFT
    if state.phase == PHASE_OVER:
        if state.active != NONE or hands or state.shift != SHIFTS:
            return BAD_TURN
        if state.space != NONE:
            return BAD_PHASE
    else:
        defect = check_turn(state)
        if defect:
            return defect
    return check_refills(state, detail)


# -- room in the text ----------------------------------------------------------------------------

cdef int marks_to_come(const State *state, const Seat *own) noexcept nogil:
    """The most Marks that a seat can still get: each worker brings 6 at the dearest money space."""
    return TABLES.money_marks[3] * (
        own.workers + TABLES.workers[state.players] * (SHIFTS - state.shift)
    )


cdef int vp_to_come(const State *state, const Seat *own) noexcept nogil:
    """The most points that it can still get: orders, majorities, Marks and cubes."""
    cdef int order, shift, element, most
    most = (own.marks + marks_to_come(state, own)) / TABLES.marks_per_vp
    most += COLOURS * SUPPLY / TABLES.cubes_per_vp
    for order in range(ORDERS):
        most += 0 if own.delivered >> order & 1 else TABLES.order_vp[order]
    for shift in range(state.shift, SHIFTS + 1):
        for element in range(ELEMENTS_A_SHIFT * shift):
            most += TABLES.reward_first[element]
    return most


cdef int check_room(const State *state, int *detail) noexcept nogil:
    """No seat can get more, or fewer, than a position's text may say."""
    cdef const Seat *own
    cdef int seat, least, most
    for seat in range(state.players):
        detail[0] = seat
        own = &state.seats[seat]
        least = -MOST_VP
        most = MOST_VP
        if state.phase != PHASE_OVER:
            if own.marks > MOST_MARKS - marks_to_come(state, own):
                return BAD_MARKS
            least += TABLES.outstanding_penalty * ORDERS
            least += TABLES.imbalance_penalty * TILE_COPIES * TILE_KINDS
            most -= vp_to_come(state, own)
        if not least <= own.vp <= most:
            return BAD_VP
    return 0


cdef int state_defect(const State *state, int *detail) noexcept nogil:
    cdef int defect = check_spots(state, detail)
    if not defect:
        defect = check_cubes(state, detail)
    if not defect:
        defect = check_items(state, detail)
    if not defect:
        defect = check_stack(state, &state.tiles, False, detail)
    if not defect:
        defect = check_stack(state, &state.orders, True, detail)
    if not defect:
        defect = check_workers(state, detail)
    if not defect:
        defect = check_course(state, detail)
    if not defect:
        defect = check_room(state, detail)
    return defect
