"""A position and its turns in small integers: what a learned evaluation is told."""

from libc.stdint cimport uint16_t, uint32_t

from coalbaron_fast.bits cimport lowest_bit64, popcount64
from coalbaron_fast.contract.game cimport EVERYBODY, Features, TURN_FEATURES, Turn
from coalbaron_fast.games.coalcountry.core.evaluate cimport (
    PARTS, Prospects, all_yields, prospects_in, total_of,
)
from coalbaron_fast.games.coalcountry.core.flow cimport seat_to_move
from coalbaron_fast.games.coalcountry.core.foremen cimport find_foreman
from coalbaron_fast.games.coalcountry.core.knowledge cimport view_of
from coalbaron_fast.games.coalcountry.core.mine cimport (
    coal_of, mine_lay, missing_utilities, next_to_lack, unfinished_tunnels,
)
from coalbaron_fast.games.coalcountry.core.places cimport influence_in, place_in
from coalbaron_fast.games.coalcountry.core.prices cimport (
    building_fees, fee_of, indicator_of, influence_of, limit_with, permit_fees, with_tavern,
)
from coalbaron_fast.games.coalcountry.core.tables cimport TABLES
from coalbaron_fast.games.coalcountry.core.types cimport (
    ALL_CUBES, AMOK, AT_BUILD, AT_DEPOT, AT_DUMP, AT_SHOP, AT_TANDEM, AT_UTIL, BUILD, BUILDINGS,
    BUILD_NONE, BUY, B_HALL, B_SCHOOL, CALENDAR, CELLS, CHURCH, CHURCH_NONE, DIG, DIRECTIONS,
    ENTRANCE_CELL, FOREMEN, HELD_BACK, INDICATORS, INFLUENCES, LAY, MARK_UP, MAX_SEATS, Move, NONE,
    NO_FOREMAN, NOT_ON_TRACK, ONTO, OPENINGS, PHASE_LAY, PHASE_OVER, PLACE, PUT, PUT_END, PUT_NONE,
    REFORMED, SELL, STACKS, SWAP, Seat, State, TILES, UNKNOWN, UNSEEN_PLACE, UTILITIES, count_of,
    foreman_influence, foreman_place, has_cell, tile_cubes, tile_kind, tile_openings,
)

cdef enum:
    LARGEST = 255               # no number is larger, or further below zero
    DOLLARS = 4                 # amounts are told in units of so many

# Where a cell is told, east and west alike, on which side it is; and a way to lie as it is in the
# west.
cdef unsigned char[CELLS] FOLD
cdef unsigned char[CELLS] SIDE
cdef unsigned char[OPENINGS] MIRRORED


cdef inline int mirrored(int openings) noexcept nogil:
    """East and west change places: bits 1 and 3."""
    return openings & 5 | (openings & 2) << 2 | (openings & 8) >> 2


cdef void fill_fold():
    cdef int cell, column, row, place = 0
    for column in range(9):
        for row in range(9 - column):
            for cell in range(CELLS):
                if TABLES.row[cell] == row and (
                    abs(TABLES.column[cell] - TABLES.column[ENTRANCE_CELL]) == column
                ):
                    FOLD[cell] = place
            place += 1
    for cell in range(CELLS):
        column = <int>TABLES.column[cell] - <int>TABLES.column[ENTRANCE_CELL]
        SIDE[cell] = 1 + (column > 0) - (column < 0)
    for cell in range(OPENINGS):
        for column in range(OPENINGS):
            if TABLES.openings[column] == mirrored(TABLES.openings[cell]):
                MIRRORED[cell] = column
    if place != FOLDED:
        raise RuntimeError(f"{place} cells are told, not {FOLDED}")
    if SEAT_TOTAL != SEAT_PART + PARTS:
        raise RuntimeError("the sources of money do not fit the features")


fill_fold()


cdef inline void add_flag(Features *part, int index) noexcept nogil:
    part.flags[part.flag_count] = index
    part.flag_count += 1


cdef inline void add_number(Features *part, int index, int value) noexcept nogil:
    if value > LARGEST:
        value = LARGEST
    elif value < -LARGEST:
        value = -LARGEST
    if value:
        part.numbers[part.number_count] = index
        part.values[part.number_count] = value
        part.number_count += 1


cdef inline void add_dollars(Features *part, int index, double value) noexcept nogil:
    """Rounded to nearest."""
    cdef double scaled = value / DOLLARS + (0.5 if value >= 0.0 else -0.5)
    if scaled > LARGEST:
        scaled = LARGEST
    elif scaled < -LARGEST:
        scaled = -LARGEST
    add_number(part, index, <int>scaled)


