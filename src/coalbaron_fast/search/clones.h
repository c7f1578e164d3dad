/* Loops for several instruction sets. With gcc and glibc on x86-64 a function that begins with
   CB_CLONES is compiled for three, and the loader takes the best that the machine has; elsewhere it is
   compiled for the one that the build is for. */

#ifndef COALBARON_CLONES_H
#define COALBARON_CLONES_H

#include <stdint.h>

/* Sanitizers come too late for what the loader calls. */
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && __GNUC__ >= 12 \
    && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define CB_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define CB_CLONES
#endif

#endif
