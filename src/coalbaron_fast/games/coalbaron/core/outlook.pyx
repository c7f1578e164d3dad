"""What all seats can expect of the majorities, as a learned evaluation is told it."""

from libc.math cimport sqrt
from libc.stdint cimport int16_t
from libc.string cimport memset

from coalbaron_fast.games.coalbaron.core.evaluate cimport (
    WEIGHTS, count_at, lead_spread, prospect_with,
)
from coalbaron_fast.games.coalbaron.core.scoring cimport (
    count_elements, cubes_owned, factory_workers,
)
from coalbaron_fast.games.coalbaron.core.tables cimport TABLES
from coalbaron_fast.games.coalbaron.core.types cimport ELEMENTS, ELEMENTS_A_SHIFT, SHIFTS, State
from coalbaron_fast.contract.game cimport NUMBER_LIMIT

cdef extern from "majorities.h" nogil:
    enum:
        CB_SHARE_REACH
        CB_SHARE_STEPS
        CB_SHARE_CELLS
    void ahead_of "cb_ahead"(
        const double *own, const double *other, const double *narrow, double tie,
        const double *shares, int rows, double *ahead
    ) noexcept
    void rewards_of "cb_rewards"(
        const double *own, double (*ahead)[40], int others, const double *first,
        const double *second, int rows, double *gains
    ) noexcept
    void round_all "cb_round"(
        const double *numbers, double scale, int most, int rows, int16_t *out
    ) noexcept
    void leads_of "cb_leads"(
        const double *counts, int stride, int seats, int seat, int rows, double *leads
    ) noexcept

# A chance by a lead is read off a curve: a root and two divisions each would take most of the time.
# The last cell is there twice, so that each has one after it.
cdef double SHARES[CB_SHARE_CELLS + 1]


cdef void fill_shares():
    cdef double lead
    cdef int cell
    for cell in range(CB_SHARE_CELLS):
        lead = cell / <double>CB_SHARE_STEPS - CB_SHARE_REACH
        SHARES[cell] = 0.5 + 0.5 * lead / sqrt(1.0 + lead * lead)
    SHARES[CB_SHARE_CELLS] = SHARES[CB_SHARE_CELLS - 1]


fill_shares()


# What a row is scored by: nothing, where an element is not scored at that scoring.
cdef struct Rewards:
    double first[40]
    double second[40]
    double narrow[40]           # what a lead is multiplied with


cdef int lay_rewards(const State *state, int scorings, Rewards *out) noexcept nogil:
    """Returns how many rows there are, filled up to whole vectors."""
    cdef double workers = 0.0, narrow, carts
    cdef int seat, scoring, element, row = 0
    memset(out, 0, sizeof(Rewards))
    for seat in range(state.players):
        workers += state.seats[seat].workers
    workers /= state.players
    for scoring in range(scorings):
        narrow = 1.0 / lead_spread(&WEIGHTS, 0, workers)
        carts = 1.0 / lead_spread(&WEIGHTS, 8, workers)
        for element in range(ELEMENTS):
            if element < ELEMENTS_A_SHIFT * (state.shift + scoring):
                out.first[row] = WEIGHTS.majority * TABLES.reward_first[element]
                out.second[row] = WEIGHTS.majority * TABLES.reward_second[element]
            out.narrow[row] = narrow if element < 8 else carts
            row += 1
        workers += TABLES.workers[state.players]
    return (row + 7) & ~7


cdef void look_now(const State *state, double counts[4][40], Outlook *out) noexcept nogil:
    """What every seat counts now, and by itself can expect; and of each row what it will count."""
    cdef double now[4][16]
    cdef double leads[16]
    cdef int elements[ELEMENTS]
    cdef int seat, element, scoring
    memset(now, 0, sizeof(now))
    for seat in range(state.players):
        count_elements(&state.seats[seat], elements)
        out.cubes[seat] = cubes_owned(state, seat)
        out.factory[seat] = factory_workers(state, seat)
        for element in range(ELEMENTS):
            now[seat][element] = elements[element]
        prospect_with(
            state, seat, &WEIGHTS, elements, out.cubes[seat], &out.prospects[seat]
        )
        out.vp[seat] = out.prospects[seat].vp
        for scoring in range(out.scorings):
            for element in range(ELEMENTS):
                counts[seat][ELEMENTS * scoring + element] = count_at(
                    &out.prospects[seat], scoring, out.scorings, element
                )
    for seat in range(state.players):
        leads_of(&now[0][0], ELEMENT_ROWS, state.players, seat, ELEMENT_ROWS, leads)
        round_all(leads, 1.0, MOST_LEAD, ELEMENT_ROWS, out.leads[seat])


cdef void add_up(int seat, Outlook *out) noexcept nogil:
    """A seat's points of all rows, and of each element."""
    cdef double points[16]
    cdef double *gains = out.gains[seat]
    cdef int element
    memset(points, 0, sizeof(points))
    for _ in range(out.scorings):
        for element in range(ELEMENTS):
            points[element] += gains[element]
            out.vp[seat] += gains[element]
        gains += ELEMENTS
    round_all(points, 4.0, NUMBER_LIMIT, ELEMENT_ROWS, out.points[seat])


cdef void look_over(const State *state, Outlook *out) noexcept nogil:
    cdef double counts[4][40]
    cdef double ahead[3][40]
    cdef double leads[40]
    cdef Rewards rewards
    cdef int seat, other, others, rows, last
    memset(counts, 0, sizeof(counts))
    out.scorings = SHIFTS + 1 - state.shift
    last = ELEMENTS * (out.scorings - 1)
    rows = lay_rewards(state, out.scorings, &rewards)
    look_now(state, counts, out)
    for seat in range(state.players):
        others = 0
        for other in range(state.players):
            if other != seat:
                ahead_of(
                    counts[seat], counts[other], rewards.narrow, WEIGHTS.tie, SHARES, rows,
                    ahead[others],
                )
                others += 1
        rewards_of(
            counts[seat], ahead, others, rewards.first, rewards.second, rows, out.gains[seat]
        )
        add_up(seat, out)
        leads_of(&counts[0][0], ROWS, state.players, seat, ELEMENT_ROWS, leads)
        round_all(leads, 4.0, NUMBER_LIMIT, ELEMENT_ROWS, out.soon_leads[seat])
        leads_of(&counts[0][last], ROWS, state.players, seat, ELEMENT_ROWS, leads)
        round_all(leads, 4.0, NUMBER_LIMIT, ELEMENT_ROWS, out.final_leads[seat])
