"""Whole turns: what one seat decides at a stretch."""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from coalbaron_fast.bits cimport popcount64
from coalbaron_fast.contract.collect cimport (
    Collector, collector_open, collector_take, collector_written,
)
from coalbaron_fast.contract.game cimport A_DETAIL, A_SMALL_TURN, A_STEP, A_TURN, Turn
from coalbaron_fast.games.coalcountry.core.evaluate cimport (
    Outlook, Prospects, all_yields, building_worth, cube_worth, look_ahead, permit_worth,
    stored_worth, worth_of,
)
from coalbaron_fast.games.coalcountry.core.flow cimport seat_to_move
from coalbaron_fast.games.coalcountry.core.foremen cimport find_foreman
from coalbaron_fast.games.coalcountry.core.mine cimport coal_of
from coalbaron_fast.games.coalcountry.core.moves cimport state_legal_moves
from coalbaron_fast.games.coalcountry.core.places cimport turns_over
from coalbaron_fast.games.coalcountry.core.placing cimport Placing, list_placings, placing_fits
from coalbaron_fast.games.coalcountry.core.prices cimport (
    cube_fees, fee_of, influence_of, permit_fees,
)
from coalbaron_fast.games.coalcountry.core.state cimport state_play
from coalbaron_fast.games.coalcountry.core.tables cimport TABLES
from coalbaron_fast.games.coalcountry.core.types cimport (
    AMOK, BUILD, BUILDINGS, BUILD_NONE, BUY, CELLS, CHURCH, CHURCH_NONE, DIG, FOREMEN, MARK_DOWN,
    MAX_SEATS, MOST_LEGAL, Move, NONE, ONTO, ONTO_VACANT, PHASE_BUILD, PHASE_BUY, PHASE_CHURCH,
    PHASE_DIG, PHASE_FILL, PHASE_LAY, PHASE_MARK, PHASE_ONTO, PHASE_PLACE, PHASE_PUT, PHASE_SELL,
    PHASE_SHOP, PUT, PUT_END, PUT_NONE, STACKS, STAGE_BROKERS, STAGE_PERMITS, STAGE_PLACE,
    STAGE_REFUSE, SWAP,
    SWAP_END, Seat, State, UTILITIES, foreman_influence, has_cell, tile_cubes, tile_kind,
)
from coalbaron_fast.rng cimport mix64

include "../../../contract/turns.pxi"

cdef enum:
    SALES = 12                  # the largest sales are looked at, and the smallest one
    PUTS = 3                    # tiles for a cube that are looked at, the best ones
    EVERYTHING = 1 << 20        # more than any list holds

# Turns of a round that deserve thought once all have placed.
cdef double AFTER_PLACING = 3.0

# What a covered building cost its owner for good: the two fees that it no longer saves are in its
# worth. What a swap and a purchase of nothing are about.
cdef double SWAP_WORTH = 4.0
cdef double LOWER_MARKER = 0.5

# The list and what its turns are weighed by.
ctypedef struct Weighing:
    Collector *list
    bint weigh
    bint every                  # nothing is left out
    Outlook look
    double base                 # what the seat can expect now


cdef void add(Weighing *work, const Move *moves, int count, double value) noexcept nogil:
    cdef Turn *turn = collector_take(work.list, value)
    cdef int index
    if turn == NULL:
        return
    for index in range(count):
        turn.moves[index] = moves[index]
    turn.count = count
    turn.value = value
    collector_written(work.list)


# -- turns of one token ------------------------------------------------------------------------

cdef int need_of(const Seat *own, int utility) noexcept nogil:
    """Connected tiles without this utility, beyond what is stored of it."""
    cdef int cell, count = -own.storage[utility]
    for cell in range(CELLS):
        if has_cell(&own.connected, cell):
            count += not tile_cubes(own.tile[cell]) >> utility & 1
    return count


