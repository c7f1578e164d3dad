"""A static guess: the final victory points that each seat can expect from here."""

from libc.math cimport sqrt
from libc.stdint cimport uint64_t
from libc.string cimport memset

from coalbaron_fast.games.coalbaron.core.bits cimport (
    byte_count, cage_count, lowest_bit64, pit_count, pit_tiles, pit_total, popcount64,
)
from coalbaron_fast.games.coalbaron.core.bounds cimport state_in
from coalbaron_fast.games.coalbaron.core.scoring cimport cubes_owned, element_count
from coalbaron_fast.games.coalbaron.core.state cimport later_workers
from coalbaron_fast.games.coalbaron.core.tables cimport TABLES
from coalbaron_fast.games.coalbaron.core.types cimport (
    ELEMENTS_A_SHIFT, PHASE_OVER, SHIFTS, Seat, State,
)

WEIGHTS.in_storage = 0.487
WEIGHTS.in_cage = 0.243
WEIGHTS.on_cart = 0.588
WEIGHTS.nowhere = 0.104
WEIGHTS.workers_to_fill = 10
WEIGHTS.workers_to_deliver = 7.56
WEIGHTS.spread = 0.376
WEIGHTS.spread_per_worker = 0.111
WEIGHTS.cart_spread = 0.515
WEIGHTS.cart_spread_per_worker = 0.0359
WEIGHTS.tie = 0.181
WEIGHTS.emptied = 1.51
WEIGHTS.majority = 0.664
WEIGHTS.worker = 1.05
WEIGHTS.first_marks = 0.642
WEIGHTS.many_marks = 0.134
WEIGHTS.cart_cube = 0.363
WEIGHTS.free_cube = 0.0801
WEIGHTS.imbalance = 0.899
WEIGHTS.others = 1.2


# -- one seat ----------------------------------------------------------------------------------

cdef inline int workers_left(const State *state, int seat) noexcept nogil:
    return state.seats[seat].workers + later_workers(state)


cdef inline int smaller(int a, int b) noexcept nogil:
    return a if a < b else b


cdef inline double at_most_one(double x) noexcept nogil:
    return x if x < 1.0 else 1.0


cdef void count_demand(const State *state, int seat, int *demand) noexcept nogil:
    cdef uint64_t orders = state.seats[seat].outstanding & ~state.complete
    cdef int order, spot, colour
    for colour in range(4):
        demand[colour] = 0
    while orders:
        order = lowest_bit64(orders)
        orders &= orders - 1
        for spot in range(TABLES.order_spots[order]):
            if (state.fill[order] >> (4 * spot) & 15) == 0:
                colour = TABLES.order_colour[order]
                demand[spot if colour == 4 else colour] += 1


cdef double colour_readiness(
    const State *state, int seat, const Weights *weights, double *ready
) noexcept nogil:
    """How ready a free spot of each colour is; returns the worth of cubes that no spot asks for."""
    cdef const Seat *own = &state.seats[seat]
    cdef int demand[4]
    cdef int colour, level, left, cubes, used
    cdef double total, spare = 0.0
    count_demand(state, seat, demand)
    for colour in range(4):
        left = demand[colour]
        cubes = byte_count(own.storage, colour)
        used = smaller(cubes, left)
        total = used * weights.in_storage
        spare += weights.free_cube * (cubes - used)
        left -= used
        cubes = cage_count(own.cage, colour)
        used = smaller(cubes, left)
        total += used * weights.in_cage
        spare += weights.free_cube * (cubes - used)
        left -= used
        cubes = 0
        for level in range(4):
            cubes += pit_count(own.pit[level], colour)
        used = smaller(cubes, left)
        total += used * weights.on_cart
        spare += weights.cart_cube * (cubes - used)
        total += (left - used) * weights.nowhere
        ready[colour] = total / demand[colour] if demand[colour] else 0.0
    return spare


