"""Positions in which a seat mines, made by hand or at random, and late ones without chance."""

from __future__ import annotations

import json
from random import Random
from typing import Any, Final

from coalbaron_fast import State
from coalbaron_fast.games.coalbaron.facts import COLOURS, ORDERS, TILES, WORKERS
from tests.games.coalbaron.core.conformance import TILE, Position

PAIRS: Final = ("yy", "yb", "yg", "yk", "bb", "bg", "bk", "gg", "gk", "kk")
SPOTS: Final = {order.name: order.name[1:] for order in ORDERS}

Key = str


def pit_key(position: Position, seat: int) -> Key:
    """What mining can change of a seat, as text: cage, storage, carts, spots."""
    own = position["seats"][seat]
    carts = [level["cubes"] for level in own["pit"]]
    return json.dumps([own["cage"], own["storage"], carts, own["orders"]])


def opening(players: int) -> Position:
    """The first turn of a game in which every seat drafted the first card."""
    state = State(players=players, seed=players)
    while state.phase != "place":
        state.push(state.legal_moves()[0])
    return state.to_dict()


def set_mining(position: Position, seat: int, space: str, steps: int) -> None:
    """Let a seat be in a mining turn."""
    position.update(phase="mine", active=seat, space=space, steps=steps)
    position["spaces"][space] = {"seat": seat, "workers": 1}
    position["seats"][seat]["workers"] -= 1


def mining_position(
    *,
    players: int = 2,
    seat: int = 0,
    space: str = "m10",
    steps: int = 10,
    cage: str = "0",
    storage: str = "",
    pit: tuple[str, str, str, str] = ("y", "b", "g", "k"),
    orders: dict[str, str] | None = None,
) -> State:
    """A seat in its mining turn.

    ``cage`` is its level and cubes (``"2yb"``), ``pit`` the cubes of the levels, which get as
    many carts as they need; ``orders`` maps cards to their spots (``"g.-"``).
    """
    position = opening(players)
    own = position["seats"][seat]
    own["cage"] = {"level": int(cage[0]), "cubes": cage[1:]}
    own["storage"] = storage
    give_orders(position, seat, orders or {})
    for level, cubes in enumerate(pit):
        give_carts(position, seat, level, len(cubes))
        own["pit"][level]["cubes"] = cubes
    set_mining(position, seat, space, steps)
    return State.from_dict(position)


def give_orders(position: Position, seat: int, orders: dict[str, str]) -> None:
    """Let a seat have these cards and no others, wherever they are now."""
    own = position["seats"][seat]
    middle = position["order_stack"]["middle"]
    middle += own["orders"]
    for other in position["seats"]:
        if other is not own:
            taken = [card for card in orders if other["orders"].pop(card, None) is not None]
            middle += taken
    for space, card in position["row"].items():
        if card in orders:
            position["row"][space] = next(name for name in middle if name not in orders)
            middle.remove(position["row"][space])
            middle.append(card)
    own["orders"] = {card: spots.split(".") for card, spots in orders.items()}
    for card in orders:
        middle.remove(card)
    position["order_stack"]["middle_size"] = len(middle)


def give_carts(position: Position, seat: int, level: int, carts: int) -> None:
    """Tiles out of the stack for a level, until it has that many carts or more."""
    own = position["seats"][seat]["pit"][level]
    middle = position["tile_stack"]["middle"]
    have = 1 + sum(TILE[tile].carts for tile in own["tiles"])
    while have < carts:
        tile = next(name for name in reversed(middle) if name[0] == COLOURS[level])
        middle.remove(tile)
        own["tiles"].append(tile)
        have += TILE[tile].carts
    position["tile_stack"]["middle_size"] = len(middle)


def random_fill(card: str, rng: Random, free: float = 0.7) -> str:
    """Spots of which some are filled, by their colour or by a pair."""
    fills = []
    for colour in SPOTS[card]:
        filled = rng.random() >= free
        fills.append(rng.choice([colour, rng.choice(PAIRS)]) if filled else "-")
    return ".".join(fills)


def some(rng: Random, most: int) -> str:
    """At most so many cubes of any colours."""
    return "".join(sorted(rng.choices(COLOURS, k=rng.randint(0, most)), key=COLOURS.index))


