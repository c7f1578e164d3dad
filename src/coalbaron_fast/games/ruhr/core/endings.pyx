"""What the exact solver asks: how far it is to the end, and which positions are worth the same.

After the marker of turn 11 there is no chance any more, and nothing is ever hidden: the last two
turns can be played out.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from coalbaron_fast.bits cimport popcount64
from coalbaron_fast.games.ruhr.core.identity cimport play_hash
from coalbaron_fast.games.ruhr.core.scoring cimport depot_points, end_points
from coalbaron_fast.games.ruhr.core.tables cimport TABLES
from coalbaron_fast.games.ruhr.core.types cimport (
    COUNTRIES, MAX_SEATS, PHASE_OVER, PHASE_PLACE, PORT, STAGE_DEMAND, STAGE_HISTORY,
    STAGE_MARKET, STAGE_OPTION, STAGE_TRIP, Seat, State,
)
from coalbaron_fast.search.game cimport FAR_FROM_END


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
    """Who has bought is nobody in the columns, and no place in one is better than another."""
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
        if index >= state.index:
            own.locks = own.locks != 0
            if own.place != TABLES.selling_place[PORT]:
                own.place = 0
            continue
        bought |= 1 << seat
        if own.thalers > TABLES.thaler_cap:
            own.thalers = TABLES.thaler_cap
        own.points += end_points(state, seat) - depot_points(state, seat)
        own.progress = own.used = 0
        own.thalers = own.pool = own.debts = own.cities = own.locks = own.place = 0
    forget_columns(state, bought)


cdef uint64_t ending_key(const State *state) noexcept nogil:
    cdef State plain
    cdef uint32_t locks = state.obstacles & TABLES.mark_locks
    if state.turn < TABLES.turns or state.stage < STAGE_MARKET or state.phase == PHASE_OVER:
        return play_hash(state)
    # In the last market coal does not matter any more, of locks only how many there are of each
    # kind, and of who has bought little but the points.
    plain = state[0]
    forget_seats(&plain)
    memset(plain.dice, 0, sizeof(plain.dice))
    memset(plain.track, 0, sizeof(plain.track))
    memset(plain.on_track, 0, sizeof(plain.on_track))
    memset(plain.markers, 0, sizeof(plain.markers))
    plain.filled = 0
    plain.market = 0
    plain.markers_left = 0
    plain.bag = 0
    plain.export_box = 0
    plain.obstacles = popcount64(locks) << 8 | popcount64(state.obstacles ^ locks)
    return play_hash(&plain)
