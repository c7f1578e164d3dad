"""Review of a game: every turn compared with the best one, with what it cost.

`review_turns` goes through a game turn by turn. The engine first looks for the best turn. If
another one was played, both are compared in several short searches. Each of them tries both equally
often, on the same worlds and with the same luck, and no two share any luck. So how far their
differences lie apart is the error of the mean, whatever happens inside of a search. What lies
within the noise is no mistake (`Judgement.grade`).

What chance did after a turn is judged with it (`Judgement.luck`, luck.py), where the whole game is
known.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, NamedTuple, Self

from coalbaron_fast.engine import LARGEST_SEED, Engine, Limits, Stop
from coalbaron_fast.engine.analysis import Analysis, Line
from coalbaron_fast.engine.limits import DEPTH_NODES
from coalbaron_fast.errors import IllegalMoveError
from coalbaron_fast.games import Position
from coalbaron_fast.games.position import BEGINS, known_to
from coalbaron_fast.review.luck import Chance, judge_chance
from coalbaron_fast.review.reasons import Reason, find_reasons

__all__ = [
    "COMPARISONS",
    "GRADES",
    "NOISE",
    "Judgement",
    "Pair",
    "PlayedTurn",
    "compare_turns",
    "difference",
    "grade_of",
    "is_same_turn",
    "judge",
    "judge_turn",
    "played_turns",
    "review_turns",
    "turn_after",
]

COMPARISONS: Final = 8
"""Searches that compare two turns; together they take as much as the one that found the best."""

NOISE: Final = 2.365
"""A loss below this many standard errors lies within the noise: it is not called a mistake.

For a mean of `COMPARISONS` values it is the end of the 95 % interval by Student's t.
"""

FEWEST_NODES: Final = 4
"""A comparison tries both turns twice at least."""

GRADES: Final = (("blunder", 0.1), ("mistake", 0.05), ("slip", 0.02))
"""The name of a turn that surely lost at least this share of the win, the worst first."""


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn of a game: where its first token is, the position before it, the turn itself.

    The turn comes twice: as tokens to show, as move codes to search.
    """

    index: int
    state: Position
    tokens: list[str]
    codes: list[int]


@dataclass(frozen=True, slots=True)
class Judgement:
    """A played turn, compared with the best one.

    `index` is the place of the turn's first token among the game's tokens. `number` counts the
    judged turns, of `total`. `loss_win` and `loss_vp` are what the turn gives away of its seat's
    share of the win and of its final points; `error` and `error_vp` are their standard errors.
    `loss_vp` may be below zero if a turn gives up points to win more often. `grade` is the turn's
    name among `GRADES`, None if it lost less or the loss lies within the noise.

    `win` and `vp` are what every seat could expect after the best turn, `played_win` and
    `played_vp` the same after the played one; `change_error_vp` are the errors of the differences
    of the points. `best_next` and `played_next` are the turns that
    follow them most often, empty at the end. The errors of all four are those of each number by
    itself, not of their difference.

    `luck` is what chance did between this turn and the next one; before the first turn it belongs
    to that one. It is empty if only some turns are judged, or if the game is seen from a chair.
    `reasons` say where the points come from that a turn surely gave away (reasons.py).
    """

    index: int
    number: int
    total: int
    seat: int
    shift: int
    phase: str
    played: list[str]
    best: list[str]
    loss_win: float
    error: float
    loss_vp: float
    error_vp: float
    grade: str | None
    win: list[float]
    vp: list[float]
    played_win: list[float]
    played_vp: list[float]
    win_error: list[float]
    vp_error: list[float]
    played_win_error: list[float]
    played_vp_error: list[float]
    change_error_vp: list[float]
    best_next: list[str]
    played_next: list[str]
    nodes: int
    exact: bool
    solved: bool
    luck: list[Chance]
    reasons: list[Reason]

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Return a judgement from its fields as plain data, as `dataclasses.asdict` gives them."""
        nested = {
            "luck": [Chance(**chance) for chance in data["luck"]],
            "reasons": [Reason.from_data(reason) for reason in data["reasons"]],
        }
        return cls(**{**data, **nested})

    @property
    def sure_loss_win(self) -> float:
        """The share of the win that was given away; 0 within the noise."""
        return beyond_noise(self.loss_win, self.error)

    @property
    def sure_loss_vp(self) -> float:
        """The points that were given away; 0 within the noise, or if the turn wins more often."""
        gains = beyond_noise(-self.loss_win, self.error) > 0
        return 0.0 if gains else beyond_noise(self.loss_vp, self.error_vp)


def played_turns(game: Position) -> list[PlayedTurn]:
    """Split a game into turns: up to the next chance event or change of seat.

    These are the turns that the engine chooses among. A game seen from one chair has only that
    seat's turns: what the others knew cannot be said. A turn that the game broke off in the
    middle of its steps is left out.
    """
    state = game.origin
    turns: list[PlayedTurn] = []
    mind: Position | None = None
    for index, (code, token) in enumerate(zip(game.codes, game.history, strict=True)):
        if state.turn is not None and (state.viewer is None or state.viewer == state.turn):
            if mind is None:
                turns.append(PlayedTurn(index, state.copy(), [], []))
                mind = state.view(state.turn)
            turns[-1].tokens.append(token)
            turns[-1].codes.append(code)
            mind.push_codes([code])
            # A seat that draws what only others know of a stack sees it as chance.
            if mind.turn != state.turn or mind.decision in BEGINS:
                mind = None
        state.push_codes([code])
    return turns[:-1] if mind is not None and mind.decision == "step" else turns


def review_turns(
    game: Position,
    engine: Engine,
    limits: Limits,
    seats: Sequence[int] | None = None,
    stop: Stop | None = None,
) -> Iterator[Judgement]:
    """Judge the turns of a game, one after the other; those of `seats`, or all.

    `limits` are for the search of a best turn; comparing takes as much again. `stop` ends
    the search that runs and those to come; what they judge is worth nothing.
    """
    turns = [turn for turn in played_turns(game) if seats is None or turn.state.turn in seats]
    for number, turn in enumerate(turns):
        judged = judge(turn, engine, limits, number, len(turns), stop)
        if seats is not None:
            yield judged
        else:
            yield replace(judged, luck=_luck_after(game, turns, number, engine, limits, stop))


def judge_turn(game: Position, number: int, engine: Engine, limits: Limits) -> Judgement:
    """Judge one of a game's turns: the same answer as `review_turns` gives for it."""
    turns = played_turns(game)
    judged = judge(turns[number], engine, limits, number, len(turns))
    return replace(judged, luck=_luck_after(game, turns, number, engine, limits))


