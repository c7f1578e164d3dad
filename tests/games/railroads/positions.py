"""Positions laid out by hand, and tokens played from them."""

from __future__ import annotations

from tests.games.railroads.reference import Game, facts, tracks
from tests.games.railroads.reference.table import Factory, Loco, Seat, Table


def laid_out(
    players: int = 2,
    *,
    germany: bool = False,
    coal: bool = False,
    new: bool = False,
    row: str = "2 4 6 8 10 12",
    coins: int = 5,
    pieces: int = 0,
) -> Table:
    """Round 1 after the draft, seat 0 to decide; `pieces` of coal each, and these engineers."""
    table = Table(players, 0, germany, coal, new)
    for slot, engineer in enumerate(row.split()):
        table.row[slot] = engineer
    table.removed = ["factories", "locos"]
    if coal:
        table.face_up = [1, 2]
        table.unseen = table.unseen[2:]
        table.stack -= 2
    for seat in table.seats:
        table.gain_coins(seat, coins - seat.coins, "test")
        seat.coal = pieces
    table.stage = "round"
    table.mover = 0
    return table


def put(table: Table, seat: int, words: str) -> Seat:
    """Set tracks of a seat, `T:15.3.1` as black, gray, brown, … spaces; their colours unlock."""
    own = table.seats[seat]
    for word in words.split():
        rail, _, spaces = word.partition(":")
        for colour, space in zip(facts.COLOURS, spaces.split("."), strict=False):
            own.tracks[rail][colour] = int(space)
            if int(space):
                own.unlocked.add(colour)
    return own


def drive(table: Table, seat: int, words: str) -> Seat:
    """Set locomotives, `T:1.3+`, out of the stacks."""
    own = table.seats[seat]
    for word in words.split():
        rail, _, names = word.partition(":")
        own.locos[rail] = []
        for name in names.split("."):
            number = int(name[0])
            own.locos[rail].append(Loco(number, "x" in name, "+" in name))
            if number > 1 and "x" not in name:
                table.stacks[number] -= 1
    return own


def build(table: Table, seat: int, words: str) -> Seat:
    """Set factories, `2 3+ -`, gap by gap; those of 1 and 10 come from nowhere."""
    own = table.seats[seat]
    for gap, word in enumerate(words.split(), start=1):
        if word != "-":
            number = int(word.rstrip("+"))
            own.gaps[gap] = Factory(number, "+" in word)
            if number in table.stacks:
                table.stacks[number] -= 1
    return own


def begin(table: Table) -> Game:
    """A game from here on; special spaces that are true already were given."""
    for seat in table.seats:
        for special in tracks.specials(table, seat):
            if tracks.holds(seat, special):
                seat.given.add(special.name)
                if "unlock" in special.facts:
                    seat.unlocked.add(special.facts["unlock"])
    return Game.at(table)


def play(game: Game, words: str) -> Game:
    """Play tokens, each of which must be legal."""
    for word in words.split():
        game.play(word)
    return game
