"""All that a seat can buy in a market: every distinct result once, by its cheapest sequence.

The canonical sequence: inn and repay (they bring money and warehouses), locks by number (the first
one brings warehouses), cities, the depot, then the port. Under lock duty one lock is before all
else. Only the purchases at the port depend on each other; they are followed as a small graph.
"""

from libc.stdint cimport uint32_t
from libc.string cimport memcmp, memset

from coalbaron_fast.bits cimport lowest_bit64, popcount64
from coalbaron_fast.games.ruhr.core.market cimport (
    can_pay_lock, cities_with_room, own_columns, port_warehouses,
)
from coalbaron_fast.contract.collect cimport Collector, collector_take, collector_written
from coalbaron_fast.games.ruhr.core.evaluate cimport Standing
from coalbaron_fast.games.ruhr.core.scoring cimport own_end_points
from coalbaron_fast.games.ruhr.core.starts cimport has_unused
from coalbaron_fast.games.ruhr.core.state cimport state_play
from coalbaron_fast.games.ruhr.core.tables cimport TABLES
from coalbaron_fast.games.ruhr.core.types cimport (
    CITIES, CITY, CITY_STAR, COUNTRIES, DEPOT, DEPOTS, DID_DEPOT, DID_ESSEN, DID_LOCK,
    DID_MARKCITY, DID_PORT, END, FREE_LOCK, INN, LOCK, MUST_LOCK, Move, NONE, OBSTACLES,
    PHASE_BUY, PORT_BUILD, PORT_ROOM, PORT_STAR, P_DEPOT, P_ESSEN, P_INN, P_MARKCITY, P_PORT,
    P_WAREHOUSE, REPAY, SHIFT, Seat, State,
)
from coalbaron_fast.contract.game cimport EVERY_TURN, Turn, USEFUL_TURNS

cdef enum:
    BY_PORT = 1
    BY_STAR = 2

# What has been chosen so far, on the way down through the kinds of purchases.
ctypedef struct Basket:
    Move moves[24]
    int count
    int thalers
    int pool
    bint star                   # the white marker is used
    double value

# Of the last seat's purchases those with most points: without a depot, and with each.
ctypedef struct Bests:
    Basket baskets[DEPOTS + 1]
    int points[DEPOTS + 1]
    bint found[DEPOTS + 1]

# What does not change on the way.
ctypedef struct Shop:
    const State *state
    const Seat *own
    const Standing *standing
    const PortResults *ports
    Collector *list
    Bests *bests                # or NULL: every result is listed
    int seat
    int lock_cost
    uint32_t locks              # worth looking at
    bint may_lock
    bint may_pair               # two for one
    bint must_lock
    uint32_t rooms              # cities with room for the seat
    double city_value[CITIES]
    double depot_value[DEPOTS]
    double lock_value[OBSTACLES]


# -- the port ----------------------------------------------------------------------------------

cdef PortResult *find_port(PortResults *ports, const PortResult *wanted) noexcept nogil:
    """The result with the same columns and markers, or NULL."""
    cdef int index
    for index in range(ports.count):
        # For the last seat to build it does not matter which columns keep room.
        if ports.results[index].built == wanted.built and (ports.last or memcmp(
            ports.results[index].column, wanted.column, sizeof(wanted.column)
        ) == 0):
            return &ports.results[index]
    return NULL


cdef void keep_port(PortResults *ports, PortResult *found) noexcept nogil:
    """Add a result, or take its sequence if it is a cheaper way to one that is known."""
    cdef PortResult *known = find_port(ports, found)
    found.open = True
    if known == NULL:
        if ports.count < PORT_RESULTS:
            ports.results[ports.count] = found[0]
            ports.count += 1
    elif found.cost < known.cost:
        known[0] = found[0]


cdef inline void join_column(PortResult *port, int seat, int column) noexcept nogil:
    port.column[column][port.in_column[column]] = seat
    port.in_column[column] += 1
    port.own |= 1 << column


cdef inline void quit_column(PortResult *port, int seat, int column) noexcept nogil:
    cdef int position = 0
    while port.column[column][position] != seat:
        position += 1
    port.in_column[column] -= 1
    while position < port.in_column[column]:
        port.column[column][position] = port.column[column][position + 1]
        position += 1
    port.column[column][position] = NONE
    port.own &= ~(1 << column)


