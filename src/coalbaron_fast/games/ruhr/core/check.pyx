"""What holds of every state: what is conserved, and which fields fit which."""

from libc.stdint cimport uint32_t

from coalbaron_fast.bits cimport popcount64
from coalbaron_fast.games.ruhr.core.market cimport can_pay_lock, list_purchases, own_columns
from coalbaron_fast.games.ruhr.core.moves cimport state_legal_moves
from coalbaron_fast.games.ruhr.core.scoring cimport end_points
from coalbaron_fast.games.ruhr.core.starts cimport below_six, has_unused, reachable
from coalbaron_fast.games.ruhr.core.tables cimport TABLES
from coalbaron_fast.games.ruhr.core.types cimport (
    AREAS, CALM, CITIES, CITY_ROOM, COUNTRIES, DEPOTS, DEPOT_ROOM, DID_BUY, DID_DEPOT, DID_ESSEN,
    DID_LOCK, DID_MARKCITY, DID_PORT, DUTY, FREE_LOCK, MARKERS, MOST_LEGAL, MOST_PIPS, MOST_POINTS,
    MOST_THALERS, MUST_LOCK, Move, NONE, OBSTACLES, OUTSIDE, PHASE_BUY, PHASE_CARRY, PHASE_CHANCE,
    PHASE_EVENT, PHASE_HAULER, PHASE_OPTION, PHASE_OVER, PHASE_PLACE, PHASE_REMOVE, PHASE_START,
    PHASE_SUPPLY, PHASE_TRIP, PORT_ROOM, PROGRESS, P_DEPOT, P_ESSEN, P_HAULER, P_HAULING, P_INN,
    P_LOCK, P_MARK, P_MARKCITY, P_PORT, P_SUPPLY, P_WAGE, P_WAREHOUSE, P_WHITE, O_HT, O_SUPPLY,
    O_WAGE, STAGE_DEMAND, STAGE_EXPORT, STAGE_HISTORY, STAGE_MARKET, STAGE_OPTION, STAGE_TRIP,
    STORAGE, Seat, State, TURN_TRACK, WATER,
)


# -- how far a seat is in its turn of the game ------------------------------------------------

cdef inline bint has_sold(const State *state, int position) noexcept nogil:
    """Whether the seat at a place of the order has sold in this turn."""
    if state.stage != STAGE_TRIP:
        return state.stage > STAGE_TRIP
    return position < state.index or (position == state.index and state.phase != PHASE_TRIP)


cdef inline bint has_chosen(const State *state, int position) noexcept nogil:
    """Whether it has an option that is still to serve for its trip."""
    if state.stage == STAGE_OPTION:
        return position < state.index or (
            position == state.index and state.phase != PHASE_OPTION
        )
    return state.stage == STAGE_TRIP and not has_sold(state, position)


cdef inline bint has_started(const State *state, int position) noexcept nogil:
    """Whether its barge lies on the storage space that its trip begins at."""
    return has_chosen(state, position) and not (
        state.stage == STAGE_OPTION and position == state.index and state.phase != PHASE_HAULER
    )


# -- seats -------------------------------------------------------------------------------------

cdef int depots_of(const Seat *own) noexcept nogil:
    return (own.depots & 15) + (own.depots >> 4 & 15) + (own.depots >> 8 & 15) + (own.depots >> 12)


cdef int warehouses_built(const State *state, int seat) noexcept nogil:
    cdef const Seat *own = &state.seats[seat]
    return popcount64(own.cities) + depots_of(own) + popcount64(own_columns(state, seat))


cdef int warehouses_of(const State *state, int seat) noexcept nogil:
    cdef const Seat *own = &state.seats[seat]
    return (
        own.pool + popcount64(own.waiting) + own.debts + warehouses_built(state, seat)
        + (0 if own.locks else TABLES.with_first_lock)
        + (0 if own.progress >> P_MARK & 1 else TABLES.with_mark)
    )