# Workers that a seat's orders ask for, those nearest to delivery first.
cdef inline double workers_needed(
    const State *state, int seat, const Weights *weights
) noexcept nogil:
    cdef uint64_t orders = state.seats[seat].outstanding
    cdef double needed = weights.workers_to_deliver * popcount64(orders & state.complete)
    return needed + weights.workers_to_fill * popcount64(orders & ~state.complete)


cdef inline double order_readiness(
    const State *state, int order, const double *ready
) noexcept nogil:
    cdef int spot, spots = TABLES.order_spots[order], colour = TABLES.order_colour[order]
    cdef double total = 0.0
    for spot in range(spots):
        if state.fill[order] >> (4 * spot) & 15:
            total += 1.0
        else:
            total += ready[spot if colour == 4 else colour]
    return total / spots


# What an order is expected to bring: one that stays outstanding costs its penalty.
cdef inline double order_worth(int order, double delivered) noexcept nogil:
    return delivered * TABLES.order_vp[order] - (1.0 - delivered) * TABLES.outstanding_penalty


cdef void add_order(Prospect *prospect, int order, double soon, double final) noexcept nogil:
    cdef int spots = TABLES.order_spots[order], colour = TABLES.order_colour[order], index
    if colour == 4:
        for index in range(4):
            prospect.soon[index] += soon
            prospect.final[index] += final
    else:
        prospect.soon[colour] += spots * soon
        prospect.final[colour] += spots * final
    index = 4 + TABLES.order_vehicle[order]
    prospect.soon[index] += spots * soon
    prospect.final[index] += spots * final
    prospect.vp += order_worth(order, final)


cdef inline double cubes_ready(
    const State *state, int order, const Weights *weights, const double *ready, double *workers
) noexcept nogil:
    """How likely an order is to get its cubes; one that has them needs fewer `workers`."""
    if state.complete >> order & 1:
        workers[0] = weights.workers_to_deliver
        return 1.0
    return order_readiness(state, order, ready)


cdef void add_orders(
    const State *state, int seat, const Weights *weights, Prospect *prospect
) noexcept nogil:
    cdef uint64_t orders = state.seats[seat].outstanding
    cdef double ready[4]
    cdef double chance, workers, needed = workers_needed(state, seat, weights)
    cdef int order, left = workers_left(state, seat), hand = state.seats[seat].workers
    prospect.vp += colour_readiness(state, seat, weights, ready)
    while orders:
        order = lowest_bit64(orders)
        orders &= orders - 1
        workers = needed
        chance = cubes_ready(state, order, weights, ready, &workers)
        add_order(
            prospect, order, chance * at_most_one(hand / workers),
            chance * at_most_one(left / workers),
        )


cdef double imbalance_cost(const State *state, int seat, const Weights *weights) noexcept nogil:
    cdef const Seat *own = &state.seats[seat]
    cdef int index, balance = 0
    cdef double time = workers_left(state, seat) / <double>(SHIFTS * TABLES.workers[state.players])
    for index in range(4):
        balance += TABLES.pit_balance[pit_tiles(own.pit[index])]
    if balance < 0:
        balance = -balance
    return TABLES.imbalance_penalty * balance * (
        1.0 - (1.0 - weights.imbalance) * at_most_one(SHIFTS * time)
    )


cdef void prospect_of(
    const State *state, int seat, const Weights *weights, Prospect *prospect
) noexcept nogil:
    cdef const Seat *own = &state.seats[seat]
    cdef int counts[8]
    cdef int index
    for index in range(8):
        counts[index] = element_count(own, index) if own.delivered else 0
    prospect_with(state, seat, weights, counts, cubes_owned(state, seat), prospect)


