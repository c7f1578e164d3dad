"""The exhaustive search of endings: win share first, expected points second."""

from libc.math cimport INFINITY, fabs
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from coalbaron_fast.search.clock cimport monotonic_ns
from coalbaron_fast.search.flag cimport flag_read, flag_write
from coalbaron_fast.search.owner cimport owner_check, owner_take
from coalbaron_fast.search.signals cimport watch_begin, watch_end, watch_raised
from coalbaron_fast.contract.game cimport (
    CHANCE_LIMIT, Chance, EVERY_TURN, FAR_FROM_END, GAME_SEATS, GameOps, NOBODY_CHOOSES,
    TO_CHANCE, TO_NOBODY, Turn, UNLIKE_TURNS, USEFUL_TURNS, codes_of, open_game, state_in,
)

cdef enum:
    MOST_DEPTH = 96
    MOST_ROOT_TURNS = 1 << 12
    LINE_LENGTH = 32            # turns of a line, the root's included
    BUCKET = 4                  # places in the table where a state may be
    CLOCK_EVERY = 4             # nodes between looks at the clock
    WATCH_EVERY = 256           # nodes between looks for Ctrl-C

# A win is worth this many points: expected wins decide unless they differ by less than some
# millionth. Doubles carry such sums to some 1e-7 of a point.
cdef double WIN_POINTS = 1e9
# What two worths may differ by and still be the same, sums being rounded.
cdef double SAME_SCORE = 1e-5
cdef double SAME_VALUE = 1e-9


# -- what a result is worth --------------------------------------------------------------------

cdef double worth(const Solve *solve, const Result *result, int seat) noexcept nogil:
    """Share of the win first, the margin over the mean of the other seats second."""
    cdef double others = 0.0
    cdef int other
    # One number for "wins first, points second": no sum of points comes near a win's worth. It
    # must be linear in both, or the mean over chance would not be the worth of the mean.
    for other in range(solve.seats):
        if other != seat:
            others += result.points[other]
    return (
        WIN_POINTS * result.win[seat] + result.points[seat]
        - others / (solve.seats - 1 if solve.seats > 1 else 1)
    )


cdef bint is_better(
    const Solve *solve, const Result *one, const Result *other, int seat
) noexcept nogil:
    """Whether a seat takes `one` rather than `other`; what is the same to it goes to the root's
    disadvantage."""
    cdef double lead
    # Two seats: what one wins the other loses, so one number says it for both and can be pruned.
    # More seats (or one): max^n, every seat takes what is worth most to itself, and no bound on
    # one seat's worth says anything about another's choice.
    if solve.seats == 2:
        return one.score > other.score if seat == 0 else one.score < other.score
    lead = worth(solve, one, seat) - worth(solve, other, seat)
    if fabs(lead) > SAME_SCORE:
        return lead > 0.0
    # Max^n leaves open which of two equal turns is taken. The root may not count on kindness;
    # without a rule the answer would depend on the order of the turns.
    return seat != solve.root_seat and (
        worth(solve, one, solve.root_seat) < worth(solve, other, solve.root_seat) - SAME_SCORE
    )


cdef bint is_same(const Solve *solve, const Result *one, const Result *other) noexcept nogil:
    """Whether every seat can expect the same: then it does not matter what chance brings."""
    cdef int seat
    for seat in range(solve.seats):
        if (
            fabs(one.win[seat] - other.win[seat]) > SAME_VALUE
            or fabs(one.points[seat] - other.points[seat]) > SAME_VALUE
        ):
            return False
    return True


cdef void clear(Result *result) noexcept nogil:
    cdef int seat
    for seat in range(GAME_SEATS):
        result.win[seat] = result.points[seat] = 0.0
    result.score = 0.0
    result.best = 0
    result.bound = EXACT
    result.doubtful = 0
    result.sources = 0


