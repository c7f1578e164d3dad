"""Random players, plain and steered towards the corners of the rules.

A policy looks at the reference alone and answers decisions and chance alike. The
steered ones are weights on groups of tokens, and for mining a little planning, so
that orders get done.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from tests.games.coalbaron.reference.facts import COLOURS, tile_carts, tile_price
from tests.games.coalbaron.reference.model import Game
from tests.games.side_by_side import draw_by_chance, uniform

Policy = Callable[[Game, Random], str]

PLACE_GROUPS = {
    "m": "mining",
    "d": "delivery",
    "c": "money",
}


def place_group(space: str) -> str:
    """The group of a worker space: factory, fx, mining, delivery, money, order, ox, bank."""
    if space in ("fx", "ox", "bank"):
        return space
    if space[0] in "fo":
        return "factory" if space[0] == "f" else "order"
    return PLACE_GROUPS[space[0]]


@dataclass(frozen=True)
class Steered:
    """Weights on the groups of worker spaces, and leanings in the smaller decisions.

    ``bottom`` and ``bottom_late`` are how often looks return to the bottom while the
    stack has a shuffled middle and afterwards; ``mine`` is how often a work step is
    one that helps; with ``equal_tiles`` the tiles of ``colours`` come up in looks.
    """

    place: dict[str, float]
    bottom: float = 0.5
    bottom_late: float = 0.5
    keep_none: float = 0.2
    fill_none: float = 0.2
    mine: float = 0.0
    pairs: float = 0.2
    store: float = 0.1
    colours: str = COLOURS
    equal_tiles: bool = False

    def __call__(self, game: Game, rng: Random) -> str:
        """The token of this policy."""
        match game.phase:
            case "chance":
                return self._chance(game, rng)
            case "place":
                return self._place(game, rng)
            case "keep":
                return self._keep(game, rng)
            case "side":
                return self._side(game, rng)
            case "fill":
                return self._fill(game, rng)
            case "mine":
                return self._mine(game, rng)
            case _:
                return rng.choice(sorted(game.legal()))

    def _chance(self, game: Game, rng: Random) -> str:
        """Half the time a wanted colour if there is one, else as likely as it is.

        For equal tiles in looks, the wanted ones are kept back until somebody looks.
        """
        if self.equal_tiles and game.draw != "look":
            rest = sorted(token for token in game.legal() if token[1] not in self.colours)
            return rng.choice(rest or sorted(game.legal()))
        wanted = sorted(token for token in game.legal() if token[1] in self.colours)
        if wanted and rng.random() < (0.95 if self.equal_tiles else 0.5):
            return rng.choice(wanted)
        return draw_by_chance(game, rng)

    def _place(self, game: Game, rng: Random) -> str:
        """Weighted by group, and against spaces that take many workers."""
        spaces = sorted(game.legal())
        weights = [
            self.place.get(place_group(space), 0.0) / game.workers_needed(space) ** 2
            for space in spaces
        ]
        for i, space in enumerate(spaces):
            if place_group(space) == "factory":
                weights[i] *= self._tile_appeal(game.factory[space])
        if sum(weights) == 0:
            return rng.choice(spaces)
        return rng.choices(spaces, weights)[0]

    def _tile_appeal(self, tile: str | None) -> float:
        """Hoarders want wanted colours, and carts for little money."""
        assert tile is not None
        if tile[0] not in self.colours:
            return 0.2
        return 4 * tile_carts(tile) / tile_price(tile)

    def _keep(self, game: Game, rng: Random) -> str:
        tokens = sorted(game.legal() - {"+-"})
        if not tokens or rng.random() < self.keep_none:
            return "+-"
        return rng.choice(tokens)

    def _side(self, game: Game, rng: Random) -> str:
        stack = game.tile_stack if game.space == "fx" else game.order_stack
        bottom = self.bottom if stack.middle else self.bottom_late
        return "bottom" if rng.random() < bottom else "top"

    def _fill(self, game: Game, rng: Random) -> str:
        tokens = sorted(game.legal() - {"fill:-"})
        return "fill:-" if rng.random() < self.fill_none else rng.choice(tokens)

    def _mine(self, game: Game, rng: Random) -> str:
        """Sometimes anything at all, else towards filled orders."""
        if rng.random() >= self.mine:
            return rng.choice(sorted(game.legal()))
        return mining_step(game, rng, pairs=self.pairs, store=self.store)


def wanted_colours(game: Game) -> list[str]:
    """Colours of the mover's free spots for which it has no cube on the surface."""
    assert game.active is not None
    seat = game.seats[game.active]
    wanted = [colour for card in seat.orders for colour in seat.free_colours(card)]
    return [c for c in COLOURS if c in wanted and not seat.cage[c] + seat.storage[c]]


