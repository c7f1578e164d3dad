"""The class of the game's positions, for other compiled modules: its struct is `state.c`."""

from coalbaron_fast.games.coalcountry.core.types cimport State as CState
from coalbaron_fast.games.state cimport State as AnyState


cdef class State(AnyState):
    cdef CState c
