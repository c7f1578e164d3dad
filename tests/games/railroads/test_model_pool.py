"""Section 4: paying, the pool, parts that must be done; section 7: ? tokens and cards."""

from __future__ import annotations

from tests.games.railroads.positions import begin, build, drive, laid_out, play, put
from tests.games.railroads.reference import Game
from tests.games.railroads.reference.table import Table


def test_workers_may_be_replaced_by_coins() -> None:
    table = laid_out(coins=2)
    table.seats[0].workers = 1
    moves = begin(table).legal_moves()
    # A worker and a coin, or two coins; three workers need at least two coins.
    assert [move for move in moves if move.startswith("k2")] == ["k2$1", "k2$2"]
    assert [move for move in moves if move.startswith("l3")] == ["l3$2"]
    # The coin that `any` demands besides: 1 + 1 coins, or a worker and a coin.
    assert [move for move in moves if move.startswith("any")] == ["any", "any$1"]
    table = laid_out(coins=1)
    table.seats[0].workers = 0
    moves = begin(table).legal_moves()
    assert "any" not in moves
    assert "to1" not in moves
    assert {"kg$1", "coins$1", "temp$1", "hire", "pass"} <= set(moves)


def test_temporary_workers_and_coins() -> None:
    table = laid_out()
    game = play(begin(table), "temp")
    assert table.seats[0].workers == 7
    play(game, "coins$1")
    assert (table.seats[1].workers, table.seats[1].coins) == (6, 6)
    # Taken for the round; `kg` never is.
    assert not {"temp", "coins", "coins$1"} & game.legal()
    play(game, "kg k>T")
    assert "kg" in game.legal_moves()


def test_nothing_left_but_to_pass() -> None:
    table = laid_out(coins=0)
    table.seats[0].workers = 0
    assert begin(table).legal_moves() == ["pass"]


def test_what_must_be_done_cannot_be_skipped() -> None:
    game = play(begin(laid_out()), "k2")
    assert "skip" not in game.legal_moves()
    table = laid_out()
    table.seats[0].engineers = ["2"]
    game = play(begin(table), "o2")
    # Of an own engineer in part or not at all.
    assert game.legal_moves() == ["k>T", "k>S", "k>K", "skip"]
    play(game, "k>S skip")
    assert table.seats[0].tracks["S"]["k"] == 2
    assert game.active == 1


def test_a_token_uses_the_narrowest_part() -> None:
    table = laid_out(new=True, row="2 n6 6 8 10 12")
    put(table, 0, "T:7.2 S:3 K:3")
    table.seats[0].unlocked |= {"g", "b"}
    game = play(begin(table), "en6")
    assert table.seats[0].coins == 4
    assert table.seats[0].workers == 6
    play(game, "k>S g>T")
    assert game.legal_moves() == ["b>T"]
    table = laid_out()
    put(table, 0, "K:8 T:2")
    game = play(begin(table), "any k>K key+")
    # Three parts are left: any that must, black, any that need not. A black step uses black.
    assert game.to_dict()["pool"] == [["k", False], ["any", True], ["any", False]]
    play(game, "k>S")
    assert game.to_dict()["pool"] == [["any", True], ["any", False]]
    # Of equal parts the one that must be done.
    play(game, "k>S")
    assert game.to_dict()["pool"] == [["any", False]]
    assert "skip" in game.legal_moves()


def test_a_part_that_cannot_be_done_waits_and_goes_with_the_rest() -> None:
    table = laid_out()
    seat = put(table, 0, "T:1 S:1 K:1")
    seat.engineers = ["14"]
    game = play(begin(table), "o14")
    # Gray is locked, until a black step unlocks it.
    assert game.legal_moves() == ["k>T", "k>S", "k>K", "skip"]
    play(game, "k>T k>T")
    assert game.legal_moves() == ["g>T", "skip"]
    table = laid_out()
    table.seats[0].engineers = ["14"]
    game = play(begin(table), "o14 k>S k>S")
    # Nothing can be done any more: no token is asked for.
    assert (game.phase, game.active) == ("turn", 1)


def entered(*, coal: bool = False, new: bool = False) -> tuple[Table, Game]:
    """Black has just come to S 4, in reach: a ?."""
    table = laid_out(coal=coal, new=new)
    put(table, 0, "S:3")
    drive(table, 0, "S:4")
    return table, play(begin(table), "kg k>S")


