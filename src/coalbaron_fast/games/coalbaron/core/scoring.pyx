"""Majorities, the end of a shift and the end of the game (rules.md sections 4 and 5)."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t

from coalbaron_fast.games.coalbaron.core.bits cimport (
    byte_total, cage_total, lowest_bit64, pit_tiles, pit_total, popcount64,
)
from coalbaron_fast.games.coalbaron.core.tables cimport TABLES
from coalbaron_fast.games.coalbaron.core.types cimport (
    ELEMENTS, ELEMENTS_A_SHIFT, FACTORY_LOOK, Seat, State,
)

cdef enum:
    FACTORY_MASK = (1 << (FACTORY_LOOK + 1)) - 1


cdef int element_count(const Seat *seat, int element) noexcept nogil:
    cdef uint64_t delivered = seat.delivered
    cdef int index = element & 3, count = 0, step
    if element < 4:
        for step in range(3):
            count += popcount64(delivered & TABLES.colour_at_least[index][step])
    elif element < 8:
        delivered &= TABLES.vehicle_orders[index]
        for step in range(4):
            count += popcount64(delivered & TABLES.spots_at_least[step])
    else:
        count = TABLES.pit_carts[pit_tiles(seat.pit[index])] - pit_total(seat.pit[index])
    return count


cdef void count_elements(const Seat *seat, int *counts) noexcept nogil:
    cdef int element
    for element in range(ELEMENTS):
        # Early in the game no seat has delivered anything.
        counts[element] = (
            element_count(seat, element) if element >= 8 or seat.delivered else 0
        )


cdef void score_element(State *state, int element) noexcept nogil:
    cdef int counts[4]
    cdef int seat, best = 0, second = 0, leaders = 0
    for seat in range(state.players):
        counts[seat] = element_count(&state.seats[seat], element)
        if counts[seat] > best:
            best = counts[seat]
    if best == 0:
        return
    for seat in range(state.players):
        if counts[seat] == best:
            leaders += 1
            state.seats[seat].vp += TABLES.reward_first[element]
        elif counts[seat] > second:
            second = counts[seat]
    if leaders > 1 or state.players == 2 or second == 0:
        return
    for seat in range(state.players):
        if counts[seat] == second:
            state.seats[seat].vp += TABLES.reward_second[element]


cdef void score_shift(State *state) noexcept nogil:
    cdef int element
    for element in range(ELEMENTS_A_SHIFT * state.shift):
        score_element(state, element)


cdef int cubes_owned(const State *state, int seat) noexcept nogil:
    cdef const Seat *own = &state.seats[seat]
    cdef uint64_t orders = own.outstanding
    cdef int count = cage_total(own.cage) + byte_total(own.storage)
    cdef int level
    cdef uint16_t fill
    for level in range(4):
        count += pit_total(own.pit[level])
    while orders:
        fill = state.fill[lowest_bit64(orders)]
        orders &= orders - 1
        for _ in range(4):
            count += ((fill & 15) >= 1) + ((fill & 15) >= 2)
            fill >>= 4
    return count


cdef void score_end(State *state) noexcept nogil:
    cdef Seat *own
    cdef int seat, level, balance
    for seat in range(state.players):
        own = &state.seats[seat]
        balance = 0
        for level in range(4):
            balance += TABLES.pit_balance[pit_tiles(own.pit[level])]
        if balance < 0:
            balance = -balance
        own.vp += (
            own.marks / TABLES.marks_per_vp
            + cubes_owned(state, seat) / TABLES.cubes_per_vp
            - TABLES.outstanding_penalty * popcount64(own.outstanding)
            - TABLES.imbalance_penalty * balance
        )


cdef int factory_workers(const State *state, int seat) noexcept nogil:
    cdef uint32_t spaces = state.owner[seat] & FACTORY_MASK
    cdef int plane, count = 0
    for plane in range(4):
        count += popcount64(state.occupancy[plane] & spaces) << plane
    return count


cdef int next_start(const State *state) noexcept nogil:
    cdef int counts[4]
    cdef int step, seat, best = 0, leaders = 0
    for seat in range(state.players):
        counts[seat] = factory_workers(state, seat)
        if counts[seat] > best:
            best = counts[seat]
    for seat in range(state.players):
        leaders += counts[seat] == best
    seat = state.start
    if leaders == 1 and counts[seat] == best:
        return seat
    # A single leader is found here too; in a tie the previous start seat comes last.
    for step in range(1, state.players):
        seat = (state.start + step) % state.players
        if counts[seat] == best:
            break
    return seat


cdef int winner_mask(const State *state) noexcept nogil:
    cdef int seat, value, best = -(1 << 30), mask = 0, marks_per_vp = TABLES.marks_per_vp
    for seat in range(state.players):
        # Points first; of a tie the Marks decide that are left over and brought no point.
        value = state.seats[seat].vp * marks_per_vp + state.seats[seat].marks % marks_per_vp
        if value > best:
            best = value
            mask = 0
        if value == best:
            mask |= 1 << seat
    return mask
