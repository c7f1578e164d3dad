"""A guess at what each seat can expect: enough to begin with, until a network knows better."""

from libc.math cimport sqrt
from libc.stdint cimport uint16_t
from libc.string cimport memset

from coalbaron_fast.bits cimport lowest_bit64, popcount64
from coalbaron_fast.contract.winning cimport win_by_leads, win_shared
from coalbaron_fast.games.coalcountry.core.mine cimport (
    coal_of, missing_utilities, next_to_lack, unfinished_tunnels,
)
from coalbaron_fast.games.coalcountry.core.prices cimport (
    building_fees, fee_of, indicator_of, influence_of, is_seen, limit_with,
)
from coalbaron_fast.games.coalcountry.core.scoring cimport winner_mask
from coalbaron_fast.games.coalcountry.core.tables cimport TABLES
from coalbaron_fast.games.coalcountry.core.types cimport (
    ALL_CUBES, AMOK, AT_BUILD, AT_CHURCH, AT_DEPOT, AT_DUMP, AT_SELL, AT_TANDEM, AT_TAVERN, AT_UTIL,
    BUILDINGS, B_HALL, B_SCHOOL, B_SHED, CELLS, Cells, DIRECTIONS, ENTRANCE_CELL, FOREMEN,
    MAX_SEATS, NONE, NO_FOREMAN, PHASE_OVER, REFORMED, STACKS, STAGE_BROKERS, STAGE_MINING,
    STAGE_PERMITS, STAGE_PLACE, STAGE_REFUSE, Seat, State, UNKNOWN, UTILITIES, VILLAGE_SPACES,
    foreman_influence, foreman_lacking, foreman_place, has_cell, tile_cubes, tile_kind,
    tile_openings,
)

# Where each number of the guess is found.
cdef enum:
    MINED
    PRICED
    ADJUSTED
    GROWTH
    FILLED
    OPEN
    DUMPED
    STORED
    LATER_TILES
    MARKET
    CONTEST
    ROW
    TYPICAL
    FEE_OF_TO_COME
    SPREAD
    SPREAD_A_ROUND
    PART                        # by cubes: 4
    MINER = PART + UTILITIES + 1        # by tiles, the best one first: 7
    COAL_OF_1 = MINER + MINERS          # by the number of a tile: 1 + 4
    COAL_OF_3 = COAL_OF_1 + STACKS + 1
    USE = COAL_OF_3 + STACKS + 1        # by building: 8
    DIALS = USE + BUILDINGS

# By guess and by some thousand games against itself (bench/coalcountry.py); a network takes the
# place of all of it.
GUESS = {
    "mined": (1.0,),            # of the tiles that could be mined
    "priced": (0.85,),          # of the coal that mines can yield is on the market
    "adjusted": (0.8,),         # dollars that a seller gets more than a 2
    "growth": (0.45,),          # of what a new tile can yield
    "filled": (0.85,),          # new tiles that get their cubes
    "open": (0.75,),            # tunnels that stay unfinished, before the last round
    "dumped": (0.529,),         # refuse that stays
    "stored": (0.361,),         # of the worth of a cube on a tile
    "later_tiles": (0.468,),    # of the worth of the tile before, in one round
    "market": (1.04,),          # of the cubes that others leave
    "contest": (0.2,),          # of these, to who comes later: for each influence below 4
    "row": (0.8,),              # buildings that others leave
    "typical": (0.8,),          # of what a round can bring, before foremen are placed
    "fee_of_to_come": (0.95,),   # of the coal to come in the money that sets the last fee
    "spread": (8.0,),           # dollars by which the guess is wrong in the end, ...
    "spread_a_round": (25.0,),    # ... and more with the root of the rounds to come
    "part": (0.0, 0.28, 0.62, 1.0),    # of a full tile's worth, by cubes
    "miner": (1.0, 0.9, 0.8, 0.5, 0.507, 0.2, 0.1),    # tiles that are mined in a round
    "coal_of_1": (0.0, 0.7, 0.9, 0.9, 1.3),    # of an average tile for a 1, by number
    "coal_of_3": (0.0, 1.228, 3.139, 2.7, 3.7),    # ... for a 3
    "use": (2.0, 2.0, 4.384, 5.0, 1.0, 3.0, 2.229, 4.0),    # dollars of a building, in a round
}
cdef double[DIALS] DIAL


