"""A ring of cache lines: what waiting for memory costs on this machine.

Built in place for development alone, as everything in bench/ that is compiled (setup.py).
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc

from coalbaron_fast.rng cimport Rng, rng_below, rng_seed

ctypedef struct Line:
    uint64_t next               # the number of the line after this one
    uint64_t place              # of this one in the ring
    uint64_t unused[6]          # the rest of 64 bytes


cdef class Ring:
    """A ring of cache lines in random order: following it waits for memory at every step.

    Each line names the next one, so that no two can be fetched at once. With more megabytes than
    the caches hold, nearly every step misses them: a walk goes on where the last one ended.
    """

    cdef Line *lines
    cdef uint64_t line          # where the last walk ended
    cdef readonly uint64_t count

    def __init__(self, int megabytes, unsigned long long seed):
        cdef Rng rng
        cdef uint64_t index, other
        cdef uint32_t *order
        if megabytes < 1:
            raise ValueError(f"megabytes must be at least 1, not {megabytes}")
        free(self.lines)            # of an earlier call, or none
        self.line = 0
        self.count = (<uint64_t>megabytes << 20) // sizeof(Line)
        self.lines = <Line *>malloc(self.count * sizeof(Line))
        order = <uint32_t *>malloc(self.count * sizeof(uint32_t))
        if self.lines == NULL or order == NULL:
            free(order)
            raise MemoryError(f"no {megabytes} MB to walk through")
        rng_seed(&rng, seed, 0)
        with nogil:
            for index in range(self.count):
                order[index] = <uint32_t>index
            for index in range(self.count - 1, 0, -1):
                other = rng_below(&rng, <uint32_t>index + 1)
                order[index], order[other] = order[other], order[index]
            for index in range(self.count):
                self.lines[order[index]].place = index
                self.lines[order[index]].next = order[(index + 1) % self.count]
        free(order)

    def __dealloc__(self):
        free(self.lines)

    def walk(self, int steps):
        """Go on along the ring; returns by how many places, as the lines themselves say."""
        cdef uint64_t line = self.line
        with nogil:
            for _ in range(steps):
                line = self.lines[line].next
        steps_done = self.lines[line].place + self.count - self.lines[self.line].place
        self.line = line
        return steps_done % self.count
