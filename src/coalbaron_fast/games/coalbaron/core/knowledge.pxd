"""What a seat knows: its view of a position, and worlds drawn from that view."""

from coalbaron_fast.rng cimport Rng
from coalbaron_fast.games.coalbaron.core.types cimport State

# The same position with everything that `seat` does not know shown as UNKNOWN. `state` is a
# full position, or a view of the same seat (then `view` is a copy).
cdef void knowledge_view(const State *state, int seat, State *view) noexcept nogil

# A full position, uniform among those that agree with a view.
cdef void knowledge_sample(const State *view, Rng *rng, State *world) noexcept nogil

# Draw the outcome of a chance event with its probability (full positions and views).
cdef int chance_sample(const State *state, Rng *rng) noexcept nogil
