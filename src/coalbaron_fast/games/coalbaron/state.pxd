"""The Python State, for other compiled modules: its struct is `state.c`."""

from coalbaron_fast.games.coalbaron.core.types cimport State as CState


cdef class State:
    cdef CState c
    cdef bint seeded
    cdef unsigned long long seed_value
    cdef list played            # codes of every token played since this state was made
    cdef State begun            # the position it was made from; None: the beginning of a game

    cdef int set_seed(self, object seed) except -1

    @staticmethod
    cdef State bare()

    cdef bint allows(self, int code)
    cdef State beginning(self)
    cdef int play(self, int code) except -1
    cdef int resolve_chance(self) except -1
    cdef int play_all(self, list codes) except -1
    cdef int check_viewer(self, object seat) except -1
    cdef int hidden_code(self, int code, int viewer)
    cdef bint asks_to_name(self)
