"""The course of a game as a picture and as blocks: what is drawn is read back as numbers."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final
from xml.etree import ElementTree as ET

import pytest

from coalbaron_fast.review import Story, tell_game
from coalbaron_fast.review.balance import Moment
from coalbaron_fast.review.chart import (
    BLOCKS,
    BOTTOM,
    HEIGHT,
    LABEL_HEIGHT,
    LEFT,
    MARK_SIZE,
    RIGHT,
    SHIFT_BAR,
    TOP,
    WIDTH,
    draw_points,
    draw_shares,
    spark_points,
    spark_shares,
)
from tests.review.test_reports import GAME, greedy_game, made_up

CLOSE: Final = 0.06
"""Places are written with one digit after the point."""


@pytest.fixture(scope="module", params=[2, 4])
def story(request: pytest.FixtureRequest) -> Story:
    state = greedy_game(request.param, seed=2)
    return tell_game(GAME, state, {"Seat0": "Anna", "Seat1": "B" * 40}, made_up(state))


class Picture:
    """A drawn picture; its grid says which value lies at which height."""

    def __init__(self, markup: str) -> None:
        self.root = ET.fromstring(markup)  # noqa: S314 - it is ours
        axis = self.root.findall("text[@text-anchor='end']")
        # The grid's labels, the lowest first, and the word below its right end.
        assert (axis[-1].text, axis[-1].get("x")) == ("turn", str(WIDTH - RIGHT))
        assert HEIGHT - BOTTOM < float(axis[-1].get("y") or 0) < HEIGHT
        steps = [(self.number(text), float(text.get("y") or 0) - 4) for text in axis[:-1]]
        (low, bottom), (high, top) = steps[0], steps[-1]
        assert (bottom, top) == (HEIGHT - BOTTOM, TOP)
        self.value: Callable[[float], float] = lambda y: (
            low + (high - low) * (bottom - y) / (bottom - top)
        )
        self.unit = (high - low) / (bottom - top)
        for step, y in steps:
            assert self.value(y) == pytest.approx(step, abs=CLOSE * self.unit)
        lines = [float(line.get("y1") or 0) for line in self.root.findall("line[@class='grid']")]
        assert lines == [y for _, y in steps]

    @staticmethod
    def number(text: ET.Element) -> float:
        said = text.text or ""
        return float(said.rstrip("% ")) / 100 if "%" in said else float(said)

    def places(self, kind: str, seat: int) -> list[tuple[float, float]]:
        """Where the corners of a seat's line or band lie."""
        tag = {"line": "polyline", "band": "polygon"}[kind]
        found = self.root.findall(f"{tag}[@class='{kind} seat{seat}']")
        assert len(found) == 1
        pairs = (place.split(",") for place in (found[0].get("points") or "").split())
        return [(float(x), float(y)) for x, y in pairs]


def pictures(story: Story) -> Iterator[tuple[Picture, str]]:
    yield Picture(draw_shares(story)), "win"
    yield Picture(draw_points(story)), "vp"


def x_of(story: Story, turn: int) -> float:
    """The first turn lies at the left end, the last at the right."""
    return LEFT + (WIDTH - RIGHT - LEFT) * (turn - 1) / (story.course[-1].turn - 1)


def test_the_lines_are_the_course(story: Story) -> None:
    for picture, name in pictures(story):
        for seat in range(len(story.players)):
            for (x, y), moment in zip(picture.places("line", seat), story.course, strict=True):
                assert x == pytest.approx(x_of(story, moment.turn), abs=CLOSE)
                expected = getattr(moment, name)[seat]
                assert picture.value(y) == pytest.approx(expected, abs=CLOSE * picture.unit)


def test_the_bands_are_an_error_to_both_sides_within_the_picture(story: Story) -> None:
    course = [
        replace(moment, win_error=[0.3 + 0.1 * seat for seat in range(len(story.players))])
        for moment in story.course
    ]
    for picture, name in pictures(replace(story, course=course)):
        low, high = picture.value(HEIGHT - BOTTOM), picture.value(TOP)
        for seat in range(len(story.players)):
            places = picture.places("band", seat)
            assert len(places) == 2 * len(course)
            for index, moment in enumerate(course):
                above, below = places[index], places[-1 - index]
                assert above[0] == below[0] == picture.places("line", seat)[index][0]
                middle, error = getattr(moment, name)[seat], getattr(moment, f"{name}_error")[seat]
                for place, end in ((above, middle + error), (below, middle - error)):
                    expected = min(max(end, low), high)
                    assert picture.value(place[1]) == pytest.approx(
                        expected, abs=CLOSE * picture.unit
                    )


