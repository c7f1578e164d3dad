"""Bits, and the debug switch: what the C compilers spell differently; no state."""

from libc.stdint cimport uint8_t, uint16_t, uint64_t


cdef extern from "compat.h" nogil:
    const bint COALBARON_DEBUG
    int popcount64 "cb_popcount64"(uint64_t x) noexcept
    int lowest_bit64 "cb_lowest_bit64"(uint64_t x) noexcept
    void invariant_failed "cb_invariant_failed"(int code, int defect, int detail) noexcept
    void move_refused "cb_move_refused"(int code, int phase) noexcept


cdef inline void check_codes(
    const uint16_t *codes, int count, int limit, int phase
) noexcept nogil:
    """For a debug build: stop if a code is beyond the vocabulary."""
    cdef int index
    for index in range(count):
        if codes[index] >= limit:
            move_refused(codes[index], phase)


cdef inline void check_offered(
    const uint16_t *codes, int count, int code, int phase
) noexcept nogil:
    """For a debug build: stop if a code that is played is not among these."""
    cdef int index
    for index in range(count):
        if codes[index] == code:
            return
    move_refused(code, phase)


cdef inline int nth_bit(uint64_t mask, int number) noexcept nogil:
    """The place of a mask's n-th set bit, from 0; the mask has that many."""
    for _ in range(number):
        mask &= mask - 1
    return lowest_bit64(mask)


cdef inline bint is_zero(const void *memory, int count) noexcept nogil:
    """Whether all these bytes are 0."""
    cdef int index
    for index in range(count):
        if (<const uint8_t *>memory)[index]:
            return False
    return True
