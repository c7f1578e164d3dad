"""Whole turns and their static evaluation: the greedy player's eyes."""

from coalbaron_fast.games.coalbaron.core.evaluate cimport Weights
from coalbaron_fast.games.coalbaron.core.plans cimport Plans
from coalbaron_fast.games.coalbaron.core.types cimport State
from coalbaron_fast.contract.game cimport Turn

# A turn's value is the utility (evaluate.pxd) that its seat has after it.

# The turns of the seat to move, at most `limit`; of the mining plans of one space the best
# `number` each. Returns how many there are. `plans` is open.
cdef int list_turns(
    const State *state, const Weights *weights, Plans *plans, int number, Turn *out, int limit
) noexcept nogil

# The turns of the seat to move without their values: of the mining plans all that are kept.
cdef int list_unweighed(
    const State *state, const Weights *weights, Plans *plans, Turn *out, int limit
) noexcept nogil

# The turn of highest value, the first of equals.
cdef void best_turn(
    const State *state, const Weights *weights, Plans *plans, Turn *out
) noexcept nogil

cdef void play_turn(State *state, const Turn *turn) noexcept nogil

# Whether every code of the turn is legal when its time comes.
cdef bint turn_fits(const State *state, const Turn *turn) noexcept nogil

# How many turns a seat still has, as good play spends its workers.
cdef double turns_expected(const State *state, int seat) noexcept nogil

# A seat is to move: A_TURN, A_STEP of mining, or A_DETAIL (what to keep or put back, which cube).
cdef int decision_of(const State *state) noexcept nogil
