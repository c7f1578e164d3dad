"""How far is play in secret from an equilibrium, by three ways to find it?

    python -m bench.mixed goofspiel --cards 4 --nodes 500 2000 --method regret visits matrix
    python -m bench.mixed response GAME --deals 10 --nodes 4000

The first command asks each method for its play in every position of Goofspiel, and OpenSpiel
for what a best response gains against that, in points of the margin (`pip install open_spiel`).
The second takes positions of games of two in which the seats decide in secret. It gives one seat
ten times the nodes to answer what the other plays: its best turn, or its mixture. The table shows
what the answer gains beside the seat's own mixture, by other walks than it was chosen by.

`regret` is the mixture of the engine, `visits` how often decoupled PUCT took each turn. `matrix`
searches what follows each pair of turns, of as few as it needs, and solves that exactly: it
begins with a turn each and adds best responses until there are no better ones (double oracle).
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from operator import itemgetter
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from bench.report import add_json_option, print_table, run_program, write_json
from coalbaron_fast import Engine, Limits
from coalbaron_fast.bots import GreedyBot, play_turn
from coalbaron_fast.games import Game, Position, load_game

HASH_MB: Final = 64
MOST_LINES: Final = 192
RESPONSE_TIMES: Final = 10
PLAIN: Final = {"mixing": 0}
POINTS_ALONE: Final = {"win_weight": 0.0, "margin_scale": 1000.0, "first_spread": 0.003}
"""A scale so wide that utility is linear in the margin."""
GREEDY_WALK: Final = 1000
"""More turns than a game has."""

Floats = npt.NDArray[np.float64]
Shares = dict[tuple[int, ...], float]
"""The turns of a seat, as codes, and how often each is played."""


# -- ways to play --------------------------------------------------------------------------------


def by_regret(engine: Engine, state: Position, nodes: int) -> Shares:
    """The engine's own mixture."""
    found = engine.search(state, Limits(nodes=nodes))
    if found.policy is None:
        raise ValueError("no seat decides in secret here")
    read = engine.game.read_words
    return {tuple(read(["/".join(turn.tokens)])): turn.share for turn in found.policy}


def by_visits(engine: Engine, state: Position, nodes: int) -> Shares:
    """How often each turn was tried; `engine` does not mix."""
    lines = engine.search(state, Limits(nodes=nodes, lines=MOST_LINES)).lines
    total = sum(line.visits for line in lines)
    return {tuple(line.codes): line.visits / total for line in lines if line.visits}