cdef void build_at_port(
    PortResults *ports, const PortResult *before, int seat, int column, int by, int cost
) noexcept nogil:
    cdef PortResult after = before[0]
    join_column(&after, seat, column)
    after.built |= by
    after.cost += cost
    after.warehouses += 1
    after.moves[after.count] = <Move>((PORT_BUILD if by == BY_PORT else PORT_STAR) + column)
    after.count += 1
    keep_port(ports, &after)


cdef void shift_at_port(
    PortResults *ports, const PortResult *before, int seat, int column, int target
) noexcept nogil:
    cdef PortResult after = before[0]
    quit_column(&after, seat, column)
    join_column(&after, seat, target)
    after.cost += TABLES.shift_cost
    after.moves[after.count] = <Move>(SHIFT + COUNTRIES * column + target)
    after.count += 1
    keep_port(ports, &after)


cdef void follow_port(
    PortResults *ports, const State *state, int seat, int index, int budget
) noexcept nogil:
    """All purchases after a result, one at a time."""
    cdef const Seat *own = &state.seats[seat]
    cdef PortResult before = ports.results[index]
    cdef int column, target, cost, port = port_warehouses(state) + before.warehouses
    cdef bint room = popcount64(before.own) < TABLES.port_per_seat
    if before.count == PORT_MOVES:
        return
    for target in range(COUNTRIES):
        if before.in_column[target] == PORT_ROOM or before.own >> target & 1:
            continue
        if room and not before.built & BY_PORT and own.progress >> P_PORT & 1:
            cost = TABLES.port_cost[port]
            if not state.did & DID_PORT and before.cost + cost <= budget:
                build_at_port(ports, &before, seat, target, BY_PORT, cost)
        if room and not before.built & BY_STAR and has_unused(own, P_WAREHOUSE):
            if before.cost + TABLES.star_cost <= budget:
                build_at_port(ports, &before, seat, target, BY_STAR, TABLES.star_cost)
        # Moving a warehouse along brings no points and no new room.
        if ports.last:
            continue
        for column in range(COUNTRIES):
            if before.own >> column & 1 and before.cost + TABLES.shift_cost <= budget:
                shift_at_port(ports, &before, seat, column, target)


cdef double port_value(
    const Standing *standing, const PortResult *port, int seat
) noexcept nogil:
    """What the seat's warehouses at the port bring until the end."""
    cdef int column, position
    cdef double value = 0.0
    for column in range(COUNTRIES):
        for position in range(port.in_column[column]):
            if port.column[column][position] == seat:
                value += standing.exports * (0.5 + TABLES.position_bonus[position] / 3.0)
    return value


cdef void pair_twins(PortResults *ports) noexcept nogil:
    """Where one warehouse more was built: what the other marker would have come to."""
    cdef PortResult *port
    cdef PortResult *twin
    cdef PortResult wanted
    cdef int index
    for index in range(1, ports.count):
        port = &ports.results[index]
        if port.built == BY_PORT:
            wanted = port[0]
            wanted.built = BY_STAR
            twin = find_port(ports, &wanted)
            if twin != NULL:
                port.twin = twin - ports.results
                twin.twin = index


cdef void list_ports(
    PortResults *ports, const State *state, int seat, int budget, const Standing *standing
) noexcept nogil:
    cdef PortResult *first = &ports.results[0]
    cdef PortResult *port
    cdef int index
    cdef bint again = True
    memset(first, 0, sizeof(PortResult))
    for index in range(COUNTRIES):
        first.in_column[index] = state.in_column[index]
        for position in range(PORT_ROOM):
            first.column[index][position] = state.column[index][position]
    first.own = own_columns(state, seat)
    first.open = True
    ports.count = 1
    # A cheaper way to a result opens it again.
    while again:
        again = False
        index = 0
        while index < ports.count:
            if ports.results[index].open:
                ports.results[index].open = False
                again = True
                follow_port(ports, state, seat, index, budget)
            index += 1
    if not ports.last:
        pair_twins(ports)
    if standing == NULL:
        return
    for index in range(ports.count):
        port = &ports.results[index]
        port.value = (
            port_value(standing, port, seat) - standing.thaler * port.cost
            + (TABLES.warehouse_points - standing.warehouse) * port.warehouses
        )
        # A white marker that is used is worth no more.
        if port.built & BY_STAR:
            port.value -= 0.8
    # What was there before counts for no seat.
    for index in range(ports.count - 1, -1, -1):
        ports.results[index].value -= ports.results[0].value


