"""Beginning a game and playing moves."""

from libc.stdint cimport uint64_t

from coalbaron_fast.games.ruhr.core.types cimport Move, Seat, State

# A new game.
cdef void state_init(State *state, int players, int start, bint calm) noexcept nogil

# Play a legal move; whatever follows without a decision or chance is done with it.
cdef void state_play(State *state, Move code) noexcept nogil

# Pay a fee, with debts or in hardship if need be.
cdef void pay_fee(State *state, Seat *own, int fee) noexcept nogil

# Sell the die of a barge: what the trip brings to whom. The die is in hand afterwards: returns
# its value.
cdef int sell(State *state, int seat, int target) noexcept nogil

# Take every progress marker that the tokens allow, seat by seat.
cdef void take_progress(State *state) noexcept nogil
