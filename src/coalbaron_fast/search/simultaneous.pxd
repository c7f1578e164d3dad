"""Deciding in secret, all at once: a seat that always decides alike is found out, so it mixes.

Regret matching: a seat plays each turn in proportion to its regret, which is how much more that
turn would have brought than what the seat did. At two seats the mean of all its play comes as near
to an equilibrium as one likes. At more seats no seat regrets in the end that it did not stick to
one turn; that is all that is known. So walks draw the turns of a tree. What they have brought is a
matrix at two seats, which is solved again by itself: its means stray less than what single walks
regret. What follows knows no game and no tree.
"""

from libc.stdint cimport uint8_t

from coalbaron_fast.rng cimport Rng

# Of one turn among those that a seat decides between in secret. Sums over the walks in which no
# seat tried anything out later on; later walks count more in the first two.
ctypedef struct Mix:
    double regret               # what it would have brought besides
    double share                # how often it was to be played
    double utility              # what it has brought
    double visits

# Of a turn of one seat and a turn of the next: what both together have brought the first.
ctypedef struct Pair:
    double utility
    double squares
    double visits

# Into `strategy`, which holds what the turns look like at first, any positive numbers: the share of
# each. Where nothing is regretted the first look stays.
cdef void mix_strategy(const Mix *mixes, int count, double *strategy) noexcept nogil

# A turn that is not out, drawn by the strategy; or, in this part of all draws, any to try it out.
# -1 if all are out. `chance` is how likely it was, `tried` whether it was tried out.
cdef int mix_draw(
    const double *strategy, const uint8_t *out, int count, double exploration, Rng *rng,
    double *chance, bint *tried
) noexcept nogil

# What the turn drawn has brought. `age` is how often the seat has decided here.
cdef void mix_learn(
    Mix *mixes, const double *strategy, int count, int chosen, double chance, double utility,
    double age
) noexcept nogil

# How the first of two seats plays its `rows` turns against the other's, by what each pair has
# brought: their shares, which add up to 1. Pairs of a row stand together, `stride` of them.
cdef list shares_of_pairs(const Pair *pairs, int rows, int stride)
