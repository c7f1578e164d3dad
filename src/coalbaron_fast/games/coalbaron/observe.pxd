"""Which moves are legal, as a mask."""

from libc.stdint cimport uint8_t

from coalbaron_fast.games.coalbaron.core.types cimport Move, State

# Write 1 for every legal code (at chance: every possible one) and 0 for the others, MOVE_CODES
# bytes in all. The legal codes themselves go to `moves`, with as much room; returns how many.
cdef int write_mask(const State *state, Move *moves, uint8_t *out) noexcept nogil
