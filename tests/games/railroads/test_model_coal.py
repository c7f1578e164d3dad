"""Section 9: coal, foundries, boilermen."""

from __future__ import annotations

from tests.games.railroads.positions import begin, build, drive, laid_out, play, put


def test_coal_and_foundry_are_one_space_up_to_two_seats() -> None:
    for players, shared in ((2, True), (3, False)):
        table = laid_out(players, coal=True)
        game = play(begin(table), "coal")
        assert table.seats[0].coal == 1
        assert ("fy:1" not in game.legal_moves()) == shared


def test_a_foundry_is_drawn_right_after_one_is_taken() -> None:
    table = laid_out(coal=True, pieces=1)
    game = play(begin(table), "fy:2")
    assert game.legal_moves() == [f"!f{number}" for number in range(3, 13)]
    play(game, "!f9")
    seat = table.seats[0]
    assert (seat.coins, seat.coal, table.face_up, table.stack) == (4, 2, [1, 9], 9)
    # Used from the turn of taking it on.
    assert game.legal_moves() == ["fu2", "boil", "end"]
    play(game, "fu2 k>S")
    assert game.legal_moves() == ["L>T", "L>T^1", "L>S", "L>K", "F2", "skip"]
    play(game, "skip")
    # Its effect is done: it may be closed.
    assert (game.phase, game.legal_moves()) == ("close", ["m>T1", "keep"])
    play(game, "m>T1")
    assert seat.foundries == {}
    assert [loco.name for loco in seat.locos["T"]] == ["1+"]
    assert game.active == 1


def test_a_foundry_once_a_round_also_for_nothing() -> None:
    table = laid_out(coal=True, pieces=4)
    table.seats[0].foundries = {7: False}
    game = play(begin(table), "fu7")
    # No space to use again: nothing can be done, but closed it may be.
    assert game.phase == "close"
    play(game, "keep")
    assert game.phase == "turn"
    assert "fu7" not in game.legal_moves()
    assert "boil" in game.legal_moves()


def test_the_boilerman_space_is_one_for_all() -> None:
    table = laid_out(coal=True, pieces=2)
    build(table, 0, "2")
    game = play(begin(table), "boil")
    assert (game.phase, game.legal_moves()) == ("man", ["m>T1", "m>F1"])
    play(game, "m>F1 kg k>T")
    assert (table.stack, len(table.unseen)) == (9, 10)
    assert "boil" not in game.legal_moves()


def test_a_place_for_the_boilerman_is_needed() -> None:
    table = laid_out(coal=True, pieces=9)
    drive(table, 0, "T:1+")
    table.seats[0].foundries = {11: False}
    game = begin(table)
    assert "boil" not in game.legal_moves()
    play(game, "fu11")
    # Not asked at all.
    assert (game.phase, table.seats[0].coins) == ("turn", 7)


def test_a_boilerman_raises_the_number_wherever_it_goes() -> None:
    table = laid_out(coal=True, pieces=2)
    seat = put(table, 0, "T:3")
    drive(table, 0, "T:2")
    game = play(begin(table), "boil m>T2")
    # 3 reaches the worker of space 3.
    assert seat.workers == 7
    table.stacks = {**table.stacks, 2: 0}
    play(game, "l1")
    # A 3 does not replace a 2+.
    assert game.legal_moves() == ["L>T", "L>S", "L>K", "F3"]


def test_the_stack_may_run_out() -> None:
    table = laid_out(coal=True, pieces=2)
    table.unseen, table.stack = [5], 0
    game = play(begin(table), "fy:1")
    assert game.phase == "free"
    assert table.face_up == [2]
    assert "boil" not in game.legal_moves()


def test_each_foundry() -> None:
    parts = {
        1: "k k i", 2: "k LF", 3: "i i", 4: "k k F", 5: "k any", 6: "k i", 7: "", 8: "any",
        9: "any any", 10: "any", 11: "", 12: "i",
    }  # fmt: skip
    at_once = {3: "doublers", 5: "coins", 6: "doublers", 8: "points", 10: "doublers", 11: "coins"}
    at_once[12] = "points"
    for number, pool in parts.items():
        table = laid_out(coal=True, pieces=2)
        drive(table, 0, "T:3+.2")
        seat = table.seats[0]
        seat.foundries = {number: False}
        before = {name: getattr(seat, name) for name in ("doublers", "coins", "points")}
        game = play(begin(table), f"fu{number}")
        assert game.to_dict()["pool"] == [[kind, False] for kind in pool.split()]
        changed = {name for name, value in before.items() if getattr(seat, name) != value}
        assert changed == ({at_once[number]} if number in at_once else set())
        if "points" in changed:
            # The best locomotive, with its boilerman.
            assert seat.points == 4


def test_each_factory_with_and_without_a_boilerman() -> None:
    parts = {
        2: ("k k", "k k k k"), 3: ("g", "g"), 5: ("re1", "re1 re1"), 6: ("any any", "any any any"),
        7: ("LF", "LF LF"), 10: ("k k burn burn burn", "k k k burn burn burn"),
    }  # fmt: skip
    for number in range(1, 11):
        for man in (False, True):
            table = laid_out(coal=True, new=True, pieces=9)
            put(table, 0, "T:5.2")
            seat = build(table, 0, f"{number}{'+' * man}")
            drive(table, 0, "T:3.2")
            seat.markers = [4]
            seat.engineers = ["7"]
            game = play(begin(table), "i1 i@4")
            pool = parts[number][man].split() if number in parts else []
            assert game.to_dict()["pool"] == [[kind, False] for kind in pool]
            assert seat.points == {1: 7, 8: 5}.get(number, 0) + (man and number in (1, 8))
            assert seat.coins == 5 + {4: 2 + 2 * man, 6: 1}.get(number, 0)
            assert seat.doublers == (1 + man if number == 3 else 0)
            assert seat.due == (1 + man if number == 9 else 0)
