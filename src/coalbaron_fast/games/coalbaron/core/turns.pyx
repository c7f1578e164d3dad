"""Whole turns and their static evaluation: the greedy player's eyes."""

from libc.stdint cimport uint64_t

from coalbaron_fast.games.coalbaron.core.evaluate cimport (
    Standing, Weights, evaluate, seat_utility, standing_of, utility_after,
)
from coalbaron_fast.games.coalbaron.core.moves cimport state_legal_moves
from coalbaron_fast.games.coalbaron.core.plans cimport (
    KEPT_PLANS, Plan, PlanSet, Plans, plan_apply, plans_known, plans_of,
)
from coalbaron_fast.games.coalbaron.core.stacks cimport middle_count
from coalbaron_fast.games.coalbaron.core.state cimport later_workers, state_play
from coalbaron_fast.games.coalbaron.core.tables cimport TABLES
from coalbaron_fast.games.coalbaron.core.types cimport (
    BANK, DELIVERY, END, FACTORY_LOOK, FILL, FILL_NONE, LOOK, MINING, MOVE_CODES, Move, ORDERS,
    ORDER, ORDER_LOOK, PHASE_DRAFT, PHASE_FILL, PHASE_KEEP, PHASE_MINE, PHASE_OVER, PHASE_PLACE,
    PHASE_SIDE, PHASE_STACK, PLACE, SIDE_BOTTOM, State, TAKE_NONE, TAKE_ORDER, TAKE_TILE,
    TILE_KINDS,
)
from coalbaron_fast.contract.game cimport A_DETAIL, A_STEP, A_TURN, TURN_LIMIT, Turn

# How many workers a turn takes on average in good play.
cdef double WORKERS_A_TURN = 1.5


cdef double utility_of(const State *state, int seat, const Weights *weights) noexcept nogil:
    cdef double vp[4]
    evaluate(state, weights, vp)
    return seat_utility(vp, state.players, seat, weights)


cdef void pay_workers(State *state, int space) noexcept nogil:
    """What a placement takes out of hand, without its effect."""
    cdef int plane, workers = 1
    if space != BANK:
        for plane in range(4):
            workers += (state.occupancy[plane] >> space & 1) << plane
    state.seats[state.active].workers -= workers


cdef void add_tile(State *state, int seat, int tile) noexcept nogil:
    """A tile with cubes of its colour, as if the supply had them."""
    state.seats[seat].marks -= TABLES.tile_price[tile]
    state.seats[seat].pit[tile >> 2] += (
        (<unsigned int>1 << (20 + 2 * (tile & 3)))
        + TABLES.tile_carts[tile] * (<unsigned int>1 << (5 * (tile >> 2)))
    )


# -- looks -------------------------------------------------------------------------------------

cdef inline double to_the_look(double x) noexcept nogil:
    """x to the power of LOOK: how likely it is so often in a row."""
    cdef double power = x
    for _ in range(LOOK - 1):
        power *= x
    return power


cdef double expected_best(const double *gains, const int *copies, int items) noexcept nogil:
    """The mean of the best gain (or none) among LOOK of the items, drawn without order."""
    cdef double total = 0.0, unseen = 0.0, better = 0.0, below = 1.0, now, best
    cdef int item, chosen
    cdef int left[ORDERS]
    for item in range(items):
        left[item] = copies[item]
        unseen += copies[item]
    # From the best item down: the chance that it is among those drawn, and nothing better is.
    while unseen:
        best = 0.0
        chosen = -1
        for item in range(items):
            if left[item] and gains[item] > best:
                best = gains[item]
                chosen = item
        if chosen < 0:
            break
        better += left[chosen]
        left[chosen] = 0
        now = 1.0 - better / unseen
        now = to_the_look(now)
        total += best * (below - now)
        below = now
    return total


cdef double look_value(
    const State *state, Standing *standing, int space, const Weights *weights
) noexcept nogil:
    cdef double gains[ORDERS]
    cdef int copies[ORDERS]
    cdef State trial, after
    cdef int item, seat = state.active
    cdef double base
    trial = state[0]
    pay_workers(&trial, space)
    base = utility_after(standing, &trial, seat, weights)
    if space == FACTORY_LOOK:
        for item in range(TILE_KINDS):
            copies[item] = middle_count(&state.tiles, item)
            gains[item] = 0.0
            if copies[item] and TABLES.tile_price[item] <= trial.seats[seat].marks:
                after = trial
                add_tile(&after, seat, item)
                gains[item] = utility_after(standing, &after, seat, weights) - base
        return base + expected_best(gains, copies, TILE_KINDS)
    for item in range(ORDERS):
        copies[item] = middle_count(&state.orders, item)
        gains[item] = 0.0
        if copies[item]:
            after = trial
            after.seats[seat].outstanding |= <uint64_t>1 << item
            gains[item] = utility_after(standing, &after, seat, weights) - base
    return base + expected_best(gains, copies, ORDERS)


