"""Section 5, area 4: permits, and where their tiles go."""

from __future__ import annotations

import pytest

from tests.games.coalcountry.positions import laid_out, lay, own, place, play
from tests.games.coalcountry.reference import Game
from tests.games.coalcountry.reference.table import Table


def permits(table: Table, *words: str) -> Game:
    """The permits, with a seat's foremen in each argument."""
    for seat, foremen in enumerate(words):
        place(table, seat, foremen)
    return Game.at(table, "permits")


def price(game: Game, token: str) -> int:
    """What a permit costs seat 0."""
    return game.scores()[0] - play(game.copy(), token).scores()[0]


@pytest.mark.parametrize(
    ("foreman", "sign", "prices"),
    [
        # A stack's number less the influence, each for 2 fees of 5.
        ("0", 0, [10, 20, 30, 40]),
        ("1", 0, [0, 10, 20, 30]),
        ("3", 0, [0, 0, 0, 10]),
        ("4", 0, [0, 0, 0, 0]),
        ("1", 1, [0, 15, 30, 45]),
        ("1", -1, [0, 5, 10, 15]),
    ],
)
def test_the_price_next_to_full_tiles(foreman: str, sign: int, prices: list[int]) -> None:
    game = permits(laid_out(sign=sign), f"{foreman}>h0")
    assert [price(game, f"dig:h0:{number}") for number in (1, 2, 3, 4)] == prices


def test_the_price_next_to_a_tile_that_lacks_something_knows_no_influence() -> None:
    # g0 lies next to h0 only; h1 next to both h0 and i1, which is full.
    table = lay_two(laid_out())
    game = permits(table, "4>g0 3>h1 2>j1 1>j0")
    assert [price(game, f"dig:g0:{number}") for number in (1, 2, 3, 4)] == [10, 20, 30, 40]
    assert [price(game, f"dig:h1:{number}") for number in (1, 2, 3, 4)] == [10, 20, 30, 40]
    # j1 next to i1, j0 next to the entrance: both full.
    assert [price(game, f"dig:j1:{number}") for number in (1, 2, 3, 4)] == [0, 0, 10, 20]
    assert [price(game, f"dig:j0:{number}") for number in (1, 2, 3, 4)] == [0, 10, 20, 30]
    assert game.to_dict()["seats"][0]["lacking"] == ["g0", "h1"]


def lay_two(table: Table) -> Table:
    """A tile that lacks electricity and a full one, both joined to the entrance."""
    lay(table, 0, "h0:4xa:NESW:wa i1:4xb:NESW:wae")
    return table


def test_amok_lets_the_influence_count_next_to_any_tile() -> None:
    table = lay_two(laid_out(amok=True))
    table.faces = {1: "1da", 2: "2ia", 3: "3ta", 4: "4xc"}
    game = permits(table, "3>g0")
    assert [price(game, f"dig:g0:{number}") for number in (1, 2, 3, 4)] == [0, 0, 0, 10]


def test_a_tailor_counts_and_the_tavern_does_not() -> None:
    table = laid_out()
    own(table, 0, "tailor")
    table.seats[0].tavern = True
    game = permits(table, "0>h0 3>j0")
    assert price(game, "dig:h0:4") == 30
    assert price(game, "dig:j0:4") == 10


def test_a_tile_that_cannot_be_paid_is_not_offered() -> None:
    game = permits(laid_out(money=19), "1>h0")
    assert game.legal_moves() == ["dig:h0:1", "dig:h0:2", "dig:h0:-"]
    game = permits(laid_out(money=0), "0>h0")
    assert game.legal_moves() == ["dig:h0:-"]


def test_tiles_laid_in_this_area_change_no_price() -> None:
    game = permits(laid_out(), "4>h0 4>h1 1>i1")
    play(game, "dig:i1:1 !1da lay:i1:S")
    # i1 lacks everything now, and h0 is next to the entrance alone at the beginning.
    assert price(game, "dig:h0:4") == 0
    table = lay_two(laid_out())
    # Between i1, which is full, and nothing else: a tile laid on j0 is next to j1, and free.
    game = permits(table, "4>j0 2>j1")
    play(game, "dig:j0:4 !4xc lay:j0:NESW")
    assert price(game, "dig:j1:3") == 10


def test_seats_take_one_foreman_each_round_and_round() -> None:
    game = permits(laid_out(3), "1>h0 2>j0", "", "3>h0 0>i1 1>j0")
    asked = []
    while game.phase == "dig":
        asked.append(game.active)
        # Whichever of theirs they like.
        play(game, game.legal_moves()[-1])
    assert asked == [0, 2, 0, 2, 2]


def test_any_of_the_own_foremen_may_go_first() -> None:
    game = permits(laid_out(), "1>h0 2>j0")
    assert [token[4:6] for token in game.legal_moves()] == ["h0"] * 5 + ["j0"] * 5
    play(game, "dig:j0:-")
    assert game.to_dict()["seats"][0]["foremen"] == [["h0", 1]]


def test_taking_none_costs_his_influence_unless_all_stacks_are_empty() -> None:
    assert play(permits(laid_out(), "3>h0"), "dig:h0:-").scores()[0] == 85
    # Also when no tile can be paid.
    assert play(permits(laid_out(money=3), "3>h0"), "dig:h0:-").scores()[0] == 0
    table = laid_out()
    own(table, 0, "tailor")
    assert play(permits(table, "0>h0"), "dig:h0:-").scores()[0] == 95
    for number, penalty in ((3, 15), (4, 0)):
        table = laid_out()
        for stack in range(1, number + 1):
            table.stacks[stack] = dict.fromkeys(table.stacks[stack], 0)
        assert play(permits(table, "3>h0"), "dig:h0:-").scores()[0] == 100 - penalty


