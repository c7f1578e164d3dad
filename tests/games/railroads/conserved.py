"""What holds in every position of the model: nothing is lost, nothing is made."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from tests.games.railroads.reference import Game, facts, tracks
from tests.games.railroads.reference.table import Seat, Table


def check_conserved(game: Game) -> None:
    """Tiles, tracks, coins, engineers, cards, foundries, markers are where they can be."""
    table = game.table
    check_tiles(game)
    check_engineers(table)
    check_cards(table)
    check_coal(table)
    assert table.doublers + sum(seat.doublers for seat in table.seats) == facts.DOUBLERS
    for seat in table.seats:
        check_tracks(table, seat)
        assert seat.coins == sum(seat.coin_accounts.values()) >= 0
        assert seat.points == sum(seat.sources.values()) >= 0
        assert 0 <= seat.workers <= seat.workers_in_all + 2
        assert seat.coal >= 0
        assert seat.doublers <= 8
        assert seat.won <= 2
        # A condition once true stays true, and its advantage was given.
        for special in tracks.specials(table, seat):
            assert (special.name in seat.given) == tracks.holds(seat, special)


def check_tiles(game: Game) -> None:
    """Locomotives and factories by printed number: as many as there were, or left the game."""
    table = game.table
    lying: Counter[int] = Counter(table.stacks)
    lying.update(table.returned)
    cardboard = 0
    for seat in table.seats:
        locos = [
            *seat.all_locos,
            *([table.hand] if table.hand and seat.number == table.mover else []),
        ]
        lying.update(loco.printed for loco in locos if not loco.cardboard)
        lying.update(factory.number for factory in seat.factories)
        cardboard += sum(loco.cardboard for loco in locos)
        for rail in table.rails:
            assert len(seat.locos[rail]) <= tracks.rail_facts(table, rail)["locos"]
    lying.update(table.emil.tiles if table.emil else [])
    each = max(2, table.players)
    coal_factory = lying.pop(facts.COAL_FACTORY, 0)
    coming = any(part.kind == "C" for part in table.pool)
    if table.new and table.coal:
        assert coal_factory == ("coalfactory" not in table.cards) - coming
    assert lying.pop(1) == table.players
    assert lying == dict.fromkeys(range(2, 10), each)
    left = game.events["loco: the #9 without factory side leaves"]
    assert cardboard + left == ("loco9" not in table.cards)


def check_engineers(table: Table) -> None:
    """Each is at one place, and no number lies twice in the row."""
    row = [each for each in table.row if each is not None]
    owned = [each for seat in table.seats for each in seat.engineers]
    owned += table.emil.engineers if table.emil else []
    assert len({*row, *owned}) == len(row) + len(owned)
    assert len(set(map(facts.number_of, row))) == len(row)
    assert ("1" in owned) == ("engineer" not in table.cards)
    assert len(row) + len(owned) - ("1" in owned) <= table.counts["A"] + table.counts["B"]


def check_cards(table: Table) -> None:
    """Ten end bonus cards; every ? token and card is left or used."""
    chosen = [card for seat in table.seats for card in seat.bonus]
    assert sorted([*chosen, *table.removed, *table.deck]) == sorted(facts.BONUS)
    for seat in table.seats:
        whole = 7 + table.new * (1 + table.coal)
        assert len(seat.tokens) + seat.tokens_used == whole
        assert len(seat.looks) == len(seat.bonus)
        assert ("card" in seat.tokens) or seat.tokens_used


def check_coal(table: Table) -> None:
    """Twelve foundries; as many seen as were drawn; eight income markers."""
    if table.coal:
        owned = [number for seat in table.seats for number in seat.foundries]
        visible = [*owned, *table.face_up]
        assert len({*visible, *table.unseen}) == len(visible) + len(table.unseen) <= 12
        assert 0 <= table.stack <= len(table.unseen)
    taken = Counter(kind for seat in table.seats for kind, _ in seat.income)
    if table.germany:
        assert taken + Counter(table.income) == facts.INCOME["markers"]
        laid = [kind for seat in table.seats for kind in seat.extensions.values()]
        assert sorted([*laid, *table.extensions]) == sorted(facts.EXTENSIONS)
    markers = sum(len(seat.markers) for seat in table.seats)
    second = sum("mark" not in seat.tokens for seat in table.seats)
    extra = int(table.germany) - table.extra_markers
    assert markers == table.players + second + extra


def check_tracks(table: Table, seat: Seat) -> None:
    """No more tracks than there are, each strictly behind the better one."""
    for colour, count in facts.TRACKS.items():
        assert tracks.on_board(seat.tracks, colour) <= count
    for rail, spaces in seat.tracks.items():
        lying = [spaces[colour] for colour in facts.COLOURS]
        assert 1 <= lying[0] <= tracks.length(table, rail, seat.branch)
        for better, worse in pairwise(lying):
            assert worse == 0 or worse < better
        allowed = tracks.colours(table, rail, seat.branch)
        assert all(colour in allowed for colour in facts.COLOURS if spaces[colour])
    assert all(seat.gaps.values()) or None not in list(seat.gaps.values())[: len(seat.factories)]