def mining_step(game: Game, rng: Random, *, pairs: float, store: float) -> str:
    """A step that helps: fill a spot, else fetch a wanted cube, else bring cubes up.

    ``pairs`` and ``store`` are how often a pair is placed, and a cube put into
    storage, although something better might be done.
    """
    assert game.active is not None
    game.seats[game.active]
    legal = sorted(game.legal())
    pair_tokens = [token for token in legal if ":" in token]
    single_tokens = [token for token in legal if ">" in token and ":" not in token]
    store_tokens = [token for token in legal if token[0] == "-"]
    if pair_tokens and rng.random() < pairs:
        return rng.choice(pair_tokens)
    if store_tokens and rng.random() < store:
        return rng.choice(store_tokens)
    if single_tokens:
        return rng.choice(single_tokens)
    return mining_trip(game, rng, legal)


def mining_trip(game: Game, rng: Random, legal: list[str]) -> str:
    """A step on the way down and up again."""
    assert game.active is not None
    seat = game.seats[game.active]
    loads = [token for token in legal if token[0] == "+"]
    wanted = wanted_colours(game)
    if loads and game.steps > 2:
        return rng.choice([token for token in loads if token[1] in wanted] or loads)
    if seat.cage_level != 0:
        return "@0" if seat.cage.total() else "end"
    return level_with_cubes(game, rng, wanted)


def level_with_cubes(game: Game, rng: Random, wanted: list[str]) -> str:
    """Go where a wanted cube lies, else where any lies, else stop."""
    assert game.active is not None
    seat = game.seats[game.active]
    full = [level for level, cubes in seat.cubes.items() if cubes.total()]
    useful = [level for level in full if any(seat.cubes[level][colour] for colour in wanted)]
    if not full or game.steps < 3:
        return "end"
    return f"@{rng.choice(useful or full)}"


def hoarder(colours: str) -> Steered:
    """Buys tiles of these colours and gives no cube back, so that the supply runs short."""
    place = {"factory": 10.0, "fx": 2.0, "money": 4.0, "bank": 0.01}
    return Steered(place, colours=colours, fill_none=0.1, keep_none=0.1, bottom=0.7)


POLICIES: dict[str, Policy] = {
    "uniform": uniform,
    "hoard yellow": hoarder("y"),
    "hoard brown": hoarder("b"),
    "hoard gray": hoarder("g"),
    "hoard black": hoarder("k"),
    "hoard cheap": hoarder("yb"),
    "hoard all": hoarder("ybgk"),
    "drain": Steered(
        {"factory": 4.0, "fx": 12.0, "order": 6.0, "ox": 8.0, "money": 3.0, "bank": 0.1},
        bottom=0.85,
        keep_none=0.1,
    ),
    "look at tiles": Steered(
        {"factory": 1.0, "fx": 100.0, "money": 3.0, "bank": 1.0},
        bottom=0.8,
        bottom_late=0.3,
        keep_none=0.3,
    ),
    "look at equal tiles": Steered(
        {"factory": 3.0, "fx": 100.0, "money": 3.0, "bank": 3.0},
        bottom=0.9,
        bottom_late=0.2,
        keep_none=0.6,
        colours="y",
        equal_tiles=True,
    ),
    "look at orders": Steered(
        {"order": 2.0, "ox": 100.0, "fx": 20.0, "bank": 2.0, "money": 1.0},
        bottom=0.6,
        bottom_late=0.3,
        keep_none=0.4,
    ),
    "idle": Steered({"money": 1.0, "bank": 3.0}),
    "deliver": Steered(
        {"delivery": 1000.0, "mining": 10.0, "order": 4.0, "factory": 3.0, "money": 2.0, "ox": 1.0},
        mine=0.97,
        pairs=0.1,
    ),
    "deliver pairs": Steered(
        {"delivery": 2000.0, "mining": 20.0, "order": 3.0, "factory": 4.0, "money": 2.0, "fx": 1.0},
        mine=0.95,
        pairs=0.6,
    ),
    "deliver from storage": Steered(
        {"delivery": 50.0, "mining": 20.0, "order": 1.0, "factory": 4.0, "money": 2.0, "fx": 1.0},
        mine=0.97,
        pairs=0.5,
        store=0.7,
    ),
}
"""The policies by name."""
