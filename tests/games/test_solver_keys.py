"""What the solver takes for the same is worth the same, and what it leaves out is worth no more.

Positions near the end are changed in one place, as their dict form allows. Those with another value
must have another key; some with the same value have the same key, or nothing would be forgotten.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import cache
from itertools import chain, islice
from typing import Any, Final

import pytest

from coalbaron_fast.errors import PositionError
from coalbaron_fast.games import GAMES, Game, Position, load_game
from coalbaron_fast.games.position import BEGINS
from coalbaron_fast.search.expectimax import Solver
from tests.search.compiled_game import EVERY, UNLIKE, USEFUL, CompiledGame

NODES: Final = 4000
LEFT: Final = 4
"""Turns that are left: few enough to value thousands of positions."""

FORGETFUL: Final = {"coalbaron", "ruhr"}
"""Games whose solver takes some positions for the same. In others each has a key of its own."""

TWO_GAMES: Final = pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
"""The last turns of one game, and in the slow tests those of another one."""

Value = tuple[float, ...]


def late_positions(game: Game, players: int, seed: int) -> Iterator[Position]:
    """Yield the last turns of a game at first sight, each with a seat to move."""
    solver = Solver(game.ops, 1)
    state = game.State(players, seed=100 * players + seed, start=seed % players)
    while not state.is_over:
        if state.turn is not None and state.decision in BEGINS:
            left = solver.turns_left(state.data(), state.turn)
            if left is not None and left <= LEFT:
                yield state.copy()
        state.push_codes(state.first_sight())


def two_games(game: Game, players: int) -> Iterator[Position]:
    """Yield the last turns of two games."""
    return within_sight(chain(*(late_positions(game, players, seed) for seed in range(2))))


def within_sight(positions: Iterator[Position]) -> Iterator[Position]:
    """Return the positions; skip a game whose end chance or secrets hide from the solver."""
    first = next(positions, None)
    if first is None:
        pytest.skip("nothing to solve: no turn is near enough to the end")
    return chain([first], positions)


def changed(data: object) -> Iterator[Any]:
    """Yield copies of a dict form with one leaf one more, one less, or one shorter."""
    if isinstance(data, bool) or data is None:
        return
    if isinstance(data, int):
        yield from {data + 1, data - 1, 0} - {data}
    elif isinstance(data, str):
        yield from (data[:place] + data[place + 1 :] for place in range(len(data)))
    elif isinstance(data, list):
        for place, item in enumerate(data):
            yield data[:place] + data[place + 1 :]
            for other in changed(item):
                yield [*data[:place], other, *data[place + 1 :]]
    elif isinstance(data, dict):
        for name, item in data.items():
            for other in changed(item):
                yield {**data, name: other}


Path = tuple[str | int, ...]


def containers(data: object, path: Path = ()) -> Iterator[tuple[Path, list[str]]]:
    """Yield where words lie in a dict form: lists of them, and dicts whose names they are."""
    if isinstance(data, dict):
        if not data or all(isinstance(item, str) for item in data.values()):
            yield path, list(data)
        for name, item in data.items():
            yield from containers(item, (*path, name))
    elif isinstance(data, list):
        if all(isinstance(item, str) for item in data):
            yield path, data
        for place, item in enumerate(data):
            yield from containers(item, (*path, place))


def moved(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield copies in which a word has gone from one place to another, as a card to a stack."""
    places = list(containers(data))
    for source, words in places:
        for word in words[:3]:
            for target, _ in places:
                if target != source:
                    other = copy.deepcopy(data)
                    put(at(other, source), word, leaves=True)
                    put(at(other, target), word, leaves=False)
                    yield other


def at(data: Any, path: Path) -> Any:  # noqa: ANN401 - any part of the form
    for step in path:
        data = data[step]
    return data


def put(place: Any, word: str, *, leaves: bool) -> None:  # noqa: ANN401 - a list or a dict
    if isinstance(place, dict):
        place.pop(word) if leaves else place.update({word: ""})
    elif leaves:
        place.remove(word)
    else:
        place.append(word)
        place.sort()


