"""Who wins: by the points that each seat can expect, and at the end. All inline."""

from libc.math cimport sqrt
from libc.stdint cimport uint32_t

from coalbaron_fast.bits cimport popcount64


cdef inline void win_by_leads(
    const double *points, int seats, double spread, double *win
) noexcept nogil:
    """By how far each leads each other one, in spreads of a lead."""
    cdef double lead, total = 0.0
    cdef int seat, other
    for seat in range(seats):
        win[seat] = 1.0
        for other in range(seats):
            if other != seat:
                lead = (points[seat] - points[other]) / spread
                win[seat] *= 0.5 + 0.5 * lead / sqrt(1.0 + lead * lead)
        total += win[seat]
    for seat in range(seats):
        win[seat] /= total


cdef inline void win_shared(uint32_t winners, int seats, double *win) noexcept nogil:
    """When the game is over: alike among the winners, bit a seat."""
    cdef int seat
    for seat in range(seats):
        win[seat] = (winners >> seat & 1) / <double>popcount64(winners)
