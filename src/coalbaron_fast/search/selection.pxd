"""Nodes and edges of the search's trees: what an end is worth, and which turn to try next."""

from libc.math cimport sqrt
from libc.stdint cimport int16_t, int32_t, uint8_t, uint64_t

from coalbaron_fast.contract.game cimport Turn

ctypedef struct Params:
    double exploration          # weight of the prior and of what is little explored, in spreads
    double first_spread         # of the utility at a node, before it is known
    double temperature          # points of static evaluation that make a turn e times likelier
    double widening             # turns looked at: this many at first, ...
    double widening_growth      # ... and this many more for each square root of the visits
    double first_play           # spreads that an untried turn is thought to lose
    double win_weight           # utility: share of the win, the rest is the margin in points
    double margin_scale         # points of margin that are worth 0.85
    int playout                 # turns played by static evaluation after a new leaf
    int adapt                   # 1: nodes take in turns of other worlds, and routine has no nodes
    int depth                   # turns that a walk goes down at most; 1: no tree at all
    int mixing                  # 1: seats mix where they decide in secret; 0: as everywhere
    double mixing_exploration   # part of those decisions that tries any turn

# A turn; its moves stand in the tree's `moves`, as many places for each edge as the game's
# longest turn needs.
ctypedef struct Edge:
    double utility              # sum over the visits, for the seat that takes the turn
    float prior
    int32_t visits
    int32_t seen                # visits of the node at which the turn could have been chosen
    int32_t child               # the first of the nodes after it, or -1
    uint8_t move_count

ctypedef struct Node:
    int32_t first               # its edges are together, best static evaluation first
    int32_t count
    int32_t visits
    int16_t seat
    int16_t room                # edges that there is memory for at its place
    int32_t next                # another node after the same turn, or -1
    int32_t unseen_child        # the first of the nodes after its unseen turns, or -1
    double utility              # sums over the visits, for its seat
    double squares
    uint64_t information        # what the seat to move knows there (game.pxd)


cdef inline void sort_turns(const Turn *turns, int count, uint8_t *order) noexcept nogil:
    """The places of the turns, best static evaluation first; equal ones keep their order."""
    cdef int index, back
    for index in range(count):
        back = index
        while back and turns[order[back - 1]].value < turns[index].value:
            order[back] = order[back - 1]
            back -= 1
        order[back] = index


cdef inline double squash(double x) noexcept nogil:
    """0 to 1, steep at 0."""
    # A root is rounded alike on every machine; a tangent would not be.
    return 0.5 + 0.5 * x / sqrt(1.0 + x * x)


cdef inline double blended_utility(
    const Params *params, int seats, double solo_par, int seat, const double *points,
    const double *win
) noexcept nogil:
    """Share of the win, blended with the margin over the best other seat.

    The share alone is blind while the game is open or decided; the margin alone would risk a
    sure win for more points. Squashed, it counts most where little decides.
    """
    cdef double best = -1e18
    cdef int other
    if seats == 1:
        # There is no seat to beat. Points are measured from what was to be expected: from zero,
        # hundreds of them would be on the flat end of the squash, where one more changes nothing.
        return squash((points[seat] - solo_par) / params.margin_scale)
    # The best other seat is the one to beat; points of the others do not matter.
    for other in range(seats):
        if other != seat and points[other] > best:
            best = points[other]
    return (
        params.win_weight * win[seat]
        + (1.0 - params.win_weight) * squash((points[seat] - best) / params.margin_scale)
    )


cdef inline double spread_at(const Params *params, const Node *node) noexcept nogil:
    """The standard deviation of the utility; what is thought of it at first counts as a visit.

    Where all turns come to much the same, as in a game that is decided, small differences are
    explored as finely as large ones are elsewhere.
    """
    cdef double mean, variance, visits = node.visits
    if not node.visits:
        return params.first_spread
    mean = node.utility / visits
    # Sum of squared deviations, from the running sums. Rounding can bring it below zero where
    # all walks came to the same.
    variance = node.squares - visits * mean * mean
    if variance < 0.0:
        variance = 0.0
    variance += params.first_spread * params.first_spread
    return sqrt(variance / (visits + 1.0))


cdef inline double edge_score(const Edge *edge, double untried, double reach) noexcept nogil:
    """PUCT: what the turn has brought, and more for the likely and the little tried.

    An untried turn is thought to be somewhat worse than the best by prior. Thinking it best of
    all would try every turn once before any twice.
    """
    cdef double value = untried
    if edge.visits:
        value = edge.utility / edge.visits
    return value + reach * edge.prior * sqrt(<double>edge.seen) / (1.0 + edge.visits)


cdef inline int width_at(const Params *params, const Node *node) noexcept nogil:
    """How many of its turns are looked at."""
    cdef int width = <int>(
        params.widening + params.widening_growth * sqrt(<double>node.visits)
    )
    return width if width < node.count else node.count
