"""The exceptions of the package and the list of named defects.

What a caller passes in can be wrong in several ways, each with its own exception: a word
is no token (`ParseError`), a token is no legal move here (`IllegalMoveError`), a position
or a record cannot be read or does not hold together (`PositionError`), an engine cannot be
set like this (`SettingsError`), no search can keep to these limits (`LimitsError`; for a turn
that is not there `UnknownTurnError`), no seat is to move (`NothingToSearchError`). All of them
are a `CoalBaronError`, which is a `ValueError`. `EngineBusyError`, a `RuntimeError`, says that
the engine is at work already.

A program that speaks the line protocol may refuse a command (`CommandRefusedError`, another
`CoalBaronError`). What else can go wrong with it is its own fault: `ProgramError`, a
`RuntimeError`.
"""

from __future__ import annotations

import enum
import reprlib
from typing import TYPE_CHECKING, Final, Self

if TYPE_CHECKING:
    from collections.abc import Iterable

_SHOWN_LEGAL: Final = 12
_SHOWN_CHARACTERS: Final = 80


class Defect(enum.StrEnum):
    """What is wrong with a position or a record, by name.

    The names are part of the API: a program may branch on them, or look up its own
    wording by them. `meaning` says in one line what each means.
    """

    meaning: str

    def __new__(cls, value: str, meaning: str = "") -> Self:
        """Make the member a plain string with a `meaning`."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.meaning = meaning
        return member

    SYNTAX = "syntax", "not spelled as the notation spells it"
    TOO_LONG = "too_long", "the text is longer than any position or record"
    MISSING = "missing", "a required field, word or tag is not there"
    UNKNOWN_FIELD = "unknown_field", "a field that has no place here"
    TYPE = "type", "a value of the wrong kind"
    RANGE = "range", "a number, a word or a length outside of what is possible"
    UNKNOWN_ITEM = "unknown_item", "not the name of a tile, card, colour or space that fits here"
    PLAYERS = "players", "not a game for two to four"
    VIEW = "view", "something only a view may hold, or a view that shows too much or too little"
    PHASE = "phase", "the phase does not agree with the other fields"
    TURN = "turn", "the active seat, the space or the draw does not fit the phase"
    WORKERS = "workers", "a seat's workers do not add up"
    OCCUPIED = "occupied", "a space that is locked, or that is held as it cannot be"
    CUBES = "cubes", "more than sixteen cubes of a colour"
    CAGE = "cage", "more cubes than the cage has room for"
    LEVEL_CUBES = "level_cubes", "more cubes than carts on a level"
    DUPLICATE_CARD = "duplicate_card", "an order card in two places"
    TILE_COPIES = "tile_copies", "more than three tiles of a kind"
    PIECES = "pieces", "pieces of the game that do not add up"
    MISSING_ITEMS = "missing_items", "tiles or cards that are nowhere"
    MONEY = "money", "a sum of Marks or points that no game reaches"
    SPOTS = "spots", "what lies on an order does not fit its spots"
    STACK = "stack", "the parts of a stack do not fit together, or are too long"
    KNOWLEDGE = "knowledge", "the signs of who knows what contradict each other"
    LOOK = "look", "the draw in progress does not fit the turn"
    DRAFT = "draft", "the cards laid out do not fit the round of the draft"
    STEPS = "steps", "work steps that the mining space does not give"
    FILL = "fill", "a shortage of cubes that the supply or the new tile does not bear out"
    ILLEGAL_MOVE = "illegal_move", "a token of a record that was not legal when it came"
    RESULT = "result", "tags of a record that disagree with its game"


class CoalBaronError(ValueError):
    """This package refuses to read, play or use what was passed in."""


class ParseError(CoalBaronError):
    """A word that is no token.

    `word` is the whole word as it was passed in (shortened if it is not text).
    """

    word: str

    def __init__(self, word: object, reason: str = "is no token") -> None:
        self.word = word if type(word) is str else shortened(word)
        self.reason = reason
        super().__init__(f"{shortened(self.word)} {reason}")

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the arguments, not by the message."""
        return type(self), (self.word, self.reason)


class IllegalMoveError(CoalBaronError):
    """A token that exists but is not legal here.

    `token` is that token, `legal` lists every legal one.
    """

    token: str
    legal: list[str]

    def __init__(self, token: str, legal: Iterable[str] = ()) -> None:
        self.token = token
        self.legal = list(legal)
        super().__init__(f"{shortened(token)} is not legal here; {_some_of(self.legal)}")

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the arguments, not by the message."""
        return type(self), (self.token, self.legal)


class PositionError(CoalBaronError):
    """A position or a record that cannot be read or does not hold together.

    Every reader of texts, dicts and records raises it. `defect` names what is wrong,
    `field` says where (`seats[1].cage.cubes`), `value` is what was there, `expected` what
    could have. `line` counts from 1 in a record and is None elsewhere.
    """

    defect: Defect
    field: str
    value: object
    expected: str
    line: int | None

    def __init__(
        self,
        defect: Defect,
        field: str,
        value: object = None,
        expected: str = "",
        line: int | None = None,
    ) -> None:
        self.defect = Defect(defect)
        self.field = field
        self.value = value
        self.expected = expected
        self.line = line
        where = field if line is None else f"line {line}, {field}"
        shown = "" if self.defect is Defect.MISSING else f": {shortened(value)}"
        wanted = f"; expected {expected}" if expected else ""
        super().__init__(f"{where}: {self.defect.meaning} ({self.defect}){shown}{wanted}")

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the arguments, not by the message."""
        return type(self), (self.defect, self.field, self.value, self.expected, self.line)


