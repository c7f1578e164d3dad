"""The spots of order cards: how a filled one is written, and which pairs could fill one."""

from libc.stdint cimport uint16_t

from coalbaron_fast.games.coalbaron.core.bits cimport lowest_bit64
from coalbaron_fast.games.coalbaron.core.tables cimport TABLES
from coalbaron_fast.games.coalbaron.core.types cimport Move


cdef inline uint16_t spots_with(uint16_t word, int slot, int fill) noexcept nogil:
    """The card's word after a free spot of the slot took `fill` (1 own colour, 2-11 a pair)."""
    cdef int order = TABLES.slot_order[slot], shift = 0, end, other
    if TABLES.order_colour[order] == 4:
        return <uint16_t>(word | fill << (4 * TABLES.slot_colour[slot]))
    # Sorted insertion; a free spot (0) is where the sorted part ends.
    end = 4 * TABLES.order_spots[order]
    while shift < end:
        other = word >> shift & 15
        if other == 0:
            return <uint16_t>(word | fill << shift)
        if fill < other:
            word = <uint16_t>(word ^ (fill ^ other) << shift)
            fill = other
        shift += 4
    return word


cdef inline bint spots_complete(uint16_t word, int order) noexcept nogil:
    cdef int spot
    for spot in range(TABLES.order_spots[order]):
        if (word >> (4 * spot) & 15) == 0:
            return False
    return True


cdef inline int available_pairs(int present, int several, Move *kinds) noexcept nogil:
    """Pair kinds from cubes of which there is one (bits of `present`) or more (`several`)."""
    cdef int first, second, rest, count = 0
    while present:
        first = lowest_bit64(present)
        if several >> first & 1:
            kinds[count] = TABLES.pair_index[first][first]
            count += 1
        present &= present - 1
        rest = present
        while rest:
            second = lowest_bit64(rest)
            rest &= rest - 1
            kinds[count] = TABLES.pair_index[first][second]
            count += 1
    return count
