"""The course of a game as a picture: SVG to put into a page, or a line of text for each seat.

Both are drawn here, so that a report needs nothing but Python. The SVG has no colours of its own:
the page's style sheet gives them by class, light or dark.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from coalbaron_fast.review.balance import Moment
from coalbaron_fast.review.markup import Markup, element
from coalbaron_fast.review.story import Story, percent
from coalbaron_fast.review.wording import POINTS, SHARES

__all__ = ["SPARK_WIDTH", "draw_points", "draw_shares", "spark_points", "spark_shares"]

WIDTH: Final = 720
HEIGHT: Final = 260
LEFT, RIGHT, TOP, BOTTOM = 44, 150, 22, 30
TICKS: Final = 4
LABEL_HEIGHT: Final = 16
LONGEST_LABEL: Final = 15
MARK_SIZE: Final = 9

BLOCKS: Final = "▁▂▃▄▅▆▇█"
SHIFT_BAR: Final = "│"
SPARK_WIDTH: Final = 60

Values = Callable[[Moment], list[float]]


@dataclass(frozen=True, slots=True)
class Frame:
    """Where numbers lie in the picture: turns from 1 to `last`, values from `low` to `high`."""

    last: int
    low: float
    high: float

    def x(self, turn: int) -> float:
        """Return the place of a turn."""
        return LEFT + (WIDTH - LEFT - RIGHT) * (turn - 1) / max(self.last - 1, 1)

    def y(self, value: float) -> float:
        """Return the height of a value."""
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - (value - self.low) / (self.high - self.low))

    def within(self, value: float) -> float:
        """Return a value, clipped to the picture."""
        return min(max(value, self.low), self.high)


def draw_shares(story: Story) -> Markup:
    """Draw every seat's expected share of the win, with the costliest turns marked."""
    steps = [0, 0.25, 0.5, 0.75, 1]
    marks = {
        costly.turn.number: (rank, costly.turn.judgement.seat)
        for rank, costly in enumerate(story.costliest, 1)
    }
    return _draw(
        story,
        SHARES,
        steps,
        lambda moment: moment.win,
        lambda moment: moment.win_error,
        percent,
        marks,
    )


def draw_points(story: Story) -> Markup:
    """Draw every seat's expected final points."""
    values = [vp for moment in story.course for vp in moment.vp]
    return _draw(
        story,
        POINTS,
        ticks(min(values), max(values)),
        lambda moment: moment.vp,
        lambda moment: moment.vp_error,
        lambda step: f"{step:g}",
        {},
    )


def ticks(low: float, high: float) -> list[float]:
    """Return round steps from below `low` to above `high`."""
    rough = max((high - low) / TICKS, 1e-9)
    power = 10 ** math.floor(math.log10(rough))
    step = next((power * factor for factor in (1, 2, 5) if power * factor >= rough), power * 10)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [step * index for index in range(first, max(last, first + 1) + 1)]


def _draw(
    story: Story,
    title: str,
    steps: Sequence[float],
    values: Values,
    errors: Values,
    spell: Callable[[float], str],
    marks: dict[int, tuple[int, int]],
) -> Markup:
    course = story.course
    frame = Frame(course[-1].turn, steps[0], steps[-1])
    seats = range(len(story.players))
    return element(
        "svg",
        element("title", title),
        *(_grid_line(frame, step, spell(step)) for step in steps),
        *_shift_lines(story, frame),
        *(_band(course, frame, values, errors, seat) for seat in seats),
        *(_line(course, frame, values, seat) for seat in seats),
        *_labels(story, frame, values),
        *_marks(
            (frame.x(turn), frame.y(values(course[turn - 1])[seat]), rank)
            for turn, (rank, seat) in marks.items()
        ),
        element(
            "text", "turn", x=_(WIDTH - RIGHT), y=_(HEIGHT - 12), class_="axis", text_anchor="end"
        ),
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        aria_label=title,
        class_="chart",
    )


