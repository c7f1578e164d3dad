"""What holds in every position of the model: nothing is lost, nothing is made."""

from __future__ import annotations

from collections import Counter

from tests.games.coalcountry.reference import Game, facts
from tests.games.coalcountry.reference.table import Seat, Table


def check_conserved(game: Game) -> None:
    """All cubes, tiles, buildings, indicators, foremen and dollars are where they can be."""
    table = game.table
    check_cubes(table)
    check_tiles(table, game.question.details.get("tile"))
    check_buildings(table, game.question.details.get("building"))
    lying = Counter(table.bag) + Counter(table.calendar)
    assert lying == facts.INDICATOR_CUBES
    for seat in table.seats:
        check_foremen(table, seat)
        check_money(seat, is_over=game.phase == "over")
    markers = [seat.earnings for seat in table.seats if seat.earnings is not None]
    assert len(set(markers)) == len(markers)
    assert all(space >= 0 for space in markers)
    assert table.stockpile < 256
    assert all(seat.coal < 100 for seat in table.seats)


def check_cubes(table: Table) -> None:
    """47 cubes of each type: in the supply, the market, storages and mines."""
    for utility in facts.TYPES:
        stored = sum(seat.storage[utility] for seat in table.seats)
        lying = sum(seat.mine.cubes(utility) for seat in table.seats)
        assert table.supply[utility] + table.market[utility] + stored + lying == 47
        assert table.supply[utility] >= 0 <= table.market[utility]
    for seat in table.seats:
        assert min(seat.storage.values()) >= 0
        assert all(not tile.cubes for tile in seat.mine.covered)
        assert seat.mine.tiles["i0"].kind == facts.ENTRANCE


def check_tiles(table: Table, drawn: str | None) -> None:
    """36 tiles: in the stacks, face up on them, in a hand, in the mines, covered ones too."""
    count: Counter[str] = Counter()
    for stack in table.stacks.values():
        count.update(stack)
    count.update(kind for kind in table.faces.values() if kind)
    count.update([drawn] if drawn else [])
    for seat in table.seats:
        count.update(tile.kind for tile in seat.mine.tiles.values())
        count.update(tile.kind for tile in seat.mine.covered)
    del count[facts.ENTRANCE]
    assert count == {kind: tile["copies"] for kind, tile in facts.TILES.items()}
    assert sum(count.values()) == 36


def check_buildings(table: Table, bought: str | None) -> None:
    """16, 20 or 24 buildings; nobody owns two of a kind."""
    count = Counter(table.pile) + Counter(table.gone) + Counter([*table.top, *table.bottom])
    count.update([bought] if bought else [])
    for seat in table.seats:
        own = [*seat.buildings, *seat.covered]
        assert len(set(own)) == len(own)
        assert len(seat.buildings) <= 4
        count.update(own)
    assert count == facts.buildings_in_pile(table.players, amok=table.amok)
    assert sum(count.values()) == (24 if table.amok else {2: 16, 3: 20, 4: 24}[table.players])


def check_foremen(table: Table, seat: Seat) -> None:
    """Nine foremen; no place holds more of a seat's than it may."""
    out = Counter(seat.hand) + Counter(seat.held)
    out.update(foreman.influence for foreman in seat.foremen)
    nine = Counter(facts.INFLUENCES)
    assert out <= nine
    if table.stage == "place":
        assert out == nine
    else:
        assert not seat.hand
    if table.stage in ("report", "restock", "over"):
        assert not out
    for place, number in Counter(foreman.place for foreman in seat.foremen).items():
        assert number <= (2 if place in ("util", "tandem") else 1)
    assert not (seat.on("util") and seat.on("tandem"))


def check_money(seat: Seat, *, is_over: bool) -> None:
    """Money comes from coal and at the inspection; it is never below 0 before that."""
    assert sum(seat.ledger.values()) == seat.money
    assert is_over or seat.money >= 0
    for account, dollars in seat.ledger.items():
        assert account == "inspection" or (dollars >= 0) == (account == "coal") or dollars == 0