# -- what things are worth ---------------------------------------------------------------------

cdef double city_worth(const Shop *shop, uint32_t group, int city, double bonus) noexcept nogil:
    """Points of a group of cities, by what is still missing of it."""
    cdef uint32_t missing = group & ~<uint32_t>shop.own.cities
    if not group >> city & 1:
        return 0.0
    return bonus / popcount64(missing)


cdef void value_things(Shop *shop) noexcept nogil:
    cdef const Standing *standing = shop.standing
    cdef const State *state = shop.state
    cdef int index, other, most, own
    for index in range(CITIES):
        shop.city_value[index] = (
            TABLES.warehouse_points - standing.warehouse + 0.25 * standing.thaler * standing.markets
            + city_worth(shop, TABLES.essen_cities, index, TABLES.essen_points)
            + city_worth(shop, TABLES.mark_cities, index, TABLES.mark_points)
            + 0.5 * city_worth(shop, TABLES.all_cities, index, TABLES.all_cities_points)
        )
    for index in range(DEPOTS):
        own = shop.own.depots >> (4 * index) & 15
        most = 0
        for other in range(state.players):
            if other != shop.seat and (state.seats[other].depots >> (4 * index) & 15) > most:
                most = state.seats[other].depots >> (4 * index) & 15
        shop.depot_value[index] = TABLES.warehouse_points - standing.warehouse
        if own == 0:
            shop.depot_value[index] += 0.4
        if own == most:
            shop.depot_value[index] += 0.7 * TABLES.majority_points
    for index in range(OBSTACLES):
        shop.lock_value[index] = TABLES.lock_points[index]


# -- the kinds of purchases, one after the other -----------------------------------------------

cdef inline void buy(Basket *basket, Move move, int cost, double value) noexcept nogil:
    basket.moves[basket.count] = move
    basket.count += 1
    basket.thalers -= cost
    basket.value += value


cdef int points_with(const Shop *shop, const Basket *basket, int *depot) noexcept nogil:
    """Return the seat's points at the end of the game, without those of its depots. `depot` is set
    to the depot that it builds, or to -1."""
    cdef Seat after = shop.own[0]
    cdef Move move
    cdef int index
    depot[0] = -1
    for index in range(basket.count):
        move = basket.moves[index]
        if LOCK <= move < CITY:
            after.points += TABLES.lock_points[move - LOCK]
        elif CITY <= move < SHIFT:
            after.points += TABLES.warehouse_points
            if move < DEPOT:
                after.cities |= 1 << (move - (CITY if move < CITY_STAR else CITY_STAR))
            elif move < PORT_BUILD:
                depot[0] = move - DEPOT
        elif move == REPAY:
            after.debts -= 1
        else:
            after.used |= 1 << P_INN
            after.points += TABLES.inn_points if move != INN else 0
    after.thalers = min(basket.thalers, TABLES.thaler_cap)
    return after.points + own_end_points(&after)


cdef void finish_last(const Shop *shop, const Basket *basket) noexcept nogil:
    """No seat buys after this. What the others get depends on the depot alone."""
    cdef Bests *bests = shop.bests
    cdef int depot, points = points_with(shop, basket, &depot)
    if not bests.found[depot + 1] or points > bests.points[depot + 1]:
        bests.found[depot + 1] = True
        bests.points[depot + 1] = points
        bests.baskets[depot + 1] = basket[0]


cdef void finish(const Shop *shop, const Basket *basket) noexcept nogil:
    if shop.bests != NULL:
        finish_last(shop, basket)
    else:
        offer(shop, basket)


cdef void offer(const Shop *shop, const Basket *basket) noexcept nogil:
    """A whole basket: the Thalers beyond the cap are lost."""
    cdef int index, over = basket.thalers - TABLES.thaler_cap
    cdef double value = basket.value
    cdef Turn *turn
    if over > 0 and shop.standing != NULL:
        value -= over * shop.standing.thaler
    turn = collector_take(shop.list, value)
    if turn == NULL:
        return
    turn.count = basket.count
    for index in range(basket.count):
        turn.moves[index] = basket.moves[index]
    turn.value = value
    collector_written(shop.list)


