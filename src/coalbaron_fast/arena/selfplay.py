"""Self-play: the engine plays itself and keeps every decision with what it thought.

A game is a task for a `Backend`. The same settings give the same games on every backend.
`arena.dataset` writes them to Parquet files, whose columns docs/cluster.md describes.
"""

from __future__ import annotations

import random
from typing import Any, Final, NamedTuple, Self

from coalbaron_fast import Analysis, Engine, Limits, Line
from coalbaron_fast.arena.pairing import LARGEST_NUMBER
from coalbaron_fast.engine.evaluation import BEST, load_evaluation, name_of
from coalbaron_fast.games import DEFAULT, Game, Position, load_game

__all__ = ["Decision", "SelfplayGame", "SelfplaySettings", "SelfplayTask"]

HASH_MB: Final = 64


class Decision(NamedTuple):
    """One turn of a game: what its seat knew, what it considered, and what it played.

    `view` is the position as the seat knows it, as text; `vp` is by seat. `columns` are what the
    game keeps besides (`coalbaron_fast.games.Study`). `lines` are the turns weighed, the best
    first.
    """

    seat: int
    phase: str
    view: str
    vp: list[int]
    columns: dict[str, Any]
    turn: str
    lines: list[dict[str, Any]]
    nodes: int
    exact: bool
    solved: bool


class SelfplayGame(NamedTuple):
    """A finished game; `vp` and `win` are final points and shares of the win by seat."""

    number: int
    seed: int
    start: int | None
    vp: list[int]
    win: list[float]
    record: str
    decisions: list[Decision]


class SelfplaySettings(NamedTuple):
    """All settings of self-play: the same settings play the same games.

    Every turn is searched with `nodes`, or for `time_ms` if that is not 0: then the same settings
    play other games on another machine. Up to `lines` of the turns found are kept. With a
    `temperature` T the turn to play is drawn among them, in proportion to visits to the power 1/T;
    with 0 it is the best. `evaluation` is what the search rests on, as of an engine. `options` are
    those of the game, as words.
    """

    games: int = 100
    seats: int = 2
    seed: int = 1
    nodes: int = 5000
    lines: int = 8
    temperature: float = 0.0
    game: str = DEFAULT
    evaluation: str = BEST
    time_ms: int = 0
    options: str = ""

    def checked(self) -> Self:
        """Return the settings; raises `ValueError` that says what cannot be played."""
        game = load_game(self.game)
        game.check_players(self.seats, "seats")
        load_evaluation(self.evaluation, game)
        for name in ("games", "nodes", "lines"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, not {getattr(self, name)}")
        for name in ("seed", "temperature", "time_ms"):
            if not 0 <= getattr(self, name) <= LARGEST_NUMBER:
                raise ValueError(f"{name} cannot be {getattr(self, name)}")
        return self._replace(options=game.options.spell(self.options))

    def limits(self) -> Limits:
        """Return what ends the search of a turn."""
        if self.time_ms:
            return Limits(time_ms=self.time_ms, lines=self.lines)
        return Limits(nodes=self.nodes, lines=self.lines)

    def tags(self) -> dict[str, str]:
        """Return what a game's record says of how it was played."""
        limit = {"Time": f"{self.time_ms} ms"} if self.time_ms else {"Nodes": str(self.nodes)}
        return limit | {"Evaluation": name_of(self.evaluation, load_game(self.game))}

    def task(self, number: int) -> SelfplayTask:
        """Return one of the games."""
        return SelfplayTask(number, self)


class SelfplayTask(NamedTuple):
    """One game to play; `number` is its place among all, and fixes its seed and start seat."""

    number: int
    settings: SelfplaySettings

    def run(self) -> SelfplayGame:
        """Play the game."""
        settings = self.settings
        game, seed = load_game(settings.game), settings.seed + self.number
        start = game.start_of(self.number, settings.seats)
        chance = random.Random(f"selfplay {seed}")
        engine = Engine(hash_mb=HASH_MB, seed=seed, game=game, evaluation=settings.evaluation)
        limits = settings.limits()
        state: Position = game.begin(settings.seats, seed, start, settings.options)
        decisions = []
        while state.turn is not None:
            analysis = engine.search(state, limits)
            line = choose(analysis.lines, settings.temperature, chance)
            decisions.append(decision(game, state, state.turn, analysis, line))
            state.push_all(line.tokens)
        return SelfplayGame(
            number=self.number,
            seed=seed,
            start=start,
            vp=state.vp,
            win=state.win_shares() or [],
            record=state.to_record(**settings.tags()),
            decisions=decisions,
        )


def choose(lines: list[Line], temperature: float, chance: random.Random) -> Line:
    """Return the line to play."""
    if not temperature:
        return lines[0]
    # Shares of the most visited, so that no power of them overflows.
    most = max(line.visits for line in lines)
    weights = [(line.visits / most) ** (1 / temperature) for line in lines]
    return chance.choices(lines, weights)[0]


def decision(game: Game, state: Position, seat: int, analysis: Analysis, played: Line) -> Decision:
    """Describe a decision from what its seat knows."""
    view = state.view(seat)
    return Decision(
        seat=seat,
        phase=view.phase,
        view=view.to_text(),
        vp=view.vp,
        columns={} if game.study is None else game.study.values(view),
        turn="/".join(played.tokens),
        lines=[
            {
                "turn": "/".join(line.tokens),
                "visits": line.visits,
                "win": line.win,
                "vp": line.vp,
                "utility": line.utility,
                "error": line.error,
                "vp_spread": line.vp_spread,
            }
            for line in analysis.lines
        ],
        nodes=analysis.nodes,
        exact=analysis.exact,
        solved=analysis.solved,
    )
