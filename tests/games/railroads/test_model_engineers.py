"""Sections 5 and 10: engineers, open and own; a space again; copies."""

from __future__ import annotations

from tests.games.railroads.positions import begin, build, drive, laid_out, play, put


def test_hired_once_and_used_in_the_same_round() -> None:
    table = laid_out(row="12 4 6 8 10 2")
    game = play(begin(table), "hire pass")
    assert table.row[0] is None
    assert {"o12", "o12$1"} <= game.legal()
    assert "hire" not in game.legal_moves()
    play(game, "o12 i@0 i@1")
    assert "o12" not in game.legal_moves()
    # The open engineer of slot 1 stays.
    assert "e4" in game.legal_moves()
    play(game, "e4")
    assert "skip" not in game.legal_moves()


def test_light_slots() -> None:
    assert [token for token in begin(laid_out(2)).legal_moves() if token[0] == "e"] == [
        "e4",
        "e4$1",
    ]
    moves = begin(laid_out(3)).legal_moves()
    assert [token for token in moves if token[0] == "e" and "$" not in token] == ["e4", "e6"]


def test_the_row_moves_up() -> None:
    table = laid_out()
    play(begin(table), "pass pass")
    # The 2 leaves the game.
    assert table.row == ["4", "6", "8", "10", "12", None]


def test_a_space_again() -> None:
    table = laid_out(row="5 4 6 8 10 2", coins=9)
    seat = table.seats[0]
    game = play(begin(table), "k2 k>T k>T k>T pass any k>S k>S kg k>S to1 e4 k>S i@0 hire o5$1")
    # k2 takes two workers, any a coin; no turn order, no hire, no engineer 5.
    assert game.legal_moves() == ["re:kg", "re:e4", "skip"]
    play(game, "re:e4")
    assert game.legal_moves() == ["k>T", "k>S", "k>K", "i@1", "skip"]
    play(game, "i@1 skip")
    assert seat.markers == [2]


def test_engineer_5_needs_a_space_when_it_is_open() -> None:
    assert "e5" not in begin(laid_out(row="2 5 6 8 10 12")).legal_moves()
    table = laid_out(row="2 5 6 8 10 12")
    game = play(begin(table), "i1 i@0 pass")
    assert "e5" in game.legal_moves()
    play(game, "e5")
    # The choice itself must be made, what it brings need not be done.
    assert game.legal_moves() == ["re:i1"]
    play(game, "re:i1")
    assert game.legal_moves() == ["i@1", "skip"]


def test_engineer_11_copies() -> None:
    table = laid_out(row="2 11 6 8 10 12")
    assert "e11" not in begin(table).legal_moves()
    table.seats[1].engineers = ["1", "10", "5", "11"]
    game = play(begin(table), "e11")
    assert game.legal_moves() == ["copy:1", "copy:10"]
    play(game, "copy:10")
    assert (table.seats[0].doublers, table.seats[0].points) == (1, 5)


def test_engineer_15() -> None:
    table = laid_out(row="2 15 6 8 10 12")
    game = play(begin(table), "e15")
    assert game.legal_moves() == ["ten", "card"]
    other = play(game.copy(), "ten")
    assert other.scores() == [10, 0]
    play(game, "card")
    assert game.phase == "bonus"


def test_points_of_engineers_and_locomotives() -> None:
    table = laid_out(new=True)
    drive(table, 0, "T:3.5 S:4+ K:2")
    table.seats[0].engineers = ["9"]
    game = play(begin(table), "o9")
    # 5 and 4 + 1.
    assert game.scores() == [10, 0]
    table = laid_out(new=True)
    seat = build(table, 0, "1+")
    seat.markers = [4]
    seat.engineers = ["2", "n10"]
    # 2 - 10 is at least 0; the boilerman brings 1.
    assert play(begin(table), "i1 i@4").scores() == [1, 0]
    table = laid_out()
    seat = build(table, 0, "8")
    seat.markers = [4]
    seat.engineers = ["2"]
    assert play(begin(table), "i1 i@4").scores() == [1, 0]


def test_n10_uses_a_factory_for_two_workers() -> None:
    table = laid_out(new=True, row="2 n10 6 8 10 12")
    assert "en10" not in begin(table).legal_moves()
    table = laid_out(new=True, row="2 n10 6 8 10 12")
    seat = build(table, 0, "3+ 4")
    put(table, 0, "T:3")
    game = play(begin(table), "en10$1")
    assert (seat.workers, seat.coins) == (5, 4)
    assert game.legal_moves() == ["use:1", "use:2"]
    play(game, "use:1")
    # Two doublers at once; the gray step need not be made.
    assert seat.doublers == 2
    assert game.legal_moves() == ["g>T", "skip"]


def test_n12_draws_two_starting_cards() -> None:
    table = laid_out(new=True, row="2 n12 6 8 10 4")
    game = play(begin(table), "en12")
    assert game.legal_moves() == ["!s:coin", "!s:black", "!s:industry", "!s:doubler"]
    play(game, "!s:black")
    assert game.legal_moves() == ["!s:coin", "!s:industry", "!s:doubler"]
    play(game, "!s:doubler")
    # Need not be done, also with the open engineer.
    assert game.legal_moves() == ["k>T", "k>S", "k>K", "skip"]
    assert table.seats[0].doublers == 1


def test_a_factory_uses_a_space_again_twice_with_a_boilerman() -> None:
    table = laid_out()
    seat = build(table, 0, "5+")
    seat.markers = [4, 0]
    game = play(begin(table), "i1 i@4")
    # Also the space just taken in this turn, also twice.
    assert game.legal_moves() == ["re:i1", "skip"]
    play(game, "re:i1 re:i1")
    assert game.to_dict()["pool"] == [["i", False], ["i", False]]
    play(game, "i@0 i@1")
    assert seat.markers == [5, 2]
