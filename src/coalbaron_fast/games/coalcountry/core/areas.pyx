"""The seven areas and the report: what happens in them and whom they ask."""

from coalbaron_fast.games.coalcountry.core.flow cimport ask
from coalbaron_fast.games.coalcountry.core.foremen cimport (
    drop_foreman, find_foreman, index_in_order, is_miner, takes_permit,
)
from coalbaron_fast.games.coalcountry.core.mine cimport can_put, coal_of, mine_lay, next_to_lack
from coalbaron_fast.games.coalcountry.core.prices cimport (
    building_fees, coal_price, cube_fees, influence_of, limit_with, pay, pay_penalty, permit_fees,
    with_tavern,
)
from coalbaron_fast.games.coalcountry.core.tables cimport SWAPS, TABLES
from coalbaron_fast.games.coalcountry.core.types cimport (
    ALL_CUBES, AMOK, AT_BUILD, AT_CHURCH, AT_DEPOT, AT_DOCTOR, AT_DUMP, AT_SELL, AT_SHOP,
    AT_TANDEM, AT_TAVERN, AT_UTIL, BUILD, BUILDINGS, BUILD_NONE, BUY, B_HALL, B_SCHOOL, CELLS,
    CHURCH, CHURCH_NONE, DIG, DRAW_TILE, FOREMEN, LAY, MARK_UP, Move, NONE, NOT_ON_TRACK,
    NO_FOREMAN, ONTO, ONTO_VACANT, OPENINGS, PHASE_BUILD, PHASE_BUY, PHASE_CHANCE, PHASE_CHURCH,
    PHASE_DIG, PHASE_FILL, PHASE_LAY, PHASE_MARK, PHASE_ONTO, PHASE_PUT, PHASE_SELL, PHASE_SHOP,
    PUT, PUT_END, PUT_NONE, REFORMED, SELL, STACKS, STAGE_BROKERS, STAGE_CONSTRUCTION,
    STAGE_MARKET, STAGE_MINING, STAGE_PERMITS, STAGE_REFUSE, STAGE_VILLAGE, SWAP, SWAP_END, Seat,
    State, UTILITIES, foreman_influence, foreman_place, has_cell, tile_cubes,
)


cdef inline int influence_at(const Seat *own, int index) noexcept nogil:
    """Of a foreman that lies face up, without tavern."""
    return influence_of(own, foreman_influence(own.foreman[index]))


cdef inline int tavern_influence_at(const Seat *own, int index) noexcept nogil:
    return with_tavern(own, foreman_influence(own.foreman[index]))


cdef inline bint send_home(Seat *own, int place) noexcept nogil:
    """The first foreman on a place; whether there is one."""
    cdef int index = find_foreman(own, place)
    if index == NONE:
        return False
    drop_foreman(own, index)
    return True


# -- markers -----------------------------------------------------------------------------------

cdef bint space_is_free(const State *state, int seat, int space) noexcept nogil:
    cdef int other
    for other in range(state.players):
        if other != seat and state.seats[other].earnings == space:
            return False
    return True


cdef int free_above(const State *state, int seat, int space) noexcept nogil:
    space += 1
    while not space_is_free(state, seat, space):
        space += 1
    return space


cdef int free_below(const State *state, int seat, int space) noexcept nogil:
    space -= 1
    while space >= 0 and not space_is_free(state, seat, space):
        space -= 1
    return space


cdef bint move_marker(State *state, int seat, int space) noexcept nogil:
    """Onto that space. Returns True if it is taken, and the seat is asked."""
    if space_is_free(state, seat, space):
        state.seats[seat].earnings = space
        return False
    ask(state, PHASE_MARK, seat)
    state.space = space
    return True


cdef void place_first_markers(State *state) noexcept nogil:
    """Round 1: who has sold none goes onto the lowest free space."""
    cdef int index, seat
    for index in range(state.players):
        seat = state.order[index]
        if state.seats[seat].earnings == NOT_ON_TRACK:
            state.seats[seat].earnings = free_above(state, seat, -1)


# -- area 1: village ---------------------------------------------------------------------------

cdef bint can_swap(const State *state, const Seat *own, int swap) noexcept nogil:
    return own.storage[TABLES.swap[swap][0]] and state.supply[TABLES.swap[swap][1]]


cdef bint can_swap_any(const State *state, const Seat *own) noexcept nogil:
    cdef int swap
    for swap in range(SWAPS):
        if can_swap(state, own, swap):
            return True
    return False