# -- mining ------------------------------------------------------------------------------------

cdef void add_plan(
    const Plan *plan, int steps, double value, Turn *out, int *count
) noexcept nogil:
    """After the codes that the turn has already."""
    cdef Turn *turn = &out[count[0]]
    cdef int index
    for index in range(plan.count):
        turn.moves[turn.count + index] = plan.moves[index]
    turn.count += plan.count
    if plan.steps < steps:
        turn.moves[turn.count] = END
        turn.count += 1
    turn.value = value
    count[0] += 1


cdef void add_best_plans(
    Move space, const PlanSet *kept, const double *values, double cost,
    int number, Turn *out, int *count, int limit
) noexcept nogil:
    """The n best plans of a mining space."""
    cdef int index, best, steps = TABLES.mining_steps[space - PLACE - MINING]
    cdef unsigned int taken = 0
    for _ in range(number):
        best = -1
        for index in range(kept.count):
            if kept.plans[index].steps <= steps and not taken >> index & 1:
                if best < 0 or values[index] > values[best]:
                    best = index
        if best < 0 or count[0] == limit:
            return
        taken |= <unsigned int>1 << best
        out[count[0]].moves[0] = space
        out[count[0]].count = 1
        add_plan(&kept.plans[best], steps, values[best] - cost, out, count)


cdef void add_mining_turns(
    const State *state, Standing *standing, const Weights *weights, Plans *plans,
    const Move *spaces, int space_count, int number, Turn *out, int *count, int limit
) noexcept nogil:
    """The best end positions of each mining space among the moves."""
    cdef double values[KEPT_PLANS]
    cdef const PlanSet *kept
    cdef State trial = state[0]
    cdef State end
    cdef int seat = state.active, index, most = 0
    for index in range(space_count):
        if TABLES.mining_steps[spaces[index] - PLACE - MINING] > most:
            most = TABLES.mining_steps[spaces[index] - PLACE - MINING]
    kept = plans_of(plans, state, standing, weights, most)
    trial.seats[seat].workers -= 1
    for index in range(kept.count):
        end = trial
        plan_apply(&kept.plans[index], &end)
        values[index] = utility_after(standing, &end, seat, weights)
    for index in range(space_count):
        end = state[0]
        pay_workers(&end, spaces[index] - PLACE)
        add_best_plans(
            spaces[index], kept, values,
            weights.worker * (trial.seats[seat].workers - end.seats[seat].workers), number, out,
            count, limit,
        )


cdef void add_rests_of_mining(
    const State *state, Standing *standing, const Weights *weights, Plans *plans, Turn *out,
    int *count, int limit
) noexcept nogil:
    """In the middle of a mining turn: good ways to end it."""
    cdef const PlanSet *kept = plans_of(plans, state, standing, weights, state.steps)
    cdef State end
    cdef int index
    for index in range(kept.count if kept.count < limit else limit):
        end = state[0]
        plan_apply(&kept.plans[index], &end)
        out[count[0]].count = 0
        add_plan(
            &kept.plans[index], state.steps,
            utility_after(standing, &end, state.active, weights), out, count,
        )


# -- turns -------------------------------------------------------------------------------------

cdef double place_value(
    const State *state, Standing *standing, Move move, const Weights *weights
) noexcept nogil:
    """A placement without further decisions, before its refill."""
    cdef State trial
    cdef int space = move - PLACE, seat = state.active
    if space == FACTORY_LOOK or space == ORDER_LOOK:
        return look_value(state, standing, space, weights)
    trial = state[0]
    if space < FACTORY_LOOK:
        pay_workers(&trial, space)
        add_tile(&trial, seat, state.factory[space])
    elif ORDER <= space < ORDER_LOOK:
        pay_workers(&trial, space)
        trial.seats[seat].outstanding |= <uint64_t>1 << state.row[space - ORDER]
    else:
        # Delivery, money and the bank draw nothing, but may end the shift.
        state_play(&trial, move)
        if trial.shift != state.shift or trial.phase == PHASE_OVER:
            return utility_of(&trial, seat, weights)
    return utility_after(standing, &trial, seat, weights)


cdef double first_value(
    const State *state, Standing *standing, Move move, const Weights *weights
) noexcept nogil:
    """A turn of one move, with its static evaluation."""
    if state.phase == PHASE_PLACE:
        return place_value(state, standing, move, weights)
    if state.phase == PHASE_SIDE:
        return 1.0 if move == SIDE_BOTTOM else 0.0
    if state.phase == PHASE_STACK:
        return 0.0
    return single_value(state, standing, move, weights)


cdef void add_single(Move move, double value, Turn *out, int *count) noexcept nogil:
    out[count[0]].moves[0] = move
    out[count[0]].count = 1
    out[count[0]].value = value
    count[0] += 1