def fill_guess(**changed):
    """Fill in the numbers of the guess, with others in the place of these; for tuning."""
    guess = {**GUESS, **changed}
    if list(guess) != list(GUESS) or any(len(guess[name]) != len(GUESS[name]) for name in GUESS):
        raise ValueError("no such numbers")
    numbers = [number for values in guess.values() for number in values]
    if len(numbers) != DIALS:
        raise RuntimeError(f"{len(numbers)} numbers, not {DIALS}")
    for place, number in enumerate(numbers):
        DIAL[<int>place] = number


fill_guess()


cdef double *dial_at(int place) except NULL:
    if not 0 <= place < DIALS:
        raise ValueError(f"no number {place} of the guess")
    return &DIAL[place]


cdef inline double fee_for(double money) noexcept nogil:
    """The fee for an amount that is only guessed, without its steps."""
    if money < 0.0:
        return TABLES.fee[0]
    if money < 100.0:
        return 5.0 + 0.05 * money
    return 10.0 + (money - 150.0) / 100.0 if money > 150.0 else 10.0


cdef inline double least(double one, double other) noexcept nogil:
    return one if one < other else other


# -- the mine ----------------------------------------------------------------------------------

cdef inline void keep_best(double *best, double value) noexcept nogil:
    """Into a falling list of the best tiles."""
    cdef int place = MINERS - 1
    if value <= best[place]:
        return
    while place and best[place - 1] < value:
        best[place] = best[place - 1]
        place -= 1
    best[place] = value


cdef inline bint next_cell(Cells *cells, int *cell) noexcept nogil:
    """Take a cell out of a set."""
    if cells.low:
        cell[0] = lowest_bit64(cells.low)
        cells.low &= cells.low - 1
        return True
    if cells.high:
        cell[0] = 64 + lowest_bit64(cells.high)
        cells.high &= cells.high - 1
        return True
    return False


cdef double mined(const double *best) noexcept nogil:
    cdef double coal = 0.0
    cdef int index
    for index in range(MINERS):
        coal += DIAL[MINER + index] * best[index]
    return coal


cdef double yield_of(const State *state, int seat) noexcept nogil:
    cdef const Seat *own = &state.seats[seat]
    cdef Cells cells = own.connected
    cdef double best[MINERS]
    cdef double coal = 0.0
    cdef int cell, tile
    memset(best, 0, sizeof(best))
    while next_cell(&cells, &cell):
        tile = own.tile[cell]
        keep_best(best, coal_of(tile, 3))
        if not state.flags & REFORMED and tile_cubes(tile) == ALL_CUBES:
            coal += TABLES.coal[tile_kind(tile)][1]
    return coal + mined(best)


cdef inline double promise(const State *state, const Outlook *look, int kind) noexcept nogil:
    """What it brings in rounds to come that a tile is full."""
    cdef const unsigned char *coal = TABLES.coal[kind]
    cdef double more = DIAL[MINED] * (coal[3] - coal[3] / 2)
    if not state.flags & REFORMED:
        more += coal[1]
    return look.left * look.later * more


cdef double cube_worth(
    const State *state, const Outlook *look, int kind, int cubes
) noexcept nogil:
    return promise(state, look, kind) * (DIAL[PART + cubes + 1] - DIAL[PART + cubes])


cdef double stored_worth(const Outlook *look) noexcept nogil:
    """Of a cube more in the storage."""
    cdef double worth = look.stored_cube
    if look.left > 1 and look.stored < look.lacks:
        worth += DIAL[STORED] * look.cube[look.stored] * (look.left - 1) / look.left
    return worth