cdef void add_share(Result *total, double share, const Result *part) noexcept nogil:
    """Add an outcome's part to a mean."""
    cdef int seat
    for seat in range(GAME_SEATS):
        total.win[seat] += share * part.win[seat]
        total.points[seat] += share * part.points[seat]
    total.score += share * part.score


cdef inline void add_flags(Result *total, const Result *part) noexcept nogil:
    total.doubtful |= part.doubtful
    total.sources |= part.sources


cdef void judge(const Solve *solve, const void *state, Result *out) noexcept nogil:
    """The game is over."""
    clear(out)
    solve.ops.expect(state, out.points, out.win)
    if solve.seats == 2:
        out.score = worth(solve, out, 0)


# -- the table ---------------------------------------------------------------------------------

cdef inline Entry *bucket_of(const Solve *solve, uint64_t key) noexcept nogil:
    return solve.table + BUCKET * (key & (solve.buckets - 1))


cdef Entry *find(const Solve *solve, uint64_t key) noexcept nogil:
    cdef Entry *entry = bucket_of(solve, key)
    cdef int index
    for index in range(BUCKET):
        if entry[index].key == key and entry[index].search == solve.search:
            return &entry[index]
    return NULL


cdef bint is_answer(const Result *result, double low, double high) noexcept nogil:
    """Whether a result of the table answers what a window asks."""
    if result.bound == EXACT:
        return True
    # A bound answers if it lies outside of the window: how far outside does not matter.
    if result.bound == AT_LEAST:
        return result.score >= high
    return result.score <= low


cdef void keep(
    const Solve *solve, uint64_t key, const Result *result, uint64_t weight
) noexcept nogil:
    """Write a result over the same state's, or over what saves least of the bucket."""
    cdef Entry *bucket = bucket_of(solve, key)
    cdef Entry *place = bucket
    cdef uint64_t least = 0xFFFFFFFFFFFFFFFF, saves
    cdef int index
    for index in range(BUCKET):
        # What an earlier search left is of no use: it may have had another seat at the root, by
        # which equal turns were told apart.
        saves = 0
        if bucket[index].search == solve.search:
            if bucket[index].key == key:
                place = &bucket[index]
                break
            saves = bucket[index].weight
        if saves < least:
            least = saves
            place = &bucket[index]
    place.key = key
    place.result = result[0]
    place.search = solve.search
    # As heavy as it can be written, if it saves more nodes than that.
    place.weight = <uint32_t>(weight if weight >> 32 == 0 else 1 << 31)


# -- nodes -------------------------------------------------------------------------------------

cdef inline void *state_at(const Solve *solve, int depth) noexcept nogil:
    return solve.states + <uint64_t>depth * solve.ops.state_bytes


cdef inline void *copy_below(const Solve *solve, int depth) noexcept nogil:
    """A copy of a depth's state, one depth further down."""
    memcpy(state_at(solve, depth + 1), state_at(solve, depth), solve.ops.state_bytes)
    return state_at(solve, depth + 1)


cdef bint must_end(Solve *solve) noexcept nogil:
    if solve.nodes >= solve.node_limit or flag_read(solve.stopped):
        return True
    if solve.nodes % WATCH_EVERY == 0 and watch_raised(&solve.watch):
        return True
    return (
        solve.deadline_ns and solve.nodes % CLOCK_EVERY == 0
        and monotonic_ns() >= solve.deadline_ns
    )