cdef bint waits_well(const State *state, const Seat *own) noexcept nogil:
    """Nothing waits for a turn whose warehouses have been taken."""
    cdef int turn
    for turn in range(1, state.turn + 1):
        if own.waiting & TABLES.waiting_bit[turn]:
            # Within stage 1 they wait for as long as the track is shortened.
            if turn < state.turn or state.stage > STAGE_HISTORY or state.phase != PHASE_PLACE:
                return False
    return own.waiting >> TURN_TRACK == 0


cdef int tokens_of(const Seat *own) noexcept nogil:
    cdef int area, total = 0
    for area in range(AREAS):
        total += own.tokens >> (4 * area) & 15
    return total


cdef bint tokens_fit(const State *state, const Seat *own) noexcept nogil:
    """No area is over-full, and no more tokens than sales."""
    cdef int area, sales = state.turn - 1
    for area in range(AREAS):
        if (own.tokens >> (4 * area) & 15) > TABLES.area_cap[area]:
            return False
    # Whose barge lies on a selling space has sold in this turn, once trips have begun.
    if state.stage >= STAGE_TRIP and TABLES.place_selling[own.place] != NONE:
        sales += 1
    return own.tokens >> (4 * AREAS) == 0 and tokens_of(own) <= sales


cdef bint needs_met(const Seat *own, int marker) noexcept nogil:
    cdef int area
    for area in range(AREAS):
        if (own.tokens >> (4 * area) & 15) < (TABLES.needs[marker] >> (4 * area) & 15):
            return False
    return True


cdef bint progress_fits(const State *state, const Seat *own) noexcept nogil:
    """A seat has no marker beyond its tokens, and outside of trips every one within them."""
    cdef int marker
    cdef bint met, has
    for marker in range(PROGRESS):
        met = needs_met(own, marker)
        has = own.progress >> marker & 1
        if has and not met:
            return False
        # Seats that have sold in this turn take their markers when all have.
        if met and not has and state.stage != STAGE_TRIP:
            if marker < P_WHITE or state.white_left[marker]:
                return False
    return own.progress >> PROGRESS == 0


cdef int seat_defect(const State *state, int seat) noexcept nogil:
    cdef const Seat *own = &state.seats[seat]
    cdef uint32_t once = 1 << P_HAULER | 1 << P_WAREHOUSE | 1 << P_HAULING | 1 << P_INN
    if warehouses_of(state, seat) != TABLES.warehouses:
        return BAD_WAREHOUSES
    if not waits_well(state, own):
        return BAD_WAITING
    if not tokens_fit(state, own):
        return BAD_TOKENS
    if not progress_fits(state, own):
        return BAD_PROGRESS
    if own.used & ~(own.progress & once):
        return BAD_USED
    if own.debts > TABLES.debt_spaces:
        return BAD_DEBTS
    return STATE_OK


# -- the board ---------------------------------------------------------------------------------

cdef int dice_of(const State *state, int colour) noexcept nogil:
    """Dice of a colour: on storage spaces, on the track, on their way back."""
    cdef int index, count = popcount64(state.filled & TABLES.colour_storage[colour])
    for index in range(state.returning_count):
        count += state.returning[index] >> 3 == colour
    return count + state.on_track[colour]


cdef int dice_wanted(const State *state, int colour) noexcept nogil:
    """How many there are: as at the beginning, less those that have left the game."""
    cdef int index, count = 0, gone = 3
    for index in range(STORAGE):
        count += TABLES.dice[state.players][index] != 0 and TABLES.storage_colour[index] == colour
    if state.turn < TABLES.remove_turn:
        gone = 0
    elif state.turn == TABLES.remove_turn and state.stage == STAGE_HISTORY:
        # Before the country is asked for, dice leave or come back; `index` counts those gone.
        if state.phase == PHASE_REMOVE:
            gone = state.index
        elif state.phase != PHASE_CHANCE:
            gone = 0
    for index in range(gone):
        count -= TABLES.removed[state.players][index] == colour
    return count


