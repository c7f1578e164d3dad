"""Whole placings: proposals for the nine foremen of a seat."""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy, memset

from coalbaron_fast.contract.collect cimport Collector, collector_take, collector_written
from coalbaron_fast.contract.game cimport Turn
from coalbaron_fast.games.coalcountry.core.evaluate cimport (
    Prospects, add_foremen, all_yields, look_ahead, total_of,
)
from coalbaron_fast.games.coalcountry.core.foremen cimport add_foreman, count_at, make_foreman
from coalbaron_fast.games.coalcountry.core.mine cimport free_cells
from coalbaron_fast.games.coalcountry.core.places cimport influence_in, place_code, place_in
from coalbaron_fast.games.coalcountry.core.prices cimport influence_of, is_seen
from coalbaron_fast.games.coalcountry.core.tables cimport TABLES
from coalbaron_fast.games.coalcountry.core.types cimport (
    AMOK, AT_SELL, AT_SHOP, AT_TANDEM, AT_UTIL, CELLS, Cells, FIRST_SPACE, FOREMEN, HELD_BACK,
    MAX_SEATS, MOST_INFLUENCE, Move, NONE, NO_FOREMAN, PLACE, PLACES, Seat, State, UNSEEN_PLACE,
    count_of, foreman_place, has_cell, one_of,
)
from coalbaron_fast.rng cimport mix64

cdef enum:
    SWEEPS = 4
    VARIED = 20                 # the best changes, which are made two at a time, ...
    MOST_VARIED = 40            # ... and more where there are few places

cdef double ILLEGAL = -1e6
cdef double SECOND_BUYER = 0.6  # of the worth of the first one

# Where each foreman at hand goes.
ctypedef struct Plan:
    uint8_t place[FOREMEN]

# A foreman goes elsewhere; the one who is there (or NONE) goes where he was.
ctypedef struct Change:
    double value
    uint8_t one
    uint8_t other
    uint8_t place


# -- the work ----------------------------------------------------------------------------------

cdef inline bint has_room(const Seat *own, int place) noexcept nogil:
    """For one more foreman."""
    if place == AT_UTIL and count_at(own, AT_TANDEM):
        return False
    if place == AT_TANDEM and count_at(own, AT_UTIL):
        return False
    return count_at(own, place) < TABLES.room[place]


cdef void list_places(Placing *work) noexcept nogil:
    """Where foremen at hand can go, whatever their influence is."""
    cdef const Seat *own = work.own
    cdef Cells free
    cdef int place
    free_cells(own, &free)
    work.places = 0
    for place in range(PLACES):
        if place < CELLS:
            if not has_cell(&free, place) and not has_cell(&own.connected, place):
                continue
        elif place < AT_SELL and not is_seen(own, FIRST_SPACE + place - AT_SHOP):
            continue
        if not has_room(own, place):
            continue
        work.place[work.places] = place
        work.places += 1
    work.place[work.places] = HELD_BACK
    work.places += 1


cdef void begin(const State *state, Placing *work) noexcept nogil:
    cdef double yields[MAX_SEATS]
    cdef Prospects parts
    cdef int influence
    work.state = state
    work.seat = state.actor
    work.own = &state.seats[work.seat]
    all_yields(state, yields)
    look_ahead(state, work.seat, yields, &work.look, &parts)
    work.fixed_count = work.fixed_held = work.hand = 0
    while work.fixed_count < FOREMEN and work.own.foreman[work.fixed_count] != NO_FOREMAN:
        work.fixed[work.fixed_count] = work.own.foreman[work.fixed_count]
        work.fixed_count += 1
    for influence in range(MOST_INFLUENCE, -1, -1):
        work.fixed_held += count_of(work.own.held, influence) * influence_of(work.own, influence)
        for _ in range(count_of(work.own.hand, influence)):
            work.influence[work.hand] = influence
            work.hand += 1
    list_places(work)
    memset(work.seen, 0, sizeof(work.seen))


cdef bint is_allowed(const Placing *work, const Plan *plan) noexcept nogil:
    """No place is taken too often, nobody is too weak for his."""
    cdef int index, place, util = 0, tandem = 0
    cdef uint64_t low = 0, high = 0, bit
    for index in range(work.fixed_count):
        place = foreman_place(work.fixed[index])
        util += place == AT_UTIL
        tandem += place == AT_TANDEM
    for index in range(work.hand):
        place = plan.place[index]
        if place == HELD_BACK:
            continue
        if TABLES.least[place] > work.influence[index]:
            return False
        util += place == AT_UTIL
        tandem += place == AT_TANDEM
        if place == AT_UTIL or place == AT_TANDEM:
            continue
        bit = <uint64_t>1 << (place & 63)
        if (low if place < 64 else high) & bit:
            return False
        if place < 64:
            low |= bit
        else:
            high |= bit
    return util <= TABLES.room[AT_UTIL] and tandem <= TABLES.room[AT_TANDEM] and not (
        util and tandem
    )


