"""Seeded chance: a deck order that the seed fixes from the start."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from coalbaron_fast.rng cimport mix64
from coalbaron_fast.games.coalbaron.core.stacks cimport draw_stack, middle_count
from coalbaron_fast.games.coalbaron.core.types cimport (
    CHANCE_ORDER, CHANCE_TILE, Move, ORDERS, Stack, State, TILE_COPIES, TILE_KINDS,
)


cdef inline uint64_t deck_key(uint64_t seed, int item) noexcept nogil:
    """Where a tile or card is in the deck: the smallest key is drawn first."""
    cdef uint64_t shuffled = mix64(seed + <uint64_t>0x9E3779B97F4A7C15)
    return mix64(shuffled + <uint64_t>0xD1342543DE82EF95 * <uint64_t>(item + 1))


cdef uint64_t next_copy_key(uint64_t seed, int kind, int left) noexcept nogil:
    """The key of the next copy of a tile kind of which `left` are still in the deck."""
    cdef uint64_t keys[TILE_COPIES]
    cdef uint64_t key
    cdef int copy, back
    for copy in range(TILE_COPIES):
        key = deck_key(seed, ORDERS + TILE_COPIES * kind + copy)
        back = copy
        while back and keys[back - 1] > key:
            keys[back] = keys[back - 1]
            back -= 1
        keys[back] = key
    return keys[TILE_COPIES - left]


cdef Move deck_draw(const State *state, uint64_t seed) noexcept nogil:
    cdef const Stack *stack = draw_stack(state)
    cdef uint64_t key, best = 0
    cdef int item, left, drawn = -1
    cdef bint orders = stack.width == 1
    for item in range(ORDERS if orders else TILE_KINDS):
        left = middle_count(stack, item)
        if left == 0:
            continue
        key = deck_key(seed, item) if orders else next_copy_key(seed, item, left)
        if drawn < 0 or key < best:
            best = key
            drawn = item
    return <Move>((CHANCE_ORDER if orders else CHANCE_TILE) + drawn)


cdef void sort_deck(uint64_t *keys, uint8_t *items, int count) noexcept nogil:
    """By key, the smallest first."""
    cdef uint64_t key
    cdef uint8_t item
    cdef int index, back
    for index in range(1, count):
        key = keys[index]
        item = items[index]
        back = index
        while back and keys[back - 1] > key:
            keys[back] = keys[back - 1]
            items[back] = items[back - 1]
            back -= 1
        keys[back] = key
        items[back] = item


cdef void deck_lay_out(uint64_t seed, Deck *deck) noexcept nogil:
    cdef uint64_t keys[TILE_COPIES * TILE_KINDS]
    cdef int index
    for index in range(ORDERS):
        keys[index] = deck_key(seed, index)
        deck.orders[index] = index
    sort_deck(keys, deck.orders, ORDERS)
    for index in range(TILE_COPIES * TILE_KINDS):
        keys[index] = deck_key(seed, ORDERS + index)
        deck.tiles[index] = index / TILE_COPIES
    sort_deck(keys, deck.tiles, TILE_COPIES * TILE_KINDS)


cdef Move deck_next(const Deck *deck, const State *state) noexcept nogil:
    """As many have been drawn as the middle no longer holds: nothing ever goes back into it."""
    cdef const Stack *stack = draw_stack(state)
    if stack.width == 1:
        return <Move>(CHANCE_ORDER + deck.orders[ORDERS - stack.middle_size])
    return <Move>(CHANCE_TILE + deck.tiles[TILE_COPIES * TILE_KINDS - stack.middle_size])


cdef bint deck_fits(const Deck *deck, const State *state) noexcept nogil:
    cdef int item, index, left = TILE_COPIES * TILE_KINDS
    cdef int orders[ORDERS]
    cdef int tiles[TILE_KINDS]
    memset(orders, 0, sizeof(orders))
    memset(tiles, 0, sizeof(tiles))
    for index in range(ORDERS - state.orders.middle_size, ORDERS):
        orders[deck.orders[index]] += 1
    for index in range(left - state.tiles.middle_size, left):
        tiles[deck.tiles[index]] += 1
    for item in range(ORDERS):
        if orders[item] != middle_count(&state.orders, item):
            return False
    for item in range(TILE_KINDS):
        if tiles[item] != middle_count(&state.tiles, item):
            return False
    return True