cdef double put_value(
    const State *state, const Weighing *work, const Seat *own, int cell
) noexcept nogil:
    """A stored cube onto a tile."""
    cdef int tile = own.tile[cell], cubes = popcount64(tile_cubes(tile))
    return (
        cube_worth(state, &work.look, tile_kind(tile), cubes)
        - stored_worth(&work.look) + work.look.stored_cube
        # The fullest tile first, even where nothing is to come of it.
        + 0.01 * cubes
    )


cdef double dig_value(
    const State *state, Weighing *work, const Seat *own, Move move
) noexcept nogil:
    cdef int cell = (move - DIG) / (STACKS + 1), stack = (move - DIG) % (STACKS + 1)
    cdef int foreman = own.foreman[find_foreman(own, cell)], kind = NONE
    cdef double lost
    if stack == STACKS:
        lost = influence_of(own, foreman_influence(foreman)) * fee_of(own)
        return -(lost if lost < own.money else own.money)
    if state.flags & AMOK:
        kind = state.face[stack]
    return permit_worth(state, own, &work.look, cell, stack + 1, kind) - (
        permit_fees(state, own, foreman, stack) * fee_of(own)
    )


cdef double worth_after(const State *state, Weighing *work, Move move) noexcept nogil:
    cdef State after = state[0]
    cdef int seat = seat_to_move(state)
    state_play(&after, move)
    return worth_of(&after, seat) - work.base


cdef double single_value(const State *state, Weighing *work, Move move) noexcept nogil:
    cdef int seat = seat_to_move(state)
    cdef const Seat *own = &state.seats[seat]
    if state.phase == PHASE_DIG:
        return dig_value(state, work, own, move)
    if state.phase == PHASE_LAY:
        return worth_after(state, work, move)
    if state.phase == PHASE_CHURCH:
        return 0.0 if move == CHURCH_NONE else (
            work.look.now * coal_of(own.tile[move - CHURCH], 1)
        )
    if state.phase == PHASE_SHOP:
        return 0.0 if move == SWAP_END else SWAP_WORTH * (
            need_of(own, TABLES.swap[move - SWAP][1]) - need_of(own, TABLES.swap[move - SWAP][0])
            - 1
        )
    if state.phase == PHASE_FILL:
        return 0.0 if move == PUT_END else put_value(state, work, own, (move - PUT) % CELLS)
    if state.phase == PHASE_MARK:
        return LOWER_MARKER if move == MARK_DOWN else 0.0
    return 0.0


cdef void add_singles(const State *state, Weighing *work) noexcept nogil:
    cdef Move moves[MOST_LEGAL]
    cdef int index, count = state_legal_moves(state, moves)
    for index in range(count):
        add(work, &moves[index], 1, single_value(state, work, moves[index]) if work.weigh else 0.0)


# -- sales -------------------------------------------------------------------------------------

cdef void add_sales(const State *state, Weighing *work) noexcept nogil:
    """All or nearly all of the coal; then the marker, if its space is taken."""
    cdef Move moves[MOST_LEGAL]
    cdef Move turn[2]
    cdef State after
    cdef int index, count = state_legal_moves(state, moves), seat = seat_to_move(state)
    cdef double value = 0.0
    for index in range(count):
        if index and index < count - SALES and not work.every:
            continue
        after = state[0]
        turn[0] = moves[index]
        state_play(&after, turn[0])
        if work.weigh:
            value = worth_of(&after, seat) - work.base
        if after.phase == PHASE_MARK and after.actor == seat and after.stage == STAGE_BROKERS:
            for turn[1] in range(MARK_DOWN - 1, MARK_DOWN + 1):
                if turn[1] < MARK_DOWN or has_down(&after):
                    add(work, turn, 2, value + (LOWER_MARKER if turn[1] == MARK_DOWN else 0.0))
        else:
            add(work, turn, 1, value)


cdef bint has_down(const State *state) noexcept nogil:
    cdef Move moves[MOST_LEGAL]
    return state_legal_moves(state, moves) > 1