cdef bint visit(
    Solve *solve, int depth, double low, double high, Result *out
) noexcept nogil:
    """The value of the state at a depth, as far as the window asks; False if time is up."""
    cdef const void *state = state_at(solve, depth)
    cdef int asked = solve.ops.to_move(state)
    cdef uint64_t key, before = solve.nodes
    cdef Entry *entry
    cdef uint32_t best = 0
    cdef bint done
    # The states of the nodes below must fit in.
    if must_end(solve) or depth + 2 >= MOST_DEPTH:
        return False
    solve.nodes += 1
    if asked == TO_NOBODY:
        judge(solve, state, out)
        return True
    key = solve.ops.key(state)
    entry = find(solve, key)
    if entry != NULL:
        if is_answer(&entry.result, low, high):
            out[0] = entry.result
            return True
        # It does not answer this window, but what was best then probably is again: looked at
        # first, it narrows the window for the others.
        best = entry.result.best
    if asked == TO_CHANCE:
        done = meet_chance(solve, depth, low, high, out)
    else:
        done = decide(solve, depth, low, high, best, out, NULL)
    # What time has cut off is no bound on anything.
    if done:
        keep(solve, key, out, solve.nodes - before)
    return done


# -- decisions ---------------------------------------------------------------------------------

cdef uint32_t signature(const Turn *turn) noexcept nogil:
    """A number by which a turn is known again in the list of a like state; never 0."""
    cdef uint32_t number = 2166136261
    cdef int index
    for index in range(turn.count):
        number = (number ^ turn.moves[index]) * <uint32_t>16777619
    return number | 1


cdef void bring_up(Turn *turns, int index, int count, uint32_t first) noexcept nogil:
    """Swap the next turn to look at to its place: the one that was best before, then by value."""
    cdef Turn turn
    cdef int other, best = index
    # Selection instead of sorting: a cutoff mostly comes after one or two turns.
    for other in range(index, count):
        if index == 0 and first and signature(&turns[other]) == first:
            best = other
            break
        if turns[other].value > turns[best].value:
            best = other
    turn = turns[index]
    turns[index] = turns[best]
    turns[best] = turn


cdef inline void narrow(
    const Solve *solve, const Result *best, int seat, double *low, double *high
) noexcept nogil:
    """What the seat has already got bounds what is still of interest."""
    if solve.seats != 2:
        return
    # Scores are seat 0's: it raises the lower end, seat 1 lowers the upper one.
    if seat == 0 and best.score > low[0]:
        low[0] = best.score
    elif seat == 1 and best.score < high[0]:
        high[0] = best.score


cdef int turns_of(
    Solve *solve, const void *state, int omit, Turn *turns, int room
) noexcept nogil:
    """List the turns of a position; their number, 0 if that is not possible."""
    # Best play of hidden turns is mixed: going through the turns would let the next seat see.
    if solve.ops.unseen != NULL and solve.ops.unseen(state):
        return 0
    return solve.ops.every_turn(state, solve.scratch, omit, turns, room)


cdef bint decide(
    Solve *solve, int depth, double low, double high, uint32_t first, Result *out, Turn *chosen
) noexcept nogil:
    """A seat takes the best of its turns; `chosen` (or NULL) gets it."""
    cdef const void *state = state_at(solve, depth)
    cdef int seat = solve.ops.to_move(state), base = solve.turn_count, index, count
    cdef Turn *turns = solve.turns + base
    cdef double narrow_low = low, narrow_high = high
    cdef Result best, after
    cdef bint done = True
    count = turns_of(solve, state, USEFUL_TURNS, turns, solve.turn_room - base)
    if count == 0:
        return False
    # The turns of the nodes below go on top of these; they are taken off at the end.
    solve.turn_count += count
    clear(&best)
    after.best = 0
    for index in range(count):
        bring_up(turns, index, count, first)
        solve.ops.play_turn(copy_below(solve, depth), &turns[index])
        done = visit(solve, depth + 1, narrow_low, narrow_high, &after)
        if not done:
            break
        # Doubt about one turn is doubt about the choice, whichever turn is chosen: the doubtful
        # one might really be the best.
        after.doubtful |= best.doubtful
        after.sources |= best.sources
        if index == 0 or is_better(solve, &after, &best, seat):
            best = after
            best.best = signature(&turns[index])
            if chosen != NULL:
                chosen[0] = turns[index]
        else:
            add_flags(&best, &after)
        narrow(solve, &best, seat, &narrow_low, &narrow_high)
        # Alpha-beta: the other seat has had something better before, and will not let this
        # position come about.
        if narrow_low >= narrow_high:
            break
    solve.turn_count = base
    if not done:
        return False
    # Fail-soft: a score outside of the window the node was asked with is a bound. With other
    # seat counts than two the window is infinite, and every result exact.
    best.bound = EXACT
    if best.score <= low:
        best.bound = AT_MOST
    elif best.score >= high:
        best.bound = AT_LEAST
    best.doubtful |= solve.ops.secret(state)
    out[0] = best
    return True