cdef bint twin_is_cheaper(
    const Shop *shop, const Basket *basket, const PortResult *port
) noexcept nogil:
    """Whether the white marker, used in a city here and not at the port or the other way round,
    brings the same for less, or for as much and in a city."""
    cdef const PortResult *twin = &shop.ports.results[port.twin]
    cdef int index, city, saved = port.cost - twin.cost
    if port.twin == 0:
        return False
    for index in range(basket.count):
        if port.built == BY_STAR and CITY <= basket.moves[index] < CITY_STAR:
            city = basket.moves[index] - CITY
            if saved + city_price(shop, city) >= TABLES.star_cost:
                return True
        elif port.built == BY_PORT and CITY_STAR <= basket.moves[index] < DEPOT:
            city = basket.moves[index] - CITY_STAR
            if marker_is_free(shop, basket, city):
                return saved + TABLES.star_cost > city_price(shop, city)
    return False


cdef void add_ports(const Shop *shop, const Basket *basket) noexcept nogil:
    cdef const PortResult *port
    cdef Basket more
    cdef int index, number
    finish(shop, basket)
    for index in range(1, shop.ports.count):
        port = &shop.ports.results[index]
        if port.cost > basket.thalers or port.warehouses > basket.pool:
            continue
        if port.built & BY_STAR and basket.star or twin_is_cheaper(shop, basket, port):
            continue
        more = basket[0]
        for number in range(port.count):
            buy(&more, port.moves[number], 0, 0.0)
        more.thalers -= port.cost
        more.value += port.value
        finish(shop, &more)


cdef void add_depots(const Shop *shop, const Basket *basket) noexcept nogil:
    cdef int depot, cost
    cdef Basket more
    add_ports(shop, basket)
    if not shop.own.progress >> P_DEPOT & 1 or shop.state.did & DID_DEPOT or not basket.pool:
        return
    for depot in range(DEPOTS):
        cost = TABLES.depot_cost[depot][shop.state.at_depot[depot]]
        if cost <= basket.thalers:
            more = basket[0]
            more.pool -= 1
            buy(
                &more, <Move>(DEPOT + depot), cost,
                shop.depot_value[depot] - worth_of(shop, cost),
            )
            add_ports(shop, &more)


cdef inline double worth_of(const Shop *shop, int thalers) noexcept nogil:
    return shop.standing.thaler * thalers if shop.standing != NULL else 0.0


cdef inline int city_price(const Shop *shop, int city) noexcept nogil:
    return TABLES.city_cost[city][shop.state.in_city[city]]


cdef inline uint32_t group_of(int city) noexcept nogil:
    return TABLES.essen_cities if TABLES.essen_cities >> city & 1 else TABLES.mark_cities


cdef bint marker_is_free(const Shop *shop, const Basket *basket, int city) noexcept nogil:
    """Whether the city could be paid for: the marker of its group is there and not used."""
    cdef uint32_t group = group_of(city)
    cdef bint essen = group == TABLES.essen_cities
    cdef int index
    if not group >> city & 1:
        return False
    for index in range(basket.count):
        if CITY <= basket.moves[index] < CITY_STAR and group >> (basket.moves[index] - CITY) & 1:
            return False
    return shop.own.progress >> (P_ESSEN if essen else P_MARKCITY) & 1 and not (
        shop.state.did & (DID_ESSEN if essen else DID_MARKCITY)
    )


cdef bint swaps_cheaper(const Shop *shop, const Basket *basket, int star) noexcept nogil:
    """Whether a city that is paid for and the one of the white marker should change places: this
    way round is dearer, or the same and of a higher number."""
    cdef int index, city, paid, saved
    cdef bint free = marker_is_free(shop, basket, star)
    for index in range(basket.count):
        if not CITY <= basket.moves[index] < CITY_STAR:
            continue
        city = basket.moves[index] - CITY
        if free or group_of(city) >> star & 1:
            paid = city_price(shop, city)
            saved = paid - city_price(shop, star)
            if saved > 0 or (saved == 0 and city > star):
                return True
    return False