cdef void prospect_with(
    const State *state, int seat, const Weights *weights, const int *counts, int cubes,
    Prospect *prospect
) noexcept nogil:
    cdef const Seat *own = &state.seats[seat]
    cdef int index, loaded, left = workers_left(state, seat)
    cdef double time = left / <double>(SHIFTS * TABLES.workers[state.players])
    for index in range(8):
        prospect.soon[index] = prospect.final[index] = counts[index]
    prospect.vp = (
        own.vp + TABLES.vp_a_mark * own.marks + cubes / <double>TABLES.cubes_per_vp
    )
    prospect.vp += weights.worker * left
    prospect.vp += time * (
        weights.first_marks * smaller(own.marks, 8)
        + weights.many_marks * (own.marks - smaller(own.marks, 8))
    )
    for index in range(4):
        loaded = pit_total(own.pit[index])
        prospect.final[8 + index] = (
            TABLES.pit_carts[pit_tiles(own.pit[index])] - loaded
            + weights.emptied * loaded * at_most_one(SHIFTS * time)
        )
    prospect.vp -= imbalance_cost(state, seat, weights)
    add_orders(state, seat, weights, prospect)


# -- all seats ---------------------------------------------------------------------------------

cdef inline double lead_share(double lead, double spread) noexcept nogil:
    """0 to 1: the chance that this lead is one in the end."""
    cdef double x = lead / spread
    return 0.5 + 0.5 * x / sqrt(1.0 + x * x)


cdef void majority_gains(
    const double *counts, int seats, double first, double second, double spread, double tie,
    double *gains
) noexcept nogil:
    """What each seat can expect of one element's rewards at one scoring."""
    cdef double ahead[4][4]
    cdef double best, behind
    cdef int seat, other, third
    for seat in range(seats):
        for other in range(seats):
            if other != seat:
                ahead[seat][other] = lead_share(counts[seat] - counts[other] + tie, spread)
    for seat in range(seats):
        best = 1.0
        for other in range(seats):
            if other != seat:
                best *= ahead[seat][other]
        gains[seat] = first * best
        if seats > 2:
            for other in range(seats):
                if other == seat:
                    continue
                behind = 1.0 - ahead[seat][other]
                for third in range(seats):
                    if third != seat and third != other:
                        behind *= ahead[seat][third]
                gains[seat] += second * behind
        gains[seat] *= at_most_one(counts[seat])


cdef void scoring_gains(
    const State *state, const Weights *weights, double hand, int scoring, int element,
    const double *counts, double *gains
) noexcept nogil:
    majority_gains(
        counts, state.players, weights.majority * TABLES.reward_first[element],
        weights.majority * TABLES.reward_second[element],
        lead_spread(weights, element, hand + scoring * TABLES.workers[state.players]),
        weights.tie, gains,
    )


cdef void standing_of(
    const State *state, const Weights *weights, Standing *standing
) noexcept nogil:
    cdef int seat, scoring, element
    cdef double gains[4]
    cdef double hand = 0.0
    standing.scorings = SHIFTS + 1 - state.shift
    standing.seat = -1
    for seat in range(state.players):
        prospect_of(state, seat, weights, &standing.prospects[seat])
        standing.vp[seat] = standing.prospects[seat].vp
        hand += state.seats[seat].workers
    standing.hand = hand / state.players
    for scoring in range(standing.scorings):
        for element in range(ELEMENTS_A_SHIFT * (state.shift + scoring)):
            for seat in range(state.players):
                standing.counts[scoring][element][seat] = count_at(
                    &standing.prospects[seat], scoring, standing.scorings, element
                )
            scoring_gains(
                state, weights, standing.hand, scoring, element, standing.counts[scoring][element],
                gains,
            )
            for seat in range(state.players):
                standing.vp[seat] += gains[seat]


cdef void fill_cell(
    Standing *standing, const State *state, const Weights *weights, int scoring, int element,
    int cell
) noexcept nogil:
    """What the curves' seat gains of an element where it counts so much."""
    cdef double counts[4]
    cdef double gains[4]
    cdef int seat
    for seat in range(state.players):
        counts[seat] = standing.counts[scoring][element][seat]
    counts[standing.seat] = cell / <double>CURVE_STEPS
    scoring_gains(state, weights, standing.hand, scoring, element, counts, gains)
    standing.curves[scoring][element][cell] = (
        gains[standing.seat] - weights.others * gains[standing.rival]
    )
    standing.known[scoring][element] |= <uint64_t>1 << cell


