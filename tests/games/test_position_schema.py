"""The JSON Schema of every game's positions agrees with what their reader checks."""

from __future__ import annotations

import copy
from random import Random
from typing import Any, Final

import pytest

from coalbaron_fast.errors import PositionError
from coalbaron_fast.games import GAMES, Game, load_game
from coalbaron_fast.games.text.position import PositionShape

jsonschema = pytest.importorskip("jsonschema")

JUNK: Final[tuple[Any, ...]] = (
    None,
    True,
    -1,
    0,
    3,
    99,
    10**30,
    "",
    "-",
    "?",
    "x",
    [],
    [0],
    ["x"],
    {},
    {"x": 0},
)


def shape_of(game: Game) -> PositionShape:
    assert game.position_shape is not None
    return game.position_shape


def positions(game: Game) -> list[dict[str, Any]]:
    """Positions of random games, and what one seat sees of each."""
    found = []
    for players in game.players:
        rng = Random(f"schema/{players}")
        state = game.State(players, seed=players)
        while not state.is_over:
            if rng.random() < 0.07:
                found += [state.to_dict(), state.view(rng.randrange(players)).to_dict()]
            state.push(rng.choice(state.legal_moves()))
        found.append(state.to_dict())
    return found


def changed(value: Any, rng: Random) -> Any:  # noqa: ANN401 - a piece of JSON
    """The same with one value within it changed, gone, doubled or given another name."""
    value = copy.deepcopy(value)
    inside, key = value, rng.choice(list(value))
    while isinstance(inside[key], dict | list) and inside[key] and rng.random() < 0.8:
        inside = inside[key]
        key = rng.choice(list(inside) if isinstance(inside, dict) else range(len(inside)))
    match rng.randrange(5):
        case 0:
            del inside[key]
        case 1 if isinstance(inside, dict):
            inside[rng.choice([*JUNK[6:8], "x", *inside])] = inside.pop(key)
        case 2 if isinstance(inside, list):
            inside.append(copy.deepcopy(inside[key]))
        case 3 if type(inside[key]) is int:
            inside[key] += rng.choice([-9, -1, 1, 9])
        case _:
            inside[key] = copy.deepcopy(rng.choice(JUNK))
    return value


@pytest.mark.parametrize("name", GAMES)
def test_the_schema_agrees_with_the_check(name: str) -> None:
    game = load_game(name)
    shape = shape_of(game)
    jsonschema.Draft202012Validator.check_schema(shape.schema())
    validator = jsonschema.Draft202012Validator(shape.schema())
    accepted = refused = 0
    rng = Random("changed")
    for position in positions(game):
        shape.check(position)
        assert validator.is_valid(position)
        for _ in range(8):
            other = changed(position, rng)
            try:
                shape.check(other)
            except PositionError:
                refused += 1
                assert not validator.is_valid(other), other
            else:
                accepted += 1
                assert validator.is_valid(other), other
                assert shape.read(shape.spell(other)) == other
    assert accepted > 20
    assert refused > 200


@pytest.mark.parametrize("name", GAMES)
def test_the_place_of_a_refusal_is_made_of_known_names(name: str) -> None:
    game = load_game(name)
    shape = shape_of(game)
    rng = Random("places")
    for position in positions(game):
        for _ in range(4):
            try:
                shape.check(changed(position, rng))
            except PositionError as error:
                parts = error.field.split("[")[0].split(".")
                strange = error.defect in ("unknown_field", "unknown_item")
                assert strange or set(parts) <= {*shape.field_names(), "position"}