cdef bint has_city(const Basket *basket, int city) noexcept nogil:
    cdef int index
    for index in range(basket.count):
        if basket.moves[index] == CITY + city:
            return True
    return False


cdef void add_star_city(const Shop *shop, const Basket *basket) noexcept nogil:
    cdef uint32_t rooms = shop.rooms
    cdef int city
    cdef Basket more
    add_depots(shop, basket)
    if not has_unused(shop.own, P_WAREHOUSE) or not basket.pool:
        return
    if TABLES.star_cost > basket.thalers:
        return
    while rooms:
        city = lowest_bit64(rooms)
        rooms &= rooms - 1
        if has_city(basket, city) or swaps_cheaper(shop, basket, city):
            continue
        more = basket[0]
        more.pool -= 1
        more.star = True
        buy(
            &more, <Move>(CITY_STAR + city), TABLES.star_cost,
            shop.city_value[city] - worth_of(shop, TABLES.star_cost) - 0.8,
        )
        add_depots(shop, &more)


cdef void add_cities(const Shop *shop, const Basket *basket, bint essen) noexcept nogil:
    """A city of the Mark, then one of Essen, or none."""
    cdef uint32_t rooms = shop.rooms & (TABLES.essen_cities if essen else TABLES.mark_cities)
    cdef int marker = P_ESSEN if essen else P_MARKCITY, did = DID_ESSEN if essen else DID_MARKCITY
    cdef int city, cost
    cdef Basket more
    if essen:
        add_star_city(shop, basket)
    else:
        add_cities(shop, basket, True)
    if not shop.own.progress >> marker & 1 or shop.state.did & did or not basket.pool:
        return
    while rooms:
        city = lowest_bit64(rooms)
        rooms &= rooms - 1
        cost = city_price(shop, city)
        if cost > basket.thalers:
            continue
        more = basket[0]
        more.pool -= 1
        buy(&more, <Move>(CITY + city), cost, shop.city_value[city] - worth_of(shop, cost))
        if essen:
            add_star_city(shop, &more)
        else:
            add_cities(shop, &more, True)


cdef void add_second_lock(const Shop *shop, const Basket *basket, int first) noexcept nogil:
    """With two locks for one: a further one of a higher number, or none."""
    cdef uint32_t locks = shop.locks >> first >> 1 << first << 1
    cdef int lock
    cdef Basket more
    add_cities(shop, basket, False)
    if not shop.may_pair:
        return
    while locks:
        lock = lowest_bit64(locks)
        locks &= locks - 1
        more = basket[0]
        buy(&more, <Move>(LOCK + lock), 0, shop.lock_value[lock])
        add_cities(shop, &more, False)


cdef void add_lock(const Shop *shop, const Basket *basket, int lock, bint first) noexcept nogil:
    """A lock at the place for locks, or, under lock duty, before all else."""
    cdef Basket more
    cdef int index, cost = shop.lock_cost
    if cost > basket.thalers:
        return
    more = basket[0]
    buy(&more, <Move>(LOCK + lock), cost, shop.lock_value[lock] - worth_of(shop, cost))
    if first:
        for index in range(more.count - 1, 0, -1):
            more.moves[index] = more.moves[index - 1]
        more.moves[0] = <Move>(LOCK + lock)
    if shop.own.locks == 0:
        more.pool += TABLES.with_first_lock
        if shop.standing != NULL:
            more.value += shop.standing.warehouse * TABLES.with_first_lock
    add_second_lock(shop, &more, lock)


cdef void add_locks(const Shop *shop, const Basket *basket) noexcept nogil:
    cdef uint32_t locks = shop.locks
    cdef int lock
    if not shop.must_lock:
        add_cities(shop, basket, False)
    if not shop.may_lock:
        return
    while locks:
        lock = lowest_bit64(locks)
        locks &= locks - 1
        add_lock(shop, basket, lock, shop.must_lock)


cdef void add_repaid(const Shop *shop, const Basket *basket) noexcept nogil:
    cdef Basket more = basket[0]
    cdef double value = 0.0
    add_locks(shop, basket)
    if shop.standing != NULL:
        value = TABLES.debt_points + shop.standing.warehouse - worth_of(shop, TABLES.repay_cost)
    for _ in range(shop.own.debts):
        # Under lock duty the lock is paid first: its price is not to be spent here.
        if more.thalers < TABLES.repay_cost:
            return
        buy(&more, REPAY, TABLES.repay_cost, value)
        more.pool += 1
        add_locks(shop, &more)


