"""Monte Carlo tree search over what the mover knows."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset

from coalbaron_fast.rng cimport Rng, rng_seed
from coalbaron_fast.search.clock cimport monotonic_ns
from coalbaron_fast.search.evaluator cimport Evaluation
from coalbaron_fast.search.exponential cimport exponential
from coalbaron_fast.search.flag cimport flag_read, flag_write
from coalbaron_fast.contract.game cimport (
    GAME_SEATS, GameOps, TO_CHANCE, TO_NOBODY, TURN_LIMIT, Turn, open_game,
    read_turn as turn_of, state_in,
)
from coalbaron_fast.search.owner cimport owner_check, owner_take
from coalbaron_fast.search.selection cimport (
    Edge, Node, blended_utility, edge_score, sort_turns, spread_at, width_at,
)
from coalbaron_fast.search.simultaneous cimport (
    Mix, Pair, mix_draw, mix_learn, mix_strategy, shares_of_pairs,
)
from coalbaron_fast.search.signals cimport Watch, watch_begin, watch_end, watch_raised

cdef enum:
    MOST_DEPTH = 64
    CLOCK_EVERY = 8             # iterations between looks at the clock
    EDGES_A_NODE = 24           # how the memory is shared out
    INNER_TURNS = 32            # turns that are kept of a node after the root, by prior
    MOST_TAKEN_IN = 128         # turns of a node, those of other worlds included
    SPARE_EDGES = 8             # room for this many more where edges had to move
    SOLO_WALKS = 16             # walks that say what one seat alone can expect


# -- nodes -------------------------------------------------------------------------------------

cdef inline int list_turns(Tree *tree, const void *state, Turn *turns) noexcept nogil:
    cdef int count = tree.evaluator.turns(
        tree.evaluator, state, tree.scratch, turns, TURN_LIMIT
    )
    tree.listed += count
    return count


cdef inline uint16_t *moves_of(const Tree *tree, const Edge *edge) noexcept nogil:
    return tree.moves + (edge - tree.edges) * tree.ops.turn_moves


cdef inline void keep_turn(Tree *tree, Edge *edge, const Turn *turn) noexcept nogil:
    edge.move_count = turn.count
    memcpy(moves_of(tree, edge), turn.moves, turn.count * sizeof(uint16_t))


cdef inline void read_turn(const Tree *tree, const Edge *edge, Turn *turn) noexcept nogil:
    turn.count = edge.move_count
    memcpy(turn.moves, moves_of(tree, edge), edge.move_count * sizeof(uint16_t))


cdef inline void start_edge(Tree *tree, Edge *edge, const Turn *turn) noexcept nogil:
    memset(edge, 0, sizeof(Edge))
    keep_turn(tree, edge, turn)
    edge.child = -1
    if tree.mixes != NULL:
        memset(&tree.mixes[edge - tree.edges], 0, sizeof(Mix))


cdef int expand(Tree *tree, const void *state) noexcept nogil:
    """A node for a state that asks a seat; -1 when the memory is full.

    The prior of a turn is a softmax over static evaluations, whose unit is the temperature: a turn
    that looks one temperature worse is e times less likely to be the right one.
    """
    cdef Turn turns[TURN_LIMIT]
    cdef uint8_t order[TURN_LIMIT]
    cdef Edge *edge
    cdef Node *node
    cdef double total = 0.0
    cdef int index, count = list_turns(tree, state, turns)
    sort_turns(turns, count, order)
    # The root keeps all turns, because all can be asked about. Further down the poor ones would
    # only take memory: widening hardly ever gets to them.
    if tree.node_count and count > INNER_TURNS:
        count = INNER_TURNS
    if tree.node_count == tree.node_room or tree.edge_count + count > tree.edge_room:
        return -1
    node = &tree.nodes[tree.node_count]
    node.first = tree.edge_count
    node.count = node.room = count
    node.visits = 0
    node.utility = node.squares = 0.0
    node.seat = tree.ops.to_move(state)
    node.next = -1
    node.unseen_child = -1
    node.information = tree.ops.information(state, node.seat)
    for index in range(count):
        # In the order of priors, in which widening lets them in.
        edge = &tree.edges[node.first + index]
        start_edge(tree, edge, &turns[order[index]])
        edge.prior = exponential(
            (turns[order[index]].value - turns[order[0]].value) / tree.params.temperature
        )
        total += edge.prior
    for index in range(count):
        tree.edges[node.first + index].prior /= total
    tree.edge_count += count
    tree.node_count += 1
    return tree.node_count - 1


cdef void share_priors(Edge *edges, int count) noexcept nogil:
    """Make priors sum up to 1."""
    cdef double total = 0.0
    cdef int index
    for index in range(count):
        total += edges[index].prior
    for index in range(count):
        edges[index].prior /= total


cdef int find_edge(const Tree *tree, const Node *node, const Turn *turn) noexcept nogil:
    """The place of a turn among a node's edges, or -1."""
    cdef const Edge *edge
    cdef int index
    for index in range(node.count):
        edge = &tree.edges[node.first + index]
        if edge.move_count == turn.count and memcmp(
            moves_of(tree, edge), turn.moves, turn.count * sizeof(uint16_t)
        ) == 0:
            return index
    return -1


