"""Bytes from anywhere: what is compiled takes no position, network or turn that it cannot read."""

from __future__ import annotations

import ast
import random
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

import coalbaron_fast
from coalbaron_fast import Engine
from coalbaron_fast.contract.game import (
    decision,
    features,
    turn_features,
    turns_expected,
)
from coalbaron_fast.contract.learner import (
    compact_bytes,
    observation_size,
    write_compact,
    write_legal_mask,
    write_observation,
)
from coalbaron_fast.engine import PARAMETERS
from coalbaron_fast.engine.network_file import read_network
from coalbaron_fast.games import GAMES, Game, Position, load_game
from coalbaron_fast.games.coalbaron.core.evaluate import expected_orders
from coalbaron_fast.games.coalcountry.workload import placing_values, random_placing
from coalbaron_fast.games.ruhr.core.sources import end_parts
from coalbaron_fast.games.ruhr.workload import defect, every_turn, proposed_turns
from coalbaron_fast.search.evaluator import Evaluation
from coalbaron_fast.search.expectimax import Solver
from coalbaron_fast.search.mcts import Searcher
from coalbaron_fast.search.network import Weights
from coalbaron_fast.search.walks import Walker
from tests.search import hide_game, tiny_game

Reader = Callable[[bytes], object]

SEARCH: Final = {name: value for name, value in PARAMETERS.items() if name != "solve"}


def readers(game: Game) -> dict[str, Reader]:
    """Everything compiled that is handed the bytes of a position of this game, by name."""
    ops, evaluation = game.ops, Evaluation(game.ops)
    tree, solver, walker = Searcher(ops, 1), Solver(ops, 1), Walker(ops, evaluation)
    found: dict[str, Reader] = {
        "turns_expected": lambda data: turns_expected(ops, data, 0),
        "decision": lambda data: decision(ops, data),
        "features": lambda data: features(ops, data),
        "turn_features": lambda data: turn_features(ops, data, [[]]),
        "Evaluation.expect": evaluation.expect,
        "Evaluation.spread": evaluation.spread,
        "Evaluation.turns": evaluation.turns,
        "Searcher.begin": lambda data: tree.begin(data, 0, 1, SEARCH),
        "Solver.turns_left": lambda data: solver.turns_left(data, 0),
        "Solver.solve": lambda data: solver.solve(data, 0, 100),
        "Walker.expect": lambda data: walker.expect(data, 1, 2, 1),
        "Walker.ends": lambda data: walker.ends(data, [0], 1, 2, 1),
    }
    seen = observation_size(game.board, game.players[0])
    compact = array("B" if compact_bytes(game.board) == 1 else "h", [0] * seen)
    found |= {
        "State.from_data": game.State.from_data,
        "write_observation": lambda data: write_observation(
            game.board, data, 0, array("f", [0.0] * seen)
        ),
        "write_compact": lambda data: write_compact(game.board, data, 0, compact),
        "write_legal_mask": lambda data: write_legal_mask(
            game.board, data, bytearray(len(game.tokens))
        ),
    }
    if game.sources is not None:
        found["expected_parts"] = game.sources().expected
    return found | OWN_READERS.get(game.name, {})


OWN_READERS: Final[dict[str, dict[str, Reader]]] = {
    "coalbaron": {"expected_orders": expected_orders},
    "ruhr": {
        "end_parts": end_parts,
        "every_turn": every_turn,
        "proposed_turns": lambda data: proposed_turns(data, 10),
        "defect": defect,
    },
    "coalcountry": {
        "random_placing": lambda data: random_placing(data, 1),
        "placing_values": lambda data: placing_values(data, [], 1, 1),
    },
}
"""Those of one game's own modules."""

OTHERS: Final = {
    "PlainState.spell_data",
    "RandomPlayer.play",
    "Weights.__init__",
    "count_turns",
}
"""What else takes bytes: positions that a game in plain Python has made, a fuzzer's player, a
network's tensors, a benchmark's positions."""

ANSWERED: Final = {"defect"}
"""It tells what is wrong with bytes in range, and refuses the rest."""


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return load_game(request.param)


def positions(game: Game) -> Iterator[Position]:
    """Every decision of a greedy game with each number of players, and of its views."""
    for players in game.players:
        state = game.begin(players, players)
        while not state.is_over:
            yield state
            if state.turn is not None:
                yield state.view(state.turn)
            state.push_codes(state.first_sight() if state.turn is not None else [draw(state)])
        yield state


def draw(state: Position) -> int:
    return state.legal_codes()[0]


def test_the_bytes_of_every_position_are_taken(game: Game) -> None:
    expect = Evaluation(game.ops).expect
    for state in positions(game):
        points, win = expect(state.data())
        assert len(points) == len(win) == state.players


