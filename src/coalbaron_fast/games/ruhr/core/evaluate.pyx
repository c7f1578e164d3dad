"""A guess at what each seat can expect: enough to begin with, until a network knows better.

What a seat has is counted. What it may still get is guessed: each progress marker, at hand or some
tokens away, gives some purchases in the markets to come; money and warehouses bound them.
"""

from libc.math cimport sqrt
from libc.stdint cimport uint32_t

from coalbaron_fast.bits cimport popcount64
from coalbaron_fast.contract.winning cimport win_by_leads, win_shared
from coalbaron_fast.games.ruhr.core.market cimport own_columns
from coalbaron_fast.games.ruhr.core.scoring cimport end_points, winner_mask
from coalbaron_fast.games.ruhr.core.tables cimport TABLES
from coalbaron_fast.games.ruhr.core.types cimport (
    AREAS, CITIES, COUNTRIES, NONE, OUTSIDE, PHASE_OVER, PLACES, PORT, PROGRESS, P_AAK, P_DEPOT,
    P_ESSEN, P_HAULER, P_HAULING, P_INN, P_LOCK, P_MARK, P_MARKCITY, P_MAYOR, P_PORT, P_RAILWAY,
    P_SUPPLY, P_WAGE, P_WAREHOUSE, P_WHITE, SELLING, STAGE_MARKET, STAGE_TRIP, Seat, State,
)

cdef enum:
    WHITE_AREAS = 0xFF00        # the areas of white dice in a word of tokens

# By guess and by some hundred matches against itself; a network takes the place of all of it.
cdef double A_SALE = 3.4        # Thalers
cdef double A_TOKEN = 1.3       # turns until a missing one has come
cdef double A_LOCK = 2.5        # points, and Thalers
cdef double A_WAREHOUSE = 2.5
cdef double WAREHOUSE_COST = 3.2
cdef double AN_EXPORT = 0.5     # points of a warehouse at the port, a turn
cdef double UPRIVER = 1.2       # points of lying at the source instead of at Ruhrort
cdef double[PROGRESS] ALONE     # what a marker is worth by itself
cdef int[PROGRESS] ALONE_MARKERS    # those that are worth anything, in order
cdef int alone_count = 0


cdef void fill_alone():
    global alone_count
    for marker, points in {
        P_WAGE: 1.2, P_SUPPLY: 0.6, P_MARK: 1.5, P_HAULER: 1.0, P_WAREHOUSE: 1.2, P_HAULING: 0.8,
        P_INN: 2.0, P_MAYOR: 2.5, P_RAILWAY: 2.5, P_AAK: 2.5,
    }.items():
        ALONE[<int>marker] = points
    for marker in range(PROGRESS):
        if ALONE[<int>marker] > 0.0:
            ALONE_MARKERS[alone_count] = marker
            alone_count += 1


fill_alone()


cdef double markets_left(const State *state, int seat) noexcept nogil:
    cdef int index = 0, passed
    cdef double left = TABLES.turns - state.turn
    if state.stage < STAGE_MARKET:
        return left + 1.0
    while state.order[index] != seat:
        index += 1
    passed = state.stage > STAGE_MARKET or index < state.index
    return left if passed else left + 1.0


cdef double sales_left(const State *state, int seat) noexcept nogil:
    """Sales that a seat has still to come."""
    cdef int place = state.seats[seat].place
    cdef bint sold = state.stage > STAGE_TRIP or (
        state.stage == STAGE_TRIP and TABLES.place_selling[place] != NONE
    )
    return TABLES.turns - state.turn + (0.0 if sold else 1.0)


cdef double wanted(
    const State *state, const Seat *own, uint32_t tokens, int marker, double turns
) noexcept nogil:
    cdef int missing
    if own.progress >> marker & 1:
        return turns
    missing = missing_tokens(tokens, TABLES.needs[marker])
    if missing == 0:
        # It comes when all have sold, if there is one left.
        return turns if marker < P_WHITE or state.white_left[marker] else 0.0
    if marker >= P_WHITE and not state.white_left[marker]:
        return 0.0
    if TABLES.needs[marker] & WHITE_AREAS and not own.progress >> P_MARK & 1:
        missing += missing_tokens(tokens, TABLES.needs[P_MARK])
    turns -= A_TOKEN * missing
    return turns if turns > 0.0 else 0.0


