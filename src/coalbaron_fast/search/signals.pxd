"""Ctrl-C in compiled loops that run long without the interpreter's lock.

Python runs the handlers of signals between its own instructions, and there are none while such a
loop runs. The loop asks `watch_raised` every now and then; when that is true it ends, and whoever
has the lock again calls `watch_end`, which raises what the handler raised.

    watch_begin(&watch)
    with nogil:
        work(&watch)
    watch_end(&watch)
"""

from libc.stdint cimport uint64_t

ctypedef struct Watch:
    uint64_t next_ns            # when to look again; the largest number: never
    bint raised                 # a handler has raised; its exception waits in this thread

# Begin to look. Only the main thread runs handlers: in others nothing is ever raised. A handler may
# run, and raise, in here as well.
cdef int watch_begin(Watch *watch) except -1

# Whether the loop shall end. Reads the clock, and takes the interpreter's lock every 20 ms.
cdef bint watch_raised(Watch *watch) noexcept nogil

# Raise what the handler raised, if it did.
cdef int watch_end(const Watch *watch) except -1
