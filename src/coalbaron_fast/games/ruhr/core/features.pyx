"""A position and its turns in small integers: what a learned evaluation is told."""

from libc.stdint cimport uint16_t, uint32_t

from coalbaron_fast.bits cimport lowest_bit64, popcount64
from coalbaron_fast.games.ruhr.core.evaluate cimport (
    Prospects, markets_left, missing_tokens, prospects_of, wanted,
)
from coalbaron_fast.games.ruhr.core.flow cimport seat_to_move
from coalbaron_fast.games.ruhr.core.tables cimport TABLES
from coalbaron_fast.games.ruhr.core.types cimport (
    AREAS, CITIES, COUNTRIES, DEPOTS, DUTY, END, FREE_OPTIONS, HAULER, LOCK, MARKERS,
    MAX_SEATS, MOST_PIPS, Move, NONE, OPTION, OPTION_FREE, O_HT, PHASE_CARRY, PHASE_OVER,
    PHASE_TRIP, PORT, PORT_ROOM, PROGRESS, PUT, P_WHITE, SELLING, START, STORAGE, SUPPLY,
    Seat, State, TRIP, WATER,
)
from coalbaron_fast.contract.game cimport Features, NUMBER_LIMIT, TURN_FEATURES, Turn

cdef enum:
    MOST_THALERS = 15           # the last flag is for all beyond
    MOST_MISSING = 2
    QUARTERS = 4
    MOST_QUARTERS = 240         # either way at most this many are told, ...
    LEAST_QUARTERS = -60
    MOST_GAIN = 15
    MOST_BOUGHT = 7


cdef inline void add_flag(Features *part, int index) noexcept nogil:
    part.flags[part.flag_count] = index
    part.flag_count += 1


cdef inline void add_number(Features *part, int index, int value) noexcept nogil:
    # No game comes so far; a position that is read may hold more points.
    if value > NUMBER_LIMIT:
        value = NUMBER_LIMIT
    elif value < -NUMBER_LIMIT:
        value = -NUMBER_LIMIT
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
    cdef int marker, missing
    for marker in range(PROGRESS):
        if own.progress >> marker & 1:
            continue
        missing = missing_tokens(own.tokens, TABLES.needs[marker])
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


cdef inline void add_quarters(Features *part, int index, double value) noexcept nogil:
    """A number with a fraction, rounded to nearest."""
    cdef double scaled = value * QUARTERS + (0.5 if value >= 0.0 else -0.5)
    if scaled > MOST_QUARTERS:
        scaled = MOST_QUARTERS
    elif scaled < LEAST_QUARTERS:
        scaled = LEAST_QUARTERS
    add_number(part, index, <int>scaled)


cdef void add_guess(
    const State *state, int seat, const Prospects *guess, Features *part
) noexcept nogil:
    """What the guess by hand makes of every seat, as seen from one."""
    cdef const Seat *own = &state.seats[seat]
    cdef double markets = markets_left(state, seat), total, most = -1e9
    cdef int marker, other
    for marker in range(PROGRESS):
        add_quarters(
            part, SEAT_WANTED + marker, wanted(state, own, own.tokens, marker, markets)
        )
    add_quarters(part, SEAT_FUTURE, guess[seat].future)
    add_quarters(part, SEAT_PORT, guess[seat].port)
    add_quarters(part, SEAT_SALE, guess[seat].sale)
    for other in range(state.players):
        if other != seat:
            total = expected(state, other, guess)
            most = total if total > most else most
    add_quarters(part, SEAT_LEAD, expected(state, seat, guess) - most)


cdef inline double expected(
    const State *state, int seat, const Prospects *guess
) noexcept nogil:
    cdef const Prospects *own = &guess[seat]
    return state.seats[seat].points + own.end + own.future + own.port + own.sale


cdef void add_seat(
    const State *state, int seat, const Prospects *guess, Features *part
) noexcept nogil:
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
    add_flag(part, SEAT_TURN + state.turn - 1)
    add_number(part, SEAT_ESSEN, popcount64(own.cities & TABLES.essen_cities))
    add_number(part, SEAT_MARK, popcount64(own.cities & TABLES.mark_cities))
    add_number(part, SEAT_SCORED, own.points)
    add_number(part, SEAT_MONEY, own.thalers)
    add_number(part, SEAT_POOL, own.pool)
    add_number(part, SEAT_DEBTS, own.debts)
    add_number(part, SEAT_LOCKS, own.locks)
    if TABLES.place_storage[own.place] != NONE:
        add_number(part, SEAT_DIE, state.dice[TABLES.place_storage[own.place]])
    if state.phase != PHASE_OVER:
        end = <int>guess[seat].end
        add_number(part, SEAT_END if end > 0 else SEAT_DEBT_END, end)
        add_guess(state, seat, guess, part)


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
    cdef Prospects guess[MAX_SEATS]
    cdef int seat
    if state.phase != PHASE_OVER:
        for seat in range(state.players):
            prospects_of(state, seat, &guess[seat])
    for seat in range(state.players):
        add_seat(state, seat, guess, &out[seat])
    add_board(state, &out[state.players])


