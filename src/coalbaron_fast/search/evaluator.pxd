"""What the search asks of a position: what each seat can expect, and which turns look right.

Two kinds answer: the game's own guess and a network. The search sees a table of C functions.
"""

from libc.stdint cimport uint32_t

from coalbaron_fast.search.game cimport GameOps, Turn

cdef enum:
    EVALUATOR_ABI = 2

ctypedef struct Evaluator:
    uint32_t abi                # EVALUATOR_ABI
    const GameOps *game
    const void *own             # what the functions below need besides
    # A seat is to move: the turns worth looking at, at most `limit`, at least one, with how good
    # each looks at first sight. The same for the same state.
    int (*turns)(
        const Evaluator *self, const void *state, void *scratch, Turn *out, int limit
    ) noexcept nogil
    # A seat is to move, or the game is over: every seat's expected points, how far the final ones
    # stray from them (a standard deviation; INFINITY if nobody knows), its share of the win.
    void (*expect)(
        const Evaluator *self, const void *state, double *points, double *spread, double *win
    ) noexcept nogil

cdef class Evaluation:
    """An evaluator for one game, with all that it works with."""

    cdef Evaluator table
    cdef readonly object game   # keep what the table points to alive
    cdef object source

    cdef tuple asked(self, bytes state)