cdef bint make_room(Tree *tree, Node *node, int count) noexcept nogil:
    """Room for `count` more edges of a node; they may move to another place for it."""
    cdef int room = node.count + count + SPARE_EDGES
    if node.count + count <= node.room:
        return True
    if node.count + count > MOST_TAKEN_IN or tree.edge_count + room > tree.edge_room:
        return False
    memcpy(&tree.edges[tree.edge_count], &tree.edges[node.first], node.count * sizeof(Edge))
    memcpy(
        tree.moves + <uint64_t>tree.edge_count * tree.ops.turn_moves,
        tree.moves + <uint64_t>node.first * tree.ops.turn_moves,
        node.count * tree.ops.turn_moves * sizeof(uint16_t),
    )
    if tree.mixes != NULL:
        memcpy(&tree.mixes[tree.edge_count], &tree.mixes[node.first], node.count * sizeof(Mix))
    node.first = tree.edge_count
    node.room = room
    tree.edge_count += room
    return True


cdef void take_in(Tree *tree, Node *node, const void *state, uint8_t *out) noexcept nogil:
    """Add the turns of this world that the node lacks; mark its turns that this world lacks."""
    cdef Turn turns[TURN_LIMIT]
    cdef Edge *edge
    cdef int count = list_turns(tree, state, turns), index, place, fresh = 0
    cdef double best = -1e18, total = 0.0
    memset(out, 1, node.count)
    for index in range(count):
        place = find_edge(tree, node, &turns[index])
        if place >= 0:
            out[place] = 0
        else:
            fresh += 1
        if turns[index].value > best:
            best = turns[index].value
    if not fresh or not make_room(tree, node, fresh):
        return
    for index in range(count):
        total += exponential((turns[index].value - best) / tree.params.temperature)
    for index in range(count):
        if find_edge(tree, node, &turns[index]) < 0:
            edge = &tree.edges[node.first + node.count]
            start_edge(tree, edge, &turns[index])
            edge.prior = exponential((turns[index].value - best) / tree.params.temperature) / total
            out[node.count] = 0
            node.count += 1


