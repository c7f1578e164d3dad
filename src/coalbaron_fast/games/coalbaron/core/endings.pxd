"""Endings of Coal Baron as a solver sees them: all turns, all chance (contract/game.pxd)."""

from coalbaron_fast.games.coalbaron.core.mining cimport Planner
from coalbaron_fast.games.coalbaron.core.types cimport Move, State
from coalbaron_fast.contract.game cimport Chance, Turn

# Shift 3: the workers in hand, and the turn in progress. Before that FAR_FROM_END.
cdef int ending_turns_left(const State *state) noexcept nogil

# A seat decides, also within its turn: everything it can do, or 0 if there is no room for that.
# With `merge` the same may be left out but once, and at two seats what is no better.
cdef int ending_turns(
    const State *state, bint merge, Planner *planner, Turn *out, int limit
) noexcept nogil

# Whether in a view another seat has drawn all it looks at: what it holds is chance.
cdef bint ending_deals(const State *state) noexcept nogil

# Chance in a view, another seat's look as a hand; False if it takes a part of a set.
cdef bint ending_chance(const State *state, Chance *out) noexcept nogil
cdef void ending_play_outcome(State *state, Move code) noexcept nogil

# Whether the viewer knows of places that could matter.
cdef bint ending_secret(const State *state) noexcept nogil
