"""Players: at random, greedy, and steered towards the corners of the rules.

A policy looks at the model alone and answers decisions and chance alike. All but `uniform` are one
greedy player with other tastes: it gives every legal token a value in dollars, by rules of thumb,
and takes the highest; now and then it takes any.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random

from tests.games.coalcountry.reference import facts
from tests.games.coalcountry.reference.mine import OPPOSITE, STEPS, cell_towards
from tests.games.coalcountry.reference.model import Game
from tests.games.coalcountry.reference.prices import building_fees, cube_fees, permit_fees
from tests.games.coalcountry.reference.table import Seat, Table
from tests.games.side_by_side import draw_by_chance, uniform

Policy = Callable[[Game, Random], str]

COAL = 7
"""About what a piece of coal brings."""


@dataclass(frozen=True)
class Greedy:
    """What it likes is worth more to it than it is: dollars on top, by place or phase.

    `likes` names places (`mine`, `permit`, `sell`, …), kinds of buildings, stacks (`stack 1`) and
    `cover`; `chance` the outcomes that it would rather have; `keeps` what part of its coal it does
    not sell.
    """

    likes: Mapping[str, float] = field(default_factory=dict)
    chance: str = ""
    keeps: float = 0.0
    noise: float = 0.02

    def __call__(self, game: Game, rng: Random) -> str:
        """The token of this policy."""
        tokens = game.legal_moves()
        if game.phase == "chance":
            wanted = [token for token in tokens if token in self.chance.split()]
            return rng.choice(wanted) if wanted else draw_by_chance(game, rng)
        if rng.random() < self.noise:
            return rng.choice(tokens)
        assert game.active is not None
        seat = game.table.seats[game.active]
        values = {token: self.value(game, seat, token) + rng.random() for token in tokens}
        return max(tokens, key=values.__getitem__)

    def like(self, name: str) -> float:
        """What is worth more to it than it is."""
        return self.likes.get(name, 0.0)

    def value(self, game: Game, seat: Seat, token: str) -> float:
        """What a token is worth, about, in dollars."""
        table = game.table
        match game.phase:
            case "place":
                return self.place_value(table, seat, int(token[0]), token[2:])
            case "sell":
                return -abs(int(token[5:]) - seat.coal * (1 - self.keeps))
            case "dig":
                return self.dig_value(table, seat, token)
            case "lay":
                return self.lay_value(seat, token, str(game.question.details["tile"]))
            case "buy":
                return self.buy_value(table, seat, token)
            case "build":
                return self.build_value(table, seat, token)
            case "onto":
                return self.like("cover") if token != "onto:-" else 5.0
            case "church" | "put" | "fill" | "shop":
                return self.small_value(seat, token)
            case _:
                return 0.0

    # Placing

    def place_value(self, table: Table, seat: Seat, printed: int, place: str) -> float:
        """What a foreman is worth on a place."""
        influence = seat.influence(printed)
        if place in seat.mine.tiles:
            tile = seat.mine.tiles[place]
            return COAL * tile.coal(influence) - seat.fee + self.like("mine")
        if place in facts.CELLS:
            value = self.permit_value(table, seat, influence, place)
            return value + self.like("permit")
        if place == facts.HELD_BACK:
            return -float(influence * seat.fee) + self.like("hold")
        return self.board_value(table, seat, influence, place) + self.like(place)

    def permit_value(self, table: Table, seat: Seat, influence: int, cell: str) -> float:
        """Few at a time, next to full tiles, and none in the end."""
        full = all(seat.mine.tiles[other].is_full for other in seat.mine.tiles_next_to(cell))
        waiting = lacking_cubes(seat) // 3 + len(seat.foremen_on_free_cells())
        if table.rounds - table.round < 2 or not (full or table.amok):
            return -30.0
        return 26.0 - 2 * influence - 8 * waiting

    def board_value(self, table: Table, seat: Seat, influence: int, place: str) -> float:
        """A foreman on the boards or in the village."""
        left = table.rounds - table.round
        lacks = lacking_cubes(seat)
        stored = sum(seat.storage.values())
        match place:
            case "sell":
                return 40.0 if influence >= 3 else 30.0
            case "util" | "tandem":
                funds = seat.money + 4 * COAL - 20 * len(seat.on("util"))
                wanted = (
                    lacks - stored + len(seat.foremen_on_free_cells()) - 3 * len(seat.on("util"))
                )
                cubes = max(0, min(influence, wanted, funds // (seat.fee * cube_fees(table))))
                worth = 5.0 + 3 * left if left else 0.0
                value = cubes * worth if cubes else -float(influence * seat.fee)
                return value - 2 if place == "tandem" else value
            case "build":
                return 12.0 if seat.money > 4 * seat.fee else 1.0
            case "dump":
                return seat.fee * (min(seat.refuse, influence) - max(0, influence - seat.refuse))
            case "depot":
                return 10.0 * min(stored, influence, lacks) - 3 * influence
            case "doctor":
                return 0.0
            case _:
                return 4.0

    # Permits

    def dig_value(self, table: Table, seat: Seat, token: str) -> float:
        """A permit is worth its coal in the rounds to come."""
        _, cell, choice = token.split(":")
        foreman = seat.on(cell)[0]
        if choice == "-":
            return -seat.influence(foreman.influence) * seat.fee + self.like("none")
        number = int(choice)
        cost = permit_fees(table, seat, foreman, number) * seat.fee
        left = table.rounds - table.round
        return 5.0 * left + 6 * number - cost + self.like(f"stack {number}")

    def lay_value(self, seat: Seat, token: str, kind: str) -> float:
        """Joined to what is connected, with few tunnels left open."""
        _, cell, openings = token.split(":")
        connected = seat.mine.connected()
        value = 0.0
        for direction in STEPS:
            other = cell_towards(cell, direction)
            tile = seat.mine.tiles.get(other or "")
            leads, led = direction in openings, bool(tile and OPPOSITE[direction] in tile.openings)
            if leads and led and other in connected:
                value += 20
            elif leads and not tile:
                value -= 3
        if cell in seat.mine.tiles:
            more = facts.coal_of(kind)[3] - facts.coal_of(seat.mine.tiles[cell].kind)[3]
            value += 4 * more - 30 + self.like("lay over")
        return value

    # Buying

    def buy_value(self, table: Table, seat: Seat, token: str) -> float:
        """Cubes for the connected tiles that lack them."""
        if token == "buy:000":
            return -2.0 * seat.fee
        left = table.rounds - table.round
        value = self.like("cubes") * sum(map(int, token[4:]))
        for utility, digit in zip(facts.TYPES, token[4:], strict=True):
            wanted = len(seat.mine.connected_without(utility)) - seat.storage[utility]
            useful = max(0, min(int(digit), wanted))
            value += useful * (seat.fee + 5 * left) + (int(digit) - useful) * seat.fee
            value -= int(digit) * cube_fees(table) * seat.fee
        return value

    def build_value(self, table: Table, seat: Seat, token: str) -> float:
        """A building saves two fees at the end, and helps before."""
        if token == "build:-":
            return 0.0
        _, row, kind = token.split(":")
        # The foreman is at home when the token is played, and on his place when it is asked.
        foreman = seat.on("build")[0]
        influence = seat.influence_with_tavern(foreman.influence)
        cost = building_fees(table, kind, row, influence) * seat.fee
        if kind in [*seat.buildings, *seat.covered]:
            return self.like("second") - cost
        room = len(seat.buildings) < facts.VILLAGE_SPACES
        return (2 * seat.fee + 6 if room else -5.0) - cost + self.like(kind)

    def small_value(self, seat: Seat, token: str) -> float:
        """Something rather than nothing; first the tile that then lacks least."""
        cell = token.rpartition(":")[2]
        if cell in seat.mine.tiles:
            return 4.0 + len(seat.mine.tiles[cell].cubes) + self.like("put")
        if token.startswith("swap:") and cell != "end":
            more = len(seat.mine.connected_without(cell[1])) - seat.storage[cell[1]]
            fewer = len(seat.mine.connected_without(cell[0])) - seat.storage[cell[0]]
            return more - fewer - 1 + self.like("swap")
        return 0.0


def lacking_cubes(seat: Seat) -> int:
    """How many utilities are missing on connected tiles."""
    return sum(3 - len(seat.mine.tiles[cell].cubes) for cell in seat.mine.connected())


POLICIES: dict[str, Policy] = {
    "uniform": uniform,
    "greedy": Greedy(),
    "noisy": Greedy(noise=0.3),
    "builds": Greedy(
        likes={
            **dict.fromkeys(facts.BUILDINGS, 40.0),
            "build": 60.0, "tavern": 80.0, "church": 70.0, "shop": 40.0, "doctor": 30.0,
            "cover": 3.0, "util": 10.0, "swap": 5.0, "second": -20.0,
        },
        noise=0.05,
    ),
    "covers": Greedy(
        likes={
            **dict.fromkeys(facts.BUILDINGS, 60.0), "build": 60.0, "cover": 20.0, "second": 30.0,
        },
        noise=0.1,
    ),
    "digs": Greedy(
        likes={"permit": 60.0, "stack 1": 30.0, "stack 2": 30.0, "stack 3": 25.0, "stack 4": 20.0},
    ),
    "caps": Greedy(likes={"permit": 50.0, "stack 1": 90.0, "lay over": 40.0}, noise=0.1),
    "mines": Greedy(
        likes={
            "permit": 9.0, "stack 4": 25.0, "stack 3": 10.0, "util": 30.0, "depot": 20.0,
            "cubes": 12.0, "mine": 9.0,
        },
        noise=0.0,
    ),
    "coal": Greedy(
        likes={"mine": 30.0, "stack 4": 30.0, "util": 25.0, "cubes": 15.0, "shed": 90.0,
               "build": 30.0, "hold": 1.0},
        chance="!- !4xc !4xb",
        keeps=0.3,
        noise=0.01,
    ),
    "buys all": Greedy(
        likes={"util": 90.0, "tandem": 60.0, "cubes": 60.0, "shop": 60.0, "tavern": 90.0,
               "put": -9.0, "swap": 9.0},
        chance="!+",
    ),
    "tavern": Greedy(
        likes={"tavern": 90.0, "church": 60.0, "build": 40.0, "util": 40.0, "cubes": 25.0},
        chance="!tavern !church",
    ),
    "wastes": Greedy(likes={"dump": 40.0, "depot": 20.0}, noise=0.05),
    "idle": Greedy(likes={"hold": 30.0, "none": 30.0, "depot": 9.0, "dump": 9.0}, noise=0.1),
}  # fmt: skip
"""The policies by name."""