def test_every_shift_is_marked_where_it_begins(story: Story) -> None:
    firsts = [next(moments) for _, moments in itertools.groupby(story.course, lambda m: m.shift)]
    assert [moment.shift for moment in firsts] == [1, 2, 3]
    for picture, _ in pictures(story):
        lines = picture.root.findall("line[@class='shift']")
        words = [text for text in picture.root.findall("text[@class='axis']")
                 if not text.get("text-anchor")]  # fmt: skip
        said = [text.text for text in words]
        assert said == [word for moment in firsts for word in (f"shift {moment.shift}",
                                                               str(moment.turn))]  # fmt: skip
        for line, moment in zip(lines, firsts, strict=True):
            x = x_of(story, moment.turn)
            assert float(line.get("x1") or 0) == pytest.approx(x, abs=CLOSE)
            assert line.get("x1") == line.get("x2")
            assert {line.get("y1"), line.get("y2")} == {str(TOP), str(HEIGHT - BOTTOM)}


def test_the_costliest_turns_are_marked_on_their_seats_lines(story: Story) -> None:
    picture = Picture(draw_shares(story))
    marks = [
        (float(circle.get("cx") or 0), float(circle.get("cy") or 0))
        for circle in picture.root.findall("circle")
    ]
    assert len(marks) == len(story.costliest) == 3
    for rank, ((x, y), costly) in enumerate(zip(marks, story.costliest, strict=True), 1):
        turn, seat = costly.turn.number, costly.turn.judgement.seat
        assert x == pytest.approx(x_of(story, turn), abs=CLOSE)
        on_line = picture.places("line", seat)[turn - 1][1]
        # One that would cover another is above its place.
        assert y == pytest.approx(on_line, abs=CLOSE) or y < on_line
        text = picture.root.findall("text[@class='rank']")[rank - 1]
        assert (text.text, text.get("x")) == (str(rank), f"{x:.1f}".removesuffix(".0"))
        assert float(text.get("y") or 0) == pytest.approx(y + 4, abs=2 * CLOSE)
    assert all(math.dist(one, other) >= 2 * MARK_SIZE - CLOSE
               for one, other in itertools.combinations(marks, 2))  # fmt: skip
    assert Picture(draw_points(story)).root.findall("circle") == []


def test_marks_of_turns_that_lie_close_do_not_cover_each_other(story: Story) -> None:
    costly = story.costliest[0]
    turns = story.turns[4:7]
    told = replace(
        story,
        costliest=[replace(costly, turn=turn) for turn in turns],
        course=[replace(one, win=[0.5] * len(one.win)) for one in story.course],
    )
    picture = Picture(draw_shares(told))
    circles = picture.root.findall("circle")
    marks = [(float(one.get("cx") or 0), float(one.get("cy") or 0)) for one in circles]
    assert [x for x, _ in marks] == pytest.approx(
        [x_of(story, turn.number) for turn in turns], abs=CLOSE
    )
    heights = [y for _, y in marks]
    # The first is in its place, the others above it, one above the other.
    assert picture.value(heights[0]) == pytest.approx(0.5, abs=CLOSE * picture.unit)
    assert heights == sorted(heights, reverse=True)
    assert all(2 * MARK_SIZE - CLOSE <= math.dist(one, other) <= 3 * MARK_SIZE
               for one, other in itertools.pairwise(marks))  # fmt: skip


def with_ends(story: Story, *ends: float) -> Story:
    """The same story with other shares of the win at its end."""
    *course, last = story.course
    return replace(story, course=[*course, replace(last, win=list(ends))])


