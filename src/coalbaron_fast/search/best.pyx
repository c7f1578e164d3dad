"""Which of several uncertain means is the highest."""

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport erfc, sqrt
from libc.stdlib cimport free, malloc

cdef double LEAST_SPREAD = 1e-9     # of two means without errors: the higher one is sure to be
cdef double ROOT_HALF = sqrt(0.5)


def probabilities_best(means, errors):
    """Return for each mean how likely it is that no other is higher, by normal errors.

    Every pair is taken for itself, as if the others did not matter; the sum is 1.
    """
    cdef int count = len(means), one, other
    cdef double lead, tail, total = 0.0
    cdef double *chances
    cdef double *mean
    cdef double *error
    chances = <double *>malloc((3 * count + 1) * sizeof(double))
    if chances == NULL:
        raise MemoryError
    mean = chances + count
    error = mean + count
    try:
        for one in range(count):
            chances[one] = 1.0
            mean[one] = means[one]
            error[one] = errors[one]
        for one in range(count):
            PyErr_CheckSignals()
            for other in range(one):
                lead = sqrt(error[one] * error[one] + error[other] * error[other])
                lead = (mean[one] - mean[other]) / (lead or LEAST_SPREAD)
                # The tail is exact however thin it is; from 1 it may be taken without loss.
                tail = 0.5 * erfc(ROOT_HALF * (lead if lead > 0.0 else -lead))
                chances[one] *= 1.0 - tail if lead > 0.0 else tail
                chances[other] *= tail if lead > 0.0 else 1.0 - tail
        for one in range(count):
            total += chances[one]
        return [chances[one] / (total or 1.0) for one in range(count)]
    finally:
        free(chances)
