"""Bytes as a position: for what comes from outside, where every byte can be anything."""

from libc.stdint cimport uint8_t

from coalbaron_fast.bits cimport is_zero
from coalbaron_fast.games.coalcountry import facts
from coalbaron_fast.games.coalcountry.core.check cimport STATE_OK, state_defect
from coalbaron_fast.games.coalcountry.core.tables cimport TABLES
from coalbaron_fast.games.coalcountry.core.types cimport (
    ALL_CUBES, AMOK, BUILDINGS, CALENDAR, CELLS, DRAWN_START, DRAW_TILE, ENTRANCE, FOREMEN,
    INDICATORS, INFLUENCES, MAX_ROUNDS, MAX_SEATS, MOST_COAL, MOST_INFLUENCE, MOST_POINTS, NONE,
    NOT_ON_TRACK, NO_FOREMAN, PHASE_OVER, PLACES, REFORMED, STACKS, STAGE_OVER, Seat, State, TILES,
    TILES_IN_ALL, UTILITIES, count_of, foreman_place, tile_cubes, tile_kind,
)

cdef int LEAST_PLAYERS = facts.MIN_PLAYERS
cdef int MOST_EARNINGS = facts.MOST_EARNINGS
cdef int LEAST_ROUNDS = min(facts.ROUNDS)
cdef int MOST_COPIES = max(kind.copies for kind in facts.BUILDINGS.values())

if sorted(facts.ROUNDS) != [LEAST_ROUNDS, MAX_ROUNDS]:
    raise RuntimeError("the core is written for two lengths of the game")


cdef inline bint below_or_none(int value, int limit) noexcept nogil:
    return value < limit or value == NONE


cdef bint all_below(const uint8_t *values, int count, int limit) noexcept nogil:
    cdef int index
    for index in range(count):
        if values[index] >= limit:
            return False
    return True


cdef bint all_below_or_none(const uint8_t *values, int count, int limit) noexcept nogil:
    cdef int index
    for index in range(count):
        if not below_or_none(values[index], limit):
            return False
    return True


cdef bint counts_in_range(int counts) noexcept nogil:
    """No more foremen of an influence than a seat has."""
    cdef int influence
    for influence in range(INFLUENCES):
        if count_of(counts, influence) > count_of(TABLES.all_foremen, influence):
            return False
    return counts >> (3 * INFLUENCES) == 0


cdef bint foremen_in_range(const Seat *own) noexcept nogil:
    """Sorted, none behind the last; an influence is unknown or one that there is."""
    cdef int index, code, last = 0
    for index in range(FOREMEN):
        if own.foreman[index] < last:
            return False
        last = own.foreman[index]
        code = last & 7
        if last != NO_FOREMAN and (
            foreman_place(last) >= PLACES or code and code < 7 - MOST_INFLUENCE
        ):
            return False
    return True


cdef bint tiles_in_range(const Seat *own) noexcept nogil:
    cdef int cell
    for cell in range(CELLS):
        if own.tile[cell] and not (
            0 <= tile_kind(own.tile[cell]) <= ENTRANCE and tile_cubes(own.tile[cell]) <= ALL_CUBES
        ):
            return False
    return True


cdef bint seat_in_range(const Seat *own) noexcept nogil:
    return (
        tiles_in_range(own) and foremen_in_range(own)
        and -MOST_POINTS <= own.money <= MOST_POINTS
        and NOT_ON_TRACK <= own.earnings <= MOST_EARNINGS
        and counts_in_range(own.hand) and counts_in_range(own.held)
        and counts_in_range(own.hidden)
        and own.at_hand <= FOREMEN and own.coal <= MOST_COAL and own.laid <= TILES_IN_ALL
        and all_below(own.storage, UTILITIES, TABLES.cubes_each + 1) and own.tavern <= 1
        and is_zero(own.unused, sizeof(own.unused))
    )


cdef bint board_in_range(const State *state) noexcept nogil:
    return (
        all_below(state.supply, UTILITIES, TABLES.cubes_each + 1)
        and all_below(state.market, UTILITIES, TABLES.cubes_each + 1)
        and all_below_or_none(state.calendar, CALENDAR, INDICATORS)
        and all_below(state.bag, INDICATORS, 18)
        and all_below(state.stack, TILES, TILES_IN_ALL + 1)
        and all_below_or_none(state.face, STACKS, TILES)
        and all_below(state.pile, BUILDINGS, MOST_COPIES + 1)
        and all_below(state.gone, BUILDINGS, MOST_COPIES + 1)
        and all_below(state.row[0], BUILDINGS, MOST_COPIES + 1)
        and all_below(state.row[1], BUILDINGS, MOST_COPIES + 1)
        and all_below_or_none(state.order, MAX_SEATS, state.players)
        and is_zero(state.unused, sizeof(state.unused))
    )


cdef bint question_in_range(const State *state) noexcept nogil:
    return (
        below_or_none(state.viewer, state.players)
        and DRAWN_START <= state.first_start < state.players
        and (state.rounds == LEAST_ROUNDS or state.rounds == MAX_ROUNDS)
        and state.flags <= REFORMED + AMOK and 1 <= state.round <= state.rounds
        and state.stage <= STAGE_OVER and state.phase <= PHASE_OVER
        and below_or_none(state.actor, state.players)
        and below_or_none(state.draw, DRAW_TILE + STACKS) and state.left <= MOST_INFLUENCE
        and NOT_ON_TRACK <= state.space <= MOST_EARNINGS and below_or_none(state.cell, CELLS)
        and below_or_none(state.tile, TILES) and state.puts <= ALL_CUBES
        and below_or_none(state.building, BUILDINGS) and state.unseen < FOREMEN
    )


cdef bint state_in_range(const State *state) noexcept nogil:
    cdef int seat
    if not LEAST_PLAYERS <= state.players <= MAX_SEATS or not question_in_range(state):
        return False
    for seat in range(MAX_SEATS):
        if seat >= state.players:
            if not is_zero(&state.seats[seat], sizeof(Seat)):
                return False
        elif not seat_in_range(&state.seats[seat]):
            return False
    return board_in_range(state)


cdef bint state_is_sound(const State *state) noexcept nogil:
    cdef int detail = 0
    return state_in_range(state) and state_defect(state, &detail) == STATE_OK


cdef const State *state_in(bytes data) except NULL:
    cdef const State *state = <const State *><const char *>data
    if len(data) != sizeof(State):
        raise ValueError(f"a position has {sizeof(State)} bytes, not {len(data)}")
    if not state_is_sound(state):
        raise ValueError("these bytes are no position")
    return state