@pytest.mark.parametrize(
    "ends",
    [(0.9, 0.6, 0.4, 0.1), (0.1, 0.4, 0.6, 0.9), (0.25,) * 4, (0.0, 0.0, 0.0, 1.0),
     (1.0, 1.0, 1.0, 0.0), (0.5, 0.52, 0.48, 0.5)],
)  # fmt: skip
def test_names_stand_at_the_ends_of_their_lines(ends: tuple[float, ...]) -> None:
    state = greedy_game(4, seed=2)
    tags = {f"Seat{seat}": f"{seat}" * (14 + seat) for seat in range(4)}
    told = with_ends(tell_game(GAME, state, tags, made_up(state)), *ends)
    picture = Picture(draw_shares(told))
    labels = [text for text in picture.root.findall("text") if "label" in (text.get("class") or "")]
    seats = [int((text.get("class") or "")[-1]) for text in labels]
    # From top to bottom as the lines end.
    assert seats == sorted(range(4), key=lambda seat: (-ends[seat], seat))
    heights = [float(text.get("y") or 0) - 4 for text in labels]
    assert all(TOP <= y <= HEIGHT - BOTTOM for y in heights)
    assert all(below - above >= LABEL_HEIGHT for above, below in itertools.pairwise(heights))
    at_end = [picture.places("line", seat)[-1][1] for seat in seats]
    if all(below - above >= LABEL_HEIGHT for above, below in itertools.pairwise(at_end)):
        assert heights == pytest.approx(at_end, abs=CLOSE)
    # None goes farther than all labels together are high.
    assert all(abs(y - end) < 4 * LABEL_HEIGHT for y, end in zip(heights, at_end, strict=True))
    names = {seat: text.text for seat, text in zip(seats, labels, strict=True)}
    assert names == {0: "0" * 14, 1: "1" * 15, 2: "2" * 14 + "…", 3: "3" * 14 + "…"}


# -- blocks


def level(value: float, low: float, high: float) -> str:
    """The block of a value, an eighth of the range each; the highest value has the highest."""
    return BLOCKS[min(math.floor(8 * (value - low) / (high - low)), 7)]


def course_of(count: int, shifts: int = 1) -> list[Moment]:
    return [
        Moment(
            turn=1 + index, shift=1 + index * shifts // count,
            win=[index / (count - 1), 1 - index / (count - 1)],
            vp=[10.0 + index, 90.0 - index], win_error=[0.0] * 2, vp_error=[0.0] * 2,
        )
        for index in range(count)
    ]  # fmt: skip


@pytest.fixture(scope="module")
def plain() -> Story:
    state = greedy_game(2, seed=2)
    return tell_game(GAME, state, {"Seat0": "Anna", "Seat1": "Bo"}, made_up(state))


@pytest.mark.parametrize("count", [2, 3, 9, 20])
def test_blocks_are_as_high_as_their_values(plain: Story, count: int) -> None:
    told = replace(plain, course=course_of(count))
    low, high = min(10, 91 - count), max(90, 9 + count)
    for seat, name in enumerate(("Anna", "Bo  ")):
        wins = "".join(level(moment.win[seat], 0, 1) for moment in told.course)
        points = "".join(level(moment.vp[seat], low, high) for moment in told.course)
        first, last = told.course[0], told.course[-1]
        begin, end = (f"{100 * moment.win[seat]:.0f} %" for moment in (first, last))
        assert spark_shares(told)[seat] == f"{name}  {begin.rjust(5)} {wins} {end}"
        begin, end = (f"{moment.vp[seat]:.0f} VP" for moment in (first, last))
        assert spark_points(told)[seat] == f"{name}  {begin} {points} {end}"


def test_a_bar_stands_where_a_shift_begins(plain: Story) -> None:
    told = replace(plain, course=course_of(12, shifts=3))
    for line in spark_shares(told):
        blocks = line.split(" % ")[1].split(" ")[0]
        assert [place for place, letter in enumerate(blocks) if letter == SHIFT_BAR] == [4, 9]
        assert len(blocks) == 14


@pytest.mark.parametrize("width", [2, 5, 20])
def test_a_long_course_is_thinned_between_its_ends(plain: Story, width: int) -> None:
    told = replace(plain, course=course_of(20))
    line, other = spark_shares(told, width)
    blocks = [letter for letter in line if letter in BLOCKS]
    assert len(blocks) == width
    assert blocks == sorted(blocks)
    assert (blocks[0], blocks[-1]) == (BLOCKS[0], BLOCKS[-1])
    assert line.startswith("Anna    0 % ")
    assert other.endswith(" 0 %")


def test_where_nothing_changes_or_nothing_was_played_there_is_no_height(plain: Story) -> None:
    moment = course_of(2)[0]
    still = replace(plain, course=[moment, replace(moment, turn=2)])
    assert [sum(letter == BLOCKS[0] for letter in line) for line in spark_points(still)] == [2, 0]
    for course in ([], [moment]):
        assert spark_shares(replace(plain, course=course)) == []
        assert spark_points(replace(plain, course=course)) == []
