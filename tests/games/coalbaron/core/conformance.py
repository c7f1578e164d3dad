"""Coal Baron's own laws, beside those of every game (tests/games/conformance.py).

``check_state`` looks at one position, full or view, and ``check_step`` at what one token has
changed. What they count is counted from the dict form and from facts.py, not by the core. Every
function raises AssertionError.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from random import Random
from typing import Any, Final

from coalbaron_fast import State
from coalbaron_fast.games.coalbaron.facts import (
    CAGE_ROOM,
    COLOURS,
    CUBES_PER_COLOUR,
    LOCKED,
    ORDERS,
    TILE_COPIES,
    TILES,
    WORKERS,
)
from coalbaron_fast.games.coalbaron.notation import TOKENS
from tests.games.conformance import check_position

Position = dict[str, Any]

CARDS: Final = [order.name for order in ORDERS]
CARD_VP: Final = {order.name: order.vp for order in ORDERS}
TILE_NAMES: Final = [tile.name for tile in TILES]
TILE: Final = {tile.name: tile for tile in TILES}
UNKNOWN: Final = "?"


# One position


def check_state(state: State, *, beginning: State | None = None) -> None:
    """Everything that holds of one position.

    Args:
        state: A full position or a view.
        beginning: Where its history began; None for the usual beginning of a game.
    """
    position = state.to_dict()
    check_position(state, beginning or State(players=state.players, start=state.first_start))
    check_fields(state, position)
    check_moves(state)
    check_spaces(state, position)
    check_counts(position)


def check_fields(state: State, position: Position) -> None:
    """The properties say what the dict says."""
    assert state.players == position["players"] == len(position["seats"])
    assert state.phase == position["phase"]
    assert state.shift == position["shift"]
    assert (state.first_start, state.start) == (position["first_start"], position["start"])
    assert state.viewer == position["view"]
    asks_a_seat = state.phase not in ("chance", "over")
    assert state.turn == (position["active"] if asks_a_seat else None)
    assert state.is_chance == (state.phase == "chance")
    assert state.is_over == (state.phase == "over")
    for name in ("marks", "vp", "workers"):
        assert getattr(state, name) == [seat[name] for seat in position["seats"]]
    assert state.supply == list(supply_of(position).values())
    if state.is_over:
        assert state.scores() == state.vp
        assert state.winners() == best_seats(state.vp, state.marks)
    else:
        assert state.scores() is None
        assert state.winners() is None


def best_seats(vp: list[int], marks: list[int]) -> list[int]:
    """The most victory points, then the most Marks that were not turned into points."""
    ranks = [(points, money % 5) for points, money in zip(vp, marks, strict=True)]
    return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]


def check_moves(state: State) -> None:
    """What is legal is spelled as the game spells it; a full position hides nothing."""
    legal = set(state.legal_moves())
    assert legal <= set(TOKENS)
    if state.viewer is None:
        assert not {"!?", "^?"} & legal


def check_spaces(state: State, position: Position) -> None:
    """What is taken off a space lies there, and a tile can be paid for."""
    for space in state.legal_moves() if state.phase == "place" else []:
        board = position["factory"] if space in position["factory"] else position["row"]
        if space in board:
            assert board[space] is not None, f"{space} is legal and empty"
        if space in position["factory"]:
            assert TILE[board[space]].price <= position["seats"][position["active"]]["marks"]


# Counting


def check_counts(position: Position) -> None:
    """Cubes, cards, tiles and workers are all there, and no more of them."""
    for seat in position["seats"]:
        check_seat(seat)
    supply = supply_of(position)
    assert min(supply.values()) >= 0
    cards, unknown_cards = items_of(position, "order_stack")
    tiles, unknown_tiles = items_of(position, "tile_stack")
    assert cards == Counter(CARDS)
    assert tiles == Counter(dict.fromkeys(TILE_NAMES, TILE_COPIES))
    for stack, unknown in (("order_stack", unknown_cards), ("tile_stack", unknown_tiles)):
        part = position[stack]
        assert len(part["middle"]) == part["middle_size"] + unknown
        assert part["middle_size"] or not part["bottom"]
    check_workers(position)


def check_seat(seat: Position) -> None:
    """Cage, carts and spots hold no more than they can."""
    assert len(seat["cage"]["cubes"]) <= CAGE_ROOM
    assert seat["marks"] >= 0
    for level in seat["pit"]:
        carts = 1 + sum(TILE[tile].carts for tile in level["tiles"])
        assert len(level["cubes"]) <= carts
    for card, fills in seat["orders"].items():
        for fill, printed in zip(fills, card[1:], strict=True):
            assert fill in ("-", printed) or (len(fill) == 2 and set(fill) <= set(COLOURS))


def cubes_of(seat: Position) -> str:
    """All cubes of a seat, in any order."""
    parts = [seat["cage"]["cubes"], seat["storage"]]
    parts += [level["cubes"] for level in seat["pit"]]
    parts += [fill for fills in seat["orders"].values() for fill in fills if fill != "-"]
    return "".join(parts)


def supply_of(position: Position) -> Counter[str]:
    """What is left of each colour in the common supply."""
    supply = Counter(dict.fromkeys(COLOURS, CUBES_PER_COLOUR))
    for seat in position["seats"]:
        supply.subtract(cubes_of(seat))
    return supply


def items_of(position: Position, stack: str) -> tuple[Counter[str], int]:
    """All cards or all tiles of a position by name, and how many places read unknown."""
    orders = stack == "order_stack"
    found: list[str] = list(position[stack]["middle"])
    places = [
        place for part in ("top", "bottom") for batch in position[stack][part] for place in batch
    ]
    look = position["look"]
    if look is not None and (position["space"] == "ox") == orders:
        places += look["held"] + look["returned"]
    names = [place["item"] for place in places]
    found += [name for name in names if name != UNKNOWN]
    found += [item for item in position["row" if orders else "factory"].values() if item]
    for seat in position["seats"]:
        if orders:
            found += [*seat["orders"], *seat["delivered"]]
        else:
            found += [tile for level in seat["pit"] for tile in level["tiles"]]
    if orders:
        found += position["draft"]
    return Counter(found), names.count(UNKNOWN)


def check_workers(position: Position) -> None:
    """No seat has more than its workers, and the canteen holds those that were displaced."""
    total = WORKERS[position["players"]]
    present = [seat["workers"] + seat["bank"] for seat in position["seats"]]
    displaced = 0
    for space, entry in position["spaces"].items():
        assert space not in LOCKED[position["players"]]
        present[entry["seat"]] += entry["workers"]
        displaced += entry["workers"] * (entry["workers"] - 1) // 2
    assert max(present) <= total
    assert len(present) * total - sum(present) == displaced


# What one token changes


def check_step(before: Position, token: str, after: Position) -> None:
    """Money and points come and go only as the token says; workers only as it is placed."""
    ends_shift = after["shift"] != before["shift"] or after["phase"] == "over" != before["phase"]
    mover = before["active"]
    for seat, (old, new) in enumerate(zip(before["seats"], after["seats"], strict=True)):
        gain = money_gained(before, token) if seat == mover else 0
        assert new["marks"] - old["marks"] == gain
        if not ends_shift:
            delivered = set(new["delivered"]) - set(old["delivered"])
            assert new["vp"] - old["vp"] == sum(CARD_VP[card] for card in delivered)
            placed = workers_placed(before, token) if seat == mover else 0
            assert old["workers"] - new["workers"] == placed
        elif after["phase"] != "over":
            assert new["workers"] == WORKERS[after["players"]]
            assert new["bank"] == 0
    if ends_shift and after["phase"] != "over":
        assert after["spaces"] == {}
        assert after["start"] == after["active"]


def money_gained(before: Position, token: str) -> int:
    """What a token brings its seat, less what it costs."""
    if before["phase"] == "place":
        if token == "bank":
            return 1
        if token[0] == "c":
            return int(token[1:])
        if token in before["factory"]:
            return -TILE[before["factory"][token]].price
    if before["phase"] == "keep" and token[1:] in TILE:
        return -TILE[token[1:]].price
    return 0


def workers_placed(before: Position, token: str) -> int:
    """How many workers a token takes out of its seat's hand."""
    if before["phase"] != "place":
        return 0
    return 1 + (before["spaces"][token]["workers"] if token in before["spaces"] else 0)


# Whole games


def play_and_check(state: State, tokens: Iterable[str], rng: Random, *, every: int) -> int:
    """Play a game that ``tokens`` goes on choosing, and check it; return the positions checked.

    ``tokens`` is lazy: it looks at ``state`` when asked for the next token and pushes it. Every
    token's changes are checked, and that no earlier position has changed; about one position
    in ``every`` is looked at from all sides.
    """
    beginning = state.copy()
    beginning_of_history = None if state.viewer is None and not state.history else beginning
    trail = [(beginning, hash(beginning))]
    position = state.to_dict()
    checked = 0
    for token in tokens:
        after = state.to_dict()
        check_step(position, token, after)
        position = after
        assert all(hash(past) == known for past, known in trail)
        trail.append((state.copy(), hash(state)))
        if rng.randrange(every) == 0:
            check_state(state, beginning=beginning_of_history)
            checked += 1
    check_state(state, beginning=beginning_of_history)
    for past, following in pairwise(past for past, _ in trail):
        assert past != following
    return checked + 1