cdef void list_cubes(
    const State *state, const Seat *own, Outlook *look, Prospects *out
) noexcept nogil:
    """What tiles with cubes promise, and what the next cubes do: the fullest tiles first."""
    cdef Cells cells
    cdef int cubes, cell, tile, number
    look.lacks = 0
    for cubes in range(UTILITIES - 1, -1, -1):
        cells = own.connected
        while next_cell(&cells, &cell):
            tile = own.tile[cell]
            if popcount64(tile_cubes(tile)) != cubes:
                continue
            out.part[FROM_CUBES] += DIAL[PART + cubes] * promise(state, look, tile_kind(tile))
            for number in range(cubes, UTILITIES):
                if look.lacks < MOST_LACKS:
                    look.cube[look.lacks] = cube_worth(state, look, tile_kind(tile), number)
                    look.lacks += 1


# -- a seat's outlook --------------------------------------------------------------------------

cdef double price_now(const State *state, int seat, const double *yields) noexcept nogil:
    """For an influence of 2; what the others have they sell partly before."""
    cdef double stock = 0.0
    cdef int other
    for other in range(state.players):
        if STAGE_MINING <= state.stage <= STAGE_BROKERS:
            stock += state.seats[other].coal * (1.0 if other == seat else DIAL[PRICED])
        else:
            stock += DIAL[PRICED] * yields[other]
    stock = TABLES.coal_base - stock / TABLES.coal_step + indicator_of(state) + 0.45
    return stock if stock > 1.0 else 1.0


cdef double price_later(const State *state, const double *yields) noexcept nogil:
    cdef double stock = 0.0
    cdef int other
    for other in range(state.players):
        stock += DIAL[PRICED] * yields[other]
    stock = TABLES.coal_base - stock / TABLES.coal_step + 0.45
    return (stock if stock > 1.0 else 1.0) + DIAL[ADJUSTED]


cdef inline double item(const State *state, const Outlook *look, int fees) noexcept nogil:
    """In a reformed industry every item counts the same."""
    if state.flags & REFORMED:
        return look.fee * TABLES.reformed
    return look.fee * (fees if fees > 0 else -fees)


cdef void price_inspection(const State *state, Outlook *look) noexcept nogil:
    look.missing = item(state, look, TABLES.missing_utility)
    look.refuse = item(state, look, TABLES.refuse)
    look.tunnel = item(state, look, TABLES.unfinished_tunnel)
    look.stored_cube = item(state, look, TABLES.stored_utility)
    look.building = item(state, look, TABLES.building)


cdef void look_ahead(
    const State *state, int seat, const double *yields, Outlook *look, Prospects *out
) noexcept nogil:
    cdef const Seat *own = &state.seats[seat]
    cdef Cells cells = own.connected
    cdef int cell, tile, utility, wanted
    cdef bint reformed = state.flags & REFORMED
    cdef double coal, sales
    memset(out, 0, sizeof(Prospects))
    memset(look.out, 0, sizeof(look.out))
    memset(look.asked, 0, sizeof(look.asked))
    look.automatic = look.stored = look.market = 0
    look.left = state.rounds - state.round
    look.indicator = indicator_of(state)
    look.later = price_later(state, yields)
    look.now = price_now(state, seat, yields)
    while next_cell(&cells, &cell):
        tile = own.tile[cell]
        keep_best(look.out, coal_of(tile, 3))
        if not reformed and tile_cubes(tile) == ALL_CUBES:
            look.automatic += TABLES.coal[tile_kind(tile)][1]
    for utility in range(UTILITIES):
        look.stored += own.storage[utility]
        wanted = 0
        cells = own.connected
        while next_cell(&cells, &cell):
            wanted += not tile_cubes(own.tile[cell]) >> utility & 1
        look.market += min(<int>state.market[utility], max(wanted - own.storage[utility], 0))
    coal = look.automatic + mined(look.out)
    out.part[FROM_MONEY] = own.money
    out.part[FROM_COAL] = look.left * look.later * coal
    if state.stage <= STAGE_REFUSE:
        sales = look.left + (state.stage <= STAGE_BROKERS)
        look.fee = fee_for(own.money + DIAL[FEE_OF_TO_COME] * sales * look.later * coal)
    else:
        look.fee = fee_for(own.money + DIAL[FEE_OF_TO_COME] * out.part[FROM_COAL])
    if state.stage >= STAGE_MINING:
        look.automatic = 0
    price_inspection(state, look)
    list_cubes(state, own, look, out)
    out.part[FROM_MISSING] = -look.missing * missing_utilities(own)
    out.part[FROM_TUNNELS] = (
        -look.tunnel * unfinished_tunnels(own, reformed)
        * (DIAL[OPEN] if look.left else 1.0)
    )
    out.part[FROM_REFUSE] = -look.refuse * (
        own.refuse * (DIAL[DUMPED] if look.left else 1.0)
        + DIAL[DUMPED] * look.left * least(popcount64(own.connected.low) + popcount64(
            own.connected.high
        ), 4.0)
    )
    out.part[FROM_STORAGE] = look.stored_cube * look.stored
    for cell in range(min(look.stored, look.lacks)):
        if look.left > 1:
            out.part[FROM_STORAGE] += DIAL[STORED] * look.cube[cell] * (look.left - 1) / look.left
    for cell in range(BUILDINGS):
        if own.buildings >> cell & 1:
            out.part[FROM_BUILDINGS] += building_worth(own, look, cell)


