"""Holds facts.py against what the core is compiled for, when the core is imported.

What a table can hold is filled from facts.py and needs no check. Checked is the rest: sizes of
arrays, the order of what a switch tells apart, and what the code below takes for granted. A
fact that does not fit is refused by its name.
"""

from coalbaron_fast.games.coalbaron import facts
from coalbaron_fast.games.coalbaron.core.mining cimport PLAN_STEPS
from coalbaron_fast.games.coalbaron.core.types cimport (
    BANK, CAGE_ROOM, COLOURS, DELIVERY, DRAW_DRAFT, DRAW_FACTORY, DRAW_LOOK, DRAW_ROW, ELEMENTS,
    ELEMENTS_A_SHIFT, FACTORY, FACTORY_LOOK, LAST_ORDER, LOOK, MAX_SEATS, MINING,
    MONEY, ORDER, ORDERS, ORDER_LOOK, PHASE_CHANCE, PHASE_DRAFT, PHASE_FILL,
    PHASE_KEEP, PHASE_MINE, PHASE_OVER, PHASE_PLACE, PHASE_SIDE, PHASE_STACK, SHIFTS, SIGN_KINDS,
    SLOTS, SPACES, STACK_ROOM, STATE_BYTES_LIMIT, SUPPLY, State, TILE_CARTS, TILE_COPIES,
    TILE_KINDS,
)

cdef enum:
    BYTE = 255                  # the tables hold most numbers in a byte
    MOST_ON_SPACE = 15          # workers: four bit planes


cdef refuse(str name, object stated, object compiled):
    raise RuntimeError(f"facts.{name} is {stated!r}; the core is compiled for {compiled!r}")


def check_sizes():
    """Numbers and lengths that are sizes of arrays, or that the rules' code is written for."""
    numbers = {
        "MAX_PLAYERS": MAX_SEATS,
        "SHIFTS": SHIFTS,
        "ELEMENTS_A_SHIFT": ELEMENTS_A_SHIFT,
        "CUBES_PER_COLOUR": SUPPLY,
        "CAGE_ROOM": CAGE_ROOM,
        "LEVELS": COLOURS,
        "TILE_COPIES": TILE_COPIES,
        "TILE_KINDS": TILE_KINDS,
        "TILE_TOTAL": TILE_KINDS * TILE_COPIES,
        "ORDER_TOTAL": ORDERS,
        "LOOK": LOOK,
    }
    for name, compiled in numbers.items():
        if getattr(facts, name) != compiled:
            refuse(name, getattr(facts, name), compiled)
    lengths = {
        "COLOURS": COLOURS,
        "COLOUR_NAMES": COLOURS,
        "SIDES": 2,
        "SIDE_NAMES": 2,
        "CART_PRICES": COLOURS,
        "TILES": TILE_KINDS,
        "VEHICLES": 4,
        "VEHICLE_NAMES": 4,
        "ORDERS": ORDERS,
        "MINING_STEPS": DELIVERY - MINING,
        "MONEY_MARKS": ORDER - MONEY,
        "REWARDS": ELEMENTS,
        "SIGNS": SIGN_KINDS,
        "FLAGS": 2,
    }
    for name, compiled in lengths.items():
        if len(getattr(facts, name)) != compiled:
            refuse(f"{name}: its length", len(getattr(facts, name)), compiled)


def check_orders_of_names():
    """Spaces, phases and draws stand in the order of their numbers; no name is given twice."""
    blocks = {
        "FACTORY_SPACES": (FACTORY, FACTORY_LOOK),
        "MINING_SPACES": (MINING, DELIVERY),
        "DELIVERY_SPACES": (DELIVERY, MONEY),
        "MONEY_SPACES": (MONEY, ORDER),
        "ORDER_SPACES": (ORDER, ORDER_LOOK),
    }
    for name, (first, end) in blocks.items():
        if getattr(facts, name) != facts.SPACES[first:end]:
            refuse(name, getattr(facts, name), f"SPACES[{first}:{end}], {facts.SPACES[first:end]}")
    singles = {"FACTORY_LOOK": FACTORY_LOOK, "ORDER_LOOK": ORDER_LOOK, "BANK": BANK}
    for name, space in singles.items():
        if facts.SPACES[space:space + 1] != (getattr(facts, name),):
            refuse(name, getattr(facts, name), f"SPACES[{space}] of {facts.SPACES}")
    phases = {
        "chance": PHASE_CHANCE, "draft": PHASE_DRAFT, "place": PHASE_PLACE, "fill": PHASE_FILL,
        "keep": PHASE_KEEP, "side": PHASE_SIDE, "stack": PHASE_STACK, "mine": PHASE_MINE,
        "over": PHASE_OVER,
    }
    if facts.PHASES != tuple(sorted(phases, key=phases.get)):
        refuse("PHASES", facts.PHASES, tuple(phases))
    draws = {
        **{space: DRAW_FACTORY + index for index, space in enumerate(facts.FACTORY_SPACES)},
        **{space: DRAW_ROW + index for index, space in enumerate(facts.ORDER_SPACES)},
        "draft": DRAW_DRAFT,
        "look": DRAW_LOOK,
    }
    if {name: index for index, name in enumerate(facts.DRAWS)} != draws:
        refuse("DRAWS", facts.DRAWS, tuple(draws))
    for name in ("COLOURS", "SIDES", "VEHICLES", "SPACES", "SIGNS", "FLAGS"):
        stated = getattr(facts, name)
        if len(set(stated)) != len(stated):
            refuse(name, stated, "each name once")
    if len(facts.SPACES) != SPACES:
        refuse("SPACES: its length", len(facts.SPACES), SPACES)


