"""The mining plans worth looking at, remembered.

What a seat can reach by mining depends on its own pit and open orders alone, and a search
meets the same pit again and again. The planner's answer is looked through once and the plans
that look best are kept; the next time only those are weighed again, by what counts then.
"""

from libc.stdint cimport uint8_t, uint64_t

from coalbaron_fast.games.coalbaron.core.evaluate cimport Standing, Weights
from coalbaron_fast.games.coalbaron.core.mining cimport PLAN_STEPS, Planner
from coalbaron_fast.games.coalbaron.core.types cimport Move, State

cdef enum:
    KEPT_PLANS = 16             # of one pit, shared out among the mining spaces in use
    PLANS_BYTES = 1 << 20       # memory for plans_open

ctypedef struct Plan:
    Move moves[10]
    uint8_t count
    uint8_t steps               # a pair counts two

ctypedef struct PlanSet:
    uint64_t key                # of the pit, the open orders and the steps; 0: empty
    uint8_t count
    Plan plans[16]

ctypedef struct Plans:
    Planner planner
    PlanSet *sets               # direct mapped: a set lies at its key's place or nowhere

# Lend PLANS_BYTES of memory, zeroed before its first use. What is remembered stays in it; the
# same questions in the same order get the same answers.
cdef void plans_open(Plans *plans, void *memory) noexcept nogil

# Forget all that is remembered: the next question is answered as the first one was.
cdef void plans_forget(Plans *plans) noexcept nogil

# The plans worth looking at with up to `steps` work steps for the seat to move, before it places a
# worker or while it mines; valid until the next question.
cdef const PlanSet *plans_of(
    Plans *plans, const State *state, Standing *standing, const Weights *weights, int steps
) noexcept nogil

# The same of a position whose standing is not known: it is taken only if the plans are new.
cdef const PlanSet *plans_known(
    Plans *plans, const State *state, const Weights *weights, int steps
) noexcept nogil

# Let the seat to move do a plan's steps, without their end of turn.
cdef void plan_apply(const Plan *plan, State *state) noexcept nogil
