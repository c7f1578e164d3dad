"""One seat: its money, workers, pit, storage and orders, and its work steps."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.games.coalbaron.reference.facts import (
    CAGE_ROOM,
    COLOURS,
    LEVELS,
    PAIRS,
    STARTING_MARKS,
    WORKERS,
    card_spots,
    sort_items,
    tile_carts,
    tile_level,
    tile_price,
    tile_side,
)

FREE = "-"
FILL_ORDER = [*COLOURS, *PAIRS, FREE]


def cubes_text(cubes: Counter[str]) -> str:
    """Cubes as a string, in the order of the colours."""
    return "".join(colour * cubes[colour] for colour in COLOURS)


def colours_in(cubes: Counter[str]) -> list[str]:
    """The colours of which there is at least one cube."""
    return [colour for colour in COLOURS if cubes[colour] > 0]


class Seat:
    """All that lies in front of one player."""

    def __init__(self, players: int) -> None:
        self.marks = STARTING_MARKS[players]
        self.vp = 0
        self.workers = WORKERS[players]
        self.cage_level = 0
        self.cage: Counter[str] = Counter()
        self.storage: Counter[str] = Counter()
        self.tiles: dict[int, list[str]] = {level: [] for level in LEVELS}
        self.cubes = {level: Counter({COLOURS[level - 1]: 1}) for level in LEVELS}
        self.orders: dict[str, list[str]] = {}
        self.delivered: list[str] = []

    # Pit and cubes

    def carts(self, level: int) -> int:
        """Carts of a level: the printed one and those of the tiles."""
        return 1 + sum(tile_carts(tile) for tile in self.tiles[level])

    def empty_carts(self, level: int) -> int:
        """Carts of a level without a cube."""
        return self.carts(level) - self.cubes[level].total()

    def imbalance(self) -> int:
        """By how many tiles one side of the pit exceeds the other."""
        sides = [tile_side(tile) for level in LEVELS for tile in self.tiles[level]]
        return abs(sides.count("L") - sides.count("D"))

    def all_cubes(self) -> Counter[str]:
        """Every cube of the seat: carts, cage, storage, outstanding orders."""
        cubes = self.cage + self.storage
        for level in LEVELS:
            cubes += self.cubes[level]
        for fills in self.orders.values():
            cubes += Counter("".join(fills).replace(FREE, ""))
        return cubes

    def buy_tile(self, tile: str) -> None:
        """Pay for a tile and put it into the pit, its carts still empty."""
        self.marks -= tile_price(tile)
        self.tiles[tile_level(tile)].append(tile)

    # Orders

    def take_order(self, card: str) -> None:
        """Add an outstanding order."""
        self.orders[card] = [FREE] * len(card_spots(card))

    def free_colours(self, card: str) -> list[str]:
        """The printed colours of a card's free spots, each once."""
        spots = card_spots(card)
        free = {spots[i] for i, fill in enumerate(self.orders[card]) if fill == FREE}
        return [colour for colour in COLOURS if colour in free]

    def complete_orders(self, vehicle: str) -> list[str]:
        """The outstanding orders of a vehicle without a free spot."""
        return sort_items(
            [card for card in self.orders if card[0] == vehicle and not self.free_colours(card)]
        )

    def fill_spot(self, card: str, colour: str, fill: str) -> None:
        """Fill a free spot of that printed colour.

        Spots of one colour mean the same: they are kept sorted, own colour first,
        then pairs, then free ones.
        """
        spots = [i for i, printed in enumerate(card_spots(card)) if printed == colour]
        fills = [self.orders[card][i] for i in spots]
        fills[fills.index(FREE)] = fill
        fills.sort(key=FILL_ORDER.index)
        for i, sorted_fill in zip(spots, fills, strict=True):
            self.orders[card][i] = sorted_fill

    # Work steps

    def mining_tokens(self, steps: int) -> set[str]:
        """The legal tokens with that many work steps left."""
        tokens = {"end"}
        tokens |= {f"@{level}" for level in range(5) if level != self.cage_level}
        free = [(card, colour) for card in self.orders for colour in self.free_colours(card)]
        if self.cage_level > 0 and self.cage.total() < CAGE_ROOM:
            tokens |= {f"+{colour}" for colour in colours_in(self.cubes[self.cage_level])}
        if self.cage_level == 0:
            tokens |= {f"-{colour}" for colour in colours_in(self.cage)}
            tokens |= {f"{colour}>{card}" for card, colour in free if self.cage[colour]}
        tokens |= {f"~{colour}>{card}" for card, colour in free if self.storage[colour]}
        if steps >= 2:
            pairs = self.pair_sources()
            tokens |= {f"{pair}>{card}:{colour}" for card, colour in free for pair in pairs}
        return tokens

    def pair_sources(self) -> list[str]:
        """Every pair of cubes that can be placed now, as the token spells it."""
        storage_pairs = [
            f"~{pair[0]}~{pair[1]}" for pair in PAIRS if not Counter(pair) - self.storage
        ]
        if self.cage_level != 0:
            return storage_pairs
        cage_pairs = [pair for pair in PAIRS if not Counter(pair) - self.cage]
        mixed_pairs = [
            f"{caged}~{stored}"
            for caged in colours_in(self.cage)
            for stored in colours_in(self.storage)
        ]
        return cage_pairs + mixed_pairs + storage_pairs

    def mine(self, token: str) -> int:
        """Play a legal work step; return how many steps it took."""
        if token[0] == "@":
            self.cage_level = int(token[1])
        elif token[0] == "+":
            self.cubes[self.cage_level][token[1]] -= 1
            self.cage[token[1]] += 1
        elif token[0] == "-":
            self.cage[token[1]] -= 1
            self.storage[token[1]] += 1
        else:
            return self._place_cubes(token)
        return 1

    def _place_cubes(self, token: str) -> int:
        """One cube onto a spot of its colour, or a pair onto a spot of any colour."""
        sources, target = token.split(">")
        taken = ""
        for source in sources.replace("~", " ~").split():
            if source[0] == "~":
                self.storage[source[1]] -= 1
                taken += source[1]
            else:
                self.cage.subtract(source)
                taken += source
        card, _, colour = target.partition(":")
        self.fill_spot(card, colour or taken, "".join(sorted(taken, key=COLOURS.index)))
        return len(taken)

    def deliver(self, vehicle: str) -> list[str]:
        """Move the complete orders of a vehicle to the delivered ones; return them."""
        cards = self.complete_orders(vehicle)
        for card in cards:
            del self.orders[card]
            self.delivered.append(card)
        return cards

    def to_dict(self, bank: int) -> dict[str, Any]:
        """The seat as positions spell it; ``bank`` are its workers on the bank."""
        return {
            "marks": self.marks,
            "vp": self.vp,
            "workers": self.workers,
            "bank": bank,
            "cage": {"level": self.cage_level, "cubes": cubes_text(self.cage)},
            "storage": cubes_text(self.storage),
            "pit": [
                {"tiles": sort_items(self.tiles[level]), "cubes": cubes_text(self.cubes[level])}
                for level in LEVELS
            ],
            "orders": {card: list(self.orders[card]) for card in sort_items(list(self.orders))},
            "delivered": sort_items(self.delivered),
        }
