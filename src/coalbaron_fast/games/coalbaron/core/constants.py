"""What C is compiled for, from facts.py; and what its code takes for granted of the facts.

What only fills a table (core/tables.pyx) needs no constant and no check.
"""

from __future__ import annotations

from typing import Final

from coalbaron_fast.games.coalbaron import facts
from coalbaron_fast.games.constants import numbered, require, start_of

MOST_ON_SPACE: Final = 15
"""Workers: four bit planes."""


def constants() -> dict[str, int]:
    """Return the constants of core/constants.pxi."""
    spaces = facts.SPACES
    always_open = min(len(set(facts.FACTORY_SPACES) - locked) for locked in facts.LOCKED.values())
    return {
        "MAX_SEATS": facts.MAX_PLAYERS,
        "SHIFTS": facts.SHIFTS,
        "ELEMENTS": len(facts.REWARDS),
        "ELEMENTS_A_SHIFT": facts.ELEMENTS_A_SHIFT,
        "COLOURS": len(facts.COLOURS),
        "TILE_KINDS": len(facts.TILES),
        "TILE_COPIES": facts.TILE_COPIES,
        "TILE_CARTS": max(tile.carts for tile in facts.TILES),
        "NO_TILE": facts.TILE_KINDS,  # an empty factory space
        "ORDERS": len(facts.ORDERS),
        "NO_ORDER": facts.ORDER_TOTAL,  # an empty order space
        "SLOTS": len(facts.SLOTS),
        "PAIR_KINDS": len(facts.PAIR_KINDS),
        "LOOK": facts.LOOK,
        "CAGE_ROOM": facts.CAGE_ROOM,
        "SUPPLY": facts.CUBES_PER_COLOUR,
        "STACK_ROOM": facts.TILE_TOTAL - always_open,  # known places of a stack
        "MOST_MARKS": facts.MAX_MARKS,
        "MOST_VP": facts.MAX_VP,
        "SPACES": len(spaces),
        "FACTORY": start_of("FACTORY_SPACES", spaces, facts.FACTORY_SPACES),
        "FACTORY_LOOK": spaces.index(facts.FACTORY_LOOK),
        "MINING": start_of("MINING_SPACES", spaces, facts.MINING_SPACES),
        "DELIVERY": start_of("DELIVERY_SPACES", spaces, facts.DELIVERY_SPACES),
        "MONEY": start_of("MONEY_SPACES", spaces, facts.MONEY_SPACES),
        "ORDER": start_of("ORDER_SPACES", spaces, facts.ORDER_SPACES),
        "LAST_ORDER": spaces.index(facts.ORDER_SPACES[-1]),
        "ORDER_LOOK": spaces.index(facts.ORDER_LOOK),
        "BANK": spaces.index(facts.BANK),
        "FACTORY_SPACES": len(facts.FACTORY_SPACES),
        "MINING_SPACES": len(facts.MINING_STEPS),
        "PLAN_STEPS": max(facts.MINING_STEPS),
        "MONEY_SPACES": len(facts.MONEY_MARKS),
        "ORDER_SPACES": len(facts.ORDER_SPACES),
        **numbered("PHASE_", facts.PHASES),
        "DRAW_FACTORY": start_of("DRAWS", facts.DRAWS, facts.FACTORY_SPACES),
        "DRAW_ROW": start_of("DRAWS", facts.DRAWS, facts.ORDER_SPACES),
        "DRAW_DRAFT": facts.DRAWS.index("draft"),
        "DRAW_LOOK": facts.DRAWS.index("look"),
        "SIGN_KINDS": len(facts.SIGNS),
    }


def check_facts() -> None:
    """Raise RuntimeError, with the fact's name, where the core takes another fact for granted."""
    for name, letters in (
        ("COLOUR_NAMES", facts.COLOURS),
        ("CART_PRICES", facts.COLOURS),
        ("SIDE_NAMES", facts.SIDES),
        ("VEHICLE_NAMES", facts.VEHICLES),
        ("DELIVERY_SPACES", facts.VEHICLES),
        ("MINING_SPACES", facts.MINING_STEPS),
        ("MONEY_SPACES", facts.MONEY_MARKS),
    ):
        stated = getattr(facts, name)
        require(len(stated) == len(letters), name, stated, f"one for each of {letters}")
    _check_tiles()
    _check_orders()
    for players in range(facts.MIN_PLAYERS, facts.MAX_PLAYERS + 1):
        _check_number_of_players(players)
    for name in ("MARKS_PER_VP", "CUBES_PER_VP"):
        require(getattr(facts, name) >= 1, name, getattr(facts, name), "1 at least")
    most = facts.CUBES_PER_COLOUR // facts.MAX_PLAYERS
    require(most >= facts.PRINTED_CARTS, "PRINTED_CARTS", facts.PRINTED_CARTS, most)


def _check_tiles() -> None:
    """A tile's number tells its colour, carts and side."""
    for index, tile in enumerate(facts.TILES):
        colour, carts, side = index // 4, 1 + index // 2 % 2, index % 2
        expected = (f"{facts.COLOURS[colour]}{carts}{facts.SIDES[side]}", colour, carts, side)
        require(tile == expected, f"TILES[{index}] by COLOURS and SIDES", tuple(tile), expected)


def _check_orders() -> None:
    """A card has spots of one colour, or of each one."""
    every = tuple(range(len(facts.COLOURS)))
    for index, order in enumerate(facts.ORDERS):
        spots = order.spots
        fits = spots == every or (len(set(spots)) == 1 and spots[0] in every)
        require(fits, f"ORDERS[{index}]", tuple(order), "spots of one colour, or of each one")
        vehicles = range(len(facts.VEHICLES))
        require(order.vehicle in vehicles, f"ORDERS[{index}]", tuple(order), vehicles)
        name = facts.VEHICLES[order.vehicle] + "".join(facts.COLOURS[spot] for spot in spots)
        require(order.name == name, f"ORDERS[{index}] by VEHICLES and COLOURS", tuple(order), name)
    slots = {(index, colour) for index, order in enumerate(facts.ORDERS) for colour in order.spots}
    require(list(facts.SLOTS) == sorted(slots), "SLOTS", facts.SLOTS, sorted(slots))
    pairs = [(low, high) for low in range(8) for high in range(low, 8)]
    require(list(facts.PAIR_KINDS) == pairs, "PAIR_KINDS", facts.PAIR_KINDS, pairs)


def _check_number_of_players(players: int) -> None:
    locked, workers, draft = (
        facts.LOCKED[players], facts.WORKERS[players], facts.DRAFT_CARDS[players],
    )  # fmt: skip
    never = {facts.ORDER_SPACES[-1], facts.BANK}
    fits = locked <= set(facts.SPACES) - never
    require(fits, f"LOCKED[{players}]", sorted(locked), f"spaces other than {sorted(never)}")
    expected = facts.DRAFT_ROUNDS * players + 1
    require(draft == expected, f"DRAFT_CARDS[{players}] by DRAFT_ROUNDS", draft, expected)
    # 1 + 2 + ... workers have been placed when the last ones come to a space.
    fits = workers * players < (MOST_ON_SPACE + 1) * (MOST_ON_SPACE + 2) // 2
    require(fits, f"WORKERS[{players}]", workers, f"{MOST_ON_SPACE} on a space")