cdef uint32_t locks_alike(const State *state) noexcept nogil:
    """In the last turn which lock is built matters by its points alone: two of each kind do."""
    cdef uint32_t kinds[2]
    cdef uint32_t found = 0
    cdef int kind
    kinds[0] = state.obstacles & TABLES.mark_locks
    kinds[1] = state.obstacles & ~TABLES.mark_locks
    for kind in range(2):
        found |= kinds[kind] & (~kinds[kind] + 1)
        kinds[kind] &= kinds[kind] - 1
        found |= kinds[kind] & (~kinds[kind] + 1)
    return found


cdef void open_shop(
    Shop *shop, const State *state, const Standing *standing, int omit
) noexcept nogil:
    cdef const Seat *own = &state.seats[state.order[state.index]]
    memset(shop, 0, sizeof(Shop))
    shop.state = state
    shop.own = own
    shop.seat = state.order[state.index]
    shop.standing = standing
    shop.must_lock = state.did & MUST_LOCK
    shop.locks = state.obstacles
    if omit != EVERY_TURN and state.turn == TABLES.turns:
        shop.locks = locks_alike(state)
    if state.did & FREE_LOCK:
        shop.may_lock = True
    elif not state.did & DID_LOCK and can_pay_lock_later(state, own):
        shop.may_lock = True
        shop.lock_cost = TABLES.lock_cost[state.turn]
        shop.may_pair = TABLES.two_locks[state.players][state.turn] or (
            TABLES.two_locks_first[state.players] and own.locks == 0
        )
    shop.rooms = cities_with_room(state, own)
    if standing != NULL:
        value_things(shop)


cdef bint can_pay_lock_later(const State *state, const Seat *own) noexcept nogil:
    """Whether a lock could be built with the Thalers of the inn as well."""
    cdef Seat rich = own[0]
    rich.thalers = 255
    return can_pay_lock(state, &rich)


cdef void add_ends(const State *state, Collector *list) noexcept nogil:
    """Write `end` where the seat is still asked after its purchases."""
    cdef State after
    cdef Turn *turn
    cdef int index, number
    for index in range(list.count):
        turn = &list.out[index]
        after = state[0]
        for number in range(turn.count):
            state_play(&after, turn.moves[number])
        if (
            after.phase == PHASE_BUY and after.index == state.index and after.turn == state.turn
        ):
            turn.moves[turn.count] = END
            turn.count += 1


cdef void list_markets(
    const State *state, const Standing *standing, int omit, void *memory, Collector *list
) noexcept nogil:
    cdef PortResults *ports = <PortResults *>memory
    cdef Shop shop
    cdef Basket basket
    cdef Bests bests
    cdef int budget, index
    open_shop(&shop, state, standing, omit)
    shop.ports = ports
    shop.list = list
    ports.last = (
        omit == USEFUL_TURNS and state.turn == TABLES.turns and state.index + 1 == state.players
    )
    if ports.last:
        memset(&bests, 0, sizeof(Bests))
        shop.bests = &bests
    budget = shop.own.thalers + (TABLES.inn_thalers if has_unused(shop.own, P_INN) else 0)
    list_ports(ports, state, shop.seat, budget, standing)
    memset(&basket, 0, sizeof(Basket))
    basket.thalers = shop.own.thalers
    basket.pool = shop.own.pool
    add_repaid(&shop, &basket)
    if has_unused(shop.own, P_INN):
        # Unused, the inn is worth its points at the end.
        buy(&basket, INN, -<int>TABLES.inn_thalers,
            worth_of(&shop, TABLES.inn_thalers) - TABLES.inn_points)
        add_repaid(&shop, &basket)
        basket.thalers -= TABLES.inn_thalers
        basket.moves[0] = INN + 1
        basket.value = -0.02
        add_repaid(&shop, &basket)
    if ports.last:
        for index in range(DEPOTS + 1):
            if bests.found[index]:
                offer(&shop, &bests.baskets[index])
    add_ends(state, list)
