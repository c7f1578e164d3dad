"""The words of a `position`: read, played, and refused when they are wrong.

`PositionRefused` is what cannot be read, or is no position of the game. It also stands for a word
among the `moves` that its seat could not play, and then names the seat: match runners count the
game as lost by it.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from coalbaron_fast import CoalBaronError, IllegalMoveError
from coalbaron_fast.games import CHANCE, Game, Position
from coalbaron_fast.games.numbers import read_whole
from coalbaron_fast.wire.words import JOINT
from coalbaron_protocol.messages import legal_words, shown

BEGINNING: Final = ("players", "seed", "start")
"""What a beginning is told by, besides its options: each a name and a number."""

OPTIONS: Final = ("options", "variant")
"""What options follow; the second is an older word for it."""


class PositionRefused(ValueError):  # noqa: N818 - named for what happens
    """A position that is refused; `lost` says who lost by an illegal turn, if somebody did."""

    def __init__(self, what: str, lost: Lost | None = None) -> None:
        super().__init__(what)
        self.lost = lost


class Lost(NamedTuple):
    """A game that ended by an illegal turn: the seat that made it, and the position before it."""

    seat: int
    state: Position

    def ranks(self) -> tuple[int, ...]:
        """Return the places: the others share the first."""
        return tuple(int(seat == self.seat) for seat in range(self.state.players))


def read_position(words: list[str], game: Game) -> Position:
    """Return the position of a game that the words after `position` stand for."""
    end = words.index("moves") if "moves" in words else len(words)
    state = _read_beginning(words[:end], game)
    _play(state, words[end + 1 :], game)
    return state


def _read_beginning(words: list[str], game: Game) -> Position:
    kind, rest = (words[0], words[1:]) if words else ("", [])
    if kind == "fen" and rest:
        # A runner's list of openings holds what follows `position`, or a bare position text:
        # the second word of that is a field, NAME=VALUE.
        kind, rest = ("text", rest) if "=" in "".join(rest[1:2]) else (rest[0], rest[1:])
    if kind == "startpos":
        return _read_start(rest, game)
    if kind == "text":
        return _read_text(rest, game)
    found = shown(kind) if kind else "nothing"
    raise PositionRefused(f"startpos, text or fen comes after position, not {found}")


def _read_start(words: list[str], game: Game) -> Position:
    words, options = _take_options(words)
    also = ("options",) if game.options else ()
    numbers = _read_numbers(words, BEGINNING, also)
    beginning: dict[str, Any] = {**numbers, "options": options}
    try:
        state: Position = game.begin(**beginning)
    except ValueError as error:
        raise PositionRefused(str(error)) from None
    return state


def _take_options(words: list[str]) -> tuple[list[str], str]:
    """Take the options out of the words: all between one of `OPTIONS` and one of `BEGINNING`."""
    others: list[str] = []
    options: list[str] = []
    taken = others
    for word in words:
        if word in OPTIONS:
            taken = options
            continue
        if word in BEGINNING:
            taken = others
        taken.append(word)
    if taken is options and not options:
        raise PositionRefused("an option follows options, NAME or NAME=VALUE")
    return others, " ".join(options)


def _read_text(words: list[str], game: Game) -> Position:
    end = words.index("seed") if "seed" in words else len(words)
    seed = _read_numbers(words[end:], ("seed",)).get("seed")
    try:
        state: Position = game.State.from_text(" ".join(words[:end]), seed)
    except ValueError as error:
        raise PositionRefused(str(error)) from None
    return state


def _read_numbers(
    words: list[str], names: tuple[str, ...], also: tuple[str, ...] = ()
) -> dict[str, int]:
    """Read pairs of a name and a number, each name once at most; `also` might have stood there."""
    numbers: dict[str, int] = {}
    for index in range(0, len(words), 2):
        name = words[index]
        if name in numbers:
            raise PositionRefused(f"{name} stands there twice")
        if name not in names:
            known = " ".join((*names, *also, "moves"))
            raise PositionRefused(f"{shown(name)} is not expected here; {known}")
        text = words[index + 1] if index + 1 < len(words) else ""
        number = read_whole(text)
        if number is None:
            raise PositionRefused(f"{name} is a whole number, not {shown(text)}")
        numbers[name] = number
    return numbers


def _play(state: Position, words: list[str], game: Game) -> None:
    """Play the words; where a seed has resolved chance, its tokens may be given or left out."""
    drawn = state.history
    for word in words:
        for token in word.split(JOINT):
            is_chance = token.startswith(CHANCE)
            if drawn and is_chance:
                if token != drawn[0]:
                    raise PositionRefused(
                        f"{_named(token, word)} is not what the seed draws: {drawn[0]}"
                    )
                del drawn[0]
                continue
            lost = None if is_chance or state.turn is None else Lost(state.turn, state)
            played = len(state.codes)
            try:
                state.push(token)
            except IllegalMoveError as error:
                raise PositionRefused(_illegal(token, word, error.legal), lost) from None
            except CoalBaronError:
                raise PositionRefused(_no_token(token, word, state), lost) from None
            drawn = [] if state.seed is None else game.spell(state.codes[played + 1 :])


def _illegal(token: str, word: str, legal: list[str]) -> str:
    return f"{_named(token, word)} is not legal here; {legal_words(legal)}"


def _no_token(token: str, word: str, state: Position) -> str:
    what = f"{_named(token, word)} is no token"
    return f"{what}; {legal_words(state.legal_moves())}"


def _named(token: str, word: str) -> str:
    """Name the token, and the word that it is in."""
    return shown(token) if token == word else f"{shown(token)} in {shown(word)}"
