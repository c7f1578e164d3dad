# When two states are the same, and a 64-bit hash that agrees with it.
#
# Included by a game's `core/identity.pyx` whose struct has no byte of padding. The file that
# includes it has: `State` of a multiple of 16 bytes, with `viewer`; `NONE`.

from libc.stdint cimport uint64_t
from libc.string cimport memcmp

from coalbaron_fast.rng cimport mix64


cdef bint state_equal(const State *a, const State *b) noexcept nogil:
    # No field has a value that another one leaves without meaning, and no byte is padding.
    return memcmp(a, b, sizeof(State)) == 0


cdef uint64_t play_hash(const State *state) noexcept nogil:
    cdef State plain = state[0]
    plain.viewer = NONE
    return state_hash(&plain)


cdef uint64_t state_hash(const State *state) noexcept nogil:
    cdef const uint64_t *words = <const uint64_t *>state
    cdef uint64_t even = 0x9E3779B97F4A7C15, odd = 0xD1342543DE82EF95
    cdef int index = 0
    # Two chains that the processor can follow side by side.
    while index < <int>(sizeof(State) / 8):
        even = (even ^ words[index]) * <uint64_t>0xBF58476D1CE4E5B9
        odd = (odd ^ words[index + 1]) * <uint64_t>0x94D049BB133111EB
        even ^= even >> 29
        odd ^= odd >> 31
        index += 2
    return mix64(even + 3 * odd)
