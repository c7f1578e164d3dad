"""Whole turns: what one seat decides at a stretch.

The groups: an option with its die, start and hauler; a trip; a die that comes back; an event; a die
that leaves the game; all purchases of a market. A turn in the midst of a group is the rest of it.
"""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from coalbaron_fast.bits cimport lowest_bit64
from coalbaron_fast.contract.collect cimport (
    Collector, collector_open, collector_take, collector_written,
)
from coalbaron_fast.games.ruhr.core.evaluate cimport Standing, sale_value, standing_of
from coalbaron_fast.games.ruhr.core.flow cimport seat_to_move
from coalbaron_fast.games.ruhr.core.moves cimport state_legal_moves
from coalbaron_fast.games.ruhr.core.purchases cimport list_markets
from coalbaron_fast.games.ruhr.core.starts cimport (
    below_six, can_pay, debts_for, has_unused, reachable,
)
from coalbaron_fast.games.ruhr.core.state cimport state_play
from coalbaron_fast.games.ruhr.core.tables cimport TABLES
from coalbaron_fast.games.ruhr.core.types cimport (
    DID_BUY, GET, HAULER, HAULER_NONE, MOST_LEGAL, MOST_PIPS, Move, NONE, OPTION, OPTION_FREE,
    PAY, PHASE_BUY, PHASE_CARRY, PHASE_EVENT, PHASE_HAULER, PHASE_OPTION, PHASE_PLACE,
    PHASE_REMOVE, PHASE_START, PHASE_SUPPLY, PHASE_TRIP, PUT, P_HAULER, STAGE_OPTION,
    STAGE_MARKET, START, STORAGE, SUPPLY, Seat, State, TRIP,
)
from coalbaron_fast.contract.game cimport A_SMALL_TURN, A_STEP, A_TURN, EVERY_TURN, Turn

include "../../../contract/turns.pxi"

cdef enum:
    OPTION_MOVES = 4
    EVERYTHING = 1 << 20        # more turns than any position has

# What the hauler is worth unused.
cdef double HAULER_KEPT = 0.9

# The beginning of a turn of the option group, on the way down.
ctypedef struct Beginning:
    Move moves[OPTION_MOVES]
    int count
    double value
    uint32_t skipped            # dice for the hauler that come to the same as another turn

# What does not change on the way: what starts bring, with the pilot and without.
ctypedef struct Choice:
    Collector *list
    bint weigh
    Standing standing
    bint known[2]
    double start[2][STORAGE]    # but for the die's value


# -- option, die, start, hauler ----------------------------------------------------------------

cdef void value_starts(const State *state, Choice *choice, bint pilot) noexcept nogil:
    """What a sale from each storage space brings, but for the pips: with the best target."""
    cdef uint32_t targets
    cdef double value
    cdef int space
    choice.known[pilot] = True
    for space in range(STORAGE):
        choice.start[pilot][space] = -1e6
        targets = TABLES.targets[space] if pilot else 0
        if not pilot and TABLES.standard[space] != NONE:
            targets = <uint32_t>1 << TABLES.standard[space]
        while targets:
            # A die of value 2 is like all: only a 1 does not lose at an obstacle.
            value = sale_value(state, &choice.standing, space, lowest_bit64(targets), 2)
            value -= 2 * choice.standing.thaler
            if value > choice.start[pilot][space]:
                choice.start[pilot][space] = value
            targets &= targets - 1


cdef inline void offer(
    Choice *choice, const Beginning *begun, Move last, double value
) noexcept nogil:
    """A whole turn: what has begun, and a last move."""
    cdef Turn *turn = collector_take(choice.list, value)
    cdef int index
    if turn == NULL:
        return
    for index in range(begun.count):
        turn.moves[index] = begun.moves[index]
    turn.moves[begun.count] = last
    turn.count = begun.count + 1
    turn.value = value
    collector_written(choice.list)


cdef inline void begin_with(Beginning *begun, Move move) noexcept nogil:
    begun.moves[begun.count] = move
    begun.count += 1


cdef void add_haulers(
    const State *state, Choice *choice, const Beginning *begun, int space, double value
) noexcept nogil:
    """Now the marker `hauler`, on any die, or not now."""
    cdef uint32_t dice = below_six(state) & ~begun.skipped
    cdef double more
    cdef int other, pips
    offer(choice, begun, HAULER_NONE, value)
    while dice:
        other = lowest_bit64(dice)
        dice &= dice - 1
        more = 0.0
        if other == space and choice.weigh:
            pips = MOST_PIPS - state.dice[other]
            if pips > TABLES.hauler_pips:
                pips = TABLES.hauler_pips
            more = pips * choice.standing.thaler
        offer(choice, begun, <Move>(HAULER + other), value + more - HAULER_KEPT)


