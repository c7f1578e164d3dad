"""A `State` and a record for a small game whose rules are in Python (ctypes_game.py).

Text is as plain as can be: a position is its fields as a dict, and its bytes as text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from ctypes import Array, sizeof
from typing import Any, ClassVar, Final

from coalbaron_fast.errors import Defect, PositionError
from coalbaron_fast.games import Game
from coalbaron_fast.games.options import NO_OPTIONS, Options
from coalbaron_fast.games.state import Kind, PlainState
from coalbaron_fast.games.text.records import Records
from coalbaron_fast.games.text.vocabulary import Vocabulary
from coalbaron_fast.games.text.words import Words, say
from tests.search.ctypes_game import EVERYBODY, PHASES, Board, Rng, board_capsule

SEEN_BY: Final = "seen_by"
"""The field of a board that a dict calls `view`."""


class BoardShape:
    """A position of a small game as a dict and as text."""

    def __init__(self, name: str, board: type[Board]) -> None:
        self.name = name
        self.board = board

    def check(self, data: object) -> None:
        """Raise PositionError for what is no position."""
        form = self.dict_of(self.board())
        if not isinstance(data, dict):
            raise PositionError(Defect.TYPE, "position", data, "a dict")
        for field in form.keys() - data.keys():
            raise PositionError(Defect.MISSING, field)
        for field in data.keys() - form.keys():
            raise PositionError(Defect.UNKNOWN_FIELD, str(field), data[field])
        if data["game"] != self.name:
            raise PositionError(Defect.RANGE, "game", data["game"], self.name)
        board = self.board_of(data)
        if not board.is_possible():
            raise PositionError(Defect.RANGE, "position", data, "fields that hold together")
        # What its seat has seen must be there, and nothing else; a full position shows all.
        expected = board.copy()
        expected.deal(Rng(0))
        if board.viewer() != EVERYBODY:
            expected.hide_from(board.viewer())
        if bytes(expected) != bytes(board):
            raise PositionError(Defect.VIEW, "view", data["view"], "what that seat knows")

    def dict_of(self, board: Board) -> dict[str, Any]:
        """Return the fields of a board as numbers and lists of numbers."""
        values = {name: getattr(board, name) for name, *_ in board._fields_ if name != SEEN_BY}
        viewer = board.viewer()
        return {"game": self.name, "view": None if viewer == EVERYBODY else viewer} | {
            name: list(value) if isinstance(value, Array) else value
            for name, value in values.items()
        }

    def board_of(self, data: Mapping[str, Any]) -> Board:
        """Return the board of a dict with the right fields."""
        board, form = self.board(), self.dict_of(self.board())
        for field in form.keys() - {"game", "view"}:
            self._fill(board, field, data[field], form[field])
        view = data["view"]
        if view is not None and (type(view) is not int or not 0 <= view < board.seats()):
            raise PositionError(Defect.VIEW, "view", view, "a seat or None")
        setattr(board, SEEN_BY, 0 if view is None else 1 + view)
        return board

    def _fill(self, board: Board, field: str, value: object, usual: object) -> None:
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
        if self.dict_of(board)[field] != value:
            raise PositionError(Defect.RANGE, field, value)

    def spell(self, data: Mapping[str, Any]) -> str:
        """Return the text of a position."""
        return f"{self.name} {bytes(self.board_of(data)).hex()}"

    def read(self, text: object) -> dict[str, Any]:
        """Return the dict of a text; PositionError for what `spell` never writes."""
        if not isinstance(text, str):
            raise PositionError(Defect.TYPE, "position", text, "a position as text")
        name, _, digits = text.partition(" ")
        size = 2 * sizeof(self.board)
        if name != self.name or len(digits) != size or not set(digits) <= set("0123456789abcdef"):
            raise PositionError(Defect.SYNTAX, "position", text, f"{self.name} and {size} digits")
        board = self.board.from_buffer_copy(bytes.fromhex(digits))
        if not -1 <= board.viewer() < board.seats():
            raise PositionError(Defect.VIEW, "view", board.viewer(), "a seat or None")
        data = self.dict_of(board)
        self.check(data)
        return data

    def seats_of(self, data: Mapping[str, Any]) -> tuple[int, int]:
        """Return the players of a position, and who began: it is always the same seat."""
        return self.board_of(data).seats(), 0


class PythonState(PlainState):
    """A position, and the game that goes on from it; seats have roles, so `start` means nothing."""

    SHAPE: ClassVar[BoardShape]

    def spell_data(self, data: bytes) -> dict[str, Any]:
        return self.SHAPE.dict_of(self.SHAPE.board.from_buffer_copy(data))

    def read_data(self, data: dict[str, Any]) -> bytes:
        return bytes(self.SHAPE.board_of(data))


def kind_of(
    name: str,
    board: type[Board],
    tokens: Sequence[str],
    players: range,
    ops: object,
    options: Options = NO_OPTIONS,
) -> tuple[Kind, BoardShape]:
    """Return what the class of a game's positions is told."""
    vocabulary, shape = Vocabulary({"all": tuple(tokens)}), BoardShape(name, board)
    kind = Kind(
        board_capsule(board, ops, len(tokens), options),
        vocabulary=vocabulary,
        shape=shape,
        records=Records(
            players,
            vocabulary.codes,
            vocabulary.split_words,
            shape.read,
            shape.seats_of,
            iter,
            options,
        ),
        phases=PHASES,
        players=players,
    )
    return kind, shape


def record_of(
    state: type[PythonState], title: str, tokens: Sequence[str], players: range, ops: object
) -> Game:
    """Return the record of a game in Python."""
    return Game(
        name=state.SHAPE.name,
        title=title,
        players=players,
        State=state,
        ops=ops,
        tokens=tokens,
        read_words=Vocabulary({"all": tuple(tokens)}).split_words,
        phrase=lambda code: say("token", token=tokens[code]),
        words=Words({"token": "the token {token}", "turn": "{steps}"}),
        draw_board=lambda position: [position.to_text()],
        read_records=read_records,
        token_ops=ops,
    )


def read_records(lines: Iterable[str]) -> Iterator[str]:
    """Yield the records of a file; each begins with its first tag."""
    record: list[str] = []
    for line in lines:
        if line.startswith("[") and any(not kept.startswith("[") for kept in record):
            yield "".join(record)
            record = []
        record.append(line)
    if record:
        yield "".join(record)
