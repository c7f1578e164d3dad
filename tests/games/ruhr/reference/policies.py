"""Random players, plain and steered towards the corners of the rules.

A policy looks at the reference alone and answers decisions and chance alike. The
steered ones are weights on kinds of tokens, and a wish for development tokens that
guides starts and trips.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random

from tests.games.ruhr.reference import facts
from tests.games.ruhr.reference.model import Game
from tests.games.side_by_side import draw_by_chance, uniform

Policy = Callable[[Game, Random], str]

ALL_AREAS = dict(facts.AREAS)
EVERY_KIND = ("lock", "city", "city*", "depot", "port", "port*", "shift", "repay", "inn")


@dataclass(frozen=True)
class Steered:
    """Weights on kinds of tokens; what is not named has the weight `other`.

    `areas` are the development tokens that the seat wishes for, `full` how gladly it sells
    where it wishes for nothing any more. `money` is how often an event or the inn gives or
    costs Thalers, not points. `water` and `pips` are how often chance turns up water, and
    of the storage spaces how gladly the seat takes the one with the better die.
    """

    options: Mapping[str, float] = field(default_factory=dict)
    buys: Mapping[str, float] = field(default_factory=dict)
    areas: Mapping[str, int] = field(default_factory=lambda: ALL_AREAS)
    money: float = 0.5
    water: float = 0.0
    pips: float = 1.0
    full: float = 0.1
    other: float = 1.0
    end: float = 0.2
    noise: float = 0.05
    prefer: str = ""

    def __call__(self, game: Game, rng: Random) -> str:
        """The token of this policy; now and then any other."""
        if game.phase == "chance":
            return self._chance(game, rng)
        tokens = sorted(game.legal())
        if rng.random() < self.noise:
            return rng.choice(tokens)
        weights = [max(1e-6, self._weight(game, token)) for token in tokens]
        return rng.choices(tokens, weights)[0]

    def _chance(self, game: Game, rng: Random) -> str:
        water = sorted(token for token in game.legal() if token.startswith("!wa"))
        if water and rng.random() < self.water:
            return rng.choice(water)
        return draw_by_chance(game, rng)

    def _weight(self, game: Game, token: str) -> float:
        match game.phase:
            case "event":
                return self.money if token.endswith("t") else 1 - self.money
            case "option":
                return self.options.get(token, self.other)
            case "carry":
                return self._start_weight(game, token.split(">")[1])
            case "start":
                return self._start_weight(game, token[1:])
            case "trip":
                seat = self._mover(game)
                start = game.barges[seat]
                assert start is not None
                return self._sale_weight(game, seat, start, token[1:]) ** 3
            case "buy":
                return self._buy_weight(token)
            case _:
                return 1

    def _mover(self, game: Game) -> int:
        assert game.mover is not None
        return game.mover

    def _start_weight(self, game: Game, start: str) -> float:
        """What the best sale from there promises."""
        seat = self._mover(game)
        if game.seats[seat].pilot:
            targets = facts.selling_downriver(start)
        else:
            standard = facts.standard_target(start)
            targets = [standard] if standard else []
        sales = [self._sale_weight(game, seat, start, target) for target in targets]
        pips = game.dice.get(start, 3) if self.pips else 1
        return (max(sales, default=0.01) * pips) ** 3

    def _sale_weight(self, game: Game, seat: int, start: str, target: str) -> float:
        """How gladly the seat sells there: for a wished token, and for Thalers on the space."""
        area = "r" if target == "port" else facts.colour_of(start) + target[0]
        wished = game.seats[seat].tokens[area] < self.areas.get(area, 0)
        weight = 2.0 if wished else self.full
        if target in self.prefer.split():
            weight *= 4
        return weight * (1 + game.thalers_on[target])

    def _buy_weight(self, token: str) -> float:
        kind, _, where = token.partition(":")
        if token == "end":
            return self.end
        weight = self.buys.get(token, self.buys.get(kind, self.other))
        if kind == "inn":
            return weight * (self.money if where == "t" else 1 - self.money)
        return weight


NOTHING = dict.fromkeys(EVERY_KIND, 0.0)
HAULS = {"haul": 3.0, "haul*": 3.0, "hp": 5.0, "hp*": 3.0, "ht": 3.0, "ht*": 3.0}
PILOTS = {"pilot": 6.0, "hp": 6.0, "hp*": 12.0, "tp": 3.0}

POLICIES: dict[str, Policy] = {
    "uniform": uniform,
    "locks": Steered(buys={"lock": 20.0, "depot": 0.3}, options=PILOTS, end=0.1),
    "idle": Steered(buys=NOTHING, end=5.0, other=1.0),
    "rich": Steered(
        buys={**NOTHING, "inn": 1.0},
        end=20.0,
        options={**PILOTS, "wage": 20.0, "haul": 0.1, "ht": 0.1, "hp": 1.0},
        areas={"bi": 2, "bc": 2, "wc": 2, "wi": 2},
        money=0.95,
    ),
    "debts": Steered(
        options={"haul": 9.0, "hp": 9.0, "ht": 9.0, "tp": 9.0, "pilot": 0.1, "plain": 0.1},
        buys={"repay": 0.05, "depot": 5.0, "lock": 5.0, "city": 5.0},
        money=0.3,
        end=0.05,
    ),
    "hardship": Steered(
        options={"haul": 9.0, "hp": 9.0, "ht": 9.0, "tp": 4.0, "pilot": 3.0},
        buys={"repay": 0.0, "depot": 9.0, "lock": 9.0, "inn": 0.1},
        areas={"bi": 2, "bc": 1, "r": 2},
        prefer="port",
        money=0.1,
        pips=0.0,
        full=1.0,
        end=0.01,
    ),
    "port": Steered(
        options={**HAULS, **PILOTS, "plain": 0.2},
        areas={"bi": 1, "bc": 3, "r": 2},
        buys={"port": 30.0, "port*": 30.0, "shift": 1.0, "repay": 4.0, "lock": 3.0, "depot": 0.1},
        prefer="port",
        end=0.3,
    ),
    "port again": Steered(
        options={**HAULS, **PILOTS, "plain": 0.1, "transport": 0.1},
        areas={"bi": 1, "bc": 1, "r": 2},
        buys={"port": 30.0, "shift": 6.0, "lock": 1.0, "depot": 0.1},
        prefer="port",
        full=0.5,
    ),
    "shift": Steered(
        options={**HAULS, **PILOTS},
        areas={"bc": 3, "r": 2, "bi": 1},
        buys={"port": 30.0, "port*": 30.0, "shift": 20.0, "lock": 2.0, "depot": 0.1, "city": 0.1},
        money=0.9,
        end=0.05,
    ),
    "cities": Steered(
        options={**PILOTS, "wage": 3.0, "supply": 2.0, "hp": 4.0, "haul": 2.0},
        areas={"bi": 2, "bc": 3, "wi": 1, "wc": 1},
        buys={
            "city": 50.0,
            "city*": 0.0,
            "city*:c7": 50.0,
            "lock": 2.0,
            "repay": 5.0,
            "depot": 0.0,
        },
        prefer="c4 c5 c6 c7",
        money=0.9,
        noise=0.01,
        end=0.5,
    ),
    "depots": Steered(
        options={**PILOTS, "supply": 4.0},
        buys={"depot": 50.0, "lock": 2.0, "repay": 4.0, "city": 0.1, "shift": 0.0},
        noise=0.02,
    ),
    "white": Steered(
        options={**HAULS, **PILOTS, "plain": 1.0, "wage": 2.0},
        areas={"bi": 2, "bc": 2, "wi": 2, "wc": 2},
        prefer="c1 c2 c3 i1 i2 i3 i4",
        buys={"city": 5.0, "lock": 3.0, "repay": 3.0},
        full=0.02,
    ),
    "carries": Steered(
        options={"transport": 20.0, "tp": 20.0, "ht": 20.0, "ht*": 20.0, "hp": 2.0},
        full=0.3,
    ),
    "hauled free": Steered(
        options={"haul*": 50.0, "hp*": 50.0, "ht*": 50.0, "pilot": 6.0, "hp": 4.0},
        areas={"bi": 1, "r": 1, "bc": 1},
        prefer="port",
    ),
    "hauler": Steered(
        options={"supply": 5.0, "pilot": 3.0},
        areas={"bi": 3, "bc": 3, "wi": 2},
        noise=0.1,
    ),
    "low water": Steered(
        options={"plain": 4.0, "haul": 2.0},
        buys={"lock": 0.5},
        water=0.8,
        pips=0.0,
        full=0.5,
    ),
}
"""The policies by name."""