# -- tiles in an industry amok -----------------------------------------------------------------

cdef void add_digs(const State *state, Weighing *work) noexcept nogil:
    """The tile lies face up: it is taken and laid at once."""
    cdef Move moves[MOST_LEGAL]
    cdef Move ways[MOST_LEGAL]
    cdef Move turn[2]
    cdef State after
    cdef int index, way, count = state_legal_moves(state, moves), seat = seat_to_move(state)
    # There can be more than a list holds: all lists leave out the same.
    for index in range(count):
        turn[0] = moves[index]
        after = state[0]
        state_play(&after, turn[0])
        if after.phase != PHASE_LAY or after.actor != seat:
            add(work, turn, 1, dig_value(state, work, &state.seats[seat], turn[0]))
            continue
        for way in range(state_legal_moves(&after, ways)):
            turn[1] = ways[way]
            add(work, turn, 2, worth_after(&after, work, turn[1]))


# -- utilities ---------------------------------------------------------------------------------

# A purchase on the way down to its `put`s.
ctypedef struct Purchase:
    Move moves[UTILITIES + 1]
    int count
    int bought[UTILITIES]
    double value


cdef int best_cells(
    const State *state, Weighing *work, const Seat *own, int utility, unsigned char *out
) noexcept nogil:
    """Connected tiles without this utility, the best first; only some unless all are asked for."""
    cdef double value[CELLS]
    cdef double worth
    cdef int cell, place, tile, count = 0
    for cell in range(CELLS):
        if not has_cell(&own.connected, cell):
            continue
        tile = own.tile[cell]
        if tile_cubes(tile) >> utility & 1:
            continue
        worth = cube_worth(state, &work.look, tile_kind(tile), popcount64(tile_cubes(tile)))
        worth += 0.01 * popcount64(tile_cubes(tile))
        place = count
        while place and value[place - 1] < worth:
            value[place] = value[place - 1]
            out[place] = out[place - 1]
            place -= 1
        value[place] = worth
        out[place] = cell
        count += 1
    return count if work.every or count < PUTS else PUTS


cdef void add_puts(
    const State *state, Weighing *work, const Seat *own, const Purchase *begun, int utility,
    int others
) noexcept nogil:
    """One cube of each type bought onto a tile. In a list of some turns, one type at most goes
    elsewhere than onto the tile that is best for it."""
    cdef Purchase next
    cdef Seat after
    cdef unsigned char cells[CELLS]
    cdef int index, count, tile
    while utility < UTILITIES and not begun.bought[utility]:
        utility += 1
    if utility == UTILITIES:
        add(work, begun.moves, begun.count, begun.value)
        return
    count = best_cells(state, work, own, utility, cells)
    next = begun[0]
    next.count += 1
    for index in range(count):
        if index and others and not work.every:
            break
        after = own[0]
        tile = own.tile[cells[index]]
        next.value = begun.value + put_value(state, work, own, cells[index])
        after.tile[cells[index]] = tile | 1 << (9 + utility)
        next.moves[begun.count] = PUT + CELLS * utility + cells[index]
        add_puts(state, work, &after, &next, utility + 1, others + (index > 0))
    if count == 0 or work.every or not others:
        next.value = begun.value
        next.moves[begun.count] = PUT_NONE + utility
        add_puts(state, work, own, &next, utility + 1, others + (count > 0))


