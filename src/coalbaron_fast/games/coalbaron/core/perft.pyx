"""Counting sequences of tokens."""

from libc.stdint cimport uint64_t

from coalbaron_fast.games.coalbaron.core.moves cimport state_legal_moves
from coalbaron_fast.games.coalbaron.core.state cimport state_play
from coalbaron_fast.games.coalbaron.core.types cimport (
    MOVE_CODES as MOST_LEGAL, Move, PHASE_OVER, State,
)

include "../../../search/perft.pxi"