cdef double value_of(Placing *work, const Plan *plan) noexcept nogil:
    """What the placing brings in this round; in round 1 somebody has to sell."""
    cdef uint16_t foremen[FOREMEN]
    cdef Prospects parts
    cdef int index, count = work.fixed_count, held = work.fixed_held
    cdef bint sells = work.state.round > 1
    memcpy(foremen, work.fixed, count * sizeof(uint16_t))
    for index in range(count):
        sells |= foreman_place(foremen[index]) == AT_SELL
    for index in range(work.hand):
        if plan.place[index] == HELD_BACK:
            held += influence_of(work.own, work.influence[index])
        else:
            sells |= plan.place[index] == AT_SELL
            foremen[count] = make_foreman(plan.place[index], work.influence[index])
            count += 1
    if not sells:
        return ILLEGAL
    memset(&parts, 0, sizeof(Prospects))
    add_foremen(work.state, work.seat, &work.look, foremen, count, held, &parts)
    return total_of(&parts)


# -- the assignment ----------------------------------------------------------------------------

cdef double pair_value(Placing *work, int influence, int place) noexcept nogil:
    """Of one foreman, by himself; there is somebody who sells what he mines."""
    cdef uint16_t foremen[2]
    cdef Prospects parts
    cdef double coal
    cdef int index
    if place == HELD_BACK:
        return -influence_of(work.own, influence) * work.look.fee * 0.5
    if TABLES.least[place] > influence:
        return ILLEGAL
    if place == AT_SELL:
        coal = work.own.coal + work.look.automatic
        for index in range(3):
            coal += work.look.out[index]
        return 1000.0 + coal * TABLES.coal_adjust[influence_of(work.own, influence)]
    memset(&parts, 0, sizeof(Prospects))
    foremen[0] = make_foreman(place, influence)
    foremen[1] = make_foreman(AT_SELL, 2)
    add_foremen(work.state, work.seat, &work.look, foremen, 2, 0, &parts)
    return total_of(&parts)


cdef void assign(
    const double *value, int rows, int columns, uint8_t *out
) noexcept nogil:
    """The column of each row: the highest sum. Shortest augmenting paths, row by row."""
    cdef double row_price[FOREMEN + 1]
    cdef double price[MOST_COLUMNS + 1]
    cdef double shortest[MOST_COLUMNS + 1]
    cdef uint8_t taken[MOST_COLUMNS + 1]
    cdef uint8_t way[MOST_COLUMNS + 1]
    cdef uint8_t done[MOST_COLUMNS + 1]
    cdef int row, column, here, there, next_column
    cdef double step, reduced
    memset(row_price, 0, sizeof(row_price))
    memset(price, 0, sizeof(price))
    memset(taken, 0, sizeof(taken))
    for row in range(1, rows + 1):
        taken[0] = row
        here = 0
        for column in range(columns + 1):
            shortest[column] = 1e18
            done[column] = False
        while taken[here]:
            done[here] = True
            there = taken[here]
            step = 1e18
            next_column = 0
            for column in range(1, columns + 1):
                if done[column]:
                    continue
                reduced = (
                    -value[(there - 1) * columns + column - 1] - row_price[there] - price[column]
                )
                if reduced < shortest[column]:
                    shortest[column] = reduced
                    way[column] = here
                if shortest[column] < step:
                    step = shortest[column]
                    next_column = column
            for column in range(columns + 1):
                if done[column]:
                    row_price[taken[column]] += step
                    price[column] -= step
                else:
                    shortest[column] -= step
            here = next_column
        while here:
            taken[here] = taken[way[here]]
            here = way[here]
    for column in range(1, columns + 1):
        if taken[column]:
            out[taken[column] - 1] = column - 1