cdef double building_worth(const Seat *own, const Outlook *look, int kind) noexcept nogil:
    return look.building + DIAL[USE + kind] * look.left


# -- permits -----------------------------------------------------------------------------------

cdef double cap_worth(
    const State *state, const Seat *own, const Outlook *look, int cell
) noexcept nogil:
    """In the last round a tile with one opening may lie on top of one with open tunnels."""
    cdef int direction, side, other, further, tile, open_ways
    cdef double worth, most = 0.0
    for direction in range(DIRECTIONS):
        other = TABLES.next_to[cell][direction]
        if other == NONE or other == ENTRANCE_CELL or not own.tile[other]:
            continue
        tile = own.tile[other]
        open_ways = 0
        for side in range(DIRECTIONS):
            if tile_openings(tile) >> side & 1:
                further = TABLES.next_to[other][side]
                open_ways += further == NONE or not own.tile[further]
        worth = look.tunnel * open_ways - 0.5 * look.refuse * TABLES.number[tile_kind(tile)]
        if worth > most:
            most = worth
    return most


cdef double permit_worth(
    const State *state, const Seat *own, const Outlook *look, int cell, int number, int kind
) noexcept nogil:
    cdef double empty, full, few, many
    cdef int direction, other, led = 0, neighbours = 0
    cdef bint joined = False
    for direction in range(DIRECTIONS):
        other = TABLES.next_to[cell][direction]
        if other != NONE and own.tile[other]:
            neighbours += 1
            if tile_openings(own.tile[other]) >> (direction ^ 2) & 1:
                led += 1
                joined |= has_cell(&own.connected, other)
    few = DIAL[COAL_OF_1 + number] if kind == NONE else TABLES.coal[kind][1]
    many = DIAL[COAL_OF_3 + number] if kind == NONE else TABLES.coal[kind][3]
    empty = 0.0
    if joined and look.left:
        empty = look.left * look.later * DIAL[MINED] * 0.5 * (many - 0.5)
        full = 0.5 * DIAL[MINED] * many
        if not state.flags & REFORMED:
            full += few
        full = (look.left - 1) * look.later * full - 3.0 * (
            2.0 * look.fee * 0.8 - look.missing
        )
        if full > 0.0:
            empty += DIAL[FILLED] * full
    many = led - max(0, number - neighbours)
    full = DIAL[GROWTH] * empty - UTILITIES * look.missing + look.tunnel * many * (
        DIAL[OPEN] if look.left else 1.0
    )
    if look.left == 0 and number == 1:
        empty = cap_worth(state, own, look, cell)
        if empty > full:
            return empty
    return full


# -- foremen on places -------------------------------------------------------------------------

cdef inline int known(int foreman) noexcept nogil:
    cdef int influence = foreman_influence(foreman)
    return 2 if influence == UNKNOWN else influence


