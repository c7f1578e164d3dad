"""Beginning a game and playing moves.

A turn of the game runs through seven stages. Each ends in a question, which waits in `phase`, or
goes on to the next: `history_from`, `meet_demand`, `ask_option`, `ask_trip`, `next_buyer`,
`end_turn`.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from coalbaron_fast.bits cimport lowest_bit64
from coalbaron_fast.games.ruhr.core.check cimport state_defect
from coalbaron_fast.games.ruhr.core.market cimport can_pay_lock, list_purchases, port_warehouses
from coalbaron_fast.games.ruhr.core.moves cimport state_legal_moves
from coalbaron_fast.games.ruhr.core.scoring cimport score_end
from coalbaron_fast.games.ruhr.core.starts cimport below_six, can_pay, debts_for, has_unused
from coalbaron_fast.games.ruhr.core.tables cimport TABLES
from coalbaron_fast.games.ruhr.core.types cimport (
    CALM, CHANCE_MARKER, CITIES, CITY, CITY_STAR, COUNTRIES, DEPOT, DID_BUY, DID_DEPOT,
    DID_ESSEN, DID_LOCK, DID_MARKCITY, DID_PORT, DUTY, END, FREE_LOCK, GET, HAULER, HAULER_NONE,
    INN, LOCK, MARKERS, MAX_SEATS, MOST_LEGAL, MOST_PIPS, MOVE_CODES, MUST_LOCK, Move, NONE, OPTION,
    OPTION_FREE, OUTSIDE, O_HT, O_SUPPLY, O_WAGE, PAY, PHASE_BUY, PHASE_CARRY, PHASE_CHANCE,
    PHASE_EVENT, PHASE_HAULER, PHASE_OPTION, PHASE_OVER, PHASE_PLACE, PHASE_REMOVE, PHASE_START,
    PHASE_SUPPLY, PHASE_TRIP, PORT, PORT_BUILD, PORT_STAR, PROGRESS, PUT, P_HAULER, P_HAULING,
    P_INN, P_MARK, P_WAREHOUSE, P_WHITE, REMOVE, REMOVE_TRACK, REPAY, SHIFT, STAGE_DEMAND,
    STAGE_EXPORT, STAGE_HISTORY, STAGE_MARKET, STAGE_OPTION, STAGE_PROGRESS, STAGE_TRIP, START,
    STORAGE, SUPPLY, Seat, State, TRACK_TOKENS, TRIP, TURN_TRACK, WATER,
)

# The steps of stage 1, in their sequence
cdef enum:
    STEP_PAY = 0
    STEP_TRACK = 1
    STEP_WAREHOUSE = 2
    STEP_GET = 3
    STEP_PIPS = 4
    STEP_REMOVE = 5
    STEP_COUNTRY = 6

cdef enum:
    SPARE_BITS = 0x88888        # the spare bit of each area in a word of tokens


# -- the beginning -----------------------------------------------------------------------------

cdef void state_init(State *state, int players, int start, bint calm) noexcept nogil:
    cdef int seat, kind
    memset(state, 0, sizeof(State))
    memset(state.column, NONE, sizeof(state.column))
    state.players = players
    state.viewer = NONE
    state.first_start = start
    for seat in range(players):
        state.order[seat] = (start + seat) % players
        state.seats[seat].thalers = TABLES.start_thalers
        state.seats[seat].pool = TABLES.pool
        state.seats[seat].waiting = (1 << TURN_TRACK) - 1
        state.seats[seat].place = OUTSIDE
        state.seats[seat].option = NONE
    for kind in range(STORAGE):
        put_die(state, kind, TABLES.dice[players][kind])
    for kind in range(MARKERS):
        state.markers[kind] = TABLES.markers[kind] - (TABLES.starred[kind] if calm else 0)
        state.markers_left += state.markers[kind]
    for kind in range(COUNTRIES):
        state.countries[kind] = TABLES.countries[kind]
        state.countries_left += state.countries[kind]
    for kind in range(P_WHITE, PROGRESS):
        state.white_left[kind] = TABLES.white_count[players]
    state.bag = TABLES.calm_bag if calm else TABLES.bag
    state.obstacles = (1 << (state.markers_left - state.bag)) - 1
    state.country = NONE
    state.flags = CALM if calm else 0
    begin_turn(state, 1)


cdef void order_anew(State *state) noexcept nogil:
    """By place along the river; of several on one space the one that came later first."""
    cdef unsigned char old[MAX_SEATS]
    cdef int index, back, place
    for index in range(state.players):
        old[index] = state.order[index]
    # The old order is the one in which they came.
    for index in range(state.players):
        place = state.seats[old[index]].place
        back = index
        while back and state.seats[state.order[back - 1]].place >= place:
            state.order[back] = state.order[back - 1]
            back -= 1
        state.order[back] = old[index]
    state.index = 0


# -- dice --------------------------------------------------------------------------------------

cdef inline void put_die(State *state, int space, int value) noexcept nogil:
    state.dice[space] = value
    state.filled |= <uint32_t>(value != 0) << space


cdef inline void take_die(State *state, int space) noexcept nogil:
    state.dice[space] = 0
    state.filled &= ~(<uint32_t>1 << space)


cdef inline void raise_die(State *state, int space, int pips) noexcept nogil:
    cdef int value = state.dice[space] + pips
    state.dice[space] = MOST_PIPS if value > MOST_PIPS else (1 if value < 1 else value)


cdef int leave_track(State *state, int colour, int box) noexcept nogil:
    """The die of a box leaves the track; those after it move down. Returns its value."""
    cdef int value = state.track[colour][box]
    state.on_track[colour] -= 1
    while box < state.on_track[colour]:
        state.track[colour][box] = state.track[colour][box + 1]
        box += 1
    state.track[colour][box] = 0
    return value


cdef void come_back(State *state, int colour) noexcept nogil:
    """The die on the arrow box waits to be placed."""
    state.returning[state.returning_count] = colour << 3 | leave_track(state, colour, 0)
    state.returning_count += 1


cdef void join_track(State *state, int colour, int value) noexcept nogil:
    """A die goes to the end of its track. From a full one the first die comes back; at the very
    end of the game it is put aside."""
    if state.on_track[colour] >= TABLES.boxes[state.turn]:
        if state.turn < TABLES.turns:
            come_back(state, colour)
        else:
            leave_track(state, colour, 0)
    state.track[colour][state.on_track[colour]] = value
    state.on_track[colour] += 1


cdef void play_put(State *state, int space) noexcept nogil:
    """The start seat puts the first of the dice that come back."""
    cdef int index
    put_die(state, space, state.returning[0] & 7)
    state.returning_count -= 1
    for index in range(state.returning_count):
        state.returning[index] = state.returning[index + 1]
    state.returning[state.returning_count] = 0
    if state.returning_count:
        return
    if state.stage == STAGE_HISTORY:
        history_from(state, STEP_WAREHOUSE)
    else:
        next_trip(state)


# -- stage 1: history --------------------------------------------------------------------------

cdef void begin_turn(State *state, int turn) noexcept nogil:
    state.turn = turn
    state.stage = STAGE_HISTORY
    state.index = 0
    history_from(state, STEP_PAY)


cdef bint ask_event(State *state) noexcept nogil:
    """Ask the next seat that has something to pay, or to get; False: all are through."""
    cdef const Seat *own
    while state.index < state.players:
        own = &state.seats[state.order[state.index]]
        if TABLES.get_turn[state.turn] or own.thalers or own.points > 0:
            state.phase = PHASE_EVENT
            return True
        state.index += 1
    state.index = 0
    return False


cdef bint move_sideways(State *state) noexcept nogil:
    """The dice move to a shorter path, which lacks the lowest boxes: what lay there comes back,
    black dice first. Whether there is any."""
    cdef int colour
    for colour in range(2):
        for _ in range(TABLES.lost_boxes[state.turn]):
            if state.on_track[colour]:
                come_back(state, colour)
    if state.returning_count:
        state.phase = PHASE_PLACE
    return state.returning_count > 0


cdef void take_waiting(State *state) noexcept nogil:
    """Each seat takes its warehouse of the turn, if it still waits."""
    cdef int seat, bit = TABLES.waiting_bit[state.turn]
    for seat in range(state.players):
        if state.seats[seat].waiting & bit:
            state.seats[seat].waiting ^= bit
            state.seats[seat].pool += 1


cdef void raise_tracks(State *state) noexcept nogil:
    cdef int colour, box
    for colour in range(2):
        for box in range(state.on_track[colour]):
            if state.track[colour][box] < MOST_PIPS:
                state.track[colour][box] += 1


cdef bint ask_removal(State *state) noexcept nogil:
    """Ask for the next die that leaves the game; False: all have left."""
    cdef int colour
    while state.index < state.players and state.index < 3:
        colour = TABLES.removed[state.players][state.index]
        if colour == NONE:
            break
        if state.filled & TABLES.colour_storage[colour] or state.on_track[colour]:
            state.phase = PHASE_REMOVE
            return True
        state.index += 1
    state.index = 0
    return False


cdef void history_from(State *state, int step) noexcept nogil:
    """The events of the turn from a step on, as far as the next question."""
    cdef int turn = state.turn
    if step <= STEP_PAY and TABLES.pay_turn[turn] and ask_event(state):
        return
    if step <= STEP_TRACK and move_sideways(state):
        return
    if step <= STEP_WAREHOUSE and TABLES.waiting_bit[turn]:
        take_waiting(state)
    if step <= STEP_GET and TABLES.get_turn[turn] and ask_event(state):
        return
    if step <= STEP_PIPS and TABLES.pips_turn[turn]:
        raise_tracks(state)
    if step <= STEP_REMOVE and turn == TABLES.remove_turn and ask_removal(state):
        return
    if step <= STEP_COUNTRY and TABLES.export_turn[turn] and state.countries_left:
        state.phase = PHASE_CHANCE
        return
    meet_demand(state)


cdef void play_event(State *state, Move code) noexcept nogil:
    cdef Seat *own = &state.seats[state.order[state.index]]
    if code == PAY:
        own.thalers -= 1
    elif code == PAY + 1:
        own.points -= 1
    elif code == GET:
        own.thalers += 1
    else:
        own.points += 1
    state.index += 1
    if not ask_event(state):
        history_from(state, STEP_TRACK if TABLES.pay_turn[state.turn] else STEP_PIPS)


cdef void play_removal(State *state, Move code) noexcept nogil:
    if code < REMOVE_TRACK:
        take_die(state, code - REMOVE)
    else:
        leave_track(
            state, (code - REMOVE_TRACK) / TRACK_TOKENS, (code - REMOVE_TRACK) % TRACK_TOKENS
        )
    state.index += 1
    if not ask_removal(state):
        history_from(state, STEP_COUNTRY)


# -- stage 2: water and demand -----------------------------------------------------------------

cdef void meet_demand(State *state) noexcept nogil:
    state.stage = STAGE_DEMAND
    if TABLES.marker_turn[state.turn] and state.bag:
        state.phase = PHASE_CHANCE
        return
    demand_met(state)


cdef void demand_met(State *state) noexcept nogil:
    if TABLES.marker_turn[state.turn] and state.bag <= 1:
        state.flags |= DUTY
    state.stage = STAGE_OPTION
    state.phase = PHASE_OPTION


cdef inline int thalers_on(const State *state, int space) noexcept nogil:
    return state.market >> (3 * space) & 7


cdef void play_marker(State *state, int kind) noexcept nogil:
    cdef uint32_t spaces = TABLES.marker_spaces[kind], filled = state.filled
    cdef int space
    state.markers[kind] -= 1
    state.markers_left -= 1
    state.bag -= 1
    while spaces:
        space = lowest_bit64(spaces)
        spaces &= spaces - 1
        if thalers_on(state, space) < TABLES.market_cap:
            state.market += <uint64_t>1 << (3 * space)
    if TABLES.marker_water[kind]:
        state.flags |= WATER
    if TABLES.marker_pips[kind]:
        while filled:
            raise_die(state, lowest_bit64(filled), TABLES.marker_pips[kind])
            filled &= filled - 1
    demand_met(state)


cdef void play_chance(State *state, Move code) noexcept nogil:
    if code < CHANCE_MARKER:
        state.countries[code] -= 1
        state.countries_left -= 1
        state.country = code
        meet_demand(state)
    else:
        play_marker(state, code - CHANCE_MARKER)


# -- stage 3: option and start -----------------------------------------------------------------

cdef void lose_points(Seat *own, int points) noexcept nogil:
    own.points = own.points - points if own.points > points else 0


cdef void make_debt(Seat *own) noexcept nogil:
    """A warehouse for Thalers: out of the pool, or else the earliest one that waits."""
    own.debts += 1
    own.thalers += TABLES.debt_thalers
    if own.pool:
        own.pool -= 1
    else:
        own.waiting &= own.waiting - 1
        lose_points(own, TABLES.early_points)


cdef void pay_fee(State *state, Seat *own, int fee) noexcept nogil:
    if can_pay(own, fee):
        for _ in range(debts_for(own, fee)):
            make_debt(own)
        own.thalers -= fee
    else:
        # Hardship: nothing at all could be paid.
        own.thalers = 0
        lose_points(own, TABLES.early_points)


cdef void play_option(State *state, Move code) noexcept nogil:
    cdef Seat *own = &state.seats[state.order[state.index]]
    cdef int option = code - OPTION
    if code >= OPTION_FREE:
        option = TABLES.free_option[code - OPTION_FREE]
        own.used |= 1 << P_HAULING
    else:
        pay_fee(state, own, TABLES.fee[option][state.turn])
    own.option = option
    if option == O_WAGE:
        own.thalers += TABLES.wage_thalers
    if TABLES.carry[option]:
        state.phase = PHASE_CARRY
    elif option == O_SUPPLY:
        state.phase = PHASE_SUPPLY
    else:
        state.phase = PHASE_START


cdef void play_carry(State *state, int space) noexcept nogil:
    put_die(state, space, leave_track(state, TABLES.storage_colour[space], 0))
    # Hauling with a die from the track starts where the die was put.
    if state.seats[state.order[state.index]].option == O_HT:
        play_start(state, space)
    else:
        state.phase = PHASE_START


cdef void play_start(State *state, int space) noexcept nogil:
    cdef Seat *own = &state.seats[state.order[state.index]]
    own.place = TABLES.storage_place[space]
    if has_unused(own, P_HAULER) and below_six(state):
        state.phase = PHASE_HAULER
    else:
        next_option(state)


cdef void play_hauler(State *state, Move code) noexcept nogil:
    if code != HAULER_NONE:
        raise_die(state, code - HAULER, TABLES.hauler_pips)
        state.seats[state.order[state.index]].used |= 1 << P_HAULER
    next_option(state)


cdef void next_option(State *state) noexcept nogil:
    state.index += 1
    if state.index < state.players:
        state.phase = PHASE_OPTION
        return
    order_anew(state)
    state.stage = STAGE_TRIP
    state.phase = PHASE_TRIP


# -- stage 4: trips and sales ------------------------------------------------------------------

cdef int sell(State *state, int seat, int target) noexcept nogil:
    cdef Seat *own = &state.seats[seat]
    cdef int space = TABLES.place_storage[own.place], value = state.dice[space], other, area
    area = TABLES.area[TABLES.storage_colour[space]][target]
    take_die(state, space)
    if value > 1 and TABLES.between[space][target] & state.obstacles:
        value -= 1
    own.thalers += value + thalers_on(state, target)
    state.market &= ~(<uint64_t>7 << (3 * target))
    if (own.tokens >> (4 * area) & 15) < TABLES.area_cap[area]:
        own.tokens += <uint32_t>1 << (4 * area)
        own.thalers -= 1
    if target < CITIES:
        for other in range(state.players):
            state.seats[other].thalers += state.seats[other].cities >> target & 1
    elif target == PORT:
        own.thalers += 1
        state.export_box += TABLES.export_step[value]
        if state.export_box >= TABLES.export_boxes:
            state.export_box = TABLES.export_boxes - 1
    own.place = TABLES.selling_place[target]
    own.option = NONE
    return value


cdef void play_trip(State *state, int target) noexcept nogil:
    cdef int seat = state.order[state.index]
    cdef int colour = TABLES.storage_colour[TABLES.place_storage[state.seats[seat].place]]
    join_track(state, colour, sell(state, seat, target))
    if state.returning_count:
        state.phase = PHASE_PLACE
    else:
        next_trip(state)


cdef void next_trip(State *state) noexcept nogil:
    state.index += 1
    state.phase = PHASE_TRIP
    if state.index < state.players:
        return
    order_anew(state)
    state.stage = STAGE_PROGRESS
    take_progress(state)
    state.stage = STAGE_MARKET
    state.index = 0
    next_buyer(state)


# -- stage 5: progress -------------------------------------------------------------------------

cdef inline bint meets(uint32_t tokens, uint32_t needs) noexcept nogil:
    """Whether every area has as many tokens as needed: no area borrows its spare bit."""
    return ((tokens | SPARE_BITS) - needs & SPARE_BITS) == SPARE_BITS


cdef void take_progress(State *state) noexcept nogil:
    cdef Seat *own
    cdef int index, marker
    for index in range(state.players):
        own = &state.seats[state.order[index]]
        for marker in range(PROGRESS):
            if own.progress >> marker & 1 or not meets(own.tokens, TABLES.needs[marker]):
                continue
            if marker >= P_WHITE:
                # Of a white marker that is gone none ever comes back.
                if not state.white_left[marker]:
                    continue
                state.white_left[marker] -= 1
            own.progress |= 1 << marker
            if marker == P_MARK:
                own.pool += TABLES.with_mark


# -- stage 6: market ---------------------------------------------------------------------------

cdef void next_buyer(State *state) noexcept nogil:
    """Ask the next seat, from `index` on, that can buy something."""
    cdef Move moves[MOST_LEGAL]
    cdef int seat
    while state.index < state.players:
        seat = state.order[state.index]
        state.did = 0
        if state.flags & DUTY and can_pay_lock(state, &state.seats[seat]):
            state.did = MUST_LOCK
        if list_purchases(state, seat, moves):
            state.phase = PHASE_BUY
            return
        state.index += 1
    state.index = 0
    state.did = 0
    end_turn(state)


cdef void build_lock(State *state, Seat *own, int lock) noexcept nogil:
    if state.did & FREE_LOCK:
        state.did ^= FREE_LOCK
    else:
        own.thalers -= TABLES.lock_cost[state.turn]
        state.did = (state.did | DID_LOCK) & ~MUST_LOCK
        if TABLES.two_locks[state.players][state.turn] or (
            TABLES.two_locks_first[state.players] and own.locks == 0
        ):
            # Without an obstacle left there is nothing to build for free.
            if state.obstacles & (state.obstacles - 1):
                state.did |= FREE_LOCK
    if own.locks == 0:
        own.pool += TABLES.with_first_lock
    own.locks += 1
    own.points += TABLES.lock_points[lock]
    state.obstacles &= ~(<uint32_t>1 << lock)
    state.bag += 1


cdef void build_city(State *state, Seat *own, int city, int cost) noexcept nogil:
    own.thalers -= cost
    own.cities |= 1 << city
    state.in_city[city] += 1


cdef void build_in_column(State *state, int seat, int column, int cost) noexcept nogil:
    state.seats[seat].thalers -= cost
    state.column[column][state.in_column[column]] = seat
    state.in_column[column] += 1


cdef void leave_column(State *state, int seat, int column) noexcept nogil:
    cdef int position = 0
    while state.column[column][position] != seat:
        position += 1
    state.in_column[column] -= 1
    while position < state.in_column[column]:
        state.column[column][position] = state.column[column][position + 1]
        position += 1
    state.column[column][position] = NONE


cdef void build(State *state, int seat, Move code) noexcept nogil:
    """A new warehouse in a city, at a depot or at the port."""
    cdef Seat *own = &state.seats[seat]
    cdef int city, depot
    own.pool -= 1
    own.points += TABLES.warehouse_points
    if code < CITY_STAR:
        city = code - CITY
        state.did |= DID_ESSEN if TABLES.essen_cities >> city & 1 else DID_MARKCITY
        build_city(state, own, city, TABLES.city_cost[city][state.in_city[city]])
    elif code < DEPOT:
        own.used |= 1 << P_WAREHOUSE
        build_city(state, own, code - CITY_STAR, TABLES.star_cost)
    elif code < PORT_BUILD:
        depot = code - DEPOT
        state.did |= DID_DEPOT
        own.thalers -= TABLES.depot_cost[depot][state.at_depot[depot]]
        own.depots += 1 << (4 * depot)
        state.at_depot[depot] += 1
    elif code < PORT_STAR:
        state.did |= DID_PORT
        build_in_column(
            state, seat, code - PORT_BUILD, TABLES.port_cost[port_warehouses(state)]
        )
    else:
        own.used |= 1 << P_WAREHOUSE
        build_in_column(state, seat, code - PORT_STAR, TABLES.star_cost)


cdef void play_buy(State *state, Move code) noexcept nogil:
    cdef Move moves[MOST_LEGAL]
    cdef int seat = state.order[state.index]
    cdef Seat *own = &state.seats[seat]
    if code == END:
        state.index += 1
        next_buyer(state)
        return
    if code < CITY:
        build_lock(state, own, code - LOCK)
    elif code < SHIFT:
        build(state, seat, code)
    elif code < REPAY:
        leave_column(state, seat, (code - SHIFT) / COUNTRIES)
        build_in_column(state, seat, (code - SHIFT) % COUNTRIES, TABLES.shift_cost)
    elif code == REPAY:
        own.thalers -= TABLES.repay_cost
        own.debts -= 1
        own.pool += 1
    else:
        own.used |= 1 << P_INN
        if code == INN:
            own.thalers += TABLES.inn_thalers
        else:
            own.points += TABLES.inn_points
    state.did |= DID_BUY
    if list_purchases(state, seat, moves) == 0:
        state.index += 1
        next_buyer(state)


# -- stage 7: export and end of the turn -------------------------------------------------------

cdef void export_coal(State *state) noexcept nogil:
    """Each warehouse in the column of the turn's country brings points to its seat."""
    cdef int column = state.country, position, value = TABLES.export_value[state.export_box]
    cdef int count = state.in_column[column]
    for position in range(count):
        state.seats[state.column[column][position]].points += (
            value + TABLES.position_bonus[position]
        )
    state.export_box = state.export_box - count if state.export_box > count else 0