cdef void assign_pairs(Placing *work, Plan *plan) noexcept nogil:
    """Each foreman to a place of his own, by the values of the pairs alone."""
    cdef double value[FOREMEN * MOST_COLUMNS]
    cdef uint8_t column_place[MOST_COLUMNS]
    cdef uint8_t chosen[FOREMEN]
    cdef int columns = 0, index, row, place, util = work.places
    for index in range(work.places):
        place = work.place[index]
        # Two on `tandem` come by a change; one alone there is the same as on `util`.
        if place != AT_TANDEM and place != HELD_BACK:
            if place == AT_UTIL:
                util = columns
            column_place[columns] = place
            columns += 1
    if util < columns and not count_at(work.own, AT_UTIL):
        column_place[columns] = AT_UTIL
        columns += 1
    for _ in range(work.hand):
        column_place[columns] = HELD_BACK
        columns += 1
    for row in range(work.hand):
        for index in range(columns):
            if row and work.influence[row] == work.influence[row - 1]:
                value[row * columns + index] = value[(row - 1) * columns + index]
                continue
            value[row * columns + index] = pair_value(
                work, work.influence[row], column_place[index]
            )
            if column_place[index] == AT_UTIL and index != util:
                value[row * columns + index] *= SECOND_BUYER
    assign(value, work.hand, columns, chosen)
    for row in range(work.hand):
        plan.place[row] = column_place[chosen[row]]


# -- changes -----------------------------------------------------------------------------------

cdef inline Plan changed(const Plan *plan, const Change *change) noexcept nogil:
    cdef Plan after = plan[0]
    if change.other != NONE:
        after.place[change.other] = plan.place[change.one]
    after.place[change.one] = change.place
    return after


cdef bint make_change(
    Placing *work, const Plan *plan, int one, int place, Change *out
) noexcept nogil:
    """Foreman `one` goes to that place. False if nothing changes or it cannot be."""
    cdef Plan after
    cdef int index
    if plan.place[one] == place:
        return False
    out.one = one
    out.other = NONE
    out.place = place
    if place != HELD_BACK and TABLES.room[place] == 1:
        for index in range(work.hand):
            if plan.place[index] == place:
                out.other = index
                if work.influence[index] == work.influence[one]:
                    return False
    after = changed(plan, out)
    if not is_allowed(work, &after):
        return False
    out.value = value_of(work, &after)
    return out.value > ILLEGAL


cdef bint make_pair(
    Placing *work, const Plan *plan, int one, Change *out, Plan *after
) noexcept nogil:
    """The buyers on `util` go to `tandem`, or back. False if there are none."""
    cdef int index, there = 0
    cdef int other = AT_TANDEM if one == AT_UTIL else AT_UTIL
    after[0] = plan[0]
    for index in range(work.hand):
        if plan.place[index] == one:
            after.place[index] = other
            there += 1
    if there == 0 or not is_allowed(work, after):
        return False
    out.value = value_of(work, after)
    return out.value > ILLEGAL


cdef double improve(Placing *work, Plan *plan) noexcept nogil:
    """Change one foreman after the other for the best, until nothing is better."""
    cdef double best = value_of(work, plan)
    cdef int one, index
    cdef bint better = True
    cdef Change change, found
    for _ in range(SWEEPS):
        if not better:
            break
        better = False
        for one in range(work.hand):
            found.value = best + 1e-9
            found.one = NONE
            for index in range(work.places):
                if make_change(work, plan, one, work.place[index], &change):
                    if change.value > found.value:
                        found = change
            if found.one != NONE:
                plan[0] = changed(plan, &found)
                best = found.value
                better = True
    return best


# -- offering ----------------------------------------------------------------------------------

cdef bint is_new(Placing *work, const Plan *plan) noexcept nogil:
    """Whether foremen of these influences have not been on these places yet; notes them."""
    cdef uint64_t number = 1
    cdef int index, place
    for index in range(work.hand):
        number += mix64(plan.place[index] << 3 | work.influence[index])
    if number == 0:
        number = 1
    place = number & (SEEN - 1)
    while work.seen[place]:
        if work.seen[place] == number:
            return False
        place = (place + 1) & (SEEN - 1)
    work.seen[place] = number
    return True


cdef void offer(Placing *work, const Plan *plan, double value) noexcept nogil:
    """The whole placing as a turn. Of two foremen of one influence the lower place comes first."""
    cdef Turn *turn
    cdef Plan tidy = plan[0]
    cdef int index, back
    if not is_new(work, plan):
        return
    turn = collector_take(work.list, value)
    if turn == NULL:
        return
    for index in range(work.hand):
        back = index
        while (
            back and work.influence[back - 1] == work.influence[index]
            and tidy.place[back - 1] > plan.place[index]
        ):
            tidy.place[back] = tidy.place[back - 1]
            back -= 1
        tidy.place[back] = plan.place[index]
    for index in range(work.hand):
        turn.moves[index] = place_code(work.influence[index], tidy.place[index])
    turn.count = work.hand
    turn.value = value
    collector_written(work.list)


cdef void keep_change(Change *best, int *count, const Change *change) noexcept nogil:
    """Into a falling list."""
    cdef int place
    if count[0] < MOST_VARIED:
        count[0] += 1
    elif change.value <= best[MOST_VARIED - 1].value:
        return
    place = count[0] - 1
    while place and best[place - 1].value < change.value:
        best[place] = best[place - 1]
        place -= 1
    best[place] = change[0]