cdef void ask_permits(
    const State *state, const Seat *own, Outlook *look, int cell
) noexcept nogil:
    """What each stack promises on a cell: the same for every foreman."""
    cdef int stack, kind
    look.asked[cell] = True
    look.lacking[cell] = not state.flags & AMOK and next_to_lack(own, cell)
    for stack in range(STACKS):
        kind = state.face[stack] if state.flags & AMOK else NONE
        look.permit[cell][stack] = permit_worth(state, own, look, cell, stack + 1, kind)


cdef double best_permit(
    const State *state, const Seat *own, Outlook *look, int foreman, double fee, double money,
    double *cost
) noexcept nogil:
    """What a foreman on a free cell brings, and what he costs."""
    cdef int cell = foreman_place(foreman), stack, influence = influence_of(own, known(foreman))
    cdef int incentives
    cdef double best = -influence * fee, price
    cdef bint lacking
    if not look.asked[cell]:
        ask_permits(state, own, look, cell)
    lacking = look.lacking[cell] if state.stage < STAGE_PERMITS else foreman_lacking(foreman)
    cost[0] = influence * fee
    for stack in range(STACKS):
        incentives = stack + 1 if lacking else max(0, stack + 1 - influence)
        price = incentives * (TABLES.permit_fees + look.indicator) * fee
        if price <= money and look.permit[cell][stack] - price > best:
            best = look.permit[cell][stack] - price
            cost[0] = price
    return best


cdef double buy_cubes(
    const Outlook *look, int limit, double due, double price, double *money, int *taken, int *market
) noexcept nogil:
    """What a buyer brings; the cubes beyond the first three go to the storage."""
    cdef double worth = 0.0, more
    cdef int bought = 0, place
    while bought < limit and money[0] >= price:
        more = look.stored_cube - price
        place = look.stored + taken[0]
        if market[0] > 0 and place < look.lacks:
            more += look.cube[place] * (1.0 if bought < UTILITIES else DIAL[STORED])
        if more <= 0.0:
            break
        worth += more
        money[0] -= price
        taken[0] += 1
        market[0] -= 1
        bought += 1
    if bought == 0:
        due = least(due, money[0])
        money[0] -= due
        return -due
    return worth


cdef double best_building(
    const State *state, const Seat *own, const Outlook *look, int influence, double fee,
    double money
) noexcept nogil:
    cdef int row, kind
    cdef double price, worth, best = 0.0
    if popcount64(own.buildings) >= VILLAGE_SPACES:
        return 0.0
    for row in range(2):
        for kind in range(BUILDINGS):
            if state.row[row][kind] and not (own.buildings | own.covered) >> kind & 1:
                price = building_fees(state, row, kind, influence) * fee
                worth = building_worth(own, look, kind) - price
                if price <= money and worth > best:
                    best = worth
    return DIAL[ROW] * best


