"""The games that the engine plays, each in a folder of its own.

A `Game` is a plain record: the table of functions that the search knows the game by, the class of
its positions, and what the doors ask for. `load_game` finds one by its name. Whoever needs
something of a game asks the record, and names no game but `DEFAULT`.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

from coalbaron_fast.games.options import NO_OPTIONS, Options, OptionsGiven
from coalbaron_fast.games.position import Position, rank_seats
from coalbaron_fast.games.text.records import MAX_RECORD
from coalbaron_fast.games.text.vocabulary import MOST_TOKENS
from coalbaron_fast.games.text.words import Message, Words, say

if TYPE_CHECKING:
    from coalbaron_fast.games.opponent import Opponent
    from coalbaron_fast.games.screen import Choice, Screen
    from coalbaron_fast.games.text.position import PositionShape
    from coalbaron_fast.games.training import Training

__all__ = [
    "CHANCE",
    "DEFAULT",
    "GAMES",
    "MAX_RECORD",
    "MOST_TOKENS",
    "Game",
    "Message",
    "Position",
    "Sources",
    "SpreadFactors",
    "Start",
    "Study",
    "Tempers",
    "Units",
    "Words",
    "game_of",
    "load_game",
    "named_game",
    "rank_seats",
    "say",
]

DEFAULT: Final = "coalbaron"

CHANCE: Final = "!"
"""Chance tokens begin with it, in every game, and no other token does."""

GAMES: Final[dict[str, str]] = {
    "coalbaron": "coalbaron_fast.games.coalbaron.game",
    "ruhr": "coalbaron_fast.games.ruhr.game",
    "coalcountry": "coalbaron_fast.games.coalcountry.game",
}
"""The module of each game by its name; it holds the record as `GAME`."""

GAME_TAG: Final = "Game"
"""The tag of a record that says which game it is of."""

MOST_TAG_LINES: Final = 1000
"""Lines before which that tag is; a record has fewer tags."""

_TAG_LINE: Final = re.compile(rf'\s*\[{GAME_TAG} "(\w+)"\]')


Start: TypeAlias = int | Literal["usual"] | None
"""Who begins: a seat, as usual in the game, or whom chance draws (None)."""

SpreadFactors: TypeAlias = Mapping[int, Mapping[int, float]]
"""What spreads are to be multiplied by, by seats and part of the game."""


class Study(NamedTuple):
    """What matches, self-play and the engine's signature ask of a game beyond its moves.

    `columns` are what only this game keeps of a decision, with the type of each (`int8`, `int16`,
    or a list of them: `int8s`, `int16s`); `values` answers with them for a view. `part` is the
    column that tells the parts of a game apart, None if it has none. `guess_spread` are factors
    for the spread of the game's own guess, by seats and part, as `coalbaron-engine calibrate` found
    them. `is_late` says whether at most n workers, or whatever the game counts turns by, are
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
    """Where the points of a game come from, for callers that say why a turn is better.

    `names` are short names for programs, `phrases` what they mean in words. `expected` takes
    the bytes of a position and returns for every seat what it can expect of each source, or has
    got from it. `items` does the same for what one source consists of: by the source's name, what
    each seat can expect of each thing, by that thing's name.
    """

    names: Sequence[str]
    phrases: Sequence[Message]
    expected: Callable[[bytes], list[list[float]]]
    items: Mapping[str, Callable[[bytes], list[dict[str, float]]]] = MappingProxyType({})


