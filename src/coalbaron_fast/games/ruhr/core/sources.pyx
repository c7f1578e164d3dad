"""Where the points come from: those of the end, and what the guess expects, taken apart.

The parts of a seat add up to what `evaluate` says of it, and to its points when the game is over. A
position does not tell what all points were for: those that no lock and no warehouse must have
brought are one part, with what is expected of the export.
"""

from coalbaron_fast.bits cimport popcount64
from coalbaron_fast.games.ruhr.core.evaluate cimport Prospects, future, prospects_of
from coalbaron_fast.games.ruhr.core.market cimport own_columns
from coalbaron_fast.games.ruhr.core.scoring cimport EndParts, end_parts_of, end_points
from coalbaron_fast.games.ruhr.core.tables cimport TABLES
from coalbaron_fast.games.ruhr.core.types cimport DEPOTS, OBSTACLES, PHASE_OVER, Seat, State

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


cdef void end_row(const State *state, int seat, double[5] row) noexcept nogil:
    """What the end brings, in the sequence of END_NAMES."""
    cdef EndParts parts
    end_parts_of(state, seat, &parts)
    row[0] = parts.inn
    row[1] = parts.cities
    row[2] = parts.depots
    row[3] = parts.markers
    row[4] = parts.debts


cdef void parts_of(const State *state, int seat, double[11] parts) noexcept nogil:
    """In the sequence of NAMES."""
    cdef const Seat *own = &state.seats[seat]
    cdef Prospects to_come
    cdef double end[5]
    cdef double bare
    cdef int index
    end_row(state, seat, end)
    parts[0] = least_for_a_lock() * own.locks
    parts[1] = TABLES.warehouse_points * warehouses_built(state, seat)
    # An inn that is not used brings what it would have brought in a market.
    parts[2] = own.points - parts[0] - parts[1] + end[0]
    for index in range(1, 5):
        parts[2 + index] = end[index]
    for index in range(7, 11):
        parts[index] = 0.0
    if state.phase == PHASE_OVER:
        # The points of the end are among the seat's.
        parts[2] -= end_points(state, seat)
        return
    prospects_of(state, seat, &to_come)
    parts[2] += to_come.port
    parts[7] = future(state, seat, own.tokens, 0.0, 0.0)
    bare = future(state, seat, own.tokens, 0.0, own.pool)
    parts[8] = to_come.future - bare
    parts[9] = bare - parts[7]
    parts[10] = to_come.sale


cdef const State *state_in(bytes data) except NULL:
    if len(data) != sizeof(State):
        raise ValueError(f"a position has {sizeof(State)} bytes, not {len(data)}")
    return <const State *><const char *>data


def expected_parts(bytes data):
    """The parts of what every seat can expect, as a list each, from the bytes of a position."""
    cdef const State *state = state_in(data)
    cdef double parts[11]
    found = []
    for seat in range(state.players):
        parts_of(state, seat, parts)
        found.append([parts[index] for index in range(len(NAMES))])
    return found


def end_parts(bytes data):
    """What every seat gains if the game ends so, by END_NAMES."""
    cdef const State *state = state_in(data)
    cdef double row[5]
    found = []
    for seat in range(state.players):
        end_row(state, seat, row)
        found.append({name: int(row[index]) for index, name in enumerate(END_NAMES)})
    return found
