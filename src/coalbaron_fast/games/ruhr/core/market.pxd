"""What the seat that buys could buy next: phase 6, one purchase at a time. All inline."""

from libc.stdint cimport uint32_t

from coalbaron_fast.bits cimport lowest_bit64
from coalbaron_fast.games.ruhr.core.starts cimport has_unused
from coalbaron_fast.games.ruhr.core.tables cimport TABLES
from coalbaron_fast.games.ruhr.core.types cimport (
    CITIES, CITY, CITY_STAR, COUNTRIES, DEPOT, DEPOTS, DID_DEPOT, DID_ESSEN, DID_LOCK,
    DID_MARKCITY, DID_PORT, FREE_LOCK, INN, LOCK, MUST_LOCK, Move, PORT_BUILD, PORT_ROOM,
    PORT_STAR, P_DEPOT, P_ESSEN, P_INN, P_LOCK, P_MARKCITY, P_PORT, P_WAREHOUSE, REPAY, SHIFT,
    Seat, State,
)


cdef inline bint can_pay_lock(const State *state, const Seat *own) noexcept nogil:
    return (
        own.progress >> P_LOCK & 1 and state.obstacles != 0
        and state.turn >= TABLES.first_lock_turn
        and own.thalers >= TABLES.lock_cost[state.turn]
    )


cdef inline int port_warehouses(const State *state) noexcept nogil:
    return state.in_column[0] + state.in_column[1] + state.in_column[2]


cdef inline int own_columns(const State *state, int seat) noexcept nogil:
    """The columns in which a seat has a warehouse, as a mask: it never has two in one."""
    cdef int column, position, mask = 0
    for column in range(COUNTRIES):
        for position in range(state.in_column[column]):
            if state.column[column][position] == seat:
                mask |= 1 << column
    return mask


cdef inline int open_columns(const State *state, int own) noexcept nogil:
    """The columns with room and without a warehouse of the seat."""
    cdef int column, mask = 0
    for column in range(COUNTRIES):
        if state.in_column[column] < PORT_ROOM and not own >> column & 1:
            mask |= 1 << column
    return mask


cdef inline uint32_t cities_with_room(const State *state, const Seat *own) noexcept nogil:
    """The cities where the seat has no warehouse and a space is free."""
    cdef uint32_t mask = 0
    cdef int city
    for city in range(CITIES):
        # A full city costs more than anybody has.
        mask |= <uint32_t>(TABLES.city_cost[city][state.in_city[city]] != 255) << city
    return mask & ~<uint32_t>own.cities


cdef inline int add_bits(uint32_t mask, int base, Move *out, int count) noexcept nogil:
    """A move for each bit."""
    while mask:
        out[count] = <Move>(base + lowest_bit64(mask))
        mask &= mask - 1
        count += 1
    return count


cdef inline int add_paid_cities(
    const State *state, const Seat *own, uint32_t group, Move *out, int count
) noexcept nogil:
    cdef uint32_t mask = cities_with_room(state, own) & group
    cdef int city
    while mask:
        city = lowest_bit64(mask)
        mask &= mask - 1
        if TABLES.city_cost[city][state.in_city[city]] <= own.thalers:
            out[count] = <Move>(CITY + city)
            count += 1
    return count


cdef inline int add_warehouses(
    const State *state, const Seat *own, int seat, Move *out, int count
) noexcept nogil:
    """New warehouses; the seat has one in the pool."""
    cdef bint star = has_unused(own, P_WAREHOUSE) and own.thalers >= TABLES.star_cost
    cdef int columns, depot, mask, did = state.did
    if own.progress >> P_MARKCITY & 1 and not did & DID_MARKCITY:
        count = add_paid_cities(state, own, TABLES.mark_cities, out, count)
    if own.progress >> P_ESSEN & 1 and not did & DID_ESSEN:
        count = add_paid_cities(state, own, TABLES.essen_cities, out, count)
    if star:
        count = add_bits(cities_with_room(state, own), CITY_STAR, out, count)
    if own.progress >> P_DEPOT & 1 and not did & DID_DEPOT:
        for depot in range(DEPOTS):
            if TABLES.depot_cost[depot][state.at_depot[depot]] <= own.thalers:
                out[count] = <Move>(DEPOT + depot)
                count += 1
    if star or (own.progress >> P_PORT & 1 and not did & DID_PORT):
        columns = own_columns(state, seat)
        mask = open_columns(state, columns)
        if (columns & 1) + (columns >> 1 & 1) + (columns >> 2) < TABLES.port_per_seat:
            if own.progress >> P_PORT & 1 and not did & DID_PORT:
                if TABLES.port_cost[port_warehouses(state)] <= own.thalers:
                    count = add_bits(mask, PORT_BUILD, out, count)
            if star:
                count = add_bits(mask, PORT_STAR, out, count)
    return count


cdef inline int add_shifts(
    const State *state, int seat, Move *out, int count
) noexcept nogil:
    cdef int column, columns = own_columns(state, seat)
    cdef int targets = open_columns(state, columns) if columns else 0
    if not targets:
        return count
    for column in range(COUNTRIES):
        if columns >> column & 1:
            count = add_bits(targets, SHIFT + COUNTRIES * column, out, count)
    return count


cdef inline int list_purchases(const State *state, int seat, Move *out) noexcept nogil:
    """Every legal purchase, in the order of the codes."""
    cdef const Seat *own = &state.seats[seat]
    cdef int count = 0
    if state.did & (FREE_LOCK | MUST_LOCK) or (
        not state.did & DID_LOCK and can_pay_lock(state, own)
    ):
        count = add_bits(state.obstacles, LOCK, out, count)
        if state.did & MUST_LOCK:
            return count
    if own.pool:
        count = add_warehouses(state, own, seat, out, count)
    if own.thalers >= TABLES.shift_cost:
        count = add_shifts(state, seat, out, count)
    if own.debts and own.thalers >= TABLES.repay_cost:
        out[count] = REPAY
        count += 1
    if has_unused(own, P_INN):
        out[count] = INN
        out[count + 1] = INN + 1
        count += 2
    return count