# -- chance ------------------------------------------------------------------------------------

# What outcomes of one chance event are worth at least to seat 0 if that seat is asked after all of
# them, or at most if seat 1 is.
cdef struct Promise:
    int seat                    # NOBODY_CHOOSES: nothing is known
    double bounds[48]
    double sum                  # their mean
    bint cut                    # whether that is out of the window


cdef bint meet_chance(
    Solve *solve, int depth, double low, double high, Result *out
) noexcept nogil:
    cdef Chance chance
    if not solve.ops.chance(state_at(solve, depth), &chance):
        return False
    if chance.chooser == NOBODY_CHOOSES:
        return throw_dice(solve, depth, &chance, low, high, out)
    return deal_hand(solve, depth, &chance, low, high, out)


cdef bint try_one(Solve *solve, int depth, double low, double high, Result *out) noexcept nogil:
    """A bound on the value of the state at a depth, where a seat is to move: one of its turns."""
    cdef const void *state = state_at(solve, depth)
    cdef const Entry *entry = find(solve, solve.ops.key(state))
    cdef int base = solve.turn_count, count
    cdef Turn *turns = solve.turns + base
    cdef bint done
    count = turns_of(solve, state, USEFUL_TURNS, turns, solve.turn_room - base)
    if count == 0:
        return False
    bring_up(turns, 0, count, entry.result.best if entry != NULL else 0)
    solve.turn_count += count
    solve.ops.play_turn(copy_below(solve, depth), &turns[0])
    done = visit(solve, depth + 1, low, high, out)
    solve.turn_count = base
    return done


cdef bint probe(
    Solve *solve, int depth, const Chance *chance, double low, double high, Promise *promise,
    Result *out
) noexcept nogil:
    """Star2: what each outcome is worth at least, if seat 0 is asked then, at most, if seat 1 is.

    One good turn of that seat says so. It often shows that the mean leaves the window, before
    anything else is looked at; `promise.cut` says whether. False if time is up.
    """
    cdef Result after
    cdef Entry *entry
    cdef double share, others
    cdef int index, other, asked
    for index in range(chance.count):
        solve.ops.play_outcome(copy_below(solve, depth), chance.codes[index])
        asked = solve.ops.to_move(state_at(solve, depth + 1))
        if asked < 0 or (index and asked != promise.seat):
            # Turns of one seat alone bound the mean from one side. What was found stays true.
            return True
        if index == 0:
            promise.seat = asked
            for other in range(chance.count):
                promise.bounds[other] = solve.lowest if asked == 0 else solve.highest
            promise.sum = promise.bounds[0]
        share = chance.ways[index] / <double>chance.total
        others = promise.sum - share * promise.bounds[index]
        entry = find(solve, solve.ops.key(state_at(solve, depth + 1)))
        if entry != NULL and entry.result.bound in (
            EXACT, AT_LEAST if asked == 0 else AT_MOST
        ):
            after = entry.result
        elif asked == 0:
            if not try_one(solve, depth + 1, -INFINITY, (high - others) / share, &after):
                return False
        elif not try_one(solve, depth + 1, (low - others) / share, INFINITY, &after):
            return False
        add_flags(out, &after)
        promise.bounds[index] = after.score
        promise.sum = others + share * after.score
        promise.cut = promise.sum >= high if asked == 0 else promise.sum <= low
        if promise.cut:
            return True
    return True


