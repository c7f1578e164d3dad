"""Section 12: engineers, end bonus cards, ties; what a seat knows of the cards."""

from __future__ import annotations

import pytest

from tests.games.railroads.positions import begin, build, drive, laid_out, play, put
from tests.games.railroads.reference import Game
from tests.games.railroads.reference.ending import card_points
from tests.games.railroads.reference.table import Table


def last_round(players: int = 3, **options: bool) -> Table:
    table = laid_out(players, new=options.get("new", False))
    table.round = table.rounds
    return table


def majority(game: Game) -> list[int]:
    return [seat.sources["majority"] for seat in game.table.seats]


@pytest.mark.parametrize(
    ("hired", "points"),
    [
        (("2 4", "6", ""), [40, 20, 0]),
        (("2", "4", "6"), [0, 20, 40]),
        (("2 4", "6 8", "1"), [20, 40, 0]),
        (("", "", ""), [0, 0, 0]),
        (("n10", "1", ""), [20, 40, 0]),
    ],
)
def test_the_majority_of_engineers(hired: tuple[str, str, str], points: list[int]) -> None:
    table = last_round(new=True)
    for seat, engineers in zip(table.seats, hired, strict=True):
        seat.engineers = engineers.split()
    assert majority(play(begin(table), "pass pass pass")) == points


def test_extraengineer_alone_is_behind_all_others_with_one() -> None:
    table = last_round(new=True)
    table.seats[0].bonus = ["extraengineer"]
    table.seats[0].looks = [[]]
    table.picks = [(0, "extraengineer")]
    table.seats[1].engineers = ["n10"]
    assert majority(play(begin(table), "pass pass pass")) == [20, 40, 0]


def test_each_end_bonus_card() -> None:
    table = laid_out(coal=True)
    seat = put(table, 0, "T:15.6.4.2.1 S:9.3 K:4.1")
    drive(table, 0, "T:5+.4 S:3 K:2")
    build(table, 0, "2 3 10")
    seat.engineers = ["2", "4"]
    seat.bonus = ["extraengineer"]
    seat.tokens_used = 3
    seat.won, seat.black_worker = 2, True
    expected = {
        "factories": 12,
        "engineers": 18,
        "stations": 20,
        "graybrown": 6 + 3 + 1 + 4,
        "black": 28,
        "tokens": 21,
        "extraengineer": 0,
        "locos": 6 + 4 + 3 + 2,
        "workers": 30,
    }
    for card, points in expected.items():
        assert card_points(table, seat, card) == points
    for doublers, points in ((3, 0), (4, 20), (6, 20), (7, 30), (8, 30)):
        seat.doublers = doublers
        assert card_points(table, seat, "doublers") == points


def test_the_last_scoring_comes_first_and_nobody_goes_home() -> None:
    table = last_round(2)
    put(table, 0, "T:5.4")
    drive(table, 0, "T:5")
    table.seats[1].engineers = ["2"]
    game = play(begin(table), "kg k>S pass pass")
    assert game.phase == "over"
    # Four gray spaces; engineers and the 2 points of passing.
    assert game.scores() == [4, 42]
    assert game.winners() == [1]
    assert table.seats[0].workers == 5
    assert table.row[0] == "2"


def test_a_tie_shares_the_win() -> None:
    table = last_round(2)
    table.seats[0].points = table.seats[0].sources["test"] = 2
    game = play(begin(table), "pass pass")
    assert game.scores() == [2, 2]
    assert game.win_shares() == [0.5, 0.5]


def choosing() -> Game:
    """Seat 0 takes two cards, then seat 1 one, by hired engineers 15 and a copy of it."""
    table = laid_out(2)
    table.seats[0].engineers = ["15"]
    table.seats[1].engineers = ["11"]
    return begin(table)


def test_what_a_seat_knows_of_the_end_bonus_cards() -> None:
    game = play(choosing(), "o15 card")
    assert game.to_dict(0)["deck"] == game.table.deck
    assert game.to_dict(1)["deck"] == [None] * 8
    # While it looks through the deck it knows which two are removed.
    assert game.worlds(0) == [(("factories", "locos"), ((), ()))]
    play(game, "e:black")
    # The other knows nothing: 45 pairs and 8 cards.
    assert len(game.worlds(1)) == 45 * 8
    play(game, "o11 copy:15 card")
    # It sees seven cards: the three others are two removed ones and the first seat's.
    assert len(game.worlds(1)) == 3
    play(game, "e:workers")
    assert len(game.worlds(1)) == 3
    # The first seat knows all but which of seven the other has.
    assert len(game.worlds(0)) == 7
    assert all(removed == ("factories", "locos") for removed, _ in game.worlds(0))
    view = game.to_dict(0)
    assert [seat["bonus"] for seat in view["seats"]] == [["black"], [None]]
    assert view["seats"][1]["looks"] == [None]
    assert view["picks"] == [0, 1]
    full = game.to_dict()
    assert (("factories", "locos"), (("black",), ("workers",))) in game.worlds(0)
    assert full["seats"][1]["bonus"] == ["workers"]


def test_with_the_deck_empty_nothing_is_asked() -> None:
    table = laid_out(2)
    table.picks = [(1, card) for card in table.deck]
    table.seats[1].bonus = [card for _, card in table.picks]
    table.seats[1].looks = [[] for _ in table.picks]
    table.seats[0].engineers = ["15"]
    game = play(begin(table), "o15")
    # `card` only while the deck holds more cards than the seat is already to get.
    assert game.legal_moves() == ["ten", "skip"]
    table = laid_out(2)
    table.picks = [(1, card) for card in table.deck]
    seat = build(table, 0, "9")
    seat.markers = [4]
    assert play(begin(table), "i1 i@4").active == 1
    assert seat.due == 0
