"""A monotonic clock that needs no interpreter: the same as Python's time.monotonic_ns."""

from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(_WIN32)
    #include <windows.h>
    static uint64_t cb_monotonic_ns(void)
    {
        LARGE_INTEGER count, frequency;
        QueryPerformanceCounter(&count);
        QueryPerformanceFrequency(&frequency);
        return (uint64_t)((double)count.QuadPart * 1e9 / (double)frequency.QuadPart);
    }
    #else
    #include <time.h>
    static uint64_t cb_monotonic_ns(void)
    {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
    }
    #endif
    """
    uint64_t monotonic_ns "cb_monotonic_ns"() noexcept nogil
