# An outcome of chance, drawn with its probability.
#
# Included by a game's `core/deck.pyx`. The file that includes it has: `State`, `Move`,
# `MOST_OUTCOMES`; `chance_outcomes`.

from coalbaron_fast.rng cimport Rng, rng_below


cdef Move chance_sample(const State *state, Rng *rng) noexcept nogil:
    cdef Move codes[MOST_OUTCOMES]
    cdef int ways[MOST_OUTCOMES]
    cdef int total, number, index = 0
    chance_outcomes(state, codes, ways, &total)
    number = rng_below(rng, total)
    while number >= ways[index]:
        number -= ways[index]
        index += 1
    return codes[index]
