"""The inspection at the end of the game, and who has won."""

from coalbaron_fast.bits cimport popcount64
from coalbaron_fast.games.coalcountry.core.mine cimport missing_utilities, unfinished_tunnels
from coalbaron_fast.games.coalcountry.core.prices cimport fee_of
from coalbaron_fast.games.coalcountry.core.tables cimport TABLES
from coalbaron_fast.games.coalcountry.core.types cimport REFORMED, Seat, State


cdef inline int fees_of(const State *state, int fees, int number) noexcept nogil:
    """In a reformed industry every item counts the same, for or against the seat."""
    if state.flags & REFORMED:
        fees = TABLES.reformed if fees > 0 else -TABLES.reformed
    return fees * number


cdef void inspection_of(const State *state, const Seat *own, Inspection *out) noexcept nogil:
    cdef bint reformed = state.flags & REFORMED
    out.missing_utilities = fees_of(state, TABLES.missing_utility, missing_utilities(own))
    out.refuse = fees_of(state, TABLES.refuse, own.refuse)
    out.unfinished_tunnels = fees_of(
        state, TABLES.unfinished_tunnel, unfinished_tunnels(own, reformed)
    )
    out.stored_utilities = fees_of(
        state, TABLES.stored_utility, own.storage[0] + own.storage[1] + own.storage[2]
    )
    out.buildings = fees_of(state, TABLES.building, popcount64(own.buildings))


cdef int inspection_dollars(const State *state, const Seat *own) noexcept nogil:
    cdef Inspection parts
    inspection_of(state, own, &parts)
    return fee_of(own) * (
        parts.missing_utilities + parts.refuse + parts.unfinished_tunnels + parts.stored_utilities
        + parts.buildings
    )


cdef void inspect(State *state) noexcept nogil:
    cdef int seat
    for seat in range(state.players):
        state.seats[seat].money -= inspection_dollars(state, &state.seats[seat])


cdef int winner_mask(const State *state) noexcept nogil:
    cdef int seat, best = 0, mask = 0
    cdef const Seat *own
    cdef const Seat *leader
    for seat in range(state.players):
        own = &state.seats[seat]
        leader = &state.seats[best]
        if own.money > leader.money or own.money == leader.money and own.laid > leader.laid:
            best = seat
            mask = 0
        elif seat and (own.money < leader.money or own.laid < leader.laid):
            continue
        mask |= 1 << seat
    return mask
