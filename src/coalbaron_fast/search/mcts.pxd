"""Monte Carlo tree search over what the mover knows.

Each iteration draws a world from the mover's view and walks down. Edges are turns. A node
is the sequence of open turns before it and for what the seat to move knows there,
whatever chance did in between: what it has learnt is shared by all worlds that come by, and
only turns that fit the world at hand are chosen among. Every node maximises the utility of
the seat that moves there.

The nodes after an open turn hang at its edge. Those after a turn that the others do not see
hang at the node where it was chosen, whichever it was: no seat's play may depend on it, unless
`information` says that the seat knows.
"""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint64_t

from coalbaron_fast.rng cimport Rng
from coalbaron_fast.search.evaluator cimport Evaluation, Evaluator
from coalbaron_fast.contract.game cimport GameOps, Turn

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

# A turn; its moves stand in the tree's `moves`, as many places for each edge as the game's
# longest turn needs.
ctypedef struct Edge:
    double utility              # sum over the visits, for the seat that takes the turn
    float prior
    int32_t visits
    int32_t seen                # visits of the node at which the turn could have been chosen
    int32_t child               # the first of the nodes after it, or -1
    uint8_t move_count

# What is summed up of a turn at the root, besides.
ctypedef struct Total:
    double utility_squares
    double win[4]
    double win_squares[4]
    double points[4]
    double points_squares[4]
    double variance[4]          # of final points, as the evaluator saw it at the end of each walk

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

ctypedef struct Tree:
    const GameOps *ops
    const Evaluator *evaluator
    Params params
    # memory, allocated once for all searches
    Node *nodes
    Edge *edges
    uint16_t *moves             # of the edges
    Total totals[192]           # of the root's edges
    void *scratch
    void *view                  # the root, as the mover knows it
    void *world                 # the state that walks down
    int node_count
    int node_room
    int edge_count
    int edge_room
    int root_seat
    int seats
    double solo_par             # points that one seat alone can expect at the root
    bint even                   # every turn at the root is tried equally often
    uint64_t seed
    uint64_t iterations
    uint64_t listed             # turns that the game has listed
    int deepest

cdef class Searcher:
    """A tree for one position at a time; engine.py drives it."""

    cdef Tree tree
    cdef Evaluation evaluation  # keeps what the tree points to alive
    cdef int stopped
    cdef bint taken             # by a call that works in the tree

    cdef list grow_root(
        self, bytes state, int seat, unsigned long long seed, dict params, object allowed,
        list asked, bint even
    )
    cdef int check_begun(self) except -1
    cdef int check_idle(self) except -1
    cdef list codes(self, const Edge *edge)
    cdef int keep_allowed(self, Node *root, object allowed) except -1
    cdef int add_asked(self, Node *root, list turns, float prior) except -1
    cdef Node *busiest(self, const Edge *edge)
