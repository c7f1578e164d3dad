"""A report as Markdown: every game in full, with its course as a line of blocks a seat."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from coalbaron_fast.review.chart import spark_points, spark_shares
from coalbaron_fast.review.story import CostlyTurn, Report, SeatRecord, Story, Turn
from coalbaron_fast.review.wording import (
    BALANCE,
    BALANCE_HEADER,
    COSTLIEST,
    COURSE,
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
    turn_phrase,
    verdict,
)

__all__ = ["escape", "write_markdown"]

SPECIAL: Final = re.compile(r"([\\`*_\[\]<>|~&!#$^])|(?<=[a-z]):(?=//)|(?<=www)\.|@", re.IGNORECASE)
"""What Markdown and its dialects would read as more than text within a line."""


def write_markdown(report: Report) -> str:
    """Return the report."""
    stories = report.stories
    parts = list(_overview(report)) if len(stories) != 1 else []
    for story in stories:
        parts += _story(story, "#" if len(stories) == 1 else "##")
    notes = [f"- {escape(note)}" for note in explanations(stories)]
    if notes:
        parts += ["---", "\n".join(notes)]
    return "\n\n".join(parts) + "\n"


def escape(text: str) -> str:
    """Return text that Markdown shows as it is, anywhere but at the beginning of a line."""
    return SPECIAL.sub(r"\\\g<0>", text)


def _overview(report: Report) -> Iterator[str]:
    yield f"# Review of {len(report.stories)} games"
    yield from _records(report.records)
    if report.problems:
        yield "\n".join(f"- {escape(where)}: {escape(what)}" for where, what in report.problems)


def _story(story: Story, level: str) -> Iterator[str]:
    yield f"{level} {escape(heading(story))}"
    about = [story.game, *story.about, *([story.source] if story.source else [])]
    yield f"*{' · '.join(escape(part) for part in about)}*"
    yield escape(" ".join(opening_sentences(story)))
    yield f"{level}# {COURSE}"
    for title, lines in ((SHARES, spark_shares(story)), (POINTS, spark_points(story))):
        if lines:
            yield f"{title}:"
            yield _fenced(lines)
    yield f"{level}# {COSTLIEST}"
    if not story.costliest:
        yield FAULTLESS
    for rank, costly in enumerate(story.costliest, 1):
        yield from _costly(story, rank, costly, level)
    yield f"{level}# {PLAYERS}"
    yield from _records(Report([story]).records)
    if story.balances:
        yield f"{level}# {BALANCE}"
        yield "\n".join(f"- {escape(said)}" for said in balance_sentences(story))
        yield _table(BALANCE_HEADER, balance_rows(story))
    yield f"{level}# {ORIGINS}"
    yield from _scorings(story)
    yield f"{level}# All turns"
    yield from _turns(story)


def _scorings(story: Story) -> Iterator[str]:
    """Yield the table of points: a row for each reason, and the points after each shift."""
    rows = []
    for scoring in story.scorings:
        shift = f"shift {scoring.shift}: " if story.shifts > 1 else ""
        rows += [
            [f"{shift}{reason}", *(f"{vp:+}" if vp else "" for vp in points)]
            for reason, points in scoring.gains.items()
        ]
        after = f"after shift {scoring.shift}" if story.shifts > 1 else "in all"
        rows.append([after, *(str(vp) for vp in scoring.vp)])
    if rows:
        yield _table(["VP", *(player.name for player in story.players)], rows)


def _costly(story: Story, rank: int, costly: CostlyTurn, level: str) -> Iterator[str]:
    turn = costly.turn
    yield f"{level}## {rank}. {escape(place_phrase(story, turn))}: {verdict(turn)}"
    yield "\n".join(
        [
            f"- Played: {_choice(turn.judgement.played, turn.played)}",
            f"- Better: {_choice(turn.judgement.best, turn.best)}",
            f"- It cost {escape(loss_phrase(turn.judgement))}.",
            *(f"- {escape(sentence)}" for sentence in costly.reasons),
        ]
    )
    yield "The table before it, as its player knew it:"
    yield _fenced(costly.board)


def _choice(tokens: Sequence[str], words: str) -> str:
    return f"`{turn_phrase(tokens)}`: {escape(words)}"


def _records(records: Iterable[SeatRecord]) -> Iterator[str]:
    rows = [record_row(record) for record in records]
    if rows:
        yield _table(RECORD_HEADER, rows)


def _turns(story: Story) -> Iterator[str]:
    header = [
        "turn",
        *(["shift"] if story.shifts > 1 else []),
        "player",
        "played",
        "verdict",
        "better",
    ]
    lines = [_row([*header, "gave away"]), _row(["---"] * (len(header) + 1))]
    lines += [_row(_turn_cells(story, turn)) for turn in story.turns]
    yield "\n".join(lines)


def _turn_cells(story: Story, turn: Turn) -> list[str]:
    judgement = turn.judgement
    return [
        str(turn.number),
        *([str(judgement.shift)] if story.shifts > 1 else []),
        escape(turn.player),
        f"`{turn_phrase(judgement.played)}`",
        verdict(turn),
        "" if turn.is_best else f"`{turn_phrase(judgement.best)}`",
        "" if turn.is_best else escape(loss_phrase(judgement)),
    ]


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of text: the first column on the left, numbers on the right."""
    rule = [":---", *["---:"] * (len(header) - 1)]
    return "\n".join(
        [
            _row([escape(cell) for cell in header]),
            _row(rule),
            *(_row([escape(cell) for cell in row]) for row in rows),
        ]
    )


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _fenced(lines: Iterable[str]) -> str:
    """Return lines as they are; a fence of so many marks cannot stand in them."""
    return "\n".join(["~~~~~~~~ text", *lines, "~~~~~~~~"])
