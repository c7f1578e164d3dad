"""Legal moves, and what chance can bring."""

from coalbaron_fast.games.coalcountry.core.types cimport Move, State

# Every legal move, at most MOST_LEGAL, in the order of the codes; at chance every outcome; in a
# view every code that its seat may be shown.
cdef int state_legal_moves(const State *state, Move *out) noexcept nogil

# At chance: every outcome and in how many of `total` ways it comes about.
cdef int chance_outcomes(const State *state, Move *codes, int *ways, int *total) noexcept nogil