cdef Edge *choose(Tree *tree, Node *node, const void *state, Turn *turn) noexcept nogil:
    """The most promising turn that fits the state; NULL if none of those looked at does.

    Turns come in one by one, in the order of their priors (progressive widening): a hundred
    turns that are all tried once leave nothing for the few that matter. How often a turn could
    have been chosen counts for its share of exploration, not how often the node was visited:
    many turns fit few worlds.

    With `adapt` a node in which nothing fits looks at all its turns, and then takes in those of
    the world at hand. Where turns vary from world to world it always does.
    """
    cdef Edge *edge
    cdef Edge *best
    cdef double score, top, untried = 0.5, spread = spread_at(&tree.params, node)
    cdef uint8_t out[TURN_LIMIT]
    cdef int index, best_index
    cdef int width = width_at(&tree.params, node)
    # The root's turns are those of the view, and fit all its worlds.
    cdef bint adapts = tree.params.adapt and node != &tree.nodes[0], taken_in = False
    memset(out, 0, width)
    if adapts and tree.ops.turns_vary != NULL and tree.ops.turns_vary(state):
        take_in(tree, node, state, out)
        taken_in = True
        width = node.count
    # The first edge has the best prior, and is the first one tried: it says what an untried turn
    # of this node may be worth.
    edge = &tree.edges[node.first]
    if edge.visits:
        untried = edge.utility / edge.visits
    untried -= tree.params.first_play * spread
    # Whether a turn fits is dear to ask and mostly true: ask for the best one alone, and on
    # only if the answer is no.
    while True:
        best = NULL
        best_index = -1
        top = -1e18
        for index in range(width):
            edge = &tree.edges[node.first + index]
            if not out[index]:
                score = edge_score(edge, untried, tree.params.exploration * spread)
                if score > top:
                    top = score
                    best = edge
                    best_index = index
        if best == NULL:
            if not adapts or taken_in:
                break
            if width < node.count:
                memset(out + width, 0, node.count - width)
            else:
                take_in(tree, node, state, out)
                taken_in = True
            width = node.count
            continue
        read_turn(tree, best, turn)
        if taken_in or tree.ops.turn_fits(state, turn):
            break
        out[best_index] = 1
    # Turns that were found not to fit this world have lost no chance by not being chosen. Those
    # not asked about are taken to fit.
    for index in range(width):
        tree.edges[node.first + index].seen += not out[index]
    return best


cdef void strategy_at(
    const Tree *tree, const Node *node, int width, double *strategy
) noexcept nogil:
    cdef int index
    for index in range(width):
        strategy[index] = tree.edges[node.first + index].prior
    mix_strategy(&tree.mixes[node.first], width, strategy)


cdef Edge *draw_mixed(
    Tree *tree, const void *state, Rng *rng, Turn *turn, Step *step
) noexcept nogil:
    """A turn of a seat that decides in secret; NULL if none of those looked at fits the state."""
    cdef double strategy[TURN_LIMIT]
    cdef uint8_t out[TURN_LIMIT]
    cdef int index
    step.width = width_at(&tree.params, step.node)
    strategy_at(tree, step.node, step.width, strategy)
    memset(out, 0, step.width)
    while True:
        index = mix_draw(
            strategy, out, step.width, tree.params.mixing_exploration, rng, &step.chance,
            &step.tried,
        )
        if index < 0:
            return NULL
        step.edge = &tree.edges[step.node.first + index]
        read_turn(tree, step.edge, turn)
        if tree.ops.turn_fits(state, turn):
            return step.edge
        out[index] = 1


cdef void learn_mixed(Tree *tree, const Step *step, double utility) noexcept nogil:
    """Before the walk is counted: what it has brought is held against what was known."""
    cdef double strategy[TURN_LIMIT]
    strategy_at(tree, step.node, step.width, strategy)
    mix_learn(
        &tree.mixes[step.node.first], strategy, step.width,
        <int>(step.edge - &tree.edges[step.node.first]), step.chance, utility, step.node.visits,
    )


cdef void count_pair(Tree *tree, const Step *steps, double utility) noexcept nogil:
    """What the first seat got by its turn and the next one's, if that one kept its place."""
    cdef int row = <int>(steps[0].edge - &tree.edges[steps[0].node.first])
    cdef int column = <int>(steps[1].edge - &tree.edges[steps[1].node.first])
    if column < INNER_TURNS:
        tree.pairs[row * INNER_TURNS + column].utility += utility
        tree.pairs[row * INNER_TURNS + column].squares += utility * utility
        tree.pairs[row * INNER_TURNS + column].visits += 1.0


