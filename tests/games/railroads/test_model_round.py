"""Section 6: turn order, moving on, scoring; passing."""

from __future__ import annotations

from tests.games.railroads.positions import begin, drive, laid_out, play, put
from tests.games.railroads.reference import Game


def of_all(players: int = 4) -> Game:
    return begin(laid_out(players))


def test_passing_scores_by_the_place_in_the_turn_order() -> None:
    game = play(of_all(), "pass pass pass pass")
    # Nobody scores anything but stars and tracks here: black is worth 0.
    assert game.scores() == [0, 2, 3, 4]


def test_who_may_take_the_turn_order_spaces() -> None:
    game = of_all(3)
    assert "to1" not in game.legal_moves()
    play(game, "to2")
    # Seat 1 is second: `to1` is his, `to2` taken anyway.
    assert "to1" in game.legal_moves()
    play(game, "kg k>T kg k>T")
    assert "to1" not in game.legal_moves()
    assert "to1" in begin(laid_out(2)).legal_moves()
    assert "to2" not in begin(laid_out(2)).legal_moves()


def test_the_new_turn_order() -> None:
    for spaces, order in {
        (None, None): [0, 1, 2, 3],
        (2, None): [2, 0, 1, 3],
        (2, 3): [2, 3, 0, 1],
        (3, 0): [3, 0, 1, 2],
        (None, 3): [0, 3, 1, 2],
        (None, 0): [0, 1, 2, 3],
    }.items():
        table = laid_out(4)
        for name, seat in zip(("to1", "to2"), spaces, strict=True):
            if seat is not None:
                table.taken[name] = seat
        game = play(begin(table), "pass pass pass pass")
        assert table.order == order
        asked = []
        while game.phase == "move":
            asked.append(game.active)
            game.play("stay")
        # First the owner of the worker on `to2`, then that on `to1`.
        assert asked == [seat for seat in reversed(spaces) if seat is not None]
        assert game.active == order[0]


def test_moving_on_pays_nothing_and_takes_one_worker() -> None:
    table = laid_out(2, coins=0)
    game = play(begin(table), "kg k>T to1 pass pass")
    assert (game.phase, game.active) == ("move", 1)
    assert game.legal_moves() == ["kg", "l1", "i1", "x2", "coins", "temp", "e4", "stay"]
    play(game, "e4")
    # What must be done must be done here too.
    assert "skip" not in game.legal_moves()
    play(game, "k>T i@0")
    assert table.round == 2
    assert game.active == 1


def test_moving_on_to_an_end_bonus_card() -> None:
    table = laid_out(2, row="2 15 6 8 10 12")
    game = play(begin(table), "to1 pass pass e15 card")
    assert game.phase == "bonus"
    play(game, "e:black")
    assert table.round == 2


def test_a_track_scores_by_colour_reach_and_doublers() -> None:
    table = laid_out(2)
    seat = put(table, 0, "T:9.6.4.2.1 S:8.7 K:3.1")
    drive(table, 0, "T:4.4 S:7 K:4")
    seat.doublers = 3
    game = play(begin(table), "pass pass")
    # T: reach 8. Spaces 1-8 are 7 4 2 2 1 1 0 0, the first three doubled: 17 + 13.
    assert seat.sources["track T"] == 7 + 4 + 2 + 2 + 1 + 1 + 13
    # S: seven gray spaces, doubled by the space 7 that is reached.
    assert seat.sources["track S"] == 14
    # K: one gray space; stars 1, 2, 3; black is not on 4.
    assert seat.sources["track K"] == 1
    assert seat.sources["stars"] == 6
    assert game.table.round == 2


def test_revaluation() -> None:
    for values, points in {"none": 14, "base": 20, "german": 20}.items():
        table = laid_out(2)
        seat = put(table, 0, "T:5.4.3.2.1")
        drive(table, 0, "T:3.4")
        seat.values = values
        play(begin(table), "pass pass")
        # One space of each colour: 7 + 4 + 2 + 1 + 0; 10 + 6 + 3 + 1 + 0; 8 + 7 + 3 + 2 + 0.
        assert seat.sources["track T"] == points


def test_the_medal_and_the_industry() -> None:
    table = laid_out(2)
    seat = put(table, 0, "K:6.5")
    drive(table, 0, "K:5")
    seat.markers = [4, 12]
    play(begin(table), "pass pass")
    assert seat.sources["medal"] == 0
    assert seat.sources["industry"] == 5 + 20
    table = laid_out(2)
    seat = put(table, 0, "K:6.5")
    drive(table, 0, "K:5")
    seat.medal = True
    play(begin(table), "pass pass")
    assert seat.sources["medal"] == 20


def test_workers_come_home_those_of_temp_to_the_board() -> None:
    table = laid_out(2)
    table.seats[0].won = 1
    game = play(begin(table), "temp kg k>S pass pass")
    assert table.seats[0].workers == 7
    assert "temp" in game.legal_moves()