cdef void add_foremen(
    const State *state, int seat, Outlook *look, const uint16_t *foremen, int count,
    int held, Prospects *out
) noexcept nogil:
    cdef const Seat *own = &state.seats[seat]
    cdef int market, influence, place, index, miners = 0, taken = 0
    cdef int seller = -1, builder = -1, dump = -1, depot = -1, tandem = -1, pair = 0
    cdef int moved, single, extra = own.tavern
    cdef int singles[FOREMEN]
    cdef int permits[FOREMEN]
    cdef int buyers = 0, diggers = 0
    cdef bint church = False
    cdef double money = own.money, fee = fee_of(own), coal = own.coal, best = 0.0, cost, worth
    cdef double factor = 1.0
    for index in range(count):
        place = foreman_place(foremen[index])
        influence = influence_of(own, known(foremen[index]))
        if place < CELLS:
            if not has_cell(&own.occupied, place):
                permits[diggers] = foremen[index]
                diggers += 1
            else:
                if state.stage < STAGE_MINING:
                    coal += coal_of(own.tile[place], influence)
                    miners += 1
                best = max(best, coal_of(own.tile[place], 1))
        elif place == AT_SELL:
            seller = influence
        elif place == AT_UTIL:
            singles[buyers] = influence
            buyers += 1
        elif place == AT_TANDEM:
            tandem = max(tandem, influence)
            pair += influence
        elif place == AT_BUILD:
            builder = influence
        elif place == AT_DUMP:
            dump = known(foremen[index])
        elif place == AT_DEPOT:
            depot = known(foremen[index])
        elif place == AT_CHURCH:
            church = True
        elif place == AT_TAVERN:
            extra = TABLES.tavern_plus
    if held:
        cost = least(held * fee, money)
        out.part[FROM_PENALTIES] -= cost
        money -= cost
    if church:
        coal += best
    coal += look.automatic
    out.part[FROM_REFUSE] -= look.refuse * miners * (DIAL[DUMPED] if look.left else 1.0)
    if seller >= 0 and state.stage <= STAGE_BROKERS:
        cost = look.now + TABLES.coal_adjust[seller + extra]
        worth = coal * (cost if cost > 0.0 else 0.0)
        if worth <= 0.0:
            out.part[FROM_PENALTIES] -= least(seller * fee, money)
        else:
            out.part[FROM_COAL] += worth
            money += worth
            fee = fee_for((own.earnings if own.earnings > 0 else 0) + worth)
    elif is_seen(own, B_SHED) and look.left:
        out.part[FROM_COAL] += least(coal, TABLES.shed_keeps) * look.later * 0.9
    while diggers:
        diggers -= 1
        worth = best_permit(state, own, look, permits[diggers], fee, money, &cost)
        out.part[FROM_PERMITS] += worth * factor if worth > 0.0 else worth
        factor *= DIAL[LATER_TILES]
        money -= least(cost, money)
    cost = (TABLES.utility_fees + look.indicator) * fee
    # Who buys with a higher influence buys first.
    influence = pair
    for index in range(buyers):
        influence = max(influence, singles[index])
    market = <int>(
        look.market * (DIAL[MARKET] - DIAL[CONTEST] * max(0, 4 - influence - extra)) + 0.5
    )
    for index in range(buyers):
        single = singles[index]
        if single + extra:
            out.part[FROM_CUBES] += buy_cubes(
                look, single + extra, single * fee, cost, &money, &taken, &market
            )
    if tandem >= 0 and tandem + extra:
        out.part[FROM_CUBES] += buy_cubes(
            look, tandem + extra, pair * fee, cost, &money, &taken, &market
        )
    if builder >= 0:
        out.part[FROM_BUILDINGS] += best_building(state, own, look, builder + extra, fee, money)
    if dump >= 0:
        moved = min(limit_with(own, B_HALL, dump), own.refuse + miners)
        if moved:
            out.part[FROM_REFUSE] += look.refuse * moved * (DIAL[DUMPED] if look.left else 1.0)
        else:
            out.part[FROM_PENALTIES] -= least(influence_of(own, dump) * fee, money)
    if depot >= 0:
        moved = min(min(limit_with(own, B_SCHOOL, depot), look.stored), look.lacks)
        for index in range(moved):
            out.part[FROM_CUBES] += look.cube[index]
            if look.left > 1:
                worth = look.cube[index] * (look.left - 1) / look.left
                out.part[FROM_CUBES] -= DIAL[STORED] * worth
        if moved == 0:
            out.part[FROM_PENALTIES] -= least(influence_of(own, depot) * fee, money)


# -- before foremen are placed -----------------------------------------------------------------

cdef void add_typical(
    const State *state, const Seat *own, const Outlook *look, double share, Prospects *out
) noexcept nogil:
    """What a share of the nine foremen brings in a round, wherever they will be placed."""
    cdef double coal = own.coal + look.automatic + mined(look.out), price, worth = 0.0, more
    cdef double fee = fee_of(own)
    cdef int index
    share *= DIAL[TYPICAL]
    out.part[FROM_COAL] += share * coal * (look.now + DIAL[ADJUSTED])
    price = (TABLES.utility_fees + look.indicator) * fee
    for index in range(4):
        more = look.stored_cube - price
        if look.stored + index < look.lacks and index < look.market:
            more += look.cube[look.stored + index]
        if more > 0.0:
            worth += more
    out.part[FROM_CUBES] += share * worth
    out.part[FROM_BUILDINGS] += share * best_building(state, own, look, 3, fee, own.money + 30.0)
    out.part[FROM_REFUSE] += (
        share * look.refuse * min(<int>own.refuse, 3)
        * (DIAL[DUMPED] if look.left else 1.0)
    )