def check_items():
    """A tile's number tells its colour, carts and side; a card has one colour, or each once."""
    for index, tile in enumerate(facts.TILES):
        colour, carts, side = index // 4, 1 + index // 2 % TILE_CARTS, index % 2
        name = f"{facts.COLOURS[colour]}{carts}{facts.SIDES[side]}"
        if tile != (name, colour, carts, side):
            refuse(
                f"TILES[{index}], spelled with COLOURS and SIDES,",
                tuple(tile), (name, colour, carts, side),
            )
    slots = 0
    for index, order in enumerate(facts.ORDERS):
        if order.vehicle not in range(4) or not set(order.spots) <= set(range(COLOURS)):
            refuse(f"ORDERS[{index}]", tuple(order), "4 vehicles and 4 colours")
        letters = "".join([facts.COLOURS[colour] for colour in order.spots])
        name = facts.VEHICLES[order.vehicle] + letters
        if order.name != name:
            refuse(f"ORDERS[{index}], spelled with VEHICLES and COLOURS,", tuple(order), name)
        if letters not in facts.ORDER_VP:
            refuse("ORDER_VP", facts.ORDER_VP, f"points for {letters}")
        if len(set(letters)) != 1 and letters != facts.COLOURS:
            refuse(f"ORDERS[{index}]", tuple(order), "spots of one colour, or of each one")
        slots += len(set(letters))
    if slots != SLOTS:
        refuse("ORDERS: the colours on its cards", slots, SLOTS)
    unused = set(facts.ORDER_VP) - {order.name[1:] for order in facts.ORDERS}
    if unused:
        refuse("ORDER_VP", unused, "spots that are on a card")


def check_numbers_of_players():
    """Every number of players has its entry, and the spaces that it takes for granted."""
    counts = list(range(facts.MIN_PLAYERS, facts.MAX_PLAYERS + 1))
    for name in ("LOCKED", "WORKERS", "MARKS", "DRAFT_CARDS"):
        if list(getattr(facts, name)) != counts:
            refuse(f"{name} of MIN_PLAYERS to MAX_PLAYERS", list(getattr(facts, name)), counts)
    never = {facts.ORDER_SPACES[LAST_ORDER - ORDER], facts.BANK}
    for players in counts:
        locked = facts.LOCKED[players]
        if not locked <= set(facts.SPACES) - never:
            refuse(f"LOCKED[{players}]", sorted(locked), f"spaces other than {sorted(never)}")
        open_spaces = len(set(facts.FACTORY_SPACES) - locked)
        if not TILE_KINDS * TILE_COPIES - STACK_ROOM <= open_spaces:
            refuse(f"LOCKED[{players}]", sorted(locked), f"stacks of {STACK_ROOM} known places")
        if facts.DRAFT_CARDS[players] != facts.DRAFT_ROUNDS * players + 1:
            refuse("DRAFT_ROUNDS", facts.DRAFT_ROUNDS, f"DRAFT_CARDS[{players}], one left over")
        # 1 + 2 + ... workers have been placed when the last ones come to a space.
        if facts.WORKERS[players] * players >= (MOST_ON_SPACE + 1) * (MOST_ON_SPACE + 2) // 2:
            refuse(f"WORKERS[{players}]", facts.WORKERS[players], f"{MOST_ON_SPACE} on a space")


def check_ranges():
    """Numbers fit where the tables hold them."""
    ranges = {
        "MIN_PLAYERS": ([facts.MIN_PLAYERS], 2, MAX_SEATS),
        "MINING_STEPS": (facts.MINING_STEPS, 1, PLAN_STEPS),
        "MONEY_MARKS": (facts.MONEY_MARKS, 0, BYTE),
        "BANK_MARKS": ([facts.BANK_MARKS], 0, BYTE),
        "CART_PRICES": (facts.CART_PRICES, 0, BYTE),
        "ORDER_VP": (facts.ORDER_VP.values(), 0, BYTE),
        "MARKS": (facts.MARKS.values(), 0, BYTE),
        "WORKERS": (facts.WORKERS.values(), 1, BYTE),
        "PRINTED_CARTS": ([facts.PRINTED_CARTS], 0, SUPPLY // MAX_SEATS),
        "REWARDS": ([vp for reward in facts.REWARDS for vp in reward[1:]], 0, BYTE),
        "MARKS_PER_VP": ([facts.MARKS_PER_VP], 1, BYTE),
        "CUBES_PER_VP": ([facts.CUBES_PER_VP], 1, BYTE),
        "OUTSTANDING_PENALTY": ([facts.OUTSTANDING_PENALTY], 0, BYTE),
        "IMBALANCE_PENALTY": ([facts.IMBALANCE_PENALTY], 0, BYTE),
    }
    for name, (stated, low, high) in ranges.items():
        for number in stated:
            if type(number) is not int or not low <= number <= high:
                refuse(name, number, f"whole numbers, {low} to {high}")


def check_facts():
    """Raise RuntimeError, with the fact's name, if the core is compiled for another game."""
    check_sizes()
    check_orders_of_names()
    check_items()
    check_numbers_of_players()
    check_ranges()
    if sizeof(State) > STATE_BYTES_LIMIT:
        raise RuntimeError(f"a state takes {sizeof(State)} bytes, more than {STATE_BYTES_LIMIT}")
