"""When two states are the same, and a 64-bit hash that agrees with how they play."""

from libc.stdint cimport uint64_t
from libc.string cimport memcmp, memcpy

from coalbaron_fast.games.coalbaron.core.bits cimport pit_tiles
from coalbaron_fast.rng cimport mix64
from coalbaron_fast.games.coalbaron.core.scoring cimport element_count
from coalbaron_fast.games.coalbaron.core.tables cimport TABLES
from coalbaron_fast.games.coalbaron.core.types cimport MAX_SEATS, STACK_ROOM, Seat, Stack, State


cdef bint seat_equal(const Seat *a, const Seat *b) noexcept nogil:
    return (
        a.outstanding == b.outstanding and a.delivered == b.delivered
        and memcmp(a.pit, b.pit, sizeof(a.pit)) == 0
        and a.storage == b.storage and a.cage == b.cage and a.marks == b.marks
        and a.vp == b.vp and a.workers == b.workers and a.bank == b.bank
    )


cdef bint stack_equal(const Stack *a, const Stack *b) noexcept nogil:
    return (
        a.middle == b.middle and a.top == b.top and a.bottom == b.bottom
        and a.middle_size == b.middle_size
        and memcmp(a.place, b.place, a.top * sizeof(a.place[0])) == 0
        and memcmp(
            &a.place[STACK_ROOM - a.bottom], &b.place[STACK_ROOM - a.bottom],
            a.bottom * sizeof(a.place[0]),
        ) == 0
    )


cdef bint state_equal(const State *a, const State *b) noexcept nogil:
    cdef int seat
    for seat in range(MAX_SEATS):
        if not seat_equal(&a.seats[seat], &b.seats[seat]):
            return False
    return (
        stack_equal(&a.tiles, &b.tiles) and stack_equal(&a.orders, &b.orders)
        and a.draft == b.draft and a.complete == b.complete
        and memcmp(a.fill, b.fill, sizeof(a.fill)) == 0
        and memcmp(a.occupancy, b.occupancy, sizeof(a.occupancy)) == 0
        and memcmp(a.owner, b.owner, sizeof(a.owner)) == 0
        and a.supply == b.supply
        and memcmp(a.factory, b.factory, sizeof(a.factory)) == 0
        and memcmp(a.row, b.row, sizeof(a.row)) == 0
        and a.held_count == b.held_count
        and memcmp(a.held, b.held, a.held_count * sizeof(a.held[0])) == 0
        and a.returned == b.returned and a.side == b.side and a.touched == b.touched
        and a.straddle == b.straddle and a.players == b.players and a.viewer == b.viewer
        and a.shift == b.shift and a.first_start == b.first_start and a.start == b.start
        and a.phase == b.phase and a.active == b.active and a.space == b.space
        and a.draw == b.draw and a.steps == b.steps and a.fill_level == b.fill_level
        and a.fill_carts == b.fill_carts
    )


cdef inline uint64_t salted(uint64_t word, int index) noexcept nogil:
    """One word's share of the hash: shares of different places are added up."""
    return mix64(word + <uint64_t>0x9E3779B97F4A7C15 * <uint64_t>(index + 1))


cdef uint64_t seat_hash(const Seat *seat, int salt) noexcept nogil:
    cdef uint64_t counts = 0, total
    cdef int index, carts, balance = 0
    for index in range(8 if seat.delivered else 0):
        counts = counts << 8 | element_count(seat, index)
    total = salted(counts, salt) + salted(seat.outstanding, salt + 1)
    for index in range(4):
        balance += TABLES.pit_balance[pit_tiles(seat.pit[index])]
        carts = TABLES.pit_carts[pit_tiles(seat.pit[index])]
        total += salted(<uint64_t>(seat.pit[index] & 0xFFFFF) << 8 | carts, salt + 2 + index)
    total += salted(
        <uint64_t>seat.marks << 48 | <uint64_t>(seat.vp & 0xFFFF) << 32
        | <uint64_t>seat.cage << 16 | seat.workers << 8 | (balance & 0xFF),
        salt + 6,
    )
    return total + salted(seat.storage, salt + 7)


cdef uint64_t stack_hash(const Stack *stack, int salt) noexcept nogil:
    cdef uint64_t total = salted(stack.middle, salt)
    cdef int index
    total += salted(
        stack.top | stack.bottom << 8 | stack.middle_size << 16, salt + 1
    )
    for index in range(stack.top):
        total += salted(stack.place[index], salt + 2 + index)
    for index in range(STACK_ROOM - stack.bottom, STACK_ROOM):
        total += salted(stack.place[index], salt + 2 + index)
    return total


cdef uint64_t state_hash(const State *state) noexcept nogil:
    cdef uint64_t total = 0, word = 0
    cdef int index, salt = 0
    for index in range(state.players):
        total += seat_hash(&state.seats[index], salt + 8 * index)
    salt += 32
    total += stack_hash(&state.tiles, salt) + stack_hash(&state.orders, salt + 48)
    salt += 96
    for index in range(11):
        memcpy(&word, &state.fill[4 * index], 8)
        if word:
            total += salted(word, salt + index)
    salt += 11
    for index in range(4):
        total += salted(<uint64_t>state.occupancy[index] << 32 | state.owner[index], salt + index)
    salt += 4
    for index in range(state.held_count):
        total += salted(state.held[index], salt + index)
    salt += 5
    memcpy(&word, state.factory, 8)
    total += salted(word, salt) + salted(state.draft, salt + 1)
    word = (
        <uint64_t>state.row[0] | <uint64_t>state.row[1] << 8 | <uint64_t>state.row[2] << 16
        | <uint64_t>state.row[3] << 24 | <uint64_t>state.phase << 32
        | <uint64_t>state.active << 40 | <uint64_t>state.space << 48 | <uint64_t>state.draw << 56
    )
    total += salted(word, salt + 2)
    word = (
        <uint64_t>state.players | <uint64_t>state.viewer << 8 | <uint64_t>state.shift << 16
        | <uint64_t>state.start << 24 | <uint64_t>state.steps << 32
        | <uint64_t>state.fill_level << 40 | <uint64_t>state.fill_carts << 44
        | <uint64_t>state.returned << 48 | <uint64_t>state.side << 52
        | <uint64_t>state.touched << 56 | <uint64_t>state.straddle << 60
    )
    return mix64(total + salted(word, salt + 3))