cdef inline bint apart(const Change *one, const Change *other) noexcept nogil:
    """Whether two changes concern different foremen and places."""
    if one.one == other.one or one.place == other.place and one.place != HELD_BACK:
        return False
    if one.other != NONE and (one.other == other.one or one.other == other.other):
        return False
    return other.other == NONE or other.other != one.one


cdef void vary(Placing *work, const Plan *plan, double value) noexcept nogil:
    """Offer the placing, what one change makes of it, and two."""
    cdef Change best[MOST_VARIED]
    cdef Change change
    cdef Plan after, further
    cdef int one, other, index, count = 0
    offer(work, plan, value)
    for one in range(work.hand):
        for index in range(work.places):
            if make_change(work, plan, one, work.place[index], &change):
                after = changed(plan, &change)
                offer(work, &after, change.value)
                keep_change(best, &count, &change)
    for one in range(AT_UTIL, AT_TANDEM + 1):
        if make_pair(work, plan, one, &change, &after):
            offer(work, &after, change.value)
    for one in range(count):
        if one >= VARIED and work.list.count == work.list.limit:
            break
        after = changed(plan, &best[one])
        for other in range(one):
            if apart(&best[one], &best[other]):
                further = changed(&after, &best[other])
                if is_allowed(work, &further):
                    change.value = value_of(work, &further)
                    if change.value > ILLEGAL:
                        offer(work, &further, change.value)


cdef void offer_single(
    Placing *work, int one, int place, double value
) noexcept nogil:
    cdef Turn *turn = collector_take(work.list, value)
    if turn == NULL:
        return
    turn.moves[0] = place_code(work.influence[one], place)
    turn.count = 1
    turn.value = value
    collector_written(work.list)


cdef void list_singles(Placing *work, const Plan *plan, double value) noexcept nogil:
    """Industry amok: one foreman, each valued by the best placing found that has him there."""
    cdef Change change
    cdef int one, index, place, twin
    cdef double best
    for one in range(work.hand):
        if one and work.influence[one] == work.influence[one - 1]:
            continue
        for index in range(work.places):
            place = work.place[index]
            best = ILLEGAL
            twin = one
            while twin < work.hand and work.influence[twin] == work.influence[one]:
                if plan.place[twin] == place:
                    best = value
                elif make_change(work, plan, twin, place, &change) and change.value > best:
                    best = change.value
                twin += 1
            # A place may be full of those who stay there, or need one who is stronger.
            if best > ILLEGAL:
                offer_single(work, one, place, best)


cdef void list_placings(const State *state, Placing *work, Collector *list) noexcept nogil:
    cdef Plan plan
    cdef double value
    begin(state, work)
    work.list = list
    assign_pairs(work, &plan)
    value = improve(work, &plan)
    if state.flags & AMOK:
        list_singles(work, &plan, value)
    else:
        vary(work, &plan, value)


# -- what is asked of a placing ----------------------------------------------------------------

cdef bint has_place(
    const State *state, const Seat *own, const Cells *free, int influence, int place
) noexcept nogil:
    """Whether one more foreman can go there; `own` has those who are there."""
    if place == HELD_BACK:
        return True
    if place < CELLS:
        if not has_cell(free, place) and not has_cell(&own.connected, place):
            return False
    elif place < AT_SELL and not is_seen(own, FIRST_SPACE + place - AT_SHOP):
        return False
    return TABLES.least[place] <= influence and has_room(own, place)


cdef bint placing_fits(const State *state, const Move *moves, int count) noexcept nogil:
    cdef Seat own = state.seats[state.actor]
    cdef Cells free
    cdef int index, influence, place
    free_cells(&own, &free)
    for index in range(count):
        if not PLACE <= moves[index] < UNSEEN_PLACE:
            return False
        influence = influence_in(moves[index])
        place = place_in(moves[index])
        if not count_of(own.hand, influence):
            return False
        if not state.flags & AMOK and own.hand >= one_of(influence + 1):
            return False
        if state.round == 1 and own.at_hand == 1 and count_at(&own, AT_SELL) == 0:
            if place != AT_SELL:
                return False
        elif not has_place(state, &own, &free, influence, place):
            return False
        own.hand -= one_of(influence)
        own.at_hand -= 1
        if place != HELD_BACK:
            add_foreman(&own, make_foreman(place, influence))
    return True


cdef double placing_worth(
    const State *state, Placing *work, const Move *moves, int count
) noexcept nogil:
    cdef Plan plan
    cdef int index
    begin(state, work)
    for index in range(count):
        plan.place[index] = place_in(moves[index])
    return value_of(work, &plan)
