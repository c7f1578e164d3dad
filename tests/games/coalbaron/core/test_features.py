"""What a network is fed, against the position as a dict: every flag, and what can be counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

import pytest

from coalbaron_fast import State
from coalbaron_fast.contract import game as contract
from coalbaron_fast.games import load_game
from coalbaron_fast.games.coalbaron import facts
from coalbaron_fast.games.coalbaron.core.features import BOARD_FIELDS, SEAT_FIELDS, TURN_FIELDS
from coalbaron_fast.games.coalbaron.notation import TOKENS
from coalbaron_fast.search.evaluator import Evaluation
from tests.games.coalbaron.core.games import SEAT_COUNTS, STYLES, sampled_positions

OPS: Final = load_game("coalbaron").ops
COLOURS: Final = facts.COLOURS
KINDS: Final = ("1L", "1D", "2L", "2D")
TILES: Final = [tile.name for tile in facts.TILES]
CARDS: Final = [order.name for order in facts.ORDERS]
SPOTS: Final = {order.name: len(order.spots) for order in facts.ORDERS}
VP: Final = {order.name: order.vp for order in facts.ORDERS}

Named = dict[tuple[str, int], int]
"""What is not zero: name of the field and place in it, and the value."""


def positions(players: int) -> list[State]:
    """Return positions from a game of every style, and from one that is played well."""
    found = [
        state for style in STYLES for state in sampled_positions(players, style, players, every=23)
    ]
    state = State(players, seed=players)
    while not state.is_over:
        if len(state.history) % 7 == 0:
            found.append(state.copy())
        state.push_codes(state.first_sight())
    return found


def names_of(fields: tuple[tuple[str, int, int, str], ...]) -> list[tuple[str, int]]:
    """Return for every index its field and its place there."""
    return [(name, place) for name, size, _, _ in fields for place in range(size)]


SEAT_NAMES: Final = names_of(SEAT_FIELDS)
BOARD_NAMES: Final = names_of(BOARD_FIELDS)
TURN_NAMES: Final = names_of(TURN_FIELDS)


def found_in(state: State) -> list[Named]:
    """Return the features of every seat and of the board by their names."""
    starts, indices, values, _ = contract.features(OPS, state.data())
    flat = memoryview(indices).cast("H"), memoryview(values).cast("h")
    parts = []
    for number, (begin, end) in enumerate(pairwise(memoryview(starts).cast("q"))):
        names = BOARD_NAMES if number == state.players else SEAT_NAMES
        part: Counter[tuple[str, int]] = Counter()
        for place in range(begin, end):
            part[names[flat[0][place]]] += flat[1][place]
        parts.append(dict(part))
    return parts


def counted(seat: dict[str, Any]) -> dict[str, list[int]]:
    """Return cubes on carts by colour, loaded and empty carts by level."""
    cubes = [sum(level["cubes"].count(colour) for level in seat["pit"]) for colour in COLOURS]
    loaded = [len(level["cubes"]) for level in seat["pit"]]
    carts = [
        facts.PRINTED_CARTS + sum(int(tile[1]) for tile in level["tiles"]) for level in seat["pit"]
    ]
    return {
        "cubes": cubes,
        "loaded": loaded,
        "empty": [all_carts - full for all_carts, full in zip(carts, loaded, strict=True)],
    }


def owned(seat: dict[str, Any]) -> int:
    """Return all cubes of a seat, those on its cards included."""
    on_cards = "".join(spot for spots in seat["orders"].values() for spot in spots if spot != "-")
    stored = len(seat["cage"]["cubes"]) + len(seat["storage"])
    return sum(counted(seat)["cubes"]) + stored + len(on_cards)


def pit_flags(seat: dict[str, Any]) -> Iterator[tuple[str, int]]:
    """Yield what is true of a seat's cage, storage and levels."""
    for index, colour in enumerate(COLOURS):
        for name, cubes, most in (
            ("cage", seat["cage"]["cubes"], 5),
            ("storage", seat["storage"], 8),
        ):
            if count := min(cubes.count(colour), most):
                yield name, most * index + count - 1
    for level, (carts_loaded, carts_empty) in enumerate(
        zip(counted(seat)["loaded"], counted(seat)["empty"], strict=True)
    ):
        yield "loaded", 16 * level + min(carts_loaded, 15)
        yield "empty", 16 * level + min(carts_empty, 15)
        tiles = Counter(tile[1:] for tile in seat["pit"][level]["tiles"])
        for kind, name in enumerate(KINDS):
            if tiles[name]:
                yield "tiles", 3 * (4 * level + kind) + tiles[name] - 1


