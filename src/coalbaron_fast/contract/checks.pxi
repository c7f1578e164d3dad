# What a debug build checks of every move, before it and after it.
#
# Included by each game's `core/state.pyx`. The file that includes it has: `State`, `Move`,
# `MOVE_CODES`; `state_legal_moves`; `state_defect`, which says what is wrong with a position.

from coalbaron_fast.bits cimport COALBARON_DEBUG, check_offered, invariant_failed


cdef void check_invariants(const State *state, Move code) noexcept nogil:
    cdef int detail = 0
    cdef int defect = state_defect(state, &detail)
    if defect:
        invariant_failed(code, defect, detail)


cdef void check_move(const State *state, Move code) noexcept nogil:
    cdef Move moves[MOVE_CODES]
    check_offered(moves, state_legal_moves(state, moves), code, state.phase)