cdef double left_over(
    const Chance *chance, const Promise *promise, int seat, int first, double otherwise
) noexcept nogil:
    """What the outcomes from `first` on add to the mean, by their bounds if those are of `seat`."""
    cdef double total = 0.0
    cdef int index
    for index in range(first, chance.count):
        total += chance.ways[index] * (
            promise.bounds[index] if promise.seat == seat else otherwise
        )
    return total / chance.total


cdef bint throw_dice(
    Solve *solve, int depth, const Chance *chance, double low, double high, Result *out
) noexcept nogil:
    """The mean over the outcomes. Star1: with two seats it ends as soon as the outcomes to come,
    however good or bad, cannot bring it back into the window."""
    # If somebody knows more of what is drawn, every outcome must be looked at: whether they
    # differ says whether that knowledge matters. Where the result is in doubt anyway it need not.
    cdef bint whole = solve.seats != 2 or (chance.private and not solve.is_doubtful)
    cdef double share, most = 0.0, least = 0.0, child_low = -INFINITY, child_high = INFINITY
    cdef int index, left = chance.total
    cdef bint matters = False
    cdef Result first, after
    cdef Promise promise
    clear(out)
    promise.seat = NOBODY_CHOOSES
    promise.cut = False
    # A cut leaves in doubt what it does not look at: first of all a result shall be exact.
    if solve.is_doubtful and not whole and (low > -INFINITY or high < INFINITY):
        if not probe(solve, depth, chance, low, high, &promise, out):
            return False
        if promise.cut:
            out.score = promise.sum
            out.bound = AT_LEAST if promise.seat == 0 else AT_MOST
            out.sources |= 1 << chance.source
            out.doubtful |= chance.private
            return True
    for index in range(chance.count):
        share = chance.ways[index] / <double>chance.total
        left -= chance.ways[index]
        # A child must be this good (or bad) at least for the mean to get into the window, if all
        # outcomes to come were as good (or bad) as they can be.
        if not whole:
            most = left_over(chance, &promise, 1, index + 1, solve.highest)
            least = left_over(chance, &promise, 0, index + 1, solve.lowest)
            child_low = (low - out.score - most) / share
            child_high = (high - out.score - least) / share
        solve.ops.play_outcome(copy_below(solve, depth), chance.codes[index])
        if not visit(solve, depth + 1, child_low, child_high, &after):
            return False
        add_flags(out, &after)
        add_share(out, share, &after)
        if index == 0:
            first = after
        if left and (after.score >= child_high or after.score <= child_low):
            # What was not looked at could matter. The rest is put in at its worst (or best), so
            # that the sum is a bound on the mean.
            matters = True
            out.bound = AT_LEAST if after.score >= child_high else AT_MOST
            out.score += least if after.score >= child_high else most
            break
        matters |= after.bound != EXACT or not is_same(solve, &first, &after)
        # Only the last outcome can be a bound without ending the loop: the mean is one as well.
        if after.bound != EXACT:
            out.bound = after.bound
    if matters:
        out.sources |= 1 << chance.source
        out.doubtful |= chance.private
    return True


cdef double chance_of_none(int total, int ways, int hand) noexcept nogil:
    """How likely it is that none of `ways` ways is in a hand dealt from `total`."""
    cdef double likely = 1.0
    cdef int index
    # Drawn one by one, without putting back.
    for index in range(hand):
        if total - ways - index <= 0:
            return 0.0
        likely *= (total - ways - index) / <double>(total - index)
    return likely


cdef int best_left(
    const Solve *solve, const Chance *chance, const Result *results, const bint *taken
) noexcept nogil:
    """Of the outcomes not yet taken the one that the chooser likes best; or -1."""
    cdef int index, best = -1
    for index in range(chance.count):
        if not taken[index] and (
            best < 0 or is_better(solve, &results[index], &results[best], chance.chooser)
        ):
            best = index
    return best


