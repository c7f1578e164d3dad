"""Beginning a game and playing moves."""

from coalbaron_fast.games.coalcountry.core.types cimport FOREMEN, MAX_SEATS, Move, State

# What a move makes public of the placing: codes of placing, in their order, with the seat whose
# foreman is told. The others are shown them.
ctypedef struct Told:
    int count
    Move code[2 * MAX_SEATS * FOREMEN]
    unsigned char seat[2 * MAX_SEATS * FOREMEN]

# A new game; `start` is the seat that begins, or DRAWN_START. Flags: REFORMED, AMOK.
cdef void state_init(State *state, int players, int start, int rounds, int flags) noexcept nogil

# Play a legal move; whatever follows without a decision or chance is done with it.
cdef void state_play(State *state, Move code) noexcept nogil

# The same, and add to `told` what it makes public. For whole positions.
cdef void state_play_telling(State *state, Move code, Told *told) noexcept nogil

# A position in which foremen were being turned over, and all are known now: go on.
cdef void state_go_on(State *state) noexcept nogil
