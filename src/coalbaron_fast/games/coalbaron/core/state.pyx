"""The course of the game: set up, play one code, go on until somebody must decide."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from coalbaron_fast.games.coalbaron.core.bits cimport (
    byte_count, byte_cube, cage_cube, lowest_bit64, pit_cube, popcount64,
)
from coalbaron_fast.games.coalbaron.core.check cimport state_defect
from coalbaron_fast.games.coalbaron.core.moves cimport state_legal_moves
from coalbaron_fast.games.coalbaron.core.scoring cimport next_start, score_end, score_shift
from coalbaron_fast.games.coalbaron.core.spots cimport spots_complete, spots_with
from coalbaron_fast.games.coalbaron.core.stacks cimport (
    draw_stack, look_drawn, look_hold, look_keep, look_name, look_return, middle_remove, pack_sets,
    place_item, place_sign, stack_name_top, stack_normalise, stack_pop, stack_size,
)
from coalbaron_fast.games.coalbaron.core.tables cimport TABLES
from coalbaron_fast.games.coalbaron.core.types cimport (
    BANK, CAGE, CHANCE_HIDDEN, CHANCE_ORDER, DELIVERY, DRAW_DRAFT, DRAW_FACTORY, DRAW_LOOK,
    DRAW_ROW, END, FACTORY, FACTORY_LOOK, FACTORY_SPACES, FILL, FROM_CAGE, FROM_STORAGE, LAST_ORDER,
    LOAD, LOOK, MAX_SEATS, MINING, MONEY, MOVE_CODES, Move, NONE, NO_ORDER, NO_TILE, ORDER,
    ORDER_LOOK, ORDERS, PAIR, PAIR_KINDS, PHASE_CHANCE, PHASE_DRAFT, PHASE_FILL, PHASE_KEEP,
    PHASE_MINE, PHASE_OVER,
    PHASE_PLACE, PHASE_SIDE, PHASE_STACK, PLACE, PLACE_ENDS_BATCH, SIDE_IS_BOTTOM, SIDE_IS_TOP,
    SHIFTS, SIDE_TOP, SIGN_KNOWN, STACK_HIDDEN, STACK_ORDER, STACK_TILE, STORE, SUPPLY, Seat,
    Stack, State, TAKE_NONE, TAKE_ORDER, TAKE_TILE, TILE_COPIES, TILE_KINDS, UNKNOWN,
)


# -- set up ------------------------------------------------------------------------------------

cdef void state_init(State *state, int players, int start) noexcept nogil:
    cdef int seat, level
    cdef Seat *own
    memset(state, 0, sizeof(State))
    state.players = players
    state.viewer = NONE
    state.shift = 1
    state.first_start = start
    state.start = start
    state.active = NONE
    state.space = NONE
    state.phase = PHASE_CHANCE
    state.supply = (SUPPLY - players * TABLES.printed_carts) * <uint32_t>0x01010101
    state.tiles.width = TILE_COPIES
    state.tiles.middle = (<uint64_t>1 << (TILE_COPIES * TILE_KINDS)) - 1
    state.tiles.middle_size = TILE_COPIES * TILE_KINDS
    state.orders.width = 1
    state.orders.middle = (<uint64_t>1 << ORDERS) - 1
    state.orders.middle_size = ORDERS
    memset(state.factory, NO_TILE, sizeof(state.factory))
    memset(state.row, NO_ORDER, sizeof(state.row))
    for seat in range(players):
        own = &state.seats[seat]
        own.workers = TABLES.workers[players]
        own.marks = TABLES.marks[players]
        for level in range(4):
            own.pit[level] = TABLES.printed_carts * pit_cube(level)
    state.draw = DRAW_FACTORY + next_unlocked(state, FACTORY, FACTORY + FACTORY_SPACES)


cdef int next_unlocked(const State *state, int space, int end) noexcept nogil:
    """The first unlocked space from `space` on, or `end`."""
    while space < end and not TABLES.unlocked[state.players] >> space & 1:
        space += 1
    return space


cdef void setup_next(State *state) noexcept nogil:
    """After a chance event of setup: the next one, the draft, or the first turn."""
    cdef int space
    if state.draw == DRAW_DRAFT:
        if popcount64(state.draft) == TABLES.draft_cards[state.players]:
            state.draw = NONE
            state.active = (state.start + state.players - 1) % state.players
            state.phase = PHASE_DRAFT
            return
    elif state.draw < DRAW_ROW:
        space = next_unlocked(state, FACTORY + state.draw + 1, FACTORY + FACTORY_SPACES)
        state.draw = DRAW_DRAFT if space == FACTORY + FACTORY_SPACES else space - FACTORY
    else:
        space = next_unlocked(state, ORDER + state.draw - DRAW_ROW + 1, LAST_ORDER)
        if space == LAST_ORDER:
            state.draw = NONE
            state.active = state.start
            state.phase = PHASE_PLACE
            return
        state.draw = DRAW_ROW + space - ORDER
    state.phase = PHASE_CHANCE


cdef void play_draft(State *state, int order) noexcept nogil:
    cdef Seat *own = &state.seats[state.active]
    own.outstanding |= <uint64_t>1 << order
    state.draft ^= <uint64_t>1 << order
    if state.draft & (state.draft - 1):
        state.active = (state.active + state.players - 1) % state.players
        return
    # One card is left over: it goes to o4, the other order spaces are filled from the stack.
    state.row[LAST_ORDER - ORDER] = lowest_bit64(state.draft)
    state.draft = 0
    state.active = NONE
    state.draw = DRAW_ROW + next_unlocked(state, ORDER, LAST_ORDER) - ORDER
    state.phase = PHASE_CHANCE


# -- drawing -----------------------------------------------------------------------------------

cdef bint viewer_must_name(const State *state, const Stack *stack) noexcept nogil:
    """In a view: a place that the viewer does not know is turned up before its eyes."""
    if state.viewer == NONE or state.draw == DRAW_LOOK and state.viewer != state.active:
        return False
    return place_sign(stack.place[stack.top - 1], state.viewer) != SIGN_KNOWN


cdef void take_drawn(State *state, uint16_t place) noexcept nogil:
    """A drawn item goes where it was drawn for."""
    if state.draw == DRAW_LOOK:
        look_hold(state, place)
    elif state.draw < DRAW_ROW:
        state.factory[state.draw] = place_item(place)
    elif state.draw < DRAW_DRAFT:
        state.row[state.draw - DRAW_ROW] = place_item(place)
    else:
        state.draft |= <uint64_t>1 << place_item(place)


cdef void draw_done(State *state) noexcept nogil:
    if state.draw == DRAW_LOOK:
        look_drawn(state)
        state.draw = NONE
        state.phase = PHASE_KEEP
    elif state.active == NONE:
        setup_next(state)
    else:
        state.draw = NONE
        end_turn(state)


cdef void draw_on(State *state) noexcept nogil:
    """Draw from the known part for as long as the draw wants more; ask chance when it must."""
    cdef Stack *stack = <Stack *>draw_stack(state)
    while True:
        if stack_size(stack) == 0:
            draw_done(state)
            return
        if stack.top == 0 or viewer_must_name(state, stack):
            state.phase = PHASE_CHANCE
            return
        take_drawn(state, stack_pop(stack, 1 << state.active if state.draw == DRAW_LOOK else 15))
        if state.draw != DRAW_LOOK or state.held_count == LOOK:
            draw_done(state)
            return


cdef void play_chance(State *state, Move code) noexcept nogil:
    cdef Stack *stack = <Stack *>draw_stack(state)
    cdef int item
    cdef uint16_t place
    if code == CHANCE_HIDDEN:
        item = UNKNOWN
    else:
        item = code if code < CHANCE_ORDER else code - CHANCE_ORDER
    if stack.top:
        stack_name_top(stack, state.viewer, item)
        place = stack_pop(stack, 0)
        pack_sets(stack, state.viewer)
    else:
        place = <uint16_t>(item | PLACE_ENDS_BATCH)
        stack.middle_size -= 1
        if item != UNKNOWN:
            middle_remove(stack, item)
        stack_normalise(stack)
    take_drawn(state, place)
    if state.draw == DRAW_LOOK and state.held_count < LOOK:
        draw_on(state)
    else:
        draw_done(state)


cdef void state_settle(State *state) noexcept nogil:
    if state.phase == PHASE_CHANCE:
        draw_on(state)


# -- turns -------------------------------------------------------------------------------------

cdef void end_shift(State *state) noexcept nogil:
    cdef int seat
    score_shift(state)
    if state.shift == SHIFTS:
        score_end(state)
        state.active = NONE
        state.phase = PHASE_OVER
        return
    state.start = next_start(state)
    state.shift += 1
    for seat in range(state.players):
        state.seats[seat].workers = TABLES.workers[state.players]
        state.seats[seat].bank = 0
        state.owner[seat] = 0
    memset(state.occupancy, 0, sizeof(state.occupancy))
    state.active = state.start
    state.phase = PHASE_PLACE


cdef void end_turn(State *state) noexcept nogil:
    cdef int seat = state.active
    state.space = NONE
    for _ in range(state.players):
        seat += 1
        if seat == state.players:
            seat = 0
        if state.seats[seat].workers:
            state.active = seat
            state.phase = PHASE_PLACE
            return
    end_shift(state)


cdef void place_workers(State *state, int space) noexcept nogil:
    """Put one worker more than stand there; those go to the canteen."""
    cdef uint32_t bit = <uint32_t>1 << space, carry = bit, standing
    cdef int plane, seat, workers = 1
    if space == BANK:
        state.seats[state.active].bank += 1
        state.seats[state.active].workers -= 1
        return
    # One more than stood there: a carry through the bit planes.
    for plane in range(4):
        standing = state.occupancy[plane]
        workers += (standing >> space & 1) << plane
        state.occupancy[plane] = standing ^ carry
        carry &= standing
    for seat in range(MAX_SEATS):
        state.owner[seat] &= ~bit
    state.owner[state.active] |= bit
    state.seats[state.active].workers -= workers


cdef void play_place(State *state, int space) noexcept nogil:
    cdef Seat *own = &state.seats[state.active]
    cdef int tile
    place_workers(state, space)
    state.space = space
    if space < FACTORY_LOOK:
        tile = state.factory[space]
        state.factory[space] = NO_TILE
        buy_tile(state, tile)
    elif space == FACTORY_LOOK or space == ORDER_LOOK:
        state.draw = DRAW_LOOK
        draw_on(state)
    elif space < DELIVERY:
        state.steps = TABLES.mining_steps[space - MINING]
        state.phase = PHASE_MINE
    elif space < MONEY:
        deliver(state, space - DELIVERY)
        end_turn(state)
    elif space < ORDER:
        own.marks += TABLES.money_marks[space - MONEY]
        end_turn(state)
    elif space == BANK:
        own.marks += TABLES.bank_marks
        end_turn(state)
    else:
        own.outstanding |= <uint64_t>1 << state.row[space - ORDER]
        state.row[space - ORDER] = NO_ORDER
        state.draw = DRAW_ROW + space - ORDER
        draw_on(state)


# -- factory -----------------------------------------------------------------------------------

cdef void buy_tile(State *state, int tile) noexcept nogil:
    cdef Seat *own = &state.seats[state.active]
    cdef int colour = tile >> 2
    cdef int carts = TABLES.tile_carts[tile], cubes = byte_count(state.supply, colour)
    if cubes > carts:
        cubes = carts
    own.marks -= TABLES.tile_price[tile]
    own.pit[colour] += (<uint32_t>1 << (20 + 2 * (tile & 3))) + cubes * pit_cube(colour)
    state.supply -= cubes * byte_cube(colour)
    state.fill_level = colour + 1
    state.fill_carts = carts - cubes
    tile_bought(state)


cdef void tile_bought(State *state) noexcept nogil:
    """Ask for the carts that stand empty while the supply has a cube, then go on."""
    if state.fill_carts and state.supply:
        state.phase = PHASE_FILL
        return
    state.fill_carts = 0
    state.fill_level = 0
    if state.space == FACTORY_LOOK:
        ask_side(state)
    else:
        state.draw = DRAW_FACTORY + state.space
        draw_on(state)


cdef void play_fill(State *state, int colour) noexcept nogil:
    state.fill_carts -= 1
    if colour < 4:
        state.seats[state.active].pit[state.fill_level - 1] += pit_cube(colour)
        state.supply -= byte_cube(colour)
    tile_bought(state)


# -- looks -------------------------------------------------------------------------------------

cdef void ask_side(State *state) noexcept nogil:
    if state.held_count:
        state.phase = PHASE_SIDE
    else:
        state.touched = 0
        state.straddle = 0
        end_turn(state)


cdef void play_keep(State *state, Move code) noexcept nogil:
    if code == TAKE_NONE:
        ask_side(state)
    elif code < TAKE_ORDER:
        look_keep(state, code - TAKE_TILE)
        buy_tile(state, code - TAKE_TILE)
    else:
        look_keep(state, code - TAKE_ORDER)
        state.seats[state.active].outstanding |= <uint64_t>1 << (code - TAKE_ORDER)
        ask_side(state)


cdef void return_when_named(State *state) noexcept nogil:
    """The last one goes back by itself."""
    if state.returned + 1 < state.held_count:
        state.phase = PHASE_STACK
    else:
        look_return(state)
        end_turn(state)


cdef void play_stack(State *state, Move code) noexcept nogil:
    if code == STACK_HIDDEN:
        look_name(state, UNKNOWN)
    else:
        look_name(state, code - STACK_TILE if code < STACK_ORDER else code - STACK_ORDER)
    return_when_named(state)


# -- mining and delivery -----------------------------------------------------------------------

cdef void fill_slot(State *state, int slot, int fill) noexcept nogil:
    cdef int order = TABLES.slot_order[slot]
    state.fill[order] = spots_with(state.fill[order], slot, fill)
    if spots_complete(state.fill[order], order):
        state.complete |= <uint64_t>1 << order


cdef inline void take_cube(Seat *own, int cube) noexcept nogil:
    """Cubes 0-3 come from the cage, 4-7 from storage."""
    if cube < 4:
        own.cage -= cage_cube(cube)
    else:
        own.storage -= byte_cube(cube - 4)


cdef void state_work(State *state, Move code) noexcept nogil:
    cdef Seat *own = &state.seats[state.active]
    cdef int index, slot
    if code >= PAIR:
        slot = (code - PAIR) / PAIR_KINDS
        index = (code - PAIR) % PAIR_KINDS
        take_cube(own, TABLES.pair_first[index])
        take_cube(own, TABLES.pair_second[index])
        fill_slot(state, slot, TABLES.pair_fill[index])
    elif code >= FROM_STORAGE:
        slot = code - FROM_STORAGE
        own.storage -= byte_cube(TABLES.slot_colour[slot])
        fill_slot(state, slot, 1)
    elif code >= FROM_CAGE:
        slot = code - FROM_CAGE
        own.cage -= cage_cube(TABLES.slot_colour[slot])
        fill_slot(state, slot, 1)
    elif code >= STORE:
        own.cage -= cage_cube(code - STORE)
        own.storage += byte_cube(code - STORE)
    elif code >= LOAD:
        own.pit[(own.cage & 7) - 1] -= pit_cube(code - LOAD)
        own.cage += cage_cube(code - LOAD)
    else:
        own.cage = (own.cage & ~7) | (code - CAGE)


cdef void play_mine(State *state, Move code) noexcept nogil:
    if code == END:
        state.steps = 0
    else:
        state_work(state, code)
        state.steps -= 2 if code >= PAIR else 1
    if state.steps == 0:
        end_turn(state)


cdef void deliver(State *state, int vehicle) noexcept nogil:
    cdef Seat *own = &state.seats[state.active]
    cdef uint64_t orders = own.outstanding & state.complete & TABLES.vehicle_orders[vehicle]
    cdef int order, spot, fill, colour
    own.outstanding ^= orders
    own.delivered |= orders
    state.complete ^= orders
    while orders:
        order = lowest_bit64(orders)
        orders &= orders - 1
        own.vp += TABLES.order_vp[order]
        for spot in range(TABLES.order_spots[order]):
            fill = state.fill[order] >> (4 * spot) & 15
            if fill == 1:
                colour = TABLES.order_colour[order]
                state.supply += byte_cube(spot if colour == 4 else colour)
            else:
                state.supply += TABLES.fill_cubes[fill]
        state.fill[order] = 0


# -- play --------------------------------------------------------------------------------------

include "../../../contract/checks.pxi"


cdef void state_play(State *state, Move code) noexcept nogil:
    if COALBARON_DEBUG:
        check_move(state, code)
    if state.phase == PHASE_MINE:
        play_mine(state, code)
    elif state.phase == PHASE_CHANCE:
        play_chance(state, code)
    elif state.phase == PHASE_PLACE:
        play_place(state, code - PLACE)
    elif state.phase == PHASE_STACK:
        play_stack(state, code)
    elif state.phase == PHASE_KEEP:
        play_keep(state, code)
    elif state.phase == PHASE_SIDE:
        state.side = SIDE_IS_TOP if code == SIDE_TOP else SIDE_IS_BOTTOM
        return_when_named(state)
    elif state.phase == PHASE_FILL:
        play_fill(state, code - FILL)
    elif state.phase == PHASE_DRAFT:
        play_draft(state, code - TAKE_ORDER)
    if COALBARON_DEBUG:
        check_invariants(state, code)
