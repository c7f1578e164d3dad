"""Whole turns: what one seat decides at a stretch.

The turns: all foremen at hand (in an industry amok one); a sale with its marker; a permit; a tile
as it lies; a purchase of utilities with what is put into the mine; a building with its place; one
swap, one cube of the depot, one marker in a report. A turn in the midst of such a group is the rest
of it.
"""

from libc.stdint cimport uint64_t

from coalbaron_fast.contract.game cimport Turn
from coalbaron_fast.games.coalcountry.core.placing cimport Placing
from coalbaron_fast.games.coalcountry.core.types cimport State

cdef enum:
    SCRATCH_BYTES = sizeof(Placing)
    TURN_MOVES = 9              # foremen placed at once

# The turns worth looking at, at most `limit`: of placings and purchases some, of others all but the
# smallest sales.
cdef int list_turns(const State *state, void *scratch, Turn *out, int limit) noexcept nogil

# The same without their values. What is left out where there are too many is the same.
cdef int list_unweighed(const State *state, void *scratch, Turn *out, int limit) noexcept nogil

# All turns; 0 if there are more than `limit`, or if they cannot be listed, as placings.
cdef int list_every_turn(
    const State *state, void *scratch, int omit, Turn *out, int limit
) noexcept nogil

# The turn that looks best.
cdef void best_turn(const State *state, void *scratch, Turn *out) noexcept nogil

cdef void play_turn(State *state, const Turn *turn) noexcept nogil

cdef bint turn_fits(const State *state, const Turn *turn) noexcept nogil

# What the seat to move goes by where it decides: its own foremen of this round, the tile that it
# lays. What chance has brought is left to the turns that fit. Where the others have placed is left
# out: that hardly matters, and while all place nobody knows it.
cdef uint64_t information_of(const State *state, int seat) noexcept nogil

# -- what the decision is

# A seat is to move: A_TURN, A_SMALL_TURN, A_STEP or A_DETAIL.
cdef int decision_of(const State *state) noexcept nogil

# How many turns of some weight a seat still has to think about, this one included.
cdef double turns_expected(const State *state, int seat) noexcept nogil
