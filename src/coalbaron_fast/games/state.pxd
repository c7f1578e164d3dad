"""The State of every game, for the games' own modules: its bytes are at `state.at`.

A game's class is a thin one on top. It holds the struct, so that a State is one block of memory:

    cdef class State(AnyState):
        cdef CState c

        def __cinit__(self):
            self.hold(KIND, &self.c)

        cdef dict spell(self):
            return state_to_dict(&self.c)

        cdef int read(self, dict data) except -1:
            return state_from_dict(data, &self.c)
"""

from libc.stdint cimport int16_t, uint16_t

from coalbaron_fast.contract.board cimport BoardOps


cdef class Kind:
    cdef const BoardOps *ops
    cdef object keeps           # the capsule, for as long as its table is used
    cdef tuple tokens           # of every code
    cdef dict codes             # of every token
    cdef object split_words     # words into codes
    cdef object shape           # positions as dicts and as text
    cdef object records
    cdef tuple phases           # the words of what is asked
    cdef object players
    cdef str part               # what a part of the game is called
    cdef object options

    cdef int write_options(self, object given, int16_t *out) except -1


cdef class State:
    cdef Kind kind
    cdef const BoardOps *ops
    cdef void *at               # the position; the game's own class holds it
    cdef bint seeded
    cdef unsigned long long seed_value
    cdef list played            # codes of every token played since this state was made
    cdef bytes begun            # the position it was made from; None: the beginning of a game

    # -- for a game's own class
    # Called by __cinit__: where the bytes are, for as long as the object lives.
    cdef int hold(self, Kind kind, void *at) except -1
    # The position as a dict, and back: PositionError if fields of the right shape do not fit.
    cdef dict spell(self)
    cdef int read(self, dict data) except -1

    # Another State of the same class, without a history: the caller fills in its bytes, and lets it
    # begin there.
    cdef State bare(self)
    cdef State begin_here(self)
    cdef bytes bytes_here(self)
    # The seat to decide, TO_CHANCE or TO_NOBODY.
    cdef int to_move(self)
    cdef int check_viewer(self, object seat) except -1
    cdef int asked(self) except -1
    cdef int checked_code(self, object code) except -1

    # -- its own
    cdef int set_seed(self, object seed) except -1
    cdef int resolve_chance(self) except -1
    cdef bytes beginning(self)
    cdef str option_words(self)
    cdef object begun_text(self)
    cdef int read_position(self, dict data, object seed) except -1
    cdef int play(self, int code) except -1
    cdef int play_all(self, list codes) except -1
    cdef list tokens_of(self, const uint16_t *codes, int count)


cdef class PlainState(State):
    cdef int put(self, bytes found) except -1
