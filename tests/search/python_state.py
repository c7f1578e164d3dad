"""A `State` in plain Python over the rules of a small game: all that the doors ask of a position.

See `Position` in coalbaron_fast/games for what its methods mean.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Sequence
from ctypes import Array
from typing import Any, ClassVar, Final, Self

from coalbaron_fast.errors import Defect, IllegalMoveError, ParseError, PositionError
from coalbaron_fast.games import Game
from tests.search.ctypes_game import TO_CHANCE, TO_NOBODY, Board, Rng, mix64

LARGEST_SEED: Final = 2**64 - 1
TAGS_OF_THE_GAME: Final = ("Game", "Position", "Seed", "Scores", "Winners")


class PythonState:
    """A position, and the game that goes on from it; seats have roles, so `start` means nothing."""

    BOARD: ClassVar[type[Board]]
    NAME: ClassVar[str]
    TOKENS: ClassVar[Sequence[str]]

    def __init__(self, players: int = 2, seed: int | None = None, start: int = 0) -> None:
        if players not in PLAYERS[self.NAME]:
            raise ValueError(f"players must be one of {list(PLAYERS[self.NAME])}, not {players}")
        if not 0 <= start < players:
            raise ValueError(f"start must be 0 to {players - 1}, not {start}")
        self._begin(self.BOARD.start(players), None, seed)

    def _begin(self, board: Board, viewer: int | None, seed: int | None) -> None:
        if seed is not None and not 0 <= seed <= LARGEST_SEED:
            raise ValueError(f"seed must be 0 to {LARGEST_SEED}, not {seed}")
        if seed is not None and viewer is not None:
            raise ValueError("a view takes no seed")
        self._board = board
        self._first = board.copy()
        self._viewer = viewer
        self._seed = seed
        self._played: list[int] = []
        self._resolve_chance()

    @classmethod
    def _of(cls, board: Board, viewer: int | None = None, seed: int | None = None) -> Self:
        state = cls.__new__(cls)
        state._begin(board, viewer, seed)
        return state

    def _resolve_chance(self) -> None:
        while self._seed is not None and self.is_chance:
            rng = Rng(mix64(self._seed) ^ len(self._played))
            self._play(self._board.draw(rng))

    def _play(self, code: int) -> None:
        self._board.play(code)
        self._played.append(code)

    # -- what it is

    @property
    def players(self) -> int:
        return self._board.seats()

    @property
    def seed(self) -> int | None:
        return self._seed

    @property
    def viewer(self) -> int | None:
        return self._viewer

    @property
    def phase(self) -> str:
        return {TO_CHANCE: "chance", TO_NOBODY: "over"}.get(self._board.to_move(), "play")

    @property
    def shift(self) -> int:
        return self._board.stage()

    @property
    def turn(self) -> int | None:
        seat = self._board.to_move()
        return None if seat in (TO_CHANCE, TO_NOBODY) else seat

    @property
    def is_chance(self) -> bool:
        return self._board.to_move() == TO_CHANCE

    @property
    def is_over(self) -> bool:
        return self._board.to_move() == TO_NOBODY

    @property
    def vp(self) -> list[int]:
        return self._board.points()

    @property
    def history(self) -> list[str]:
        return [self.TOKENS[code] for code in self._played]

    @property
    def codes(self) -> list[int]:
        return self._played[:]

    @property
    def origin(self) -> Self:
        return self._of(self._first.copy(), self._viewer)

    @property
    def is_small_decision(self) -> bool:
        return False

    @property
    def begins_turn(self) -> bool:
        return self.turn is not None

    @property
    def is_step(self) -> bool:
        return False

    def turns_expected(self) -> float:
        if self.turn is None:
            raise ValueError(f"no seat is to move in phase {self.phase}")
        return float(self._board.decisions_left())

    def scores(self) -> list[int] | None:
        return self.vp if self.is_over else None

    def winners(self) -> list[int] | None:
        if not self.is_over:
            return None
        return [seat for seat, share in enumerate(self._board.shares()) if share > 0]

    def win_shares(self) -> list[float] | None:
        return self._board.shares() if self.is_over else None

    # -- moves

    def legal_codes(self) -> list[int]:
        if self.is_over:
            return []
        codes = list(self._board.ways()) if self.is_chance else self._board.moves()
        if self._viewer is not None:
            codes = list(dict.fromkeys(self._board.shown_to(self._viewer, code) for code in codes))
        return codes

    def legal_moves(self) -> list[str]:
        return [self.TOKENS[code] for code in self.legal_codes()]

    def chance_outcomes(self) -> list[tuple[str, float]]:
        if not self.is_chance:
            return []
        ways = self._board.ways()
        if len(self.legal_codes()) == 1:
            return [(self.legal_moves()[0], 1.0)]
        return [(self.TOKENS[code], ways[code] / sum(ways.values())) for code in ways]

    def is_legal_code(self, code: int) -> bool:
        return code in self.legal_codes()

    def is_legal(self, token: str) -> bool:
        return token in self.legal_moves()

    def push(self, word: str) -> None:
        if " " in word:
            raise ParseError(word)
        self.push_codes(read_words(self.TOKENS, word))

    def push_all(self, words: str | Iterable[str]) -> None:
        self.push_codes(read_words(self.TOKENS, words))

    def push_codes(self, codes: Iterable[int]) -> None:
        before, played = self._board.copy(), self._played[:]
        for code in codes:
            if not 0 <= code < len(self.TOKENS):
                self._board, self._played = before, played
                raise ParseError(code, "is no move code")
            if not self.is_legal_code(code):
                legal = self.legal_moves()
                self._board, self._played = before, played
                raise IllegalMoveError(self.TOKENS[code], legal)
            self._play(code)
            self._resolve_chance()

    def perft(self, depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for code in self.legal_codes():
            child = self.unseeded()
            child._play(code)
            total += child.perft(depth - 1)
        return total

    def first_sight(self) -> list[int]:
        if self.turn is None:
            raise ValueError(f"no seat is to move in phase {self.phase}")
        return self._board.proposed()[:1]

    # -- what a seat knows

    def _checked(self, seat: int) -> int:
        if not 0 <= seat < self.players:
            raise ValueError(f"seat must be 0 to {self.players - 1}, not {seat}")
        if self._viewer not in (None, seat):
            raise ValueError(f"this is seat {self._viewer}'s view")
        return seat

    def view(self, seat: int) -> Self:
        board = self._board.copy()
        board.hide_from(self._checked(seat))
        return self._of(board, seat)

    def sample_world(self, seat: int, seed: int) -> Self:
        board = self.view(seat)._board
        board.deal(Rng(mix64(seed)))
        return self._of(board)

    def history_seen_by(self, seat: int) -> list[str]:
        if self._viewer == self._checked(seat):
            return self.history
        board, shown = self._first.copy(), []
        for code in self._played:
            shown.append(self.TOKENS[board.shown_to(seat, code)])
            board.play(code)
        return shown

    # -- text, dict, record

    def to_dict(self) -> dict[str, Any]:
        return {"game": self.NAME, "view": self._viewer, **_plain(self._board)}

    @classmethod
    def from_dict(cls, data: object, seed: int | None = None) -> Self:
        board, viewer = _read_board(cls.BOARD, cls.NAME, data)
        return cls._of(board, viewer, seed)

    def to_text(self) -> str:
        viewer = "-" if self._viewer is None else str(self._viewer)
        return f"{self.NAME} {viewer} {bytes(self._board).hex()}"

    @classmethod
    def from_text(cls, text: str, seed: int | None = None) -> Self:
        words = text.split(" ")
        size = 2 * len(bytes(cls.BOARD()))
        if len(words) != 3 or words[0] != cls.NAME:
            raise PositionError(Defect.SYNTAX, "text", text, f"{cls.NAME} VIEW BYTES")
        try:
            board = cls.BOARD.from_buffer_copy(bytes.fromhex(words[2]))
            viewer = None if words[1] == "-" else int(words[1])
        except ValueError:
            raise PositionError(Defect.SYNTAX, "text", text, f"{size} digits") from None
        if len(words[2]) != size:
            raise PositionError(Defect.SYNTAX, "text", text, f"{size} digits")
        # The dict's reader looks at the fields.
        return cls.from_dict({"game": cls.NAME, "view": viewer, **_plain(board)}, seed)

    def to_record(self, /, **tags: str) -> str:
        own = {"Game": self.NAME, "Position": self.origin.to_text()}
        if self._seed is not None:
            own["Seed"] = str(self._seed)
        if self.is_over:
            own["Scores"] = " ".join(map(str, self.vp))
            own["Winners"] = " ".join(map(str, self.winners() or ()))
        lines = [f'[{name} "{value}"]' for name, value in (own | tags).items()]
        return "\n".join([*lines, "", " ".join(self.history), ""])

    @classmethod
    def from_record(cls, text: str) -> Self:
        return cls.read_record(text)[0]

    @classmethod
    def read_record(cls, text: str) -> tuple[Self, dict[str, str]]:
        head, _, moves = text.rstrip("\n").partition("\n\n")
        tags = {}
        for number, line in enumerate(head.splitlines(), 1):
            name, _, rest = line.removeprefix("[").partition(" ")
            if not (line.startswith("[") and rest[:1] == '"' and rest[-2:] == '"]'):
                raise PositionError(Defect.SYNTAX, "tag", line, '[Name "value"]', number)
            tags[name] = rest[1:-2]
        if "Position" not in tags:
            raise PositionError(Defect.MISSING, "Position")
        state = cls.from_text(tags["Position"])
        try:
            state.push_all(moves)
        except (ParseError, IllegalMoveError) as error:
            raise PositionError(Defect.ILLEGAL_MOVE, "tokens", moves, str(error)) from None
        if "Seed" in tags:
            state._seed = int(tags["Seed"])
            state._resolve_chance()
        return state, {name: tag for name, tag in tags.items() if name not in TAGS_OF_THE_GAME}

    # -- the object

    def copy(self) -> Self:
        return copy.deepcopy(self)

    def unseeded(self) -> Self:
        other = self.copy()
        other._seed = None
        return other

    def data(self) -> bytes:
        return bytes(self._board)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return (self.data(), self._viewer) == (other.data(), other._viewer)

    def __hash__(self) -> int:
        return hash((self.data(), self._viewer))

    def __reduce__(self) -> tuple[object, ...]:
        # Through the reader: ctypes would take any bytes for a board.
        return replay, (type(self), self.origin.to_text(), self._played, self._seed)

    def __repr__(self) -> str:
        return f"<{self.to_text()}>"


def replay(kind: type[PythonState], begun: str, codes: list[int], seed: int | None) -> PythonState:
    """Rebuild a pickled state from where it began and what was played."""
    state = kind.from_text(begun)
    state.push_codes(codes)
    if seed is not None and (state.viewer is not None or not 0 <= seed <= LARGEST_SEED):
        raise ValueError(f"a seed of {seed} fits no such state")
    state._seed = seed
    state._resolve_chance()
    return state


PLAYERS: Final[dict[str, range]] = {}
"""The numbers of seats of each game that has a record."""


def record_of(state: type[PythonState], title: str, players: range, ops: object) -> Game:
    """Return the record of a game in Python."""
    PLAYERS[state.NAME] = players
    return Game(
        name=state.NAME,
        title=title,
        players=players,
        State=state,
        ops=ops,
        tokens=state.TOKENS,
        read_words=lambda words: read_words(state.TOKENS, words),
        describe=lambda code: f"the token {state.TOKENS[code]}",
        draw_board=lambda position: [position.to_text()],
        read_records=read_records,
        token_ops=ops,
    )


def read_records(lines: Iterable[str]) -> Iterator[str]:
    """Yield the records of a file; each begins with its first tag."""
    record: list[str] = []
    for line in lines:
        if line.startswith("[Game ") and record:
            yield "".join(record)
            record = []
        record.append(line)
    if record:
        yield "".join(record)


def read_words(tokens: Sequence[str], words: str | Iterable[str]) -> list[int]:
    """Read tokens, or turns joined with a slash."""
    if isinstance(words, str):
        words = words.split(" ") if words else []
    codes = []
    for word in words:
        for token in word.split("/"):
            if token not in tokens:
                raise ParseError(word)
            codes.append(tokens.index(token))
    return codes


def _plain(board: Board) -> dict[str, Any]:
    """Return the fields of a board as numbers and lists of numbers."""
    values = {name: getattr(board, name) for name, *_ in board._fields_}
    return {
        name: list(value) if isinstance(value, Array) else value for name, value in values.items()
    }


def _read_board(kind: type[Board], name: str, data: object) -> tuple[Board, int | None]:
    """Read the dict form of a position."""
    form = {"game": name, "view": None, **_plain(kind())}
    if not isinstance(data, dict):
        raise PositionError(Defect.TYPE, "position", data, "a dict")
    for field in form.keys() - data.keys():
        raise PositionError(Defect.MISSING, field)
    for field in data.keys() - form.keys():
        raise PositionError(Defect.UNKNOWN_FIELD, str(field), data[field])
    if data["game"] != name:
        raise PositionError(Defect.RANGE, "game", data["game"], name)
    board = kind()
    for field in form.keys() - {"game", "view"}:
        _fill(board, field, data[field], form[field])
    if not board.is_possible():
        raise PositionError(Defect.RANGE, "position", data, "fields that hold together")
    _check_view(board, data["view"])
    return board, data["view"]


def _check_view(board: Board, viewer: object) -> None:
    """A view hides what its seat does not know, a full position nothing."""
    expected = board.copy()
    if viewer is None:
        expected.deal(Rng(0))
    elif type(viewer) is int and 0 <= viewer < board.seats():
        expected.hide_from(viewer)
    else:
        raise PositionError(Defect.VIEW, "view", viewer, "a seat or None")
    if bytes(expected) != bytes(board):
        raise PositionError(Defect.VIEW, "view", viewer, "what that seat knows")


def _fill(board: Board, field: str, value: object, usual: object) -> None:
    """Set a field; the C types cut numbers off, so that they are read back."""
    numbers = value if isinstance(usual, list) else [value]
    length = len(usual) if isinstance(usual, list) else 1
    if (
        not isinstance(numbers, list)
        or len(numbers) != length
        or any(type(number) is not int for number in numbers)
    ):
        raise PositionError(Defect.TYPE, field, value, f"{length} whole numbers")
    if isinstance(usual, list):
        getattr(board, field)[:] = numbers
    else:
        setattr(board, field, value)
    if _plain(board)[field] != value:
        raise PositionError(Defect.RANGE, field, value)