cdef void begin_village(State *state) noexcept nogil:
    cdef int seat
    for seat in range(state.players):
        state.seats[seat].tavern = send_home(&state.seats[seat], AT_TAVERN)
        send_home(&state.seats[seat], AT_DOCTOR)


cdef bint ask_village(State *state) noexcept nogil:
    cdef int turn, index, left
    cdef Seat *own
    for turn in range(state.players):
        own = &state.seats[state.order[turn]]
        index = find_foreman(own, AT_SHOP)
        if index == NONE:
            continue
        left = influence_at(own, index)
        if left and can_swap_any(state, own):
            ask(state, PHASE_SHOP, state.order[turn])
            state.left = left
            return True
        drop_foreman(own, index)
    return False


cdef bint play_shop(State *state, Seat *own, int code) noexcept nogil:
    if code != SWAP_END:
        own.storage[TABLES.swap[code - SWAP][0]] -= 1
        state.supply[TABLES.swap[code - SWAP][0]] += 1
        own.storage[TABLES.swap[code - SWAP][1]] += 1
        state.supply[TABLES.swap[code - SWAP][1]] -= 1
        state.left -= 1
        if state.left and can_swap_any(state, own):
            return True
    send_home(own, AT_SHOP)
    return False


# -- area 2: mining ----------------------------------------------------------------------------

cdef void begin_mining(State *state) noexcept nogil:
    """Full tiles produce by themselves, and every miner mines."""
    cdef int seat, cell, index
    cdef Seat *own
    for seat in range(state.players):
        own = &state.seats[seat]
        if not state.flags & REFORMED:
            for cell in range(CELLS):
                if has_cell(&own.connected, cell) and tile_cubes(own.tile[cell]) == ALL_CUBES:
                    own.coal += coal_of(own.tile[cell], 1)
        for index in range(FOREMEN):
            if own.foreman[index] != NO_FOREMAN and is_miner(own, own.foreman[index]):
                own.coal += coal_of(
                    own.tile[foreman_place(own.foreman[index])], influence_at(own, index)
                )
                own.refuse += 1


cdef bint has_miner(const Seat *own) noexcept nogil:
    cdef int index
    for index in range(FOREMEN):
        if own.foreman[index] != NO_FOREMAN and is_miner(own, own.foreman[index]):
            return True
    return False


cdef bint ask_mining(State *state) noexcept nogil:
    cdef int turn, index
    cdef Seat *own
    for turn in range(state.players):
        own = &state.seats[state.order[turn]]
        index = find_foreman(own, AT_CHURCH)
        if index == NONE:
            continue
        if has_miner(own):
            ask(state, PHASE_CHURCH, state.order[turn])
            return True
        drop_foreman(own, index)
    return False


cdef void play_church(Seat *own, int code) noexcept nogil:
    if code != CHURCH_NONE:
        own.coal += coal_of(own.tile[code - CHURCH], 1)
    send_home(own, AT_CHURCH)


cdef void end_mining(State *state) noexcept nogil:
    cdef int seat, index
    cdef Seat *own
    for seat in range(state.players):
        own = &state.seats[seat]
        for index in range(FOREMEN - 1, -1, -1):
            if own.foreman[index] != NO_FOREMAN and is_miner(own, own.foreman[index]):
                drop_foreman(own, index)


# -- area 3: coal brokers ----------------------------------------------------------------------

cdef int next_seller(const State *state) noexcept nogil:
    """Lowest influence with tavern first; ties in player order. Or NONE."""
    cdef int turn, seat, index, influence, best = 99, found = NONE
    for turn in range(state.players):
        seat = state.order[turn]
        index = find_foreman(&state.seats[seat], AT_SELL)
        if index == NONE:
            continue
        influence = tavern_influence_at(&state.seats[seat], index)
        if influence < best:
            best = influence
            found = seat
    return found


cdef bint ask_brokers(State *state) noexcept nogil:
    cdef int seat, index
    while True:
        seat = next_seller(state)
        if seat == NONE:
            return False
        index = find_foreman(&state.seats[seat], AT_SELL)
        if coal_price(state, tavern_influence_at(&state.seats[seat], index)):
            ask(state, PHASE_SELL, seat)
            return True
        drop_foreman(&state.seats[seat], index)


cdef bint play_sell(State *state, Seat *own, int pieces) noexcept nogil:
    cdef int index = find_foreman(own, AT_SELL), earned
    cdef int influence = influence_at(own, index)
    cdef int price = coal_price(state, tavern_influence_at(own, index))
    drop_foreman(own, index)
    if pieces == 0:
        pay_penalty(own, influence)
        return False
    own.coal -= pieces
    earned = pieces * price
    own.money += earned
    if own.earnings != NOT_ON_TRACK:
        earned += own.earnings
    return move_marker(state, state.actor, earned)


