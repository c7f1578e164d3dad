"""The course of the game: set up, play one code, go on until somebody must decide."""

from coalbaron_fast.games.coalbaron.core.tables cimport TABLES
from coalbaron_fast.games.coalbaron.core.types cimport Move, NONE, PHASE_CHANCE, SHIFTS, State

# A new game before its first chance event. 2-4 players, start < players.
cdef void state_init(State *state, int players, int start) noexcept nogil

# Play one legal code; afterwards the state asks a seat, asks chance, or is over.
cdef void state_play(State *state, Move code) noexcept nogil

# What one work step of mining (not `end`) does to the pit and the orders of the seat whose turn
# it is; steps and turn stay as they are.
cdef void state_work(State *state, Move code) noexcept nogil

# Draw on as far as no chance is needed (a world sampled from a view may hold a place
# that the view had to ask for).
cdef void state_settle(State *state) noexcept nogil

# The next seat clockwise that has workers gets the turn, or the shift ends.
cdef void end_turn(State *state) noexcept nogil


cdef inline int seat_to_move(const State *state) noexcept nogil:
    """The seat that decides; NONE at chance and when over."""
    return NONE if state.phase == PHASE_CHANCE else state.active


cdef inline int later_workers(const State *state) noexcept nogil:
    """The workers that every seat gets in the shifts to come."""
    return (SHIFTS - state.shift) * TABLES.workers[state.players]
