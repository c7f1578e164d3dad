"""What pictures show: bars, lines and bands, held against the figures that they are of."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from coalbaron_fast.arena import MatchSettings, Tally
from coalbaron_fast.arena import plots as drawn
from coalbaron_fast.arena.forecast import GameOutcomes
from coalbaron_fast.arena.intervals import share_interval_of
from coalbaron_fast.arena.statistics import score_deal
from tests.arena.drawn import result

if TYPE_CHECKING:
    from matplotlib.axes import Axes

figure = pytest.importorskip("matplotlib.figure")


def axes_of(draw: Callable[[Any, Axes], None], data: object) -> Any:  # noqa: ANN401 - no types
    axes = figure.Figure().add_subplot()
    draw(data, axes)
    return axes


def tally_of(players: int, deals: int) -> Tally:
    """A match with places and points at random, in which some games are adjudicated."""
    names = tuple(f"greedy:name={name}" for name in "abc"[:players])
    settings = MatchSettings(names, form="round-robin", deals=deals)
    tally, chance = Tally(settings), random.Random(players)
    for task in settings.tasks():
        vp = [chance.randrange(40, 90), chance.randrange(40, 80)]
        ranks = (0, 0) if vp[0] == vp[1] else (int(vp[0] < vp[1]), int(vp[0] > vp[1]))
        one = result(task.number, task.entrants, ranks, vp, deal=task.deal)
        tally.add(one._replace(table=task.table, vp=None if task.number % 7 == 0 else one.vp))
    return tally


def bars_of(axes: Any) -> tuple[list[str], list[float], list[tuple[float, float]]]:  # noqa: ANN401
    """The names, ends and whiskers of horizontal bars, from the top."""
    assert axes.yaxis_inverted()
    names = [label.get_text() for label in axes.get_yticklabels()]
    bars = axes.containers[-1]
    ends = [bar.get_width() for bar in bars.patches]
    segments = bars.errorbar.lines[2][0].get_segments()
    return names, ends, [(float(part[0][0]), float(part[1][0])) for part in segments]


def lines_of(axes: Any) -> list[tuple[list[float], list[float]]]:  # noqa: ANN401 - no types
    """Where lines go."""
    return [(list(line.get_xdata()), list(line.get_ydata())) for line in axes.lines]


def test_ratings_of_two_are_their_shares_of_the_win() -> None:
    tally = tally_of(2, 9)
    axes = axes_of(drawn._draw_ratings, tally)
    names, ends, whiskers = bars_of(axes)
    shares = [standing.win for standing in tally.standings()]
    assert names == ["a", "b"]
    assert ends == pytest.approx([share.mean for share in shares])
    for whisker, share in zip(whiskers, shares, strict=True):
        assert whisker == pytest.approx((share.low, share.high))
    assert [0.5, 0.5] in [x for x, _ in lines_of(axes)]
    assert "share of the win" in axes.get_xlabel()


def test_ratings_of_three_are_elo() -> None:
    tally = tally_of(3, 9)
    axes = axes_of(drawn._draw_ratings, tally)
    names, ends, whiskers = bars_of(axes)
    ratings = tally.ratings()
    assert ratings is not None
    assert names == ["a", "b", "c"]
    assert ends == pytest.approx([rated.rating for rated in ratings])
    for whisker, rated in zip(whiskers, ratings, strict=True):
        assert whisker == pytest.approx((rated.rating - rated.half, rated.rating + rated.half))
    assert "Elo" in axes.get_xlabel()


def test_margins_are_those_of_single_games_with_points() -> None:
    tally = tally_of(2, 12)
    axes = axes_of(drawn._draw_margins, tally)
    games = [game for games in tally.deals for game in games if game.vp is not None]
    margins = sorted(score_deal([game], 0).margin or 0.0 for game in games)
    heights = [patch.get_height() for patch in axes.patches]
    assert sum(heights) == len(margins) < tally.games
    for patch in axes.patches:
        left, right = patch.get_x(), patch.get_x() + patch.get_width()
        last = patch is axes.patches[-1]
        inside = [
            one for one in margins if left - 1e-9 <= one < right - 1e-9 or (last and one >= left)
        ]
        assert patch.get_height() == len(inside)
    assert [0, 0] in [x for x, _ in lines_of(axes)]
    assert axes.get_xlabel().startswith("a:")
    assert axes.get_ylabel() == "games"


@pytest.mark.parametrize("deals", [7, 450])
def test_the_score_is_a_running_mean_with_its_interval(deals: int) -> None:
    tally = tally_of(2, deals)
    axes = axes_of(drawn._draw_score, tally)
    points = [score_deal(games, 0).points for games in tally.deals]
    (counts, means), half_way = lines_of(axes)
    assert counts == list(range(1, deals + 1))
    assert means == pytest.approx([sum(points[:count]) / count for count in range(1, deals + 1)])
    assert half_way[1] == [0.5, 0.5]
    corners = axes.collections[0].get_paths()[0].vertices
    found: dict[int, set[float]] = {}
    for x, y in corners:
        found.setdefault(round(float(x)), set()).add(round(float(y), 9))
    # Not at every deal of a long match, but always at the last.
    assert max(found) == deals
    assert 6 <= len(found) <= drawn.MOST_POINTS + 30
    for count, ends in found.items():
        interval = share_interval_of(points[:count])
        assert {round(interval.low, 9), round(interval.high, 9)} == ends
    assert axes.get_ylim() == (0, 1)


def test_ladders_stand_beside_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[Any] = []

    def keep(path: Path, size: tuple[float, float], draw: Callable[[Any], None]) -> None:
        kept.append((path, size, figure.Figure(figsize=size)))
        draw(kept[-1][2])

    monkeypatch.setattr(drawn, "save_figure", keep)
    tallies = [tally_of(2, 5), tally_of(3, 6)]
    drawn.draw_ladders(tallies, tmp_path / "it.svg")
    ((path, (width, height), picture),) = kept
    assert path == tmp_path / "it.svg"
    assert width > height > 0
    assert [axes.get_title() for axes in picture.axes] == ["2 seats, 5 deals", "2 seats, 6 deals"]
    for axes, tally in zip(picture.axes, tallies, strict=True):
        assert bars_of(axes)[0] == tally.names


@pytest.fixture(scope="module")
def outcomes() -> GameOutcomes:
    """Games of three seats with expectations at random."""
    chance, found = random.Random(4), GameOutcomes(3)
    for number in range(8):
        vp = [chance.randrange(40, 90) + seat / 10 for seat in range(3)]
        win = [float(points == max(vp)) for points in vp]
        decisions = []
        for turn in range(chance.randrange(20, 40)):
            shares = [chance.random() for _ in range(3)]
            expected = [share / sum(shares) for share in shares]
            points = [chance.uniform(40.0, 90.0) for _ in range(3)]
            line = {"turn": "bank", "visits": 3, "win": expected, "vp": points}
            decisions.append({"seat": turn % 3, "turn": "bank", "lines": [line], "solved": False})
        found.add({"start": number % 3, "vp": [int(one) for one in vp], "win": win}, decisions)
    return found


def test_self_play_is_drawn_as_it_was(outcomes: GameOutcomes) -> None:
    names = ["start seat", "1 after it", "2 after it"]
    axes = axes_of(drawn._draw_wins, outcomes)
    shown, ends, whiskers = bars_of(axes)
    shares = outcomes.wins()
    assert shown == names
    assert ends == pytest.approx([share.mean for share in shares])
    for whisker, share in zip(whiskers, shares, strict=True):
        assert whisker == pytest.approx((share.low, share.high))
    assert [1 / 3, 1 / 3] in [x for x, _ in lines_of(axes)]
    assert "in 8 games" in axes.get_xlabel()
    axes = axes_of(drawn._draw_lengths, outcomes)
    assert sum(patch.get_height() for patch in axes.patches) == 8
    assert axes.patches[0].get_x() == min(outcomes.lengths)
    axes = axes_of(drawn._draw_points, outcomes)
    labels = [text.get_text() for text in axes.get_legend().get_texts()]
    means = [f"mean {sum(points) / len(points):.1f}" for points in outcomes.points]
    assert labels == [f"{name}: {mean}" for name, mean in zip(names, means, strict=True)]


def test_misses_are_drawn_over_the_game_with_their_intervals(outcomes: GameOutcomes) -> None:
    axes = axes_of(drawn._draw_misses, outcomes)
    misses = outcomes.misses()
    (middles, means), *_ = lines_of(axes)
    part = 100 / len(misses)
    assert middles == pytest.approx([part * (index + 0.5) for index in range(len(misses))])
    assert means == pytest.approx([miss.mean for miss in misses])
    corners = [tuple(map(float, corner)) for corner in axes.collections[0].get_paths()[0].vertices]
    for middle, miss in zip(middles, misses, strict=True):
        for bound in (miss.low, miss.high):
            assert any(corner == pytest.approx((middle, bound)) for corner in corners)
    assert axes.get_xlim() == (0, 100)
    assert axes.get_ylim()[0] == 0


def test_a_calibration_is_drawn_bin_by_bin(outcomes: GameOutcomes) -> None:
    axes = axes_of(drawn._draw_calibration, outcomes)
    bins = outcomes.whole.bins()
    diagonal, points, *_ = lines_of(axes)
    assert list(diagonal) == [[0, 1], [0, 1]]
    assert points[0] == pytest.approx([one.forecast for one in bins])
    assert points[1] == pytest.approx([one.outcome.mean for one in bins])
    whiskers = axes.containers[0].lines[2][0].get_segments()
    for part, one in zip(whiskers, bins, strict=True):
        assert (part[0][1], part[1][1]) == pytest.approx((one.outcome.low, one.outcome.high))
    assert (axes.get_xlim(), axes.get_ylim()) == ((0, 1), (0, 1))


@pytest.mark.parametrize("values", [[5], [1, 1, 1], list(range(300)), [3, 90, 3, 17, 40]])
def test_bins_of_a_histogram_hold_every_value(values: list[int]) -> None:
    edges = drawn._edges(values)
    widths = {after - before for before, after in itertools.pairwise(edges)}
    assert edges[0] == min(values)
    assert edges[-1] > max(values)
    assert len(edges) <= drawn.MOST_BINS + 2
    assert min(widths) >= 1