# -- area 4: permits ---------------------------------------------------------------------------

cdef bint stack_is_empty(const State *state, int stack) noexcept nogil:
    cdef int kind
    if state.face[stack] != NONE:
        return False
    for kind in range(TABLES.stack_first[stack], TABLES.stack_first[stack + 1]):
        if state.stack[kind]:
            return False
    return True


cdef void begin_permits(State *state) noexcept nogil:
    """Mark the foremen whose cells lie next to a tile without all utilities."""
    cdef int seat, index
    cdef Seat *own
    if state.flags & AMOK:
        return
    for seat in range(state.players):
        own = &state.seats[seat]
        for index in range(FOREMEN):
            if own.foreman[index] == NO_FOREMAN or not takes_permit(own, own.foreman[index]):
                continue
            if next_to_lack(own, foreman_place(own.foreman[index])):
                own.foreman[index] |= 8


cdef bint ask_permits(State *state) noexcept nogil:
    """One foreman each, round and round."""
    cdef int step, seat, last = index_in_order(state, state.actor)
    for step in range(1, state.players + 1):
        seat = state.order[(last + step) % state.players]
        # Cells come first in the list, and only free ones are left.
        if (
            state.seats[seat].foreman[0] != NO_FOREMAN
            and takes_permit(&state.seats[seat], state.seats[seat].foreman[0])
        ):
            ask(state, PHASE_DIG, seat)
            return True
    return False


cdef bint play_dig(State *state, Seat *own, int code) noexcept nogil:
    cdef int cell = (code - DIG) / (STACKS + 1), stack = (code - DIG) % (STACKS + 1), other
    cdef int index = find_foreman(own, cell), foreman = own.foreman[index], seat = state.actor
    drop_foreman(own, index)
    if stack == STACKS:
        for other in range(STACKS):
            if not stack_is_empty(state, other):
                pay_penalty(own, influence_of(own, foreman_influence(foreman)))
                break
        return False
    pay(own, permit_fees(state, own, foreman, stack))
    if state.face[stack] == NONE:
        ask(state, PHASE_CHANCE, seat)
        state.draw = DRAW_TILE + stack
    else:
        ask(state, PHASE_LAY, seat)
        state.tile = state.face[stack]
        state.face[stack] = NONE
    state.cell = cell
    return True


cdef bint play_tile(State *state, int kind) noexcept nogil:
    cdef int seat = state.actor, cell = state.cell
    state.stack[kind] -= 1
    if cell == NONE:
        state.face[TABLES.number[kind] - 1] = kind
        return False
    ask(state, PHASE_LAY, seat)
    state.cell = cell
    state.tile = kind
    return True


cdef bint play_lay(State *state, Seat *own, int code) noexcept nogil:
    cdef int stack = TABLES.number[state.tile] - 1, kind, seat = state.actor
    own.refuse += mine_lay(
        own, (code - LAY) / OPENINGS, state.tile, TABLES.openings[(code - LAY) % OPENINGS]
    )
    if not state.flags & AMOK:
        return False
    for kind in range(TABLES.stack_first[stack], TABLES.stack_first[stack + 1]):
        if state.stack[kind]:
            ask(state, PHASE_CHANCE, seat)
            state.draw = DRAW_TILE + stack
            return True
    return False


# -- area 5: utility market --------------------------------------------------------------------

cdef int buying_rank(const Seat *own) noexcept nogil:
    """The influences with tavern of a seat's next buyer; -1: it has none. Two on the tandem are
    one buyer, of two single ones the higher is the next."""
    cdef int index = find_foreman(own, AT_UTIL), rank
    if index != NONE:
        return tavern_influence_at(own, index)
    index = find_foreman(own, AT_TANDEM)
    if index == NONE:
        return -1
    rank = tavern_influence_at(own, index)
    if index + 1 < FOREMEN and foreman_place(own.foreman[index + 1]) == AT_TANDEM:
        rank += tavern_influence_at(own, index + 1)
    return rank


cdef int buying_limit(const Seat *own) noexcept nogil:
    cdef int index = find_foreman(own, AT_UTIL)
    if index == NONE:
        index = find_foreman(own, AT_TANDEM)
    return tavern_influence_at(own, index)