cdef inline void add_mask(Features *part, int base, uint32_t mask) noexcept nogil:
    while mask:
        add_flag(part, base + lowest_bit64(mask))
        mask &= mask - 1


cdef inline int class_of(const Seat *own, int place) noexcept nogil:
    """Of a place: mining, permits, the village's four, the boards' six."""
    if place >= CELLS:
        return 2 + place - AT_SHOP
    return 0 if has_cell(&own.occupied, place) else 1


cdef inline int led_into(const Seat *own, int cell) noexcept nogil:
    """Tunnels that lead into a free cell."""
    cdef int direction, other, count = 0
    for direction in range(DIRECTIONS):
        other = TABLES.next_to[cell][direction]
        if other != NONE and own.tile[other]:
            count += tile_openings(own.tile[other]) >> (direction ^ 2) & 1
    return count


# -- one seat ----------------------------------------------------------------------------------

cdef void add_mine(const State *state, const Seat *own, Features *part) noexcept nogil:
    cdef int cell, tile, cubes, utility, automatic = 0, tiles = 0
    cdef int[UTILITIES] lacking
    for utility in range(UTILITIES):
        lacking[utility] = 0
    for cell in range(CELLS):
        tile = own.tile[cell]
        if not tile:
            if led_into(own, cell):
                add_flag(part, SEAT_OPEN + FOLD[cell])
            continue
        cubes = tile_cubes(tile)
        if not has_cell(&own.connected, cell):
            add_flag(part, SEAT_TILE + TILE_STATES * tile_kind(tile) + TILE_STATES - 1)
            add_flag(part, SEAT_CELL + 3 * FOLD[cell] + 2)
            continue
        tiles += 1
        add_flag(part, SEAT_TILE + TILE_STATES * tile_kind(tile) + popcount64(cubes))
        add_flag(part, SEAT_CELL + 3 * FOLD[cell] + (cubes != ALL_CUBES))
        if cubes == ALL_CUBES and not state.flags & REFORMED:
            automatic += TABLES.coal[tile_kind(tile)][1]
        for utility in range(UTILITIES):
            lacking[utility] += not cubes >> utility & 1
    for utility in range(UTILITIES):
        add_number(part, SEAT_LACKING + utility, lacking[utility])
        add_number(part, SEAT_STORED + utility, own.storage[utility])
    add_number(part, SEAT_MISSING, missing_utilities(own))
    add_number(part, SEAT_TUNNELS, unfinished_tunnels(own, state.flags & REFORMED))
    add_number(part, SEAT_AUTOMATIC, automatic)
    add_number(part, SEAT_CONNECTED, tiles)


cdef void add_foremen_of(const Seat *own, Features *part) noexcept nogil:
    cdef int index, foreman, influence, known = 0
    for index in range(FOREMEN):
        foreman = own.foreman[index]
        if foreman == NO_FOREMAN:
            break
        influence = foreman_influence(foreman)
        add_flag(
            part,
            SEAT_FOREMAN + INFLUENCES_TOLD * class_of(own, foreman_place(foreman))
            + (influence if influence != UNKNOWN else INFLUENCES),
        )
    for influence in range(INFLUENCES):
        for _ in range(count_of(own.hand, influence)):
            add_flag(part, SEAT_HAND + influence)
            known += 1
        for _ in range(count_of(own.held, influence)):
            add_flag(part, SEAT_HELD + influence)
    for _ in range(own.at_hand - known):
        add_flag(part, SEAT_HAND + INFLUENCES)
    add_number(part, SEAT_AT_HAND, own.at_hand)


cdef void add_guess(
    const State *state, int seat, const Prospects *guess, Features *part
) noexcept nogil:
    """What the guess by hand makes of every seat, as seen from one."""
    cdef int index, other
    cdef double total = total_of(&guess[seat]), most = -1e9
    for index in range(PARTS):
        add_dollars(part, SEAT_PART + index, guess[seat].part[index])
    for other in range(state.players):
        if other != seat:
            most = max(most, total_of(&guess[other]))
    add_dollars(part, SEAT_TOTAL, total)
    add_dollars(part, SEAT_LEAD, total - most)