cdef void add_start(
    const State *state, Choice *choice, const Beginning *begun, const Seat *own, int space,
    bint named
) noexcept nogil:
    """A start, with its own token unless the die from the track has named it."""
    cdef bint pilot = TABLES.pilot[own.option]
    cdef Beginning more = begun[0]
    cdef double value = begun.value
    if choice.weigh:
        if not choice.known[pilot]:
            value_starts(state, choice, pilot)
        value += choice.start[pilot][space] + choice.standing.thaler * state.dice[space]
    if has_unused(own, P_HAULER) and below_six(state):
        if named:
            begin_with(&more, <Move>(START + space))
        add_haulers(state, choice, &more, space, value)
    elif named:
        offer(choice, &more, <Move>(START + space), value)
    else:
        more.count -= 1
        offer(choice, &more, begun.moves[begun.count - 1], value)


cdef void add_starts(const State *state, Choice *choice, const Beginning *begun) noexcept nogil:
    cdef const Seat *own = &state.seats[state.order[state.index]]
    cdef uint32_t starts = state.filled & reachable(
        state, own, TABLES.up[own.option], TABLES.pilot[own.option]
    )
    while starts:
        add_start(state, choice, begun, own, lowest_bit64(starts), True)
        starts &= starts - 1


cdef void add_hauled(
    const State *state, Choice *choice, const Beginning *begun, Move carry
) noexcept nogil:
    """Hauling with a die from the track: where it is put the trip starts."""
    cdef int space = carry - PUT, seat = state.order[state.index]
    cdef State after = state[0]
    cdef Beginning more = begun[0]
    state_play(&after, carry)
    begin_with(&more, carry)
    # The barge has started in `after`; its start is valued all the same.
    add_start(&after, choice, &more, &state.seats[seat], space, False)


cdef uint32_t same_as_others(const State *state, int space, bint begins) noexcept nogil:
    """The dice for the hauler that need not be looked at with a supply of this one.

    A 3 that gets both becomes the 6 that the hauler alone makes of it. Of two dice that become 6
    either way, one gets the supply and the other the hauler: the first the supply.
    """
    cdef uint32_t skipped = 0
    cdef int other, by_supply = MOST_PIPS - TABLES.supply_pips
    # In the midst of the group the option without supply is no choice any more.
    if begins and state.dice[space] >= MOST_PIPS - TABLES.hauler_pips:
        skipped |= <uint32_t>1 << space
    if state.dice[space] >= by_supply:
        for other in range(space):
            skipped |= <uint32_t>(state.dice[other] >= by_supply) << other
    return skipped


cdef void add_targets(const State *state, Choice *choice, const Beginning *begun) noexcept nogil:
    """The die from the track, or the one that is supplied; then the start."""
    cdef Move moves[MOST_LEGAL]
    cdef State after
    cdef Beginning more
    cdef int index, count = state_legal_moves(state, moves)
    cdef bint hauled = TABLES.up[state.seats[state.order[state.index]].option]
    for index in range(count):
        if hauled:
            add_hauled(state, choice, begun, moves[index])
            continue
        after = state[0]
        more = begun[0]
        state_play(&after, moves[index])
        begin_with(&more, moves[index])
        if state.phase == PHASE_SUPPLY:
            more.skipped = same_as_others(state, moves[index] - SUPPLY, begun.count > 0)
        add_starts(&after, choice, &more)


cdef double option_value(const State *state, Choice *choice, Move move) noexcept nogil:
    """What an option costs, or brings."""
    cdef const Seat *own = &state.seats[state.order[state.index]]
    cdef int option = move - OPTION, fee, debts
    if move >= OPTION_FREE:
        return -0.7
    fee = TABLES.fee[option][state.turn]
    debts = debts_for(own, fee) if can_pay(own, fee) else 0
    return (
        -choice.standing.thaler * fee
        # A debt: points at the end, and a warehouse that is missing.
        - debts * (1.0 + choice.standing.warehouse - 2.0 * choice.standing.thaler)
        + choice.standing.thaler * (TABLES.wage_thalers if option == 3 else 0)
    )