def seat_flags(data: dict[str, Any], number: int, state: State) -> Iterator[tuple[str, int]]:
    """Yield what is true of a seat."""
    seat, players = data["seats"][number], data["players"]
    if data["active"] is not None:
        yield "distance", (number - data["active"]) % players
    if data["start"] == number:
        yield "start", 0
    yield "players", players - 2
    yield "shift", data["shift"] - 1
    yield "hand", 19 * (data["shift"] - 1) + seat["workers"]
    yield "marks", min(seat["marks"], 31)
    yield "cage_level", seat["cage"]["level"]
    yield from pit_flags(seat)
    for card, spots in seat["orders"].items():
        yield "outstanding", 5 * CARDS.index(card) + sum(spot != "-" for spot in spots)
    for card in seat["delivered"]:
        yield "delivered", CARDS.index(card)
    for element, (counts, _) in enumerate(state.majorities()):
        best = max(count for other, count in enumerate(counts) if other != number)
        yield "lead", 11 * element + 5 + max(min(counts[number] - best, 5), -5)


def seat_numbers(data: dict[str, Any], number: int) -> dict[str, list[int]]:
    """Return what can be counted without the evaluation."""
    seat, seats = data["seats"][number], data["seats"]
    others = [other for index, other in enumerate(seats) if index != number]
    tiles = [tile for level in seat["pit"] for tile in level["tiles"]]
    open_cards = [card for card, spots in seat["orders"].items() if "-" in spots]
    complete = [card for card in seat["orders"] if card not in open_cards]
    free = [
        facts.ORDERS[CARDS.index(card)].spots[place]
        for card in open_cards
        for place, spot in enumerate(seat["orders"][card])
        if spot == "-"
    ]
    places = [
        [seat["storage"].count(colour) for colour in COLOURS],
        [seat["cage"]["cubes"].count(colour) for colour in COLOURS],
        counted(seat)["cubes"],
    ]
    used: list[list[int]] = [[], [], []]
    spare = []
    for colour in range(4):
        left = free.count(colour)
        for index, place in enumerate(places):
            used[index].append(min(place[colour], left))
            left -= used[index][-1]
        spare.append(sum(place[colour] for place in places) - sum(row[-1] for row in used))
    return {
        "vp_lead": [seat["vp"] - max(other["vp"] for other in others)],
        "hand_lead": [seat["workers"] - max(other["workers"] for other in others)],
        "time": [seat["workers"] + (facts.SHIFTS - data["shift"]) * facts.WORKERS[data["players"]]],
        "money": [seat["marks"]],
        "cubes": [owned(seat)],
        "balance": [abs(sum(1 if tile.endswith("L") else -1 for tile in tiles))],
        "open": [len(open_cards)],
        "open_vp": [sum(VP[card] for card in open_cards)],
        "complete": [len(complete)],
        "complete_vp": [sum(VP[card] for card in complete)],
        "demand": [free.count(colour) for colour in range(4)],
        "stored": used[0],
        "caged": used[1],
        "on_carts": used[2],
        "spare": spare,
    }


