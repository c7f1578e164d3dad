"""The class of the game's positions."""

from coalbaron_fast.games.ruhr.codec cimport state_from_dict, state_to_dict
from coalbaron_fast.games.state cimport Kind, State as AnyState

from coalbaron_fast.games.ruhr.core.board import BOARD_OPS
from coalbaron_fast.games.ruhr.facts import MAX_PLAYERS, MIN_PLAYERS, PHASES
from coalbaron_fast.games.ruhr.notation import RECORDS, SHAPE, VOCABULARY

cdef Kind KIND = Kind(
    BOARD_OPS, vocabulary=VOCABULARY, shape=SHAPE, records=RECORDS, phases=PHASES,
    players=range(MIN_PLAYERS, MAX_PLAYERS + 1), part="turn",
)


cdef class State(AnyState):
    """A position of Ruhrschifffahrt 1769-1890, and the game that goes on from it.

    ``State(players, seed, start, calm)`` begins a game. With a seed, chance resolves itself as play
    goes on. Without one, the position asks for a chance token: the country of the turn (``!rh``) or
    the marker that is drawn (``!fo``). With `calm` the two starred markers stay out. Moves are
    tokens, as docs/ruhr.md spells them.
    """

    def __cinit__(self):
        self.hold(KIND, &self.c)

    cdef dict spell(self):
        return state_to_dict(&self.c)

    cdef int read(self, dict data) except -1:
        return state_from_dict(data, &self.c)

    @property
    def thalers(self):
        """The money, one number a seat."""
        return [self.c.seats[seat].thalers for seat in range(self.c.players)]