cdef void add_purchases(const State *state, Weighing *work) noexcept nogil:
    cdef Move moves[MOST_LEGAL]
    cdef Purchase begun
    cdef int seat = seat_to_move(state), index, utility, cubes
    cdef int count = state_legal_moves(state, moves)
    cdef const Seat *own = &state.seats[seat]
    cdef double price = cube_fees(state) * fee_of(own), need
    for index in range(count):
        begun.moves[0] = moves[index]
        begun.count = 1
        begun.value = 0.0
        cubes = 0
        for utility in range(UTILITIES):
            begun.bought[utility] = TABLES.purchase[moves[index] - BUY][utility]
            cubes += begun.bought[utility]
            need = need_of(own, utility)
            # Stored cubes that no tile lacks are worth what the inspection pays for them.
            begun.value += begun.bought[utility] * work.look.stored_cube
            if need > 0.0 and begun.bought[utility]:
                begun.value += (
                    begun.bought[utility] if begun.bought[utility] < need else need
                ) * (stored_worth(&work.look) - work.look.stored_cube)
        begun.value -= cubes * price
        if cubes == 0:
            begun.value = -2.0 * fee_of(own)
        add_puts(state, work, own, &begun, 0, 0)


cdef void add_rest_of_puts(const State *state, Weighing *work) noexcept nogil:
    """In the midst of a purchase: what is stored is already paid for."""
    cdef Purchase begun
    cdef int utility
    memset(&begun, 0, sizeof(Purchase))
    for utility in range(UTILITIES):
        begun.bought[utility] = state.puts >> utility & 1
    add_puts(state, work, &state.seats[seat_to_move(state)], &begun, 0, 0)


# -- buildings ---------------------------------------------------------------------------------

cdef double onto_value(
    const State *state, Weighing *work, const Seat *own, Move move
) noexcept nogil:
    """What is lost by covering, with the refuse that it gives."""
    cdef int kind = move - ONTO
    if move == ONTO_VACANT:
        return 0.0
    return -building_worth(own, &work.look, kind) - (
        0.5 * work.look.refuse * TABLES.building_number[kind]
    )


cdef void add_buildings(const State *state, Weighing *work) noexcept nogil:
    cdef Move moves[MOST_LEGAL]
    cdef Move places[MOST_LEGAL]
    cdef Move turn[2]
    cdef State after
    cdef int seat = seat_to_move(state), index, place, kind, paid
    cdef const Seat *own = &state.seats[seat]
    cdef double value = 0.0
    for index in range(state_legal_moves(state, moves)):
        turn[0] = moves[index]
        if turn[0] == BUILD_NONE:
            add(work, turn, 1, 0.0)
            continue
        kind = (turn[0] - BUILD) % BUILDINGS
        after = state[0]
        state_play(&after, turn[0])
        paid = own.money - after.seats[seat].money
        if after.phase != PHASE_ONTO or after.actor != seat:
            add(work, turn, 1, -paid)
            continue
        value = building_worth(own, &work.look, kind) - paid
        for place in range(state_legal_moves(&after, places)):
            turn[1] = places[place]
            add(work, turn, 2, value + onto_value(state, work, own, turn[1]))


cdef void add_places_of_building(const State *state, Weighing *work) noexcept nogil:
    cdef Move moves[MOST_LEGAL]
    cdef int index
    for index in range(state_legal_moves(state, moves)):
        add(
            work, &moves[index], 1,
            onto_value(state, work, &state.seats[seat_to_move(state)], moves[index]),
        )


# -- all of them -------------------------------------------------------------------------------

cdef void look_at(const State *state, Weighing *work) noexcept nogil:
    cdef double yields[MAX_SEATS]
    cdef Prospects parts
    cdef int seat = seat_to_move(state)
    all_yields(state, yields)
    look_ahead(state, seat, yields, &work.look, &parts)
    work.base = worth_of(state, seat)


cdef void list_shown(const State *state, Collector *list) noexcept nogil:
    """In the view of another seat: each code that it may be shown."""
    cdef Move moves[MOST_LEGAL]
    cdef Turn *turn
    cdef int index
    for index in range(state_legal_moves(state, moves)):
        turn = collector_take(list, 0.0)
        if turn == NULL:
            return
        turn.moves[0] = moves[index]
        turn.count = 1
        turn.value = 0.0
        collector_written(list)


