"""Section 11: Emil, the solo opponent, who is chance only."""

from __future__ import annotations

from tests.games.railroads.reference import facts
from tests.games.railroads.reference.effects import cost_of, effect_of, in_full
from tests.games.railroads.reference.table import Emil, Table
from tests.games.railroads.reference.turns import is_free


def all_cards(table: Table) -> list[str]:
    """His 17 cards, 16 without coal."""
    return [card for card in facts.EMIL["cards"] if table.coal or card != "coal"]


def fresh(table: Table) -> None:
    """A new round: all his workers at home, all cards shuffled."""
    emil = of(table)
    emil.workers = emil.in_all
    emil.passed = False
    emil.deck = all_cards(table)


def of(table: Table) -> Emil:
    """Emil."""
    assert table.emil is not None
    return table.emil


def begin_turn(table: Table) -> None:
    """With no card or no worker he passes for the round; otherwise a card is drawn."""
    emil = of(table)
    if emil.deck and emil.workers:
        table.draw = "emil"
        return
    emil.passed = True
    table.note("emil: passes without " + ("workers" if emil.deck else "cards"))


def draw(table: Table, card: str) -> bool:
    """A card is laid away; whether his turn is over with it."""
    emil = of(table)
    emil.deck.remove(card)
    space = space_of(table, card)
    if space is None or not can_take(table, card, space):
        table.note(f"emil: no {card}")
        return not emil.deck
    table.note(f"emil: {card}")
    emil.workers -= workers_for(card)
    table.taken[space] = "emil"
    give(table, card)
    return True


def space_of(table: Table, card: str) -> str | None:
    """The space that a card means: `open` is the engineer of slot 1, if there is one."""
    if card != "open":
        return card
    engineer = table.row[1]
    return None if engineer is None else f"e{engineer}"


def workers_for(card: str) -> int:
    """`hire` takes none, `open` and `coal` 1; his coins come from the supply."""
    return 1 if card == "open" else cost_of(card)[0]


def can_take(table: Table, card: str, space: str) -> bool:
    """It is free, he has the workers, and the player could use it."""
    if not is_free(table, space) or of(table).workers < workers_for(card):
        return False
    if card == "hire":
        return table.row[0] is not None
    return in_full(table, table.seats[0], effect_of(space))


def give(table: Table, card: str) -> None:
    """What a space gives him: an engineer, tiles; all else does nothing."""
    emil = of(table)
    if card == "hire":
        engineer = table.row[0]
        assert engineer is not None
        emil.engineers.append(engineer)
        table.row[0] = None
    for _ in range({"l1": 1, "l2": 1, "l3": 2}.get(card, 0)):
        lowest = table.lowest()
        if lowest is not None:
            table.stacks[lowest] -= 1
            emil.tiles.append(lowest)
        else:
            number = min(table.returned)
            table.returned.remove(number)
            emil.tiles.append(number)
            table.note("emil: a returned factory")
