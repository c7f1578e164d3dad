"""Points at the end of the game, and who has won."""

from coalbaron_fast.bits cimport popcount64
from coalbaron_fast.games.ruhr.core.tables cimport TABLES
from coalbaron_fast.games.ruhr.core.types cimport (
    DEPOTS, P_AAK, P_INN, P_MAYOR, P_RAILWAY, PORT, Seat, State,
)


cdef int depot_points(const State *state, int seat) noexcept nogil:
    """For all four depots, and for each in which no other seat has as many warehouses."""
    cdef int depot, own, other, points = 0
    cdef bint all_of_them = True, most
    for depot in range(DEPOTS):
        own = state.seats[seat].depots >> (4 * depot) & 15
        most = own > 0
        for other in range(state.players):
            if other != seat and (state.seats[other].depots >> (4 * depot) & 15) >= own:
                most = False
        all_of_them &= own > 0
        if most:
            points += TABLES.majority_points
    return points + (TABLES.all_depots_points if all_of_them else 0)


cdef inline int inn_points(const Seat *own) noexcept nogil:
    return TABLES.inn_points if (own.progress & ~own.used) >> P_INN & 1 else 0


cdef int city_points(const Seat *own) noexcept nogil:
    """For each group of cities that is complete."""
    cdef int points = 0
    if own.cities & TABLES.essen_cities == TABLES.essen_cities:
        points += TABLES.essen_points
    if own.cities & TABLES.mark_cities == TABLES.mark_cities:
        points += TABLES.mark_points
    if own.cities & TABLES.all_cities == TABLES.all_cities:
        points += TABLES.all_cities_points
    return points


cdef int marker_points(const Seat *own) noexcept nogil:
    """For the progress markers that only the end is for."""
    cdef int points = 0
    if own.progress >> P_MAYOR & 1 and own.debts == 0:
        points += TABLES.mayor_points * own.thalers
    if own.progress >> P_RAILWAY & 1:
        points += TABLES.railway_points * popcount64(own.cities)
    if own.progress >> P_AAK & 1:
        points += (
            TABLES.aak_at_port if own.place == TABLES.selling_place[PORT] else TABLES.aak_points
        )
    return points


cdef void end_parts_of(const State *state, int seat, EndParts *out) noexcept nogil:
    cdef const Seat *own = &state.seats[seat]
    out.inn = inn_points(own)
    out.cities = city_points(own)
    out.depots = depot_points(state, seat)
    out.markers = marker_points(own)
    out.debts = -TABLES.debt_points * own.debts


cdef int own_end_points(const Seat *own) noexcept nogil:
    return (
        inn_points(own) + city_points(own) + marker_points(own) - TABLES.debt_points * own.debts
    )


cdef int end_points(const State *state, int seat) noexcept nogil:
    return own_end_points(&state.seats[seat]) + depot_points(state, seat)


cdef void score_end(State *state) noexcept nogil:
    cdef int seat
    for seat in range(state.players):
        state.seats[seat].points += end_points(state, seat)


cdef int winner_mask(const State *state) noexcept nogil:
    cdef int seat, best = -30000, mask = 0
    for seat in range(state.players):
        if state.seats[seat].points > best:
            best = state.seats[seat].points
            mask = 0
        if state.seats[seat].points == best:
            mask |= 1 << seat
    return mask