cdef void add_seat(
    const State *state, int seat, const Prospects *guess, double coal, Features *part
) noexcept nogil:
    cdef const Seat *own = &state.seats[seat]
    cdef int index
    part.flag_count = part.number_count = 0
    part.points = own.money
    if seat_to_move(state) == seat:
        add_flag(part, SEAT_TO_MOVE)
    for index in range(state.players):
        if state.order[index] == seat:
            add_flag(part, SEAT_ORDER + index)
    add_mask(part, SEAT_BUILDING, own.buildings)
    add_mask(part, SEAT_COVERED, own.covered)
    if own.tavern:
        add_flag(part, SEAT_TAVERN)
    if own.earnings != NOT_ON_TRACK:
        add_flag(part, SEAT_ON_TRACK)
    add_mine(state, own, part)
    add_foremen_of(own, part)
    add_dollars(part, SEAT_MONEY, own.money)
    add_dollars(part, SEAT_EARNINGS, own.earnings if own.earnings > 0 else 0)
    add_number(part, SEAT_FEE, fee_of(own))
    add_number(part, SEAT_COAL, own.coal)
    add_number(part, SEAT_REFUSE, own.refuse)
    add_number(part, SEAT_LAID, own.laid)
    add_number(part, SEAT_YIELD, <int>coal)
    if state.phase != PHASE_OVER:
        add_guess(state, seat, guess, part)


# -- the board ---------------------------------------------------------------------------------

cdef void add_board(const State *state, Features *part) noexcept nogil:
    cdef int index, row, stock = 0, left = state.rounds - state.round
    part.flag_count = part.number_count = part.points = 0
    add_flag(part, BOARD_LEFT + (left if left < 8 else 7))
    add_flag(part, BOARD_PHASE + state.phase)
    add_flag(part, BOARD_STAGE + state.stage)
    add_flag(part, BOARD_SEATS + state.players - 2)
    if state.rounds == 8:
        add_flag(part, BOARD_ROUNDS)
    if state.flags & REFORMED:
        add_flag(part, BOARD_REFORMED)
    if state.flags & AMOK:
        add_flag(part, BOARD_AMOK)
    if state.round % TABLES.report_every == 0:
        add_flag(part, BOARD_REPORT)
    add_flag(part, BOARD_INDICATOR + 1 + indicator_of(state))
    if state.calendar[CALENDAR - 1] != NONE:
        add_flag(part, BOARD_NEXT + state.calendar[CALENDAR - 1])
    for row in range(2):
        for index in range(BUILDINGS):
            if state.row[row][index]:
                add_flag(part, BOARD_ROW + BUILDINGS * row + index)
            if state.row[row][index] > 1:
                add_number(part, BOARD_DOUBLE, state.row[row][index] - 1)
    for index in range(STACKS):
        if state.face[index] != NONE:
            add_flag(part, BOARD_FACE + state.face[index])
    if state.tile != NONE:
        add_flag(part, BOARD_TILE + state.tile)
    if state.cell != NONE:
        add_flag(part, BOARD_FROM + FOLD[state.cell])
    add_mask(part, BOARD_PUTS, state.puts)
    if state.building != NONE:
        add_flag(part, BOARD_ONTO + state.building)
    for index in range(UTILITIES):
        add_number(part, BOARD_MARKET + index, state.market[index])
        add_number(part, BOARD_SUPPLY + index, state.supply[index])
    for index in range(BUILDINGS):
        add_number(part, BOARD_PILE + index, state.pile[index])
    for index in range(TILES):
        add_number(part, BOARD_STACK + index, state.stack[index])
    for index in range(INDICATORS):
        add_number(part, BOARD_BAG + index, state.bag[index])
    for index in range(state.players):
        stock += state.seats[index].coal
    add_number(part, BOARD_COAL, stock)
    add_number(part, BOARD_MOVES, state.left)


cdef void tell(const State *state, Features *out) noexcept nogil:
    cdef Prospects guess[MAX_SEATS]
    cdef double yields[MAX_SEATS]
    cdef int seat
    all_yields(state, yields)
    if state.phase != PHASE_OVER:
        for seat in range(state.players):
            prospects_in(state, seat, yields, &guess[seat])
    for seat in range(state.players):
        add_seat(state, seat, guess, yields[seat], &out[seat])
    add_board(state, &out[state.players])


cdef void features_of(const State *state, int viewer, Features *out) noexcept nogil:
    cdef State view
    if viewer == EVERYBODY or state.viewer != NONE:
        tell(state, out)
        return
    view_of(state, viewer, &view)
    tell(&view, out)


# -- turns -------------------------------------------------------------------------------------

cdef inline int add(uint16_t *out, int count, int feature) noexcept nogil:
    if count < TURN_FEATURES:
        out[count] = feature
        return count + 1
    return count


