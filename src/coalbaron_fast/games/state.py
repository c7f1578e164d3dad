"""What the `State` of a game without secrets is made of, once its rules are compiled.

A compiled `Board` holds the struct and knows the rules; `OpenState` makes a `Position` of it
(position.py): tokens, history, seeds, views, texts, records. Nothing is hidden from one seat alone,
so a view is the position itself, with a name on it, and a world is the view.
"""

# ruff: noqa: SLF001 - a state makes others of its own kind

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Literal, Protocol, Self, overload

from coalbaron_fast.errors import Defect, IllegalMoveError, ParseError, PositionError
from coalbaron_fast.games.numbers import check_integer, check_seed
from coalbaron_fast.games.position import Standing
from coalbaron_fast.games.text.records import Record, Records
from coalbaron_fast.games.text.shape import PositionShape
from coalbaron_fast.games.text.vocabulary import Vocabulary

__all__ = ["Board", "OpenState"]

RESULT_TAGS = ("Scores", "Winners")
"""What a record says of its end; `to_record` writes it anew."""


class Board(Standing, Protocol):
    """A compiled position: what `OpenState` asks of it. Seats are named by number or None."""

    @property
    def first_start(self) -> int:
        """The seat that began."""

    def winners(self) -> list[int]:
        """The seats with most points."""

    def allows(self, code: int) -> bool:
        """Whether a code is legal."""

    def play(self, code: int) -> None:
        """Play a legal code."""

    def outcomes(self) -> tuple[list[tuple[int, int]], int]:
        """At chance: pairs of code and ways, and all ways together."""

    def seeded_draw(self, seed: int) -> int:
        """The outcome that a seed stands for here."""

    def view(self, seat: int | None) -> Self:
        """A copy with the name of a viewer, or of none."""

    def hash(self) -> int:
        """A number that equal positions have in common."""