cdef void expect_hand(
    const Solve *solve, const Chance *chance, const Result *results, Result *out
) noexcept nogil:
    """The mean of what the chooser takes: the best of what is certain, or of the hand if that has
    something better. An outcome is taken if it is in the hand and no better one is."""
    cdef bint taken[CHANCE_LIMIT]
    cdef double likely, before = 1.0
    cdef int index, ways = 0, best
    for index in range(chance.count):
        taken[index] = False
    # From the best outcome down. `before` is how likely it is that nothing better was dealt. The
    # first certain one ends it: nothing worse is ever taken. Going through all hands would take
    # thousands of sums for the same number.
    while True:
        best = best_left(solve, chance, results, taken)
        if best < chance.certain:
            break
        taken[best] = True
        ways += chance.ways[best]
        likely = chance_of_none(chance.total, ways, chance.hand)
        add_share(out, before - likely, &results[best])
        before = likely
    # -1: nothing is certain, and every hand had something.
    if best >= 0:
        add_share(out, before, &results[best])
    # What was dealt, or known to be there, has decided something.
    if ways or not is_same(solve, &results[best], &results[0]):
        out.sources |= 1 << chance.source
        out.doubtful |= chance.private


cdef bint deal_hand(
    Solve *solve, int depth, const Chance *chance, double low, double high, Result *out
) noexcept nogil:
    """What the chooser can expect of a hand. An outcome that is no better for it than a certain one
    is never taken: with two seats, if the result is in doubt anyway, no more is asked of it."""
    cdef Result results[CHANCE_LIMIT]
    cdef double child_low = -INFINITY, child_high = INFINITY
    cdef int index
    cdef bint cut = False
    clear(out)
    for index in range(chance.count):
        solve.ops.play_outcome(copy_below(solve, depth), chance.codes[index])
        if not visit(solve, depth + 1, child_low, child_high, &results[index]):
            return False
        add_flags(out, &results[index])
        if solve.seats != 2 or not solve.is_doubtful or index >= chance.certain:
            continue
        if chance.chooser == 0:
            child_low = max(child_low, results[index].score)
            cut = child_low >= high
        else:
            child_high = min(child_high, results[index].score)
            cut = child_high <= low
        # A certain outcome alone is too good for the other seat to let this come about.
        if cut:
            out.score = results[index].score
            out.bound = AT_LEAST if chance.chooser == 0 else AT_MOST
            out.sources |= 1 << chance.source
            out.doubtful |= chance.private
            break
    # Who has looked knows what went back: no later draw from there is luck alone.
    out.doubtful |= out.sources >> chance.source & 1
    if not cut:
        expect_hand(solve, chance, results, out)
    return True


# -- the root ----------------------------------------------------------------------------------

cdef bint solve_root(
    Solve *solve, int count, bint whole, bint only_exact, Result *answers
) noexcept nogil:
    """Fill in the answers for the turns at the bottom of the stack. With `whole` each is a value;
    otherwise those that are worse than an earlier one may stay bounds."""
    cdef double low = -INFINITY, high = INFINITY
    cdef Result best
    cdef int index
    cdef bint doubtful = solve.is_doubtful
    for index in range(count):
        # Nothing that comes can take the doubt away: the time is better spent on sampling.
        if doubtful and only_exact:
            return False
        bring_up(solve.turns, index, count, 0)
        solve.ops.play_turn(copy_below(solve, 0), &solve.turns[index])
        if not visit(solve, 1, low, high, &answers[index]):
            return False
        doubtful |= answers[index].doubtful
        answers[index].doubtful = doubtful
        # Several lines are shown with their values, so none may be cut off against another.
        if not whole:
            if index == 0 or is_better(solve, &answers[index], &best, solve.root_seat):
                best = answers[index]
            narrow(solve, &best, solve.root_seat, &low, &high)
    return not (doubtful and only_exact)