class Matrix:
    """What both seats can expect of pairs of turns, each pair searched when it is asked for."""

    def __init__(self, engine: Engine, state: Position, nodes: int) -> None:
        self._engine, self._state = engine, state
        self.seat = state.turn or 0
        self.own = turns_of(engine, state)
        after = pushed(state, self.own[0])
        self.other = turns_of(engine, after)
        self._nodes = max(nodes // (len(self.own) * len(self.other)), 1)
        self._found: dict[tuple[int, int], float] = {}

    def value(self, own: int, other: int) -> float:
        """Return the utility of the seat that is asked first."""
        if (own, other) not in self._found:
            after = pushed(pushed(self._state, self.own[own]), self.other[other])
            self._found[own, other] = self._worth(after)
        return self._found[own, other]

    def _worth(self, after: Position) -> float:
        if after.turn != self.seat:
            points, _ = self._engine.walk(after, 1, GREEDY_WALK)[0]
            return points[self.seat] - points[1 - self.seat]
        lines = self._engine.search(after, Limits(nodes=self._nodes, lines=MOST_LINES)).lines
        visits = sum(line.visits for line in lines)
        margin = sum(line.visits * (line.vp[self.seat] - line.vp[1 - self.seat]) for line in lines)
        return margin / visits


def by_matrix(engine: Engine, state: Position, nodes: int) -> Shares:
    """An equilibrium of some turns of each seat, to which best responses are added."""
    matrix = Matrix(engine, state, nodes)
    rows, columns = [0], [0]
    while True:
        payoffs = np.array([[matrix.value(row, column) for column in columns] for row in rows])
        first, second = solve_exactly(payoffs), solve_exactly(-payoffs.T)
        answers = [
            float(second @ [matrix.value(row, column) for column in columns])
            for row in range(len(matrix.own))
        ]
        replies = [
            float(first @ [matrix.value(row, column) for row in rows])
            for column in range(len(matrix.other))
        ]
        fresh = False
        for found, kept in (
            (answers.index(max(answers)), rows),
            (replies.index(min(replies)), columns),
        ):
            if found not in kept:
                kept.append(found)
                fresh = True
        if not fresh:
            return {
                tuple(matrix.own[row]): float(share)
                for row, share in zip(rows, first, strict=True)
                if share > 0.0
            }


def solve_exactly(payoffs: Floats) -> Floats:
    """Return the shares of the rows in an equilibrium of a game of two, by a linear programme."""
    from scipy.optimize import linprog  # noqa: PLC0415 - the other methods do without

    rows, columns = payoffs.shape
    found = linprog(
        [*[0.0] * rows, -1.0],
        A_ub=np.c_[-payoffs.T, np.ones(columns)],
        b_ub=np.zeros(columns),
        A_eq=[[1.0] * rows + [0.0]],
        b_eq=[1.0],
        bounds=[(0.0, 1.0)] * rows + [(None, None)],
    )
    shares: Floats = found.x[:rows]
    return shares


METHODS: Final[dict[str, Callable[[Engine, Position, int], Shares]]] = {
    "regret": by_regret,
    "visits": by_visits,
    "matrix": by_matrix,
}


def searched(
    method: Callable[[Engine, Position, int], Shares], engine: Engine, nodes: int, view: Position
) -> Shares:
    """Return what a method plays."""
    return method(engine, view, nodes)


def turns_of(engine: Engine, state: Position) -> list[list[int]]:
    """Return the turns that the search looks at."""
    return [codes for codes, _ in engine.loaded.evaluation.turns(state.data())]


def pushed(state: Position, codes: Sequence[int]) -> Position:
    """Return the position after a turn."""
    after = state.copy()
    after.push_codes(list(codes))
    return after


# -- where the truth is known --------------------------------------------------------------------


def exploitability(
    game: Game, cards: int, play: Callable[[Position], Shares], *, rising: bool
) -> float:
    """Return what a best response gains against this play of both seats, on average, in points."""
    import pyspiel  # noqa: PLC0415 - only here
    from open_spiel.python import policy  # noqa: PLC0415 - as above
    from open_spiel.python.algorithms import exploitability as measures  # noqa: PLC0415 - as above

    order = "ascending" if rising else "descending"
    known = pyspiel.load_game_as_turn_based(
        f"goofspiel(num_cards={cards},points_order={order},returns_type=point_difference)"
    )
    table = policy.TabularPolicy(known)
    found: dict[bytes, Shares] = {}
    filled: set[str] = set()

    def fill(node: Any) -> None:  # noqa: ANN401 - OpenSpiel has no types
        if node.is_terminal():
            return
        seat, history = node.current_player(), node.history()
        name = node.information_state_string(seat)
        if name not in filled:
            filled.add(name)
            state = game.begin(2, options={"cards": cards, "rising": rising})
            state.push_codes(history[: len(history) // 2 * 2])
            if seat:
                # What it plays does not show to seat 1.
                state.push_codes([state.legal_codes()[0]])
            view = state.view(seat)
            if view.data() not in found:
                found[view.data()] = play(view)
            row = table.policy_for_key(name)
            row[:] = 0.0
            for (card,), share in found[view.data()].items():
                row[card] = share
        for action in node.legal_actions():
            fill(node.child(action))

    fill(known.new_initial_state())
    return float(measures.nash_conv(known, table, use_cpp_br=True)) / 2


def measure_goofspiel(arguments: argparse.Namespace) -> list[list[object]]:
    """Return a row for each method and number of nodes."""
    from tests.search.goofspiel import GAME  # noqa: PLC0415 - a game of the tests

    rows: list[list[object]] = []
    for method in arguments.method:
        parameters = POINTS_ALONE | {"playout": 0, "temperature": 1.0, "widening": 9.0}
        parameters |= PLAIN if method == "visits" else {}
        parameters |= {"mixing_exploration": arguments.exploration}
        engine = Engine(hash_mb=16, game=GAME, seed=arguments.seed, parameters=parameters)
        for nodes in arguments.nodes:
            play = partial(searched, METHODS[method], engine, nodes)
            gained = exploitability(GAME, arguments.cards, play, rising=arguments.rising)
            rows.append([method, nodes, f"{gained:.4f}"])
            print(*rows[-1], file=sys.stderr, flush=True)
    return rows


# -- by a best response --------------------------------------------------------------------------


class Gain(NamedTuple):
    """What an answer brings beside a seat's own mixture: points of the margin, share of the win."""

    points: float
    win: float


def measure_response(arguments: argparse.Namespace) -> list[list[object]]:
    """Return a row for each thing that seat 1 may play: what an answer to it gains."""
    game = load_game(arguments.game)
    engine = Engine(hash_mb=HASH_MB, game=game, seed=arguments.seed)
    judges = [
        Engine(
            hash_mb=4,
            game=game,
            seed=arguments.seed + 1 + number,
            parameters={"playout": arguments.ahead},
        )
        for number in range(2)
    ]
    deals = range(arguments.first, arguments.first + arguments.deals)
    gains: dict[str, list[Gain]] = {"best": [], "mixture": []}
    for state in secret_positions(game, engine, deals):
        own = by_regret(engine, state, arguments.nodes)
        placed = pushed(state, (max(own.items(), key=itemgetter(1))[0]))
        other = by_regret(engine, placed, arguments.nodes)
        best = max(other.items(), key=itemgetter(1))[0]
        for name, played in (("best", {best: 1.0}), ("mixture", other)):
            gains[name].append(answered(judges, state, own, played, arguments))
        print(len(gains["best"]), *(f"{name} {rows[-1]}" for name, rows in gains.items()),
              file=sys.stderr, flush=True)  # fmt: skip
    return [
        [name, len(rows), mean_of([row.points for row in rows]), mean_of([row.win for row in rows])]
        for name, rows in gains.items()
    ]


def secret_positions(game: Game, engine: Engine, deals: Sequence[int]) -> Iterator[Position]:
    """Yield positions in which the first of two seats decides in secret.

    It is one of each greedy game, another round in each.
    """
    for deal in deals:
        state = game.begin(2, deal)
        rounds: list[Position] = []
        was_secret = False
        while not state.is_over:
            is_secret = engine.search(state, Limits(nodes=8)).policy is not None
            if is_secret and not was_secret:
                rounds.append(state.copy())
            was_secret = is_secret
            play_turn(state, GreedyBot(game))
        yield rounds[deal % len(rounds)]


def answered(
    judges: Sequence[Engine],
    state: Position,
    own: Shares,
    other: Shares,
    arguments: argparse.Namespace,
) -> Gain:
    """Choose the best answer by some walks, and say by others what it brings beside `own`."""
    turns = [tuple(codes) for codes in turns_of(judges[0], state)]
    turns = list(dict.fromkeys((*turns[: arguments.turns], *own)))
    walks = max(RESPONSE_TIMES * arguments.nodes // len(turns), 1)
    worth = [value_of(judges[0], state, turn, other, walks).points for turn in turns]
    chosen = turns[worth.index(max(worth))]
    best = value_of(judges[1], state, chosen, other, arguments.walks)
    usual = [
        (share, value_of(judges[1], state, turn, other, arguments.walks))
        for turn, share in own.items()
    ]
    return Gain(
        best.points - sum(share * value.points for share, value in usual),
        best.win - sum(share * value.win for share, value in usual),
    )


def value_of(
    judge: Engine, state: Position, turn: Sequence[int], other: Shares, walks: int
) -> Gain:
    """Return what a turn brings against shares of the other seat's; luck is the same for all."""
    seat = state.turn or 0
    after = pushed(state, turn)
    points = win = 0.0
    for codes, share in other.items():
        ends = judge.walk(pushed(after, codes), max(round(share * walks), 1), GREEDY_WALK)
        points += share * statistics.fmean(end[seat] - end[1 - seat] for end, _ in ends)
        win += share * statistics.fmean(shares[seat] for _, shares in ends)
    return Gain(points, win)


def mean_of(values: Sequence[float]) -> str:
    """Return a mean with its 95 % interval, by normal errors."""
    error = (
        1.96 * statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else float("nan")
    )
    return f"{statistics.fmean(values):.3f} +- {error:.3f}"


# -- the program ---------------------------------------------------------------------------------


def main() -> int:
    """Measure what the arguments say."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.mixed",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    add_json_option(parser)
    commands = parser.add_subparsers(dest="command", required=True)
    goofspiel = commands.add_parser("goofspiel", help="where the truth is known")
    goofspiel.add_argument("--cards", type=int, default=4, choices=(3, 4, 5))
    goofspiel.add_argument("--exploration", type=float, default=0.1)
    goofspiel.add_argument("--rising", action="store_true", help="the small prizes come first")
    goofspiel.add_argument("--nodes", type=int, nargs="+", default=[500, 2000])
    goofspiel.add_argument("--method", nargs="+", choices=METHODS, default=list(METHODS))
    response = commands.add_parser("response", help="what a best response gains")
    response.add_argument("game", help="its name")
    response.add_argument("--deals", type=int, default=10)
    response.add_argument("--first", type=int, default=0, help="the first deal")
    response.add_argument("--ahead", type=int, default=24, help="turns of a walk")
    response.add_argument("--nodes", type=int, default=4000, help="of each seat's own search")
    response.add_argument("--turns", type=int, default=40, help="answers that are tried")
    response.add_argument("--walks", type=int, default=400, help="to measure what was chosen")
    arguments = parser.parse_args()
    if arguments.command == "goofspiel":
        header = ["method", "nodes", "exploitability"]
        rows = measure_goofspiel(arguments)
    else:
        header = ["against", "positions", "points gained", "share of the win gained"]
        rows = measure_response(arguments)
    print_table(header, [[str(cell) for cell in row] for row in rows])
    shown = [dict(zip(header, row, strict=True)) for row in rows]
    write_json(arguments.json, "mixed", {"command": arguments.command, "rows": shown})
    return 0


if __name__ == "__main__":
    run_program(main)