cdef inline int within(int value, int least, int most) noexcept nogil:
    """Counted from the least."""
    return min(max(value, least), most) - least


cdef int add_placing(
    const State *state, const Seat *own, const Turn *turn, uint16_t *out
) noexcept nogil:
    """Foremen one by one, then what they come to together."""
    cdef int index, place, printed, influence, coal, mined = 0, miners = 0, permits = 0
    cdef int held = 0, limit = 0, count = 0
    cdef bint dumps = False, fills = False
    cdef int dump = 0, depot = 0
    for index in range(turn.count):
        place = place_in(turn.moves[index])
        printed = influence_in(turn.moves[index])
        influence = influence_of(own, printed)
        if place == HELD_BACK:
            held += influence
            count = add(out, count, TURN_PLACED + INFLUENCES * CLASSES + printed)
            continue
        count = add(out, count, TURN_PLACED + INFLUENCES * class_of(own, place) + printed)
        if place < CELLS and has_cell(&own.occupied, place):
            coal = coal_of(own.tile[place], influence)
            mined += coal
            miners += 1
            count = add(out, count, TURN_MINED + INFLUENCES * min(coal, 7) + printed)
        elif place < CELLS:
            permits += 1
            count = add(out, count, TURN_PERMIT_CELL + FOLD[place])
            count = add(
                out, count,
                TURN_PERMIT_LED + 5 * (
                    2 * min(led_into(own, place), 3) + next_to_lack(own, place)
                ) + printed,
            )
        elif place == AT_UTIL:
            limit += influence
        elif place == AT_TANDEM:
            limit = max(limit, influence)
        elif place == AT_DUMP:
            dumps = True
            dump = limit_with(own, B_HALL, printed)
        elif place == AT_DEPOT:
            fills = True
            depot = limit_with(own, B_SCHOOL, printed)
    if turn.count > 1:
        count = add(out, count, TURN_MINERS + miners)
        count = add(out, count, TURN_COAL + min(mined / 2, 15))
        count = add(out, count, TURN_PERMITS + permits)
        count = add(out, count, TURN_HELD + min(held, 9))
        count = add(out, count, TURN_UTIL + within(limit - missing_utilities(own), -8, 7))
    if dumps:
        count = add(out, count, TURN_DUMP + within(dump - own.refuse - miners, -4, 4))
    if fills:
        count = add(
            out, count,
            TURN_DEPOT + within(
                depot - own.storage[0] - own.storage[1] - own.storage[2], -4, 4
            ),
        )
    return count


cdef int coal_for_3(const Seat *own) noexcept nogil:
    cdef int cell, coal = 0
    for cell in range(CELLS):
        if has_cell(&own.connected, cell):
            coal += coal_of(own.tile[cell], 3)
    return coal


cdef int add_lay(
    const State *state, const Seat *own, int kind, Move move, uint16_t *out, int count
) noexcept nogil:
    cdef Seat after = own[0]
    cdef int cell = (move - LAY) / OPENINGS, way = (move - LAY) % OPENINGS, joined
    cdef bint covers = own.tile[cell] != 0, reformed = state.flags & REFORMED
    cdef int tunnels = unfinished_tunnels(own, reformed), coal = coal_for_3(own)
    mine_lay(&after, cell, kind, TABLES.openings[way])
    joined = has_cell(&after.connected, cell)
    if covers:
        joined = 2 + (not joined)
    coal = coal_for_3(&after) - coal
    count = add(
        out, count,
        TURN_LAY_LED + within(tunnels - unfinished_tunnels(&after, reformed), -4, 4),
    )
    count = add(out, count, TURN_LAY_JOINED + joined)
    count = add(
        out, count,
        TURN_LAY_YIELD + 2 * within(coal, -4, 4) + (tile_cubes(after.tile[cell]) == ALL_CUBES),
    )
    count = add(out, count, TURN_WAY + (way if SIDE[cell] else MIRRORED[way]))
    count = add(out, count, TURN_SIDE + SIDE[cell])
    return add(out, count, TURN_LAY_CELL + FOLD[cell])


cdef int add_dig(
    const State *state, const Seat *own, Move move, uint16_t *out, int count
) noexcept nogil:
    cdef int cell = (move - DIG) / (STACKS + 1), stack = (move - DIG) % (STACKS + 1), fees = 0
    cdef int place = find_foreman(own, cell), foreman
    if place == NONE:
        return count
    foreman = own.foreman[place]
    if stack < STACKS:
        fees = permit_fees(state, own, foreman, stack)
    count = add(out, count, TURN_DIG + 6 * stack + min(fees, 5))
    count = add(out, count, TURN_SIDE + SIDE[cell])
    count = add(out, count, TURN_PERMIT_CELL + FOLD[cell])
    return add(
        out, count, TURN_DIG_FOREMAN + INFLUENCES * stack + foreman_influence(foreman)
    )