def neighbours(game: Game, state: Position) -> list[Position]:
    """Return the positions one step away that can be."""
    found = []
    data = state.to_dict()
    for other in chain(changed(data), moved(data)):
        try:
            one = game.State.from_dict(other)
        except PositionError:
            continue
        if (one.turn, one.phase, one.players) == (state.turn, state.phase, state.players):
            found.append(one)
    return found


def value(game: Game, state: Position) -> Value | None:
    """Return every seat's win and points; every position is solved for itself."""
    assert state.turn is not None
    found = solver_of(game.name).solve(state.data(), state.turn, NODES)
    return None if found is None else tuple(round(x, 6) for x in found[0][1] + found[0][2])


@cache
def solver_of(name: str) -> Solver:
    return Solver(load_game(name).ops, 4)


@TWO_GAMES
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", GAMES)
def test_positions_of_one_key_have_one_value(name: str, players: int, seed: int) -> None:
    game = load_game(name)
    compiled = CompiledGame(game.ops)
    same = different = 0
    for state in within_sight(late_positions(game, players, seed)):
        known: dict[int, tuple[Value, Position]] = {}
        for one in [state, *neighbours(game, state)]:
            worth = value(game, one)
            if worth is None:
                continue
            before = known.setdefault(compiled.key(one.data()), (worth, one))
            same += before[1] != one
            assert before[0] == worth, f"{before[1].to_text()}\n{one.to_text()}"
        different += len({worth for worth, _ in known.values()}) - 1
    assert different > (20 if name in FORGETFUL else 10)
    assert same > 20 if name in FORGETFUL else same == 0


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", GAMES)
def test_what_is_left_out_of_a_list_is_no_better(name: str, players: int) -> None:
    """At two seats the best remains; at more, for each turn one that leads to the same."""
    game = load_game(name)
    compiled = CompiledGame(game.ops)
    fewer = 0
    for state in two_games(game, players):
        seat = state.turn
        assert seat is not None
        every, unlike, useful = (
            compiled.turns(state.data(), omit) for omit in (EVERY, UNLIKE, USEFUL)
        )
        if not every:
            continue
        assert {tuple(codes) for codes in useful} <= {tuple(codes) for codes in unlike}
        fewer += len(unlike) < len(every)
        worths = {}
        for codes in every:
            found = solver_of(name).solve(state.data(), seat, NODES, allowed=codes.__eq__)
            if found is not None:
                worths[tuple(codes)] = tuple(round(x, 6) for x in found[0][1] + found[0][2])
        if len(worths) < len(every):
            continue
        kept = {tuple(codes) for codes in unlike}
        best = max(order(worth, seat) for worth in worths.values())
        assert best == pytest.approx(max(order(worths[codes], seat) for codes in kept), abs=1e-4)
        if players > 2:
            assert {worths[codes] for codes in kept} == set(worths.values())
    assert fewer > 0 or name not in FORGETFUL


@pytest.mark.parametrize("omit", [EVERY, UNLIKE, USEFUL])
@pytest.mark.parametrize("name", GAMES)
def test_a_list_that_does_not_fit_is_none(name: str, omit: int) -> None:
    """Half a list would be taken for all that can be done."""
    game = load_game(name)
    compiled = CompiledGame(game.ops)
    sizes = set()
    for state in islice(two_games(game, 3), 12):
        data = state.data()
        turns = compiled.turns(data, omit)
        assert compiled.turns(data, omit, len(turns)) == turns
        for limit in {1, len(turns) // 2, len(turns) - 1} - {0, len(turns)}:
            assert compiled.turns(data, omit, limit) == []
        sizes.add(len(turns))
    assert max(sizes) > (2 if name in FORGETFUL else 1)


def order(worth: Value, seat: int) -> float:
    """Wins first, then the margin over the mean of the others."""
    players = len(worth) // 2
    win, points = worth[:players], worth[players:]
    return 1e6 * win[seat] + points[seat] - (sum(points) - points[seat]) / (players - 1)
