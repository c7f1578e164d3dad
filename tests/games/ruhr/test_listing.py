"""The brute force over groups of decisions, on groups that can be counted by hand."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.ruhr.groups import groups
from tests.games.ruhr.positions import begin, dice, give, laid_out, play
from tests.games.ruhr.reference import Game
from tests.games.ruhr.reference.listing import (
    OPTION_PHASES,
    TooManyError,
    complaints,
    fingerprint,
    result_of,
    results,
    sequences,
)


def shop() -> Game:
    """A seat may use the inn and repay a debt, in either sequence."""
    game = laid_out(4, "c4 c7 port port")
    give(game, 0, "inn", thalers=3)
    game.seats[0].debts = 1
    return begin(game, 11, "market")


def words(ways: list[list[str]]) -> set[str]:
    """Sequences as words."""
    return {"/".join(way) for way in ways}


def test_purchases_that_come_to_the_same_are_one_result() -> None:
    game = shop()
    # After both, 3 Thalers would be there, but nothing to buy: it ends by itself.
    every = {
        *("end", "inn:t/end", "inn:v/end", "repay/end"),
        *("inn:t/repay", "inn:v/repay", "repay/inn:t", "repay/inn:v"),
    }
    assert words(sequences(game)) == every
    assert len(results(game)) == 6
    assert result_of(game, ["inn:t", "repay"]) == result_of(game, ["repay", "inn:t"])
    assert result_of(game, ["inn:t", "repay"]) != result_of(game, ["inn:v", "repay"])


def test_a_position_within_a_group_is_no_result() -> None:
    game = shop()
    for word in ("inn:t", "end/end", "repay/repay", "lock:l1"):
        with pytest.raises(ValueError, match=r"group|illegal"):
            result_of(game, word.split("/"))
    rest = play(shop(), "inn:t")
    assert words(list(results(rest).values())) == {"end", "repay"}


def test_a_list_is_held_against_every_result() -> None:
    game = shop()
    listed = ["end", "inn:t/end", "inn:v/end", "repay/end", "inn:t/repay", "inn:v/repay"]
    assert complaints(game, [word.split("/") for word in listed]) == []
    doubled = [*listed, "repay/inn:t"]
    assert complaints(game, [word.split("/") for word in doubled]) == [
        "repay/inn:t comes to the same as inn:t/repay"
    ]
    short = [*listed[1:], "inn:t"]
    wrong = complaints(game, [word.split("/") for word in short])
    assert wrong == ["inn:t: the group is not over yet", "missing: what end comes to"]


def test_the_limit() -> None:
    with pytest.raises(TooManyError):
        results(shop(), limit=2)


def test_options_go_to_the_hauler() -> None:
    game = laid_out(2, "c4 c5")
    give(game, 0, "hauler", thalers=1)
    dice(game, "s8:6 s10:3 s13:3")
    begin(game, 5, "options")
    game.seats[0].pool, game.seats[0].warehouse_turns = 0, []
    # haul: s8; plain and pilot: s10 or s13; each with ^s10, ^s13 or ^-. `hp` costs too much.
    found = results(game)
    assert len(found) == len(sequences(game)) == 5 * 3
    assert "haul/@s8/^-" in words(list(found.values()))


def test_layers_find_what_all_sequences_find() -> None:
    rng = Random(5)
    compared = 0
    for players in (2, 3, 4):
        game = Game(players)
        while game.phase != "over":
            begins = game.phase == "option" or (game.phase == "buy" and rng.random() < 0.4)
            if begins and rng.random() < 0.2 and len(small := results(game)) < 40:
                assert {result_of(game, way) for way in sequences(game)} == set(small)
                assert complaints(game, small.values()) == []
                compared += 1
            game.play(rng.choice(sorted(game.legal())))
    assert compared > 10
    assert set(OPTION_PHASES) == {"option", "carry", "supply", "start", "hauler"}


@pytest.mark.parametrize("phase", ["option", "buy"])
def test_groups_begin_where_a_seat_begins(phase: str) -> None:
    numbers = range(0, 108, 40)
    some = list(groups(1, numbers, phase, 0.2))
    assert 10 < len(some) < len(list(groups(1, numbers, phase)))
    for group in some:
        game = Game(group.setting.players, group.setting.start, calm=group.setting.calm)
        play(game, " ".join(group.tokens))
        assert fingerprint(game) == fingerprint(group.game)
        assert game.phase == phase
        if phase == "buy":
            assert game.buying is not None
            assert not any((game.buying.lock, game.buying.essen, game.buying.depot))
