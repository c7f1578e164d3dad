"""Positions laid out by hand, and tokens played from them."""

from __future__ import annotations

from tests.games.coalcountry.reference import Game
from tests.games.coalcountry.reference.mine import Tile
from tests.games.coalcountry.reference.table import Foreman, Seat, Table

CALENDARS = {1: "++-0", 0: "+-00", -1: "+--0"}
"""Four cubes for each sign of their sum."""

ROUND = 3
"""Neither the first nor an even one: nothing is forced, and nothing reported."""


def laid_out(
    players: int = 2,
    *,
    sign: int = 0,
    money: int = 100,
    market: str = "333",
    reformed: bool = False,
    amok: bool = False,
) -> Table:
    """Round 3 before its placing: markers on 12, 11, …, a fee of 5, nothing to be bought."""
    table = Table(players, 0, 6, reformed, amok, round=ROUND)
    table.first_order = list(range(players))
    if not reformed:
        table.calendar = list(CALENDARS[sign])
        for cube in table.calendar:
            table.bag[cube] -= 1
    for utility, number in zip("wae", map(int, market), strict=True):
        table.supply[utility] -= number
        table.market[utility] = number
    for seat in table.seats:
        seat.money = seat.ledger["coal"] = money
        seat.earnings = 12 - seat.number
    return table


def place(table: Table, seat: int, words: str) -> Seat:
    """Put foremen on places, as tokens of placing say it; all of them are ready."""
    for word in words.split():
        table.seats[seat].foremen.append(Foreman(word[2:], int(word[0])))
    return table.seats[seat]


def lay(table: Table, seat: int, words: str) -> Seat:
    """Lay tiles, each as `cell:kind:openings:cubes`, out of their stacks and the supply."""
    for word in words.split():
        cell, kind, openings, cubes = word.split(":")
        table.seats[seat].mine.tiles[cell] = Tile(kind, openings, set(cubes))
        table.stacks[int(kind[0])][kind] -= 1
        for utility in cubes:
            table.supply[utility] -= 1
    return table.seats[seat]


def own(table: Table, seat: int, words: str) -> Seat:
    """Give a seat buildings to be seen, out of the pile."""
    for kind in words.split():
        table.seats[seat].buildings.append(kind)
        table.pile[kind] -= 1
    return table.seats[seat]


def store(table: Table, seat: int, numbers: str) -> Seat:
    """Give a seat stored cubes, out of the supply."""
    for utility, number in zip("wae", map(int, numbers), strict=True):
        table.seats[seat].storage[utility] += number
        table.supply[utility] -= number
    return table.seats[seat]


def play(game: Game, words: str) -> Game:
    """Play tokens, each of which must be legal."""
    for word in words.split():
        game.play(word)
    return game