cdef bint dice_fit(const State *state, int colour) noexcept nogil:
    cdef int count = dice_of(state, colour), wanted = dice_wanted(state, colour)
    cdef int position, aside = 0
    # In the last turn dice that leave a full track are put aside, one a sale.
    if state.turn == TABLES.turns and state.on_track[colour] == TABLES.boxes[state.turn]:
        for position in range(state.players):
            aside += has_sold(state, position)
    return wanted - aside <= count <= wanted


cdef bint track_fits(const State *state, int colour) noexcept nogil:
    cdef int box
    # The track is one box shorter for a moment only.
    if state.on_track[colour] > TABLES.boxes[state.turn]:
        return state.phase == PHASE_EVENT and TABLES.pay_turn[state.turn] and (
            state.on_track[colour] <= TABLES.boxes[state.turn - 1]
        )
    for box in range(state.on_track[colour]):
        if not 1 <= state.track[colour][box] <= MOST_PIPS:
            return False
    return True


cdef bint markers_fit(const State *state) noexcept nogil:
    """Those on obstacles and in the bag are those not yet drawn; one a turn was."""
    cdef int kind, left = 0, total = 0, drawn, turns = state.turn
    for kind in range(MARKERS):
        left += state.markers[kind]
        total += markers_of(state, kind)
        if state.markers[kind] > markers_of(state, kind):
            return False
    drawn = total - left
    if state.stage < STAGE_DEMAND or (state.stage == STAGE_DEMAND and state.phase == PHASE_CHANCE):
        turns -= 1
    return (
        left == state.markers_left == state.bag + popcount64(state.obstacles) and drawn <= turns
    )


cdef bint countries_fit(const State *state) noexcept nogil:
    cdef int kind, left = 0, total = 0, turn, turned = 0
    for kind in range(COUNTRIES):
        left += state.countries[kind]
        total += TABLES.countries[kind]
        if state.countries[kind] > TABLES.countries[kind]:
            return False
    for turn in range(1, state.turn + 1):
        turned += TABLES.export_turn[turn]
    if TABLES.export_turn[state.turn] and state.stage == STAGE_HISTORY:
        turned -= 1
    if left != state.countries_left or total - left != turned:
        return False
    if TABLES.export_turn[state.turn] and state.stage > STAGE_HISTORY:
        return state.country < COUNTRIES and (
            state.countries[state.country] < TABLES.countries[state.country]
        )
    return state.country == NONE


cdef int column_defect(const State *state) noexcept nogil:
    """The first column with a gap or with a seat twice, or -1."""
    cdef int column, position, other, seat
    for column in range(COUNTRIES):
        for position in range(PORT_ROOM):
            seat = state.column[column][position]
            if (seat != NONE) != (position < state.in_column[column]):
                return column
            if seat == NONE:
                continue
            if seat >= state.players:
                return column
            for other in range(position):
                if state.column[column][other] == seat:
                    return column
            if popcount64(own_columns(state, seat)) > TABLES.port_per_seat:
                return column
    return -1


cdef int spaces_defect(const State *state) noexcept nogil:
    """The first city or depot (7 and up) with more warehouses than spaces, or -1."""
    cdef int index
    for index in range(CITIES):
        if state.in_city[index] > CITY_ROOM:
            return index
        if state.in_city[index] and TABLES.city_cost[index][state.in_city[index] - 1] == 255:
            return index
    for index in range(DEPOTS):
        if state.at_depot[index] > DEPOT_ROOM:
            return CITIES + index
        if state.at_depot[index] and TABLES.depot_cost[index][state.at_depot[index] - 1] == 255:
            return CITIES + index
    return -1


