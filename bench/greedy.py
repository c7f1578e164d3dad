"""A sensible greedy player on the public API: it makes the positions for the benchmarks.

It takes orders that it can fill and buys the tiles that its orders need. It mines with the best of
`State.mining_plans` by a simple evaluation, delivers what is complete and takes money when it is
short. It is not meant as an opponent: random play does not lead to positions like those of real
games, and this does. Its choices depend only on its seed.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any, Final, NamedTuple

from coalbaron_fast import State
from coalbaron_fast.games.coalbaron import facts

ORDER_VP: Final = {order.name: order.vp for order in facts.ORDERS}
TILES: Final = {tile.name: tile for tile in facts.TILES}
MONEY: Final = dict(zip(facts.MONEY_SPACES, facts.MONEY_MARKS, strict=True)) | {"bank": 1}
STEPS: Final = dict(zip(facts.MINING_SPACES, facts.MINING_STEPS, strict=True))

FILLED_SHARE: Final = 0.7
"""Share of an order's worth that its filled spots have earned before it is complete."""
STORED_WORTH: Final = 0.1
"""A cube in storage waits for one step less than a cube in the cage, and leaves the cage free."""
NEEDED_WORTH: Final = 0.9
"""Extra worth of a cube in the cage or in storage that an order wants."""
WORKER_WORTH: Final = 0.8
NOISE: Final = 0.4

PLACING: Final = re.compile(r"(?:(~?[ybgk])|(~?[ybgk])(~?[ybgk]))>(\w+?)(?::([ybgk]))?")


class Effect(NamedTuple):
    """What one mining token does; a cube is its colour by index, 4-7 from storage."""

    order: str
    """The order of which it fills a spot, or nothing."""
    demanded: int
    """The colour of that spot."""
    taken: tuple[int, ...]
    given: tuple[int, ...]
    steps: int


@cache
def effect_of(token: str) -> Effect:
    """Read a mining token."""
    match = PLACING.fullmatch(token)
    if match is None:
        if token[0] == "@":
            return Effect("", 0, (), (), 1)
        colour = facts.COLOURS.index(token[1])
        if token[0] == "+":
            return Effect("", 0, (), (colour,), 1)
        return Effect("", 0, (colour,), (colour + 4,), 1)
    cubes = [cube for cube in match.groups()[:3] if cube]
    return Effect(
        order=match[4],
        demanded=facts.COLOURS.index(match[5] or cubes[0][-1]),
        taken=tuple(facts.COLOURS.index(c[-1]) + 4 * (c[0] == "~") for c in cubes),
        given=(),
        steps=len(cubes),
    )


def count_cubes(cubes: str) -> list[int]:
    """Count the cubes of each colour."""
    return [cubes.count(colour) for colour in facts.COLOURS]


class Pit:
    """The part of one seat's pit and orders that the player looks at."""

    def __init__(self, seat: dict[str, Any]) -> None:
        self.held = count_cubes(seat["cage"]["cubes"]) + count_cubes(seat["storage"])
        self.carts = count_cubes("".join(level["cubes"] for level in seat["pit"]))
        self.filled: dict[str, int] = {}
        free = ""
        for name, spots in seat["orders"].items():
            self.filled[name] = sum(spot != "-" for spot in spots)
            letters = zip(name[1:], spots, strict=True)
            free += "".join(letter for letter, spot in letters if spot == "-")
        self.demand = count_cubes(free)

    @property
    def complete(self) -> list[str]:
        """The orders that can be delivered."""
        return [name for name, filled in self.filled.items() if filled == len(name) - 1]

    def order_total(self) -> float:
        """What has been earned of all orders."""
        return total_worth(self.filled)

    def wanted(self, colour: int) -> int:
        """Cubes of a colour that the orders ask for and that the pit does not hold yet."""
        held = self.held[colour] + self.held[colour + 4] + self.carts[colour]
        return self.demand[colour] - held

    def gain(self, tokens: list[str]) -> tuple[float, int]:
        """What a mining plan leaves this seat with, and the steps it takes."""
        held, demand = self.held[:], self.demand[:]
        filled = self.filled
        steps = 0
        for token in tokens:
            order, demanded, taken, given, used = effect_of(token)
            steps += used
            for cube in taken:
                held[cube] -= 1
            for cube in given:
                held[cube] += 1
            if order:
                if filled is self.filled:
                    filled = filled.copy()
                filled[order] += 1
                demand[demanded] -= 1
        value = 0.0
        if filled is not self.filled:
            value = total_worth(filled) - self.order_total()
        for colour in range(4):
            cubes = held[colour] + held[colour + 4]
            value += STORED_WORTH * held[colour + 4]
            value += NEEDED_WORTH * min(demand[colour], cubes)
        return value, steps


@cache
def order_worth(name: str, filled: int) -> float:
    """What has been earned of an order with `filled` spots filled."""
    if filled == len(name) - 1:
        return ORDER_VP[name]
    return FILLED_SHARE * ORDER_VP[name] * filled / (len(name) - 1)


def total_worth(filled: dict[str, int]) -> float:
    """What has been earned of orders, by how many of their spots are filled."""
    return sum(order_worth(name, count) for name, count in filled.items())


