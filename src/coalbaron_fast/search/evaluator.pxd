"""What the search asks of a position: what each seat can expect, and which turns look right.

Two kinds answer: the game's own guess and a network. The search sees a table of C functions.
"""

from coalbaron_fast.contract.game cimport EVALUATOR_ABI, Evaluator, GameOps

cdef class Evaluation:
    """An evaluator for one game, with all that it works with."""

    cdef Evaluator table
    cdef readonly object game   # keep what the table points to alive
    cdef object source

    cdef tuple asked(self, bytes state)