cdef int derived_defect(const State *state) noexcept nogil:
    """The number of a field that does not follow from the others, or -1."""
    cdef int index, seat, count
    cdef uint32_t filled = 0
    for index in range(STORAGE):
        filled |= <uint32_t>(state.dice[index] != 0) << index
        if state.dice[index] > MOST_PIPS:
            return 0
    if filled != state.filled:
        return 0
    for index in range(CITIES):
        count = 0
        for seat in range(state.players):
            count += state.seats[seat].cities >> index & 1
        if count != state.in_city[index]:
            return 1
    for index in range(DEPOTS):
        count = 0
        for seat in range(state.players):
            count += state.seats[seat].depots >> (4 * index) & 15
        if count != state.at_depot[index]:
            return 2
    return -1


cdef int white_defect(const State *state) noexcept nogil:
    """The first white marker that there are too few of, or -1."""
    cdef int marker, seat, count
    for marker in range(P_WHITE, PROGRESS):
        count = state.white_left[marker]
        for seat in range(state.players):
            count += state.seats[seat].progress >> marker & 1
        if count != TABLES.white_count[state.players]:
            return marker
    return -1


cdef bint locks_fit(const State *state) noexcept nogil:
    cdef int seat, built = 0, gone
    for seat in range(state.players):
        built += state.seats[seat].locks
        if state.seats[seat].locks and not state.seats[seat].progress >> P_LOCK & 1:
            return False
    # As many obstacles are gone as markers have come from them.
    gone = popcount64(~state.obstacles & <uint32_t>0x3FFF)
    return built == gone and state.obstacles >> 14 == 0


# -- the course --------------------------------------------------------------------------------

cdef int order_defect(const State *state) noexcept nogil:
    """The first place of the order that does not fit, or -1."""
    cdef int index, seen = 0, place, before = 0
    for index in range(state.players):
        if state.order[index] >= state.players or seen >> state.order[index] & 1:
            return index
        seen |= 1 << state.order[index]
    for index in range(state.players):
        # Barges that have left since the order was made may lie anywhere.
        if has_started(state, index) if state.stage == STAGE_OPTION else (
            state.stage == STAGE_TRIP and has_sold(state, index)
        ):
            continue
        place = state.seats[state.order[index]].place
        if place < before:
            return index
        before = place
    return -1


cdef bint barge_fits(const State *state, int position) noexcept nogil:
    """Whether the seat at a place of the order has its barge where it can be."""
    cdef int place = state.seats[state.order[position]].place
    cdef int space = TABLES.place_storage[place], other
    if not has_started(state, position):
        if place == OUTSIDE:
            return state.turn == 1 and state.stage < STAGE_TRIP
        return TABLES.place_selling[place] != NONE and (
            state.turn > 1 or state.stage >= STAGE_TRIP
        )
    if space == NONE or not state.filled >> space & 1:
        return False
    for other in range(state.players):
        if other != position and state.seats[state.order[other]].place == place:
            return False
    return True


cdef bint may_choose(const State *state, const Seat *own) noexcept nogil:
    """Whether a seat can have chosen its option in this turn."""
    cdef int seat, wages = 0
    if TABLES.pilot[own.option] and state.flags & WATER:
        return False
    # Upriver of the barges that come from outside there is nothing.
    if TABLES.up[own.option] and state.turn == 1:
        return False
    if own.option == O_WAGE:
        for seat in range(state.players):
            wages += state.seats[seat].option == O_WAGE
        return wages == 1 and own.progress >> P_WAGE & 1 and TABLES.wage_supply_turn[state.turn]
    if own.option == O_SUPPLY:
        return own.progress >> P_SUPPLY & 1 and TABLES.wage_supply_turn[state.turn]
    return True


cdef bint start_fits(const Seat *own) noexcept nogil:
    """Whether the trip of a seat's option can begin where its barge lies."""
    cdef int space = TABLES.place_storage[own.place]
    if TABLES.storage_colour[space] and not own.progress >> P_MARK & 1:
        return False
    return TABLES.pilot[own.option] or TABLES.has_standard >> space & 1