cdef inline double read_curve(
    Standing *standing, const State *state, const Weights *weights, int scoring, int element,
    double count
) noexcept nogil:
    cdef double place = count * CURVE_STEPS, low
    cdef int cell = <int>place, index
    if cell > CURVE_CELLS - 2:
        cell = CURVE_CELLS - 2
        place = CURVE_CELLS - 1
    if (standing.known[scoring][element] >> cell & 3) != 3:
        for index in range(cell, cell + 2):
            if not standing.known[scoring][element] >> index & 1:
                fill_cell(standing, state, weights, scoring, element, index)
    low = standing.curves[scoring][element][cell]
    return low + (place - cell) * (standing.curves[scoring][element][cell + 1] - low)


cdef void start_curves(
    Standing *standing, const State *state, const Weights *weights, int seat
) noexcept nogil:
    cdef int scoring, element, other
    standing.seat = seat
    standing.rival = seat == 0
    for other in range(state.players):
        if other != seat and standing.vp[other] > standing.vp[standing.rival]:
            standing.rival = other
    memset(standing.known, 0, sizeof(standing.known))
    for scoring in range(standing.scorings):
        for element in range(ELEMENTS_A_SHIFT * (SHIFTS + 1 - standing.scorings + scoring)):
            standing.level[scoring][element] = read_curve(
                standing, state, weights, scoring, element,
                standing.counts[scoring][element][seat],
            )


cdef double utility_after(
    Standing *standing, const State *state, int seat, const Weights *weights
) noexcept nogil:
    cdef Prospect own
    cdef double count, utility
    cdef int scoring, element
    if standing.seat != seat:
        start_curves(standing, state, weights, seat)
    prospect_of(state, seat, weights, &own)
    utility = (
        standing.vp[seat] - weights.others * standing.vp[standing.rival]
        + own.vp - standing.prospects[seat].vp
    )
    for scoring in range(standing.scorings):
        for element in range(ELEMENTS_A_SHIFT * (SHIFTS + 1 - standing.scorings + scoring)):
            count = count_at(&own, scoring, standing.scorings, element)
            if count != standing.counts[scoring][element][seat]:
                utility += read_curve(
                    standing, state, weights, scoring, element, count
                ) - standing.level[scoring][element]
    return utility


cdef void evaluate(const State *state, const Weights *weights, double *vp) noexcept nogil:
    cdef Standing standing
    cdef int seat
    if state.phase == PHASE_OVER:
        for seat in range(state.players):
            vp[seat] = state.seats[seat].vp
        return
    standing_of(state, weights, &standing)
    for seat in range(state.players):
        vp[seat] = standing.vp[seat]


cdef double seat_utility(
    const double *vp, int seats, int seat, const Weights *weights
) noexcept nogil:
    cdef double best = -1e9
    cdef int other
    for other in range(seats):
        if other != seat and vp[other] > best:
            best = vp[other]
    return vp[seat] - weights.others * best


# -- taken apart -------------------------------------------------------------------------------

def expected_orders(bytes data):
    """What every seat can expect of each order that it holds, or has got of it, by its number.

    The orders of a seat add up to the part `orders` of core/sources.
    """
    cdef const State *state = state_in(data)
    cdef double ready[4]
    cdef double needed, workers, chance
    cdef int seat, order, left
    cdef uint64_t orders
    found = []
    for seat in range(state.players):
        left = workers_left(state, seat)
        needed = workers_needed(state, seat, &WEIGHTS)
        colour_readiness(state, seat, &WEIGHTS, ready)
        expected = {}
        orders = state.seats[seat].delivered | state.seats[seat].outstanding
        while orders:
            order = lowest_bit64(orders)
            orders &= orders - 1
            if state.seats[seat].delivered >> order & 1:
                chance = 1.0
            elif state.phase == PHASE_OVER:
                # Its penalty is part of what was scored at the end.
                continue
            else:
                workers = needed
                chance = cubes_ready(state, order, &WEIGHTS, ready, &workers)
                chance *= at_most_one(left / workers)
            expected[order] = order_worth(order, chance)
        found.append(expected)
    return found
