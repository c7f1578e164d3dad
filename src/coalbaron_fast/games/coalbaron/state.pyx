"""The Python State: a position of a game and everything one can ask of it."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc

from coalbaron_fast.games.coalbaron import facts
from coalbaron_fast.games.coalbaron.core.bits cimport byte_count
from coalbaron_fast.games.coalbaron.codec cimport state_from_dict, state_to_dict
from coalbaron_fast.games.coalbaron.core.deck cimport deck_draw
from coalbaron_fast.games.coalbaron.core.identity cimport state_equal, state_hash
from coalbaron_fast.games.coalbaron.core.knowledge cimport knowledge_sample, knowledge_view
from coalbaron_fast.games.coalbaron.core.mining cimport (
    PLAN_FULL, PLAN_STEPS, Planner, planner_apply, planner_is_dominated, planner_mark_dominated,
    planner_open, planner_run, planner_steps,
)
from coalbaron_fast.games.coalbaron.core.moves cimport chance_outcomes, state_legal_moves
from coalbaron_fast.games.coalbaron.core.evaluate cimport WEIGHTS
from coalbaron_fast.games.coalbaron.core.perft cimport state_perft
from coalbaron_fast.rng cimport Rng, rng_seed
from coalbaron_fast.search.game cimport Turn
from coalbaron_fast.search.signals cimport Watch, watch_begin, watch_end, watch_raised
from coalbaron_fast.games.coalbaron.core.scoring cimport element_count, score_element, winner_mask
from coalbaron_fast.games.coalbaron.core.stacks cimport (
    draw_stack, middle_remove, place_item, stack_normalise, stack_size,
)
from coalbaron_fast.games.coalbaron.core.state cimport seat_to_move, state_init, state_play
from coalbaron_fast.games.coalbaron.core.plans cimport PLANS_BYTES, Plans, plans_open
from coalbaron_fast.games.coalbaron.core.turns cimport best_turn, is_small_decision, turns_expected
from coalbaron_fast.games.coalbaron.core.types cimport (
    CHANCE_HIDDEN, CHANCE_ORDER, CHANCE_TILE, DRAW_LOOK, MOVE_CODES, Move, NONE, ORDERS,
    PHASE_CHANCE, PHASE_DRAFT, PHASE_MINE, PHASE_OVER, PHASE_PLACE, PHASE_STACK,
    STACK_HIDDEN, Stack, State as CState,
)
from coalbaron_fast.games.coalbaron.facts import PHASES
from coalbaron_fast.errors import Defect, IllegalMoveError, ParseError, PositionError
from coalbaron_fast.games.coalbaron.notation import (
    Record, check_shape, read_record, spell_position, split_words, text_to_dict, write_record,
)
from coalbaron_fast.games.coalbaron.notation.tokens import CODES, TOKENS
from coalbaron_fast.games.coalbaron.vocabulary import check_codes
from coalbaron_fast.games.numbers import check_integer, check_seed

check_codes()

RESULT_TAGS = ("Scores", "Winners")
"""What a record says of its end; `to_record` writes it anew."""

cdef dict TOKEN_CODES = CODES
cdef tuple CODE_TOKENS = TOKENS


cdef int checked_code(object code) except -1:
    if not isinstance(code, int) or isinstance(code, bool) or not 0 <= code < MOVE_CODES:
        raise ParseError(code, "is no move code")
    return code


cdef class State:
    """A position of Coal Baron, and the game that goes on from it.

    ``State(players, seed, start)`` begins a game. With a seed, chance resolves itself as
    play goes on: the seed fixes the order of both decks. Without one, the position asks for
    a chance token (``!g2D``) whenever the next tile or card comes off the shuffled part of
    its stack. Moves are tokens, as docs/notation.md spells them. Two states are equal if
    they are the same position; what was played to reach it does not count.
    """

    def __init__(self, players=2, seed=None, start=0):
        cdef int seats = check_integer(
            players, "players", facts.MIN_PLAYERS, facts.MAX_PLAYERS
        )
        state_init(&self.c, seats, check_integer(start, "start", 0, seats - 1))
        self.played = []
        self.begun = None
        self.set_seed(seed)
        self.resolve_chance()

    cdef int set_seed(self, object seed) except -1:
        self.seeded = seed is not None
        self.seed_value = 0 if seed is None else check_seed(seed)
        if self.seeded and self.c.viewer != NONE:
            raise ValueError("a view takes no seed: what it does not show is not to be drawn")
        return 0

    @staticmethod
    cdef State bare():
        """A State whose struct the caller fills."""
        cdef State state = State.__new__(State)
        state.played = []
        return state

    # -- what it is ------------------------------------------------------------------------

    @property
    def players(self):
        """Number of seats."""
        return self.c.players

    @property
    def seed(self):
        """The seed that resolves chance, or None."""
        return self.seed_value if self.seeded else None

    @property
    def viewer(self):
        """The seat whose view this is, or None for a full position."""
        return None if self.c.viewer == NONE else self.c.viewer

    @property
    def shift(self):
        """The shift, 1 to 3: 1 already during setup and draft, 3 still when the game is over."""
        return self.c.shift

    @property
    def start(self):
        """Start seat of the current shift."""
        return self.c.start

    @property
    def first_start(self):
        """Start seat of the first shift."""
        return self.c.first_start

    @property
    def phase(self):
        """What is asked: chance, draft, place, fill, keep, side, stack, mine; or over."""
        return PHASES[self.c.phase]

    @property
    def turn(self):
        """The seat to decide; None at chance and when the game is over."""
        cdef int seat = seat_to_move(&self.c)
        return None if seat == NONE else seat

    @property
    def is_chance(self):
        """Whether the next token is a chance event."""
        return self.c.phase == PHASE_CHANCE

    @property
    def is_over(self):
        """Whether the game has ended."""
        return self.c.phase == PHASE_OVER

    @property
    def marks(self):
        """Money, one number a seat."""
        return [self.c.seats[seat].marks for seat in range(self.c.players)]

    @property
    def vp(self):
        """Victory points scored so far, one number a seat; the final ones when over."""
        return [self.c.seats[seat].vp for seat in range(self.c.players)]

    @property
    def workers(self):
        """Workers in hand, one number a seat."""
        return [self.c.seats[seat].workers for seat in range(self.c.players)]

    @property
    def supply(self):
        """Cubes in the supply, one number a colour (y b g k)."""
        return [byte_count(self.c.supply, colour) for colour in range(4)]

    @property
    def history(self):
        """Every token played since this state was made, chance included."""
        return [CODE_TOKENS[code] for code in self.played]

    @property
    def codes(self):
        """The move codes of `history`."""
        return self.played[:]

    @property
    def origin(self):
        """The position where `history` begins, without a seed."""
        return self.beginning()

    cdef State beginning(self):
        if self.begun is None:
            return State(self.c.players, None, self.c.first_start)
        return self.begun.copy()

    @property
    def is_small_decision(self):
        """Whether the decision is a part of a turn: what to fill, keep or put back."""
        return is_small_decision(&self.c)

    @property
    def begins_turn(self):
        """Whether a seat is asked to begin a turn; false within a turn, at chance, at the end."""
        return self.c.phase in (PHASE_DRAFT, PHASE_PLACE)

    @property
    def is_step(self):
        """Whether the decision is one step of a turn that the search plans as a whole."""
        return self.c.phase == PHASE_MINE

    def turns_expected(self):
        """How many turns the seat to move can expect to the end of the game, in good play."""
        cdef int seat = seat_to_move(&self.c)
        if seat == NONE:
            raise ValueError(f"no seat is to move in phase {self.phase}")
        return turns_expected(&self.c, seat)

    def scores(self):
        """Final victory points, one number a seat; None before the end."""
        return self.vp if self.is_over else None

    def winners(self):
        """The winning seats, more than one if they share the win; None before the end."""
        cdef int mask
        if not self.is_over:
            return None
        mask = winner_mask(&self.c)
        return [seat for seat in range(self.c.players) if mask >> seat & 1]

    def win_shares(self):
        """What part of the win each seat has; None before the end."""
        winners = self.winners()
        if winners is None:
            return None
        # As doubles: whole numbers are divided as C divides them here.
        share = 1.0 / <double>len(winners)
        return [share if seat in winners else 0.0 for seat in range(self.c.players)]

    def majorities(self):
        """What the twelve elements of the shift clock count for each seat, and are worth now.

        A list of pairs in the order of `facts.REWARDS`: the counts, one a seat, and the
        points that each seat would get if the element were scored now.
        """
        cdef CState scored
        cdef int element, seat
        cdef list found = []
        for element in range(len(facts.REWARDS)):
            scored = self.c
            score_element(&scored, element)
            found.append((
                [element_count(&self.c.seats[seat], element) for seat in range(self.c.players)],
                [scored.seats[seat].vp - self.c.seats[seat].vp for seat in range(self.c.players)],
            ))
        return found

    # -- moves -----------------------------------------------------------------------------

    def legal_moves(self):
        """Every legal token, in a fixed order; at chance every possible one."""
        cdef Move moves[MOVE_CODES]
        cdef int index, count = state_legal_moves(&self.c, moves)
        return [CODE_TOKENS[moves[index]] for index in range(count)]

    def legal_codes(self):
        """The move codes of `legal_moves`."""
        cdef Move moves[MOVE_CODES]
        cdef int index, count = state_legal_moves(&self.c, moves)
        return [moves[index] for index in range(count)]

    def chance_outcomes(self):
        """At chance: pairs of token and exact probability; otherwise an empty list."""
        cdef Move codes[ORDERS]
        cdef int ways[ORDERS]
        cdef int index, count, total
        if not self.is_chance:
            return []
        count = chance_outcomes(&self.c, codes, ways, &total)
        return [(CODE_TOKENS[codes[index]], ways[index] / <double>total) for index in range(count)]

    cdef bint allows(self, int code):
        cdef Move moves[MOVE_CODES]
        cdef int index
        for index in range(state_legal_moves(&self.c, moves)):
            if moves[index] == code:
                return True
        return False

    cdef int play(self, int code) except -1:
        if not self.allows(code):
            raise IllegalMoveError(CODE_TOKENS[code], self.legal_moves())
        state_play(&self.c, code)
        self.played.append(code)
        self.resolve_chance()
        return 0

    cdef int resolve_chance(self) except -1:
        cdef Move code
        while self.seeded and self.c.phase == PHASE_CHANCE:
            code = deck_draw(&self.c, self.seed_value)
            state_play(&self.c, code)
            self.played.append(code)
        return 0

    cdef int play_all(self, list codes) except -1:
        """Play all of them, or none."""
        cdef CState before = self.c
        cdef Py_ssize_t played = len(self.played)
        try:
            for code in codes:
                self.play(code)
        except IllegalMoveError:
            self.c = before
            del self.played[played:]
            raise
        return 0

    def push(self, word):
        """Play a token, or a whole turn joined with ``/`` (all of it or nothing).

        Raises ParseError if the word is no token and IllegalMoveError if one of its tokens is
        not legal; the state is then as it was.
        """
        code = TOKEN_CODES.get(word) if isinstance(word, str) else None
        if code is not None:
            self.play(code)
            return
        if not isinstance(word, str) or not word or " " in word:
            raise ParseError(word)
        self.play_all(split_words(word))

    def push_all(self, words):
        """Play tokens separated by single spaces, or a list of them: all or nothing.

        Raises ParseError or IllegalMoveError for the first bad one; the state is then as it was.
        """
        self.play_all(split_words(words))

    def push_codes(self, codes):
        """Play move codes: all or nothing.

        Raises ParseError for what is no code and IllegalMoveError for the first that is not
        legal; the state is then as it was.
        """
        self.play_all([checked_code(code) for code in codes])

    def is_legal_code(self, code):
        """Whether this move code could be pushed now."""
        return isinstance(code, int) and 0 <= code < MOVE_CODES and self.allows(code)

    def is_legal(self, token):
        """Whether this token could be pushed now."""
        code = TOKEN_CODES.get(token) if isinstance(token, str) else None
        return code is not None and self.allows(code)

    def perft(self, depth, divide=False):
        """Count the sequences of ``depth`` tokens from here, chance outcomes included.

        With ``divide`` a dict: the count behind each legal token.
        """
        cdef Move moves[MOVE_CODES]
        cdef CState child
        cdef int index, count, plies = check_integer(depth, "depth", 0, 1000)
        cdef uint64_t number
        cdef Watch watch
        watch_begin(&watch)
        if not divide:
            with nogil:
                number = state_perft(&self.c, plies, &watch)
            watch_end(&watch)
            return number
        if plies == 0:
            raise ValueError("divide needs a depth of at least 1")
        counts = {}
        count = state_legal_moves(&self.c, moves)
        for index in range(count):
            child = self.c
            with nogil:
                state_play(&child, moves[index])
                number = state_perft(&child, plies - 1, &watch)
            watch_end(&watch)
            counts[CODE_TOKENS[moves[index]]] = number
        return counts

    def mining_plans(self, steps=None, seat=None, bint dominated=True, memory_mb=64):
        """Every distinct position that a seat reaches with up to ``steps`` work steps.

        Returns pairs of tokens (a shortest sequence of steps, without ``end``) and the position
        they lead to: this one, but for that seat's cage, carts, storage and orders; whose turn
        it is stays. The first pair is to do nothing. ``steps`` is by default what is left in
        the mining turn, ``seat`` the seat whose turn it is. ``dominated=False`` leaves out what
        another position is at least as good as (docs/mining.md). Raises MemoryError if
        ``memory_mb`` megabytes do not hold all positions.
        """
        cdef Planner planner
        cdef Move moves[PLAN_STEPS]
        cdef State position
        cdef Watch watch
        cdef int node, index, count, planning_seat
        cdef int megabytes = check_integer(memory_mb, "memory_mb", 1, 65536)
        cdef int number = self.c.steps if steps is None else check_integer(
            steps, "steps", 0, PLAN_STEPS
        )
        cdef void *memory
        if seat is None:
            seat = None if self.c.active == NONE else self.c.active
            if seat is None:
                raise ValueError("seat must be given where it is no seat's turn")
        if steps is None and self.c.phase != PHASE_MINE:
            raise ValueError("steps must be given outside of a mining turn")
        planning_seat = check_integer(seat, "seat", 0, self.c.players - 1)
        memory = malloc(<size_t>megabytes << 20)
        if memory == NULL:
            raise MemoryError(f"no {megabytes} MB for mining plans")
        try:
            planner_open(&planner, memory, <uint64_t>megabytes << 20)
            watch_begin(&watch)
            planner.watch = &watch
            with nogil:
                planner_run(&planner, &self.c, planning_seat, number)
                if not dominated:
                    planner_mark_dominated(&planner)
            watch_end(&watch)
            if planner.status == PLAN_FULL:
                raise MemoryError(
                    f"more mining plans than {megabytes} MB hold; raise memory_mb or plan fewer"
                )
            plans = []
            for node in range(planner.count):
                if watch_raised(&watch):
                    watch_end(&watch)
                if planner_is_dominated(&planner, node):
                    continue
                position = State.bare()
                position.c = self.c
                planner_apply(&planner, node, &position.c)
                position.begun = position.copy()
                count = planner_steps(&planner, node, moves)
                plans.append(([CODE_TOKENS[moves[index]] for index in range(count)], position))
            return plans
        finally:
            free(memory)

    # -- what a seat knows -------------------------------------------------------------------

    cdef int check_viewer(self, object seat) except -1:
        cdef int viewer = check_integer(seat, "seat", 0, self.c.players - 1)
        if self.c.viewer != NONE and self.c.viewer != viewer:
            raise ValueError(
                f"this is seat {self.c.viewer}'s view; it does not show what seat {viewer} knows"
            )
        return viewer

    def view(self, seat):
        """The same position with everything that the seat does not know shown as ``?``.

        It can be played on: it takes ``!?`` and ``^?`` for what that seat does not see.
        """
        cdef int viewer = self.check_viewer(seat)
        cdef State view = State.bare()
        knowledge_view(&self.c, viewer, &view.c)
        view.begun = view.copy()
        return view

    def sample_world(self, seat, seed):
        """A full position drawn uniformly from those that agree with what the seat knows."""
        cdef int viewer = self.check_viewer(seat)
        cdef State world = State.bare()
        cdef CState view
        cdef Rng rng
        rng_seed(&rng, check_seed(seed), 0)
        knowledge_view(&self.c, viewer, &view)
        knowledge_sample(&view, &rng, &world.c)
        world.begun = world.copy()
        return world

    def history_seen_by(self, seat):
        """The history as the seat was shown it, with ``!?`` and ``^?`` for what it did not see.

        Pushed to the seat's view of where the history began, it leads to the seat's view of
        this position. It holds a chance token more than the history wherever the seat saw a
        place turned up that was known to somebody else.
        """
        cdef int viewer = self.check_viewer(seat)
        cdef State full, view
        cdef CState before
        cdef list shown = []
        if self.c.viewer != NONE:
            return self.history
        full = self.beginning()
        view = full.view(viewer)
        for code in self.played:
            hidden = full.hidden_code(code, viewer)
            before = full.c
            state_play(&full.c, code)
            state_play(&view.c, hidden)
            shown.append(CODE_TOKENS[hidden])
            apply_draw(&before, code)
            while view.asks_to_name():
                hidden = name_next(&before, &view.c)
                state_play(&view.c, hidden)
                shown.append(CODE_TOKENS[hidden])
        return shown

    cdef int hidden_code(self, int code, int viewer):
        """A code as a seat is shown it."""
        if self.c.active == viewer:
            return code
        if self.c.phase == PHASE_CHANCE and self.c.draw == DRAW_LOOK:
            return CHANCE_HIDDEN
        return STACK_HIDDEN if self.c.phase == PHASE_STACK else code

    cdef bint asks_to_name(self):
        """In a view at chance: the next item comes off a place that only others know."""
        return self.c.phase == PHASE_CHANCE and draw_stack(&self.c).top > 0

    def first_sight(self):
        """The turn that looks best without thinking a turn ahead, as move codes.

        The search's priors and playouts are made of it.
        """
        cdef Plans plans
        cdef Turn turn
        cdef CState view
        cdef bytearray scratch = bytearray(PLANS_BYTES)
        cdef char *memory = scratch
        if seat_to_move(&self.c) == NONE:
            raise ValueError(f"no seat is to move in phase {self.phase}")
        knowledge_view(&self.c, self.c.active, &view)
        plans_open(&plans, memory)
        best_turn(&view, &WEIGHTS, &plans, &turn)
        return [turn.moves[index] for index in range(turn.count)]

    # -- text, dict, record ------------------------------------------------------------------

    def to_dict(self):
        """The position as a dict of plain JSON values (docs/position.md)."""
        return state_to_dict(&self.c)

    @classmethod
    def from_dict(cls, data, seed=None):
        """Read a position from its dict form; PositionError says what is wrong with it."""
        check_shape(data)
        return read_position(data, seed)

    def to_text(self):
        """The position as one line of text."""
        return spell_position(state_to_dict(&self.c))

    @classmethod
    def from_text(cls, text, seed=None):
        """Read a position from its text; PositionError says what is wrong with it."""
        return read_position(text_to_dict(text), seed)

    def to_record(self, /, **tags):
        """The game since this state was made as the text of a record, with these tags.

        Scores and Winners are added when the game is over.
        """
        if self.is_over:
            tags.setdefault("Scores", " ".join([str(vp) for vp in self.vp]))
            tags.setdefault("Winners", " ".join([str(seat) for seat in self.winners()]))
        return write_record(Record(
            players=self.c.players,
            start=self.c.first_start,
            tokens=self.history,
            position=None if self.begun is None else self.begun.to_text(),
            seed=self.seed,
            tags=tags,
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
        cdef State state
        record, codes, beginning = read_record(text)
        if beginning is None:
            state = State(record.players, None, record.start)
        else:
            state = read_position(beginning, None)
        for index, code in enumerate(codes):
            try:
                state.play(code)
            except IllegalMoveError as error:
                raise PositionError(
                    Defect.ILLEGAL_MOVE, f"tokens[{index}]", error.token, str(error)
                ) from None
        for tag, stated, played in (
            ("Scores", record.scores, state.scores()),
            ("Winners", record.winners, state.winners()),
        ):
            if stated is not None and list(stated) != played:
                raise PositionError(
                    Defect.RESULT, tag, list(stated),
                    f"{played}" if played is not None else "no such tag: the game is not over",
                )
        if record.seed is not None:
            state.set_seed(record.seed)
            state.resolve_chance()
        tags = {name: text for name, text in record.tags.items() if name not in RESULT_TAGS}
        return state, tags

    # -- the object --------------------------------------------------------------------------

    def copy(self):
        """An independent copy, history and seed included."""
        cdef State other = State.__new__(State)
        other.c = self.c
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
        return (<const char *>&self.c)[:sizeof(CState)]

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __eq__(self, other):
        if not isinstance(other, State):
            return NotImplemented
        return state_equal(&self.c, &(<State>other).c)

    def __hash__(self):
        return <Py_ssize_t>state_hash(&self.c)

    def __reduce__(self):
        # Playing a game again takes a tenth of the time of reading a position.
        begun = None if self.begun is None else self.begun.to_text()
        return replay, (self.c.players, self.c.first_start, begun, self.played, self.seed)

    def __repr__(self):
        view = "" if self.c.viewer == NONE else f" seen by {self.c.viewer}"
        turn = "" if self.turn is None else f" seat {self.turn}"
        return f"<State {self.players} players{view}, shift {self.shift}, {self.phase}{turn}>"


cdef State read_position(object data, object seed):
    """Make a State of a dict that has the shape of a position."""
    cdef State state = State.bare()
    state_from_dict(data, &state.c)
    state.set_seed(seed)
    state.begun = state.copy()
    state.resolve_chance()
    return state


def replay(players, start, begun, codes, seed):
    """Rebuild a pickled State from where it began and what was played (used by pickle alone)."""
    cdef State state = State(players, None, start) if begun is None else State.from_text(begun)
    state.push_codes(codes)
    state.set_seed(seed)
    # A state with a seed never stands at chance; one of a damaged pickle might.
    state.resolve_chance()
    return state


# -- following a game from one chair --------------------------------------------------------------

cdef void apply_draw(CState *before, int code) noexcept nogil:
    """At chance: take the item that the code names, so that what lies below stands on top."""
    cdef Stack *stack
    if before.phase == PHASE_CHANCE:
        stack = <Stack *>draw_stack(before)
        middle_remove(stack, code if code < CHANCE_ORDER else code - CHANCE_ORDER)
        stack.middle_size -= 1
        stack_normalise(stack)


cdef int name_next(CState *before, CState *view) noexcept nogil:
    """What a full position, about to draw on, holds where the view's stack now ends."""
    cdef bint orders = draw_stack(view).width == 1
    cdef Stack *stack = &before.orders if orders else &before.tiles
    cdef int drawn = stack_size(stack) - stack_size(draw_stack(view))
    cdef int item = place_item(stack.place[stack.top - 1 - drawn])
    return (CHANCE_ORDER if orders else CHANCE_TILE) + item
