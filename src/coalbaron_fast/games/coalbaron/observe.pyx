"""Observations and masks of legal moves, for Python."""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from coalbaron_fast.games.coalbaron.core.features cimport OBSERVATION_SIZE, observe_state
from coalbaron_fast.games.coalbaron.core.moves cimport state_legal_moves
from coalbaron_fast.games.coalbaron.core.types cimport MOVE_CODES, Move, State
from coalbaron_fast.games.coalbaron.state cimport State as PyState


cdef int write_mask(const State *state, Move *moves, uint8_t *out) noexcept nogil:
    cdef int index, count = state_legal_moves(state, moves)
    memset(out, 0, MOVE_CODES)
    for index in range(count):
        out[moves[index]] = 1
    return count


def write_observation(PyState state, seat, float[::1] out):
    """Write what a seat knows into a vector of the right size."""
    cdef int viewer = state.check_viewer(seat)
    if out.shape[0] != OBSERVATION_SIZE[state.c.players]:
        raise ValueError(
            f"an observation of {state.c.players} players takes"
            f" {OBSERVATION_SIZE[state.c.players]} floats, not {out.shape[0]}"
        )
    observe_state(&state.c, viewer, &out[0])


def write_legal_mask(PyState state, uint8_t[::1] out):
    """Write 1 for every legal code and 0 for the others."""
    cdef Move moves[MOVE_CODES]
    if out.shape[0] != MOVE_CODES:
        raise ValueError(f"a mask takes {MOVE_CODES} bytes, not {out.shape[0]}")
    write_mask(&state.c, moves, &out[0])