def board_flags(data: dict[str, Any]) -> Iterator[tuple[str, int]]:
    """Yield what is true of the board."""
    yield "players", data["players"] - 2
    yield "shift", data["shift"] - 1
    yield "phase", facts.PHASES.index(data["phase"])
    if data["space"] is not None:
        yield "space", facts.SPACES.index(data["space"])
    if data["steps"]:
        yield "steps", data["steps"]
    if data["fill"] is not None:
        yield "fill_level", data["fill"]["level"] - 1
    for space, standing in data["spaces"].items():
        yield "standing", 8 * facts.SPACES.index(space) + min(standing["workers"], 8) - 1
    for space, tile in data["factory"].items():
        if tile is None:
            continue
        kind = TILES.index(tile)
        workers = 1 + data["spaces"].get(space, {"workers": 0})["workers"]
        yield "factory", 16 * facts.FACTORY_SPACES.index(space) + kind
        yield "offer", 6 * kind + min(workers, 6) - 1
    for space, card in data["row"].items():
        if card is not None:
            yield "row", 44 * facts.ORDER_SPACES.index(space) + CARDS.index(card)
    for card in data["draft"]:
        yield "draft", CARDS.index(card)


FLAGS: Final = {name for name, size, unit, _ in (*SEAT_FIELDS, *BOARD_FIELDS) if unit == 1}


@pytest.mark.parametrize("players", SEAT_COUNTS)
def test_flags_are_what_the_position_says(players: int) -> None:
    seen: set[str] = set()
    for state in positions(players):
        data = state.to_dict()
        parts = found_in(state)
        for number, part in enumerate(parts):
            flags = board_flags(data) if number == players else seat_flags(data, number, state)
            expected = Counter(flags)
            assert {key: value for key, value in part.items() if key[0] in FLAGS} == expected
            seen |= {name for name, _ in expected}
    assert seen >= FLAGS - {"fill_level"}


@pytest.mark.parametrize("players", SEAT_COUNTS)
def test_numbers_are_what_can_be_counted(players: int) -> None:
    for state in positions(players):
        data = state.to_dict()
        parts = found_in(state)
        for number in range(players):
            for name, values in seat_numbers(data, number).items():
                found = [parts[number].get((name, place), 0) for place in range(len(values))]
                assert found == values, (name, state.to_text())
        board = parts[players]
        hands = sum(seat["workers"] for seat in data["seats"])
        assert board.get(("hands", 0), 0) == hands
        assert [board.get(("supply", colour), 0) for colour in range(4)] == state.supply


@pytest.mark.parametrize("players", SEAT_COUNTS)
def test_the_guess_is_that_of_the_evaluation(players: int) -> None:
    evaluation = Evaluation(OPS)
    for state in positions(players):
        if state.is_over:
            continue
        points, _ = evaluation.expect(state.data())
        for seat, part in enumerate(found_in(state)[:players]):
            best = max(value for other, value in enumerate(points) if other != seat)
            # Leads are read off a curve, and then rounded.
            assert abs(part.get(("guess", 0), 0) - (points[seat] - state.vp[seat])) < 0.8
            lead = max(min(2 * (points[seat] - best), 255), -255)
            assert abs(part.get(("guess_lead", 0), 0) - lead) < 1.4
            gains = sum(part.get(("gain", element), 0) for element in range(12)) / 4
            assert abs(part.get(("plain", 0), 0) + gains - part.get(("guess", 0), 0)) < 3


@pytest.mark.parametrize("players", SEAT_COUNTS)
def test_no_seat_is_told_by_its_number(players: int) -> None:
    """The same table with every seat one further round has the same features, one further."""
    moved = 0
    for state in positions(players):
        if state.is_over:
            continue
        data = state.to_dict()
        if any("known" in str(data[stack]) for stack in ("tile_stack", "order_stack", "look")):
            continue
        for name in ("first_start", "start", "active"):
            if data[name] is not None:
                data[name] = (data[name] + 1) % players
        for space in data["spaces"].values():
            space["seat"] = (space["seat"] + 1) % players
        data["seats"] = data["seats"][-1:] + data["seats"][:-1]
        parts = found_in(state)
        turned = found_in(State.from_dict(data))
        assert turned == [parts[players - 1], *parts[: players - 1], parts[players]]
        moved += 1
    assert moved > 10


