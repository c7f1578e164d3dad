"""Legal moves, and what chance can bring."""

from coalbaron_fast.games.ruhr.core.types cimport Move, State

# Every legal move, at most MOST_LEGAL, in the order of the codes; at chance every outcome.
cdef int state_legal_moves(const State *state, Move *out) noexcept nogil

# At chance: every outcome and in how many of `total` ways it comes about.
cdef int chance_outcomes(const State *state, Move *codes, int *ways, int *total) noexcept nogil
