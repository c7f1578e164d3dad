"""The exhaustive search of endings: win share first, expected points second.

It looks at every turn of every seat and at every outcome of chance, from one seat's view.
With two seats it prunes (alpha-beta, Star1 at chance); with more every seat takes what is best
for itself, and of turns that are the same to it the one that is worst for the root's seat.

A result is exact when nothing that is hidden from anybody could change it. A draw whose
outcomes are all worth the same changes nothing; any other is a matter of luck as long as all
seats know the same of what is drawn from, and a matter of knowledge when one seat knows more.
Where knowledge could matter the result is doubtful: right if what the root's seat cannot see
is shuffled for everybody, and no more than that.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from coalbaron_fast.contract.game cimport Chance, GameOps, Turn
from coalbaron_fast.search.signals cimport Watch

cdef enum Bound:
    EXACT = 0
    AT_LEAST = 1
    AT_MOST = 2

ctypedef struct Result:
    # What each seat can expect; with two seats meaningful only for an EXACT score.
    double win[4]
    double points[4]
    double score                # two seats: what it is worth to seat 0, or a bound on that
    uint32_t best               # signature of the best turn, to look at first the next time
    uint8_t bound
    uint8_t doubtful            # somebody's knowledge could matter after this
    uint8_t sources             # bit a hidden store: a draw from it may matter after this

ctypedef struct Entry:
    uint64_t key
    Result result
    uint32_t search             # number of the search that wrote it
    uint32_t weight             # nodes that it saves

ctypedef struct Solve:
    const GameOps *ops
    # Two seats: no score lies outside.
    double highest
    double lowest
    # memory, allocated once for all positions
    Entry *table
    uint64_t buckets            # a power of two
    Turn *turns                 # a stack of the turns of all nodes on the way down
    int turn_room
    int turn_count
    char *states                # the states on the way down
    void *scratch
    # the position at hand
    int seats
    int root_seat
    bint is_doubtful            # the root's seat knows of something that not all seats know
    uint32_t search
    # limits
    uint64_t nodes
    uint64_t node_limit
    uint64_t deadline_ns
    const int *stopped
    Watch watch

cdef class Solver:
    """An exhaustive search of one position at a time, in memory of its own."""

    cdef Solve solve_data
    cdef object game            # keeps the table of functions alive
    cdef int stopped
    cdef Result *answers        # the root's turns
    cdef Turn *line             # turns that follow

    cdef bint taken             # by a call that works in all this

    cdef void put_view(self, bytes state, int seat) except *
    cdef int keep_allowed(self, object allowed) except -1
    cdef list ranked(self, int count, int lines)
    cdef list best_lines(self, int count, int lines)
