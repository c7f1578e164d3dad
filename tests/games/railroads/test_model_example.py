"""The example of section 13, token by token, and what the setup and the draft ask."""

from __future__ import annotations

import pytest

from tests.games.railroads.positions import play
from tests.games.railroads.reference import Game, facts

SETUP = "!E2 !E4 !E6 !E3 !E5 !E7 !-factories !-locos"


def test_the_setup_asks_for_engineers_then_the_cards_that_leave() -> None:
    game = Game(2)
    assert game.legal_moves() == ["!E2", "!E4", "!E6", "!E8", "!E10", "!E12", "!E14"]
    play(game, "!E2 !E4 !E6")
    # Three from stack A, then three from B.
    assert game.legal_moves() == ["!E3", "!E5", "!E7", "!E9", "!E11", "!E13", "!E15"]
    play(game, "!E3 !E5 !E7")
    assert game.legal_moves() == [f"!-{card}" for card in facts.BONUS]
    play(game, "!-factories")
    assert len(game.legal_moves()) == 9
    play(game, "!-locos")
    # From last to second in turn order.
    assert (game.phase, game.active) == ("pool", 1)
    assert game.legal_moves() == ["s:coin", "s:black", "s:industry", "s:doubler"]


def test_two_engineers_of_one_number_never_lie_in_the_row() -> None:
    game = Game(4, coal=True, new=True)
    assert "!En8" in game.legal_moves()
    play(game, "!E4 !En6")
    assert game.legal_moves() == ["!E2", "!E8", "!E10", "!E12", "!E14", "!En8", "!En12"]
    play(game, "!E10")
    # Ten and minus ten are two numbers.
    assert "!En10" in game.legal_moves()
    assert "!En8" not in Game(4, new=True).legal_moves()


def test_the_setup_draws_two_foundries_with_coal() -> None:
    game = play(Game(1, coal=True), "!E2 !E4 !E3 !E5 !E7 !-black !-locos")
    assert game.legal_moves() == [f"!f{number}" for number in range(1, 13)]
    play(game, "!f7")
    assert game.chance_outcomes()["!f1"] == pytest.approx(1 / 11)
    play(game, "!f12")
    # No starting bonus in the solo game: Emil begins.
    assert len(game.legal_moves()) == 17


def test_the_draft_goes_from_last_to_second() -> None:
    game = Game(4, start=2, coal=True)
    while game.phase == "chance":
        game.play(game.legal_moves()[0])
    assert game.table.order == [2, 3, 0, 1]
    assert game.active == 1
    play(game, "s:black")
    assert game.legal_moves() == ["k>T", "k>S", "k>K"]
    play(game, "k>T")
    assert game.table.seats[1].unlocked == {"k", "g"}
    assert game.active == 0
    assert game.legal_moves() == ["s:coin", "s:industry", "s:doubler", "s:coal"]
    play(game, "s:coal")
    assert [seat.coal for seat in game.table.seats] == [2, 1, 1, 1]
    play(game, "s:industry")
    assert (game.active, game.legal_moves()) == (3, ["i@0"])
    play(game, "i@0")
    assert (game.phase, game.active) == ("turn", 2)


def test_the_example_of_section_13() -> None:
    game = play(Game(2, start=0), f"{SETUP} s:coin")
    play(game, "k2$1 k>T k>T k>S")
    first, second = game.table.seats
    assert (first.workers, first.coins) == (5, 1)
    assert first.unlocked == {"k", "g"}
    assert first.tracks["T"]["k"] == 3
    # T 3 would give a worker with a reach of 3.
    assert first.won == 0
    play(game, "l1 L>T")
    assert [loco.name for loco in second.locos["T"]] == ["1", "2"]
    play(game, "hire")
    assert (first.engineers, first.coins) == (["2"], 0)
    play(game, "i2 i@0 i@1")
    assert second.markers == [2]
    assert (game.phase, game.active) == ("turn", 0)
    assert "o2" in game.legal_moves()
    assert {"k2", "k2$1", "l1", "hire", "i2"}.isdisjoint(game.legal_moves())


def test_what_others_are_shown() -> None:
    game = play(Game(2, start=0), SETUP)
    assert game.shown_to(0) == game.shown_to(1) == [*SETUP.split()[:6], "!?", "!?"]


@pytest.mark.parametrize(
    ("players", "coal", "workers", "coins", "rounds"),
    [
        (1, False, 6, 5, 6), (2, False, 6, 2, 6), (3, False, 6, 1, 6), (4, False, 5, 1, 7),
        (1, True, 6, 6, 5), (2, True, 6, 3, 5), (3, True, 6, 2, 5), (4, True, 5, 2, 6),
    ],
)  # fmt: skip
def test_what_everybody_starts_with(
    players: int, coal: bool, workers: int, coins: int, rounds: int
) -> None:
    game = Game(players, coal=coal)
    position = game.to_dict()
    assert game.table.rounds == rounds
    for seat in position["seats"]:
        assert (seat["workers"], seat["coins"], seat["coal"]) == (workers, coins, int(coal))
        assert seat["tracks"]["T"] == [1, 0, 0, 0, 0]
        assert seat["locos"] == {"T": ["1"], "S": [], "K": []}
    assert set(position["locomotives"].values()) == {max(2, players)}
