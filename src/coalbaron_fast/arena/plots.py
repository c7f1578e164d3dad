"""Pictures of matches and of self-play (extra `arena`).

Of a match: ratings with intervals, margins, the score over time. Of self-play: points, wins by
seat, lengths, and what the search expected beside what happened, also part by part.
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from coalbaron_fast.arena.intervals import Interval, share_interval_of
from coalbaron_fast.arena.statistics import Tally, score_deal

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from coalbaron_fast.arena.calibration import CalibrationRow
    from coalbaron_fast.arena.forecast import Bin, GameOutcomes

__all__ = [
    "KINDS", "draw_calibrations", "draw_ladders", "draw_plots", "draw_selfplay_plots",
    "save_figure", "save_picture",
]  # fmt: skip

Data = TypeVar("Data")

KINDS: Final = ("png", "svg")
SIZE_INCHES: Final = (8.0, 4.5)
PANEL_INCHES: Final = 3.2
"""The side of one diagram among several."""
MOST_POINTS: Final = 200
"""Most points of the line of the score over time."""
MOST_BINS: Final = 25


def draw_plots(tally: Tally, directory: Path, kind: str = "svg") -> list[Path]:
    """Write the pictures of a match into a directory; return the files.

    Raises `ImportError` without matplotlib and `ValueError` before the second whole deal.
    """
    if len(tally.deals) < 2:
        raise ValueError("pictures need two whole deals")
    return _write_pictures(MATCH, tally, directory, kind)


def draw_selfplay_plots(outcomes: GameOutcomes, directory: Path, kind: str = "svg") -> list[Path]:
    """Write the pictures of self-play games into a directory; return the files.

    Raises `ImportError` without matplotlib and `ValueError` before the second game.
    """
    if len(outcomes.lengths) < 2:
        raise ValueError("pictures need two games")
    return _write_pictures(SELFPLAY, outcomes, directory, kind)


def _write_pictures(
    pictures: Mapping[str, Callable[[Data, Axes], None]], data: Data, directory: Path, kind: str
) -> list[Path]:
    if kind not in KINDS:
        raise ValueError(f"pictures are {' or '.join(KINDS)}, not {kind!r}")
    directory.mkdir(parents=True, exist_ok=True)
    paths = [directory / f"{name}.{kind}" for name in pictures]
    for path, draw in zip(paths, pictures.values(), strict=True):
        save_picture(path, partial(draw, data))
    return paths


def save_picture(path: Path, draw: Callable[[Axes], None]) -> None:
    """Write a picture of one diagram; see `save_figure`."""
    save_figure(path, SIZE_INCHES, lambda figure: draw(figure.add_subplot()))


def save_figure(
    path: Path, size_inches: tuple[float, float], draw: Callable[[Figure], None]
) -> None:
    """Write a picture, whose kind is the suffix of its name; ImportError without matplotlib."""
    # Only pictures need matplotlib, and it is slow to load.
    from matplotlib import rc_context  # noqa: PLC0415
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415

    if path.suffix[1:] not in KINDS:
        raise ValueError(f"pictures are {' or '.join(KINDS)}, not {path.name}")
    figure = Figure(figsize=size_inches, layout="constrained")
    FigureCanvasAgg(figure)
    draw(figure)
    # Without a date, and with names of its parts that are not drawn at random, the same data give
    # the same picture.
    with rc_context({"svg.hashsalt": path.stem}):
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else {})


# -- a match


def _draw_ratings(tally: Tally, axes: Axes) -> None:
    """Draw a bar for every player: its rating, or its share of the win where two play."""
    ratings = tally.ratings()
    if ratings is not None:
        middle = [rated.rating for rated in ratings]
        errors = [[rated.half for rated in ratings]] * 2
        axes.set_xlabel("rating, Elo")
    else:
        shares = [standing.win for standing in tally.standings()]
        middle = [share.mean for share in shares]
        errors = _errors(shares)
        axes.axvline(1 / tally.settings.seats, color="gray", linestyle=":")
        axes.set_xlabel("share of the win (dotted: fair)")
    axes.barh(tally.names, middle, xerr=errors, capsize=4, color="tab:blue", alpha=0.7)
    axes.invert_yaxis()


def draw_ladders(tallies: Sequence[Tally], path: Path) -> None:
    """Draw the ratings of matches beside each other, one diagram for each.

    Raises `ImportError` without matplotlib.
    """

    def draw(figure: Figure) -> None:
        grid = figure.subplots(1, len(tallies), squeeze=False)[0]
        for tally, axes in zip(tallies, grid, strict=True):
            _draw_ratings(tally, axes)
            axes.set_title(f"{tally.settings.seats} seats, {len(tally.deals)} deals")

    save_figure(path, (PANEL_INCHES * (len(tallies) + 1), PANEL_INCHES), draw)


def _draw_margins(tally: Tally, axes: Axes) -> None:
    """Draw the distribution of the first player's margins over single games."""
    scores = [
        score_deal([game], 0) for games in tally.deals for game in games if 0 in game.entrants
    ]
    margins = [score.margin for score in scores if score.margin is not None]
    axes.hist(margins, bins="auto" if len(margins) > 1 else 1, color="tab:blue", alpha=0.7)
    axes.axvline(0, color="gray", linestyle=":")
    axes.set_xlabel(f"{tally.names[0]}: points over the others, a game")
    axes.set_ylabel("games")


