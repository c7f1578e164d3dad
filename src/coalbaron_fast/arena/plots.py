"""Pictures of a match (extra `arena`): ratings with intervals, margins, the score over time."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import TYPE_CHECKING, Final

from coalbaron_fast.arena.intervals import share_interval_of
from coalbaron_fast.arena.statistics import Tally, score_deal

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["KINDS", "draw_plots"]

KINDS: Final = ("png", "svg")
SIZE_INCHES: Final = (8.0, 4.5)
MOST_POINTS: Final = 200
"""Most points of the line of the score over time."""


def draw_plots(tally: Tally, directory: Path, kind: str = "svg") -> list[Path]:
    """Write the pictures of a match into a directory; return the files.

    Raises `ImportError` without matplotlib and `ValueError` before the second whole deal.
    """
    # Only pictures need matplotlib, and it is slow to load.
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415

    if kind not in KINDS:
        raise ValueError(f"pictures are {' or '.join(KINDS)}, not {kind!r}")
    if len(tally.deals) < 2:
        raise ValueError("pictures need two whole deals")
    directory.mkdir(parents=True, exist_ok=True)
    written = []
    for name, draw in DRAWN.items():
        figure = Figure(figsize=SIZE_INCHES, layout="constrained")
        FigureCanvasAgg(figure)
        draw(tally, figure.add_subplot())
        path = directory / f"{name}.{kind}"
        # Without a date the same match gives the same picture.
        metadata = {"Date": None} if kind == "svg" else {}
        figure.savefig(path, metadata=metadata)
        written.append(path)
    return written


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
        errors = [
            [share.mean - share.low for share in shares],
            [share.high - share.mean for share in shares],
        ]
        axes.axvline(1 / tally.settings.seats, color="gray", linestyle=":")
        axes.set_xlabel("share of the win (dotted: fair)")
    axes.barh(tally.names, middle, xerr=errors, capsize=4, color="tab:blue", alpha=0.7)
    axes.invert_yaxis()


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


DRAWN: Final = {
    "ratings": _draw_ratings,
    "margins": _draw_margins,
    "score": _draw_score,
}
