"""Whole turns: what one seat decides at a stretch."""

from coalbaron_fast.games.ruhr.core.purchases cimport PortResults
from coalbaron_fast.games.ruhr.core.types cimport State
from coalbaron_fast.contract.game cimport Turn

cdef enum:
    SCRATCH_BYTES = sizeof(PortResults)
    TURN_MOVES = 20             # repay and purchases; far fewer fit into one market

# All turns, or the `limit` best by static evaluation. Returns how many.
cdef int list_turns(const State *state, void *scratch, Turn *out, int limit) noexcept nogil

# All turns but for what `omit` allows to leave out (EVERY_TURN and so on); 0 if there are more than
# `limit`.
cdef int list_every_turn(
    const State *state, void *scratch, int omit, Turn *out, int limit
) noexcept nogil

# The turn that looks best.
cdef void best_turn(const State *state, void *scratch, Turn *out) noexcept nogil

cdef void play_turn(State *state, const Turn *turn) noexcept nogil

cdef bint turn_fits(const State *state, const Turn *turn) noexcept nogil

# -- what the decision is

# A seat is to move: A_TURN, A_STEP of an option or of purchases, or A_SMALL_TURN.
cdef int decision_of(const State *state) noexcept nogil

# How many turns of some weight a seat still has to think about, this one included.
cdef double turns_expected(const State *state, int seat) noexcept nogil