def _luck_after(
    game: Position,
    turns: Sequence[PlayedTurn],
    number: int,
    engine: Engine,
    limits: Limits,
    stop: Stop | None = None,
) -> list[Chance]:
    """Judge what chance did after a turn, and with the first turn also what it did before it."""
    if game.viewer is not None:
        return []
    first = turns[number].index if number else 0
    last = turns[number + 1].index if number + 1 < len(turns) else len(game.codes)
    state = game.origin if number == 0 else turns[number].state
    return judge_chance(state, game.codes[first:last], first, engine, _nodes_of(limits), stop)


def _nodes_of(limits: Limits) -> int | None:
    """Return the limit of nodes; a limit of depth is one of nodes, too."""
    if limits.nodes is None and limits.depth is not None:
        return limits.depth * DEPTH_NODES
    return limits.nodes


def judge(
    turn: PlayedTurn,
    engine: Engine,
    limits: Limits,
    number: int = 0,
    total: int = 1,
    stop: Stop | None = None,
) -> Judgement:
    """Judge one turn with the engine."""
    seat = turn.state.turn or 0
    turn = replace(turn, state=known_to(turn.state, seat))
    analysis = engine.search(turn.state, limits, stop=stop)
    found = analysis.lines[0]
    is_best = is_same_turn(turn.state, found.codes, turn.codes)
    pairs = [Pair(found, found, analysis)]
    if not is_best:
        pairs = compare_turns(turn, found.codes, engine, limits, stop)
        # A closer look may show that the played turn was the better one after all.
        is_best = _mean([pair.gap for pair in pairs]) <= 0
    played = [pair.played for pair in pairs]
    best = played if is_best else [pair.best for pair in pairs]
    win, win_error = expectation([line.win for line in best], [line.win_error for line in best])
    vp, vp_error = expectation([line.vp for line in best], [line.vp_error for line in best])
    played_win, played_win_error = expectation(
        [line.win for line in played], [line.win_error for line in played]
    )
    played_vp, played_vp_error = expectation(
        [line.vp for line in played], [line.vp_error for line in played]
    )
    loss_win, error = difference([pair.loss("win", seat) for pair in pairs], is_best=is_best)
    loss_vp, error_vp = difference([pair.loss("vp", seat) for pair in pairs], is_best=is_best)
    judged = Judgement(
        index=turn.index,
        number=number,
        total=total,
        seat=seat,
        shift=turn.state.shift,
        phase=turn.state.phase,
        played=turn.tokens,
        best=best[0].tokens,
        loss_win=loss_win,
        error=error,
        loss_vp=loss_vp,
        error_vp=error_vp,
        grade=grade_of(loss_win, error),
        win=win,
        vp=vp,
        played_win=played_win,
        played_vp=played_vp,
        win_error=win_error,
        vp_error=vp_error,
        played_win_error=played_win_error,
        played_vp_error=played_vp_error,
        change_error_vp=[
            difference([pair.loss("vp", each) for pair in pairs], is_best=is_best)[1]
            for each in range(turn.state.players)
        ],
        best_next=turn_after(best[0]),
        played_next=turn_after(played[0]),
        nodes=sum(pair.analysis.nodes for pair in pairs),
        exact=pairs[0].analysis.exact,
        solved=pairs[0].analysis.solved,
        luck=[],
        reasons=[],
    )
    if not (judged.sure_loss_win or judged.sure_loss_vp):
        return judged
    reasons = find_reasons(turn.state, best[0].codes, turn.codes, engine, loss_vp)
    return replace(judged, reasons=reasons)


