"""The words of a `position`: read, played, and told apart when they are wrong.

Two things can be wrong. What cannot be read or does not hold together is a `PositionRefused`.
A word among the `moves` that its seat could not play is that too, and names the seat: match
runners count the game as lost by it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from coalbaron_fast import CoalBaronError, IllegalMoveError, State
from coalbaron_fast.games.coalbaron.facts import MAX_PLAYERS, MIN_PLAYERS
from coalbaron_protocol.messages import JOINT, legal_words, shown

LARGEST_SEED: Final = 2**64 - 1
CHANCE: Final = "!"
"""Every chance token begins with it."""


class PositionRefused(ValueError):  # noqa: N818 - named for what happens
    """A position that is not taken; `lost` says who lost by an illegal turn, if somebody did."""

    def __init__(self, what: str, lost: Lost | None = None) -> None:
        super().__init__(what)
        self.lost = lost


class Lost(NamedTuple):
    """A game that ended by an illegal turn: whose it was, and the position before it."""

    seat: int
    state: State


def read_position(words: list[str]) -> State:
    """Return the position that the words after `position` stand for."""
    end = words.index("moves") if "moves" in words else len(words)
    state = _read_beginning(words[:end])
    _play(state, words[end + 1 :])
    return state


def _read_beginning(words: list[str]) -> State:
    kind, rest = (words[0], words[1:]) if words else ("", [])
    if kind == "fen" and rest:
        # A runner's list of openings holds what follows `position`, or a bare position text.
        kind, rest = ("text", rest) if "=" in "".join(rest[1:2]) else (rest[0], rest[1:])
    if kind == "startpos":
        numbers = _read_numbers(rest, ("players", "seed", "start"))
        players = numbers.get("players", MIN_PLAYERS)
        if not MIN_PLAYERS <= players <= MAX_PLAYERS:
            raise PositionRefused(f"players is {MIN_PLAYERS} to {MAX_PLAYERS}, not {players}")
        start = numbers.get("start", 0)
        if start >= players:
            raise PositionRefused(f"start is a seat, 0 to {players - 1}, not {start}")
        return State(players, numbers.get("seed"), start)
    if kind == "text":
        end = rest.index("seed") if "seed" in rest else len(rest)
        seed = _read_numbers(rest[end:], ("seed",)).get("seed")
        try:
            return State.from_text(" ".join(rest[:end]), seed)
        except ValueError as error:
            raise PositionRefused(str(error)) from None
    found = shown(kind) if kind else "nothing"
    raise PositionRefused(f"startpos, text or fen comes after position, not {found}")


def _read_numbers(words: list[str], names: tuple[str, ...]) -> dict[str, int]:
    """Read pairs of a name and a number, each name once at most."""
    numbers: dict[str, int] = {}
    for index in range(0, len(words), 2):
        name = words[index]
        if name not in names or name in numbers:
            raise PositionRefused(f"{shown(name)} is not expected here; {' '.join(names)} moves")
        text = words[index + 1] if index + 1 < len(words) else ""
        if not (text.isascii() and text.isdigit() and len(text) <= 20 and _fits(int(text))):
            raise PositionRefused(f"{name} is a whole number, not {shown(text)}")
        numbers[name] = int(text)
    return numbers


def _fits(number: int) -> bool:
    return number <= LARGEST_SEED


def _play(state: State, words: list[str]) -> None:
    """Play the words; where chance has resolved itself, its tokens may be given or left out."""
    drawn = state.history
    for word in words:
        for token in word.split(JOINT):
            if drawn and token.startswith(CHANCE):
                if token != drawn[0]:
                    raise PositionRefused(
                        f"{_named(token, word)} is not what the seed draws: {drawn[0]}"
                    )
                drawn = drawn[1:]
                continue
            mover = None if token.startswith(CHANCE) else state.turn
            lost = None if mover is None else Lost(mover, state)
            played = len(state.history) if state.seed is not None else 0
            try:
                state.push(token)
            except IllegalMoveError as error:
                raise PositionRefused(_illegal(token, word, error.legal), lost) from None
            except CoalBaronError:
                raise PositionRefused(_no_token(token, word, state), lost) from None
            drawn = state.history[played + 1 :] if state.seed is not None else []


def _illegal(token: str, word: str, legal: list[str]) -> str:
    return f"{_named(token, word)} is not legal here; {legal_words(legal)}"


def _no_token(token: str, word: str, state: State) -> str:
    what = f"{_named(token, word)} is no token"
    return f"{what}; {legal_words(state.legal_moves())}"


def _named(token: str, word: str) -> str:
    """Name the token, and the word that it stands in."""
    return shown(token) if token == word else f"{shown(token)} in {shown(word)}"
