"""A position and its turns in small integers: what a learned evaluation is told."""

from libc.stdint cimport uint16_t, uint32_t

from coalbaron_fast.bits cimport lowest_bit64
from coalbaron_fast.games.ruhr.core.flow cimport seat_to_move
from coalbaron_fast.games.ruhr.core.scoring cimport end_points
from coalbaron_fast.games.ruhr.core.tables cimport TABLES
from coalbaron_fast.games.ruhr.core.types cimport (
    AREAS, CITIES, COUNTRIES, DEPOTS, DUTY, MARKERS, MOST_PIPS, Move, NONE, PHASE_OVER,
    PHASE_TRIP, PORT_ROOM, PROGRESS, P_WHITE, SELLING, START, STORAGE, Seat, State, TRIP, WATER,
)
from coalbaron_fast.search.game cimport Features, TURN_FEATURES, Turn

cdef enum:
    MOST_THALERS = 15           # the last flag stands for all beyond
    MOST_MISSING = 2


cdef inline void add_flag(Features *part, int index) noexcept nogil:
    part.flags[part.flag_count] = index
    part.flag_count += 1


cdef inline void add_number(Features *part, int index, int value) noexcept nogil:
    if value:
        part.numbers[part.number_count] = index
        part.values[part.number_count] = value
        part.number_count += 1


cdef inline void add_mask(Features *part, int base, uint32_t mask) noexcept nogil:
    """A flag for each bit."""
    while mask:
        add_flag(part, base + lowest_bit64(mask))
        mask &= mask - 1


cdef inline int count_of(const Seat *own, int area) noexcept nogil:
    return own.tokens >> (4 * area) & 15


cdef void add_missing(const Seat *own, Features *part) noexcept nogil:
    """Markers that few tokens are missing to."""
    cdef int marker, area, gap, missing
    for marker in range(PROGRESS):
        if own.progress >> marker & 1:
            continue
        missing = 0
        for area in range(AREAS):
            gap = <int>(TABLES.needs[marker] >> (4 * area) & 15) - count_of(own, area)
            missing += gap if gap > 0 else 0
        if missing <= MOST_MISSING:
            add_flag(part, SEAT_MISSING + 3 * marker + missing)


cdef void add_depots(const State *state, int seat, Features *part) noexcept nogil:
    """Where it has more than any other seat, and where as many as another one."""
    cdef int depot, other, own, most, count
    for depot in range(DEPOTS):
        own = state.seats[seat].depots >> (4 * depot) & 15
        add_number(part, SEAT_DEPOT + depot, own)
        most = 0
        for other in range(state.players):
            count = state.seats[other].depots >> (4 * depot) & 15
            if other != seat and count > most:
                most = count
        if own and own >= most:
            add_flag(part, SEAT_DEPOTS + 2 * depot + (own == most))


cdef void add_seat(const State *state, int seat, Features *part) noexcept nogil:
    cdef const Seat *own = &state.seats[seat]
    cdef int index, position, area, end
    part.flag_count = part.number_count = 0
    part.points = own.points
    if seat_to_move(state) == seat:
        add_flag(part, SEAT_TO_MOVE)
    for index in range(state.players):
        if state.order[index] == seat:
            add_flag(part, SEAT_ORDER + index)
    add_flag(part, SEAT_PLACE + own.place)
    add_mask(part, SEAT_PROGRESS, own.progress)
    add_mask(part, SEAT_USED, own.used)
    add_mask(part, SEAT_CITY, own.cities)
    add_mask(part, SEAT_WAITING, own.waiting)
    for index in range(COUNTRIES):
        for position in range(state.in_column[index]):
            if state.column[index][position] == seat:
                add_flag(part, SEAT_COLUMN + PORT_ROOM * index + position)
    if own.option != NONE:
        add_flag(part, SEAT_OPTION + own.option)
    for area in range(AREAS):
        add_flag(part, SEAT_TOKENS + 4 * area + count_of(own, area))
    add_flag(
        part, SEAT_THALERS + (own.thalers if own.thalers < MOST_THALERS else MOST_THALERS)
    )
    add_missing(own, part)
    add_depots(state, seat, part)
    if own.locks == 0:
        add_flag(part, SEAT_FIRST_LOCK)
    add_number(part, SEAT_SCORED, own.points)
    add_number(part, SEAT_MONEY, own.thalers)
    add_number(part, SEAT_POOL, own.pool)
    add_number(part, SEAT_DEBTS, own.debts)
    add_number(part, SEAT_LOCKS, own.locks)
    if TABLES.place_storage[own.place] != NONE:
        add_number(part, SEAT_DIE, state.dice[TABLES.place_storage[own.place]])
    if state.phase != PHASE_OVER:
        end = end_points(state, seat)
        add_number(part, SEAT_END if end > 0 else SEAT_DEBT_END, end)