def test_each_question_token() -> None:
    for token, pool in {
        "medal": [],
        "reval": [],
        "mark": [["i", False]] * 2,
        "keys": [["key", False]] * 2,
        "x2": [],
        "build": [["L", False], ["F", False]],
    }.items():
        table, game = entered()
        play(game, f"?{token}")
        assert game.to_dict()["pool"] == pool
        assert table.seats[0].tokens_used == 1
    assert game.legal_moves()[:2] == ["L>T", "L>T^1"]
    table, game = entered()
    play(game, "?x2")
    assert (table.seats[0].doublers, table.doublers) == (3, 17)
    table, game = entered()
    play(game, "?mark i@0 i@0")
    assert table.seats[0].markers == [1, 1]


def test_new_tokens() -> None:
    table, game = entered(new=True)
    assert "?coins4" in game.legal_moves()
    assert "?coal4" not in game.legal_moves()
    play(game, "?coins4")
    assert table.seats[0].coins == 9
    table, game = entered(new=True, coal=True)
    play(game, "?coal4")
    assert table.seats[0].coal == 4


def test_question_cards_and_the_end_bonus_card() -> None:
    table, game = entered()
    play(game, "?c-worker")
    # The black worker is used at once; the end bonus card is chosen at the end of the turn.
    assert table.seats[0].workers == 6
    assert game.phase == "bonus"
    assert len(game.legal_moves()) == 8
    play(game, "e:black")
    assert game.shown_to(1)[-1] == "e:?"
    assert game.shown_to(0)[-1] == "e:black"
    assert game.to_dict(1)["seats"][0]["bonus"] == [None]
    table, game = entered()
    play(game, "?c-engineer")
    assert (table.seats[0].engineers, table.seats[0].coins) == (["1"], 6)
    table, game = entered()
    play(game, "?c-loco9")
    assert (game.phase, game.legal_moves()) == ("loco", ["L>T", "L>T^1", "L>S^4", "L>K"])
    play(game, "L>S^4 L>K")
    # 9 reaches space 6 too: but black is on 4.
    assert game.phase == "bonus"


def test_a_question_card_must_be_possible_and_its_parts_done() -> None:
    table, game = entered()
    play(game, "?c-tracks")
    assert "skip" not in game.legal_moves()
    table = laid_out()
    put(table, 0, "S:3")
    drive(table, 0, "S:4")
    table.seats[0].markers = [3]
    game = play(begin(table), "kg k>S")
    assert "?c-industry" not in game.legal_moves()
    table.cards = ["industry"]
    assert "?c-industry" not in begin(table).legal_moves()
    table.cards = []
    assert "?card" in begin(table).legal_moves()


def test_a_seat_never_has_both_revaluation_markers() -> None:
    table, game = entered(new=True)
    play(game, "?c-reval2")
    assert table.seats[0].values == "german"
    assert game.phase == "bonus"
    table = laid_out(new=True)
    put(table, 0, "S:3")
    drive(table, 0, "S:4")
    table.seats[0].values = "base"
    assert "?c-reval2" not in play(begin(table), "kg k>S").legal_moves()
    table = laid_out(new=True)
    put(table, 0, "S:3")
    drive(table, 0, "S:4")
    table.seats[0].values = "german"
    assert "?reval" not in play(begin(table), "kg k>S").legal_moves()


def test_the_coal_factory_replaces_one_when_all_gaps_are_full() -> None:
    table = laid_out(new=True, coal=True)
    put(table, 0, "S:3")
    drive(table, 0, "S:4")
    seat = build(table, 0, "2 3 4+ 5 6")
    game = play(begin(table), "kg k>S ?c-coalfactory")
    assert game.legal_moves() == ["C^1", "C^2", "C^3", "C^4", "C^5"]
    play(game, "C^3")
    assert (seat.coal, table.returned) == (2, [4])
    assert game.to_dict()["seats"][0]["gaps"] == ["2", "3", "10", "5", "6"]
    # Replaced itself, it lies among the returned tiles for anybody.
    play(game, "end e:black pass l1 F2^3")
    assert table.returned == [4, 10]


def test_the_coal_factory_burns_coal() -> None:
    table = laid_out(new=True, coal=True, pieces=2)
    seat = build(table, 0, "10+")
    seat.markers = [4]
    game = play(begin(table), "i1 i@4")
    assert game.to_dict()["pool"] == [*[["k", False]] * 3, *[["burn", False]] * 3]
    play(game, "burn burn k>T k>T k>T k>T k>S k>S k>S")
    # No coal is left for the third: the rest is gone.
    assert seat.coal == 0
    assert (seat.tracks["T"]["k"], seat.tracks["S"]["k"]) == (5, 4)
    assert (game.phase, game.active) == ("turn", 1)
