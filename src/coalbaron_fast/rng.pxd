"""A small generator, passed by pointer: SplitMix64, one 64-bit word of state.

Streams are a promise: the same seed and slice give the same numbers in every
build (tests/games/coalbaron/core/test_rng.py holds golden ones). Slices of one seed are
separate streams, so that work cut into slices draws the same numbers on any
number of threads.
"""

from libc.stdint cimport uint32_t, uint64_t

ctypedef struct Rng:
    uint64_t state


cdef inline uint64_t mix64(uint64_t x) noexcept nogil:
    """A bijection that spreads every input bit over the output (SplitMix64's finaliser)."""
    x = (x ^ (x >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * <uint64_t>0x94D049BB133111EB
    return x ^ (x >> 31)


cdef inline void rng_seed(Rng *rng, uint64_t seed, uint64_t slice) noexcept nogil:
    rng.state = mix64(seed + <uint64_t>0x9E3779B97F4A7C15) ^ mix64(
        slice * <uint64_t>0xD1342543DE82EF95 + <uint64_t>0x2545F4914F6CDD1D
    )


cdef inline uint64_t rng_next(Rng *rng) noexcept nogil:
    rng.state += <uint64_t>0x9E3779B97F4A7C15
    return mix64(rng.state)


cdef inline uint32_t rng_below(Rng *rng, uint32_t bound) noexcept nogil:
    """A uniform number in 0 .. bound-1, without bias; bound > 0."""
    cdef uint64_t product = (rng_next(rng) >> 32) * bound
    cdef uint32_t threshold
    if <uint32_t>product < bound:
        threshold = (<uint32_t>0 - bound) % bound
        while <uint32_t>product < threshold:
            product = (rng_next(rng) >> 32) * bound
    return <uint32_t>(product >> 32)
