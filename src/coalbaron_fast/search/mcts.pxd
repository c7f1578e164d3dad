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

from libc.stdint cimport uint16_t, uint64_t

from coalbaron_fast.rng cimport Rng
from coalbaron_fast.search.evaluator cimport Evaluation, Evaluator
from coalbaron_fast.search.selection cimport Edge, Node, Params
from coalbaron_fast.search.simultaneous cimport Mix, Pair
from coalbaron_fast.contract.game cimport GameOps, Turn

# What is summed up of a turn at the root, besides.
ctypedef struct Total:
    double utility_squares
    double win[4]
    double win_squares[4]
    double points[4]
    double points_squares[4]
    double variance[4]          # of final points, as the evaluator saw it at the end of each walk

# A decision of a walk.
ctypedef struct Step:
    Node *node
    Edge *edge
    int width                   # turns that the seat mixed; 0: it did not
    double chance               # how likely the turn was drawn
    bint tried                  # the seat tried something out

ctypedef struct Tree:
    const GameOps *ops
    const Evaluator *evaluator
    Params params
    # memory, allocated once for all searches
    Node *nodes
    Edge *edges
    uint16_t *moves             # of the edges
    Mix *mixes                  # of the edges; NULL: no turn of the game is unseen
    Pair *pairs                 # of the root's turns and the next seat's, INNER_TURNS a turn
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
    bint mixed                  # the root's seat mixes its turns
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
