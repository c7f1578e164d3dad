"""Section 11: Emil."""

from __future__ import annotations

from tests.games.railroads.positions import begin, drive, laid_out, play
from tests.games.railroads.reference import Game, emil
from tests.games.railroads.reference.table import Table


def alone(cards: str, workers: int = 6, row: str = "2 4 6 8 10 12", **options: bool) -> Table:
    """Emil is to draw, with these cards only."""
    table = laid_out(1, row=row, coal=options.get("coal", False), new=options.get("new", False))
    emil.fresh(table)
    him = emil.of(table)
    him.workers, him.deck = workers, cards.split()
    table.mover, table.draw = None, "emil"
    return table


def test_emil_begins_and_takes_a_space() -> None:
    table = alone("k2 i1 l3")
    game = begin(table)
    assert game.legal_moves() == ["!c:k2", "!c:i1", "!c:l3"]
    play(game, "!c:l3")
    assert (game.phase, game.active) == ("turn", 0)
    assert table.taken == {"l3": "emil"}
    assert emil.of(table).tiles == [2, 2]
    assert emil.of(table).workers == 3
    moves = game.legal()
    # No space coins, no turn order.
    assert not {"coins", "to1", "l3", "k1", "g1", "l2", "i3"} & moves
    play(game, "kg k>T !c:k2")
    assert not {"k2", "k2$1"} & game.legal()


def test_the_next_card_is_drawn_until_he_takes_a_space() -> None:
    # Brown is locked for the player: he cannot take it.
    table = alone("b1 w2 i2")
    game = play(begin(table), "!c:b1")
    assert game.legal_moves() == ["!c:w2", "!c:i2"]
    play(game, "!c:w2 !c:i2")
    assert table.taken == {"i2": "emil"}
    # With no card in the deck he passes; the player takes all remaining turns.
    play(game, "kg k>T")
    assert (game.phase, emil.of(table).passed) == ("turn", True)
    play(game, "kg k>T")
    assert game.phase == "turn"


def test_the_deck_runs_out_without_a_space() -> None:
    table = alone("b1")
    game = play(begin(table), "!c:b1")
    assert game.phase == "turn"
    assert not emil.of(table).passed
    play(game, "kg k>T")
    assert emil.of(table).passed


def test_he_needs_his_workers_but_not_for_hire() -> None:
    table = alone("k2 hire", workers=1)
    game = play(begin(table), "!c:k2 !c:hire")
    assert emil.of(table).engineers == ["2"]
    assert emil.of(table).workers == 1
    assert table.row[0] is None
    table = alone("hire any", workers=1)
    game = play(begin(table), "!c:any")
    assert emil.of(table).workers == 0
    # No worker: he passes, though hire is in the deck.
    play(game, "kg k>T")
    assert emil.of(table).passed
    assert "hire" in game.legal_moves()


def test_open_means_the_engineer_of_slot_1() -> None:
    table = alone("open i1")
    play(begin(table), "!c:open")
    assert table.taken == {"e4": "emil"}
    assert emil.of(table).engineers == []
    table = alone("open i1", row="2 13 6 8 10 12")
    # Brown steps are not possible in full.
    assert play(begin(table), "!c:open").legal_moves() == ["!c:i1"]
    table = alone("open i1")
    table.row = ["2", None, None, None, None, None]
    assert play(begin(table), "!c:open").legal_moves() == ["!c:i1"]


def test_he_takes_returned_factories_when_no_locomotive_is_left() -> None:
    table = alone("l1 x2")
    table.stacks = dict.fromkeys(table.stacks, 0)
    table.returned = [7, 3]
    play(begin(table), "!c:l1")
    assert (table.returned, emil.of(table).tiles) == ([7], [3])


def test_more_workers_at_50_and_150() -> None:
    table = alone("i1")
    table.seats[0].points = table.seats[0].sources["test"] = 45
    seat = drive(table, 0, "T:4.3")
    seat.engineers = ["9"]
    game = play(begin(table), "!c:i1 o9")
    assert game.scores() == [52]
    assert (emil.of(table).workers, emil.of(table).in_all) == (6, 7)
    table = alone("i1")
    seat = drive(table, 0, "T:4.3")
    seat.engineers = ["9"]
    seat.points = seat.sources["test"] = 148
    play(begin(table), "!c:i1 o9")
    assert emil.of(table).in_all == 7


def test_a_round_ends_when_the_player_has_passed() -> None:
    table = alone("i1 l1")
    game = play(begin(table), "!c:i1 pass")
    # No points for passing; all his cards are shuffled again.
    assert (table.round, game.scores()) == (2, [0])
    assert len(game.legal_moves()) == 16
    assert emil.of(table).workers == 6
    assert len(emil.all_cards(laid_out(1, coal=True))) == 17


def test_emil_counts_in_the_majority() -> None:
    for mine, points in (("2", 20), ("2 4", 40), ("15", 40), ("", 0)):
        table = alone("i1")
        table.round = 6
        table.seats[0].engineers = mine.split()
        emil.of(table).engineers = ["14"]
        game = play(begin(table), "!c:i1 pass")
        assert game.phase == "over"
        assert table.seats[0].sources["majority"] == points
        assert game.win_shares() == [1.0]


def test_engineer_11_has_nobody_to_copy() -> None:
    table = alone("i1", row="2 11 6 8 10 12")
    emil.of(table).engineers = ["14"]
    assert "e11" not in play(begin(table), "!c:i1").legal_moves()


def test_the_sole_seat_does_not_see_what_left_the_game() -> None:
    game = Game(1)
    while game.table.stage == "setup":
        game.play(game.legal_moves()[0])
    assert game.shown_to(0).count("!?") == 2
    assert game.to_dict(0)["removed"] == [None, None]
    assert len(game.worlds(0)) == 45