cdef void add_options(const State *state, Choice *choice) noexcept nogil:
    cdef Move moves[MOST_LEGAL]
    cdef State after
    cdef Beginning begun
    cdef int index, count = state_legal_moves(state, moves)
    for index in range(count):
        after = state[0]
        state_play(&after, moves[index])
        memset(&begun, 0, sizeof(Beginning))
        if choice.weigh:
            begun.value = option_value(state, choice, moves[index])
        begin_with(&begun, moves[index])
        if after.phase == PHASE_START:
            add_starts(&after, choice, &begun)
        else:
            add_targets(&after, choice, &begun)


cdef void add_rests(const State *state, Choice *choice) noexcept nogil:
    """In the midst of the group."""
    cdef Beginning begun
    cdef int seat = state.order[state.index]
    memset(&begun, 0, sizeof(Beginning))
    if state.phase == PHASE_START:
        add_starts(state, choice, &begun)
    elif state.phase == PHASE_HAULER:
        add_haulers(
            state, choice, &begun, TABLES.place_storage[state.seats[seat].place], 0.0
        )
    else:
        add_targets(state, choice, &begun)


# -- turns of one token ------------------------------------------------------------------------

cdef double single_value(const State *state, Choice *choice, Move move) noexcept nogil:
    cdef int seat = seat_to_move(state)
    cdef int space = TABLES.place_storage[state.seats[seat].place]
    if state.phase == PHASE_TRIP:
        return sale_value(
            state, &choice.standing, space, move - TRIP, state.dice[space]
        )
    if state.phase == PHASE_EVENT:
        if move == PAY or move == PAY + 1:
            return -choice.standing.thaler if move == PAY else -1.0
        return choice.standing.thaler if move == GET else 1.0
    # Where dice come back, and which leave: the static evaluation hardly sees it.
    return 0.0


cdef void add_singles(const State *state, Choice *choice) noexcept nogil:
    cdef Move moves[MOST_LEGAL]
    cdef Beginning nothing
    cdef int index, count = state_legal_moves(state, moves)
    nothing.count = 0
    for index in range(count):
        offer(
            choice, &nothing, moves[index],
            single_value(state, choice, moves[index]) if choice.weigh else 0.0,
        )


# -- all of them -------------------------------------------------------------------------------

cdef void collect_turns(
    const State *state, void *scratch, bint weigh, int omit, Collector *list
) noexcept nogil:
    cdef Choice choice
    memset(&choice, 0, sizeof(Choice))
    choice.list = list
    choice.weigh = weigh
    if weigh:
        standing_of(state, seat_to_move(state), &choice.standing)
    if state.phase == PHASE_BUY:
        list_markets(state, &choice.standing if weigh else NULL, omit, scratch, list)
    elif state.phase == PHASE_OPTION:
        add_options(state, &choice)
    elif PHASE_CARRY <= state.phase <= PHASE_HAULER:
        add_rests(state, &choice)
    else:
        add_singles(state, &choice)


cdef int list_turns(const State *state, void *scratch, Turn *out, int limit) noexcept nogil:
    cdef Collector list
    collector_open(&list, out, limit)
    collect_turns(state, scratch, True, EVERY_TURN, &list)
    return list.count


cdef int list_every_turn(
    const State *state, void *scratch, int omit, Turn *out, int limit
) noexcept nogil:
    cdef Collector list
    collector_open(&list, out, limit)
    collect_turns(state, scratch, True, omit, &list)
    return 0 if list.full else list.count


cdef bint turn_fits(const State *state, const Turn *turn) noexcept nogil:
    return tokens_fit(state, turn)


# -- what the decision is ----------------------------------------------------------------------

cdef int decision_of(const State *state) noexcept nogil:
    if PHASE_CARRY <= state.phase <= PHASE_HAULER:
        return A_STEP
    if state.phase == PHASE_BUY:
        return A_STEP if state.did & DID_BUY else A_TURN
    if state.phase == PHASE_PLACE or state.phase == PHASE_EVENT or state.phase == PHASE_REMOVE:
        return A_SMALL_TURN
    return A_TURN


cdef double turns_expected(const State *state, int seat) noexcept nogil:
    cdef double left = 3.0 * (TABLES.turns - state.turn) + 1.0
    if state.stage <= STAGE_OPTION:
        return left + 2.0
    return left + (1.0 if state.stage < STAGE_MARKET else 0.0)