cdef int node_after(const Tree *tree, int node) noexcept nogil:
    """Of a chain of nodes the one in which the world's seat to move knows what it now knows."""
    cdef int seat = tree.ops.to_move(tree.world)
    cdef uint64_t information
    if node < 0:
        return -1
    # Chance, or what another seat holds, may have led to several nodes after the same turn. A
    # seat that cannot tell two worlds apart must be in the same node in both, or it would play
    # by what it does not know.
    information = tree.ops.information(tree.world, seat)
    while node >= 0 and (
        tree.nodes[node].seat != seat or tree.nodes[node].information != information
    ):
        node = tree.nodes[node].next
    return node


cdef void grow(Tree *tree, int32_t *chain) noexcept nogil:
    """A node for the world at hand at the head of a chain, while the memory lasts."""
    cdef int node = expand(tree, tree.world)
    if node >= 0:
        tree.nodes[node].next = chain[0]
        chain[0] = node


# -- one iteration -----------------------------------------------------------------------------

cdef void settle_chance(Tree *tree, Rng *rng) noexcept nogil:
    # Chance has no nodes: what it brings is met in its proportion, walk by walk.
    while tree.ops.to_move(tree.world) == TO_CHANCE:
        tree.ops.draw(tree.world, rng)


cdef void settle(Tree *tree, Rng *rng) noexcept nogil:
    """On to a decision that is worth a node."""
    cdef Turn turn
    settle_chance(tree, rng)
    if not tree.params.adapt or tree.ops.routine == NULL:
        return
    while tree.ops.to_move(tree.world) != TO_NOBODY and tree.ops.routine(tree.world, &turn):
        tree.ops.play_turn(tree.world, &turn)
        settle_chance(tree, rng)


cdef void play_out(Tree *tree, Rng *rng) noexcept nogil:
    """Some greedy turns, so that the guess after them sees what is at hand done.

    A turn that everybody sees coming should not make one walk look better than another only
    because that one ends before it.
    """
    cdef Turn turns[TURN_LIMIT]
    cdef int index, best, count
    # Every seat plays by the world, not by its view: static evaluations hardly count hidden things.
    for _ in range(tree.params.playout):
        if tree.ops.to_move(tree.world) == TO_NOBODY:
            return
        count = list_turns(tree, tree.world, turns)
        best = 0
        for index in range(1, count):
            if turns[index].value > turns[best].value:
                best = index
        tree.ops.play_turn(tree.world, &turns[best])
        settle_chance(tree, rng)


cdef void give_back(Tree *tree, const Step *steps, int depth) noexcept nogil:
    """What the walk's end promises goes to every edge on the way."""
    cdef double points[GAME_SEATS]
    cdef double spread[GAME_SEATS]
    cdef double win[GAME_SEATS]
    cdef double utility
    cdef int index, seat, tried = 0
    cdef Total *total = &tree.totals[steps[0].edge - &tree.edges[tree.nodes[0].first]]
    tree.evaluator.expect(tree.evaluator, tree.world, points, spread, win)
    for index in range(depth):
        if steps[index].width and steps[index].tried:
            tried = index
    # Each node counts what its own seat got: no seat is thought to play for or against another.
    for index in range(depth):
        utility = blended_utility(
            &tree.params, tree.seats, tree.solo_par, steps[index].node.seat, points, win
        )
        if steps[index].width and index >= tried:
            learn_mixed(tree, &steps[index], utility)
        if index == 0 and tree.mixed and depth > 1 and steps[1].width and tried <= 1:
            count_pair(tree, steps, utility)
        steps[index].node.visits += 1
        steps[index].node.utility += utility
        steps[index].node.squares += utility * utility
        steps[index].edge.visits += 1
        steps[index].edge.utility += utility
        # Errors are shown at the root alone, which keeps edges small.
        if index == 0:
            total.utility_squares += utility * utility
    # What people ask of a line, not what the search maximises.
    for seat in range(tree.seats):
        total.win[seat] += win[seat]
        total.win_squares[seat] += win[seat] * win[seat]
        total.points[seat] += points[seat]
        total.points_squares[seat] += points[seat] * points[seat]
        total.variance[seat] += spread[seat] * spread[seat]


