"""Majorities, the end of a shift and the end of the game (rules.md sections 4 and 5)."""

from coalbaron_fast.games.coalbaron.core.types cimport Seat, State

# How often each of the twelve elements counts for a seat.
cdef int element_count(const Seat *seat, int element) noexcept nogil

# The same of all twelve.
cdef void count_elements(const Seat *seat, int *counts) noexcept nogil

# Score one element for everybody.
cdef void score_element(State *state, int element) noexcept nogil

# Score the first ELEMENTS_A_SHIFT * shift elements for everybody.
cdef void score_shift(State *state) noexcept nogil

# Marks, cubes, outstanding orders and imbalance, added to every seat's VP.
cdef void score_end(State *state) noexcept nogil

# The start seat of the next shift, by workers on the factory.
cdef int next_start(const State *state) noexcept nogil

# A seat's workers on the factory.
cdef int factory_workers(const State *state, int seat) noexcept nogil

# Cubes that a seat owns: on carts, in the cage, in storage, on outstanding orders.
cdef int cubes_owned(const State *state, int seat) noexcept nogil

# Seats that win a finished game, as a mask.
cdef int winner_mask(const State *state) noexcept nogil
