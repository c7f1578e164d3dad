"""Foremen and money: what an influence counts, and what things cost. All inline.

Influences are the printed ones; a price that says so takes the influence with tavern.
"""

from coalbaron_fast.games.coalcountry.core.tables cimport TABLES, TRACK_COLUMNS
from coalbaron_fast.games.coalcountry.core.types cimport (
    B_TAILOR, CALENDAR, NONE, Seat, State, foreman_influence, foreman_lacking,
)


# -- influence

cdef inline bint is_seen(const Seat *own, int building) noexcept nogil:
    """Whether a building is there and not built over."""
    return own.buildings >> building & 1


cdef inline int influence_of(const Seat *own, int printed) noexcept nogil:
    """A 0 counts as a 1 while the tailor is to be seen."""
    return 1 if printed == 0 and is_seen(own, B_TAILOR) else printed


cdef inline int with_tavern(const Seat *own, int printed) noexcept nogil:
    return influence_of(own, printed) + (TABLES.tavern_plus if own.tavern else 0)


cdef inline int limit_with(const Seat *own, int building, int printed) noexcept nogil:
    """Of the dump and the depot: 1 more with that building to be seen, to 4 at most."""
    cdef int limit = influence_of(own, printed)
    if is_seen(own, building):
        limit = min(limit + TABLES.extra_plus, <int>TABLES.extra_most)
    return limit


# -- money

cdef inline int fee_of(const Seat *own) noexcept nogil:
    """Dollars of a fee, by reported earnings; 0 until the marker is on the track."""
    cdef int earnings = own.earnings if own.earnings > 0 else 0
    if earnings < TRACK_COLUMNS:
        return TABLES.fee[earnings]
    return TABLES.fee_beyond + (earnings / TRACK_COLUMNS - 1) * TABLES.fee_add


cdef inline bint can_pay(const Seat *own, int fees) noexcept nogil:
    return fees * fee_of(own) <= own.money


cdef inline void pay(Seat *own, int fees) noexcept nogil:
    own.money -= fees * fee_of(own)


cdef inline void pay_penalty(Seat *own, int fees) noexcept nogil:
    """Or what the seat has, if that is less."""
    own.money -= min(fees * fee_of(own), own.money)


# -- prices

cdef inline int indicator_of(const State *state) noexcept nogil:
    """The sign of the sum of the calendar."""
    cdef int index, total = 0
    for index in range(CALENDAR):
        if state.calendar[index] != NONE:
            total += TABLES.indicator[state.calendar[index]]
    return (total > 0) - (total < 0)


cdef inline int coal_price(const State *state, int influence) noexcept nogil:
    """Dollars for a piece of coal; the influence is that with tavern."""
    cdef int seat, stockpile = 0
    for seat in range(state.players):
        stockpile += state.seats[seat].coal
    return TABLES.coal_adjust[influence] + max(
        TABLES.coal_base - stockpile / TABLES.coal_step + indicator_of(state),
        <int>TABLES.coal_least,
    )


cdef inline int permit_fees(
    const State *state, const Seat *own, int foreman, int stack
) noexcept nogil:
    """Fees for a tile of that stack, by the foreman as the seat has him."""
    cdef int incentives = stack + 1
    if not foreman_lacking(foreman):
        incentives -= influence_of(own, foreman_influence(foreman))
    return max(incentives, 0) * (TABLES.permit_fees + indicator_of(state))


cdef inline int cube_fees(const State *state) noexcept nogil:
    return TABLES.utility_fees + indicator_of(state)


cdef inline int building_fees(const State *state, int row, int kind, int influence) noexcept nogil:
    """Fees for a building of that row; the influence is that with tavern."""
    cdef int fees = TABLES.building_number[kind] + indicator_of(state)
    if row == 1:
        fees += TABLES.bottom_row
    return max(max(fees, <int>TABLES.building_least) + TABLES.building_adjust[influence], 0)
