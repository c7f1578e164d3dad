"""What is drawn and laid out: the setup, and the restocking at the end of a round."""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from coalbaron_fast.games.coalcountry.core.areas cimport play_tile
from coalbaron_fast.games.coalcountry.core.flow cimport ask_chance
from coalbaron_fast.games.coalcountry.core.prices cimport indicator_of, is_seen
from coalbaron_fast.games.coalcountry.core.tables cimport TABLES
from coalbaron_fast.games.coalcountry.core.types cimport (
    AMOK, BUILDINGS, B_SHED, CALENDAR, CHANCE_BUILDING, CHANCE_INDICATOR, CHANCE_ORDER,
    CHANCE_TILE, DRAW_BUILDING, DRAW_INDICATOR, DRAW_ORDER, DRAW_TILE, Move, NONE, REFORMED,
    STACKS, STAGE_RESTOCK, Seat, State, UTILITIES,
)


# -- chance ------------------------------------------------------------------------------------

cdef int buildings_in(const uint8_t *kinds) noexcept nogil:
    cdef int kind, count = 0
    for kind in range(BUILDINGS):
        count += kinds[kind]
    return count


cdef inline bint indicators_lack(const State *state) noexcept nogil:
    return not state.flags & REFORMED and state.calendar[CALENDAR - 1] == NONE


cdef bint ask_for_building(State *state) noexcept nogil:
    """One for each seat into the top row. Amok: an empty pile is made of what left the game."""
    cdef int kind
    if buildings_in(state.row[0]) >= state.players:
        return False
    if buildings_in(state.pile) == 0:
        for kind in range(BUILDINGS):
            state.pile[kind] = state.gone[kind]
            state.gone[kind] = 0
        if buildings_in(state.pile) == 0:
            return False
    ask_chance(state, DRAW_BUILDING)
    return True


cdef bint ask_in_setup(State *state) noexcept nogil:
    cdef int stack
    if state.flags & AMOK:
        for stack in range(STACKS):
            if state.face[stack] == NONE:
                ask_chance(state, DRAW_TILE + stack)
                return True
    if ask_for_building(state):
        return True
    if state.order[state.players - 1] == NONE:
        ask_chance(state, DRAW_ORDER)
        return True
    if indicators_lack(state):
        ask_chance(state, DRAW_INDICATOR)
        return True
    return False


cdef bint ask_in_restock(State *state) noexcept nogil:
    if indicators_lack(state):
        ask_chance(state, DRAW_INDICATOR)
        return True
    return ask_for_building(state)


cdef bint play_chance(State *state, Move code) noexcept nogil:
    """Returns True if it has asked the next question itself."""
    cdef int index = 0
    if code >= CHANCE_TILE:
        return play_tile(state, code - CHANCE_TILE)
    if code < CHANCE_ORDER:
        state.pile[code - CHANCE_BUILDING] -= 1
        state.row[0][code - CHANCE_BUILDING] += 1
    elif code < CHANCE_INDICATOR:
        while state.order[index] != NONE:
            index += 1
        state.order[index] = code - CHANCE_ORDER
    else:
        while state.calendar[index] != NONE:
            index += 1
        state.calendar[index] = code - CHANCE_INDICATOR
        state.bag[code - CHANCE_INDICATOR] -= 1
        if state.stage == STAGE_RESTOCK and not indicators_lack(state):
            stock_up(state)
    return False


# -- the end of a round ------------------------------------------------------------------------

cdef void fill_market(State *state) noexcept nogil:
    """Of each utility, as far as the supply goes."""
    cdef int utility, number
    for utility in range(UTILITIES):
        number = min(
            state.players + TABLES.refill_plus + indicator_of(state), <int>state.supply[utility]
        )
        state.supply[utility] -= number
        state.market[utility] += number


cdef void stock_up(State *state) noexcept nogil:
    """With the new indicator: the market is filled, and the rows of buildings move down."""
    cdef int kind
    fill_market(state)
    for kind in range(BUILDINGS):
        if state.flags & AMOK:
            state.gone[kind] += state.row[1][kind]
        state.row[1][kind] = state.row[0][kind]
        state.row[0][kind] = 0


cdef void begin_restock(State *state) noexcept nogil:
    cdef int index
    cdef Seat *own
    for index in range(state.players):
        own = &state.seats[index]
        own.coal = min(own.coal, TABLES.shed_keeps) if is_seen(own, B_SHED) else 0
    if state.flags & REFORMED:
        for index in range(UTILITIES):
            state.supply[index] += state.market[index]
            state.market[index] = 0
        stock_up(state)
        return
    for index in range(CALENDAR - 1):
        state.bag[state.calendar[index]] += 1
    state.calendar[0] = state.calendar[CALENDAR - 1]
    memset(state.calendar + 1, NONE, CALENDAR - 1)
