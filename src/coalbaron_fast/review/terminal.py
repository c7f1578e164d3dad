"""A report as plain text, for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import Final

from coalbaron_fast.review import wording
from coalbaron_fast.review.chart import SPARK_WIDTH, spark_points, spark_shares
from coalbaron_fast.review.story import Report, Scoring, Story, Turn
from coalbaron_fast.tables import format_table

__all__ = ["write_text"]

WIDTH: Final = 100
BESIDE_BLOCKS: Final = 40
"""Columns beside the blocks of a line: a name, two numbers, the shifts."""
MOST_COSTLIEST: Final = 5
"""The most turns listed in a report of several games."""


def write_text(report: Report, width: int = WIDTH) -> str:
    """Return the report: one game in full, of several a line each and what they have in common."""
    stories = report.stories
    parts = _one_game(stories[0], width) if len(stories) == 1 else _many_games(report, width)
    notes = [_wrapped(note, width) for note in wording.explanations(stories)]
    return "\n\n".join(part for part in [*parts, "\n".join(notes)] if part) + "\n"


def _one_game(story: Story, width: int) -> Iterator[str]:
    title = wording.heading(story)
    yield "\n".join([title, "=" * len(title), *_lines(", ".join(story.about), width)])
    yield _wrapped(" ".join(wording.opening_sentences(story)), width)
    blocks = max(min(SPARK_WIDTH, width - BESIDE_BLOCKS), 2)
    yield _titled(wording.SHARES, spark_shares(story, blocks))
    yield _titled(wording.POINTS, spark_points(story, blocks))
    costly = [
        _wrapped(f"{rank}. {wording.judged_phrase(story, one.turn)}", width, "   ")
        + "\n"
        + "\n".join(_choice(one.turn, width))
        + "\n"
        + "\n".join(
            _labelled("" if place else "why", sentence, width)
            for place, sentence in enumerate(one.reasons)
        )
        for rank, one in enumerate(story.costliest, 1)
    ]
    yield _titled(wording.COSTLIEST, costly or [wording.FAULTLESS], "\n\n")
    yield _titled(wording.PLAYERS, [_table(wording.record_table(Report([story])))])
    balance = [_wrapped(said, width, "  ") for said in wording.balance_sentences(story)]
    yield _titled(wording.BALANCE, balance)
    yield _table(wording.balance_table(story))
    scorings = (_scoring(story, scoring, width) for scoring in story.scorings)
    yield _titled(wording.ORIGINS, scorings)


def _many_games(report: Report, width: int) -> Iterator[str]:
    yield "\n".join(
        _wrapped(f"{story.source}: {wording.result_sentence(story)}", width, "  ")
        for story in report.stories
    )
    yield _table(wording.record_table(report))
    costly = [
        "\n".join(
            [
                _wrapped(f"{story.source}: {wording.judged_phrase(story, turn)}", width),
                *_choice(turn, width),
            ]
        )
        for story, turn in report.costliest[:MOST_COSTLIEST]
    ]
    if report.stories:
        yield _titled(wording.COSTLIEST, costly or [wording.FAULTLESS], "\n\n")


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
        after = f"{player.name}: {scoring.vp[player.seat]} {story.unit}"
        text = f"{after} ({', '.join(gains)})" if gains else after
        lines.append(_wrapped(text, width - 2, "    "))
    return "\n".join([lines[0], *(f"  {line}" for line in lines[1:])])


def _choice(turn: Turn, width: int) -> list[str]:
    judgement = turn.judgement
    return [
        _labelled("played", f"{wording.turn_phrase(judgement.played)}: {turn.played}", width),
        _labelled("better", f"{wording.turn_phrase(judgement.best)}: {turn.best}", width),
        _labelled("cost", wording.loss_phrase(turn), width),
    ]


def _labelled(label: str, text: str, width: int) -> str:
    return _wrapped(f"   {label:<7} {text}", width, " " * 11)


def _table(table: wording.Table) -> str:
    return format_table(table.header, table.rows) if table.rows else ""


def _wrapped(text: str, width: int, indent: str = "") -> str:
    return textwrap.fill(
        text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def _lines(text: str, width: int) -> list[str]:
    return [_wrapped(text, width)] if text else []