def _(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


def _grid_line(frame: Frame, value: float, label: str) -> Markup:
    y = frame.y(value)
    line = element("line", x1=_(LEFT), x2=_(WIDTH - RIGHT), y1=_(y), y2=_(y), class_="grid")
    text = element("text", label, x=_(LEFT - 6), y=_(y + 4), class_="axis", text_anchor="end")
    return Markup(line + text)


def _shift_lines(story: Story, frame: Frame) -> list[Markup]:
    """Mark where every shift begins."""
    if story.shifts < 2:
        return []
    by_shift = itertools.groupby(story.course, lambda moment: moment.shift)
    firsts = [next(moments) for _, moments in by_shift]
    parts = []
    for moment in firsts:
        x = frame.x(moment.turn)
        parts += [
            element("line", x1=_(x), x2=_(x), y1=_(TOP), y2=_(HEIGHT - BOTTOM), class_="shift"),
            element("text", f"shift {moment.shift}", x=_(x + 4), y=_(TOP - 8), class_="axis"),
            element("text", str(moment.turn), x=_(x - 4), y=_(HEIGHT - 12), class_="axis"),
        ]
    return parts


def _line(course: Sequence[Moment], frame: Frame, values: Values, seat: int) -> Markup:
    points = [(frame.x(moment.turn), frame.y(values(moment)[seat])) for moment in course]
    return element("polyline", points=_points(points), class_=f"line seat{seat}")


def _band(
    course: Sequence[Moment], frame: Frame, values: Values, errors: Values, seat: int
) -> Markup:
    """Draw a standard error to both sides of a line."""

    def edge(side: int) -> list[tuple[float, float]]:
        return [
            (frame.x(moment.turn), frame.y(frame.within(value + side * error)))
            for moment in course
            for value, error in [(values(moment)[seat], errors(moment)[seat])]
        ]

    outline = [*edge(1), *reversed(edge(-1))]
    return element("polygon", points=_points(outline), class_=f"band seat{seat}")


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{_(x)},{_(y)}" for x, y in points)


def _labels(story: Story, frame: Frame, values: Values) -> list[Markup]:
    """Write the names at the ends of the lines, from top to bottom without touching."""
    ends = values(story.course[-1])
    order = sorted(story.players, key=lambda player: (-ends[player.seat], player.seat))
    heights = [frame.y(ends[player.seat]) for player in order]
    for index in range(1, len(heights)):
        heights[index] = max(heights[index], heights[index - 1] + LABEL_HEIGHT)
    # What was pushed out below is pushed up again.
    bottom = float(HEIGHT - BOTTOM)
    for index in reversed(range(len(heights))):
        heights[index] = min(heights[index], bottom)
        bottom = heights[index] - LABEL_HEIGHT
    x = WIDTH - RIGHT + 8
    return [
        element(
            "text",
            _shortened(player.name),
            x=_(x),
            y=_(height + 4),
            class_=f"label seat{player.seat}",
        )
        for player, height in zip(order, heights, strict=True)
    ]


def _shortened(name: str) -> str:
    return name if len(name) <= LONGEST_LABEL else f"{name[: LONGEST_LABEL - 1]}…"


def _marks(places: Iterable[tuple[float, float, int]]) -> Iterator[Markup]:
    """Draw the ranks of turns at their places; one that would cover another moves up."""
    drawn: list[tuple[float, float]] = []
    for x, height, rank in places:
        y = height
        while any(math.dist((x, y), other) < 2 * MARK_SIZE for other in drawn):
            y -= MARK_SIZE
        drawn.append((x, y))
        yield element("circle", cx=_(x), cy=_(y), r=_(MARK_SIZE), class_="mark")
        yield element("text", str(rank), x=_(x), y=_(y + 4), class_="rank", text_anchor="middle")


# -- text


def spark_shares(story: Story, width: int = SPARK_WIDTH) -> list[str]:
    """Return the course of every seat's share of the win: a line of about `width` blocks a seat."""
    return _spark_lines(story, lambda moment: moment.win, (0.0, 1.0), percent, width)


def spark_points(story: Story, width: int = SPARK_WIDTH) -> list[str]:
    """Return the course of every seat's expected points, from the fewest to the most of all."""
    values = [vp for moment in story.course for vp in moment.vp]
    if not values:
        return []
    bounds = min(values), max(values)
    return _spark_lines(
        story, lambda moment: moment.vp, bounds, lambda vp: f"{vp:.0f} {story.unit}", width
    )


def _spark_lines(
    story: Story,
    values: Values,
    bounds: tuple[float, float],
    spell: Callable[[float], str],
    width: int,
) -> list[str]:
    if len(story.course) < 2:
        return []
    low, high = bounds
    shown = _thinned(story.course, width)
    first, last = values(shown[0]), values(shown[-1])
    name_width = max(len(_shortened(player.name)) for player in story.players)
    first_width = max(len(spell(value)) for value in first)
    lines = []
    for player in story.players:
        blocks = []
        for before, moment in zip([shown[0], *shown], shown, strict=False):
            if moment.shift != before.shift:
                blocks.append(SHIFT_BAR)
            share = (values(moment)[player.seat] - low) / ((high - low) or 1.0)
            blocks.append(BLOCKS[min(int(share * len(BLOCKS)), len(BLOCKS) - 1)])
        name = _shortened(player.name).ljust(name_width)
        begin, end = spell(first[player.seat]).rjust(first_width), spell(last[player.seat])
        lines.append(f"{name}  {begin} {''.join(blocks)} {end}")
    return lines


def _thinned(moments: Sequence[Moment], most: int) -> list[Moment]:
    """Return at most that many moments, the first and the last among them."""
    if len(moments) <= most:
        return list(moments)
    last = len(moments) - 1
    return [moments[round(index * last / (most - 1))] for index in range(most)]