cdef inline double least(double one, double other) noexcept nogil:
    return one if one < other else other


cdef double future(
    const State *state, int seat, uint32_t tokens, double thalers, double pool
) noexcept nogil:
    cdef const Seat *own = &state.seats[seat]
    cdef double markets = markets_left(state, seat), sales = sales_left(state, seat)
    cdef double locks, built, uses, money, cost, points, share, alone = 0.0
    cdef int index, marker, port = popcount64(own_columns(state, seat))
    locks = least(
        wanted(state, own, tokens, P_LOCK, markets),
        1.4 * popcount64(state.obstacles) / state.players,
    )
    uses = (
        least(wanted(state, own, tokens, P_DEPOT, markets), 5.0)
        + least(
            wanted(state, own, tokens, P_ESSEN, markets),
            3 - popcount64(own.cities & TABLES.essen_cities),
        )
        + least(
            wanted(state, own, tokens, P_MARKCITY, markets),
            3 - popcount64(own.cities & TABLES.mark_cities),
        )
        + least(wanted(state, own, tokens, P_PORT, markets), TABLES.port_per_seat - port)
    )
    pool += 0.8 * popcount64(own.waiting)
    if own.locks == 0 and locks > 0.5:
        pool += TABLES.with_first_lock
    if not own.progress >> P_MARK & 1:
        pool += TABLES.with_mark * least(1.0, 0.2 * wanted(state, own, tokens, P_MARK, markets))
    # A root is rounded alike on every machine; it softens what money and warehouses bound.
    built = uses * pool / sqrt(uses * uses + pool * pool + 0.01)
    cost = A_LOCK * locks + WAREHOUSE_COST * built + 0.01
    money = thalers + A_SALE * sales
    share = money / sqrt(money * money + cost * cost)
    points = share * (A_LOCK * locks + A_WAREHOUSE * built)
    for index in range(alone_count):
        marker = ALONE_MARKERS[index]
        if not (own.used >> marker & 1):
            uses = wanted(state, own, tokens, marker, sales + 1.0)
            alone += ALONE[marker] * uses / (uses + 1.5)
    return points + alone


cdef double port_income(const State *state, int seat, double exports) noexcept nogil:
    """What the seat's warehouses at the port bring."""
    cdef double points = 0.0
    cdef int column, position
    for column in range(COUNTRIES):
        for position in range(state.in_column[column]):
            if state.column[column][position] == seat:
                points += exports * (AN_EXPORT + TABLES.position_bonus[position] / 3.0)
    return points


cdef double exports_left(const State *state) noexcept nogil:
    cdef int turn
    cdef double left = 0.0
    for turn in range(state.turn, TABLES.turns + 1):
        left += TABLES.export_turn[turn]
    return left


cdef inline double place_worth(const State *state, int place) noexcept nogil:
    """Lying upriver saves fees, unless there is no turn to come."""
    if place == OUTSIDE or state.turn >= TABLES.turns:
        return 0.0
    return -UPRIVER * place / <double>PLACES


cdef double best_sale(const State *state, int seat) noexcept nogil:
    """What the trip that a seat is about to make brings it."""
    cdef const Seat *own = &state.seats[seat]
    cdef int space = TABLES.place_storage[own.place], target, area
    cdef uint32_t targets
    cdef double value, base, best = -1e9
    cdef Standing standing
    if own.option == NONE or not state.filled >> space & 1:
        return 0.0
    targets = TABLES.targets[space] if TABLES.pilot[own.option] else 0
    if not targets and TABLES.standard[space] != NONE:
        targets = <uint32_t>1 << TABLES.standard[space]
    # Of what a seat goes by, only what these sales are weighed by.
    base = future(state, seat, own.tokens, own.thalers, own.pool)
    standing.thaler = thaler_worth(state, seat, base)
    standing.exports = exports_left(state)
    for target in range(SELLING):
        if targets >> target & 1:
            area = TABLES.area[TABLES.storage_colour[space]][target]
            standing.token[area] = token_worth(state, seat, area, base)
            standing.sale[target] = target_worth(state, seat, target, &standing)
            value = sale_value(state, &standing, space, target, state.dice[space])
            if value > best:
                best = value
    # The sale is counted with an average one among those to come.
    return best - A_SALE * standing.thaler if best > -1e9 else 0.0