cdef inline int held_influence(const Seat *own) noexcept nogil:
    cdef int influence, sum = 0
    for influence in range(5):
        sum += (own.held >> (3 * influence) & 7) * influence_of(own, influence)
    return sum


cdef inline int count_foremen(const Seat *own) noexcept nogil:
    cdef int count = 0
    while count < FOREMEN and own.foreman[count] != NO_FOREMAN:
        count += 1
    return count


cdef void add_round(
    const State *state, int seat, Outlook *look, Prospects *out
) noexcept nogil:
    """What the rest of this round brings."""
    cdef const Seat *own = &state.seats[seat]
    cdef int held
    cdef double waiting = 0.0
    if state.stage > STAGE_REFUSE:
        return
    if state.stage <= STAGE_PLACE:
        waiting = own.at_hand / <double>FOREMEN if state.stage == STAGE_PLACE else 1.0
    if waiting < 1.0:
        held = held_influence(own)
        add_foremen(state, seat, look, own.foreman, count_foremen(own), held, out)
    if waiting > 0.0:
        add_typical(state, own, look, waiting, out)


cdef void add_tile_at_hand(
    const State *state, int seat, const Outlook *look, Prospects *out
) noexcept nogil:
    """A tile that is paid for and not laid yet."""
    cdef int number
    if state.stage != STAGE_PERMITS or state.cell == NONE or state.actor != seat:
        return
    if state.tile != NONE:
        number = TABLES.number[state.tile]
    else:
        number = state.draw - 2
    if 1 <= number <= STACKS:
        out.part[FROM_PERMITS] += permit_worth(
            state, &state.seats[seat], look, state.cell, number, state.tile
        )


# -- all of it ---------------------------------------------------------------------------------

cdef void all_yields(const State *state, double *yields) noexcept nogil:
    cdef int seat
    for seat in range(state.players):
        yields[seat] = yield_of(state, seat)


cdef void prospects_in(
    const State *state, int seat, const double *yields, Prospects *out
) noexcept nogil:
    cdef Outlook look
    look_ahead(state, seat, yields, &look, out)
    add_round(state, seat, &look, out)
    add_tile_at_hand(state, seat, &look, out)


cdef void prospects_of(const State *state, int seat, Prospects *out) noexcept nogil:
    cdef double yields[MAX_SEATS]
    if state.phase == PHASE_OVER:
        memset(out, 0, sizeof(Prospects))
        out.part[FROM_MONEY] = state.seats[seat].money
        return
    all_yields(state, yields)
    prospects_in(state, seat, yields, out)


cdef double total_of(const Prospects *parts) noexcept nogil:
    cdef double total = 0.0
    cdef int index
    for index in range(PARTS):
        total += parts.part[index]
    return total


cdef double worth_of(const State *state, int seat) noexcept nogil:
    cdef Prospects parts
    prospects_of(state, seat, &parts)
    return total_of(&parts)


cdef double spread_of(const State *state) noexcept nogil:
    cdef double left = state.rounds - state.round
    if state.stage <= STAGE_BROKERS:
        left += 0.7
    return DIAL[SPREAD] + DIAL[SPREAD_A_ROUND] * sqrt(left)


cdef void evaluate_over(const State *state, double *points, double *win) noexcept nogil:
    cdef int seat
    for seat in range(state.players):
        points[seat] = state.seats[seat].money
    win_shared(winner_mask(state), state.players, win)


cdef void evaluate(const State *state, double *points, double *win) noexcept nogil:
    cdef double yields[MAX_SEATS]
    cdef int seat
    cdef Prospects parts
    if state.phase == PHASE_OVER:
        evaluate_over(state, points, win)
        return
    all_yields(state, yields)
    for seat in range(state.players):
        prospects_in(state, seat, yields, &parts)
        points[seat] = total_of(&parts)
    win_by_leads(points, state.players, spread_of(state), win)