# -- turns -------------------------------------------------------------------------------------

cdef inline int add(uint16_t *out, int count, int feature) noexcept nogil:
    if count < TURN_FEATURES:
        out[count] = feature
        return count + 1
    return count


cdef int add_token(const Seat *own, int area, uint16_t *out, int count) noexcept nogil:
    """The markers that a token of this area brings, and those that it brings nearer."""
    cdef uint32_t unit = <uint32_t>1 << (4 * area), after = own.tokens + unit
    cdef int marker, missing
    for marker in range(PROGRESS):
        # Nothing new where the marker is there, or asks for no more of this area.
        if own.progress >> marker & 1 or (
            TABLES.needs[marker] >> (4 * area) & 15 < after >> (4 * area) & 15
        ):
            continue
        missing = missing_tokens(after, TABLES.needs[marker])
        count = add(out, count, (TURN_NEARER if missing else TURN_COMPLETES) + marker)
    return count


cdef int add_sale(
    const State *state, const Seat *own, int space, int target, int value, uint16_t *out,
    int count
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
        value -= value > 1
    if not full:
        value -= 1
        count = add_token(own, area, out, count)
    value += thalers + (target == PORT)
    if target < CITIES:
        value += own.cities >> target & 1
    return add(out, count, TURN_GAIN + (value if value < MOST_GAIN else MOST_GAIN))


# What is known of the trip that a turn of the option group prepares.
ctypedef struct Plan:
    int start                   # a storage space, or NONE
    int put                     # where a die from the track is put, or NONE
    int supplied                # the dice that go up, or NONE
    int hauled


cdef inline bint is_hauled(
    const State *state, const Seat *own, const Turn *turn
) noexcept nogil:
    """Whether the die from the track is the start: with `ht`."""
    cdef Move first = turn.moves[0]
    if state.phase == PHASE_CARRY:
        return own.option == O_HT
    if OPTION_FREE <= first < OPTION_FREE + FREE_OPTIONS:
        return TABLES.free_option[first - OPTION_FREE] == O_HT
    return first == OPTION + O_HT


cdef inline void prepare(Move move, Plan *plan) noexcept nogil:
    if START <= move < START + STORAGE:
        plan.start = move - START
    elif PUT <= move < PUT + STORAGE:
        plan.put = move - PUT
    elif SUPPLY <= move < SUPPLY + STORAGE:
        plan.supplied = move - SUPPLY
    elif HAULER <= move < HAULER + STORAGE:
        plan.hauled = move - HAULER


cdef int add_start(
    const State *state, const Seat *own, const Plan *plan, uint16_t *out, int count
) noexcept nogil:
    """A start, and the sale that it is meant for if no pilot helps."""
    cdef int space = plan.start, value = state.dice[space], target = TABLES.standard[space], area
    if not value:
        value = state.track[TABLES.storage_colour[space]][0]
    if plan.supplied == space or plan.hauled == space:
        value += TABLES.supply_pips if plan.supplied == space else 0
        value += TABLES.hauler_pips if plan.hauled == space else 0
        count = add(out, count, TURN_RAISED)
    value = value if value < MOST_PIPS else MOST_PIPS
    if value:
        count = add(out, count, TURN_VALUE + value - 1)
    if target == NONE:
        return count
    area = TABLES.area[TABLES.storage_colour[space]][target]
    count = add(out, count, TURN_PAIRED + AREAS * space + area)
    return add_sale(state, own, space, target, value, out, count)


cdef int turn_features_of(const State *state, const Turn *turn, uint16_t *out) noexcept nogil:
    cdef const Seat *own = &state.seats[seat_to_move(state)]
    cdef int index, space, bought = 0, count = 0
    cdef Plan plan
    cdef Move move
    plan.start = plan.put = plan.supplied = plan.hauled = NONE
    for index in range(turn.count):
        move = turn.moves[index]
        count = add(out, count, TURN_CODE + move)
        if TRIP <= move < TRIP + SELLING and state.phase == PHASE_TRIP:
            space = TABLES.place_storage[own.place]
            count = add(out, count, TURN_VALUE + state.dice[space] - 1)
            count = add_sale(state, own, space, move - TRIP, state.dice[space], out, count)
        elif LOCK <= move < END:
            bought += 1
        else:
            prepare(move, &plan)
    if bought:
        count = add(out, count, TURN_BOUGHT + (bought if bought < MOST_BOUGHT else MOST_BOUGHT))
    if is_hauled(state, own, turn):
        plan.start = plan.put
    if plan.start != NONE:
        count = add_start(state, own, &plan, out, count)
    return count


def sizes():
    """How many indices a seat, the board and a turn have, and from where on they are counts."""
    return {
        "seat": SEAT_SIZE, "board": BOARD_SIZE, "turn": TURN_SIZE,
        "seat_counts": SEAT_SCORED, "board_counts": BOARD_MARKER,
    }