def random_mining(
    rng: Random, *, steps: int, most_orders: int = 3, most_cubes: int = 2, storage: int = 3
) -> State:
    """A mining turn with a bit of everything: other colours on carts, pairs, started orders."""
    players = rng.choice([2, 3, 4])
    cards = rng.sample(list(SPOTS), rng.randint(0, most_orders))
    return mining_position(
        players=players,
        seat=rng.randrange(players),
        steps=steps,
        cage=f"{rng.randrange(5)}{some(rng, 3)}",
        storage=some(rng, storage),
        pit=(some(rng, most_cubes), some(rng, most_cubes), some(rng, 2), some(rng, 2)),
        orders={card: random_fill(card, rng) for card in cards},
    )


# Late positions: the last turns of the last shift, nothing left to draw


def late_position(rng: Random, players: int, *, steps: int, hand: int, others: int) -> State:
    """Seat 0 mines; it then has ``hand`` workers left and the other seats have ``others``.

    Both stacks are out and nobody has money, so that no chance event is to come. m10 is held
    by the turn in progress; m6 takes two workers if the others have one, so that they do not
    mine.
    """
    position = opening(players)
    position["shift"] = 3
    for stack in ("tile_stack", "order_stack"):
        position[stack].update(middle=[], middle_size=0)
    for board in ("factory", "row"):
        position[board] = dict.fromkeys(position[board])
    deal_tiles(position)
    deal_cards(position, rng)
    own = position["seats"][0]
    own["cage"] = {"level": rng.randrange(5), "cubes": some(rng, 1)}
    own["storage"] = some(rng, 1)
    for level, colour in zip(own["pit"], COLOURS, strict=True):
        level["cubes"] = colour * rng.randint(0, 2)
    for index, seat in enumerate(position["seats"]):
        seat["marks"] = 0
        seat["workers"] = hand if index == 0 else others
        seat["bank"] = WORKERS[players] - seat["workers"]
    own["bank"] -= 1
    position["spaces"] = {"m10": {"seat": 0, "workers": 1}}
    for space, workers in HELD_SPACES[players].items():
        if space == "m6" and others == 0:
            continue
        position["spaces"][space] = {"seat": 1, "workers": workers}
        # Who came before is in the canteen.
        position["seats"][1]["bank"] -= workers * (workers + 1) // 2
    position.update(phase="mine", active=0, space="m10", steps=steps)
    return State.from_dict(position)


def late_case(seed: int) -> State:
    """One of the late positions, two or three seats; with an odd seed the others still move."""
    rng = Random(f"late/{seed}")
    others = seed % 2
    players = 2 if seed % 3 else 3
    return late_position(rng, players, steps=rng.choice([2, 3, 4]), hand=2 + others, others=others)


HELD_SPACES: Final = {
    2: {"m6": 1, "c6": 2},
    3: {"m6": 1, "m8": 3, "c6": 2, "c5": 1},
}
"""In late positions: m6 takes two workers, one money space is free."""


def deal_tiles(position: Position) -> None:
    """All tiles in the pits of the first two or three seats, the same carts for each of them."""
    pits: list[Any] = [seat["pit"] for seat in position["seats"][:3]]
    for index, tile in enumerate(TILES):
        for copy in range(3):
            # With two seats the third of a kind goes to the other one for the dark side.
            pit = pits[(index + copy) % len(pits)]
            pit[tile.colour]["tiles"].append(tile.name)
    for pit in pits:
        for level, colour in zip(pit, COLOURS, strict=True):
            level["cubes"] = colour


def deal_cards(position: Position, rng: Random) -> None:
    """Two larger orders of a vehicle for seat 0; all other cards are delivered."""
    cards = list(SPOTS)
    rng.shuffle(cards)
    vehicle = rng.choice("BCTE")
    own = [card for card in cards if card[0] == vehicle and len(SPOTS[card]) > 1][:2]
    others = [card for card in cards if card not in own]
    for index, seat in enumerate(position["seats"]):
        seat["orders"] = {}
        seat["delivered"] = others[index :: len(position["seats"])]
    position["seats"][0]["orders"] = {card: random_fill(card, rng, 0.9).split(".") for card in own}
