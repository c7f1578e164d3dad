"""The games that the engine plays, each in a folder of its own.

A `Game` is a plain record: the table of functions that the search knows the game by, the class of
its positions, and what the doors ask for. `load_game` finds one by its name. Whoever needs
something of a game asks the record, and names no game but `DEFAULT`.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from coalbaron_fast.games.position import Position, rank_seats

if TYPE_CHECKING:
    from coalbaron_fast.games.opponent import Opponent
    from coalbaron_fast.games.screen import Choice, Screen
    from coalbaron_fast.games.training import Training

__all__ = [
    "CHANCE",
    "DEFAULT",
    "GAMES",
    "Game",
    "Position",
    "Sources",
    "SpreadFactors",
    "Study",
    "Tempers",
    "game_of",
    "load_game",
    "named_game",
    "rank_seats",
]

DEFAULT: Final = "coalbaron"

CHANCE: Final = "!"
"""Chance tokens begin with it, in every game, and no other token does."""

GAMES: Final[dict[str, str]] = {
    "coalbaron": "coalbaron_fast.games.coalbaron.game",
    "ruhr": "coalbaron_fast.games.ruhr.game",
}
"""The module of each game by its name; it holds the record as `GAME`."""

GAME_TAG: Final = "Game"
"""The tag of a record that says which game it is of."""

_TAG_LINE: Final = re.compile(rf'\s*\[{GAME_TAG} "(\w+)"\]')


SpreadFactors: TypeAlias = Mapping[int, Mapping[int, float]]
"""What spreads are to be multiplied by, by seats and part of the game."""


class Study(NamedTuple):
    """What matches, self-play and the engine's signature ask of a game beyond its moves.

    `columns` are what only this game keeps of a decision, with the type of each (`int8`, `int16`,
    or a list of them: `int8s`, `int16s`); `values` answers with them for a view. `part` is the
    column that tells the parts of a game apart, None if it has none. `guess_spread` are factors
    for the spread of the game's own guess, by seats and part, as `coalbaron-engine calibrate` found
    them. `is_late` says whether at most so many workers, or whatever the game counts turns by, are
    left in all.
    `signature_positions` are fixed positions: the answers to them make up the signature.
    """

    columns: Mapping[str, str]
    values: Callable[[Any], dict[str, Any]]
    is_late: Callable[[Any, int], bool]
    signature_positions: Callable[[], Iterator[Any]]
    part: str | None = None
    guess_spread: SpreadFactors = MappingProxyType({})

    def part_of(self, view: Any) -> int:  # noqa: ANN401 - a position of the game
        """Return the part of the game that a view is in; 0 if there are none."""
        return 0 if self.part is None else int(self.values(view)[self.part])


class Sources(NamedTuple):
    """Where the points of a game come from, for whoever says why a turn is better.

    `names` are short names for programs, `texts` what they mean in plain English. `expected` takes
    the bytes of a position and returns for every seat what it can expect of each source, or has
    got from it. `items` does the same for what one source consists of: by the source's name, what
    each seat can expect of each thing, by that thing's name.
    """

    names: Sequence[str]
    texts: Sequence[str]
    expected: Callable[[bytes], list[list[float]]]
    items: Mapping[str, Callable[[bytes], list[dict[str, float]]]] = MappingProxyType({})


class Tempers(NamedTuple):
    """Evaluations of a game that think too much of something, and who plays by them.

    `evaluator` takes one of the `names` and returns an ``Evaluator`` in a capsule
    (search/evaluator.pxd).
    """

    names: Sequence[str]
    evaluator: Callable[[str], object]
    opponents: Sequence[Opponent]


class Game(NamedTuple):
    """One game, for everything that knows no game.

    `ops` is the search's table of functions (search/game.pxd) by whole turns, `token_ops` the
    same by single tokens. `tokens` spells a move code, `read_words` reads words into codes,
    `describe` says in plain English what a code does, `draw_board` draws a position as text.
    """

    name: str
    title: str
    players: range
    State: type[Any]
    """The class of its positions, a `Position`."""
    ops: object
    tokens: Sequence[str]
    read_words: Callable[[str | Iterable[str]], list[int]]
    describe: Callable[[int], str]
    draw_board: Callable[[Any], list[str]]
    read_records: Callable[[Iterable[str]], Iterator[str]]
    """The records of an open file, each as its text."""
    token_ops: object | None = None
    web: Path | None = None
    """The folder of its board for the browser (docs/web.md)."""
    study: Study | None = None
    list_plans: Callable[[Any, int], list[list[str]]] | None = None
    """The turns, as tokens, that a number of work steps can make up from a position."""
    screen: Callable[[], Screen] | None = None
    """How it is shown; made when first asked for."""
    position_fields: Callable[[], Iterable[str]] = tuple
    """The names that the `field` of a PositionError is made of."""
    training: Callable[[], Training] | None = None
    network: Path | None = None
    """The file of the network that comes with it."""
    sources: Callable[[], Sources] | None = None
    """Where its points come from; made when first asked for."""
    tempers: Callable[[], Tempers] | None = None
    """Its opponents with a face; made when first asked for."""
    puzzles: Path | None = None
    """The file of its puzzles."""
    openings: Path | None = None
    """The file of what self-play says of its first turns."""
    variants: Mapping[str, str] = MappingProxyType({})
    """Other ways to play it, by name, and what is different. `State` takes each by its name."""

    @property
    def opponents(self) -> Sequence[Opponent]:
        """Its opponents with a face, from the weakest to the strongest."""
        return self.tempers().opponents if self.tempers is not None else ()

    def opponent(self, name: str) -> Opponent:
        """Return the opponent of this name; ValueError lists those that there are."""
        for opponent in self.opponents:
            if opponent.name == name:
                return opponent
        known = ", ".join(opponent.name for opponent in self.opponents) or "there are none"
        raise ValueError(f"no opponent {name!r} in {self.title}: {known}")

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        """Pickle a registered game by its name: the search's table of functions has no other."""
        if load_game(self.name) is not self:
            raise TypeError(f"{self.title} as it was changed here cannot be pickled")
        return load_game, (self.name,)

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        """Return the record itself: nothing of it changes."""
        return self

    def check_players(self, players: int, name: str = "players") -> None:
        """Raise ValueError if the game is not for so many; `name` is what the asker calls them."""
        if players not in self.players:
            first, last = self.players[0], self.players[-1]
            raise ValueError(f"{name} must be {first} to {last}, not {players}")

    def begin(
        self, players: int, seed: int | None = None, start: int = 0, variant: str | None = None
    ) -> Any:  # noqa: ANN401 - a position of the game
        """Begin a game, the usual one or one of `variants`; ValueError names those."""
        self.check_variant(variant)
        flags = {} if variant is None else {variant: True}
        return self.State(players, seed, start, **flags)

    def check_variant(self, variant: str | None) -> None:
        """Raise ValueError if the game cannot be played so; None is the usual game."""
        if variant is not None and variant not in self.variants:
            known = ", ".join(self.variants) or "there are none"
            raise ValueError(f"no variant {variant!r} of {self.title}: {known}")

    def trained(self) -> Training:
        """Return what the environments ask for; ValueError if the game has nothing of it."""
        if self.training is None:
            raise ValueError(f"{self.title} has no observations to learn from")
        return self.training()

    def spell(self, codes: Iterable[int]) -> list[str]:
        """Return the tokens of move codes."""
        return [self.tokens[code] for code in codes]

    # -- words for a screen; a game without one is told by `describe` alone

    def choices(self, state: Any) -> list[Choice]:  # noqa: ANN401 - a position of the game
        """Return the legal tokens of a position, each with what it does."""
        if self.screen is not None:
            return self.screen().describe_choices(state)
        from coalbaron_fast.games.screen import Choice  # noqa: PLC0415 - slow, not always needed

        chances = dict(state.chance_outcomes())
        return [
            Choice(self.tokens[code], self.describe(code), chances.get(self.tokens[code]))
            for code in state.legal_codes()
        ]

    def turn_in_words(self, state: Any, codes: Sequence[int]) -> str:  # noqa: ANN401 - as above
        """Return what a turn from a position does, as one phrase."""
        describe_turn = None if self.screen is None else self.screen().describe_turn
        if describe_turn is not None and codes:
            return describe_turn(state, codes)
        return ", ".join(map(self.describe, codes))

    def essence_of(self, codes: Sequence[int]) -> tuple[int, ...]:
        """Return what a turn comes to: equal for turns that a person calls the same."""
        essence_of = None if self.screen is None else self.screen().essence_of
        return tuple(codes) if essence_of is None else essence_of(codes)

    def tell(self, before: Any, after: Any, viewer: int | None) -> list[str]:  # noqa: ANN401
        """Return in sentences what happened between two positions of one game, as a seat saw it."""
        screen = None if self.screen is None else self.screen()
        if screen is None or screen.tell_turns is None:
            return [
                self.describe(code)
                for code in self.read_words(self.history_between(before, after, viewer))
            ]
        return screen.tell_turns(before, after.history[len(before.codes) :], viewer)

    def history_between(
        self,
        before: Any,  # noqa: ANN401 - as above
        after: Any,  # noqa: ANN401 - as above
        viewer: int | None,
    ) -> list[str]:
        """Return the tokens between two positions of one game, as a seat was shown them."""
        if viewer is None:
            return list(after.history[len(before.codes) :])
        # A seat may be shown more tokens than were played: what others knew already.
        return list(after.history_seen_by(viewer)[len(before.history_seen_by(viewer)) :])


def load_game(name: str | Game) -> Game:
    """Return the game of this name, or the record itself; ValueError names those that there are."""
    if isinstance(name, Game):
        return name
    if name not in GAMES:
        raise ValueError(f"no game {name!r}: {', '.join(GAMES)}")
    game: Game = importlib.import_module(GAMES[name]).GAME
    return game


def named_game(record: Iterable[str], default: str) -> str:
    """Return the name of the game in the tag of the first record of these lines.

    It is the default if there is no such tag, or if it names no game of ours.
    """
    for line in record:
        tag = _TAG_LINE.match(line)
        if tag is not None:
            return tag[1] if tag[1] in GAMES else default
        if line.strip() and not line.lstrip().startswith(("[", "#")):
            # The moves begin: there are no more tags.
            break
    return default


def game_of(position: object) -> Game | None:
    """Return the game that a position is of; None for what is no position of these games."""
    games = map(load_game, GAMES)
    return next((game for game in games if isinstance(position, game.State)), None)
