"""Means, intervals, Elo and ratings: by hand where that is possible, else against the truth."""

from __future__ import annotations

import math
import random

import pytest
from bench.coverage import (
    FEWEST,
    LOGS,
    LUCKS,
    is_off,
    measure_drawn,
    measure_ratings,
    measure_shares,
    measure_widths,
)
from bench.simulation import (
    Luck,
    lead_of,
    points_of,
    simulated_rankings,
    simulated_results,
    win_of,
)

from coalbaron_fast.arena import Fault, FaultKind, Interval, MatchSettings, Tally, text_report
from coalbaron_fast.arena.intervals import (
    elo_of,
    interval_of,
    share_interval_of,
    student_95,
)
from coalbaron_fast.arena.rating import ELO_SCALE, Ranking, orders, rate
from coalbaron_fast.arena.statistics import pairing_gain, score_deal
from tests.arena.drawn import result

TWO = ("greedy:name=one", "greedy:name=two")
WON, LOST = (0, 1), (1, 0)


def test_an_interval_is_students() -> None:
    interval = interval_of([1.0, 2.0, 3.0])
    assert interval.mean == 2.0
    assert interval.half == pytest.approx(4.303 / math.sqrt(3))
    assert student_95(1) == pytest.approx(math.tan(math.pi * 0.475), rel=1e-3)
    assert student_95(1000) == pytest.approx(1.9624, abs=1e-3)


def test_points_that_are_all_alike_tell_of_no_error() -> None:
    for values in ([7.0], [7.0, 7.0], [0.0] * 50):
        interval = interval_of(values)
        assert (interval.low, interval.high) == (-math.inf, math.inf)
        assert str(interval).endswith(" ± ?")


def share_without_luck(won: int, deals: int, error: float = 0.025) -> float:
    """Return the share with which `won` wins or fewer come once in forty times, by bisection."""
    low, high = 0.0, 1.0
    for _ in range(50):
        share = (low + high) / 2
        chance = sum(
            math.comb(deals, wins) * share**wins * (1 - share) ** (deals - wins)
            for wins in range(won + 1)
        )
        low, high = (share, high) if chance > error else (low, share)
    return low


@pytest.mark.parametrize(("won", "deals"), [(0, 1), (0, 2), (1, 2), (3, 5), (9, 10), (60, 200)])
def test_the_interval_of_wins_and_losses_is_that_of_clopper_and_pearson(
    won: int, deals: int
) -> None:
    interval = share_interval_of([1.0] * won + [0.0] * (deals - won))
    assert interval.high == pytest.approx(share_without_luck(won, deals), rel=0.004)
    lost = deals - won
    if won:
        assert 1 - interval.low == pytest.approx(share_without_luck(lost, deals), rel=0.004)
    else:
        assert interval.low == 0.0


@pytest.mark.parametrize("value", [0.0, 0.25, 0.5, 1.0])
@pytest.mark.parametrize("deals", [1, 2, 10, 1000])
def test_shares_that_are_all_alike_are_no_certainty(value: float, deals: int) -> None:
    """The worst case of one more deal has a weight of at most 1 - 0.025 ** (1 / deals)."""
    interval = share_interval_of([value] * deals)
    weight = 1 - 0.025 ** (1 / deals)
    assert interval.mean == value
    assert interval.low == pytest.approx(value * (1 - weight), abs=0.01 * weight)
    assert interval.high == pytest.approx(value + (1 - value) * weight, abs=0.01 * weight)
    assert interval.low < interval.high


