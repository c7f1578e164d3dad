"""What can still matter in the last shift, and a key that forgets the rest."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from coalbaron_fast.games.coalbaron.core.bits cimport (
    byte_total, cage_total, lowest_bit64, pit_total,
)
from coalbaron_fast.games.coalbaron.core.identity cimport state_hash
from coalbaron_fast.games.coalbaron.core.tables cimport TABLES
from coalbaron_fast.games.coalbaron.core.types cimport (
    BANK, DELIVERY, FACTORY, FACTORY_LOOK, FACTORY_SPACES, MINING, MONEY, NO_ORDER, NO_TILE, ORDER,
    ORDER_LOOK, ORDER_SPACES, PHASE_CHANCE, PHASE_FILL, PHASE_KEEP, PHASE_MINE, Seat, Stack, State,
)


# -- what is within reach ----------------------------------------------------------------------

cdef int most_workers(const State *state) noexcept nogil:
    """The workers of the seat that has most."""
    cdef int seat, most = 0
    for seat in range(state.players):
        if state.seats[seat].workers > most:
            most = state.seats[seat].workers
    return most


cdef bint is_looking(const State *state, int space) noexcept nogil:
    """Whether somebody may still keep something of a look at this space."""
    return state.space == space and (state.phase == PHASE_CHANCE or state.phase == PHASE_KEEP)


cdef bint tiles_matter(const State *state) noexcept nogil:
    return is_looking(state, FACTORY_LOOK) or (
        most_workers(state) >= cheapest(state, FACTORY, FACTORY_LOOK + 1)
    )


cdef bint cards_matter(const State *state) noexcept nogil:
    """A new card is empty and only mining fills it: it takes three placements to earn from it."""
    cdef int earning = cheapest(state, MINING, DELIVERY) + cheapest(state, DELIVERY, MONEY)
    if is_looking(state, ORDER_LOOK) and state.seats[state.active].workers >= earning:
        return True
    return most_workers(state) >= earning + cheapest(state, ORDER, ORDER_LOOK + 1)


cdef bint can_mine(const State *state, int seat) noexcept nogil:
    return state.phase == PHASE_MINE and state.active == seat or (
        state.seats[seat].workers >= cheapest(state, MINING, DELIVERY)
    )


cdef bint can_deliver(const State *state, int seat, int order) noexcept nogil:
    return state.seats[seat].workers >= space_workers(
        state, DELIVERY + TABLES.order_vehicle[order]
    )


# -- the key -----------------------------------------------------------------------------------

cdef int cubes_on(uint16_t fill) noexcept nogil:
    """Cubes on a card's spots: one, or a pair."""
    cdef int count = 0
    while fill:
        count += ((fill & 15) >= 1) + ((fill & 15) >= 2)
        fill >>= 4
    return count


cdef void forget_pit(State *state, int seat) noexcept nogil:
    """A seat that cannot mine any more: where its cubes are, and which, is over with.

    Each cart is empty or not; every cube counts for the final points wherever it lies, but for
    those on orders that can still be delivered. Any other order costs a point, whichever it is.
    """
    cdef Seat *own = &state.seats[seat]
    cdef uint64_t orders = own.outstanding
    cdef uint32_t loose = byte_total(own.storage) + cage_total(own.cage)
    cdef int level, order
    for level in range(4):
        own.pit[level] = (own.pit[level] & ~<uint32_t>0xFFFFF) | pit_total(own.pit[level])
    while orders:
        order = lowest_bit64(orders)
        orders &= orders - 1
        if not (state.complete >> order & 1 and can_deliver(state, seat, order)):
            loose += cubes_on(state.fill[order])
            state.fill[order] = 0
            own.outstanding ^= <uint64_t>1 << order
            own.vp -= TABLES.outstanding_penalty
    own.cage = 0
    own.storage = loose


cdef void forget_marks(State *state, int seat) noexcept nogil:
    """A seat that cannot buy any more: only whole points' worth of Marks and the rest count."""
    cdef Seat *own = &state.seats[seat]
    own.vp += own.marks / TABLES.marks_per_vp
    own.marks %= TABLES.marks_per_vp


cdef void forget_stack(Stack *stack, int size) noexcept nogil:
    """A stack of which nothing matters but, at most, how many lie there."""
    stack.middle = 0
    stack.top = stack.bottom = 0
    stack.middle_size = size


cdef void close_space(State *state, int space) noexcept nogil:
    """A space that no seat can take: dearer than all workers, whatever is there."""
    cdef int plane
    for plane in range(4):
        state.occupancy[plane] |= <uint32_t>1 << space
    if space < FACTORY_LOOK:
        state.factory[space] = NO_TILE
    elif ORDER <= space < ORDER_LOOK:
        state.row[space - ORDER] = NO_ORDER


cdef void forget_cards(State *state) noexcept nogil:
    """Cards that no seat can earn from. At two seats none takes one (endings.pyx leaves that
    out); at more it still matters whether there is one to take."""
    cdef int space, index
    if state.players == 2:
        forget_stack(&state.orders, 0)
        for space in range(ORDER, ORDER_LOOK + 1):
            close_space(state, space)
        return
    forget_stack(
        &state.orders, state.orders.top + state.orders.middle_size + state.orders.bottom
    )
    for index in range(ORDER_SPACES):
        if state.row[index] != NO_ORDER:
            state.row[index] = 0


cdef uint64_t relevant_key(const State *state) noexcept nogil:
    """The hash of a copy in which what cannot matter is the same in all.

    Which parts are made the same follows from workers and prices alone, and those stay, but for
    the prices of spaces that no seat can pay: so no two states are mistaken for each other.
    """
    cdef State plain = state[0]
    cdef bint tiles = tiles_matter(state), cards = cards_matter(state)
    cdef int seat, space, most = most_workers(state)
    # Where workers stand decides the next shift's start, and there is none.
    memset(plain.owner, 0, sizeof(plain.owner))
    plain.start = 0
    for seat in range(state.players):
        if not can_mine(state, seat):
            forget_pit(&plain, seat)
        if not tiles:
            forget_marks(&plain, seat)
    for space in range(BANK):
        if space_workers(state, space) > most:
            close_space(&plain, space)
    if not tiles:
        forget_stack(&plain.tiles, 0)
        memset(plain.factory, NO_TILE, FACTORY_SPACES)
        # Cubes leave the supply only by tiles; one that was bought may still wait for some.
        if state.phase != PHASE_FILL:
            plain.supply = 0
    if not cards:
        forget_cards(&plain)
    return state_hash(&plain)
