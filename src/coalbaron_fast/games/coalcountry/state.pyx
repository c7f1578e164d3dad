"""The class of the game's positions."""

from coalbaron_fast.games.coalcountry.codec cimport state_from_dict, state_to_dict
from coalbaron_fast.games.state cimport Kind, State as AnyState

from coalbaron_fast.games.coalcountry.core.board import BOARD_OPS
from coalbaron_fast.games.coalcountry.facts import MAX_PLAYERS, MIN_PLAYERS, PHASES
from coalbaron_fast.games.coalcountry.notation import RECORDS, SHAPE, VOCABULARY

cdef Kind KIND = Kind(
    BOARD_OPS, vocabulary=VOCABULARY, shape=SHAPE, records=RECORDS, phases=PHASES,
    players=range(MIN_PLAYERS, MAX_PLAYERS + 1),
)


cdef class State(AnyState):
    """A position of Coal Country, and the game that goes on from it.

    ``State(players, seed, start, rounds, reformed, amok)`` begins a game. With a seed, chance
    resolves itself as play goes on. Without one, the position asks for a chance token: a building
    (``!shop``), a mine tile (``!3ta``), an indicator (``!+``). Without a start seat the first
    order is drawn, too (``!p1``). Moves are tokens, as docs/coalcountry.md spells them.
    """

    def __cinit__(self):
        self.hold(KIND, &self.c)

    def __init__(self, players=None, seed=None, start=None, **options):
        super().__init__(players, seed, start, **options)

    cdef dict spell(self):
        return state_to_dict(&self.c)

    cdef int read(self, dict data) except -1:
        return state_from_dict(data, &self.c)

    @property
    def money(self):
        """Dollars, one number a seat: the points."""
        return self.vp