def test_two_deals_promise_little() -> None:
    tally = Tally(MatchSettings(TWO, deals=2))
    for number in range(4):
        seats = ((0, 1), (1, 0))[number % 2]
        # A win and a drawn game in each deal: 0.75 twice, without any spread.
        ranks = (0, 0) if number % 2 else (0, 1)
        tally.add(result(number, seats, ranks, (60, 60), deal=number // 2))
    text = text_report(tally)
    assert "0.75 [0.12, 0.96]" in text
    assert "± 0 " not in text
    elo = tally.elo()
    assert elo is not None
    assert elo.low < -300
    assert elo.high > 500


@pytest.mark.parametrize(
    ("interval", "text"),
    [
        (Interval(0.5, 0.4, 0.6), "0.50 ± 0.10"),
        (Interval(58.2, 50.1, 66.3), "58.2 ± 8.1"),
        (Interval(58.2, 38.1, 78.3), "58 ± 20"),
        (Interval(1.0, 0.83, 1.0), "1.00 [0.83, 1.00]"),
        (Interval(0.75, 0.12, 0.96), "0.75 [0.12, 0.96]"),
        (Interval(0.5, 0.4981, 0.5019), "0.5000 ± 0.0019"),
        (Interval(0.999, 0.9981, 1.0), "0.9990 [0.9981, 1.0000]"),
        (interval_of([3.25]), "3.25 ± ?"),
        (interval_of([]), "-"),
    ],
)
def test_an_interval_is_written_with_the_figures_that_it_knows(
    interval: Interval, text: str
) -> None:
    assert str(interval) == text


def test_elo_is_the_logarithm_of_the_odds() -> None:
    assert elo_of(0.5) == 0.0
    assert elo_of(10 / 11) == pytest.approx(400.0)
    assert (elo_of(1.0), elo_of(0.0)) == (math.inf, -math.inf)


def test_the_score_of_a_deal_is_the_mean_over_a_players_seats() -> None:
    games = [
        result(0, (0, 1, 1), (0, 2, 0), (90, 60, 90)),
        result(1, (1, 0, 1), (0, 1, 2), (90, 80, 10)),
    ]
    first = score_deal(games, 0)
    assert first.win == pytest.approx((0.5 + 0) / 2)
    assert first.points == pytest.approx((0.75 + 0.5) / 2)
    assert (first.margin, first.vp) == ((15.0 + 30.0) / 2, 85.0)
    others = score_deal(games, 1)
    assert others.points == pytest.approx(1 - first.points)
    assert others.margin == pytest.approx(-22.5)
    assert 2 * others.win + first.win == pytest.approx(1.0)


def test_an_adjudicated_game_has_no_points() -> None:
    games = [result(0, (0, 1), LOST), result(1, (1, 0), LOST, (50, 60))]
    assert score_deal(games, 0) == (0.5, 0.5, 10.0, 60.0)
    assert score_deal(games[:1], 0) == (0.0, 0.0, None, None)


def test_games_count_by_whole_deals_in_order() -> None:
    settings = MatchSettings(TWO, deals=3)
    tally = Tally(settings)
    games = {number: result(number, (0, 1), WON, (60, 50), deal=number // 2) for number in range(6)}
    for number, deals in ((3, 0), (0, 0), (4, 0), (2, 0), (1, 2), (5, 3)):
        assert not tally.is_decided()
        tally.add(games[number])
        assert len(tally.deals) == deals
    assert tally.is_decided()
    assert tally.games == len(tally.numbers) == 6


def test_the_order_in_which_games_end_changes_nothing() -> None:
    settings = MatchSettings(TWO, deals=30, sprt=(0, 150))
    games = list(simulated_results(settings, (20.0, 0.0), Luck(), random.Random(5)))
    tally, shuffled = Tally(settings), Tally(settings)
    for game in games:
        tally.add(game)
    random.Random(6).shuffle(games)
    for game in games:
        shuffled.add(game)
    assert tally.test is not None
    assert tally.test.verdict == 150
    assert len(tally.deals) < 30
    assert shuffled.standings() == tally.standings()
    assert shuffled.test is not None
    assert shuffled.test.ratio == tally.test.ratio


def test_standings_by_table_and_over_all() -> None:
    settings = MatchSettings(
        ("greedy:name=a", "greedy:name=b", "greedy:name=c"), form="gauntlet", deals=2
    )
    tally = Tally(settings)
    for task in settings.tasks():
        won = task.table == 0
        ranks = tuple(int((entrant == 0) != won) for entrant in task.entrants)
        game = result(task.number, task.entrants, ranks, (1, 1), deal=task.deal)
        tally.add(game._replace(table=task.table))
    assert [tally.standing(0, table).win.mean for table in (0, 1)] == [1.0, 0.0]
    assert tally.standing(0).win.mean == 0.5
    assert [standing.games for standing in tally.standings()] == [8, 4, 4]
    ratings = tally.ratings()
    assert ratings is not None
    assert ratings[2].rating > ratings[0].rating > ratings[1].rating
    assert tally.elo() is None


def test_faults_are_counted_by_player() -> None:
    tally = Tally(MatchSettings(TWO, deals=1))
    fault = Fault(1, FaultKind.CRASH, "ended")
    tally.add(result(0, (0, 1), WON, faults=(fault,)))
    tally.add(result(1, (1, 0), WON, (9, 8)))
    assert tally.errors_by_kind(1) == {"crash": 1}
    assert tally.errors_by_kind(0) == {}
    assert tally.faults == [(0, fault)]


def test_pairing_saves_what_deals_have_in_common() -> None:
    assert pairing_gain([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [0.0, 1.0]]) == pytest.approx(
        (0.2678571 / 2) / 0.0625, rel=1e-4
    )
    generator = random.Random(3)
    settings = MatchSettings(TWO, deals=400)
    for luck, low, high in ((Luck(0.0, 20.0), 0.85, 1.2), (Luck(60.0, 20.0), 5.0, 20.0)):
        tally = Tally(settings)
        for game in simulated_results(settings, (0.0, 0.0), luck, generator):
            tally.add(game)
        gain = pairing_gain(tally.single_scores("margin"))
        assert gain is not None
        assert low < gain < high
    assert pairing_gain([[0.5, 0.5]] * 9) is None


# -- ratings


def test_ties_stand_for_every_order_that_they_could_have_been() -> None:
    assert orders(((5, 6, 7), (1, 0, 2))) == ((6, 5, 7),)
    assert set(orders(((5, 6, 7), (1, 0, 1)))) == {(6, 5, 7), (6, 7, 5)}


def test_a_rating_of_two_is_elo() -> None:
    """Three wins of four, and a drawn game against the mean for each: 4 of 6 on either side."""
    games: list[list[Ranking]] = [
        [((0, 1), WON)],
        [((0, 1), WON)],
        [((0, 1), WON)],
        [((0, 1), LOST)],
    ]
    one, two = rate(2, games, 1.96)
    assert one.rating == pytest.approx(-two.rating)

    def slope(log: float) -> float:
        def chance(gap: float) -> float:
            return 1 / (1 + math.exp(-gap))

        return 3 - 4 * chance(2 * log) + 0.5 - chance(log)

    assert slope(one.rating / ELO_SCALE) == pytest.approx(0.0, abs=1e-9)


def test_who_wins_everything_has_a_rating_and_much_doubt() -> None:
    games: list[list[Ranking]] = [[((0, 1), WON), ((1, 0), LOST)]] * 10
    one, _ = rate(2, games, student_95(9))
    assert 200 < one.rating < 1500
    assert one.half > 100


@pytest.mark.parametrize("deals", [2, 10])
def test_deals_that_are_alike_are_no_certain_rating(deals: int) -> None:
    games: list[list[Ranking]] = [[((0, 1), WON), ((1, 0), WON)]] * deals
    one, _ = rate(2, games, student_95(deals))
    assert one.rating == pytest.approx(0.0)
    assert one.half > 35


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("luck", LUCKS)
def test_ratings_find_the_strengths_again(seats: int, luck: str) -> None:
    for logs in LOGS:
        for case in measure_ratings(seats, 6, logs, luck, 20):
            assert not is_off(case), case


def test_ratings_cover_where_the_deals_of_lopsided_players_come_out_alike() -> None:
    for case in measure_ratings(4, 12, LOGS[-1], "players", 150):
        assert not is_off(case), case


# -- against the truth


def test_the_truth_of_a_drawn_match() -> None:
    luck = Luck(15.0, 20.0)
    assert win_of(8.0, 2, luck) == pytest.approx(points_of(8.0, luck), abs=1e-6)
    assert win_of(0.0, 4, luck) == pytest.approx(0.25, abs=1e-6)
    assert points_of(lead_of(0.7, luck), luck) == pytest.approx(0.7)


def test_the_luck_of_a_deal_goes_with_the_players_where_it_shall() -> None:
    settings = MatchSettings(("greedy:name=a", "greedy:name=b", "greedy:name=c"), seats=3, deals=9)
    games = list(
        simulated_rankings(settings, (0.0, 0.0, 0.0), random.Random(1), alike=1.0, follows=True)
    )
    for deal in range(9):
        places = {
            tuple(game.ranks[game.entrants.index(entrant)] for entrant in range(3))
            for game in games
            if game.deal == deal
        }
        assert len(places) == 1


@pytest.mark.parametrize("points", [0.5, 0.95])
@pytest.mark.parametrize("luck", LUCKS)
@pytest.mark.parametrize(("seats", "deals"), [(2, 2), (3, 3), (4, 5), (2, 10)])
def test_intervals_cover(seats: int, deals: int, luck: str, points: float) -> None:
    for case in measure_shares(seats, deals, points, luck, 150):
        assert case.covered.bounds[1] >= FEWEST, case
        assert case.empty == 0, case


def test_small_matches_are_drawn_from_a_real_one() -> None:
    tally = Tally(MatchSettings(("greedy", "random"), deals=40))
    for task in tally.settings.tasks():
        vp = (90 + task.deal % 7, 60 + task.number % 5)
        places = (0, 1) if task.number % 3 else (1, 0)
        tally.add(result(task.number, task.entrants, places, vp, deal=task.deal))
    found = measure_drawn(tally, 5, 300)
    assert set(found) == {"win", "points", "margin", "vp"}
    assert all(0.8 < counts.share <= 1 for counts in found.values())
    # Values that never vary are not covered by an interval of no width, but by one without ends.
    alike = Tally(MatchSettings(("greedy", "random"), deals=2))
    for task in alike.settings.tasks():
        ranks = task.entrants
        alike.add(result(task.number, task.entrants, ranks, ranks, deal=task.deal))
    assert {counts.share for counts in measure_drawn(alike, 3, 20).values()} == {1.0}


def test_intervals_come_near_to_student_where_that_holds() -> None:
    for _, (few, many) in measure_widths(2, [10, 200], 0.5, 20):
        assert 0.7 < few < 1.3
        assert 1.0 < many < 1.1
