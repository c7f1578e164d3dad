"""Where the points come from that a seat can expect: the evaluation, taken apart.

The parts of a seat add up to what `evaluate` says of it. Points that were scored for majorities
are one part; they cannot be told apart afterwards.
"""

from libc.stdint cimport uint64_t

from coalbaron_fast.games.coalbaron.core.bits cimport lowest_bit64
from coalbaron_fast.games.coalbaron.core.bounds cimport state_in
from coalbaron_fast.games.coalbaron.core.evaluate cimport (
    Prospect, Standing, WEIGHTS, Weights, imbalance_cost, prospect_of, scoring_gains, standing_of,
)
from coalbaron_fast.games.coalbaron.core.scoring cimport cubes_owned
from coalbaron_fast.games.coalbaron.core.tables cimport TABLES
from coalbaron_fast.games.coalbaron.core.types cimport (
    ELEMENTS, ELEMENTS_A_SHIFT, PHASE_OVER, SHIFTS, State,
)

# The parts after the majorities, of which there is one for each element.
cdef enum:
    AT_ORDERS = ELEMENTS
    AT_MARKS
    AT_CUBES
    AT_BALANCE
    AT_WORKERS
    AT_SCORED
    PARTS

NAMES = ("orders", "marks", "cubes", "balance", "workers", "scored")


cdef double delivered_vp(const State *state, int seat) noexcept nogil:
    cdef uint64_t orders = state.seats[seat].delivered
    cdef double total = 0.0
    while orders:
        total += TABLES.order_vp[lowest_bit64(orders)]
        orders &= orders - 1
    return total


cdef double without(const State *state, int seat, const Weights *weights) noexcept nogil:
    cdef Prospect prospect
    prospect_of(state, seat, weights, &prospect)
    return prospect.vp


cdef void own_parts(const State *state, int seat, double all, double *parts) noexcept nogil:
    """The parts that a seat has by itself, `all` of which together are known."""
    cdef State poor = state[0]
    cdef Weights other = WEIGHTS
    cdef int index
    poor.seats[seat].marks = 0
    parts[AT_MARKS] = all - without(&poor, seat, &WEIGHTS)
    other.worker = 0.0
    parts[AT_WORKERS] = all - without(state, seat, &other)
    other = WEIGHTS
    other.free_cube = other.cart_cube = 0.0
    parts[AT_CUBES] = (
        all - without(state, seat, &other) + cubes_owned(state, seat) / <double>TABLES.cubes_per_vp
    )
    parts[AT_BALANCE] = -imbalance_cost(state, seat, &WEIGHTS)
    parts[AT_ORDERS] = all - state.seats[seat].vp
    for index in range(AT_MARKS, AT_SCORED):
        parts[AT_ORDERS] -= parts[index]


cdef void parts_of(const State *state, double parts[4][18]) noexcept nogil:
    cdef Standing standing
    cdef double gains[4]
    cdef int seat, scoring, element, part
    for seat in range(state.players):
        for part in range(PARTS):
            parts[seat][part] = 0.0
    if state.phase != PHASE_OVER:
        standing_of(state, &WEIGHTS, &standing)
        for scoring in range(standing.scorings):
            for element in range(ELEMENTS_A_SHIFT * (SHIFTS + 1 - standing.scorings + scoring)):
                scoring_gains(
                    state, &WEIGHTS, standing.hand, scoring, element,
                    standing.counts[scoring][element], gains,
                )
                for seat in range(state.players):
                    parts[seat][element] += gains[seat]
        for seat in range(state.players):
            own_parts(state, seat, standing.prospects[seat].vp, parts[seat])
    for seat in range(state.players):
        parts[seat][AT_SCORED] = state.seats[seat].vp - delivered_vp(state, seat)
        parts[seat][AT_ORDERS] += delivered_vp(state, seat)


def expected_parts(bytes data):
    """The parts of what every seat can expect, as a list each, from the bytes of a position."""
    cdef double parts[4][18]
    cdef const State *state = state_in(data)
    if PARTS > 18:
        raise AssertionError("no room for so many parts")
    parts_of(state, parts)
    return [[parts[seat][part] for part in range(PARTS)] for seat in range(state.players)]
