"""Section 5, area 4: permits. Foremen on free cells take tiles, which are laid."""

from __future__ import annotations

from tests.games.coalcountry.reference import facts
from tests.games.coalcountry.reference.prices import permit_fees
from tests.games.coalcountry.reference.table import (
    Course,
    Draw,
    Foreman,
    Question,
    Seat,
    Table,
    ask_chance,
)


def permits(table: Table) -> Course:
    """In player order one foreman each, round and round until none is left."""
    for seat in table.in_order():
        table.turn_over_of(seat, sorted(foreman.place for foreman in seat.foremen_on_free_cells()))
    for seat in table.seats:
        seat.lacking = cells_next_to_a_lack(table, seat)
        seat.laid_now = []
    while any(seat.foremen_on_free_cells() for seat in table.seats):
        for seat in table.in_order():
            if seat.foremen_on_free_cells():
                yield from dig(table, seat)


def cells_next_to_a_lack(table: Table, seat: Seat) -> list[str]:
    """The foremen's cells next to a tile that lacks any utility as area 4 begins.

    Tiles laid in this area change no price. Section 9: in an industry amok it does not matter.
    """
    if table.amok:
        return []
    cells = sorted(foreman.place for foreman in seat.foremen_on_free_cells())
    return [
        cell
        for cell in cells
        if any(not seat.mine.tiles[other].is_full for other in seat.mine.tiles_next_to(cell))
    ]


def is_empty(table: Table, number: int) -> bool:
    """Whether a stack has no tile; section 9: it has no face-up tile either."""
    return table.faces[number] is None and not any(table.stacks[number].values())


def dig(table: Table, seat: Seat) -> Course:
    """One foreman of the seat takes a tile of a stack, or none."""
    tokens = []
    for foreman in sorted(seat.foremen_on_free_cells(), key=lambda foreman: foreman.place):
        for number in facts.NUMBERS:
            if is_empty(table, number):
                continue
            if seat.can_pay(permit_fees(table, seat, foreman, number)):
                tokens.append(f"dig:{foreman.place}:{number}")
        tokens.append(f"dig:{foreman.place}:-")
    answer = yield Question("dig", seat.number, tokens)
    _, cell, choice = answer.split(":")
    foreman = seat.on(cell)[0]
    if choice == "-":
        take_none(table, seat, foreman)
    else:
        fees = permit_fees(table, seat, foreman, int(choice))
        if not fees:
            table.note("dig: for nothing")
        seat.buy("permits", fees)
    # From here on his cell is known by the question alone.
    seat.go_home(foreman)
    seat.lacking = [other for other in seat.lacking if other != cell]
    if choice != "-":
        yield from take_tile(table, seat, cell, int(choice))


def take_none(table: Table, seat: Seat, foreman: Foreman) -> None:
    """A penalty of his influence, but none if all four stacks are empty."""
    if all(is_empty(table, number) for number in facts.NUMBERS):
        table.note("dig: all stacks are empty")
        return
    table.note("dig: no tile")
    table.penalty(seat, seat.influence(foreman.influence), "no permit")


def take_tile(table: Table, seat: Seat, cell: str, number: int) -> Course:
    """The tile is drawn and laid; section 9: the face-up tile is laid, and then replaced."""
    kind = table.faces[number]
    if kind is None:
        kind = yield from draw(table, number, mover=seat.number, cell=cell)
    table.faces[number] = None
    yield from lay(table, seat, cell, kind)
    if table.amok:
        yield from turn_up(table, number, mover=seat.number)


def draw(table: Table, number: int, *, mover: int | None, cell: str | None) -> Draw:
    """The next tile of a stack."""
    stack = table.stacks[number]
    weights = {f"!{kind}": count for kind, count in stack.items()}
    answer = yield ask_chance(f"tile {number}", weights, mover=mover, cell=cell)
    kind = answer[1:]
    stack[kind] -= 1
    if not any(stack.values()):
        table.note(f"tile: stack {number} runs out")
    return kind


def turn_up(table: Table, number: int, *, mover: int | None) -> Course:
    """Section 9: the top tile of a stack lies face up, if there is one."""
    if any(table.stacks[number].values()):
        table.faces[number] = yield from draw(table, number, mover=mover, cell=None)


def lay(table: Table, seat: Seat, cell: str, kind: str) -> Course:
    """On the foreman's cell, or on top of a tile next to it, connected or not, turned any way."""
    tokens = [
        f"lay:{where}:{openings}"
        for where in seat.mine.may_lay(cell)
        for openings in facts.turns_of(kind)
    ]
    answer = yield Question("lay", seat.number, tokens, details={"cell": cell, "tile": kind})
    _, where, openings = answer.split(":")
    note_laying(table, seat, where, openings)
    before = len(seat.mine.connected())
    seat.refuse += seat.mine.lay(where, kind, openings)
    seat.laid_now.append(where)
    if where not in seat.mine.connected():
        table.note("lay: not connected")
    if len(seat.mine.connected()) < before:
        table.note("lay: tiles are cut off")


def note_laying(table: Table, seat: Seat, where: str, openings: str) -> None:
    """The kinds of laying, before it is done."""
    if len(openings) == 1:
        table.note("lay: a dead end")
    if where in seat.mine.tiles:
        table.note("lay: a tile is covered")
        if seat.mine.tiles[where].cubes:
            table.note("lay: cubes move up")
        if where in seat.covered_cells:
            table.note("lay: a covering tile is covered")
        if where in seat.laid_now:
            table.note("lay: a tile of this round is covered")
        seat.covered_cells.append(where)