class OpenState:
    """A position of a game without secrets, and the game that goes on from it.

    With a seed, chance resolves itself as play goes on. Without one, the position asks for a chance
    token. Two states are equal if they are the same position; what was played to reach it does not
    count.
    """

    VOCABULARY: ClassVar[Vocabulary]
    SHAPE: ClassVar[PositionShape]
    RECORDS: ClassVar[Records]

    _board: Board
    _seed: int | None
    _played: list[int]
    _begun: Self | None

    @classmethod
    def begin(cls, players: int, start: int) -> Self:
        """Begin the usual game, without a seed: what a record tells by Players and Start."""
        raise NotImplementedError

    @staticmethod
    def _read_board(data: dict[str, Any]) -> Board:
        """Return the board of a dict of the right shape; PositionError if it does not fit."""
        raise NotImplementedError

    @classmethod
    def _bare(cls, board: Board) -> Self:
        """Return a state whose history begins here."""
        state = cls.__new__(cls)
        state._board = board
        state._seed = None
        state._played = []
        state._begun = None
        return state

    @classmethod
    def _begin(cls, board: Board) -> Self:
        """Do the same, and remember the beginning."""
        return cls._bare(board)._remember_beginning()

    def _remember_beginning(self) -> Self:
        """Let the history begin here, whatever is played, and return it."""
        self._begun = self.copy()
        return self

    def _set_seed(self, seed: int | None) -> None:
        if seed is not None:
            seed = check_seed(seed)
            if self.viewer is not None:
                raise ValueError("a view takes no seed: what it does not show is not to be drawn")
        self._seed = seed
        self._resolve_chance()

    def _resolve_chance(self) -> None:
        while self._seed is not None and self._board.is_chance:
            code = self._board.seeded_draw(self._seed)
            self._board.play(code)
            self._played.append(code)

    # -- what it is

    @property
    def players(self) -> int:
        """The number of seats."""
        return self._board.players

    @property
    def seed(self) -> int | None:
        """The seed that resolves chance, or None."""
        return self._seed

    @property
    def viewer(self) -> int | None:
        """The seat whose view this is, or None for a full position."""
        return self._board.viewer

    @property
    def first_start(self) -> int:
        """The seat that began the game."""
        return self._board.first_start

    @property
    def phase(self) -> str:
        """What is asked, by the game's own word."""
        return self._board.phase

    @property
    def shift(self) -> int:
        """The turn or round of the game that is played, counted from 1."""
        return self._board.shift

    @property
    def turn(self) -> int | None:
        """The seat to decide; None at chance and when the game is over."""
        return self._board.turn

    @property
    def is_chance(self) -> bool:
        """Whether the next token is a chance event."""
        return self._board.is_chance

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._board.is_over

    @property
    def vp(self) -> list[int]:
        """The points so far, one number a seat; the final ones when over."""
        return self._board.vp

    @property
    def history(self) -> list[str]:
        """Every token played since this state was made, chance included."""
        tokens = self.VOCABULARY.tokens
        return [tokens[code] for code in self._played]

    @property
    def codes(self) -> list[int]:
        """The move codes of `history`."""
        return self._played[:]

    @property
    def origin(self) -> Self:
        """The position where `history` begins, without a seed."""
        if self._begun is None:
            return self.begin(self.players, self.first_start)
        return self._begun.copy()

    @property
    def is_small_decision(self) -> bool:
        """Whether the decision is a part of a turn, worth less of the clock."""
        return self._board.is_small_decision

    @property
    def begins_turn(self) -> bool:
        """Whether a seat is asked to begin a turn; false within a turn, at chance, at the end."""
        return self._board.begins_turn

    @property
    def is_step(self) -> bool:
        """Whether the decision is one step of a turn that the search plans as a whole."""
        return self._board.is_step

    def turns_expected(self) -> float:
        """How many turns the seat to move can expect to the end of the game."""
        self._check_asked()
        return self._board.turns_expected()

    def _check_asked(self) -> None:
        if self.turn is None:
            raise ValueError(f"no seat is to move in phase {self.phase}")

    def scores(self) -> list[int] | None:
        """The final points, one number a seat; None before the end."""
        return self.vp if self.is_over else None

    def winners(self) -> list[int] | None:
        """The winning seats, more than one if they share the win; None before the end."""
        return self._board.winners() if self.is_over else None

    def win_shares(self) -> list[float] | None:
        """What part of the win each seat has; None before the end."""
        winners = self.winners()
        if winners is None:
            return None
        return [(seat in winners) / len(winners) for seat in range(self.players)]

    # -- moves

    def legal_moves(self) -> list[str]:
        """Every legal token, in a fixed order; at chance every possible one."""
        tokens = self.VOCABULARY.tokens
        return [tokens[code] for code in self._board.legal_codes()]

    def legal_codes(self) -> list[int]:
        """The move codes of `legal_moves`."""
        return self._board.legal_codes()

    def chance_outcomes(self) -> list[tuple[str, float]]:
        """At chance: pairs of token and exact probability; otherwise an empty list."""
        if not self.is_chance:
            return []
        outcomes, total = self._board.outcomes()
        tokens = self.VOCABULARY.tokens
        return [(tokens[code], ways / total) for code, ways in outcomes]

    def _play(self, code: int) -> None:
        if not self._board.allows(code):
            raise IllegalMoveError(self.VOCABULARY.tokens[code], self.legal_moves())
        self._board.play(code)
        self._played.append(code)
        self._resolve_chance()

    def _play_all(self, codes: Iterable[int]) -> None:
        """Play all of them, or none."""
        before, played = self._board.copy(), len(self._played)
        try:
            for code in codes:
                self._play(code)
        except IllegalMoveError:
            self._board = before
            del self._played[played:]
            raise

    def push(self, word: str) -> None:
        """Play a token, or a whole turn joined with ``/`` (all of it or nothing).

        Raises ParseError if the word is no token and IllegalMoveError if one of its tokens is not
        legal; the state is then as it was.
        """
        code = self.VOCABULARY.codes.get(word) if type(word) is str else None
        if code is not None:
            self._play(code)
            return
        if type(word) is not str or not word or " " in word:
            raise ParseError(word)
        self._play_all(self.VOCABULARY.split_words(word))

    def push_all(self, words: str | Iterable[str]) -> None:
        """Play tokens separated by single spaces, or a list of them: all or nothing.

        Raises ParseError or IllegalMoveError for the first bad one; the state is then as it was.
        """
        self._play_all(self.VOCABULARY.split_words(words))

    def push_codes(self, codes: Iterable[int]) -> None:
        """Play move codes: all or nothing.

        Raises ParseError for what is no code and IllegalMoveError for the first that is not legal;
        the state is then as it was.
        """
        self._play_all([self._checked_code(code) for code in codes])

    def _checked_code(self, code: object) -> int:
        if isinstance(code, bool) or not isinstance(code, int):
            raise ParseError(code, "is no move code")
        if not 0 <= code < len(self.VOCABULARY):
            raise ParseError(code, "is no move code")
        return code

    def is_legal_code(self, code: int) -> bool:
        """Whether this move code could be pushed now."""
        return code in range(len(self.VOCABULARY)) and self._board.allows(code)

    def is_legal(self, token: str) -> bool:
        """Whether this token could be pushed now."""
        code = self.VOCABULARY.codes.get(token) if type(token) is str else None
        return code is not None and self._board.allows(code)

    @overload
    def perft(self, depth: int, divide: Literal[False] = False) -> int: ...
    @overload
    def perft(self, depth: int, divide: Literal[True]) -> dict[str, int]: ...
    def perft(self, depth: int, divide: bool = False) -> int | dict[str, int]:
        """Count the sequences of ``depth`` tokens from here, chance outcomes included.

        With ``divide`` a dict: the count behind each legal token.
        """
        plies = check_integer(depth, "depth", 0, 1000)
        if not divide:
            return self._board.perft(plies)
        if plies == 0:
            raise ValueError("divide needs a depth of at least 1")
        counts = {}
        for code in self._board.legal_codes():
            child = self._board.copy()
            child.play(code)
            counts[self.VOCABULARY.tokens[code]] = child.perft(plies - 1)
        return counts

    def first_sight(self) -> list[int]:
        """The turn that looks best without thinking a turn ahead, as move codes."""
        self._check_asked()
        return self._board.first_sight()

    # -- what a seat knows

    def _check_viewer(self, seat: object) -> int:
        viewer = check_integer(seat, "seat", 0, self.players - 1)
        if self.viewer is not None and self.viewer != viewer:
            raise ValueError(
                f"this is seat {self.viewer}'s view; it does not show what seat {viewer} knows"
            )
        return viewer

    def view(self, seat: int) -> Self:
        """The same position as this seat knows it: all of it, without a seed."""
        return self._begin(self._board.view(self._check_viewer(seat)))

    def sample_world(self, seat: int, seed: int) -> Self:
        """A full position that agrees with what the seat knows: there is but one."""
        self._check_viewer(seat)
        check_seed(seed)
        return self._begin(self._board.view(None))

    def history_seen_by(self, seat: int) -> list[str]:
        """The history as the seat was shown it: all of it."""
        self._check_viewer(seat)
        return self.history

    # -- text, dict, record

    def to_dict(self) -> dict[str, Any]:
        """The position as a dict of plain JSON values."""
        return self._board.to_dict()

    @classmethod
    def _read(cls, data: dict[str, Any], seed: int | None) -> Self:
        state = cls._begin(cls._read_board(data))
        state._set_seed(seed)
        return state

    @classmethod
    def from_dict(cls, data: object, seed: int | None = None) -> Self:
        """Read a position from its dict form; PositionError says what is wrong with it."""
        cls.SHAPE.check(data)
        assert isinstance(data, dict)  # noqa: S101 - as was checked
        return cls._read(data, seed)

    def to_text(self) -> str:
        """The position as one line of text."""
        return self.SHAPE.spell(self.to_dict())

    @classmethod
    def from_text(cls, text: str, seed: int | None = None) -> Self:
        """Read a position from its text; PositionError says what is wrong with it."""
        return cls._read(cls.SHAPE.read(text), seed)

    def to_record(self, /, **tags: str) -> str:
        """The game since this state was made as the text of a record, with these tags.

        Scores and Winners are added when the game is over.
        """
        if self.is_over:
            tags.setdefault("Scores", " ".join(map(str, self.vp)))
            tags.setdefault("Winners", " ".join(map(str, self.winners() or [])))
        begun = None if self._begun is None else self._begun.to_text()
        return self.RECORDS.write(
            Record(self.players, self.first_start, self.history, begun, self.seed, tags)
        )

    @classmethod
    def from_record(cls, text: str) -> Self:
        """Read the text of one record and replay it to its last position.

        Raises PositionError if a token is not legal where it stands, or if the tags Scores and
        Winners are not those of the game.
        """
        return cls.read_record(text)[0]

    @classmethod
    def read_record(cls, text: str) -> tuple[Self, dict[str, str]]:
        """Do the same, and return the record's tags too, but for those that tell its end."""
        record, codes, beginning = cls.RECORDS.read(text)
        if beginning is None:
            state = cls.begin(record.players, record.start)
        else:
            state = cls._read(beginning, None)
        for index, code in enumerate(codes):
            try:
                state._play(code)
            except IllegalMoveError as error:
                raise PositionError(
                    Defect.ILLEGAL_MOVE, f"tokens[{index}]", error.token, str(error)
                ) from None
        for tag, stated, played in (
            ("Scores", record.scores, state.scores()),
            ("Winners", record.winners, state.winners()),
        ):
            if stated is not None and list(stated) != played:
                expected = "no such tag: the game is not over" if played is None else f"{played}"
                raise PositionError(Defect.RESULT, tag, list(stated), expected)
        if record.seed is not None:
            state._set_seed(record.seed)
        tags = {name: text for name, text in record.tags.items() if name not in RESULT_TAGS}
        return state, tags

    # -- the object

    def copy(self) -> Self:
        """An independent copy, history and seed included."""
        other = self.__class__.__new__(self.__class__)
        other._board = self._board.copy()
        other._seed = self._seed
        other._played = self._played[:]
        other._begun = self._begun
        return other

    def unseeded(self) -> Self:
        """A copy without the seed: it asks for every chance token."""
        other = self.copy()
        other._seed = None
        return other

    def data(self) -> bytes:
        """The bytes of the struct, as the search takes them."""
        return self._board.data()

    def __copy__(self) -> Self:
        """Return an independent copy."""
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return an independent copy."""
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Whether both are the same position."""
        if not isinstance(other, OpenState):
            return NotImplemented
        return type(other) is type(self) and self.data() == other.data()

    def __hash__(self) -> int:
        """Return a number that equal positions have in common."""
        return self._board.hash()

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by where the game began and what was played."""
        begun = None if self._begun is None else self._begun.to_text()
        return _replay, (
            type(self),
            self.players,
            self.first_start,
            begun,
            self._played,
            self._seed,
        )

    def __repr__(self) -> str:
        """Say what is asked of whom."""
        view = "" if self.viewer is None else f" seen by {self.viewer}"
        turn = "" if self.turn is None else f" seat {self.turn}"
        return f"<State {self.players} players{view}, turn {self.shift}, {self.phase}{turn}>"


def _replay(
    cls: type[OpenState],
    players: int,
    start: int,
    begun: str | None,
    codes: list[int],
    seed: int | None,
) -> OpenState:
    """Rebuild a pickled state from where it began and what was played."""
    state = cls.begin(players, start) if begun is None else cls.from_text(begun)
    state.push_codes(codes)
    state._set_seed(seed)
    return state
