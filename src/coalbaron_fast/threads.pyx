"""Threads that wait for work, and share it out among them and the caller."""

from libc.string cimport memset

# Threads and locks as Python brings them along for every system; one atomic counter.
cdef extern from *:
    """
    #include "pythread.h"
    #if defined(_MSC_VER)
    #include <intrin.h>
    #include <process.h>
    static long cb_process(void) { return (long)_getpid(); }
    #else
    #include <unistd.h>
    static long cb_process(void) { return (long)getpid(); }
    #endif
    static void *cb_lock_new(void) { return PyThread_allocate_lock(); }
    static void cb_lock_free(void *lock) { PyThread_free_lock(lock); }
    static void cb_lock_take(void *lock) { PyThread_acquire_lock(lock, WAIT_LOCK); }
    static void cb_lock_give(void *lock) { PyThread_release_lock(lock); }
    static int cb_thread_start(void (*function)(void *), void *argument)
    {
        return PyThread_start_new_thread(function, argument) != PYTHREAD_INVALID_THREAD_ID;
    }
    static int cb_count_up(int *number)
    {
    #if defined(_MSC_VER)
        return (int)_InterlockedExchangeAdd((volatile long *)number, 1);
    #else
        return __atomic_fetch_add(number, 1, __ATOMIC_RELAXED);
    #endif
    }
    """
    void *lock_new "cb_lock_new"() noexcept nogil
    void lock_free "cb_lock_free"(void *lock) noexcept nogil
    void lock_take "cb_lock_take"(void *lock) noexcept nogil
    void lock_give "cb_lock_give"(void *lock) noexcept nogil
    bint thread_start "cb_thread_start"(
        void (*function)(void *) noexcept nogil, void *argument
    ) noexcept nogil
    int count_up "cb_count_up"(int *number) noexcept nogil
    long process_number "cb_process"() noexcept nogil


cdef void do_items(Pool *pool, int worker) noexcept nogil:
    """Take items, one after the other, until there is none."""
    cdef int item = count_up(&pool.next)
    while item < pool.items:
        pool.work(pool.job, item, worker)
        item = count_up(&pool.next)


cdef void help(void *argument) noexcept nogil:
    """What a thread does: wait, work, say so, until the pool closes."""
    cdef Helper *helper = <Helper *>argument
    cdef Pool *pool = <Pool *>helper.pool
    while True:
        lock_take(helper.begin)
        if pool.closing:
            break
        do_items(pool, helper.worker)
        lock_give(helper.done)
    # The last that it does with the pool.
    lock_give(helper.done)


cdef void free_locks(Helper *helper) noexcept nogil:
    if helper.begin != NULL:
        lock_free(helper.begin)
    if helper.done != NULL:
        lock_free(helper.done)


cdef bint start_helper(Pool *pool, int worker) noexcept nogil:
    cdef Helper *helper = &pool.helpers[pool.helper_count]
    helper.pool = pool
    helper.worker = worker
    helper.begin = lock_new()
    helper.done = lock_new()
    if helper.begin != NULL and helper.done != NULL:
        # Both begin taken: each is given to say something.
        lock_take(helper.begin)
        lock_take(helper.done)
        if thread_start(help, helper):
            pool.helper_count += 1
            return True
    free_locks(helper)
    return False


cdef int pool_open(Pool *pool, int workers) except -1:
    cdef int worker
    if pool.process == process_number():
        return 0
    memset(pool, 0, sizeof(Pool))
    pool.process = process_number()
    for worker in range(1, workers):
        if not start_helper(pool, worker):
            pool_close(pool)
            raise RuntimeError(f"thread {worker + 1} of {workers} could not be started")
    return 0


cdef void pool_close(Pool *pool) noexcept nogil:
    cdef int index
    if pool.process == process_number():
        pool.closing = True
        for index in range(pool.helper_count):
            lock_give(pool.helpers[index].begin)
        for index in range(pool.helper_count):
            lock_take(pool.helpers[index].done)
            free_locks(&pool.helpers[index])
    pool.process = 0


cdef void pool_run(Pool *pool, Work work, void *job, int items) noexcept nogil:
    cdef int index
    pool.work = work
    pool.job = job
    pool.items = items
    pool.next = 0
    for index in range(pool.helper_count):
        lock_give(pool.helpers[index].begin)
    do_items(pool, 0)
    for index in range(pool.helper_count):
        lock_take(pool.helpers[index].done)