cdef bint choice_fits(const State *state, const Seat *own) noexcept nogil:
    """Whether the seat that is choosing is asked for what its option needs next."""
    if state.phase == PHASE_CARRY:
        return TABLES.carry[own.option]
    if state.phase == PHASE_SUPPLY:
        # A start has to be left; that a die can go up is seen by what is asked.
        return own.option == O_SUPPLY and state.filled & reachable(state, own, False, False)
    if state.phase == PHASE_START:
        return own.option != O_HT
    return has_unused(own, P_HAULER) and below_six(state)


cdef bint option_fits(const State *state, int position) noexcept nogil:
    """Whether the seat at a place of the order has an option when it should, and which."""
    cdef const Seat *own = &state.seats[state.order[position]]
    if not has_chosen(state, position):
        return own.option == NONE
    if own.option == NONE or not may_choose(state, own):
        return False
    if has_started(state, position) and not start_fits(own):
        return False
    return state.stage == STAGE_TRIP or position < state.index or choice_fits(state, own)


cdef bint sideways_fits(const State *state) noexcept nogil:
    """Whether the dice moved sideways: of each colour those come back that lay on lost boxes."""
    cdef int index, lost = TABLES.lost_boxes[state.turn], black = 0, white
    for index in range(state.returning_count):
        black += state.returning[index] >> 3 == 0
    white = state.returning_count - black
    if black > lost or white > lost:
        return False
    # White ones are placed last: before that, a track that keeps some has lost all it could.
    return black == 0 or white == lost or state.on_track[1] == 0


cdef bint returning_fits(const State *state) noexcept nogil:
    cdef int index, colour
    if (state.phase == PHASE_PLACE) != (state.returning_count > 0):
        return False
    if state.stage == STAGE_TRIP and state.returning_count > 1:
        return False
    for index in range(state.returning_count):
        colour = state.returning[index] >> 3
        if not 1 <= (state.returning[index] & 7) <= MOST_PIPS:
            return False
        # A sale takes it off a track that is full now.
        if state.stage == STAGE_TRIP and state.on_track[colour] < TABLES.boxes[state.turn]:
            return False
        if index and colour < state.returning[index - 1] >> 3:
            return False
    return state.stage != STAGE_HISTORY or sideways_fits(state)


cdef bint stage_fits(const State *state) noexcept nogil:
    """Whether what is asked belongs to the stage."""
    cdef int phase = state.phase, stage = state.stage
    if phase == PHASE_OVER:
        return stage == STAGE_EXPORT and state.turn == TABLES.turns and state.index == 0
    if phase == PHASE_CHANCE:
        if state.index:
            return False
        if stage == STAGE_HISTORY:
            return TABLES.export_turn[state.turn] and state.countries_left
        return stage == STAGE_DEMAND and TABLES.marker_turn[state.turn] and state.bag
    if phase == PHASE_EVENT:
        return stage == STAGE_HISTORY and (
            TABLES.pay_turn[state.turn] or TABLES.get_turn[state.turn]
        )
    if phase == PHASE_REMOVE:
        return (
            stage == STAGE_HISTORY and state.turn == TABLES.remove_turn and state.index < 3
            and TABLES.removed[state.players][state.index] != NONE
        )
    if phase == PHASE_PLACE:
        return stage == STAGE_TRIP and state.turn < TABLES.turns or (
            stage == STAGE_HISTORY and state.turn > 1 and state.index == 0
        )
    if phase == PHASE_TRIP:
        return stage == STAGE_TRIP
    if phase == PHASE_BUY:
        return stage == STAGE_MARKET
    return stage == STAGE_OPTION and PHASE_OPTION <= phase <= PHASE_HAULER


