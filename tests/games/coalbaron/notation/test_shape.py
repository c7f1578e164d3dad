from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from coalbaron_fast.errors import Defect, PositionError
from coalbaron_fast.games.coalbaron.notation import check_shape, position_schema
from tests.games.coalbaron.notation.examples import LOOK_VIEW, MINING, real_positions
from tests.games.coalbaron.notation.strategies import junk, mutated_positions, positions

jsonschema = pytest.importorskip("jsonschema")


@pytest.fixture(scope="module")
def validator() -> Any:  # noqa: ANN401
    schema = position_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def changed(position: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """A copy of the position with another value at a path such as `seats.0.cage.level`."""
    result = copy.deepcopy(position)
    target: Any = result
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    for step in way:
        target = target[step]
    target[last] = value
    return result


PLACE = {"item": "y1L", "known": ".."}

# The defect, the field as the error names it, the path to change and the value to put there.
MALFORMED = [
    (Defect.TYPE, "players", "players", True),
    (Defect.TYPE, "players", "players", "2"),
    (Defect.TYPE, "players", "players", 2.0),
    (Defect.PLAYERS, "players", "players", 5),
    (Defect.RANGE, "seats", "players", 3),
    (Defect.RANGE, "view", "view", 2),
    (Defect.RANGE, "view", "view", -1),
    (Defect.TYPE, "view", "view", False),
    (Defect.RANGE, "shift", "shift", 0),
    (Defect.TYPE, "shift", "shift", None),
    (Defect.TYPE, "start", "start", float("nan")),
    (Defect.RANGE, "first_start", "first_start", 2),
    (Defect.RANGE, "phase", "phase", "scoring"),
    (Defect.TYPE, "phase", "phase", ["mine"]),
    (Defect.UNKNOWN_ITEM, "space", "space", "f9"),
    (Defect.TYPE, "space", "space", {}),
    (Defect.RANGE, "draw", "draw", "m6"),
    (Defect.RANGE, "steps", "steps", 11),
    (Defect.TYPE, "fill", "fill", [1, 2]),
    (Defect.MISSING, "fill.carts", "fill", {"level": 1}),
    (Defect.RANGE, "fill.level", "fill", {"level": 0, "carts": 1}),
    (Defect.TYPE, "seats", "seats", {}),
    (Defect.TYPE, "seats", "seats", tuple(MINING["seats"])),
    (Defect.TYPE, "seats[1]", "seats.1", None),
    (Defect.MONEY, "seats[1].marks", "seats.1.marks", -1),
    (Defect.MONEY, "seats[1].vp", "seats.1.vp", 1000),
    (Defect.RANGE, "seats[0].workers", "seats.0.workers", 19),
    (Defect.TYPE, "seats[0].bank", "seats.0.bank", 0.5),
    (Defect.RANGE, "seats[0].cage.level", "seats.0.cage.level", 5),
    (Defect.CAGE, "seats[0].cage.cubes", "seats.0.cage.cubes", "yyyyyy"),
    (Defect.UNKNOWN_ITEM, "seats[0].cage.cubes", "seats.0.cage.cubes", "yxy"),
    (Defect.UNKNOWN_FIELD, "seats[0].cage.room", "seats.0.cage.room", 5),
    (Defect.CUBES, "seats[0].storage", "seats.0.storage", "y" * 65),
    (Defect.TYPE, "seats[0].storage", "seats.0.storage", ["y"]),
    (Defect.RANGE, "seats[0].pit", "seats.0.pit", []),
    (Defect.TILE_COPIES, "seats[0].pit[0].tiles", "seats.0.pit.0.tiles", ["y1L"] * 13),
    (Defect.UNKNOWN_ITEM, "seats[0].pit[0].tiles[0]", "seats.0.pit.0.tiles", ["b1L"]),
    (Defect.LEVEL_CUBES, "seats[0].pit[3].cubes", "seats.0.pit.3.cubes", "k" * 20),
    (Defect.TYPE, "seats[0].orders", "seats.0.orders", ["By"]),
    (Defect.UNKNOWN_ITEM, "seats[0].orders", "seats.0.orders", {"By\n": ["-"]}),
    (Defect.SPOTS, "seats[0].orders.By", "seats.0.orders.By", []),
    (Defect.SPOTS, "seats[0].orders.By[0]", "seats.0.orders.By.0", "b"),
    (Defect.SPOTS, "seats[0].orders.By[0]", "seats.0.orders.By.0", "by"),
    (Defect.TYPE, "seats[0].orders.By[0]", "seats.0.orders.By.0", None),
    (Defect.DUPLICATE_CARD, "seats[0].delivered", "seats.0.delivered", ["By"] * 45),
    (Defect.UNKNOWN_ITEM, "seats[0].delivered[0]", "seats.0.delivered", ["By "]),
    (Defect.TYPE, "spaces", "spaces", []),
    (Defect.OCCUPIED, "spaces", "spaces.m4", {"seat": 0, "workers": 1}),
    (Defect.UNKNOWN_ITEM, "spaces", "spaces.bank", {"seat": 0, "workers": 1}),
    (Defect.RANGE, "spaces.m6.seat", "spaces.m6.seat", 3),
    (Defect.RANGE, "spaces.m6.workers", "spaces.m6.workers", 0),
    (Defect.UNKNOWN_FIELD, "factory.f4", "factory.f4", None),
    (Defect.UNKNOWN_ITEM, "factory.f1", "factory.f1", "?"),
    (Defect.TYPE, "row.o2", "row.o2", 1),
    (Defect.DRAFT, "draft", "draft", ["By"] * 14),
    (Defect.STACK, "tile_stack.top", "tile_stack.top", [[PLACE]] * 49),
    (Defect.STACK, "tile_stack", "tile_stack.top", [[PLACE] * 48] * 2),
    (Defect.STACK, "tile_stack.top[0]", "tile_stack.top", [[]]),
    (Defect.TYPE, "tile_stack.top[0]", "tile_stack.top", [PLACE]),
    (Defect.VIEW, "tile_stack.top[0][0].item", "tile_stack.top.0.0.item", "?"),
    (Defect.UNKNOWN_ITEM, "tile_stack.top[0][0].item", "tile_stack.top.0.0.item", "By"),
    (Defect.KNOWLEDGE, "tile_stack.top[0][0].known", "tile_stack.top.0.0.known", "..."),
    (Defect.KNOWLEDGE, "tile_stack.top[0][0].known", "tile_stack.top.0.0.known", ".x"),
    (Defect.UNKNOWN_ITEM, "order_stack.middle[0]", "order_stack.middle", ["y1L"]),
    (Defect.STACK, "order_stack.middle", "order_stack.middle", ["By"] * 45),
    (Defect.RANGE, "order_stack.middle_size", "order_stack.middle_size", 45),
    (Defect.LOOK, "look", "look", LOOK_VIEW["look"]),
]

LOOKS = [
    (Defect.LOOK, "look", "space", "m6"),
    (Defect.UNKNOWN_ITEM, "look.held[0].item", "space", "fx"),
    (Defect.LOOK, "look.held", "look.held", [{"item": "?", "known": ".."}] * 6),
    (Defect.RANGE, "look.side", "look.side", "left"),
    (Defect.TYPE, "look.side", "look.side", 0),
    (Defect.LOOK, "look.touched", "look.touched", "x"),
    (Defect.LOOK, "look.straddle", "look.straddle", "=="),
    (Defect.VIEW, "order_stack.top[0][1].item", "view", None),
]


@pytest.mark.parametrize(("defect", "field", "path", "value"), MALFORMED)
def test_a_malformed_dict_names_the_defect_and_the_field(
    defect: Defect, field: str, path: str, value: object
) -> None:
    with pytest.raises(PositionError) as caught:
        check_shape(changed(MINING, path, value))
    assert (caught.value.defect, caught.value.field) == (defect, field)
    assert caught.value.expected


@pytest.mark.parametrize(("defect", "field", "path", "value"), LOOKS)
def test_a_malformed_look_names_the_defect_and_the_field(
    defect: Defect, field: str, path: str, value: object
) -> None:
    with pytest.raises(PositionError) as caught:
        check_shape(changed(LOOK_VIEW, path, value))
    assert (caught.value.defect, caught.value.field) == (defect, field)


def test_a_number_of_thousands_of_digits_is_refused() -> None:
    for path in ("players", "shift", "seats.0.vp", "seats.0.storage", "spaces.m6.seat"):
        with pytest.raises(PositionError):
            check_shape(changed(MINING, path, 10**9999))


@pytest.mark.parametrize("key", list(MINING))
def test_every_key_is_required(key: str) -> None:
    with pytest.raises(PositionError) as caught:
        check_shape({name: value for name, value in MINING.items() if name != key})
    assert (caught.value.defect, caught.value.field) == (Defect.MISSING, key)


class Contrary:
    """A key that pretends to be another one and then minds being compared."""

    def __hash__(self) -> int:
        return hash("players")

    def __eq__(self, other: object) -> bool:
        raise RuntimeError


@pytest.mark.parametrize("key", [5, None, (), b"view", Contrary()])
def test_a_key_that_is_no_text_is_refused(key: object) -> None:
    others = {name: value for name, value in MINING.items() if name != "players"}
    named: dict[object, object] = {key: 2}
    for position in (others | named, changed(MINING, "spaces", named)):
        with pytest.raises(PositionError) as caught:
            check_shape(position)
        assert caught.value.defect in (Defect.UNKNOWN_FIELD, Defect.UNKNOWN_ITEM)


@pytest.mark.parametrize("thing", [None, 5, "cb1", [], [MINING], {}, {"players": 2}, object()])
def test_what_is_no_position_at_all_is_refused(thing: object) -> None:
    with pytest.raises(PositionError):
        check_shape(thing)


def test_lists_without_an_order_may_come_in_any() -> None:
    position = changed(MINING, "seats.0.delivered", ["Ey", "Bkk"])
    position["seats"][0]["cage"]["cubes"] = "kby"
    position["seats"][0]["orders"]["Tgg"] = ["-", "g"]
    position["tile_stack"]["middle"].reverse()
    check_shape(position)


def test_a_position_that_nests_without_end_is_refused() -> None:
    endless: dict[str, Any] = {}
    for key in MINING:
        endless[key] = endless
    with pytest.raises(PositionError):
        check_shape(endless)
    for path in ("fill", "look", "seats.0", "seats.0.orders", "spaces.m6", "tile_stack.top"):
        with pytest.raises(PositionError):
            check_shape(changed(MINING, path, endless))


# The published schema


def accepted(position: object) -> bool:
    try:
        check_shape(position)
    except PositionError:
        return False
    return True


def out_of_reach_of_a_schema(value: object) -> bool:
    """What the schema and Python's reading of it see in another way, or cannot see.

    That is a whole number written with a point; a line end, which Python's `$` overlooks;
    and the sum of two lengths.
    """
    if isinstance(value, float):
        return value.is_integer()
    if isinstance(value, str):
        return value.endswith("\n")
    if isinstance(value, dict):
        return any(map(out_of_reach_of_a_schema, [*value, *value.values()]))
    return isinstance(value, list) and any(map(out_of_reach_of_a_schema, value))


def test_the_schema_accepts_real_positions(validator: Any) -> None:  # noqa: ANN401
    for position in [MINING, LOOK_VIEW, *real_positions()]:
        assert list(validator.iter_errors(position)) == []


@pytest.mark.parametrize(
    ("position", "path", "value"),
    [
        *((MINING, path, value) for _, field, path, value in MALFORMED if field != "tile_stack"),
        *((LOOK_VIEW, path, value) for _, _, path, value in LOOKS),
    ],
)
def test_the_schema_refuses_what_the_check_refuses(
    validator: Any,  # noqa: ANN401
    position: dict[str, Any],
    path: str,
    value: object,
) -> None:
    if not isinstance(value, tuple) and not out_of_reach_of_a_schema(value):
        assert not validator.is_valid(changed(position, path, value))


@given(position=positions())
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_the_schema_accepts_every_position(validator: Any, position: object) -> None:  # noqa: ANN401
    assert accepted(position)
    assert validator.is_valid(position)


@given(position=mutated_positions() | junk())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_the_schema_and_the_check_agree(validator: Any, position: object) -> None:  # noqa: ANN401
    if not out_of_reach_of_a_schema(position):
        assert validator.is_valid(position) == accepted(position)


@given(st.data())
@settings(max_examples=20, deadline=None)
def test_a_position_survives_json(data: st.DataObject) -> None:
    position = data.draw(positions())
    assert json.loads(json.dumps(position)) == position


def test_the_schema_is_a_fresh_copy() -> None:
    schema = position_schema()
    schema.clear()
    assert position_schema()["$schema"].endswith("2020-12/schema")
