"""The mining planner: every distinct position that a number of work steps can reach.

It works in the caller's memory, on one seat's cage, carts, storage and the spots of
its incomplete orders, step by step outwards: each position once, with one shortest
sequence of steps. Afterwards it can mark the positions that another one dominates
(docs/mining.md defines that, and says why it is sound).
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from coalbaron_fast.games.coalbaron.core.types cimport Move, PLAN_STEPS, State
from coalbaron_fast.search.signals cimport Watch

cdef enum:
    PLAN_WORDS = 13             # two of counts, and the spots of up to 44 orders, four a word

cdef enum PlanStatus:
    PLAN_COMPLETE = 0
    PLAN_FULL = 1               # the memory ended before the positions did; those found are valid
    PLAN_BROKEN_OFF = 2         # the watch said so

# One position, as the planner stores it: `words` words of key and one of how it was reached.
# Key word 0: bits 0-14 the cage as in Seat.cage, 15-34 storage (5 bits a colour),
#             35-54 the black level's cubes (5 bits a colour).
# Key word 1: bits 0-59 the cubes of the yellow, brown and gray level.
# Key word 2...: the spots of the open orders, 16 bits each.
# Link word: bits 0-31 the position before, 32-47 the step that led here, 48-55 steps used,
#            56 set if that step moved the cage, 57 set if another position dominates it.

ctypedef struct Planner:
    # where it works (set by planner_open)
    uint64_t *memory
    uint64_t memory_words
    Watch *watch                # asked now and then; NULL: it is not
    # the problem (set by planner_run)
    int seat
    int steps
    int order_count             # orders with a free spot
    uint8_t orders[44]
    int slot_count              # (order, colour) slots of those orders
    uint8_t slots[56]
    uint8_t slot_place[56]      # of each slot: the index of its order in `orders`
    int words                   # words of a key
    int stride                  # words of a position
    # the positions found
    uint64_t *nodes
    uint32_t *index             # open addressing: position + 1, or 0
    uint32_t *chain             # for marking: the next position of the same bucket + 1, or 0
    int index_bits
    int capacity
    int count
    int kept                    # not dominated; equal to count before planner_mark_dominated
    PlanStatus status

# Lend memory to a planner; at least some kilobytes, else it is full at once. Aligned to 8 bytes.
cdef void planner_open(Planner *planner, void *memory, uint64_t bytes) noexcept nogil

# Find every position that `seat` reaches with up to `steps` (0-10) work steps from `state`.
# Position 0 is the start. `state` need not be in phase mine.
cdef PlanStatus planner_run(
    Planner *planner, const State *state, int seat, int steps
) noexcept nogil

# Mark the positions that another one found dominates.
cdef void planner_mark_dominated(Planner *planner) noexcept nogil
cdef bint planner_is_dominated(const Planner *planner, int node) noexcept nogil

# Work steps that a position takes, a pair counting two.
cdef int planner_node_steps(const Planner *planner, int node) noexcept nogil

# The steps that lead to a position, in order; returns their number (at most 10).
cdef int planner_steps(const Planner *planner, int node, Move *out) noexcept nogil

# Put the seat's pit and orders of a position into `state`, a copy of the one planned from.
cdef void planner_apply(const Planner *planner, int node, State *state) noexcept nogil