cdef bint did_fits(const State *state) noexcept nogil:
    """What the buying seat has done leaves its traces; lock duty comes before all else."""
    cdef int did = state.did, seat = state.order[state.index]
    cdef const Seat *own = &state.seats[seat]
    cdef bint must
    if state.phase != PHASE_BUY:
        return did == 0
    must = not did & DID_BUY and state.flags & DUTY and can_pay_lock(state, own)
    if (did & MUST_LOCK != 0) != must or (did & ~MUST_LOCK and not did & DID_BUY):
        return False
    if did & DID_LOCK and (own.locks == 0 or state.turn < TABLES.first_lock_turn):
        return False
    if did & FREE_LOCK and not (did & DID_LOCK and state.obstacles and has_pair(state, own)):
        return False
    return (
        has_bought(own, did & DID_ESSEN, P_ESSEN, own.cities & TABLES.essen_cities)
        and has_bought(own, did & DID_MARKCITY, P_MARKCITY, own.cities & TABLES.mark_cities)
        and has_bought(own, did & DID_DEPOT, P_DEPOT, own.depots)
        and has_bought(own, did & DID_PORT, P_PORT, own_columns(state, seat))
    )


cdef inline bint has_pair(const State *state, const Seat *own) noexcept nogil:
    """Whether the lock that a seat has paid for allows another one without cost."""
    return TABLES.two_locks[state.players][state.turn] or (
        TABLES.two_locks_first[state.players] and own.locks == 1
    )


cdef inline bint has_bought(
    const Seat *own, int deed, int marker, uint32_t built
) noexcept nogil:
    return deed == 0 or (own.progress >> marker & 1 and built)


cdef inline int markers_of(const State *state, int kind) noexcept nogil:
    """How many of a kind the game began with."""
    return TABLES.markers[kind] - (TABLES.starred[kind] if state.flags & CALM else 0)


cdef bint water_was_drawn(const State *state) noexcept nogil:
    cdef int kind
    for kind in range(MARKERS):
        if TABLES.marker_water[kind] and state.markers[kind] < markers_of(state, kind):
            return True
    return False


cdef bint flags_fit(const State *state) noexcept nogil:
    """Water and duty come with the marker of a turn, and end with the turn."""
    if state.flags & ~(WATER | DUTY | CALM):
        return False
    if not STAGE_OPTION <= state.stage <= STAGE_MARKET or not TABLES.marker_turn[state.turn]:
        return not state.flags & (WATER | DUTY)
    if state.flags & WATER and not water_was_drawn(state):
        return False
    # Duty is on whenever the bag ran low; locks fill it up again.
    if state.flags & DUTY:
        return state.bag <= 1 or state.stage == STAGE_MARKET
    return state.bag > 1


# -- room in the text ----------------------------------------------------------------------------

cdef int thalers_to_come(const State *state, int position) noexcept nogil:
    """The most Thalers that the seat at a place of the order can still get in this turn."""
    cdef const Seat *own = &state.seats[state.order[position]]
    cdef int other, most = TABLES.inn_thalers if not own.used >> P_INN & 1 else 0
    if state.phase == PHASE_OVER:
        return 0
    if state.phase == PHASE_EVENT and position >= state.index:
        most += 1
    if state.stage < STAGE_TRIP and not has_chosen(state, position):
        most += TABLES.wage_thalers
    if not has_sold(state, position):
        most += MOST_PIPS + TABLES.market_cap + 1
    for other in range(state.players):
        # A sale in a city with a warehouse of the seat.
        most += not has_sold(state, other)
    return most


