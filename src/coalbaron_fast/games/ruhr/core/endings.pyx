"""What the exact solver asks: how far it is to the end, and which positions are worth the same.

After the marker of turn 11 there is no chance any more, and nothing is ever hidden: the last two
turns can be played out.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from coalbaron_fast.bits cimport popcount64
from coalbaron_fast.games.ruhr.core.identity cimport play_hash
from coalbaron_fast.games.ruhr.core.scoring cimport own_end_points
from coalbaron_fast.games.ruhr.core.tables cimport TABLES
from coalbaron_fast.games.ruhr.core.types cimport (
    COUNTRIES, MAX_SEATS, O_PILOT, O_PLAIN, PHASE_OVER, PHASE_PLACE, PORT, P_HAULER, P_HAULING,
    P_MARK, P_SUPPLY, P_WAGE, STAGE_DEMAND, STAGE_HISTORY, STAGE_MARKET, STAGE_OPTION, STAGE_TRIP,
    STORAGE, Seat, State,
)
from coalbaron_fast.contract.game cimport FAR_FROM_END

cdef enum:
    # The progress markers that matter once all have chosen the last option.
    LATE_MARKERS = 0xFFFF & ~(
        1 << P_HAULER | 1 << P_HAULING | 1 << P_MARK | 1 << P_SUPPLY | 1 << P_WAGE
    )


cdef bint chance_to_come(const State *state) noexcept nogil:
    cdef int turn
    for turn in range(state.turn, TABLES.turns + 1):
        if TABLES.marker_turn[turn] or TABLES.export_turn[turn]:
            if turn > state.turn or state.stage <= STAGE_DEMAND:
                return True
    return False


cdef int turns_left_now(const State *state) noexcept nogil:
    """Decisions of the turn at hand that are still to come."""
    cdef int players = state.players, rest = players - state.index
    # The last turn takes no dice back.
    cdef int trips = 1 if state.turn == TABLES.turns else 2
    if state.stage == STAGE_HISTORY:
        return rest + players * (2 + trips)
    if state.stage == STAGE_OPTION:
        return rest + players * (1 + trips)
    if state.stage == STAGE_TRIP:
        return rest * trips - (state.phase == PHASE_PLACE) + players
    return rest


cdef int ending_turns_left(const State *state) noexcept nogil:
    cdef int turn, left
    if state.phase == PHASE_OVER:
        return 0
    if chance_to_come(state):
        return FAR_FROM_END
    left = turns_left_now(state)
    for turn in range(state.turn + 1, TABLES.turns + 1):
        left += state.players * (3 if turn == TABLES.turns else 4)
        if TABLES.pay_turn[turn] or TABLES.get_turn[turn]:
            left += state.players
    return left


cdef void forget_columns(State *state, uint32_t bought) noexcept nogil:
    """Who has bought is no seat in the columns, and no place in one is better than another."""
    cdef uint8_t *column
    cdef uint8_t owner
    cdef int index, place, other
    for index in range(COUNTRIES):
        column = state.column[index]
        for place in range(state.in_column[index]):
            if bought >> column[place] & 1:
                column[place] = MAX_SEATS
        for place in range(1, state.in_column[index]):
            owner = column[place]
            other = place
            while other and column[other - 1] > owner:
                column[other] = column[other - 1]
                other -= 1
            column[other] = owner


cdef void forget_board(State *state) noexcept nogil:
    """Forget coal on tracks, draws and export: once all have chosen the last option they no longer
    matter."""
    memset(state.track, 0, sizeof(state.track))
    memset(state.on_track, 0, sizeof(state.on_track))
    memset(state.markers, 0, sizeof(state.markers))
    memset(state.countries, 0, sizeof(state.countries))
    state.markers_left = state.countries_left = 0
    state.bag = 0
    state.export_box = 0


cdef void forget_dice(State *state) noexcept nogil:
    """In the last trips only the dice that are still to be sold matter, and of an option whether it
    has a pilot."""
    cdef uint8_t dice[STORAGE]
    cdef Seat *own
    cdef int index, space
    memset(dice, 0, sizeof(dice))
    state.filled = 0
    for index in range(state.players):
        own = &state.seats[state.order[index]]
        own.waiting = 0
        own.used &= LATE_MARKERS
        if index >= state.index:
            space = TABLES.place_storage[own.place]
            dice[space] = state.dice[space]
            state.filled |= 1 << space
            own.option = O_PILOT if TABLES.pilot[own.option] else O_PLAIN
    memcpy(state.dice, dice, sizeof(dice))


cdef void forget_seats(State *state) noexcept nogil:
    """In the last market: what a seat can still buy with and gain by; of who has bought, the points
    but for the depots that others can still take from it."""
    cdef Seat *own
    cdef uint32_t bought = 0
    cdef int index, seat
    for index in range(state.players):
        seat = state.order[index]
        own = &state.seats[seat]
        own.tokens = 0
        own.waiting = 0
        own.progress &= LATE_MARKERS
        own.used &= LATE_MARKERS
        if index >= state.index:
            own.locks = own.locks != 0
            if own.place != TABLES.selling_place[PORT]:
                own.place = 0
            continue
        bought |= 1 << seat
        if own.thalers > TABLES.thaler_cap:
            own.thalers = TABLES.thaler_cap
        own.points += own_end_points(own)
        own.progress = own.used = 0
        own.thalers = own.pool = own.debts = own.cities = own.locks = own.place = 0
    forget_columns(state, bought)


cdef uint64_t ending_key(const State *state) noexcept nogil:
    cdef State plain
    cdef uint32_t locks = state.obstacles & TABLES.mark_locks
    if state.turn < TABLES.turns or state.stage < STAGE_TRIP or state.phase == PHASE_OVER:
        return play_hash(state)
    plain = state[0]
    forget_board(&plain)
    if state.stage < STAGE_MARKET:
        forget_dice(&plain)
        return play_hash(&plain)
    # In the last market coal does not matter any more, of locks only how many there are of each
    # kind, and of who has bought little but the points.
    forget_seats(&plain)
    memset(plain.dice, 0, sizeof(plain.dice))
    memset(plain.white_left, 0, sizeof(plain.white_left))
    plain.filled = 0
    plain.market = 0
    plain.obstacles = popcount64(locks) << 8 | popcount64(state.obstacles ^ locks)
    return play_hash(&plain)