cdef int follow(Solve *solve, const Turn *turn, Turn *line) noexcept nogil:
    """The best turns after one of the root's, up to the first true chance; their number.

    They are searched again (the table answers most of it): if time is up, the line ends.
    """
    cdef Chance chance
    cdef Result after
    cdef int count = 1, depth = 1, asked
    line[0] = turn[0]
    solve.ops.play_turn(copy_below(solve, 0), turn)
    while count < LINE_LENGTH and depth + 2 < MOST_DEPTH:
        asked = solve.ops.to_move(state_at(solve, depth))
        if asked == TO_NOBODY:
            break
        if asked == TO_CHANCE:
            if not solve.ops.chance(state_at(solve, depth), &chance) or chance.count > 1:
                # What follows depends on the draw: a line would pick one at will.
                break
            solve.ops.play_outcome(copy_below(solve, depth), chance.codes[0])
        else:
            if not decide(solve, depth, -INFINITY, INFINITY, 0, &after, &line[count]):
                break
            solve.ops.play_turn(copy_below(solve, depth), &line[count])
            count += 1
        depth += 1
    return count


# -- Python ------------------------------------------------------------------------------------

cdef class Solver:
    """An exhaustive search of one position at a time, in memory of its own.

    `game` is a capsule of the name ``GameOps`` around a game's table of functions; states are
    handed in as bytes, and looked at only through the view of the seat to move. One thread may
    call one solver at a time, RuntimeError for a second one; `stop` from any.
    """

    def __cinit__(self, object game, int megabytes):
        cdef const GameOps *ops = open_game(game)
        cdef Solve *solve = &self.solve_data
        cdef uint64_t buckets = 1
        if megabytes < 1:
            raise ValueError(f"megabytes must be at least 1, not {megabytes}")
        self.game = game
        solve.ops = ops
        solve.highest = WIN_POINTS + 2.0 * ops.points_limit
        solve.lowest = -2.0 * ops.points_limit
        # A quarter for turns, at least half of the rest for the table, whose size is a power of
        # two so that the low bits of a key are the place.
        solve.turn_room = <int>min((<uint64_t>megabytes << 18) / sizeof(Turn), <uint64_t>1 << 24)
        while 2 * buckets * BUCKET * sizeof(Entry) <= <uint64_t>megabytes * 3 << 18:
            buckets *= 2
        solve.buckets = buckets
        solve.table = <Entry *>calloc(buckets * BUCKET, sizeof(Entry))
        solve.turns = <Turn *>calloc(solve.turn_room, sizeof(Turn))
        solve.states = <char *>calloc(MOST_DEPTH, ops.state_bytes)
        solve.scratch = calloc(1, ops.every_bytes)
        self.answers = <Result *>calloc(MOST_ROOT_TURNS, sizeof(Result))
        self.line = <Turn *>calloc(LINE_LENGTH, sizeof(Turn))
        solve.stopped = &self.stopped
        if not (
            solve.table and solve.turns and solve.states and solve.scratch and self.answers
            and self.line
        ):
            raise MemoryError(f"no {megabytes} MB to solve in")

    def __dealloc__(self):
        free(self.solve_data.table)
        free(self.solve_data.turns)
        free(self.solve_data.states)
        free(self.solve_data.scratch)
        free(self.answers)
        free(self.line)

    cdef void put_view(self, bytes state, int seat) except *:
        """Check a state and put its view to the bottom of the stack."""
        cdef Solve *solve = &self.solve_data
        cdef const char *start = state_in(solve.ops, state)
        if seat < 0 or solve.ops.to_move(start) != seat:
            raise ValueError(f"seat {seat} is not to move")
        solve.ops.view(start, seat, state_at(solve, 0))

    def turns_left(self, bytes state, int seat):
        """A bound of the turns until the game is over; None if that is out of sight."""
        owner_check(self.taken, self)
        self.put_view(state, seat)
        left = self.solve_data.ops.turns_left(state_at(&self.solve_data, 0))
        return None if left >= FAR_FROM_END else left

    def solve(
        self, bytes state, int seat, unsigned long long nodes, unsigned long long deadline_ns=0,
        int lines=1, object allowed=None, bint only_exact=False
    ):
        """Search a state in which `seat` is to move to the very end of the game.

        Returns None if that takes more than `nodes` nodes, lasts until the monotonic clock
        shows `deadline_ns`, or cannot be done; with `only_exact` also as soon as the result is
        sure not to be exact. Otherwise the best turns, at most `lines`, best
        first: each a tuple of the turn's move codes, the seats' shares of the win, their points,
        whether it is exact, whether luck decides anything after it, and the turns that follow as
        lists of codes. With `allowed`, a function of such a list, only turns it is true for.
        """
        cdef Solve *solve = &self.solve_data
        cdef int count
        cdef bint whole = lines > 1, done = False
        owner_take(&self.taken, self)
        try:
            self.put_view(state, seat)
            if solve.ops.turns_left(state_at(solve, 0)) >= FAR_FROM_END:
                return None
            solve.seats = solve.ops.seats(state_at(solve, 0))
            solve.root_seat = seat
            solve.is_doubtful = solve.ops.secret(state_at(solve, 0))
            # A new number makes all entries of the table old, without clearing it.
            solve.search += 1
            solve.nodes = 0
            solve.node_limit = nodes
            solve.deadline_ns = deadline_ns
            count = solve.turn_count = self.keep_allowed(allowed)
            watch_begin(&solve.watch)
            with nogil:
                done = count and solve_root(solve, count, whole, only_exact, self.answers)
            watch_end(&solve.watch)
            return self.best_lines(count, lines) if done else None
        finally:
            self.taken = False

    cdef list best_lines(self, int count, int lines):
        cdef Solve *solve = &self.solve_data
        cdef int index, length
        # Doubt about one turn is doubt about which is best: the last answer holds that of all.
        cdef bint doubtful = self.answers[count - 1].doubtful
        found = []
        for index in self.ranked(count, lines):
            with nogil:
                length = follow(solve, &solve.turns[index], self.line)
            watch_end(&solve.watch)
            found.append((
                codes_of(&self.line[0]),
                [self.answers[index].win[other] for other in range(solve.seats)],
                [self.answers[index].points[other] for other in range(solve.seats)],
                not doubtful,
                self.answers[index].sources != 0,
                [codes_of(&self.line[turn]) for turn in range(length)],
            ))
        return found

    cdef int keep_allowed(self, object allowed) except -1:
        """List the root's turns at the bottom of the stack; their number, 0 if not possible."""
        cdef Solve *solve = &self.solve_data
        cdef int index, count, kept = 0, room = min(solve.turn_room, MOST_ROOT_TURNS)
        # Several lines are shown: the second best turn must be among them.
        cdef int omit = UNLIKE_TURNS if allowed is None else EVERY_TURN
        count = turns_of(solve, state_at(solve, 0), omit, solve.turns, room)
        if allowed is None:
            return count
        for index in range(count):
            if allowed(codes_of(&solve.turns[index])):
                solve.turns[kept] = solve.turns[index]
                kept += 1
        return kept

    cdef list ranked(self, int count, int lines):
        """The root's turns by what they are worth to its seat, the first of equals first."""
        cdef Solve *solve = &self.solve_data
        cdef int index, best
        left = list(range(count))
        order = []
        while left and len(order) < lines:
            best = left[0]
            for index in left:
                if is_better(solve, &self.answers[index], &self.answers[best], solve.root_seat):
                    best = index
            left.remove(best)
            order.append(best)
        return order

    def stop(self):
        """Make `solve` give up at once, now and until `resume`."""
        flag_write(&self.stopped, 1)

    def resume(self):
        """Let `solve` work again."""
        flag_write(&self.stopped, 0)

    @property
    def nodes(self):
        """Positions that the last `solve` looked at, whether it came to an end or not."""
        return self.solve_data.nodes
