"""One owner at a time: objects whose memory a call works in while other threads run Python.

Such a call lets go of the interpreter's lock, or calls back into Python; then any thread may call
the same object again. The second thread is refused: there is no waiting for a search.

    owner_take(&self.taken, self)
    try:
        work
    finally:
        self.taken = False
"""


# RuntimeError if the object is taken.
cdef inline int owner_check(bint taken, object owner) except -1:
    if taken:
        raise RuntimeError(f"another thread is at work in this {type(owner).__name__}")
    return 0


# The same, and take it. The interpreter's lock is held: nothing comes in between.
cdef inline int owner_take(bint *taken, object owner) except -1:
    owner_check(taken[0], owner)
    taken[0] = True
    return 0
