# What the tables of games have in common whose cores are laid out alike, on top of game.pxi.
#
# Included by a game's `core/game.pyx` before its own functions, after game.pxi. Beside what that
# one needs, the file that includes it has: `PHASE_CHANCE`, `PHASE_OVER`; `seat_to_move`;
# `SCRATCH_BYTES`, `TURN_MOVES`, `list_turns`, `list_every_turn`; `evaluate`, `spread_of`;
# `ending_turns_left`; `Move`, `MOST_OUTCOMES`, `chance_outcomes` and `source_of`, which says where
# a draw comes from; `LAYOUT` with the sizes of the features, `turn_features_of`.

from coalbaron_fast.contract.game cimport NOBODY_CHOOSES


cdef int game_to_move(const void *state) noexcept nogil:
    cdef const State *own = <const State *>state
    if own.phase == PHASE_CHANCE:
        return TO_CHANCE
    return TO_NOBODY if own.phase == PHASE_OVER else seat_to_move(own)


cdef int game_turns(const void *state, void *scratch, Turn *out, int limit) noexcept nogil:
    return list_turns(<const State *>state, scratch, out, limit)


cdef void game_expect(const void *state, double *points, double *win) noexcept nogil:
    evaluate(<const State *>state, points, win)


cdef double game_spread(const void *state) noexcept nogil:
    return spread_of(<const State *>state)


cdef int game_turns_left(const void *state) noexcept nogil:
    return ending_turns_left(<const State *>state)


cdef int game_every_turn(
    const void *state, void *scratch, int omit, Turn *out, int limit
) noexcept nogil:
    return list_every_turn(<const State *>state, scratch, omit, out, limit)


cdef bint game_chance(const void *state, Chance *out) noexcept nogil:
    cdef const State *own = <const State *>state
    cdef Move codes[MOST_OUTCOMES]
    cdef int ways[MOST_OUTCOMES]
    cdef int index
    out.count = chance_outcomes(own, codes, ways, &out.total)
    for index in range(out.count):
        out.codes[index] = codes[index]
        out.ways[index] = ways[index]
    out.certain = out.hand = 0
    out.chooser = NOBODY_CHOOSES
    out.source = source_of(own)
    out.private = False
    return True


cdef void game_play_outcome(void *state, int code) noexcept nogil:
    state_play(<State *>state, code)


cdef int game_turn_features(const void *state, const Turn *turn, uint16_t *out) noexcept nogil:
    return turn_features_of(<const State *>state, turn, out)


OPS.scratch_bytes = SCRATCH_BYTES
OPS.turn_moves = TURN_MOVES
OPS.to_move = game_to_move
OPS.turns = game_turns
OPS.expect = game_expect
OPS.spread = game_spread
OPS.every_bytes = SCRATCH_BYTES
OPS.turns_left = game_turns_left
OPS.every_turn = game_every_turn
OPS.chance = game_chance
OPS.play_outcome = game_play_outcome
OPS.layout = LAYOUT
OPS.seat_size = SEAT_SIZE
OPS.board_size = BOARD_SIZE
OPS.turn_size = TURN_SIZE
OPS.turn_features = game_turn_features