cdef Edge *least_tried(Tree *tree) noexcept nogil:
    """The turn at the root that was tried least often."""
    cdef Edge *edges = &tree.edges[tree.nodes[0].first]
    cdef Edge *least = edges
    cdef int index
    for index in range(1, tree.nodes[0].count):
        if edges[index].visits < least.visits:
            least = &edges[index]
    return least


cdef Edge *choose_at_root(Tree *tree, Turn *turn, Step *step) noexcept nogil:
    cdef Rng rng
    step.node = &tree.nodes[0]
    step.width = 0
    if tree.even:
        step.edge = least_tried(tree)
        read_turn(tree, step.edge, turn)
    elif tree.mixed:
        rng_seed(&rng, ~tree.seed, tree.iterations)
        step.edge = draw_mixed(tree, tree.view, &rng, turn, step)
    else:
        step.edge = choose(tree, step.node, tree.view, turn)
    return step.edge


cdef inline bint is_unseen(const Tree *tree, const void *state) noexcept nogil:
    return tree.ops.unseen != NULL and tree.ops.unseen(state)


cdef void iterate(Tree *tree) noexcept nogil:
    """One walk: down the tree in one world, a node more at its end, some greedy turns on, and
    what is then expected back to every turn on the way."""
    cdef Step steps[MOST_DEPTH]
    cdef int32_t *chain
    cdef Turn turn
    cdef bint unseen
    cdef int depth = 0, here
    cdef int limit = tree.params.depth if tree.params.depth < MOST_DEPTH else MOST_DEPTH
    cdef Rng rng, dice
    cdef Edge *edge = choose_at_root(tree, &turn, &steps[0])
    # The n-th try of every turn at the root meets the same world and the same luck, so that
    # the turns are compared on equal terms; and others who mix meet it alike.
    rng_seed(&rng, tree.seed, edge.visits)
    rng_seed(&dice, ~tree.seed, ~<uint64_t>edge.visits)
    tree.ops.sample_world(tree.view, &rng, tree.world)
    unseen = is_unseen(tree, tree.world)
    # NULL: none of the turns kept here fits the world, and the walk ends as at a leaf.
    while edge != NULL:
        # The nodes after a turn hang at its edge if others see it. That is asked of the state that
        # it is taken in.
        chain = &steps[depth].node.unseen_child if unseen else &edge.child
        depth += 1
        tree.ops.play_turn(tree.world, &turn)
        settle(tree, &rng)
        # A limit of depth 1 leaves no tree: every turn of the root is tried by playing out alone.
        if tree.ops.to_move(tree.world) == TO_NOBODY or depth == limit:
            break
        here = node_after(tree, chain[0])
        if here < 0:
            # The first visit of a turn is for the guess after it alone: a node takes memory, and
            # most turns are never tried again.
            if edge.visits:
                grow(tree, chain)
            break
        unseen = is_unseen(tree, tree.world)
        steps[depth].node = &tree.nodes[here]
        steps[depth].width = 0
        if unseen and tree.params.mixing:
            edge = draw_mixed(tree, tree.world, &dice, &turn, &steps[depth])
        else:
            edge = choose(tree, steps[depth].node, tree.world, &turn)
            steps[depth].edge = edge
    if depth > tree.deepest:
        tree.deepest = depth
    play_out(tree, &rng)
    give_back(tree, steps, depth)
    tree.iterations += 1


cdef void set_solo_par(Tree *tree) noexcept nogil:
    """What one seat alone can expect at the root: the mean of some greedy walks.

    They are the same for every tree of a search, whatever its seed, so that utilities can be
    added up over the trees.
    """
    cdef double points[GAME_SEATS]
    cdef double spread[GAME_SEATS]
    cdef double win[GAME_SEATS]
    cdef Rng rng
    cdef int walk
    tree.solo_par = 0.0
    for walk in range(SOLO_WALKS):
        rng_seed(&rng, 0, walk)
        tree.ops.sample_world(tree.view, &rng, tree.world)
        play_out(tree, &rng)
        tree.evaluator.expect(tree.evaluator, tree.world, points, spread, win)
        tree.solo_par += points[0] / SOLO_WALKS


