"""The stage `play`: self-play with variety, of which moves and search values are kept.

Each game is varied up to a moment that is drawn for it alone, and played as well as the settings
allow from there on. So positions come from all over the game, and after the last varied turn the
result says what good play makes of them. The same settings give the same games on every backend.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final, NamedTuple, Self

from coalbaron_fast import Analysis, Engine, Limits
from coalbaron_fast.arena.selfplay import choose
from coalbaron_fast.engine.evaluation import BEST
from coalbaron_fast.games import DEFAULT, Game, Position, load_game
from coalbaron_fast.games.position import BEGINS, SMALL

__all__ = ["PlaySettings", "PlayTask", "PlayedGame", "SearchedTurn"]

HASH_MB: Final = 16
EVERY_LINE: Final = 10_000
"""More turns than any position has."""
SMALL_SHARE: Final = 4
"""A decision within a turn gets this part of the nodes."""


class SearchedTurn(NamedTuple):
    """What the search thought of one turn.

    `vp` and `win` are the expected points and shares of the win, one number a seat.
    """

    codes: list[int]
    visits: int
    vp: list[float]
    win: list[float]


class PlayedGame(NamedTuple):
    """A finished game.

    `codes` are all moves from the deal on, chance included. `turns` says where in them each turn of
    a seat begins. `searched` holds the turns that a search tried, for each of these places: none
    where there was no search, and nothing at all where no turn was searched. `settled` is the first
    of these places with nothing varied from there on. `vp` and `win` are final points and shares of
    the win.
    """

    number: int
    seats: int
    start: int | None
    codes: list[int]
    turns: list[int]
    settled: int
    searched: list[list[SearchedTurn]]
    vp: list[int]
    win: list[float]


class PlaySettings(NamedTuple):
    """All settings of the stage: the same settings play the same games.

    Game n has `seats[n % len(seats)]` seats. Of its turns the part `share` is searched with
    `nodes`; all others are played after `quick` nodes of which nothing is kept, and greedily
    if there are none. A few turns of many games tell more than all turns of a few. While a game is
    varied, a turn is made of random legal tokens with probability `random`; else it is drawn among
    those searched, in proportion to visits to the power 1/`temperature` (0: the best). `evaluation`
    is what the search rests on, as of an engine. `options` are those of the game, as words.
    """

    games: int = 1000
    seats: tuple[int, ...] = (2, 3, 4)
    seed: int = 1
    nodes: int = 100
    share: float = 1.0
    quick: int = 0
    random: float = 0.05
    temperature: float = 1.0
    evaluation: str = BEST
    game: str = DEFAULT
    options: str = ""

    def checked(self) -> Self:
        """Return the settings; raises `ValueError` that says what cannot be played."""
        game = load_game(self.game)
        if not self.seats:
            raise ValueError("seats are needed")
        for seats in self.seats:
            game.check_players(seats, "seats")
        if self.games < 1:
            raise ValueError(f"games must be at least 1, not {self.games}")
        for name in ("seed", "nodes", "quick", "temperature"):
            if not getattr(self, name) >= 0:
                raise ValueError(f"{name} cannot be {getattr(self, name)}")
        for name in ("share", "random"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} must be 0 to 1, not {getattr(self, name)}")
        return self._replace(options=game.options.spell(self.options))

    def task(self, number: int) -> PlayTask:
        """Return one of the games."""
        return PlayTask(number, self)


class PlayTask(NamedTuple):
    """One game to play; `number` is its place among all, and fixes its seats and its deal."""

    number: int
    settings: PlaySettings

    def run(self) -> PlayedGame:
        """Play the game."""
        settings, game = self.settings, load_game(self.settings.game)
        seats = settings.seats[self.number % len(settings.seats)]
        seed = settings.seed + self.number
        start = game.start_of(self.number // len(settings.seats), seats)
        state: Position = game.begin(seats, seed, start, settings.options)
        turns, searched, settled = [], [], 0
        for place, tried, varied in _Player(settings, game, seed).play(state):
            turns.append(place)
            if settings.nodes:
                searched.append(tried)
            if varied:
                settled = len(turns)
        return PlayedGame(
            number=self.number,
            seats=seats,
            start=start,
            codes=state.codes,
            turns=turns,
            settled=settled,
            searched=searched,
            vp=state.vp,
            win=state.win_shares() or [],
        )


class _Player:
    """Plays all seats of one game."""

    def __init__(self, settings: PlaySettings, game: Game, seed: int) -> None:
        self._settings = settings
        self._engine = Engine(
            hash_mb=HASH_MB,
            seed=seed,
            game=game,
            evaluation=settings.evaluation,
            parameters={"solve": 0},
        )
        self._chance = random.Random(f"learning {seed}")

    def play(self, state: Position) -> Iterator[tuple[int, list[SearchedTurn], bool]]:
        """Play to the end; yield the place of each turn, what was searched, whether it varied."""
        whole = state.turns_expected()
        # The game is varied while more than this part of it is left.
        calm = self._chance.random()
        while state.turn is not None:
            place = len(state.codes)
            varied = state.turns_expected() > calm * whole
            full = self._is_full()
            analysis = self._search(state, full=full)
            if varied and self._chance.random() < self._settings.random:
                self._push_random(state)
            elif analysis is None:
                state.push_codes(state.first_sight())
                varied = False
            else:
                line = choose(
                    analysis.lines, self._settings.temperature if varied else 0.0, self._chance
                )
                varied = line is not analysis.lines[0]
                state.push_codes(line.codes)
            yield place, _tried(analysis) if analysis is not None and full else [], varied

    def _is_full(self) -> bool:
        """Whether the next turn is among those that are searched in full."""
        share = self._settings.share
        return bool(self._settings.nodes) and (share == 1 or self._chance.random() < share)

    def _search(self, state: Position, *, full: bool) -> Analysis | None:
        nodes = self._settings.nodes if full else self._settings.quick
        if not nodes:
            return None
        if state.decision in SMALL:
            nodes = max(nodes // SMALL_SHARE, 1)
        return self._engine.search(state, Limits(nodes=nodes, lines=EVERY_LINE))

    def _push_random(self, state: Position) -> None:
        """Play random legal tokens until another seat or another turn is asked."""
        seat = state.turn
        state.push_codes([self._chance.choice(state.legal_codes())])
        while state.turn == seat and state.decision not in BEGINS:
            state.push_codes([self._chance.choice(state.legal_codes())])


def _tried(analysis: Analysis) -> list[SearchedTurn]:
    return [
        SearchedTurn(line.codes, line.visits, line.vp, line.win)
        for line in analysis.lines
        if line.visits
    ]