cdef void prospects_of(const State *state, int seat, Prospects *out) noexcept nogil:
    cdef const Seat *own = &state.seats[seat]
    out.end = end_points(state, seat)
    out.future = future(state, seat, own.tokens, own.thalers, own.pool)
    out.port = port_income(state, seat, exports_left(state))
    if TABLES.place_storage[own.place] != NONE:
        out.sale = best_sale(state, seat)
    else:
        out.sale = place_worth(state, own.place)


cdef double thaler_worth(const State *state, int seat, double base) noexcept nogil:
    """Two Thalers halved: money comes in handfuls. `base` is what the seat expects without."""
    cdef const Seat *own = &state.seats[seat]
    cdef double worth = 0.5 * (
        future(state, seat, own.tokens, own.thalers + 2.0, own.pool) - base
    )
    if own.progress >> P_MAYOR & 1 and own.debts == 0:
        worth += 0.4
    return worth


cdef double token_worth(const State *state, int seat, int area, double base) noexcept nogil:
    cdef const Seat *own = &state.seats[seat]
    cdef uint32_t more = own.tokens + (<uint32_t>1 << (4 * area))
    if (own.tokens >> (4 * area) & 15) >= TABLES.area_cap[area]:
        return 0.0
    return future(state, seat, more, own.thalers, own.pool) - base + 0.1


cdef double target_worth(
    const State *state, int seat, int target, const Standing *standing
) noexcept nogil:
    """A sale there, but for the die and its token."""
    cdef const Seat *own = &state.seats[seat]
    cdef double worth = place_worth(state, TABLES.selling_place[target])
    cdef int other
    worth += standing.thaler * (state.market >> (3 * target) & 7)
    if target < CITIES:
        for other in range(state.players):
            if state.seats[other].cities >> target & 1:
                worth += standing.thaler if other == seat else -0.2 * standing.thaler
    elif target == PORT:
        worth += standing.thaler + 0.3 * standing.exports * (
            popcount64(own_columns(state, seat)) > 0
        )
        if own.progress >> P_AAK & 1 and state.turn == TABLES.turns:
            worth += TABLES.aak_at_port - TABLES.aak_points
    return worth


cdef void standing_of(const State *state, int seat, Standing *out) noexcept nogil:
    cdef const Seat *own = &state.seats[seat]
    cdef double base = future(state, seat, own.tokens, own.thalers, own.pool)
    cdef int area, target
    out.thaler = thaler_worth(state, seat, base)
    out.warehouse = future(state, seat, own.tokens, own.thalers, own.pool + 1.0) - base
    for area in range(AREAS):
        out.token[area] = token_worth(state, seat, area, base)
    out.markets = markets_left(state, seat)
    out.exports = exports_left(state)
    for target in range(SELLING):
        out.sale[target] = target_worth(state, seat, target, out)


cdef double sale_value(
    const State *state, const Standing *standing, int space, int target, int value
) noexcept nogil:
    cdef int area = TABLES.area[TABLES.storage_colour[space]][target]
    cdef double worth = standing.sale[target]
    if value > 1 and TABLES.between[space][target] & state.obstacles:
        value -= 1
    if standing.token[area] > 0.0:
        value -= 1
        worth += standing.token[area]
    return worth + standing.thaler * value


cdef double spread_of(const State *state) noexcept nogil:
    return 1.5 + 1.9 * sqrt(<double>(TABLES.turns + 1 - state.turn))


cdef void evaluate(const State *state, double *points, double *win) noexcept nogil:
    cdef int seat, seats = state.players
    cdef Prospects to_come
    for seat in range(seats):
        points[seat] = state.seats[seat].points
    if state.phase == PHASE_OVER:
        win_shared(winner_mask(state), seats, win)
        return
    for seat in range(seats):
        prospects_of(state, seat, &to_come)
        points[seat] += to_come.end + to_come.future + to_come.port + to_come.sale
    win_by_leads(points, seats, spread_of(state), win)
