"""Coal Baron's laws on random games, on views, on worlds and on readings."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, Self

import pytest

from coalbaron_fast import State
from coalbaron_fast.games.coalbaron.notation import TOKENS
from tests.games.coalbaron.core import conformance
from tests.games.coalbaron.core.conformance import (
    check_counts,
    check_state,
    check_step,
    play_and_check,
)
from tests.games.coalbaron.core.games import (
    SEAT_COUNTS,
    STYLES,
    choose,
    play_from,
    positions,
    sampled_positions,
)
from tests.games.coalbaron.core.mining_positions import SPOTS, give_orders, opening, random_fill
from tests.games.conformance import check_refusals

GAMES = [(players, style) for players in SEAT_COUNTS for style in STYLES]


@pytest.mark.parametrize(("players", "style"), GAMES)
def test_a_game_conforms(players: int, style: str) -> None:
    rng = Random(f"conformance/{players}/{style}")
    state = State(players=players, start=rng.randrange(players))
    assert play_and_check(state, play_from(state, STYLES[style], rng), rng, every=4) > 20
    assert state.is_over


@pytest.mark.parametrize("players", SEAT_COUNTS)
@pytest.mark.parametrize("style", ["looks", "drain", "deliver"])
def test_a_view_is_played_on_at_random(players: int, style: str) -> None:
    """What is played there need not be possible in the game it was taken from."""
    rng = Random(f"view/{players}/{style}")
    for state in sampled_positions(players, style, 1, every=80):
        view = state.view(rng.randrange(players))
        onward = rng.choice(list(STYLES.values()))
        play_and_check(view, play_from(view, onward, rng), rng, every=20)
        assert view.is_over
        assert view.scores() is not None


@pytest.mark.parametrize("players", SEAT_COUNTS)
def test_a_view_taken_within_a_look_is_played_on(players: int) -> None:
    rng = Random(f"look/{players}")
    looks = 0
    for state in sampled_positions(players, "looks", 2, every=5):
        if state.phase in ("keep", "side", "stack") or (state.is_chance and state.shift > 1):
            for seat in range(players):
                view = state.view(seat)
                for _ in range(20):
                    if not view.is_over:
                        view.push(choose(view, STYLES["looks"], rng))
                check_state(view, beginning=state.view(seat))
                looks += 1
    assert looks > 20


@pytest.mark.parametrize("players", SEAT_COUNTS)
def test_a_sampled_world_is_a_position_like_any_other(players: int) -> None:
    for state in sampled_positions(players, "looks", 3, every=12):
        for seat in range(players):
            world = state.sample_world(seat, seed=seat)
            check_state(world, beginning=world.copy())


@pytest.mark.parametrize("players", SEAT_COUNTS)
def test_only_the_legal_tokens_are_taken(players: int) -> None:
    phases: Counter[str] = Counter()
    for style in ("uniform", "hoard", "looks", "deliver"):
        for state in sampled_positions(players, style, 4, every=10):
            if phases[state.phase] < 3:
                check_refusals(state, TOKENS)
                phases[state.phase] += 1
                view = state.view(0)
                check_refusals(view, TOKENS)
    assert {"chance", "draft", "place", "keep", "side", "stack", "mine"} <= phases.keys()


def test_over_and_fill_refuse_what_is_not_legal_too() -> None:
    fills = 0
    for state, _ in positions(4, "hoard", 5):
        if state.phase == "fill":
            check_refusals(state, TOKENS)
            fills += 1
    assert fills > 0
    check_refusals(state, TOKENS)
    assert state.is_over


def test_equal_positions_hash_alike_whatever_led_there() -> None:
    """The order of the draws of setup leaves no trace, nor does the order of two fills."""
    for state in sampled_positions(3, "uniform", 6, every=3):
        if state.phase == "draft" and len(state.history) == 7 + 10:
            history = state.history
            other = State(players=3, start=state.start)
            other.push_all(history[:7] + history[:6:-1])
            assert other == state
            assert hash(other) == hash(state)
            break
    else:
        pytest.fail("no draft was sampled")


def test_a_game_of_another_history_is_another_position() -> None:
    """One changed field, one changed position: no two of a game are equal or hash alike."""
    seen: dict[int, State] = {}
    for players in SEAT_COUNTS:
        for style in ("uniform", "looks"):
            for state, _ in positions(players, style, 7):
                assert seen.setdefault(hash(state), state.copy()) == state
    assert len(seen) > 1500


@pytest.mark.parametrize("vehicle", "BCTE")
def test_delivering_gives_back_whatever_filled_the_spots(vehicle: str) -> None:
    rng = Random(vehicle)
    cards = [card for card in SPOTS if card[0] == vehicle]
    for card in cards * 3:
        position = opening(2)
        other = rng.choice([name for name in cards if name != card])
        fills = {name: random_fill(name, rng, free=0) for name in (card, other)}
        give_orders(position, 0, fills)
        state = State.from_dict(position)
        check_state(state, beginning=state.copy())
        beginning = state.copy()
        state.push(f"d{vehicle}")
        check_step(position, f"d{vehicle}", state.to_dict())
        check_state(state, beginning=beginning)
        assert state.to_dict()["seats"][0]["delivered"] == sorted((card, other), key=cards.index)


def empty_space(marks: int) -> State:
    """The tile stack is out, f2 is empty, and the seat on turn has so many Marks."""
    position = opening(2)
    tiles = [*position["tile_stack"]["middle"], position["factory"]["f2"]]
    for tile in tiles:
        position["seats"][1]["pit"]["ybgk".index(tile[0])]["tiles"].append(tile)
    position["factory"]["f2"] = None
    position["tile_stack"].update(middle=[], middle_size=0)
    position["seats"][0]["marks"] = marks
    return State.from_dict(position)


@pytest.mark.parametrize("marks", [0, 254, 255, 600])
def test_an_empty_space_is_not_for_sale_at_any_price(marks: int) -> None:
    state = empty_space(marks)
    check_state(state, beginning=state.copy())
    assert not state.is_legal("f2")


def balanced(tiles: tuple[str, str]) -> State:
    """The first turn of the last shift; seat 0 and seat 1 own one of these tiles each."""
    position = opening(2)
    middle = position["tile_stack"]["middle"]
    for seat, tile in zip(position["seats"], tiles, strict=True):
        seat["pit"][0]["tiles"].append(tile)
        middle.remove(tile)
    position["tile_stack"]["middle_size"] = len(middle)
    position["shift"] = 3
    return State.from_dict(position)


def test_pits_that_lean_to_different_sides_hash_differently() -> None:
    """The next light tile helps one of them and hurts the other: they do not play alike."""
    left, right = balanced(("y1L", "y1D")), balanced(("y1D", "y1L"))
    assert left != right
    assert hash(left) != hash(right)


# The test of the test: every check of the kit fails on what it is for


def broken(change: dict[str, Any]) -> dict[str, Any]:
    """A position of a game, changed at one path such as ``seats.0.storage``."""
    state = State(players=2, seed=1)
    while state.phase != "place":
        state.push(state.legal_moves()[0])
    position = state.to_dict()
    for path, value in change.items():
        *parts, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        inner: Any = position
        for part in parts:
            inner = inner[part]
        inner[last] = value
    return position


@pytest.mark.parametrize(
    "change",
    [
        {"seats.0.storage": "y" * 17},
        {"seats.0.cage.cubes": "yybbgg"},
        {"seats.1.marks": -1},
        {"seats.1.workers": 19},
        {"seats.0.pit.0.cubes": "yy"},
        {"spaces": {"f1": {"seat": 0, "workers": 1}}},
        {"spaces": {"f4": {"seat": 0, "workers": 1}}, "seats.0.workers": 17},
        {"row.o2": "Tgg", "row.o3": "Tgg"},
        {"factory.f1": None},
        {"tile_stack.middle_size": 3},
        {"order_stack.middle": []},
    ],
    ids=str,
)
def test_the_kit_sees_what_does_not_add_up(change: dict[str, Any]) -> None:
    check_counts(broken({}))
    with pytest.raises(AssertionError):
        check_counts(broken(change))


def test_the_kit_sees_money_and_points_from_nowhere() -> None:
    before = broken({})
    state = State.from_dict(before)
    state.push("c6")
    after = state.to_dict()
    check_step(before, "c6", after)
    for name in ("marks", "vp", "workers"):
        for seat in range(2):
            changed = state.to_dict()
            changed["seats"][seat][name] += 1
            with pytest.raises(AssertionError):
                check_step(before, "c6", changed)


def test_the_kit_sees_a_token_too_many_or_too_few() -> None:
    class Forgetful(State):
        def legal_moves(self) -> list[str]:
            return super().legal_moves()[1:]

    class Generous(State):
        def legal_moves(self) -> list[str]:
            return [*super().legal_moves(), "end"]

    kinds: tuple[type[State], ...] = (Forgetful, Generous)
    for kind in kinds:
        with pytest.raises(AssertionError):
            check_refusals(kind(players=2), (*TOKENS[:70], "end"))
        with pytest.raises(AssertionError):
            check_state(kind(players=2))


def test_the_kit_sees_a_past_that_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    class Aliased(State):
        def copy(self) -> Self:
            return self

    monkeypatch.setattr(conformance, "check_state", lambda *_, **__: None)
    state = Aliased(players=2)
    rng = Random(1)
    with pytest.raises(AssertionError):
        play_and_check(state, play_from(state, STYLES["uniform"], rng), rng, every=10)