def _draw_score(tally: Tally, axes: Axes) -> None:
    """Draw the first player's rank points over the match, with their interval."""
    points = [
        score_deal([game for game in games if 0 in game.entrants], 0).points
        for games in tally.deals
    ]
    step = max(len(points) // MOST_POINTS, 1)
    counts = sorted({*range(2, len(points) + 1, step), len(points)})
    intervals = [share_interval_of(points[:count]) for count in counts]
    axes.fill_between(
        counts,
        [interval.low for interval in intervals],
        [interval.high for interval in intervals],
        alpha=0.3,
    )
    means = [total / count for count, total in enumerate(itertools.accumulate(points), 1)]
    axes.plot(range(1, len(means) + 1), means)
    axes.axhline(0.5, color="gray", linestyle=":")
    axes.set_ylim(0, 1)
    axes.set_xlabel("deals")
    axes.set_ylabel(f"{tally.names[0]}: rank points")


MATCH: Final = {
    "ratings": _draw_ratings,
    "margins": _draw_margins,
    "score": _draw_score,
}


# -- self-play


def _order_names(outcomes: GameOutcomes) -> list[str]:
    after = [f"{order} after it" for order in range(1, outcomes.seats)]
    return ["start seat", *after]


def _edges(values: Sequence[int]) -> list[int]:
    """Return the edges of a histogram's bins: the more values, the narrower, and whole numbers."""
    bins = min(MOST_BINS, 2 * math.isqrt(len(values)) + 1)
    width = max(math.ceil((max(values) - min(values) + 1) / bins), 1)
    return [*range(min(values), max(values) + 1, width), max(values) + width]


def _draw_points(outcomes: GameOutcomes, axes: Axes) -> None:
    """Draw the distribution of final points, one outline for each place after the start seat."""
    edges = _edges([vp for points in outcomes.points for vp in points])
    for name, points in zip(_order_names(outcomes), outcomes.points, strict=True):
        mean = f"mean {statistics.fmean(points):.1f}"
        axes.hist(points, bins=edges, histtype="step", linewidth=1.5, label=f"{name}: {mean}")
    axes.set_xlabel("final points")
    axes.set_ylabel("games")
    axes.legend()


def _draw_wins(outcomes: GameOutcomes, axes: Axes) -> None:
    """Draw the share of the win of each place after the start seat."""
    shares = outcomes.wins()
    axes.barh(
        _order_names(outcomes),
        [share.mean for share in shares],
        xerr=_errors(shares),
        capsize=4,
        color="tab:blue",
        alpha=0.7,
    )
    axes.axvline(1 / outcomes.seats, color="gray", linestyle=":")
    axes.set_xlabel(f"share of the win in {len(outcomes.lengths)} games (dotted: fair)")
    axes.invert_yaxis()


def _draw_lengths(outcomes: GameOutcomes, axes: Axes) -> None:
    """Draw a histogram of the lengths of games, in turns."""
    axes.hist(outcomes.lengths, bins=_edges(outcomes.lengths), color="tab:blue", alpha=0.7)
    axes.set_xlabel("turns of a game, all seats")
    axes.set_ylabel("games")


def _draw_calibration(outcomes: GameOutcomes, axes: Axes) -> None:
    """Draw what seats got of the win over what the search expected for them."""
    _draw_bins(outcomes.whole.bins(), axes)
    axes.set_xlabel("share of the win that the search expected (dotted: as it happened)")
    axes.set_ylabel("share of the win that came")


def _draw_bins(bins: Sequence[Bin], axes: Axes) -> None:
    axes.plot([0, 1], [0, 1], color="gray", linestyle=":")
    axes.errorbar(
        [one.forecast for one in bins],
        [one.outcome.mean for one in bins],
        yerr=_errors([one.outcome for one in bins]),
        fmt="o",
        capsize=4,
    )
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)


def draw_calibrations(rows: Sequence[CalibrationRow], path: Path) -> None:
    """Draw a diagram for each number of seats and part of the game: rows and columns.

    Raises `ImportError` without matplotlib.
    """
    seats = sorted({row.seats for row in rows})
    names = list(dict.fromkeys(row.name for row in rows))

    def draw(figure: Figure) -> None:
        grid = figure.subplots(len(seats), len(names), squeeze=False, sharex=True, sharey=True)
        for row in rows:
            axes = grid[seats.index(row.seats)][names.index(row.name)]
            _draw_bins(row.found.bins(), axes)
            axes.set_title(f"{row.seats} seats, {row.name}")
            inside = "" if row.found.inside is None else f"\nin the band: {row.found.inside}"
            axes.text(0.97, 0.03, f"Brier: {row.found.brier}{inside}", ha="right")
        figure.supxlabel("forecast share of the win (dotted: as it happened)")
        figure.supylabel("share of the win that came")

    size = PANEL_INCHES * len(names), PANEL_INCHES * len(seats)
    save_figure(path, size, draw)


def _draw_misses(outcomes: GameOutcomes, axes: Axes) -> None:
    """Draw by how many points the search was wrong, over the course of the game."""
    misses = outcomes.misses()
    part = 100 / len(misses)
    middles = [part * (index + 0.5) for index in range(len(misses))]
    axes.plot(middles, [miss.mean for miss in misses], marker="o")
    both = zip(middles, misses, strict=True)
    sure = [(middle, miss) for middle, miss in both if math.isfinite(miss.half)]
    axes.fill_between(
        [middle for middle, _ in sure],
        [miss.low for _, miss in sure],
        [miss.high for _, miss in sure],
        alpha=0.3,
    )
    axes.set_xlim(0, 100)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("turns played, % of the game")
    axes.set_ylabel("expected and final points differ by")


def _errors(intervals: Sequence[Interval]) -> list[list[float]]:
    """Return the distances to both ends of intervals."""
    return [
        [interval.mean - interval.low for interval in intervals],
        [interval.high - interval.mean for interval in intervals],
    ]


SELFPLAY: Final = {
    "points": _draw_points,
    "wins": _draw_wins,
    "lengths": _draw_lengths,
    "calibration": _draw_calibration,
    "misses": _draw_misses,
}
