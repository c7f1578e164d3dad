"""Ctrl-C in compiled loops that run long without the interpreter's lock."""

import threading

from coalbaron_fast.search.clock cimport monotonic_ns

cdef extern from *:
    """
    /* Run the handlers of signals that have come; whether one of them has raised. */
    static int cb_handlers_raised(void)
    {
        PyGILState_STATE lock = PyGILState_Ensure();
        int raised = PyErr_CheckSignals() < 0;
        PyGILState_Release(lock);
        return raised;
    }
    """
    bint handlers_raised "cb_handlers_raised"() noexcept nogil

cdef enum:
    LOOK_EVERY_NS = 20_000_000

cdef uint64_t NEVER = <uint64_t>-1


cdef int watch_begin(Watch *watch) except -1:
    watch.raised = False
    watch.next_ns = NEVER
    if threading.get_ident() == threading.main_thread().ident:
        watch.next_ns = monotonic_ns() + LOOK_EVERY_NS
    return 0


cdef bint watch_raised(Watch *watch) noexcept nogil:
    cdef uint64_t now
    if watch.raised or watch.next_ns == NEVER:
        return watch.raised
    now = monotonic_ns()
    if now >= watch.next_ns:
        watch.next_ns = now + LOOK_EVERY_NS
        watch.raised = handlers_raised()
    return watch.raised


cdef int watch_end(const Watch *watch) except -1:
    # The exception is there already: -1 only says so.
    return -1 if watch.raised else 0
