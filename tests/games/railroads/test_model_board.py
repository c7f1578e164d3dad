"""Section 2: steps, special spaces, locomotives, factories, the industry track, doublers."""

from __future__ import annotations

from tests.games.railroads.positions import begin, build, drive, laid_out, play, put


def test_a_colour_stays_strictly_behind_the_better_one() -> None:
    table = laid_out(3)
    put(table, 0, "T:3.1 S:2 K:1")
    game = play(begin(table), "g1")
    # T: 1 to 2, then behind black on 3; S: space 1 behind 2; K: nothing behind 1.
    assert game.legal_moves() == ["g>T", "g>S"]
    play(game, "g>T")
    assert game.legal_moves() == ["g>S"]


def test_a_space_must_be_possible_in_full() -> None:
    table = laid_out()
    put(table, 0, "T:3.1 S:1 K:1")
    # Gray: T to 2 and no more. g2 takes 3 steps.
    assert "g2" not in begin(table).legal_moves()
    table = laid_out()
    put(table, 0, "T:3.1 S:2 K:2")
    assert "g2" in begin(table).legal_moves()


def test_a_locked_colour_does_not_count_though_the_action_would_unlock_it() -> None:
    table = laid_out(row="2 14 6 8 10 12")
    assert "e14" not in begin(table).legal_moves()
    table = laid_out(row="2 14 6 8 10 12")
    put(table, 0, "T:2")
    assert "e14" in begin(table).legal_moves()


def test_tracks_of_a_colour_run_out() -> None:
    table = laid_out(germany=True)
    seat = put(table, 0, "M:8.4.3.2 D:5.4.3.2 N:3.2.2")
    seat.tracks["N"]["b"] = 2 - 1
    game = begin(table)
    # Two natural tracks lie on M and D: N would need a third; M and D are right behind brown.
    assert not {"n1", "n2"} & game.legal()


def test_a_railroad_has_its_own_colours() -> None:
    table = laid_out()
    put(table, 0, "T:11.3.2.1 S:6.5.4 K:6.5.4")
    # Kiev has no natural; T's is right behind brown.
    assert play(begin(table), "n1").legal_moves() == ["n>S"]


def test_reach_and_the_worker_of_space_3() -> None:
    table = laid_out()
    seat = put(table, 0, "T:3")
    game = play(begin(table), "l1 L>T")
    # 1 and 2 reach space 3: a worker, usable at once and every round.
    assert (seat.won, seat.workers) == (1, 6)
    assert game.active == 1


def test_the_question_of_petersburg_and_the_tokens() -> None:
    table = laid_out()
    put(table, 0, "S:4")
    drive(table, 0, "S:3")
    table.stacks = {**table.stacks, 2: 0, 3: 0}
    game = play(begin(table), "l1")
    assert game.legal_moves() == ["L>T", "L>T^1", "L>S^3", "L>K", "F4"]
    play(game, "L>S^3")
    # The replaced #3 is placed before anything else goes on.
    assert game.phase == "loco"
    assert game.legal_moves() == ["L>T", "L>T^1", "L>K"]
    play(game, "L>T^1")
    assert game.legal_moves() == ["L>T", "L>K"]
    play(game, "L>K")
    assert game.phase == "pool"
    assert game.legal_moves() == [
        "?c-worker", "?c-loco9", "?c-engineer", "?c-tracks", "?c-industry",
        "?medal", "?reval", "?mark", "?keys", "?x2", "?build", "skip",
    ]  # fmt: skip


def test_a_locomotive_goes_back_only_with_no_empty_place() -> None:
    table = laid_out()
    drive(table, 0, "T:3.2 S:2+ K:4")
    table.stacks = {**table.stacks, 2: 0, 3: 1}
    game = play(begin(table), "l1")
    # Number 3: it replaces the 2, not the 3 nor the 2+ (3).
    assert game.legal_moves() == ["L>T^2", "L>-", "F3"]
    play(game, "L>T^2")
    assert game.legal_moves() == ["L>-"]
    play(game, "L>-")
    assert table.returned == [2]


