# What whole turns of all compiled games have in common that are a row of tokens.
#
# Included by a game's `core/turns.pyx` before its own functions, so that all of it is compiled for
# that game's struct. The file that includes it has: `State`, `Move`, `MOST_LEGAL`; `list_turns`,
# `state_legal_moves`, `state_play`; `seat_to_move`.

from coalbaron_fast.contract.game cimport TURN_LIMIT, Turn


cdef void best_turn(const State *state, void *scratch, Turn *out) noexcept nogil:
    cdef Turn turns[TURN_LIMIT]
    cdef int index, best = 0, count = list_turns(state, scratch, turns, TURN_LIMIT)
    for index in range(1, count):
        if turns[index].value > turns[best].value:
            best = index
    out[0] = turns[best]


cdef void play_turn(State *state, const Turn *turn) noexcept nogil:
    cdef int index
    for index in range(turn.count):
        state_play(state, turn.moves[index])


cdef bint is_legal(const State *state, Move move) noexcept nogil:
    cdef Move moves[MOST_LEGAL]
    cdef int index
    for index in range(state_legal_moves(state, moves)):
        if moves[index] == move:
            return True
    return False


cdef bint tokens_fit(const State *state, const Turn *turn) noexcept nogil:
    """Whether the seat to move can play them one after the other."""
    cdef State trial
    cdef int index, seat = seat_to_move(state)
    if turn.count == 1:
        return is_legal(state, turn.moves[0])
    trial = state[0]
    for index in range(turn.count):
        # What was the rest of a turn may end it sooner here.
        if seat_to_move(&trial) != seat or not is_legal(&trial, turn.moves[index]):
            return False
        if index + 1 < turn.count:
            state_play(&trial, turn.moves[index])
    return True