cdef void collect_turns(const State *state, void *scratch, Weighing *work) noexcept nogil:
    if state.phase == PHASE_PLACE:
        if state.viewer != NONE and state.actor != state.viewer:
            list_shown(state, work.list)
        else:
            list_placings(state, <Placing *>scratch, work.list)
        return
    look_at(state, work)
    if state.phase == PHASE_SELL:
        add_sales(state, work)
    elif state.phase == PHASE_BUY:
        add_purchases(state, work)
    elif state.phase == PHASE_PUT:
        add_rest_of_puts(state, work)
    elif state.phase == PHASE_BUILD:
        add_buildings(state, work)
    elif state.phase == PHASE_ONTO:
        add_places_of_building(state, work)
    elif state.phase == PHASE_DIG and state.flags & AMOK:
        add_digs(state, work)
    else:
        add_singles(state, work)


cdef int list_turns(const State *state, void *scratch, Turn *out, int limit) noexcept nogil:
    cdef Collector list
    cdef Weighing work
    collector_open(&list, out, limit)
    work.list = &list
    work.weigh = True
    work.every = False
    collect_turns(state, scratch, &work)
    return list.count


cdef int list_unweighed(const State *state, void *scratch, Turn *out, int limit) noexcept nogil:
    cdef Collector list
    cdef Weighing work
    collector_open(&list, out, limit)
    work.list = &list
    work.weigh = work.every = False
    collect_turns(state, scratch, &work)
    return list.count


cdef int list_every_turn(
    const State *state, void *scratch, int omit, Turn *out, int limit
) noexcept nogil:
    cdef Collector list
    cdef Weighing work
    if state.phase == PHASE_PLACE and not turns_over(state):
        return 0
    collector_open(&list, out, limit)
    work.list = &list
    work.weigh = work.every = True
    collect_turns(state, scratch, &work)
    return 0 if list.full else list.count


cdef bint turn_fits(const State *state, const Turn *turn) noexcept nogil:
    if state.phase == PHASE_PLACE:
        return placing_fits(state, turn.moves, turn.count)
    return tokens_fit(state, turn)


cdef uint64_t information_of(const State *state, int seat) noexcept nogil:
    cdef const Seat *own = &state.seats[seat]
    cdef uint64_t known = own.held
    cdef int index
    for index in range(FOREMEN):
        known = mix64(known ^ own.foreman[index])
    if state.phase == PHASE_LAY:
        known = mix64(known ^ state.tile)
    return known


# -- what the decision is ----------------------------------------------------------------------

cdef int decision_of(const State *state) noexcept nogil:
    cdef int phase = state.phase
    if phase == PHASE_PLACE:
        if state.flags & AMOK or state.seats[state.actor].at_hand == FOREMEN:
            return A_TURN
        return A_STEP
    if phase == PHASE_PUT or phase == PHASE_ONTO:
        return A_STEP
    if phase == PHASE_LAY:
        return A_STEP if state.flags & AMOK else A_DETAIL
    if phase == PHASE_MARK:
        return A_STEP if state.stage == STAGE_BROKERS else A_SMALL_TURN
    if phase == PHASE_DIG or phase == PHASE_BUY or phase == PHASE_BUILD:
        return A_TURN
    return A_SMALL_TURN


cdef double turns_expected(const State *state, int seat) noexcept nogil:
    # A placing, or nine of one foreman; then about three of permits, market and buildings.
    cdef double placing = 9.0 if state.flags & AMOK else 1.0
    cdef double left = (placing + AFTER_PLACING) * (state.rounds - state.round)
    if state.stage < STAGE_PLACE:
        return left + placing + AFTER_PLACING
    if state.stage == STAGE_PLACE:
        return left + AFTER_PLACING + (state.seats[seat].at_hand if state.flags & AMOK else placing)
    if state.stage <= STAGE_PERMITS:
        return left + AFTER_PLACING
    return left + (STAGE_REFUSE - state.stage if state.stage < STAGE_REFUSE else 0)