cdef int points_to_come(const State *state, int position) noexcept nogil:
    """The most points that it can still get until the end of the game."""
    cdef int seat = state.order[position], index, most
    cdef const Seat *own = &state.seats[seat]
    if state.phase == PHASE_OVER:
        return 0
    most = (
        TABLES.essen_points + TABLES.mark_points + TABLES.all_cities_points
        + TABLES.all_depots_points + DEPOTS * TABLES.majority_points
        + TABLES.mayor_points * TABLES.thaler_cap + TABLES.railway_points * CITIES
        + TABLES.aak_at_port + (TABLES.inn_points if not own.used >> P_INN & 1 else 0)
        + TABLES.warehouse_points * (TABLES.warehouses - warehouses_built(state, seat))
    )
    for index in range(OBSTACLES):
        most += TABLES.lock_points[index] if state.obstacles >> index & 1 else 0
    for index in range(state.turn, TABLES.turns + 1):
        if TABLES.export_turn[index]:
            most += TABLES.export_value[TABLES.export_boxes - 1] + TABLES.position_bonus[0]
        most += TABLES.get_turn[index] and (
            index > state.turn or (state.phase == PHASE_EVENT and position >= state.index)
        )
    return most


cdef int room_defect(const State *state, int *detail) noexcept nogil:
    """No seat can get more, or fewer, than a position's text may say."""
    cdef const Seat *own
    cdef int position, least
    for position in range(state.players):
        detail[0] = state.order[position]
        own = &state.seats[detail[0]]
        if own.thalers > MOST_THALERS - thalers_to_come(state, position):
            return BAD_THALERS
        # Below 0 are final points alone: debts, and no end has more than it makes of its own.
        least = end_points(state, detail[0]) if state.phase == PHASE_OVER else 0
        if own.points < least or own.points > MOST_POINTS - points_to_come(state, position):
            return BAD_POINTS
    return STATE_OK


cdef bint something_is_asked(const State *state) noexcept nogil:
    cdef Move moves[MOST_LEGAL]
    if state.phase == PHASE_OVER:
        return True
    if state.phase == PHASE_BUY:
        return list_purchases(state, state.order[state.index], moves) > 0
    return state_legal_moves(state, moves) > 0


cdef int board_defect(const State *state, int *detail) noexcept nogil:
    cdef int colour
    detail[0] = derived_defect(state)
    if detail[0] >= 0:
        return BAD_DERIVED
    detail[0] = column_defect(state)
    if detail[0] >= 0:
        return BAD_COLUMN
    detail[0] = spaces_defect(state)
    if detail[0] >= 0:
        return BAD_SPACES
    detail[0] = white_defect(state)
    if detail[0] >= 0:
        return BAD_WHITE
    for colour in range(2):
        detail[0] = colour
        if not track_fits(state, colour):
            return BAD_TRACK
        if not dice_fit(state, colour):
            return BAD_DICE
    if not markers_fit(state):
        return BAD_MARKERS
    if not locks_fit(state):
        return BAD_LOCKS
    return STATE_OK if countries_fit(state) else BAD_COUNTRIES


cdef int course_defect(const State *state, int *detail) noexcept nogil:
    cdef int position
    detail[0] = state.phase
    if state.index >= state.players or not stage_fits(state):
        return BAD_PHASE
    if not returning_fits(state):
        return BAD_RETURNING
    detail[0] = order_defect(state)
    if detail[0] >= 0:
        return BAD_ORDER
    for position in range(state.players):
        detail[0] = state.order[position]
        if not barge_fits(state, position):
            return BAD_BARGE
        if not option_fits(state, position):
            return BAD_OPTION
    if not did_fits(state):
        return BAD_DID
    return STATE_OK if flags_fit(state) else BAD_FLAGS


cdef int state_defect(const State *state, int *detail) noexcept nogil:
    cdef int seat, defect = course_defect(state, detail)
    if defect == STATE_OK:
        defect = board_defect(state, detail)
    if defect == STATE_OK:
        defect = room_defect(state, detail)
    if defect:
        return defect
    for seat in range(state.players):
        detail[0] = seat
        defect = seat_defect(state, seat)
        if defect:
            return defect
    detail[0] = state.phase
    return STATE_OK if something_is_asked(state) else BAD_PHASE