def test_no_other_length_is_taken(game: Game) -> None:
    data = next(positions(game)).data()
    for name, read in readers(game).items():
        for wrong in (b"", b"x", data[:-1], data + b"\0"):
            with pytest.raises(ValueError, match="bytes"):
                pytest.fail(f"{name}: {read(wrong)!r}")


@pytest.mark.parametrize("filler", [b"\xff", b"\x7f", b"\x01"])
def test_junk_of_the_right_length_is_not_taken(game: Game, filler: bytes) -> None:
    size = len(next(positions(game)).data())
    for name, read in readers(game).items():
        with pytest.raises(ValueError, match=r"no (state|position)"):
            pytest.fail(f"{name}: {read(filler * size)!r}")


def test_what_is_taken_is_read_to_the_end(game: Game) -> None:
    """Of positions with some bytes changed most are refused; the others do no harm."""
    chance, taken, tried = random.Random(game.name), 0, 0
    some = list(positions(game))[::7]
    reading = {name: read for name, read in readers(game).items() if name != "Walker.ends"}
    for _ in range(4000):
        data = bytearray(chance.choice(some).data())
        for _ in range(chance.choice((1, 1, 1, 2, 4))):
            value = chance.choice((0, 1, 2, 15, 127, 255, chance.randrange(256)))
            data[chance.randrange(len(data))] = value
        tried += 1
        for name, read in reading.items():
            try:
                read(bytes(data))
            except ValueError:
                continue
            taken += name == "Evaluation.expect"
    assert 0 < taken < tried / 2


def test_turns_are_legal_or_refused(game: Game) -> None:
    state = next(state for state in positions(game) if state.turn is not None)
    data, codes = state.data(), state.first_sight()
    walker, tree = Walker(game.ops, Evaluation(game.ops)), Searcher(game.ops, 1)
    reading: list[Callable[[list[int]], object]] = [
        lambda codes: walker.ends(data, codes, 1, 1, 1),
        lambda codes: turn_features(game.ops, data, [[codes]]),
        lambda codes: tree.begin(data, state.turn or 0, 1, SEARCH, None, [codes]),
        lambda codes: Engine(hash_mb=16, game=game).ends_of(state, codes, 1, 1),
    ]
    for read in reading:
        assert read(codes)
        for wrong in ([], [60_000], [*codes, 60_000], [65_535] * 3, [0] * 400):
            with pytest.raises(ValueError, match="turn"):
                pytest.fail(f"{wrong}: {read(wrong)!r}")


def test_a_seat_or_a_line_that_is_not_there_is_refused(game: Game) -> None:
    state = next(state for state in positions(game) if state.turn is not None)
    tree = Searcher(game.ops, 1)
    tree.begin(state.data(), state.turn or 0, 1, SEARCH)
    tree.run(20)
    for seat in (-1, state.players, 1000):
        with pytest.raises(ValueError, match="seat"):
            turns_expected(game.ops, state.data(), seat)
        with pytest.raises(ValueError, match="seat"):
            Searcher(game.ops, 1).begin(state.data(), seat, 1, SEARCH)
    for line in (-1, len(tree.results()), 10**6):
        with pytest.raises(IndexError):
            tree.variation(line)


def test_a_network_is_as_long_as_its_sizes_say(game: Game) -> None:
    if game.network is None:
        pytest.skip("no network comes with the game")
    found = read_network(game.network)
    for tensors in (b"", b"\xff" * 1000):
        with pytest.raises(ValueError, match="bytes of weights"):
            Weights(int(found.layout, 16), found.sizes, 8, tensors)


def test_games_without_such_a_check_take_every_block() -> None:
    for one in (tiny_game.GAME, hide_game.GAME):
        state = one.begin(one.players[0], 1)
        assert Evaluation(one.ops).expect(state.data())
        with pytest.raises(ValueError, match="bytes"):
            Evaluation(one.ops).expect(state.data() + b"x")


def test_everything_that_takes_bytes_is_here() -> None:
    """By the stubs: a new function that is handed bytes belongs to `readers`."""
    found = set()
    for stub in Path(coalbaron_fast.__path__[0]).rglob("*.pyi"):
        for node in ast.walk(ast.parse(stub.read_text("utf-8"))):
            owner = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
            for one in node.body if isinstance(node, ast.ClassDef | ast.Module) else ():
                if isinstance(one, ast.FunctionDef) and takes_bytes(one):
                    found.add(f"{owner}{one.name}")
    known = {name for name in GAMES for name in readers(load_game(name))}
    assert found == known | OTHERS


def takes_bytes(function: ast.FunctionDef) -> bool:
    return any(
        one.annotation is not None and "bytes" in ast.unparse(one.annotation)
        for one in (*function.args.args, *function.args.kwonlyargs)
    )
