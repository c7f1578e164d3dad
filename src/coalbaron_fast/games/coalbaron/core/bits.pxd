"""Bit helpers that every room of the core uses; all inline, no state."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t

from coalbaron_fast.bits cimport COALBARON_DEBUG, invariant_failed, lowest_bit64, popcount64


cdef inline int cage_level(uint16_t cage) noexcept nogil:
    return cage & 7


cdef inline int cage_count(uint16_t cage, int colour) noexcept nogil:
    return (cage >> (3 + 3 * colour)) & 7


cdef inline int cage_total(uint16_t cage) noexcept nogil:
    return ((cage >> 3) & 7) + ((cage >> 6) & 7) + ((cage >> 9) & 7) + ((cage >> 12) & 7)


cdef inline uint16_t cage_cube(int colour) noexcept nogil:
    """One cube of a colour, in the units of a cage word."""
    return <uint16_t>(1 << (3 + 3 * colour))


cdef inline int byte_count(uint32_t word, int colour) noexcept nogil:
    """A colour's count in a storage or supply word (8 bits a colour)."""
    return (word >> (8 * colour)) & 255


cdef inline uint32_t byte_cube(int colour) noexcept nogil:
    """One cube of a colour, in the units of a storage or supply word."""
    return <uint32_t>1 << (8 * colour)


cdef inline int byte_total(uint32_t word) noexcept nogil:
    return <int>((word * <uint32_t>0x01010101) >> 24)


cdef inline int pit_count(uint32_t level, int colour) noexcept nogil:
    """Cubes of a colour on one tunnel level's carts."""
    return (level >> (5 * colour)) & 31


cdef inline uint32_t pit_cube(int colour) noexcept nogil:
    return <uint32_t>1 << (5 * colour)


cdef inline int pit_total(uint32_t level) noexcept nogil:
    return (level & 31) + ((level >> 5) & 31) + ((level >> 10) & 31) + ((level >> 15) & 31)


cdef inline int pit_tiles(uint32_t level) noexcept nogil:
    """The tiles bought on a level: 2 bits a kind, an index into the cart and side tables."""
    return (level >> 20) & 255