def test_a_boilerman_leaves_with_the_locomotive_that_goes_back() -> None:
    table = laid_out()
    seat = drive(table, 0, "T:4.4 S:2+ K:4")
    table.stacks = {**table.stacks, 2: 0, 3: 0, 4: 1}
    play(begin(table), "l1 L>S^2+ L>-")
    assert table.returned == [2]
    assert not any(loco.man for loco in seat.all_locos)


def test_a_factory_comes_from_the_supply_or_back_from_it() -> None:
    table = laid_out()
    seat = build(table, 0, "4 9 8 7 5+")
    table.returned = [1, 6]
    game = play(begin(table), "l1")
    tiles = [token for token in game.legal_moves() if token[0] in "FR"]
    assert tiles == [f"{tile}^{gap}" for tile in ("F2", "R1", "R6") for gap in range(1, 6)]
    play(game, "R6^5")
    # The replaced factory returns, its boilerman leaves the game.
    assert sorted(table.returned) == [1, 5]
    assert [factory.name for factory in seat.factories] == ["4", "9", "8", "7", "6"]


def test_a_locomotive_and_a_factory_in_any_order() -> None:
    game = play(begin(laid_out()), "l3")
    assert game.legal_moves() == ["L>T", "L>T^1", "L>S", "L>K", "F2"]
    play(game, "F2")
    # The factory is done: a locomotive must be taken.
    assert game.legal_moves() == ["L>T", "L>T^1", "L>S", "L>K"]


def test_a_marker_cannot_enter_an_empty_gap_and_works_a_factory() -> None:
    table = laid_out()
    seat = table.seats[0]
    seat.markers = [3]
    # One step to 4; the gap on 5 is empty: i2 is not possible in full.
    assert "i1" in begin(table).legal_moves()
    assert "i2" not in begin(table).legal_moves()
    table = laid_out()
    seat = build(table, 0, "4+")
    seat.markers = [3]
    play(begin(table), "i2 i@3 i@4")
    # Two coins, twice with the boilerman.
    assert (seat.coins, seat.markers) == (9, [5])


def test_the_first_marker_on_the_question_space_only() -> None:
    table = laid_out()
    seat = build(table, 0, "4 4 4")
    seat.markers = [9, 9]
    game = play(begin(table), "i2 i@9")
    assert {"?medal", "i@9"} <= game.legal()
    # A part that must be done can be done now.
    assert "skip" not in game.legal_moves()
    play(game, "i@9")
    assert "?medal" in game.legal_moves()
    assert "skip" in game.legal_moves()
    play(game, "skip")
    assert (game.active, len(seat.tokens)) == (1, 7)


def test_doublers_need_room_and_supply() -> None:
    table = laid_out()
    table.seats[0].doublers = 8
    assert "x2" not in begin(table).legal_moves()
    table = laid_out()
    table.doublers = 0
    assert "x2" not in begin(table).legal_moves()
    # A hired engineer 7 brings the industry step alone; 10 the points.
    table.seats[0].engineers = ["10"]
    table.seats[0].doublers = 8
    play(begin(table), "o10")
    assert table.seats[0].points == 5


def test_the_end_station() -> None:
    table = laid_out()
    seat = put(table, 0, "K:8 T:2")
    game = play(begin(table), "kg k>K")
    assert game.legal_moves() == ["key10", "key+", "skip"]
    other = play(game.copy(), "key10")
    assert other.scores() == [10, 0]
    play(game, "key+")
    # A black step and one of any colour; gray takes the part of any.
    assert game.legal_moves() == ["k>T", "k>S", "g>T", "g>K", "skip"]
    play(game, "g>T k>S")
    assert (seat.tracks["T"]["g"], seat.tracks["S"]["k"]) == (1, 2)
    assert game.active == 1