cdef void add_board(const State *state, Features *part) noexcept nogil:
    cdef int index, box, colour
    part.flag_count = part.number_count = part.points = 0
    add_flag(part, BOARD_TURN + state.turn - 1)
    add_flag(part, BOARD_PHASE + state.phase)
    add_flag(part, BOARD_STAGE + state.stage - 1)
    add_flag(part, BOARD_SEATS + state.players - 2)
    for index in range(STORAGE):
        if state.dice[index]:
            add_flag(part, BOARD_DIE + MOST_PIPS * index + state.dice[index] - 1)
    add_mask(part, BOARD_OBSTACLE, state.obstacles)
    for index in range(SELLING):
        if state.market >> (3 * index) & 7:
            add_flag(part, BOARD_MARKET + 2 * index)
            if (state.market >> (3 * index) & 7) > 1:
                add_flag(part, BOARD_MARKET + 2 * index + 1)
    for index in range(CITIES):
        add_flag(part, BOARD_CITY + 4 * index + state.in_city[index])
    for index in range(DEPOTS):
        add_flag(part, BOARD_DEPOT + 5 * index + state.at_depot[index])
    for index in range(COUNTRIES):
        add_flag(part, BOARD_COLUMN + 4 * index + state.in_column[index])
        add_number(part, BOARD_LEFT + index, state.countries[index])
    for colour in range(2):
        for box in range(state.on_track[colour]):
            add_flag(
                part,
                BOARD_TRACK + MOST_PIPS * (4 * colour + box) + state.track[colour][box] - 1,
            )
    add_flag(part, BOARD_EXPORT + (state.export_box if state.export_box < 8 else 7))
    if state.country != NONE:
        add_flag(part, BOARD_COUNTRY + state.country)
    if state.flags & WATER:
        add_flag(part, BOARD_WATER)
    if state.flags & DUTY:
        add_flag(part, BOARD_DUTY)
    add_mask(part, BOARD_DID, state.did)
    for index in range(MARKERS):
        add_number(part, BOARD_MARKER + index, state.markers[index])
    add_number(part, BOARD_BAG, state.bag)
    for index in range(P_WHITE, PROGRESS):
        add_number(part, BOARD_WHITE + index - P_WHITE, state.white_left[index])


cdef void features_of(const State *state, Features *out) noexcept nogil:
    cdef int seat
    for seat in range(state.players):
        add_seat(state, seat, &out[seat])
    add_board(state, &out[state.players])


# -- turns -------------------------------------------------------------------------------------

cdef inline int add(uint16_t *out, int count, int feature) noexcept nogil:
    if count < TURN_FEATURES:
        out[count] = feature
        return count + 1
    return count


cdef int add_sale(
    const State *state, const Seat *own, int space, int target, uint16_t *out, int count
) noexcept nogil:
    """What a sale brings."""
    cdef int area = TABLES.area[TABLES.storage_colour[space]][target]
    cdef int thalers = state.market >> (3 * target) & 7
    cdef bint full = count_of(own, area) >= TABLES.area_cap[area]
    count = add(out, count, TURN_AREA + area + (AREAS if full else 0))
    if thalers:
        count = add(out, count, TURN_MARKET + (thalers > 1))
    if TABLES.between[space][target] & state.obstacles:
        count = add(out, count, TURN_LOSES)
    return count


cdef int turn_features_of(const State *state, const Turn *turn, uint16_t *out) noexcept nogil:
    cdef const Seat *own = &state.seats[seat_to_move(state)]
    cdef int index, space, area, count = 0
    cdef Move move
    for index in range(turn.count):
        move = turn.moves[index]
        count = add(out, count, TURN_CODE + move)
        if START <= move < START + STORAGE:
            space = move - START
            if state.dice[space]:
                count = add(out, count, TURN_VALUE + state.dice[space] - 1)
            if TABLES.standard[space] != NONE:
                area = TABLES.area[TABLES.storage_colour[space]][TABLES.standard[space]]
                count = add(out, count, TURN_PAIRED + AREAS * space + area)
        elif TRIP <= move < TRIP + SELLING and state.phase == PHASE_TRIP:
            space = TABLES.place_storage[own.place]
            count = add(out, count, TURN_VALUE + state.dice[space] - 1)
            count = add_sale(state, own, space, move - TRIP, out, count)
    return count


def sizes():
    """How many indices a seat, the board and a turn have, and from where on they are counts."""
    return {
        "seat": SEAT_SIZE, "board": BOARD_SIZE, "turn": TURN_SIZE,
        "seat_counts": SEAT_SCORED, "board_counts": BOARD_MARKER,
    }
