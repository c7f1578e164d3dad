"""The State of every game: a position, and the game that goes on from it.

The rules are a table of C functions (contract/board.pxd). What is here is the same for all games:
tokens, history, seeds, views, texts, records, copies and pickles. A game's own class says where the
bytes are and how they are spelled (state.pxd), and adds what only that game offers.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.mem cimport PyMem_Calloc, PyMem_Free
from libc.stdint cimport int16_t, uint16_t
from libc.string cimport memcpy

from coalbaron_fast.contract.board cimport (
    DRAWN, LEGAL_LIMIT, OPTION_LIMIT, OUTCOME_LIMIT, SHOWN_LIMIT, board_allows, board_equal,
    board_hash, board_perft, board_seeded, board_shown, board_static_best, open_board,
)
from coalbaron_fast.rng cimport Rng, rng_seed
from coalbaron_fast.contract.game cimport (
    EVERYBODY, GAME_SEATS, TO_CHANCE, TO_NOBODY, Turn, state_in,
)

from coalbaron_fast.errors import Defect, IllegalMoveError, ParseError, PositionError
from coalbaron_fast.games.numbers import check_integer, check_seed
from coalbaron_fast.games.position import DECISIONS
from coalbaron_fast.games.text.records import Record
from coalbaron_fast.games.text.vocabulary import few_codes

cdef extern from *:
    """
    static CYTHON_INLINE PyObject *new_like(PyObject *one, PyObject *nothing) {
        PyTypeObject *kind = Py_TYPE(one);
        return kind->tp_new(kind, nothing, NULL);
    }

    /* Whether a compiled class, which holds the bytes, stands between the base and an object. */
    static CYTHON_INLINE int is_of_a_game(PyObject *one, PyObject *base) {
        PyTypeObject *kind = Py_TYPE(one);
        if ((PyObject *)kind == base) return 0;
        while ((PyObject *)kind->tp_base != base) kind = kind->tp_base;
        return !(kind->tp_flags & Py_TPFLAGS_HEAPTYPE);
    }
    """
    object new_like(object one, object nothing)
    bint is_of_a_game(object one, object base)

RESULT_TAGS = ("Scores", "Winners")
"""What a record says of its end; `to_record` writes it again."""


cdef class Kind:
    """What a State needs of its game besides the rules: words, positions and records.

    `board_ops` is the capsule of the table. `vocabulary`, `shape` and `records` are a
    `Vocabulary`, a `PositionShape` and `Records` (games/text), or what offers the same.
    `phases` are the words of what is asked, `part` is what a part of the game is called. The
    options of the game are those of its records.
    """

    def __init__(
        self, object board_ops, *, vocabulary, shape, records, phases, players, str part="round",
    ):
        self.ops = open_board(board_ops)
        self.keeps = board_ops
        self.tokens = tuple(vocabulary.tokens)
        self.codes = dict(vocabulary.codes)
        self.split_words = vocabulary.split_words
        self.shape = shape
        self.records = records
        self.phases = tuple(phases)
        self.players = players
        self.part = part
        self.options = records.options
        for what, found, told in (
            ("tokens", len(self.tokens), self.ops.codes),
            ("options", len(self.options), self.ops.options),
        ):
            if found != told:
                raise ValueError(f"{found} {what}, but the table is for {told}")

    cdef int write_options(self, object given, int16_t *out) except -1:
        """Write the value of every option; what is not given is as usual."""
        if given and not len(self.options):
            raise TypeError(f"State() got an unexpected keyword argument {next(iter(given))!r}")
        for index, value in enumerate(self.options.read(given).values()):
            out[index] = value
        return 0


cdef class State:
    """A position, and the game that goes on from it.

    ``State(players, seed, start)`` begins a game; the game's options go by their names. With a
    seed, chance resolves itself as play goes on. Without one, the position asks for a chance token.
    Two states are equal if they are the same position; what was played to reach it does not count.
    """

    def __cinit__(self):
        if not is_of_a_game(self, State):
            raise TypeError("a State is of a game: use that game's own class, or PlainState")

    cdef int hold(self, Kind kind, void *at) except -1:
        self.kind = kind
        self.ops = kind.ops
        self.at = at
        return 0

    cdef dict spell(self):
        raise NotImplementedError

    cdef int read(self, dict data) except -1:
        raise NotImplementedError

    def __init__(self, players=None, seed=None, start=0, **options):
        cdef int16_t values[OPTION_LIMIT]
        cdef int seats, first
        if players is None:
            players = self.kind.players[0]
        seats = check_integer(
            players, "players", self.kind.players[0], self.kind.players[len(self.kind.players) - 1]
        )
        if start is None and self.ops.draws_order:
            first = DRAWN
        else:
            first = check_integer(start, "start", 0, seats - 1)
        self.kind.write_options(options, values)
        self.ops.begin(self.at, seats, first, values)
        self.played = []
        self.begun = None
        self.set_seed(seed)
        self.resolve_chance()

    cdef int set_seed(self, object seed) except -1:
        self.seeded = seed is not None
        self.seed_value = 0 if seed is None else check_seed(seed)
        if self.seeded and self.ops.game.viewer(self.at) != EVERYBODY:
            raise ValueError("a view takes no seed: what it does not show is not to be drawn")
        return 0

    cdef State bare(self):
        cdef State state = new_like(self, ())
        state.played = []
        return state

    cdef State begin_here(self):
        self.begun = self.bytes_here()
        return self

    cdef bytes bytes_here(self):
        return PyBytes_FromStringAndSize(<const char *>self.at, self.ops.game.state_bytes)

    # -- what it is ------------------------------------------------------------------------

    cdef int to_move(self):
        return self.ops.to_move(self.at)

    @property
    def players(self):
        """Number of seats."""
        return self.ops.game.seats(self.at)

    @property
    def seed(self):
        """The seed that resolves chance, or None."""
        return self.seed_value if self.seeded else None

    @property
    def viewer(self):
        """The seat whose view this is, or None for a full position."""
        cdef int seat = self.ops.game.viewer(self.at)
        return None if seat == EVERYBODY else seat

    @property
    def first_start(self):
        """The seat that began the game; None if chance drew it."""
        cdef int seat = self.ops.first_start(self.at)
        return None if seat == DRAWN else seat

    @property
    def shift(self):
        """The part of the game that is played, counted from 1: a shift, a round."""
        return self.ops.round(self.at)

    @property
    def phase(self):
        """What is asked, by the game's own word."""
        return self.kind.phases[self.ops.phase(self.at)]

    @property
    def turn(self):
        """The seat to decide; None at chance and when the game is over."""
        cdef int seat = self.to_move()
        return None if seat < 0 else seat

    @property
    def is_chance(self):
        """Whether the next token is a chance event."""
        return self.to_move() == TO_CHANCE

    @property
    def is_over(self):
        """Whether the game has ended."""
        return self.to_move() == TO_NOBODY

    @property
    def vp(self):
        """The points so far, one number a seat; the final ones when over."""
        cdef int points[GAME_SEATS]
        self.ops.points(self.at, points)
        return [points[seat] for seat in range(self.players)]

    @property
    def history(self):
        """Every token played since this state was made, chance included."""
        cdef tuple tokens = self.kind.tokens
        return [tokens[code] for code in self.played]

    @property
    def codes(self):
        """The move codes of `history`."""
        return self.played[:]

    @property
    def origin(self):
        """The position where `history` begins, without a seed."""
        cdef State state = self.bare()
        cdef bytes begun = self.beginning()
        memcpy(state.at, PyBytes_AS_STRING(begun), self.ops.game.state_bytes)
        state.begun = self.begun
        return state

    cdef bytes beginning(self):
        cdef State start
        if self.begun is not None:
            return self.begun
        start = begin(type(self), self.players, self.first_start, self.option_words())
        return start.bytes_here()

    cdef object begun_text(self):
        return None if self.begun is None else self.origin.to_text()

    def __getattr__(self, name):
        """An option of the game, by its name."""
        for index, option in enumerate(self.kind.options):
            if option.name == name:
                return type(option.default)(self.ops.option(self.at, index))
        raise AttributeError(f"a {type(self).__name__} has no attribute {name!r}")

    cdef str option_words(self):
        """The options of the game, as words."""
        return self.kind.options.spell(self.kind.options.of(self))

    @property
    def decision(self):
        """What the seat to move is asked, one of `DECISIONS`; None if no seat is."""
        return None if self.to_move() < 0 else DECISIONS[self.ops.game.decision(self.at)]

    cdef int asked(self) except -1:
        cdef int seat = self.to_move()
        if seat < 0:
            raise ValueError(f"no seat is to move in phase {self.phase}")
        return seat

    def turns_expected(self):
        """How many turns the seat to move can expect to the end of the game, in good play."""
        return self.ops.game.turns_expected(self.at, self.asked())

    def scores(self):
        """The final points, one number a seat; None before the end."""
        return self.vp if self.is_over else None

    def winners(self):
        """The winning seats, more than one if they share the win; None before the end."""
        if not self.is_over:
            return None
        cdef unsigned int mask = self.ops.winners(self.at)
        return [seat for seat in range(self.players) if mask >> seat & 1]

    def win_shares(self):
        """What part of the win each seat has; None before the end."""
        winners = self.winners()
        if winners is None:
            return None
        # As doubles: whole numbers are divided as C divides them here.
        share = 1.0 / <double>len(winners)
        return [share if seat in winners else 0.0 for seat in range(self.players)]

    # -- moves -----------------------------------------------------------------------------

    cdef list tokens_of(self, const uint16_t *codes, int count):
        cdef tuple tokens = self.kind.tokens
        cdef int index
        return [tokens[codes[index]] for index in range(count)]

    def legal_moves(self):
        """Every legal token, in a fixed order; at chance every possible one."""
        cdef uint16_t codes[LEGAL_LIMIT]
        return self.tokens_of(codes, self.ops.legal(self.at, codes))

    def legal_codes(self):
        """The move codes of `legal_moves`."""
        cdef uint16_t codes[LEGAL_LIMIT]
        cdef int index, count = self.ops.legal(self.at, codes)
        return [codes[index] for index in range(count)]

    def chance_outcomes(self):
        """At chance: pairs of token and exact probability; otherwise an empty list."""
        cdef uint16_t codes[OUTCOME_LIMIT]
        cdef int ways[OUTCOME_LIMIT]
        cdef int index, count, total = 0
        if not self.is_chance:
            return []
        count = self.ops.outcomes(self.at, codes, ways, &total)
        return [
            (self.kind.tokens[codes[index]], ways[index] / <double>total) for index in range(count)
        ]

    cdef int play(self, int code) except -1:
        if not board_allows(self.ops, self.at, code):
            raise IllegalMoveError(self.kind.tokens[code], self.legal_moves())
        self.ops.play(self.at, code)
        self.played.append(code)
        if self.seeded:
            self.resolve_chance()
        return 0

    cdef int resolve_chance(self) except -1:
        cdef int code
        while self.seeded and self.to_move() == TO_CHANCE:
            code = board_seeded(self.ops, self.at, self.seed_value)
            self.ops.play(self.at, code)
            self.played.append(code)
        return 0

    cdef int play_all(self, list codes) except -1:
        """Play all of them, or none, whatever comes in between: a signal too."""
        cdef bytes before = self.bytes_here()
        cdef Py_ssize_t played = len(self.played)
        try:
            for code in codes:
                self.play(code)
        except BaseException:
            # Also a signal that comes while the words of an error are made.
            memcpy(self.at, PyBytes_AS_STRING(before), self.ops.game.state_bytes)
            del self.played[played:]
            raise
        return 0

    def push(self, word):
        """Play a token, or a whole turn joined with ``/`` (all of it or nothing).

        Raises ParseError if the word is no token and IllegalMoveError if one of its tokens is
        not legal; the state is then as it was.
        """
        code = self.kind.codes.get(word) if isinstance(word, str) else None
        if code is not None:
            self.play(code)
            return
        if not isinstance(word, str) or not word or " " in word:
            raise ParseError(word)
        self.play_all(self.kind.split_words(word))

    def push_all(self, words):
        """Play tokens separated by single spaces, or a list of them: all or nothing.

        Raises ParseError or IllegalMoveError for the first bad one; the state is then as it was.
        """
        self.play_all(self.kind.split_words(words))

    def push_codes(self, codes):
        """Play move codes: all or nothing.

        Raises ParseError for what is no code and IllegalMoveError for the first that is not
        legal; the state is then as it was.
        """
        self.play_all([self.checked_code(code) for code in few_codes(codes)])

    cdef int checked_code(self, object code) except -1:
        if not isinstance(code, int) or isinstance(code, bool):
            raise ParseError(code, "is no move code")
        if not 0 <= code < <int>self.ops.codes:
            raise ParseError(code, "is no move code")
        return code

    def is_legal_code(self, code):
        """Whether this move code could be pushed now."""
        return (
            isinstance(code, int) and 0 <= code < <int>self.ops.codes
            and board_allows(self.ops, self.at, code)
        )

    def is_legal(self, token):
        """Whether this token could be pushed now."""
        code = self.kind.codes.get(token) if isinstance(token, str) else None
        return code is not None and board_allows(self.ops, self.at, code)

    def perft(self, depth, divide=False):
        """Count the sequences of ``depth`` tokens from here, chance outcomes included.

        With ``divide`` a dict: the count after each legal token.
        """
        cdef int plies = check_integer(depth, "depth", 0, 1000)
        # Another thread may play on here meanwhile.
        cdef bytes start = self.bytes_here()
        cdef bytearray child
        cdef char *after
        if not divide:
            return board_perft(self.ops, PyBytes_AS_STRING(start), plies)
        if plies == 0:
            raise ValueError("divide needs a depth of at least 1")
        counts = {}
        for code in self.legal_codes():
            child = bytearray(start)
            after = child
            self.ops.play(after, code)
            counts[self.kind.tokens[code]] = board_perft(self.ops, after, plies - 1)
        return counts

    def first_sight(self):
        """The turn that looks best without thinking a turn ahead, as move codes.

        The search's priors and playouts are made of it.
        """
        cdef Turn turn
        self.asked()
        board_static_best(self.ops, self.at, &turn)
        return [turn.moves[index] for index in range(turn.count)]

    # -- what a seat knows -------------------------------------------------------------------

    cdef int check_viewer(self, object seat) except -1:
        cdef int viewer = check_integer(seat, "seat", 0, self.ops.game.seats(self.at) - 1)
        cdef int own = self.ops.game.viewer(self.at)
        if own != EVERYBODY and own != viewer:
            raise ValueError(
                f"this is seat {own}'s view; it does not show what seat {viewer} knows"
            )
        return viewer

    def view(self, seat):
        """The same position as this seat knows it, without a seed. It can be played on."""
        cdef int viewer = self.check_viewer(seat)
        cdef State view = self.bare()
        self.ops.game.view(self.at, viewer, view.at)
        return view.begin_here()

    def sample_world(self, seat, seed):
        """A full position drawn uniformly from those that agree with what the seat knows."""
        cdef int viewer = self.check_viewer(seat)
        cdef State view, world = self.bare()
        cdef Rng rng
        rng_seed(&rng, check_seed(seed), 0)
        view = self.bare()
        self.ops.game.view(self.at, viewer, view.at)
        self.ops.game.sample_world(view.at, &rng, world.at)
        return world.begin_here()

    def history_seen_by(self, seat):
        """The history as the seat was shown it, in the tokens of its view.

        Pushed to the seat's view of where the history began, it leads to the seat's view of this
        position. It may hold other tokens than the history, more of them or fewer.
        """
        cdef int viewer = self.check_viewer(seat)
        cdef uint16_t codes[SHOWN_LIMIT]
        cdef bytearray full
        cdef char *at
        cdef int code
        cdef list shown = []
        if self.ops.game.viewer(self.at) != EVERYBODY:
            return self.history
        full = bytearray(self.beginning())
        at = full
        for code in self.played:
            shown += self.tokens_of(codes, board_shown(self.ops, at, code, viewer, codes))
            self.ops.play(at, code)
        return shown

    # -- text, dict, record ------------------------------------------------------------------

    def to_dict(self):
        """The position as a dict of plain JSON values."""
        return self.spell()

    cdef int read_position(self, dict data, object seed) except -1:
        """Become a position whose dict has the right shape."""
        self.read(data)
        self.played = []
        self.set_seed(seed)
        self.begin_here()
        self.resolve_chance()
        return 0

    @classmethod
    def from_dict(cls, data, seed=None):
        """Read a position from its dict form; PositionError says what is wrong with it."""
        cdef State state = cls.__new__(cls)
        state.kind.shape.check(data)
        state.read_position(data, seed)
        return state

    def to_text(self):
        """The position as one line of text."""
        return self.kind.shape.spell(self.to_dict())

    @classmethod
    def from_text(cls, text, seed=None):
        """Read a position from its text; PositionError says what is wrong with it."""
        cdef State state = cls.__new__(cls)
        state.read_position(state.kind.shape.read(text), seed)
        return state

    def to_record(self, /, **tags):
        """The game since this state was made as the text of a record, with these tags.

        Scores and Winners are added when the game is over.
        """
        if self.is_over:
            tags.setdefault("Scores", " ".join([str(vp) for vp in self.vp]))
            tags.setdefault("Winners", " ".join([str(seat) for seat in self.winners()]))
        return self.kind.records.write(Record(
            players=self.players,
            start=self.first_start,
            tokens=self.history,
            position=self.begun_text(),
            seed=self.seed,
            tags=tags,
            # The text of a position tells them.
            options=self.option_words() if self.begun is None else "",
        ))

    @classmethod
    def from_record(cls, text):
        """Read the text of one record and replay it to its last position.

        Raises PositionError if a token is not legal where it stands, or if the tags Scores and
        Winners are not those of the game.
        """
        return cls.read_record(text)[0]

    @classmethod
    def read_record(cls, text):
        """Do the same, and return the record's tags too, but for those that tell its end."""
        cdef State state = cls.__new__(cls)
        record, codes, beginning = state.kind.records.read(text)
        if beginning is None:
            state = begin(cls, record.players, record.start, record.options)
        else:
            state.read_position(beginning, None)
        for index, code in enumerate(codes):
            try:
                state.play(code)
            except IllegalMoveError as error:
                raise PositionError(
                    Defect.ILLEGAL_MOVE, f"tokens[{index}]", error.token, str(error)
                ) from None
        check_result(record, state)
        if record.seed is not None:
            state.set_seed(record.seed)
            state.resolve_chance()
        tags = {name: text for name, text in record.tags.items() if name not in RESULT_TAGS}
        return state, tags

    # -- the object --------------------------------------------------------------------------

    def copy(self):
        """An independent copy, history and seed included."""
        cdef State other = new_like(self, ())
        memcpy(other.at, self.at, self.ops.game.state_bytes)
        other.seeded = self.seeded
        other.seed_value = self.seed_value
        other.played = self.played[:]
        other.begun = self.begun
        return other

    def unseeded(self):
        """A copy without the seed: it asks for every chance token."""
        cdef State other = self.copy()
        other.seeded = False
        other.seed_value = 0
        return other

    def data(self):
        """The bytes of the struct, as the search takes them."""
        return self.bytes_here()

    @classmethod
    def from_data(cls, bytes data, seed=None):
        """The position in bytes that `data` returned; ValueError if they are none."""
        cdef State state = cls.__new__(cls)
        memcpy(state.at, state_in(state.ops.game, data), state.ops.game.state_bytes)
        state.played = []
        state.set_seed(seed)
        state.begin_here()
        state.resolve_chance()
        return state

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __eq__(self, other):
        cdef State one
        if not isinstance(other, State):
            return NotImplemented
        one = other
        return self.kind is one.kind and board_equal(self.ops, self.at, one.at)

    def __hash__(self):
        return <Py_ssize_t>board_hash(self.ops, self.at)

    def __reduce__(self):
        # Playing a game again takes a tenth of the time of reading a position.
        table = self.kind.options
        options = table.of(self) if table else None
        return replay, (
            type(self), self.players, self.first_start, options, self.begun_text(), self.played,
            self.seed,
        )

    def __repr__(self):
        view = "" if self.viewer is None else f" seen by {self.viewer}"
        turn = "" if self.turn is None else f" seat {self.turn}"
        part = f"{self.kind.part} {self.shift}"
        return f"<State {self.players} players{view}, {part}, {self.phase}{turn}>"


