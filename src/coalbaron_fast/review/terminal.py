"""A report as plain text, for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import Final

from coalbaron_fast.review.chart import SPARK_WIDTH, spark_points, spark_shares
from coalbaron_fast.review.story import Report, Scoring, SeatRecord, Story, Turn
from coalbaron_fast.review.wording import (
    BALANCE,
    BALANCE_HEADER,
    COSTLIEST,
    FAULTLESS,
    ORIGINS,
    PLAYERS,
    POINTS,
    RECORD_HEADER,
    SHARES,
    balance_rows,
    balance_sentences,
    explanations,
    heading,
    loss_phrase,
    opening_sentences,
    place_phrase,
    record_row,
    result_sentence,
    turn_phrase,
    verdict,
)
from coalbaron_fast.tables import format_table

__all__ = ["write_text"]

WIDTH: Final = 100
BESIDE_BLOCKS: Final = 40
"""Columns that a line of blocks needs besides: a name, two numbers, the shifts."""
MOST_COSTLIEST: Final = 5
"""Turns listed of several games."""


def write_text(report: Report, width: int = WIDTH) -> str:
    """Return the report: one game in full, of several a line each and what they have in common."""
    stories = report.stories
    parts = _one_game(stories[0], width) if len(stories) == 1 else _many_games(report, width)
    notes = [_wrapped(note, width) for note in explanations(stories)]
    return "\n\n".join(part for part in [*parts, "\n".join(notes)] if part) + "\n"


def _one_game(story: Story, width: int) -> Iterator[str]:
    title = heading(story)
    yield "\n".join([title, "=" * len(title), *_lines(", ".join(story.about), width)])
    yield _wrapped(" ".join(opening_sentences(story)), width)
    blocks = max(min(SPARK_WIDTH, width - BESIDE_BLOCKS), 2)
    yield _titled(SHARES, spark_shares(story, blocks))
    yield _titled(POINTS, spark_points(story, blocks))
    costly = [
        _wrapped(f"{rank}. {place_phrase(story, one.turn)}: {verdict(one.turn)}", width, "   ")
        + "\n"
        + "\n".join(_choice(one.turn, width))
        + "\n"
        + "\n".join(
            _labelled("" if place else "why", sentence, width)
            for place, sentence in enumerate(one.reasons)
        )
        for rank, one in enumerate(story.costliest, 1)
    ]
    yield _titled(COSTLIEST, costly or [FAULTLESS], "\n\n")
    yield _titled(PLAYERS, [_record_table(Report([story]).records)])
    yield _titled(BALANCE, [_wrapped(said, width, "  ") for said in balance_sentences(story)])
    if story.balances:
        yield format_table(BALANCE_HEADER, balance_rows(story))
    scorings = (_scoring(story, scoring, width) for scoring in story.scorings)
    yield _titled(ORIGINS, scorings)


def _many_games(report: Report, width: int) -> Iterator[str]:
    yield "\n".join(
        _wrapped(f"{story.source}: {result_sentence(story)}", width, "  ")
        for story in report.stories
    )
    yield _record_table(report.records)
    costly = [
        "\n".join(
            [
                _wrapped(f"{story.source}: {place_phrase(story, turn)}: {verdict(turn)}", width),
                *_choice(turn, width),
            ]
        )
        for story, turn in report.costliest[:MOST_COSTLIEST]
    ]
    if report.stories:
        yield _titled(COSTLIEST, costly or [FAULTLESS], "\n\n")


def _titled(title: str, parts: Iterable[str], between: str = "\n") -> str:
    found = [part for part in parts if part]
    return f"{title}\n\n{between.join(found)}" if found else ""


def _scoring(story: Story, scoring: Scoring, width: int) -> str:
    """Return what a shift brought, a paragraph a seat."""
    lines = [f"shift {scoring.shift}"] if story.shifts > 1 else []
    for player in story.players:
        gains = [
            f"{reason} {points[player.seat]:+}"
            for reason, points in scoring.gains.items()
            if points[player.seat]
        ]
        after = f"{player.name}: {scoring.vp[player.seat]} VP"
        text = f"{after} ({', '.join(gains)})" if gains else after
        lines.append(_wrapped(text, width - 2, "    "))
    return "\n".join([lines[0], *(f"  {line}" for line in lines[1:])])


def _choice(turn: Turn, width: int) -> list[str]:
    judgement = turn.judgement
    return [
        _labelled("played", f"{turn_phrase(judgement.played)}: {turn.played}", width),
        _labelled("better", f"{turn_phrase(judgement.best)}: {turn.best}", width),
        _labelled("cost", loss_phrase(judgement), width),
    ]


def _labelled(label: str, text: str, width: int) -> str:
    return _wrapped(f"   {label:<7} {text}", width, " " * 11)


def _record_table(records: Iterable[SeatRecord]) -> str:
    rows = [record_row(record) for record in records]
    return format_table(RECORD_HEADER, rows) if rows else ""


def _wrapped(text: str, width: int, indent: str = "") -> str:
    return textwrap.fill(
        text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def _lines(text: str, width: int) -> list[str]:
    return [_wrapped(text, width)] if text else []