# -- turns


def turn_of(state: State, *tokens: str) -> set[tuple[str, int]]:
    codes = [TOKENS.index(token) for token in tokens]
    _, indices = contract.turn_features(OPS, state.data(), [[codes]])
    found = [TURN_NAMES[index] for index in memoryview(indices).cast("H")]
    assert len(set(found)) == len(found)
    return set(found)


def first_turn(players: int = 2) -> State:
    """Return the first position in which workers are placed."""
    state = State(players, seed=3)
    while state.phase != "place":
        state.push_codes(state.first_sight())
    return state


def test_a_placement_says_what_it_takes() -> None:
    state = first_turn()
    data = state.to_dict()
    space = facts.SPACES.index
    assert turn_of(state, "bank") == {("place", space("bank")), ("price", 0)}
    assert turn_of(state, "fx") == {("place", space("fx")), ("price", 0)}
    for name in ("o2", "o4"):
        card = CARDS.index(data["row"][name])
        assert turn_of(state, name) == {("place", space(name)), ("price", 0), ("card", card)}
    tile = TILES.index(data["factory"]["f1"])
    assert turn_of(state, "f1") == {("place", space("f1")), ("price", 0), ("tile", tile)}
    state.push("c4")
    assert turn_of(state, "c4") == {("place", space("c4")), ("price", 1)}


def test_a_draft_and_steps_within_a_turn() -> None:
    state = State(2, seed=3)
    (token, *_) = state.legal_moves()
    assert turn_of(state, token) == {("card", CARDS.index(token[1:]))}
    state = first_turn()
    state.push("ox")
    assert turn_of(state, "+-") == {("keep_none", 0)}
    state.push("+-")
    assert turn_of(state, "top") == {("side", 0)}
    assert turn_of(state, "bottom") == {("side", 1)}
    state.push("top")
    (token, *_) = state.legal_moves()
    assert turn_of(state, token) == {("back_card", CARDS.index(token[1:]))}
    assert turn_of(state.view(1), "^?") == {("back_unknown", 0)}


def test_mining_says_what_comes_of_it() -> None:
    """On turns of games at first sight, against the positions before and after."""
    mined = delivered = 0
    completed = 0
    for players in SEAT_COUNTS:
        state = State(players, seed=9)
        while not state.is_over:
            codes, seat = state.first_sight(), state.turn
            assert seat is not None
            before = state.to_dict()["seats"][seat]
            tokens = [TOKENS[code] for code in codes]
            features = turn_of(state, *tokens)
            places = state.phase == "place"
            state.push_codes(codes)
            after = state.to_dict()["seats"][seat]
            if places and tokens[0].startswith("m"):
                mined += 1
                names = {name for name, _ in features}
                assert ("level", after["cage"]["level"]) in features
                done = {
                    CARDS.index(card)
                    for card, spots in after["orders"].items()
                    if "-" not in spots and "-" in before["orders"][card]
                }
                assert {place for name, place in features if name == "completion"} == done
                completed += len(done)
                work = {
                    4 * CARDS.index(card) + filled - 1
                    for card, spots in after["orders"].items()
                    if (filled := before["orders"][card].count("-") - spots.count("-"))
                }
                assert {place for name, place in features if name == "work"} == work
                assert names >= {"place", "price", "level", "work_steps"}
            if tokens[0] in facts.DELIVERY_SPACES:
                delivered += 1
                cards = {CARDS.index(card) for card in after["delivered"]} - {
                    CARDS.index(card) for card in before["delivered"]
                }
                assert {place for name, place in features if name == "delivery"} == cards
                assert ("deliveries", min(len(cards), 4) - 1) in features
    assert min(mined, delivered, completed) > 10