cdef void end_turn(State *state) noexcept nogil:
    cdef int seat
    state.stage = STAGE_EXPORT
    if state.country != NONE:
        export_coal(state)
        state.country = NONE
    for seat in range(state.players):
        if state.seats[seat].thalers > TABLES.thaler_cap:
            state.seats[seat].thalers = TABLES.thaler_cap
    state.flags &= ~(WATER | DUTY)
    if state.turn == TABLES.turns:
        score_end(state)
        state.phase = PHASE_OVER
    else:
        begin_turn(state, state.turn + 1)


# -- play --------------------------------------------------------------------------------------

include "../../../contract/checks.pxi"


cdef void state_play(State *state, Move code) noexcept nogil:
    if COALBARON_DEBUG:
        check_move(state, code)
    if state.phase == PHASE_BUY:
        play_buy(state, code)
    elif state.phase == PHASE_OPTION:
        play_option(state, code)
    elif state.phase == PHASE_START:
        play_start(state, code - START)
    elif state.phase == PHASE_TRIP:
        play_trip(state, code - TRIP)
    elif state.phase == PHASE_CHANCE:
        play_chance(state, code)
    elif state.phase == PHASE_PLACE:
        play_put(state, code - PUT)
    elif state.phase == PHASE_CARRY:
        play_carry(state, code - PUT)
    elif state.phase == PHASE_HAULER:
        play_hauler(state, code)
    elif state.phase == PHASE_SUPPLY:
        raise_die(state, code - SUPPLY, TABLES.supply_pips)
        state.phase = PHASE_START
    elif state.phase == PHASE_EVENT:
        play_event(state, code)
    elif state.phase == PHASE_REMOVE:
        play_removal(state, code)
    if COALBARON_DEBUG:
        check_invariants(state, code)
