"""The paired games: who plays, from where, and what is made of the results."""

from __future__ import annotations

from bench import strength

from coalbaron_fast.bots import GreedyBot, RandomBot


def test_a_late_opening_is_the_same_again() -> None:
    state = strength.opening(3, 5, 9)
    assert state.shift == 3
    assert sum(state.workers) <= 9
    assert state == strength.opening(3, 5, 9)
    assert strength.opening(3, 5, None).shift == 1


def test_a_deal_is_played_in_every_seat() -> None:
    deal = strength.play_deal(GreedyBot(), RandomBot(1), strength.opening(2, 3, 20))
    assert 0.0 <= deal.win <= 1.0
    same = strength.play_deal(GreedyBot(), GreedyBot(), strength.opening(2, 3, 20))
    assert same.win == 0.5
    assert same.margin == 0.0


def test_a_summary_holds_means_and_intervals() -> None:
    deals = [strength.Deal(1.0, 100.0, 10.0), strength.Deal(0.5, 90.0, 0.0)]
    assert strength.summary(deals, 2) == (
        "2 deals, 4 games: win share 0.75 ± 0.49 (fair 0.50), margin 5 ± 9.8, own VP 95 ± 9.8"
    )
