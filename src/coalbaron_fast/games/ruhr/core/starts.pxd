"""Options, fees and starts of phase 3: what a seat may choose, from the masks of the tables.

Masks of storage spaces have 15 bits. All inline: legal moves and play both ask.
"""

from libc.stdint cimport uint32_t

from coalbaron_fast.bits cimport popcount64
from coalbaron_fast.games.ruhr.core.tables cimport TABLES
from coalbaron_fast.games.ruhr.core.types cimport (
    MOST_PIPS, NONE, O_HAUL, O_HP, O_HT, O_PILOT, O_PLAIN, O_SUPPLY, O_TP, O_TRANSPORT, O_WAGE,
    P_HAULING, P_MARK, P_SUPPLY, P_WAGE, STORAGE, Seat, State, WATER,
)


cdef inline uint32_t barges(const State *state) noexcept nogil:
    """The storage spaces under a barge."""
    cdef uint32_t mask = 0
    cdef int seat, space
    for seat in range(state.players):
        space = TABLES.place_storage[state.seats[seat].place]
        if space != NONE:
            mask |= <uint32_t>1 << space
    return mask


cdef inline uint32_t reachable(
    const State *state, const Seat *own, bint up, bint pilot
) noexcept nogil:
    """Where a seat may start if a die lies there."""
    cdef uint32_t mask = TABLES.upriver[own.place] if up else TABLES.downriver[own.place]
    mask &= ~barges(state)
    if not own.progress >> P_MARK & 1:
        mask &= TABLES.colour_storage[0]
    return mask if pilot else mask & TABLES.has_standard


cdef inline uint32_t empty_for_track(const State *state) noexcept nogil:
    """Where a die from one of the arrow boxes may go."""
    cdef uint32_t mask = 0
    if state.on_track[0]:
        mask |= TABLES.colour_storage[0]
    if state.on_track[1]:
        mask |= TABLES.colour_storage[1]
    return mask & ~<uint32_t>state.filled


cdef inline uint32_t carry_targets(const State *state, const Seat *own, int option) noexcept nogil:
    """Where the die from the track may go with an option that takes one."""
    cdef uint32_t room = empty_for_track(state)
    cdef uint32_t starts = reachable(state, own, option == O_HT, option == O_TP)
    # With `ht` the die makes the start; otherwise it must where there is none yet.
    if option == O_HT or not starts & state.filled:
        return room & starts
    return room


cdef inline uint32_t below_six(const State *state) noexcept nogil:
    """The storage spaces with a die that can go up."""
    cdef uint32_t mask = 0
    cdef int space
    for space in range(STORAGE):
        mask |= <uint32_t>(state.dice[space] != 0 and state.dice[space] < MOST_PIPS) << space
    return mask


cdef inline bint wage_is_taken(const State *state) noexcept nogil:
    cdef int seat
    for seat in range(state.players):
        if state.seats[seat].option == O_WAGE:
            return True
    return False


cdef inline uint32_t possible_options(const State *state, const Seat *own) noexcept nogil:
    """The options that can be carried out, payable or not."""
    cdef uint32_t up = reachable(state, own, True, True), down = reachable(state, own, False, True)
    cdef uint32_t std = TABLES.has_standard, filled = state.filled
    cdef uint32_t room = empty_for_track(state), options = 0
    if down & filled:
        options |= 1 << O_PILOT | (1 << O_TP if room else 0)
    elif down & room:
        options |= 1 << O_TP
    if down & std & filled:
        options |= 1 << O_PLAIN | (1 << O_TRANSPORT if room else 0)
        if TABLES.wage_supply_turn[state.turn]:
            if own.progress >> P_WAGE & 1 and not wage_is_taken(state):
                options |= 1 << O_WAGE
            if own.progress >> P_SUPPLY & 1 and below_six(state):
                options |= 1 << O_SUPPLY
    elif down & std & room:
        options |= 1 << O_TRANSPORT
    if up & filled:
        options |= 1 << O_HP
    if up & std & filled:
        options |= 1 << O_HAUL
    if up & std & room:
        options |= 1 << O_HT
    return options & ~<uint32_t>TABLES.pilot_options if state.flags & WATER else options


cdef inline int debts_for(const Seat *own, int fee) noexcept nogil:
    """How many debts a fee makes."""
    if fee <= own.thalers:
        return 0
    return (fee - own.thalers + TABLES.debt_thalers - 1) / TABLES.debt_thalers


cdef inline bint can_pay(const Seat *own, int fee) noexcept nogil:
    cdef int debts = debts_for(own, fee)
    return debts == 0 or (
        debts <= TABLES.debt_spaces - own.debts and debts <= own.pool + popcount64(own.waiting)
    )


cdef inline bint has_unused(const Seat *own, int marker) noexcept nogil:
    """Whether a seat has a marker that works once, and has not used it."""
    return (own.progress & ~own.used) >> marker & 1


cdef inline uint32_t free_options(const Seat *own, uint32_t possible) noexcept nogil:
    """Which of them the marker `hauling` makes free."""
    if not has_unused(own, P_HAULING):
        return 0
    return possible & (1 << O_HAUL | 1 << O_HP | 1 << O_HT)


cdef inline uint32_t legal_options(
    const State *state, const Seat *own, uint32_t possible
) noexcept nogil:
    """Those that the seat can pay; all that are possible if it can pay none."""
    cdef uint32_t rest = possible, payable = 0
    cdef int option = 0
    while rest:
        if rest & 1 and can_pay(own, TABLES.fee[option][state.turn]):
            payable |= 1 << option
        rest >>= 1
        option += 1
    if payable or free_options(own, possible):
        return payable
    return possible