class FieldError(CoalBaronError):
    """One of several named values is wrong: `field` says which, empty for all together."""

    field: str

    def __init__(self, field: str, message: str) -> None:
        self.field = field
        super().__init__(message)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the arguments."""
        return type(self), (self.field, str(self))


class SettingsError(FieldError):
    """A setting that no engine can have.

    `field` is `threads`, `hash_mb`, `seed`, `slices`, `parameters` or `evaluation`.
    """


class NetworkError(SettingsError):
    """A file that is no network for this engine; `path` says which, `reason` why."""

    path: str
    reason: str

    def __init__(self, path: str, reason: str) -> None:
        self.path = path
        self.reason = reason
        super().__init__("evaluation", f"{path} {reason}")

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the arguments, not by the message."""
        return type(self), (self.path, self.reason)


class LimitsError(FieldError):
    """A limit that no search can keep to."""


class UnknownTurnError(LimitsError):
    """A turn of `root_turns` that is not there; `turn` is its name, tokens joined with ``/``."""

    turn: str

    def __init__(self, turn: str) -> None:
        self.turn = turn
        super().__init__("root_turns", f"no turn begins with {turn}")

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the arguments, not by the message."""
        return type(self), (self.turn,)


class NothingToSearchError(CoalBaronError):
    """A position in which no seat is to move; `phase` says what is asked instead."""

    phase: str

    def __init__(self, phase: str) -> None:
        self.phase = phase
        super().__init__(f"no seat is to move in phase {phase}")

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the arguments, not by the message."""
        return type(self), (self.phase,)


class EngineBusyError(RuntimeError):
    """The engine is at work already; it does one thing at a time."""

    def __init__(self) -> None:
        super().__init__("this engine is at work already: one search or walk at a time")


class CommandRefusedError(CoalBaronError):
    """A program could not follow a command: `command` is its first word, `reason` what it says."""

    command: str
    reason: str

    def __init__(self, command: str, reason: str) -> None:
        self.command = command
        self.reason = reason
        super().__init__(f"{command}: {reason}" if command else reason)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the arguments, not by the message."""
        return type(self), (self.command, self.reason)


class ProgramError(RuntimeError):
    """A program that should speak the line protocol fails.

    `transcript` holds the last lines of the conversation: ``> `` begins what was sent, ``< `` what
    came back, ``! `` what came on the standard error.
    """

    transcript: tuple[str, ...]

    def __init__(self, what: str, transcript: Iterable[str] = ()) -> None:
        self.transcript = tuple(transcript)
        super().__init__(what)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the arguments."""
        return type(self), (str(self), self.transcript)


class ProgramEndedError(ProgramError):
    """The program could not be started, has ended, or has closed its output."""


class ProgramSilentError(ProgramError):
    """The program did not answer in time."""


class ProgramGarbledError(ProgramError):
    """The program says what the protocol does not know: too much of it, or in the wrong form."""


class _Shortener(reprlib.Repr):
    """A `repr` that is short and never fails, whatever the object."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = self.maxlong = _SHOWN_CHARACTERS
        self.maxlevel = 3

    def repr_int(self, x: int, level: int) -> str:
        # Python refuses to print integers of thousands of digits.
        if x.bit_length() > 256:
            return f"<an integer of {x.bit_length()} bits>"
        return super().repr_int(x, level)


_SHORTENER: Final = _Shortener()


def shortened(value: object) -> str:
    """Return how `value` is shown in a message: its `repr`, cut to a readable length."""
    try:
        text = _SHORTENER.repr(value)
    except Exception:  # noqa: BLE001 - whatever a stranger's __repr__ may raise
        return f"<{type(value).__name__}>"
    half = _SHOWN_CHARACTERS // 2
    return text if len(text) <= 2 * half else f"{text[:half]}...{text[-half:]}"


def _some_of(legal: list[str]) -> str:
    if not legal:
        return "no move is legal"
    shown = " ".join(legal[:_SHOWN_LEGAL])
    rest = len(legal) - _SHOWN_LEGAL
    return f"legal: {shown}" + (f" and {rest} more" if rest > 0 else "")


def ask_for_extra(extra: str, missing: object) -> str:
    """Return what is missing, and how to install the extra that it comes with.

    The package is on no index: its name alone would find nothing, or somebody else's package.
    """
    return f"{missing}: in a checkout pip install '.[{extra}]' adds it (docs/install.md)"