cdef double single_value(
    const State *state, Standing *standing, Move move, const Weights *weights
) noexcept nogil:
    """A decision within a look, a shortage or the draft."""
    cdef State trial = state[0]
    cdef int seat = state.active
    if state.phase == PHASE_DRAFT:
        trial.seats[seat].outstanding |= <uint64_t>1 << (move - TAKE_ORDER)
    elif state.phase == PHASE_KEEP and move != TAKE_NONE:
        if move < TAKE_ORDER:
            add_tile(&trial, seat, move - TAKE_TILE)
        else:
            trial.seats[seat].outstanding |= <uint64_t>1 << (move - TAKE_ORDER)
    elif state.phase == PHASE_FILL and move != FILL_NONE:
        trial.seats[seat].pit[state.fill_level - 1] += <unsigned int>1 << (5 * (move - FILL))
    return utility_after(standing, &trial, seat, weights)


cdef int list_turns(
    const State *state, const Weights *weights, Plans *plans, int number, Turn *out, int limit
) noexcept nogil:
    cdef Move moves[MOVE_CODES]
    cdef Move mining[4]
    cdef Standing standing
    cdef Move move
    cdef int index, count = 0, mining_count = 0, space, legal
    standing_of(state, weights, &standing)
    if state.phase == PHASE_MINE:
        add_rests_of_mining(state, &standing, weights, plans, out, &count, limit)
        return count
    legal = state_legal_moves(state, moves)
    for index in range(legal):
        move = moves[index]
        space = move - PLACE
        if state.phase == PHASE_PLACE and MINING <= space < DELIVERY:
            mining[mining_count] = move
            mining_count += 1
        elif count < limit:
            add_single(move, first_value(state, &standing, move, weights), out, &count)
    if mining_count:
        add_mining_turns(
            state, &standing, weights, plans, mining, mining_count, number, out, &count, limit,
        )
    return count


cdef void add_plans(
    Move space, const PlanSet *kept, Turn *out, int *count, int limit
) noexcept nogil:
    """All kept plans that a mining space has the steps for."""
    cdef int index, steps = TABLES.mining_steps[space - PLACE - MINING]
    for index in range(kept.count):
        if kept.plans[index].steps <= steps and count[0] < limit:
            out[count[0]].moves[0] = space
            out[count[0]].count = 1
            add_plan(&kept.plans[index], steps, 0.0, out, count)


cdef int list_unweighed(
    const State *state, const Weights *weights, Plans *plans, Turn *out, int limit
) noexcept nogil:
    cdef Move moves[MOVE_CODES]
    cdef Move mining[4]
    cdef const PlanSet *kept
    cdef int index, space, legal, count = 0, mining_count = 0, most = 0
    if state.phase == PHASE_MINE:
        kept = plans_known(plans, state, weights, state.steps)
        for index in range(kept.count if kept.count < limit else limit):
            out[count].count = 0
            add_plan(&kept.plans[index], state.steps, 0.0, out, &count)
        return count
    legal = state_legal_moves(state, moves)
    for index in range(legal):
        space = moves[index] - PLACE
        if state.phase == PHASE_PLACE and MINING <= space < DELIVERY:
            mining[mining_count] = moves[index]
            mining_count += 1
            if TABLES.mining_steps[space - MINING] > most:
                most = TABLES.mining_steps[space - MINING]
        elif count < limit:
            add_single(moves[index], 0.0, out, &count)
    if mining_count:
        kept = plans_known(plans, state, weights, most)
        for index in range(mining_count):
            add_plans(mining[index], kept, out, &count, limit)
    return count


cdef void best_turn(
    const State *state, const Weights *weights, Plans *plans, Turn *out
) noexcept nogil:
    cdef Turn turns[TURN_LIMIT]
    cdef int index, best = 0, count = list_turns(state, weights, plans, 1, turns, TURN_LIMIT)
    for index in range(1, count):
        if turns[index].value > turns[best].value:
            best = index
    out[0] = turns[best]


cdef void play_turn(State *state, const Turn *turn) noexcept nogil:
    cdef int index
    for index in range(turn.count):
        state_play(state, turn.moves[index])


cdef bint turn_fits(const State *state, const Turn *turn) noexcept nogil:
    cdef Move moves[MOVE_CODES]
    cdef State trial = state[0]
    cdef int index, number, count
    for index in range(turn.count):
        count = state_legal_moves(&trial, moves)
        number = 0
        while number < count and moves[number] != turn.moves[index]:
            number += 1
        if number == count:
            return False
        if index + 1 < turn.count:
            state_play(&trial, turn.moves[index])
    return True


# -- for the clock -----------------------------------------------------------------------------

cdef double turns_expected(const State *state, int seat) noexcept nogil:
    return (state.seats[seat].workers + later_workers(state)) / WORKERS_A_TURN


cdef int decision_of(const State *state) noexcept nogil:
    if state.phase == PHASE_DRAFT or state.phase == PHASE_PLACE:
        return A_TURN
    return A_STEP if state.phase == PHASE_MINE else A_DETAIL