class Units(NamedTuple):
    """What a game is won by: `name` in words, `short` after a number.

    `size` is how many of them weigh as much as one point of Coal Baron: what the search and the
    reports take for much or little grows with it.
    """

    name: str = "points"
    short: str = "VP"
    size: float = 1.0


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

    `ops` is the search's table of functions (contract/game.pxd) by whole turns, `token_ops` the
    same by single tokens. `tokens` spells a move code, `read_words` reads words into codes,
    `phrase` says what a code does, as a message that `words` spell. `draw_board` draws a position
    as text.
    """

    name: str
    title: str
    players: range
    State: type[Any]
    """The class of its positions, a `Position`."""
    ops: object
    tokens: Sequence[str]
    read_words: Callable[[str | Iterable[str]], list[int]]
    phrase: Callable[[int], Message]
    words: Words
    draw_board: Callable[[Any], list[str]]
    read_records: Callable[[Iterable[str]], Iterator[str]]
    """The records of an open file, each as its text."""
    token_ops: object | None = None
    board: object | None = None
    """Its table of functions token by token (contract/board.pxd), for many games at once."""
    web: Path | None = None
    """The folder of its board for the browser (docs/web.md)."""
    study: Study | None = None
    screen: Callable[[], Screen] | None = None
    """How it is shown; made when first asked for."""
    position_shape: PositionShape | None = None
    """What its positions look like, as dicts and as text; with their JSON Schema."""
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
    units: Units = Units()
    """What its scores count."""
    default_players: int | None = None
    """How many play where no number is given; None: the fewest."""
    options: Options = NO_OPTIONS
    """Its options. `State` takes each by its name and has it as an attribute."""
    draws_order: bool = False
    """Whether chance can draw who begins: `State` does so for the start None, its default."""

    @property
    def usual_players(self) -> int:
        """How many play where no number is given."""
        return self.players[0] if self.default_players is None else self.default_players

    @property
    def contests(self) -> list[int]:
        """How many may play against each other: two or more, where that is possible."""
        return [players for players in self.players if players > 1] or list(self.players)

    def start_of(self, number: int, players: int) -> int | None:
        """Return who begins game n of many: chance says so where it can, else seats take turns."""
        return None if self.draws_order else number % players

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
        """Raise ValueError if the game is not for that many; `name` is the caller's word."""
        if players not in self.players:
            first, last = self.players[0], self.players[-1]
            raise ValueError(f"{name} must be {first} to {last}, not {players}")

    def check_start(self, start: int | None, players: int) -> None:
        """Raise ValueError if no such seat can begin; None is for chance to draw."""
        if start is None and not self.draws_order:
            raise ValueError(f"start must be a seat: {self.title} draws no order")
        if start is not None and not 0 <= start < players:
            raise ValueError(f"start must be 0 to {players - 1}, not {start}")

    def begin(
        self,
        players: int | None = None,
        seed: int | None = None,
        start: Start = "usual",
        options: OptionsGiven = None,
    ) -> Any:  # noqa: ANN401 - a position of the game
        """Begin a game; what is not given is as usual. ValueError says what cannot be."""
        players = self.usual_players if players is None else players
        self.check_players(players)
        if start == "usual":
            start = None if self.draws_order else 0
        self.check_start(start, players)
        return self.State(players, seed, start, **self.options.read(options))

    def trained(self) -> Training:
        """Return what the environments ask for; ValueError if the game has nothing of it."""
        if self.training is None:
            raise ValueError(f"{self.title} has no observations to learn from")
        return self.training()

    def spell(self, codes: Iterable[int]) -> list[str]:
        """Return the tokens of move codes."""
        return [self.tokens[code] for code in codes]

    # -- words for a screen; a game without one is told by `phrase` alone

    def describe(self, code: int) -> str:
        """Return in plain English what a move does, as a fragment of a sentence."""
        return self.words.spell(self.phrase(code))

    def choices(self, state: Any) -> list[Choice]:  # noqa: ANN401 - a position of the game
        """Return the legal tokens of a position, each with what it does."""
        from coalbaron_fast.games.screen import Choice  # noqa: PLC0415 - slow, not always needed

        own = None if self.screen is None else self.screen().phrases
        phrase = self.phrase if own is None else own(state)
        chances = dict(state.chance_outcomes())
        return [
            Choice(token, **self.words.fields(phrase(code)), probability=chances.get(token))
            for code in state.legal_codes()
            for token in (self.tokens[code],)
        ]

    def turn_phrase(self, state: Any, codes: Sequence[int]) -> Message:  # noqa: ANN401 - as above
        """Return what a turn from a position does."""
        own = None if self.screen is None else self.screen().turn_phrase
        if own is not None and codes:
            return own(state, codes)
        return say("turn", steps=[self.phrase(code) for code in codes])

    def turn_in_words(self, state: Any, codes: Sequence[int]) -> str:  # noqa: ANN401 - as above
        """Return what a turn from a position does, as one phrase."""
        return self.words.spell(self.turn_phrase(state, codes))

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
    for line in islice(record, MOST_TAG_LINES):
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
