"""The mining plans worth looking at, remembered."""

from libc.stdint cimport uint64_t

from coalbaron_fast.games.coalbaron.core.bits cimport lowest_bit64
from coalbaron_fast.games.coalbaron.core.evaluate cimport (
    Standing, Weights, standing_of, utility_after,
)
from coalbaron_fast.games.coalbaron.core.mining cimport (
    Planner, planner_apply, planner_is_dominated, planner_mark_dominated, planner_node_steps,
    planner_open, planner_run, planner_steps,
)
from coalbaron_fast.games.coalbaron.core.state cimport state_work
from coalbaron_fast.games.coalbaron.core.tables cimport TABLES
from coalbaron_fast.games.coalbaron.core.types cimport MINING, PHASE_MINE, Seat, State
from coalbaron_fast.rng cimport mix64

cdef enum:
    PLANNER_BYTES = 1 << 18     # plans beyond some four thousand positions are not looked at
    SETS = 2048


cdef void plans_open(Plans *plans, void *memory) noexcept nogil:
    planner_open(&plans.planner, memory, PLANNER_BYTES)
    plans.sets = <PlanSet *>(<char *>memory + PLANNER_BYTES)


cdef void plans_forget(Plans *plans) noexcept nogil:
    cdef int index
    for index in range(SETS):
        plans.sets[index].key = 0


cdef uint64_t pit_key(const State *state, int seat, int steps) noexcept nogil:
    """Of everything that the planner works on."""
    cdef const Seat *own = &state.seats[seat]
    cdef uint64_t orders = own.outstanding & ~state.complete
    cdef uint64_t key = orders ^ <uint64_t>steps << 56
    key = mix64(key ^ <uint64_t>(state.phase == PHASE_MINE) << 63)
    key = mix64(key ^ (<uint64_t>own.storage << 16 | own.cage))
    key = mix64(key ^ (<uint64_t>(own.pit[0] & 0xFFFFF) << 20 | (own.pit[1] & 0xFFFFF)))
    key = mix64(key ^ (<uint64_t>(own.pit[2] & 0xFFFFF) << 20 | (own.pit[3] & 0xFFFFF)))
    while orders:
        key = mix64(key ^ state.fill[lowest_bit64(orders)])
        orders &= orders - 1
    return key | 1


# -- choosing ----------------------------------------------------------------------------------

cdef struct Favourites:
    int count
    int nodes[16]
    double values[16]


cdef void consider(Favourites *best, int room, int node, double value) noexcept nogil:
    """Best first; equal ones keep their order."""
    cdef int back
    if best.count == room:
        if value <= best.values[room - 1]:
            return
    else:
        best.count += 1
    back = best.count - 1
    while back and best.values[back - 1] < value:
        best.nodes[back] = best.nodes[back - 1]
        best.values[back] = best.values[back - 1]
        back -= 1
    best.nodes[back] = node
    best.values[back] = value


cdef int step_limits(const State *state, int steps, int *limits) noexcept nogil:
    """Of the mining spaces with up to n steps; in the middle of a turn what is left of it."""
    cdef int space, count = 0
    if state.phase == PHASE_MINE:
        limits[0] = steps
        return 1
    for space in range(4):
        if TABLES.unlocked[state.players] >> (MINING + space) & 1:
            if TABLES.mining_steps[space] <= steps:
                limits[count] = TABLES.mining_steps[space]
                count += 1
    return count


cdef void keep(PlanSet *kept, const Planner *planner, int node) noexcept nogil:
    cdef Plan *plan = &kept.plans[kept.count]
    plan.count = planner_steps(planner, node, plan.moves)
    plan.steps = planner_node_steps(planner, node)
    kept.count += 1


cdef bint kept_before(const Favourites *best, int limit, int node) noexcept nogil:
    cdef int other, index
    for other in range(limit):
        for index in range(best[other].count):
            if best[other].nodes[index] == node:
                return True
    return False


cdef void weigh(
    Planner *planner, const State *state, Standing *standing, const Weights *weights,
    const int *limits, int limit_count, Favourites *best
) noexcept nogil:
    """The positions that look best of those within each limit of steps."""
    cdef State end = state[0]
    cdef double value
    cdef int node, used, limit, seat = state.active
    end.seats[seat].workers -= state.phase != PHASE_MINE
    for limit in range(limit_count):
        best[limit].count = 0
    for node in range(planner.count):
        if planner_is_dominated(planner, node):
            continue
        end.complete = state.complete
        planner_apply(planner, node, &end)
        value = utility_after(standing, &end, seat, weights)
        used = planner_node_steps(planner, node)
        for limit in range(limit_count):
            if used <= limits[limit]:
                consider(&best[limit], KEPT_PLANS / limit_count, node, value)


cdef void look_through(
    Planner *planner, const State *state, Standing *standing, const Weights *weights, int steps,
    PlanSet *kept
) noexcept nogil:
    """Keep the plans that look best, for each mining space as many."""
    cdef Favourites best[4]
    cdef int limits[4]
    cdef int limit, index, limit_count = step_limits(state, steps, limits)
    planner_run(planner, state, state.active, steps)
    planner_mark_dominated(planner)
    weigh(planner, state, standing, weights, limits, limit_count, best)
    kept.count = 0
    for limit in range(limit_count):
        for index in range(best[limit].count):
            if not kept_before(best, limit, best[limit].nodes[index]):
                keep(kept, planner, best[limit].nodes[index])


cdef inline PlanSet *place_of(Plans *plans, uint64_t key) noexcept nogil:
    return &plans.sets[key >> 32 & (SETS - 1)]


cdef const PlanSet *plans_of(
    Plans *plans, const State *state, Standing *standing, const Weights *weights, int steps
) noexcept nogil:
    cdef uint64_t key = pit_key(state, state.active, steps)
    cdef PlanSet *kept = place_of(plans, key)
    if kept.key != key:
        look_through(&plans.planner, state, standing, weights, steps, kept)
        kept.key = key
    return kept


cdef const PlanSet *plans_known(
    Plans *plans, const State *state, const Weights *weights, int steps
) noexcept nogil:
    cdef uint64_t key = pit_key(state, state.active, steps)
    cdef PlanSet *kept = place_of(plans, key)
    cdef Standing standing
    if kept.key != key:
        standing_of(state, weights, &standing)
        look_through(&plans.planner, state, &standing, weights, steps, kept)
        kept.key = key
    return kept


cdef void plan_apply(const Plan *plan, State *state) noexcept nogil:
    cdef int index
    for index in range(plan.count):
        state_work(state, plan.moves[index])
