"""What can be done: legal codes into a caller's buffer, chance with its probabilities."""

from coalbaron_fast.games.coalbaron.core.types cimport Move, State

# Write every legal code (at chance: every possible one) to `out`, which has room for
# MOVE_CODES; return their number. The order is fixed: the same state gives the same list.
cdef int state_legal_moves(const State *state, Move *out) noexcept nogil

# At chance: the possible codes, and how many of `total` equally likely ways lead to each.
cdef int chance_outcomes(const State *state, Move *out, int *ways, int *total) noexcept nogil
