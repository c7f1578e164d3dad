"""e to the power of x, the same to the bit on every machine.

The exp of a C library may differ in its last bit from another library's, and one bit can tip a
choice of the search. This one is sums, products and a power of two, which IEEE arithmetic
rounds alike everywhere, as long as nothing is contracted (setup.py forbids it).
"""

from libc.math cimport ldexp

cdef enum:
    TERMS = 13                  # of the series: the next one is below the last bit

cdef inline double exponential(double x) noexcept nogil:
    """Within some units of the last bit; 0 below -700, and what 700 gives above it."""
    cdef double series = 1.0, rest
    cdef int power, term
    # The largest of a softmax, and where much of it goes.
    if x == 0.0:
        return 1.0
    if not x > -700.0:
        return 0.0
    if x > 700.0:
        x = 700.0
    # x = power * ln 2 + rest, |rest| <= ln 2 / 2. The first part of ln 2 ends in zeros, so that
    # its product with the power is exact.
    power = <int>(x * 1.4426950408889634 + (0.5 if x > 0.0 else -0.5))
    rest = (x - power * 0.693147180369123816490) - power * 1.90821492927058770002e-10
    for term in range(TERMS, 0, -1):
        series = 1.0 + series * rest / term
    return ldexp(series, power)