cdef int send_buyer_home(Seat *own) noexcept nogil:
    """Returns the influences without tavern, added up."""
    cdef int index = find_foreman(own, AT_UTIL), due
    if index != NONE:
        due = influence_at(own, index)
        drop_foreman(own, index)
        return due
    index = find_foreman(own, AT_TANDEM)
    due = influence_at(own, index)
    drop_foreman(own, index)
    if foreman_place(own.foreman[index]) == AT_TANDEM:
        due += influence_at(own, index)
        drop_foreman(own, index)
    return due


cdef bint ask_market(State *state) noexcept nogil:
    cdef int turn, rank, best, seat
    while True:
        best = -1
        seat = NONE
        for turn in range(state.players):
            rank = buying_rank(&state.seats[state.order[turn]])
            if rank > best:
                best = rank
                seat = state.order[turn]
        if seat == NONE:
            return False
        if buying_limit(&state.seats[seat]) and (
            state.market[0] or state.market[1] or state.market[2]
        ):
            ask(state, PHASE_BUY, seat)
            return True
        send_buyer_home(&state.seats[seat])


cdef bint play_buy(State *state, Seat *own, int purchase) noexcept nogil:
    cdef int utility, number, due = send_buyer_home(own), seat = state.actor
    if TABLES.purchase_sum[purchase] == 0:
        pay_penalty(own, due)
        return False
    pay(own, TABLES.purchase_sum[purchase] * cube_fees(state))
    ask(state, PHASE_PUT, seat)
    for utility in range(UTILITIES):
        number = TABLES.purchase[purchase][utility]
        state.market[utility] -= number
        own.storage[utility] += number
        if number:
            state.puts |= 1 << utility
    return True


cdef inline void put_cube(Seat *own, int code) noexcept nogil:
    """A stored cube onto a tile."""
    cdef int utility = (code - PUT) / CELLS
    own.storage[utility] -= 1
    own.tile[(code - PUT) % CELLS] |= 1 << (9 + utility)


cdef bint play_put(State *state, Seat *own, int code) noexcept nogil:
    if code < PUT_NONE:
        put_cube(own, code)
    state.puts &= state.puts - 1
    return state.puts != 0


# -- area 6: construction company --------------------------------------------------------------

cdef bint rows_are_empty(const State *state) noexcept nogil:
    cdef int kind
    for kind in range(BUILDINGS):
        if state.row[0][kind] or state.row[1][kind]:
            return False
    return True


cdef bint ask_construction(State *state) noexcept nogil:
    """Highest influence with tavern first; ties in player order."""
    cdef int turn, seat, index, influence, best, found
    while True:
        best = -1
        found = NONE
        for turn in range(state.players):
            seat = state.order[turn]
            index = find_foreman(&state.seats[seat], AT_BUILD)
            if index == NONE:
                continue
            influence = tavern_influence_at(&state.seats[seat], index)
            if influence > best:
                best = influence
                found = seat
        if found == NONE:
            return False
        if not rows_are_empty(state):
            ask(state, PHASE_BUILD, found)
            return True
        send_home(&state.seats[found], AT_BUILD)


cdef bint play_build(State *state, Seat *own, int code) noexcept nogil:
    cdef int index = find_foreman(own, AT_BUILD), seat = state.actor, row, kind
    cdef int influence = tavern_influence_at(own, index)
    drop_foreman(own, index)
    if code == BUILD_NONE:
        return False
    row = (code - BUILD) / BUILDINGS
    kind = (code - BUILD) % BUILDINGS
    pay(own, building_fees(state, row, kind, influence))
    state.row[row][kind] -= 1
    if (own.buildings | own.covered) >> kind & 1:
        # A second one of a kind leaves the game.
        if state.flags & AMOK:
            state.gone[kind] += 1
        return False
    ask(state, PHASE_ONTO, seat)
    state.building = kind
    return True


cdef void play_onto(State *state, Seat *own, int code) noexcept nogil:
    if code != ONTO_VACANT:
        own.refuse += TABLES.building_number[code - ONTO]
        own.buildings ^= 1 << (code - ONTO)
        own.covered |= 1 << (code - ONTO)
    own.buildings |= 1 << state.building


cdef void end_construction(State *state) noexcept nogil:
    """Nothing after this area asks for the influence with tavern."""
    cdef int seat
    for seat in range(state.players):
        state.seats[seat].tavern = 0


# -- area 7: refuse pile and utility storage ---------------------------------------------------

cdef bint can_fill(const Seat *own, int utility) noexcept nogil:
    return own.storage[utility] and can_put(own, utility)


