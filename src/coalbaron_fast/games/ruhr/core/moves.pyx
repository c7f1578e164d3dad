"""Legal moves, and what chance can bring."""

from libc.stdint cimport uint32_t

from coalbaron_fast.bits cimport COALBARON_DEBUG, check_codes
from coalbaron_fast.games.ruhr.core.market cimport add_bits, list_purchases
from coalbaron_fast.games.ruhr.core.starts cimport (
    below_six, carry_targets, free_options, legal_options, possible_options, reachable,
)
from coalbaron_fast.games.ruhr.core.tables cimport TABLES
from coalbaron_fast.games.ruhr.core.types cimport (
    CHANCE_COUNTRY, CHANCE_MARKER, COUNTRIES, END, FREE_OPTIONS, GET, HAULER, HAULER_NONE,
    MARKERS, MOVE_CODES, MUST_LOCK, Move, NONE, OPTION, OPTION_FREE, PAY, PHASE_BUY, PHASE_CARRY,
    PHASE_CHANCE, PHASE_EVENT, PHASE_HAULER, PHASE_OPTION, PHASE_PLACE, PHASE_REMOVE,
    PHASE_START, PHASE_SUPPLY, PHASE_TRIP, PUT, REMOVE, REMOVE_TRACK, STAGE_HISTORY, START,
    SUPPLY, Seat, State, TRACK_TOKENS, TRIP,
)
from coalbaron_fast.games.ruhr.core.flow cimport put_targets, seat_to_move


cdef int list_counts(
    const unsigned char *left, int kinds, int base, Move *codes, int *ways
) noexcept nogil:
    cdef int kind, count = 0
    for kind in range(kinds):
        if left[kind]:
            codes[count] = <Move>(base + kind)
            ways[count] = left[kind]
            count += 1
    return count


cdef int chance_outcomes(const State *state, Move *codes, int *ways, int *total) noexcept nogil:
    if state.stage == STAGE_HISTORY:
        total[0] = state.countries_left
        return list_counts(state.countries, COUNTRIES, CHANCE_COUNTRY, codes, ways)
    total[0] = state.markers_left
    return list_counts(state.markers, MARKERS, CHANCE_MARKER, codes, ways)


cdef int list_event(const State *state, const Seat *own, Move *out) noexcept nogil:
    cdef int count = 0
    if not TABLES.pay_turn[state.turn]:
        out[0] = GET
        out[1] = GET + 1
        return 2
    if own.thalers:
        out[count] = PAY
        count += 1
    if own.points > 0:
        out[count] = PAY + 1
        count += 1
    return count


cdef int list_removals(const State *state, Move *out) noexcept nogil:
    cdef int colour = TABLES.removed[state.players][state.index], box
    cdef int count = add_bits(state.filled & TABLES.colour_storage[colour], REMOVE, out, 0)
    for box in range(state.on_track[colour]):
        out[count] = <Move>(REMOVE_TRACK + TRACK_TOKENS * colour + box)
        count += 1
    return count


cdef int list_options(const State *state, const Seat *own, Move *out) noexcept nogil:
    cdef uint32_t possible = possible_options(state, own), free
    cdef int index, count = add_bits(legal_options(state, own, possible), OPTION, out, 0)
    free = free_options(own, possible)
    for index in range(FREE_OPTIONS):
        if free >> TABLES.free_option[index] & 1:
            out[count] = <Move>(OPTION_FREE + index)
            count += 1
    return count


cdef int list_trips(const Seat *own, Move *out) noexcept nogil:
    cdef int space = TABLES.place_storage[own.place]
    if TABLES.pilot[own.option]:
        return add_bits(TABLES.targets[space], TRIP, out, 0)
    out[0] = <Move>(TRIP + TABLES.standard[space])
    return 1


cdef int list_chance(const State *state, Move *out) noexcept nogil:
    cdef int ways[MARKERS]
    cdef int total
    return chance_outcomes(state, out, ways, &total)


cdef inline int list_moves(const State *state, Move *out) noexcept nogil:
    cdef int seat = seat_to_move(state), count
    cdef const Seat *own = &state.seats[seat if seat != NONE else 0]
    if state.phase == PHASE_BUY:
        count = list_purchases(state, seat, out)
        if not state.did & MUST_LOCK:
            out[count] = END
            count += 1
        return count
    if state.phase == PHASE_OPTION:
        return list_options(state, own, out)
    if state.phase == PHASE_START:
        return add_bits(
            reachable(state, own, TABLES.up[own.option], TABLES.pilot[own.option]) & state.filled,
            START, out, 0,
        )
    if state.phase == PHASE_TRIP:
        return list_trips(own, out)
    if state.phase == PHASE_CHANCE:
        return list_chance(state, out)
    if state.phase == PHASE_CARRY:
        return add_bits(carry_targets(state, own, own.option), PUT, out, 0)
    if state.phase == PHASE_PLACE:
        return add_bits(put_targets(state), PUT, out, 0)
    if state.phase == PHASE_HAULER:
        count = add_bits(below_six(state), HAULER, out, 0)
        out[count] = HAULER_NONE
        return count + 1
    if state.phase == PHASE_SUPPLY:
        return add_bits(below_six(state), SUPPLY, out, 0)
    if state.phase == PHASE_EVENT:
        return list_event(state, own, out)
    if state.phase == PHASE_REMOVE:
        return list_removals(state, out)
    return 0


cdef int state_legal_moves(const State *state, Move *out) noexcept nogil:
    cdef int count = list_moves(state, out)
    if COALBARON_DEBUG:
        check_codes(out, count, MOVE_CODES, state.phase)
    return count