def check_result(record, State state):
    """Raise PositionError if a record's tags tell another end than its game has."""
    for tag, stated, played in (
        ("Scores", record.scores, state.scores()),
        ("Winners", record.winners, state.winners()),
    ):
        if stated is not None and list(stated) != played:
            raise PositionError(
                Defect.RESULT, tag, list(stated),
                f"{played}" if played is not None else "no such tag: the game is not over",
            )


cdef State begin(object kind, object players, object start, object options):
    """A game that begins, without a seed; its options are words."""
    cdef State state = kind.__new__(kind)
    state.__init__(players, None, start, **state.kind.options.read(options))
    return state


def replay(kind, players, start, options, begun, codes, seed):
    """Rebuild a pickled state from where it began and what was played (used by pickle alone)."""
    cdef State state
    if begun is None:
        state = begin(kind, players, start, options)
    else:
        state = kind.from_text(begun)
    state.push_codes(codes)
    state.set_seed(seed)
    # A state with a seed never stands at chance; one of a damaged pickle might.
    state.resolve_chance()
    return state


cdef class PlainState(State):
    """A State whose class is plain Python: `KIND` is its kind.

    It says with `spell_data` what the dict of a position's bytes is, and with `read_data` what the
    bytes of a dict are.
    """

    def __cinit__(self):
        cdef void *at
        cdef Kind kind = getattr(type(self), "KIND", None)
        if kind is None:
            raise TypeError(f"{type(self).__name__} has no KIND")
        at = PyMem_Calloc(1, kind.ops.game.state_bytes)
        if at == NULL:
            raise MemoryError("no room for a position")
        self.hold(kind, at)

    def __dealloc__(self):
        PyMem_Free(self.at)

    cdef dict spell(self):
        return self.spell_data(self.bytes_here())

    cdef int read(self, dict data) except -1:
        return self.put(self.read_data(data))

    cdef int put(self, bytes found) except -1:
        if len(found) != <Py_ssize_t>self.ops.game.state_bytes:
            raise ValueError(f"a position has {self.ops.game.state_bytes} bytes, not {len(found)}")
        memcpy(self.at, PyBytes_AS_STRING(found), self.ops.game.state_bytes)
        return 0