def test_the_last_tile_of_a_stack_is_chance_too_and_then_it_is_empty() -> None:
    table = laid_out()
    table.stacks[1] = {"1da": 0, "1db": 1, "1dc": 0}
    game = play(permits(table, "4>h0 4>j0"), "dig:h0:1")
    assert game.chance_counts() == {"!1db": 1}
    assert (game.to_dict()["mover"], game.to_dict()["cell"]) == (0, "h0")
    play(game, "!1db lay:h0:E")
    assert "dig:j0:1" not in game.legal_moves()


# Laying


@pytest.mark.parametrize(
    ("stack", "kind", "turns"),
    [
        (1, "1db", ["N", "E", "S", "W"]),
        (2, "2ic", ["NS", "EW"]),
        (2, "2la", ["NE", "ES", "SW", "NW"]),
        (3, "3tb", ["NES", "ESW", "NSW", "NEW"]),
        (4, "4xa", ["NESW"]),
    ],
)
def test_a_tile_may_be_turned_any_way(stack: int, kind: str, turns: list[str]) -> None:
    game = play(permits(laid_out(), "4>h0"), f"dig:h0:{stack} !{kind}")
    # Shafts need not match, and the entrance is never covered.
    assert game.legal_moves() == [f"lay:h0:{turn}" for turn in turns]
    play(game, game.legal_moves()[-1])
    assert game.table.seats[0].mine.laid == 1
    assert game.table.seats[0].refuse == 0


def test_a_tile_may_cover_one_next_to_the_foreman() -> None:
    table = laid_out()
    lay(table, 0, "h0:3tc:NEW:wa h1:1da:W:e")
    game = play(permits(table, "4>g0"), "dig:g0:1 !1dc")
    # g0 is next to h0, not to h1 or the entrance.
    assert {token[4:6] for token in game.legal_moves()} == {"g0", "h0"}
    play(game, "lay:h0:E")
    seat = game.to_dict()["seats"][0]
    # Refuse of the number of the tile that was uppermost; its cubes move up.
    assert seat["refuse"] == 3
    assert seat["mine"]["h0"] == ["1dc", "E", "wa"]
    assert seat["laid"] == 3
    assert "g0" not in seat["mine"]


def test_an_unconnected_tile_may_be_covered_and_a_covering_one_too() -> None:
    table = laid_out()
    lay(table, 0, "h0:1da:E: h1:1da:W:e")
    game = play(permits(table, "4>h2 4>g1 4>i1"), "dig:h2:2 !2ia lay:h1:NS")
    assert game.table.seats[0].refuse == 1
    play(game, "dig:g1:4 !4xa lay:h1:NESW")
    assert game.table.seats[0].refuse == 1 + 2
    assert game.table.seats[0].mine.tiles["h1"].cubes == {"e"}
    assert game.table.seats[0].mine.laid == 4
    # i1 is next to h1, the entrance and nothing else.
    play(game, "dig:i1:1 !1da")
    assert {token[4:6] for token in game.legal_moves()} == {"i1", "h1"}


def test_a_tile_laid_in_this_round_may_be_covered() -> None:
    game = play(permits(laid_out(), "4>h0 4>h1"), "dig:h0:3 !3ta lay:h0:NEW dig:h1:1 !1da")
    assert {token[4:6] for token in game.legal_moves()} == {"h0", "h1"}
    play(game, "lay:h0:S")
    assert game.table.seats[0].refuse == 3


def test_a_tile_goes_onto_the_own_mine_only() -> None:
    table = laid_out()
    lay(table, 1, "h0:4xa:NESW:")
    game = play(permits(table, "4>h0"), "dig:h0:4 !4xc lay:h0:NESW")
    assert game.to_dict()["seats"][1]["mine"]["h0"][0] == "4xa"


def test_amok_takes_the_face_up_tile_and_replaces_it_after_it_was_laid() -> None:
    table = laid_out(amok=True)
    for number, kind in ((1, "1da"), (2, "2ia"), (3, "3ta"), (4, "4xc")):
        table.faces[number] = kind
        table.stacks[number][kind] -= 1
    game = play(permits(table, "4>h0 4>j0"), "dig:h0:2")
    # No chance: what is taken is known.
    assert game.legal_moves() == ["lay:h0:NS", "lay:h0:EW"]
    assert game.to_dict()["tile"] == "2ia"
    assert game.to_dict()["faces"]["2"] is None
    play(game, "lay:h0:EW")
    assert game.chance_counts() == {"!2ib": 1, "!2ic": 2, "!2la": 2, "!2lb": 2, "!2lc": 1}
    assert (game.to_dict()["draw"], game.to_dict()["cell"]) == ("tile 2", None)
    play(game, "!2lb")
    assert game.to_dict()["faces"]["2"] == "2lb"
    # A stack with its face-up tile alone is not empty; after that it is.
    table = laid_out(amok=True)
    table.stacks = {number: dict.fromkeys(stack, 0) for number, stack in table.stacks.items()}
    table.faces[1] = "1dc"
    game = permits(table, "4>h0 4>j0")
    assert game.legal_moves() == ["dig:h0:1", "dig:h0:-", "dig:j0:1", "dig:j0:-"]
    play(game, "dig:h0:1 lay:h0:E")
    assert game.legal_moves() == ["dig:j0:-"]
    assert play(game, "dig:j0:-").scores()[0] == 100
