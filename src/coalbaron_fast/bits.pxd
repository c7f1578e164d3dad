"""Bits, and the debug switch: what the C compilers spell differently; no state."""

from libc.stdint cimport uint64_t


cdef extern from "compat.h" nogil:
    const bint COALBARON_DEBUG
    int popcount64 "cb_popcount64"(uint64_t x) noexcept
    int lowest_bit64 "cb_lowest_bit64"(uint64_t x) noexcept
    void invariant_failed "cb_invariant_failed"(int code, int defect, int detail) noexcept


cdef inline int nth_bit(uint64_t mask, int number) noexcept nogil:
    """The place of a mask's bit with so many set bits below it; the mask has that many."""
    for _ in range(number):
        mask &= mask - 1
    return lowest_bit64(mask)