cdef int add_put(const Seat *own, Seat *after, Move move, uint16_t *out, int count) noexcept nogil:
    """Cubes onto one tile count one after the other."""
    cdef int cell = (move - PUT) % CELLS, utility = (move - PUT) / CELLS
    cdef int tile = after.tile[cell]
    after.tile[cell] |= 1 << (9 + utility)
    return add(
        out, count,
        TURN_PUT + UTILITIES * tile_kind(tile) + min(<int>popcount64(tile_cubes(tile)), 2),
    )


cdef int add_buy(const Seat *own, Move move, uint16_t *out, int count) noexcept nogil:
    cdef int utility, cell, bought, all_bought = 0, needed = 0, lacking
    for utility in range(UTILITIES):
        bought = TABLES.purchase[move - BUY][utility]
        all_bought += bought
        lacking = -own.storage[utility]
        for cell in range(CELLS):
            if has_cell(&own.connected, cell):
                lacking += not tile_cubes(own.tile[cell]) >> utility & 1
        needed += min(bought, max(lacking, 0))
        count = add(out, count, TURN_BUY + 6 * utility + bought)
    count = add(out, count, TURN_BOUGHT + all_bought)
    return add(out, count, TURN_NEEDED + needed)


cdef int add_build(
    const State *state, const Seat *own, Move move, uint16_t *out, int count
) noexcept nogil:
    cdef int kind = (move - BUILD) % BUILDINGS, row = (move - BUILD) / BUILDINGS
    cdef int index = find_foreman(own, AT_BUILD), influence
    count = add(out, count, TURN_BUILD + move - BUILD)
    if move == BUILD_NONE or index == NONE:
        return count
    influence = with_tavern(own, foreman_influence(own.foreman[index]))
    return add(
        out, count,
        TURN_BUILD_FEES + min(building_fees(state, row, kind, influence), 6),
    )


cdef int add_move(
    const State *state, const Seat *own, Seat *after, const Turn *turn, int index, uint16_t *out,
    int count
) noexcept nogil:
    cdef Move move = turn.moves[index]
    if SWAP <= move < CHURCH:
        return add(out, count, TURN_SWAP + move - SWAP)
    if CHURCH <= move < SELL:
        return add(
            out, count,
            TURN_CHURCH + (
                7 if move == CHURCH_NONE else min(coal_of(own.tile[move - CHURCH], 1), 6)
            ),
        )
    if SELL <= move < MARK_UP:
        return add(out, count, TURN_KEPT + within(own.coal - (move - SELL), 0, 11))
    if MARK_UP <= move < DIG:
        return add(out, count, TURN_MARK + move - MARK_UP)
    if DIG <= move < LAY:
        return add_dig(state, own, move, out, count)
    if LAY <= move < BUY:
        if state.phase == PHASE_LAY:
            return add_lay(state, own, state.tile, move, out, count)
        if index and state.face[(turn.moves[0] - DIG) % (STACKS + 1)] != NONE:
            return add_lay(
                state, own, state.face[(turn.moves[0] - DIG) % (STACKS + 1)], move, out, count
            )
        return count
    if BUY <= move < PUT:
        return add_buy(own, move, out, count)
    if PUT <= move < PUT_NONE:
        return add_put(own, after, move, out, count)
    if move < BUILD:
        return add(out, count, TURN_END if move == PUT_END else TURN_STORED)
    if move < ONTO:
        return add_build(state, own, move, out, count)
    return add(out, count, TURN_ONTO + move - ONTO)


cdef int turn_features_of(const State *state, const Turn *turn, uint16_t *out) noexcept nogil:
    cdef const Seat *own = &state.seats[seat_to_move(state)]
    cdef Seat after
    cdef int index, count = 0
    if PLACE <= turn.moves[0] < UNSEEN_PLACE:
        return add_placing(state, own, turn, out)
    after = own[0]
    for index in range(turn.count):
        count = add_move(state, own, &after, turn, index, out, count)
    return count


def sizes():
    """How many indices a seat, the board and a turn have, and from where on they are counts."""
    return {
        "seat": SEAT_SIZE, "board": BOARD_SIZE, "turn": TURN_SIZE,
        "seat_counts": SEAT_MONEY, "board_counts": BOARD_MARKET,
    }
