"""A report as Markdown: every game in full, with its course as a line of blocks a seat."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from coalbaron_fast.review import wording
from coalbaron_fast.review.chart import spark_points, spark_shares
from coalbaron_fast.review.story import CostlyTurn, Report, Story

__all__ = ["escape", "write_markdown"]

SPECIAL: Final = re.compile(r"([\\`*_\[\]<>|~&!#$^])|(?<=[a-z]):(?=//)|(?<=www)\.|@", re.IGNORECASE)
"""What Markdown and its dialects would read as more than text within a line."""


def write_markdown(report: Report) -> str:
    """Return the report."""
    stories = report.stories
    parts = list(_overview(report)) if len(stories) != 1 else []
    for story in stories:
        parts += _story(story, "#" if len(stories) == 1 else "##")
    notes = [f"- {escape(note)}" for note in wording.explanations(stories)]
    if notes:
        parts += ["---", "\n".join(notes)]
    return "\n\n".join(part for part in parts if part) + "\n"


def escape(text: str) -> str:
    """Return text that Markdown shows as it is, anywhere but at the beginning of a line."""
    return SPECIAL.sub(r"\\\g<0>", text)


def _overview(report: Report) -> Iterator[str]:
    yield f"# Review of {len(report.stories)} games"
    yield _table(wording.record_table(report))
    yield "\n".join(f"- {escape(where)}: {escape(what)}" for where, what in report.problems)


def _story(story: Story, level: str) -> Iterator[str]:
    yield f"{level} {escape(wording.heading(story))}"
    yield f"*{' · '.join(map(escape, wording.about(story)))}*"
    yield escape(" ".join(wording.opening_sentences(story)))
    yield f"{level}# {wording.COURSE}"
    for title, draw in ((wording.SHARES, spark_shares), (wording.POINTS, spark_points)):
        if lines := draw(story):
            yield f"{title}:"
            yield _fenced(lines)
    yield f"{level}# {wording.COSTLIEST}"
    if not story.costliest:
        yield wording.FAULTLESS
    for rank, costly in enumerate(story.costliest, 1):
        yield from _costly(story, rank, costly, level)
    yield f"{level}# {wording.PLAYERS}"
    yield _table(wording.record_table(Report([story])))
    if story.balances:
        yield f"{level}# {wording.BALANCE}"
        yield "\n".join(f"- {escape(said)}" for said in wording.balance_sentences(story))
        yield _table(wording.balance_table(story))
    yield f"{level}# {wording.ORIGINS}"
    yield _table(_scorings(story))
    yield f"{level}# All turns"
    yield _turns(story)


def _scorings(story: Story) -> wording.Table:
    """Return the table of points: a row for each reason, and the points after each shift."""
    rows = []
    for scoring in story.scorings:
        shift = f"shift {scoring.shift}: " if story.shifts > 1 else ""
        *gains, after = wording.scoring_rows(story, scoring)
        rows += [*([shift + reason, *points] for reason, *points in gains), after]
    return wording.Table([story.unit, *(player.name for player in story.players)], rows)


def _costly(story: Story, rank: int, costly: CostlyTurn, level: str) -> Iterator[str]:
    turn = costly.turn
    yield f"{level}## {rank}. {escape(wording.judged_phrase(story, turn))}"
    yield "\n".join(
        [
            f"- Played: {_code(turn.judgement.played)}: {escape(turn.played)}",
            f"- Better: {_code(turn.judgement.best)}: {escape(turn.best)}",
            f"- It cost {escape(wording.loss_phrase(turn))}.",
            *(f"- {escape(sentence)}" for sentence in costly.reasons),
        ]
    )
    yield "The table before it, as its player knew it:"
    yield _fenced(costly.board)


def _code(tokens: Sequence[str]) -> str:
    return f"`{wording.turn_phrase(tokens)}`"


def _turns(story: Story) -> str:
    header = wording.turn_header(story)
    lines = [_row(header), _row(["---"] * len(header))]
    for turn in story.turns:
        better = _code(turn.judgement.best), escape(wording.loss_phrase(turn))
        cells = [
            *map(escape, wording.turn_place(story, turn)),
            _code(turn.judgement.played),
            wording.verdict(turn),
            *(("", "") if turn.is_best else better),
        ]
        lines.append(_row(cells))
    return "\n".join(lines)


def _table(table: wording.Table) -> str:
    """Return a table with the first column on the left and numbers on the right, if it has rows."""
    if not table.rows:
        return ""
    rule = [":---", *["---:"] * (len(table.header) - 1)]
    header, *rows = ([escape(cell) for cell in row] for row in (table.header, *table.rows))
    return "\n".join(map(_row, (header, rule, *rows)))


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _fenced(lines: Iterable[str]) -> str:
    """Return lines as they are; they cannot hold a fence of this many marks."""
    return "\n".join(["~~~~~~~~ text", *lines, "~~~~~~~~"])
