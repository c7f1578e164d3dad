"""A static guess: the final victory points that each seat can expect from here.

Every number that it rests on is in one table, Weights, so that it can be tuned
and each part's worth measured by leaving it out.
"""

from libc.stdint cimport uint64_t

from coalbaron_fast.games.coalbaron.core.types cimport ELEMENTS, SHIFTS, State

cdef enum:
    CURVE_CELLS = 34            # counts 0, 1/2, 1 ... 16 1/2
    CURVE_STEPS = 2             # cells a count

ctypedef struct Weights:
    # A free spot of an outstanding order: how ready it is, by where a cube for it lies.
    double in_storage
    double in_cage
    double on_cart
    double nowhere
    # An order's chance to be delivered: its readiness, times what time allows: all with that many
    # workers left an open order, and that many for a complete one.
    double workers_to_fill
    double workers_to_deliver
    # Majorities: the lead in counts that decides them for two in three, now and for each worker
    # that the seats still have to place on average; carts likewise.
    double spread
    double spread_per_worker
    double cart_spread
    double cart_spread_per_worker
    double tie                  # a tie counts as so much of a lead
    double emptied              # share of the loaded carts that will be empty at the end
    double majority             # of a majority's reward
    # What can still be turned into points.
    double worker               # a worker left
    double first_marks          # each of the first eight Marks, beyond its end value
    double many_marks           # each further one
    double cart_cube            # a cube on a cart that no order asks for
    double free_cube            # the same in cage or storage
    double imbalance            # share of the penalty that will stay
    double others               # of the best other seat's points, against one's own

# One seat's expectations: everything that depends on its own pit and orders alone.
ctypedef struct Prospect:
    double soon[8]              # counts of elements 1-8 at the end of this shift
    double final[ELEMENTS]          # counts of all elements at the end of the game
    double vp                   # all points but majorities

cdef Weights WEIGHTS

# A position as it is guessed at, kept in its parts: of each scoring to come (this shift's first)
# and each element what every seat counts, and what one seat's utility gains by how much it counts.
# That curve is known at some points, each found when it is first asked for, straight between.
ctypedef struct Standing:
    Prospect prospects[4]
    double counts[SHIFTS][ELEMENTS][4]
    double vp[4]                # everything together
    double hand                 # workers in hand, the mean of the seats
    int scorings
    int seat                    # the seat of the curves, or -1
    int rival                   # the best other seat
    uint64_t known[SHIFTS][ELEMENTS]       # the cells that are filled, a bit each
    double curves[SHIFTS][ELEMENTS][34]
    double level[SHIFTS][ELEMENTS]         # the curves where the seat now counts

# Free spots of each colour on a seat's orders.
cdef void count_demand(const State *state, int seat, int *demand) noexcept nogil

# What an unbalanced pit is expected to cost.
cdef double imbalance_cost(const State *state, int seat, const Weights *weights) noexcept nogil

# What each seat can expect of one element's rewards at one of the scorings to come, by its count.
cdef void scoring_gains(
    const State *state, const Weights *weights, double hand, int scoring, int element,
    const double *counts, double *gains
) noexcept nogil

# Everything that a seat can expect by itself.
cdef void prospect_of(
    const State *state, int seat, const Weights *weights, Prospect *prospect
) noexcept nogil

# The same, if it is known what the seat counts of the first eight elements and how many cubes it
# owns.
cdef void prospect_with(
    const State *state, int seat, const Weights *weights, const int *counts, int cubes,
    Prospect *prospect
) noexcept nogil


cdef inline double count_at(
    const Prospect *prospect, int scoring, int scorings, int element
) noexcept nogil:
    """A count at one of the scorings to come: from the end of this shift to that of the game."""
    cdef double share
    if element >= 8:
        return prospect.final[element]
    share = scoring / <double>(scorings - 1) if scorings > 1 else 0.0
    return (1.0 - share) * prospect.soon[element] + share * prospect.final[element]


cdef inline double lead_spread(
    const Weights *weights, int element, double workers
) noexcept nogil:
    """The lead that decides an element for two in three, n workers before it is scored."""
    if element >= 8:
        return weights.cart_spread + weights.cart_spread_per_worker * workers
    return weights.spread + weights.spread_per_worker * workers


# Expected final VP of every seat, into `vp`. Reads only what all seats see.
cdef void evaluate(const State *state, const Weights *weights, double *vp) noexcept nogil

cdef void standing_of(
    const State *state, const Weights *weights, Standing *standing
) noexcept nogil

# What a vector of VP is worth to a seat: its own, less a share of the best other's.
cdef double seat_utility(
    const double *vp, int seats, int seat, const Weights *weights
) noexcept nogil

# The utility to a seat of a state in which, since the standing was taken, that seat's pit, orders,
# money and workers alone have changed, within the shift. The spread of counts and the best other
# seat stay those of the standing. Asking for one seat again and again is cheap; another seat
# starts the curves again.
cdef double utility_after(
    Standing *standing, const State *state, int seat, const Weights *weights
) noexcept nogil
