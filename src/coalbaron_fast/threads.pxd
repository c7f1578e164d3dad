"""Threads that wait for work, and share it out among them and the caller.

They are threads of the system, not of Python: they hold no lock of the interpreter and run
nothing of it.
"""

cpdef enum:
    MOST_THREADS = 64           # the caller's own included

# One item of a job; `worker` is 0 for the caller of pool_run, 1 and more for the others.
ctypedef void (*Work)(void *job, int item, int worker) noexcept nogil

ctypedef struct Helper:
    void *pool
    int worker
    void *begin                 # given when there is work
    void *done                  # given when it is done

ctypedef struct Pool:
    Helper helpers[MOST_THREADS - 1]
    int helper_count
    bint closing
    long process                # in which the threads live; 0: there are none
    # the job in hand
    Work work
    void *job
    int items
    int next

# Have `workers - 1` threads ready, unless they are (a forked process comes without them). The pool
# is zeroed before its first use and stays where it is until it is closed. Raises RuntimeError if
# the system has no more threads.
cdef int pool_open(Pool *pool, int workers) except -1

# End the threads and wait until none uses the pool any more; it may be opened again.
cdef void pool_close(Pool *pool) noexcept nogil

# Do all items of a job, in any order, each once; returns when all are done. One caller at a time.
cdef void pool_run(Pool *pool, Work work, void *job, int items) noexcept nogil