class GreedyPlayer:
    """Chooses a token for the seat to move, by simple worths and a little noise."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def choose(self, state: State) -> list[str]:
        """Return the next tokens: one, or in phase ``mine`` the whole plan."""
        legal = state.legal_moves()
        if len(legal) == 1:
            return legal
        position = state.to_dict()
        pit = Pit(position["seats"][state.turn])
        if state.phase == "mine":
            return self.best_plan(state, pit, position["steps"])
        if state.phase == "place":
            plans = self.gains_by_steps(state, pit)
            return [self.best(legal, lambda t: self.space_worth(position, pit, plans, t))]
        if state.phase == "fill":
            return [self.best(legal, lambda t: self.cube_worth(pit, t[-1]))]
        if state.phase in ("side", "stack"):
            return [self.random.choice(legal)]
        return [self.best(legal, lambda t: self.item_worth(position, pit, t[1:]))]

    def best(self, tokens: list[str], worth: Callable[[str], float]) -> str:
        """Return the token worth most, with some noise."""
        return max(tokens, key=lambda token: worth(token) + NOISE * self.random.random())

    # -- mining

    def best_plan(self, state: State, pit: Pit, left: int) -> list[str]:
        """Return the turn worth most; among equals the shortest, then the first by name."""
        plans = [tokens for tokens, _ in state.mining_plans(dominated=False)]

        def rank(tokens: list[str]) -> tuple[float, int, str]:
            value, steps = pit.gain(tokens)
            return -value, steps, " ".join(tokens)

        plan = min(plans, key=rank)
        return plan if rank(plan)[1] == left else [*plan, "end"]

    def gains_by_steps(self, state: State, pit: Pit) -> dict[int, float]:
        """Return for every number of steps what the best mining brings."""
        before, _ = pit.gain([])
        best = dict.fromkeys(facts.MINING_STEPS, 0.0)
        for tokens, _ in state.mining_plans(steps=10, seat=state.turn, dominated=False):
            value, steps = pit.gain(tokens)
            for number in best:
                if steps <= number:
                    best[number] = max(best[number], value - before)
        return best

    # -- placing

    def space_worth(
        self, position: dict[str, Any], pit: Pit, plans: dict[int, float], space: str
    ) -> float:
        """Return what a placement brings, less the workers beyond the first that it takes."""
        seat = position["seats"][position["active"]]
        occupied = position["spaces"].get(space)
        price = WORKER_WORTH * occupied["workers"] if occupied else 0.0
        if space in STEPS:
            # Cubes that stay in the pit longer are worth a little less.
            return 0.8 * plans[STEPS[space]] - price
        if space in facts.DELIVERY_SPACES:
            vehicle = space[1]
            ready = [ORDER_VP[name] for name in pit.complete if name[0] == vehicle]
            return 0.4 * sum(ready) + 1.0 * len(ready) + 4.0 * self.hurry(position) - price
        if space in MONEY:
            short = 0.9 if seat["marks"] < 3 else 0.5 if seat["marks"] < 6 else 0.2
            return short * MONEY[space] - price
        if space in ("fx", "ox"):
            return 1.5 - 3.0 * self.hurry(position) - price
        item = position["factory" if space[0] == "f" else "row"][space]
        return self.item_worth(position, pit, item) - price

    def cube_worth(self, pit: Pit, colour: str) -> float:
        """Return what a cube (``-`` for none) is worth on an empty cart."""
        return -100.0 if colour == "-" else pit.wanted(facts.COLOURS.index(colour))

    def hurry(self, position: dict[str, Any]) -> float:
        """Return how near the end is, 0 to 1: it rises during the last shift."""
        if position["shift"] < 3:
            return 0.0
        seats = position["seats"]
        workers: int = sum(seat["workers"] for seat in seats)
        return 1.0 - workers / (facts.WORKERS[len(seats)] * len(seats))

    def item_worth(self, position: dict[str, Any], pit: Pit, item: str) -> float:
        """Return what a tile or an order (``-`` for none) is worth to the active seat."""
        if item == "-":
            return 0.0
        if item in ORDER_VP:
            crowd = len(pit.filled) - len(pit.complete)
            fitting = sum(pit.wanted(facts.COLOURS.index(letter)) < 0 for letter in item[1:])
            return (
                0.4 * ORDER_VP[item]
                + 0.5 * fitting
                + 1.5
                - 0.8 * max(0, crowd - 2)
                - 8.0 * self.hurry(position)
            )
        tile = TILES[item]
        wanted = max(0, min(tile.carts, pit.wanted(tile.colour)))
        seat = position["seats"][position["active"]]
        sides = Counter(name[2] for level in seat["pit"] for name in level["tiles"])
        uneven = sides["L"] - sides["D"]
        balance = 0.4 * (-uneven if tile.name[2] == "L" else uneven)
        return 2.5 * wanted + 0.6 * tile.carts + max(-1.0, min(1.0, balance)) - 0.35 * tile.price


def play_game(players: int, seed: int) -> list[State]:
    """Play one game and return the positions in which a mining turn begins."""
    state = State(players, seed=seed, start=seed % players)
    player = GreedyPlayer(seed)
    mining = []
    while not state.is_over:
        if state.phase == "mine":
            mining.append(state.copy())
        state.push_all(player.choose(state))
    return mining
