"""What all seats can expect of the majorities, as a learned evaluation is told it."""

from libc.stdint cimport int16_t

from coalbaron_fast.games.coalbaron.core.evaluate cimport Prospect
from coalbaron_fast.games.coalbaron.core.types cimport State

cdef enum:
    ROWS = 40                   # CB_MAJORITY_ROWS
    ELEMENT_ROWS = 16           # the elements, filled up to whole vectors
    MOST_LEAD = 5               # of a count as it is now

# A row is one element at one of the scorings to come; all elements of this shift's stand first.
ctypedef struct Outlook:
    int scorings                # still to come
    int cubes[4]                # owned by each seat
    int factory[4]              # workers on the factory
    Prospect prospects[4]
    double vp[4]                # points in the end, everything together
    double gains[4][40]         # what can be expected for each row; 0 where nothing is scored
    # In whole numbers, as features take them, by seat and element:
    int16_t leads[4][16]        # how far a count is ahead of the best other's now
    int16_t soon_leads[4][16]   # and how far it will be at the next scoring, in quarters, ...
    int16_t final_leads[4][16]  # ... and at the last
    int16_t points[4][16]       # expected of all scorings together, in quarters

# Work it out, as evaluate.pyx guesses it. Reads only what all seats see.
cdef void look_over(const State *state, Outlook *out) noexcept nogil