cdef void run_tree(
    Tree *tree, uint64_t iterations, uint64_t deadline_ns, const int *stopped, Watch *watch
) noexcept nogil:
    cdef uint64_t count
    for count in range(iterations):
        # A stop ends the search even before its first walk: callers that stop it do not wait.
        if flag_read(stopped):
            return
        # However short the time, there is something to answer.
        if count and count % CLOCK_EVERY == 0:
            if deadline_ns and monotonic_ns() >= deadline_ns or watch_raised(watch):
                return
        iterate(tree)


# -- Python ------------------------------------------------------------------------------------

cdef class Searcher:
    """A tree for one position at a time, in memory of its own.

    `game` is a capsule of the name ``GameOps`` around a game's table of functions; states are
    handed in as bytes. `evaluation` is one for this game; None: its own guess. One thread may
    call one searcher at a time, RuntimeError for a second one; `stop` from any.
    """

    def __cinit__(self, object game, int megabytes, Evaluation evaluation=None):
        cdef uint64_t bytes_in_all = <uint64_t>megabytes << 20
        cdef uint64_t nodes
        cdef const GameOps *ops = open_game(game)
        cdef uint64_t move_bytes = ops.turn_moves * sizeof(uint16_t)
        cdef uint64_t mix_bytes = sizeof(Mix) if ops.unseen != NULL else 0
        cdef uint64_t edge_bytes = sizeof(Edge) + move_bytes + mix_bytes
        if megabytes < 1:
            raise ValueError(f"megabytes must be at least 1, not {megabytes}")
        self.evaluation = Evaluation(game) if evaluation is None else evaluation
        if self.evaluation.table.game != ops:
            raise ValueError("an evaluation for another game")
        self.tree.ops = ops
        self.tree.evaluator = &self.evaluation.table
        # Of nodes and edges the ones that run out first end the growth. The search goes on with
        # the tree that there is.
        nodes = bytes_in_all / (sizeof(Node) + EDGES_A_NODE * edge_bytes)
        self.tree.node_room = <int>min(nodes, <uint64_t>1 << 26)
        self.tree.edge_room = <int>min(EDGES_A_NODE * nodes, <uint64_t>1 << 30)
        self.tree.nodes = <Node *>calloc(self.tree.node_room, sizeof(Node))
        self.tree.edges = <Edge *>calloc(self.tree.edge_room, sizeof(Edge))
        self.tree.moves = <uint16_t *>calloc(self.tree.edge_room, move_bytes)
        if ops.unseen != NULL:
            self.tree.mixes = <Mix *>calloc(self.tree.edge_room, sizeof(Mix))
            self.tree.pairs = <Pair *>calloc(TURN_LIMIT * INNER_TURNS, sizeof(Pair))
        self.tree.scratch = calloc(1, ops.scratch_bytes)
        self.tree.view = calloc(1, ops.state_bytes)
        self.tree.world = calloc(1, ops.state_bytes)
        if not (
            self.tree.nodes and self.tree.edges and self.tree.moves and self.tree.scratch
            and self.tree.view and self.tree.world and (
                self.tree.mixes and self.tree.pairs or not mix_bytes
            )
        ):
            raise MemoryError(f"no {megabytes} MB for a search tree")

    def __dealloc__(self):
        free(self.tree.nodes)
        free(self.tree.edges)
        free(self.tree.moves)
        free(self.tree.mixes)
        free(self.tree.pairs)
        free(self.tree.scratch)
        free(self.tree.view)
        free(self.tree.world)

    def begin(
        self, bytes state, int seat, unsigned long long seed, dict params, object allowed=None,
        object asked=(), bint even=False,
    ):
        """Start a new tree on a state in which `seat` is to move; returns the root's turns.

        They come as lists of the game's move codes, best prior first. With `allowed`, a
        function of such a list, only those it is true for. The turns `asked` for, lists of codes
        that must be legal, are looked at even if the game does not list them. With `even`, all
        are tried equally often, to compare them rather than to find the best one.
        """
        owner_take(&self.taken, self)
        try:
            return self.grow_root(state, seat, seed, params, allowed, list(asked), even)
        except BaseException:
            # Half a root is none.
            self.tree.node_count = 0
            raise
        finally:
            self.taken = False

    cdef list grow_root(
        self, bytes state, int seat, unsigned long long seed, dict params, object allowed,
        list asked, bint even
    ):
        cdef const char *start = state_in(self.tree.ops, state)
        cdef Node *root
        cdef float least
        self.tree.params = params
        self.tree.seed = seed
        self.tree.even = even
        self.tree.node_count = self.tree.edge_count = 0
        self.tree.iterations = self.tree.listed = 0
        self.tree.deepest = 0
        memset(self.tree.totals, 0, sizeof(self.tree.totals))
        if self.tree.pairs != NULL:
            memset(self.tree.pairs, 0, TURN_LIMIT * INNER_TURNS * sizeof(Pair))
        # What the last search left there must not show in this one.
        memset(self.tree.scratch, 0, self.tree.ops.scratch_bytes)
        self.tree.seats = self.tree.ops.seats(start)
        self.tree.root_seat = seat
        if seat < 0 or self.tree.ops.to_move(start) != seat:
            raise ValueError(f"seat {seat} is not to move")
        # Nothing but the view is looked at from here on: what is hidden cannot leak into a turn.
        self.tree.ops.view(start, seat, self.tree.view)
        self.tree.mixed = (
            self.tree.params.mixing and not even and is_unseen(&self.tree, self.tree.view)
        )
        if expand(&self.tree, self.tree.view) < 0:
            raise MemoryError("the memory does not hold the first position's turns")
        root = &self.tree.nodes[0]
        if root.count < 1:
            raise ValueError("the game lists no turn of the seat to move")
        if self.tree.seats == 1:
            set_solo_par(&self.tree)
        # Of all turns that the game lists, not only of those that are kept.
        least = self.tree.edges[root.first + root.count - 1].prior
        if allowed is not None:
            self.keep_allowed(root, allowed)
        self.add_asked(root, asked, least)
        if allowed is not None or asked:
            share_priors(self.tree.edges + root.first, root.count)
        return [
            self.codes(&self.tree.edges[root.first + index]) for index in range(root.count)
        ]

    cdef int keep_allowed(self, Node *root, object allowed) except -1:
        cdef Edge *edges = self.tree.edges + root.first
        cdef Turn turn
        cdef int index, kept = 0
        for index in range(root.count):
            if allowed(self.codes(&edges[index])):
                read_turn(&self.tree, &edges[index], &turn)
                edges[kept] = edges[index]
                keep_turn(&self.tree, &edges[kept], &turn)
                kept += 1
        root.count = kept
        return 0

    cdef int add_asked(self, Node *root, list turns, float prior) except -1:
        """At the end of the root's turns, each with this prior; the last ones make room."""
        cdef Edge *edge
        cdef Turn turn
        cdef int room = min(TURN_LIMIT, self.tree.edge_room)
        if len(turns) > room:
            raise ValueError(f"at most {room} turns can be asked for, not {len(turns)}")
        root.count = min(root.count, room - <int>len(turns))
        for codes in turns:
            turn_of(self.tree.ops, self.tree.view, codes, &turn)
            edge = &self.tree.edges[root.first + root.count]
            start_edge(&self.tree, edge, &turn)
            edge.prior = prior
            root.count += 1
        self.tree.edge_count = root.count
        return 0

    cdef list codes(self, const Edge *edge):
        cdef const uint16_t *moves = moves_of(&self.tree, edge)
        return [moves[index] for index in range(edge.move_count)]

    def run(self, unsigned long long iterations, unsigned long long deadline_ns=0):
        """Go on for `iterations`, or until the monotonic clock shows `deadline_ns`.

        Returns the iterations done on this position so far. Needs no lock of the interpreter.
        """
        cdef Watch watch
        owner_take(&self.taken, self)
        try:
            self.check_begun()
            watch_begin(&watch)
            # Trees share nothing, so that threads wait for nothing, and the answer does not depend
            # on how many there are.
            with nogil:
                run_tree(&self.tree, iterations, deadline_ns, &self.stopped, &watch)
            watch_end(&watch)
            return self.tree.iterations
        finally:
            self.taken = False

    cdef int check_begun(self) except -1:
        if self.tree.node_count == 0:
            raise RuntimeError("no search has begun")
        return 0

    cdef int check_idle(self) except -1:
        """Whether there is a tree that no thread works in: a growing one holds half a node."""
        owner_check(self.taken, self)
        return self.check_begun()

    def stop(self):
        """Make `run` return at once, now and until `resume`."""
        flag_write(&self.stopped, 1)

    def resume(self):
        """Let `run` run again."""
        flag_write(&self.stopped, 0)

    def results(self):
        """The root's turns, in the order of `begin`: visits, sums of utility and its squares,
        of win shares and of points a seat, of the squares of both, and of the variance of final
        points that the evaluator saw at the end of each walk."""
        cdef Node *root = &self.tree.nodes[0]
        cdef Edge *edge
        cdef Total *total
        self.check_idle()
        lines = []
        for index in range(root.count):
            edge = &self.tree.edges[root.first + <int>index]
            total = &self.tree.totals[<int>index]
            lines.append((
                edge.visits, edge.utility, total.utility_squares,
                [total.win[seat] for seat in range(self.tree.seats)],
                [total.points[seat] for seat in range(self.tree.seats)],
                [total.win_squares[seat] for seat in range(self.tree.seats)],
                [total.points_squares[seat] for seat in range(self.tree.seats)],
                [total.variance[seat] for seat in range(self.tree.seats)],
            ))
        return lines

    def shares(self):
        """How large a part of its play the root's seat gives each turn, in the order of `begin`;
        None where it does not mix."""
        cdef Node *root = &self.tree.nodes[0]
        cdef double total = 0.0
        self.check_idle()
        if not self.tree.mixed:
            return None
        if self.tree.seats == 2:
            return shares_of_pairs(self.tree.pairs, root.count, INNER_TURNS)
        shares = [self.tree.mixes[root.first + <int>index].share for index in range(root.count)]
        total = sum(shares)
        return [share / total if total else 1.0 / root.count for share in shares]

    cdef Node *busiest(self, const Edge *edge):
        """Of the nodes after an edge the most visited one."""
        cdef int node = edge.child, best = edge.child
        while node >= 0:
            if self.tree.nodes[node].visits > self.tree.nodes[best].visits:
                best = node
            node = self.tree.nodes[node].next
        return &self.tree.nodes[best]

    def variation(self, int line):
        """The most visited turns after one of the root's, as lists of codes, the root's first.

        They end at a turn that the others do not see: no play answers to that one.
        """
        cdef Edge *edge = &self.tree.edges[self.tree.nodes[0].first + line]
        cdef Edge *best
        cdef Node *node
        cdef int index
        self.check_idle()
        if not 0 <= line < self.tree.nodes[0].count:
            raise IndexError(f"line must be 0 to {self.tree.nodes[0].count - 1}, not {line}")
        turns = [self.codes(edge)]
        while edge.child >= 0 and len(turns) < MOST_DEPTH:
            # By visits, not by value: a mean of few visits is mostly luck.
            node = self.busiest(edge)
            best = NULL
            for index in range(node.count):
                edge = &self.tree.edges[node.first + index]
                if edge.visits and (best == NULL or edge.visits > best.visits):
                    best = edge
            if best == NULL:
                break
            edge = best
            turns.append(self.codes(edge))
        return turns

    @property
    def depth(self):
        """The deepest walk, in turns."""
        return self.tree.deepest

    @property
    def turns_listed(self):
        """How many turns the game has weighed and handed over, in the tree and in playouts."""
        return self.tree.listed

    @property
    def memory_used(self):
        """The share of the memory that the tree takes, 0 to 1; past it the tree grows no more."""
        return max(
            self.tree.node_count / <double>self.tree.node_room,
            self.tree.edge_count / <double>self.tree.edge_room,
        )