def beyond_noise(loss: float, error: float) -> float:
    """Return a loss, or 0 if it is none or lies within the noise."""
    return loss if loss > 0 and loss >= NOISE * error else 0.0


def grade_of(loss_win: float, error: float) -> str | None:
    """Return the grade of a turn by its sure loss of the win; None for a fine one."""
    sure = beyond_noise(loss_win, error)
    return next((name for name, least in GRADES if sure >= least), None)


class Pair(NamedTuple):
    """The best and the played turn in one search."""

    best: Line
    played: Line
    analysis: Analysis

    @property
    def gap(self) -> float:
        """How much better the best turn is, by what the search maximises."""
        return self.best.utility - self.played.utility

    def loss(self, name: Literal["win", "vp"], seat: int) -> float:
        """Return what the played turn gives away of a seat's share of the win, or of its points."""
        best: list[float] = getattr(self.best, name)
        played: list[float] = getattr(self.played, name)
        return best[seat] - played[seat]


def compare_turns(
    turn: PlayedTurn,
    best: list[int],
    engine: Engine,
    limits: Limits,
    stop: Stop | None = None,
) -> list[Pair]:
    """Compare the best turn with the played one in several searches, each with other luck.

    Their luck is not that of the search that found the best turn either: there it may have been
    the best one by luck. What is solved needs no second search.
    """
    share = share_of(limits, [best, turn.codes])
    pairs: list[Pair] = []
    for analysis in search_again(engine, turn.state, share, stop):
        lines = {tuple(line.codes): line for line in analysis.lines}
        pairs.append(Pair(lines[tuple(best)], lines[tuple(turn.codes)], analysis))
        if analysis.solved:
            return [pairs[-1]]
    return pairs


def search_again(
    engine: Engine, state: Position, limits: Limits, stop: Stop | None
) -> Iterator[Analysis]:
    """Search a position several times, each time with other luck, at least once.

    What is solved needs no second search.
    """
    for number in range(1, COMPARISONS + 1):
        seed = (engine.seed + number) % LARGEST_SEED
        analysis = engine.search(state, limits, stop=stop, seed=seed)
        yield analysis
        if analysis.solved or (stop is not None and stop.is_set):
            return


def share_of(limits: Limits, turns: list[list[int]]) -> Limits:
    """Return the limits of one comparison of these turns."""
    nodes = _nodes_of(limits)
    return Limits(
        None if nodes is None else max(nodes // COMPARISONS, FEWEST_NODES),
        None if limits.time_ms is None else limits.time_ms / COMPARISONS,
        limits.error,
        depth=limits.depth,
        root_turns=turns,
        lines=len(turns),
        even=True,
    )


def difference(losses: Sequence[float], *, is_best: bool) -> tuple[float, float]:
    """Return a loss and its standard error; one that is solved has none."""
    if is_best:
        return 0.0, 0.0
    if len(losses) == 1:
        return losses[0], 0.0
    return _mean(losses), statistics.stdev(losses) / math.sqrt(len(losses))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def expectation(
    rows: Sequence[list[float]], errors: Sequence[list[float]]
) -> tuple[list[float], list[float]]:
    """Return the means of several searches seat by seat, and the errors of the means.

    Of one search its own error is all that is known.
    """
    means = [_mean(values) for values in zip(*rows, strict=True)]
    if len(rows) == 1:
        return means, errors[0]
    apart = [
        statistics.stdev(values) / math.sqrt(len(values)) for values in zip(*rows, strict=True)
    ]
    return means, apart


def turn_after(line: Line) -> list[str]:
    """Return the turn that follows a line's own most often, none at the end."""
    return line.pv[1] if len(line.pv) > 1 else []


def is_same_turn(state: Position, one: Sequence[int], other: Sequence[int]) -> bool:
    """Whether two turns lead to the same position: work steps may come in another order."""
    if one == other:
        return True
    positions = [state.copy(), state.copy()]
    try:
        for position, codes in zip(positions, (one, other), strict=True):
            position.push_codes(codes)
    except IllegalMoveError:
        return False
    return positions[0] == positions[1]
