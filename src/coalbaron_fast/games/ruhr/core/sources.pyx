"""Where the points come from: those of the end, and what the guess expects, taken apart.

The parts of a seat add up to what `evaluate` says of it, and to its points when the game is over. A
position does not tell what all points were for: those that no lock and no warehouse must have
brought are one part, with what is expected of the export.
"""

from coalbaron_fast.bits cimport popcount64
from coalbaron_fast.games.ruhr.core.bounds cimport state_in
from coalbaron_fast.games.ruhr.core.evaluate cimport Prospects, future, prospects_of
from coalbaron_fast.games.ruhr.core.market cimport own_columns
from coalbaron_fast.games.ruhr.core.scoring cimport EndParts, end_parts_of, end_points
from coalbaron_fast.games.ruhr.core.tables cimport TABLES
from coalbaron_fast.games.ruhr.core.types cimport DEPOTS, OBSTACLES, PHASE_OVER, Seat, State

cdef enum:
    AT_LOCK
    AT_WAREHOUSE
    AT_OTHER
    AT_CITIES
    AT_DEPOTS
    AT_MARKERS
    AT_DEBTS
    AT_DEVELOPMENT
    AT_MONEY
    AT_POOL
    AT_BARGE
    PARTS

NAMES = (
    "lock", "warehouse", "other", "cities", "depots", "markers", "debts", "development", "money",
    "pool", "barge",
)
END_NAMES = ("inn", "cities", "depots", "markers", "debts")


cdef int least_for_a_lock() noexcept nogil:
    cdef int lock, least = TABLES.lock_points[0]
    for lock in range(1, OBSTACLES):
        if TABLES.lock_points[lock] < least:
            least = TABLES.lock_points[lock]
    return least


cdef int warehouses_built(const State *state, int seat) noexcept nogil:
    cdef const Seat *own = &state.seats[seat]
    cdef int depot, built = popcount64(own.cities) + popcount64(own_columns(state, seat))
    for depot in range(DEPOTS):
        built += own.depots >> (4 * depot) & 15
    return built


cdef void parts_of(const State *state, int seat, double[PARTS] parts) noexcept nogil:
    """In the sequence of NAMES."""
    cdef const Seat *own = &state.seats[seat]
    cdef Prospects to_come
    cdef EndParts end
    cdef double bare
    cdef int index
    end_parts_of(state, seat, &end)
    parts[AT_LOCK] = least_for_a_lock() * own.locks
    parts[AT_WAREHOUSE] = TABLES.warehouse_points * warehouses_built(state, seat)
    # An inn that is not used brings what it would have brought in a market.
    parts[AT_OTHER] = own.points - parts[AT_LOCK] - parts[AT_WAREHOUSE] + end.inn
    parts[AT_CITIES] = end.cities
    parts[AT_DEPOTS] = end.depots
    parts[AT_MARKERS] = end.markers
    parts[AT_DEBTS] = end.debts
    for index in range(AT_DEVELOPMENT, PARTS):
        parts[index] = 0.0
    if state.phase == PHASE_OVER:
        # The points of the end are among the seat's.
        parts[AT_OTHER] -= end_points(state, seat)
        return
    prospects_of(state, seat, &to_come)
    parts[AT_OTHER] += to_come.port
    parts[AT_DEVELOPMENT] = future(state, seat, own.tokens, 0.0, 0.0)
    bare = future(state, seat, own.tokens, 0.0, own.pool)
    parts[AT_MONEY] = to_come.future - bare
    parts[AT_POOL] = bare - parts[AT_DEVELOPMENT]
    parts[AT_BARGE] = to_come.sale


def expected_parts(bytes data):
    """The parts of what every seat can expect, as a list each, from the bytes of a position."""
    cdef const State *state = state_in(data)
    cdef double parts[PARTS]
    found = []
    for seat in range(state.players):
        parts_of(state, seat, parts)
        found.append([parts[index] for index in range(PARTS)])
    return found


def end_parts(bytes data):
    """What every seat gains if the game ends so, by END_NAMES."""
    cdef const State *state = state_in(data)
    cdef EndParts parts
    found = []
    for seat in range(state.players):
        end_parts_of(state, seat, &parts)
        gained = parts.inn, parts.cities, parts.depots, parts.markers, parts.debts
        found.append(dict(zip(END_NAMES, gained, strict=True)))
    return found
