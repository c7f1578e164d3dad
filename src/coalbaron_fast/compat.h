/* The little that C compilers spell differently, and the debug switch.

   COALBARON_DEBUG (default 0) turns the invariant checker on after every play;
   in a release build the compiler removes the calls. */
#ifndef COALBARON_COMPAT_H
#define COALBARON_COMPAT_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef COALBARON_DEBUG
#define COALBARON_DEBUG 0
#endif

#if defined(_MSC_VER)
#include <intrin.h>
static __forceinline int cb_popcount64(uint64_t x) { return (int)__popcnt64(x); }
static __forceinline int cb_lowest_bit64(uint64_t x)
{
    unsigned long index;
    _BitScanForward64(&index, x);
    return (int)index;
}
#else
static inline int cb_popcount64(uint64_t x) { return __builtin_popcountll(x); }
static inline int cb_lowest_bit64(uint64_t x) { return __builtin_ctzll(x); }
#endif

/* A broken invariant in a debug build: say after which move code, and stop. */
static inline void cb_invariant_failed(int code, int defect, int detail)
{
    fprintf(stderr, "coalbaron: after code %d: defect %d, detail %d (core/check.pxd of the game)\n", code,
            defect, detail);
    abort();
}

/* The same for a move that is not offered where it is played, or beyond the vocabulary. */
static inline void cb_move_refused(int code, int phase)
{
    fprintf(stderr, "coalbaron: code %d is no move in phase %d (core/types.pxd of the game)\n", code, phase);
    abort();
}

#endif
