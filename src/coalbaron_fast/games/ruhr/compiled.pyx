"""The compiled board behind a State: the struct, and the rules that move it (games/state.py)."""

from libc.stdint cimport uint64_t

from coalbaron_fast.games.ruhr.codec cimport state_from_dict, state_to_dict
from coalbaron_fast.games.ruhr.core.deck cimport deck_draw
from coalbaron_fast.games.ruhr.core.identity cimport state_hash
from coalbaron_fast.games.ruhr.core.flow cimport seat_to_move
from coalbaron_fast.games.ruhr.core.moves cimport chance_outcomes, state_legal_moves
from coalbaron_fast.games.ruhr.core.perft cimport state_perft
from coalbaron_fast.games.ruhr.core.scoring cimport winner_mask
from coalbaron_fast.games.ruhr.core.state cimport state_init, state_play
from coalbaron_fast.games.ruhr.core.turns cimport (
    SCRATCH_BYTES, begins_turn, best_turn, is_small_decision, is_step, turns_expected,
)
from coalbaron_fast.games.ruhr.core.types cimport (
    CALM, CHANCE_COUNTRY, CHANCE_MARKER, CITY, CITY_STAR, DEPOT, END, GET, HAULER, HAULER_NONE,
    INN, LOCK, MARKERS, MOST_LEGAL, MOVE_CODES, Move, NONE, OPTION, OPTION_FREE, PAY,
    PHASE_CHANCE, PHASE_OVER, PORT_BUILD, PORT_STAR, PUT, REMOVE, REMOVE_TRACK, REPAY, SHIFT,
    START, SUPPLY, State, TRIP,
)
from coalbaron_fast.search.game cimport Turn
from coalbaron_fast.search.signals cimport Watch, watch_begin, watch_end
from coalbaron_fast.games.ruhr.facts import PHASES
from coalbaron_fast.games.ruhr.notation.tokens import VOCABULARY


def check_codes():
    """Raise RuntimeError, with the block's name, if a code means another token to the core."""
    compiled = {
        "CHANCE_COUNTRY": CHANCE_COUNTRY, "CHANCE_MARKER": CHANCE_MARKER, "PAY": PAY, "GET": GET,
        "REMOVE": REMOVE, "REMOVE_TRACK": REMOVE_TRACK, "PUT": PUT, "OPTION": OPTION,
        "OPTION_FREE": OPTION_FREE, "SUPPLY": SUPPLY, "START": START, "HAULER": HAULER,
        "HAULER_NONE": HAULER_NONE, "TRIP": TRIP, "LOCK": LOCK, "CITY": CITY,
        "CITY_STAR": CITY_STAR, "DEPOT": DEPOT, "PORT_BUILD": PORT_BUILD, "PORT_STAR": PORT_STAR,
        "SHIFT": SHIFT, "REPAY": REPAY, "INN": INN, "END": END, "MOVE_CODES": MOVE_CODES,
    }
    stated = {**VOCABULARY.bases, "MOVE_CODES": len(VOCABULARY)}
    if stated != compiled:
        raise RuntimeError(f"the codes of tokens are {stated}; the core is compiled for {compiled}")


check_codes()


cdef class Board:
    """A position as a struct. Whoever plays asks first whether a move is legal."""

    cdef State c

    def __init__(self, int players, int start, bint calm):
        state_init(&self.c, players, start, calm)

    @staticmethod
    def from_dict(dict data):
        """Read a dict of the right shape; PositionError if its fields do not fit each other."""
        cdef Board board = Board.__new__(Board)
        state_from_dict(data, &board.c)
        return board

    def to_dict(self):
        return state_to_dict(&self.c)

    def copy(self):
        cdef Board other = Board.__new__(Board)
        other.c = self.c
        return other

    def view(self, seat):
        """A copy with the name of a viewer, or of none."""
        cdef Board other = self.copy()
        other.c.viewer = NONE if seat is None else seat
        return other

    def data(self):
        return (<const char *>&self.c)[:sizeof(State)]

    def hash(self):
        return <Py_ssize_t>state_hash(&self.c)

    # -- what it is

    @property
    def players(self):
        return self.c.players

    @property
    def viewer(self):
        return None if self.c.viewer == NONE else self.c.viewer

    @property
    def first_start(self):
        return self.c.first_start

    @property
    def calm(self):
        return bool(self.c.flags & CALM)

    @property
    def phase(self):
        return PHASES[self.c.phase]

    @property
    def shift(self):
        return self.c.turn

    @property
    def turn(self):
        cdef int seat = seat_to_move(&self.c)
        return None if seat == NONE else seat

    @property
    def is_chance(self):
        return self.c.phase == PHASE_CHANCE

    @property
    def is_over(self):
        return self.c.phase == PHASE_OVER

    @property
    def vp(self):
        return [self.c.seats[seat].points for seat in range(self.c.players)]

    @property
    def thalers(self):
        return [self.c.seats[seat].thalers for seat in range(self.c.players)]

    @property
    def is_small_decision(self):
        return is_small_decision(&self.c)

    @property
    def begins_turn(self):
        return begins_turn(&self.c)

    @property
    def is_step(self):
        return is_step(&self.c)

    def turns_expected(self):
        return turns_expected(&self.c, seat_to_move(&self.c))

    def winners(self):
        cdef int seat, mask = winner_mask(&self.c)
        return [seat for seat in range(self.c.players) if mask >> seat & 1]

    # -- moves

    def legal_codes(self):
        cdef Move moves[MOST_LEGAL]
        cdef int index, count = state_legal_moves(&self.c, moves)
        return [moves[index] for index in range(count)]

    def allows(self, int code):
        cdef Move moves[MOST_LEGAL]
        cdef int index
        for index in range(state_legal_moves(&self.c, moves)):
            if moves[index] == code:
                return True
        return False

    def play(self, int code):
        """Play a legal move."""
        state_play(&self.c, code)

    def outcomes(self):
        """At chance: pairs of code and ways, and all ways together."""
        cdef Move codes[MARKERS]
        cdef int ways[MARKERS]
        cdef int index, count, total
        count = chance_outcomes(&self.c, codes, ways, &total)
        return [(codes[index], ways[index]) for index in range(count)], total

    def seeded_draw(self, uint64_t seed):
        return deck_draw(&self.c, seed)

    def perft(self, int depth):
        cdef uint64_t number
        cdef Watch watch
        watch_begin(&watch)
        with nogil:
            number = state_perft(&self.c, depth, &watch)
        watch_end(&watch)
        return number

    def first_sight(self):
        cdef Turn turn
        cdef int index
        cdef bytearray scratch = bytearray(SCRATCH_BYTES)
        cdef char *memory = scratch
        best_turn(&self.c, memory, &turn)
        return [turn.moves[index] for index in range(turn.count)]