cdef bint can_fill_any(const Seat *own) noexcept nogil:
    return can_fill(own, 0) or can_fill(own, 1) or can_fill(own, 2)


cdef void use_dump(Seat *own, int index) noexcept nogil:
    cdef int returned = min(
        <int>own.refuse, limit_with(own, B_HALL, foreman_influence(own.foreman[index]))
    )
    if returned:
        own.refuse -= returned
    else:
        pay_penalty(own, influence_at(own, index))
    drop_foreman(own, index)


cdef void leave_depot(Seat *own, int left) noexcept nogil:
    """The foreman goes home; who has moved nothing pays."""
    cdef int index = find_foreman(own, AT_DEPOT)
    if left == limit_with(own, B_SCHOOL, foreman_influence(own.foreman[index])):
        pay_penalty(own, influence_at(own, index))
    drop_foreman(own, index)


cdef bint ask_refuse(State *state) noexcept nogil:
    cdef int turn, index, left
    cdef Seat *own
    for turn in range(state.players):
        own = &state.seats[state.order[turn]]
        index = find_foreman(own, AT_DUMP)
        if index != NONE:
            use_dump(own, index)
        index = find_foreman(own, AT_DEPOT)
        if index == NONE:
            continue
        left = limit_with(own, B_SCHOOL, foreman_influence(own.foreman[index]))
        if left and can_fill_any(own):
            ask(state, PHASE_FILL, state.order[turn])
            state.left = left
            return True
        leave_depot(own, left)
    return False


cdef bint play_fill(State *state, Seat *own, int code) noexcept nogil:
    if code != PUT_END:
        put_cube(own, code)
        state.left -= 1
        if state.left and can_fill_any(own):
            return True
    leave_depot(own, state.left)
    return False


# -- the report --------------------------------------------------------------------------------

cdef bint ask_report(State *state) noexcept nogil:
    """Each marker moves to the seat's money, on from the seat that was asked last."""
    cdef int turn, seat
    for turn in range(index_in_order(state, state.actor) + 1, state.players):
        seat = state.order[turn]
        if move_marker(state, seat, state.seats[seat].money):
            return True
    return False


# -- all of them -------------------------------------------------------------------------------

cdef void begin_area(State *state) noexcept nogil:
    if state.stage == STAGE_VILLAGE:
        begin_village(state)
    elif state.stage == STAGE_MINING:
        begin_mining(state)
    elif state.stage == STAGE_PERMITS:
        begin_permits(state)


cdef bint ask_in_area(State *state) noexcept nogil:
    if state.stage == STAGE_VILLAGE:
        return ask_village(state)
    if state.stage == STAGE_MINING:
        return ask_mining(state)
    if state.stage == STAGE_BROKERS:
        return ask_brokers(state)
    if state.stage == STAGE_PERMITS:
        return ask_permits(state)
    if state.stage == STAGE_MARKET:
        return ask_market(state)
    if state.stage == STAGE_CONSTRUCTION:
        return ask_construction(state)
    if state.stage == STAGE_REFUSE:
        return ask_refuse(state)
    return ask_report(state)


cdef void end_area(State *state) noexcept nogil:
    if state.stage == STAGE_MINING:
        end_mining(state)
    elif state.stage == STAGE_BROKERS and state.round == 1:
        place_first_markers(state)
    elif state.stage == STAGE_CONSTRUCTION:
        end_construction(state)


cdef bint play_in_area(State *state, Move code) noexcept nogil:
    cdef Seat *own = &state.seats[state.actor]
    if state.phase == PHASE_SHOP:
        return play_shop(state, own, code)
    if state.phase == PHASE_CHURCH:
        play_church(own, code)
    elif state.phase == PHASE_SELL:
        return play_sell(state, own, code - SELL)
    elif state.phase == PHASE_MARK:
        own.earnings = (
            free_above(state, state.actor, state.space) if code == MARK_UP
            else free_below(state, state.actor, state.space)
        )
    elif state.phase == PHASE_DIG:
        return play_dig(state, own, code)
    elif state.phase == PHASE_LAY:
        return play_lay(state, own, code)
    elif state.phase == PHASE_BUY:
        return play_buy(state, own, code - BUY)
    elif state.phase == PHASE_PUT:
        return play_put(state, own, code)
    elif state.phase == PHASE_BUILD:
        return play_build(state, own, code)
    elif state.phase == PHASE_ONTO:
        play_onto(state, own, code)
    elif state.phase == PHASE_FILL:
        return play_fill(state, own, code)
    return False
