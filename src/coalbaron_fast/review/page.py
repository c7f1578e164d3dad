"""A report as one HTML file that needs nothing else: no script, no font, no request.

All text goes through `markup.element`, which escapes it. The page's policy forbids scripts besides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from coalbaron_fast.review.chart import draw_points, draw_shares
from coalbaron_fast.review.markup import Markup, element
from coalbaron_fast.review.page_style import STYLE
from coalbaron_fast.review.story import CostlyTurn, Report, Scoring, SeatRecord, Story, Turn
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
    result_sentence,
    turn_phrase,
    verdict,
)

__all__ = ["write_html"]

UNITS: Final = re.compile(r"(?<=\d) (?=%|VP\b|±)|(?<=±) ")
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"


def write_html(report: Report) -> str:
    """Return the report as a page."""
    stories = report.stories
    title = heading(stories[0]) if len(stories) == 1 else f"Review of {len(stories)} games"
    parts = list(_overview(report, title)) if len(stories) != 1 else []
    parts += [_story(story, number, len(stories)) for number, story in enumerate(stories, 1)]
    notes = [element("li", note) for note in explanations(stories)]
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=POLICY),
        element("meta", name_="viewport", content="width=device-width, initial-scale=1"),
        element("title", title),
        element("style", Markup(STYLE)),
    )
    footer = element("footer", element("h2", "What the numbers mean"), element("ul", *notes))
    main = element("main", *parts, class_="one" if len(stories) == 1 else "several")
    page = element("html", head, element("body", main, *([footer] if notes else [])), lang="en")
    return f"<!DOCTYPE html>\n{page}\n"


def unbroken(text: str) -> str:
    """Return text whose numbers stay on a line with their units and errors."""
    return UNITS.sub("\N{NO-BREAK SPACE}", text)


def _overview(report: Report, title: str) -> Iterator[Markup]:
    """Yield what several games have in common, and where each of them stands."""
    yield element("h1", title)
    yield from _records(report.records)
    yield element(
        "ol",
        *(
            element(
                "li",
                element("a", heading(story), href=f"#game-{number}"),
                f" {story.source}. {result_sentence(story)}",
            )
            for number, story in enumerate(report.stories, 1)
        ),
    )
    if report.problems:
        yield element("h2", "Not reviewed")
        yield element("ul", *(element("li", f"{where}: {what}") for where, what in report.problems))


def _story(story: Story, number: int, of: int) -> Markup:
    """Return a game; its headings stand below those of the page if there are several."""
    top = 1 if of == 1 else 2
    main, sub = f"h{top}", f"h{top + 1}"
    about = [story.game, *story.about, *([story.source] if story.source else [])]
    parts = [
        element("p", " · ".join(about), class_="about"),
        element(main, heading(story)),
        element("p", unbroken(" ".join(opening_sentences(story))), class_="lead"),
    ]
    if len(story.course) > 1:
        parts += [
            element(sub, COURSE),
            *_picture(SHARES, draw_shares(story)),
            *_picture(POINTS, draw_points(story)),
        ]
    parts += [
        element(sub, COSTLIEST),
        *(_costly(story, rank, one, top + 2) for rank, one in enumerate(story.costliest, 1)),
        *([] if story.costliest else [element("p", FAULTLESS)]),
        element(sub, PLAYERS),
        *_records(Report([story]).records),
        *_balances(story, sub),
        element(sub, ORIGINS),
        *_scorings(story),
        element(
            "details",
            element("summary", f"All {len(story.turns)} turns"),
            _turns(story),
        ),
    ]
    return element("section", *parts, id_=f"game-{number}")


def _picture(title: str, chart: Markup) -> list[Markup]:
    """Return a chart below its title; on a narrow screen it scrolls."""
    picture = element("div", chart, class_="scroll", tabindex="0")
    return [element("figure", element("figcaption", title), picture)]


def _costly(story: Story, rank: int, costly: CostlyTurn, level: int) -> Markup:
    turn = costly.turn
    rows = [
        ("Played", turn.judgement.played, turn.played),
        ("Better", turn.judgement.best, turn.best),
    ]
    return element(
        "article",
        element(
            f"h{level}",
            element("span", str(rank), class_="number"),
            f" {place_phrase(story, turn)} ",
            _badge(turn),
        ),
        element(
            "dl",
            *(
                part
                for label, tokens, words in rows
                for part in (element("dt", label), element("dd", _tokens(tokens), f" {words}"))
            ),
            element("dt", "Cost"),
            element("dd", element("strong", unbroken(loss_phrase(turn.judgement)))),
            element("dt", "Why"),
            element("dd", *(element("p", unbroken(sentence)) for sentence in costly.reasons)),
        ),
        element(
            "details",
            element("summary", "The table before it, as its player knew it"),
            element("pre", "\n".join(costly.board)),
        ),
        class_=f"costly {verdict(turn)}",
    )


def _tokens(tokens: Sequence[str]) -> Markup:
    return element("code", turn_phrase(tokens))


def _badge(turn: Turn) -> Markup:
    name = verdict(turn)
    return element("span", name, class_=f"badge {name}")


def _records(records: Iterable[SeatRecord]) -> Iterator[Markup]:
    rows = [_cells(record_row(record)) for record in records]
    if rows:
        yield _table(RECORD_HEADER, rows)


def _balances(story: Story, heading_tag: str) -> Iterator[Markup]:
    """Yield what of everybody's result was play and what was luck."""
    if story.balances:
        said = (element("li", unbroken(sentence)) for sentence in balance_sentences(story))
        yield element(heading_tag, BALANCE)
        yield element("ul", *said)
        yield _table(BALANCE_HEADER, [_cells(row) for row in balance_rows(story)])


def _scorings(story: Story) -> Iterator[Markup]:
    """Yield the table of points: the reasons of each shift, and how everybody stood after it."""
    rows = [row for scoring in story.scorings for row in _scoring_rows(story, scoring)]
    if rows:
        yield _table(["VP", *(player.name for player in story.players)], rows)


def _scoring_rows(story: Story, scoring: Scoring) -> Iterator[Markup]:
    for reason, points in scoring.gains.items():
        yield element("tr", *_cells([reason, *(f"{vp:+}" if vp else "" for vp in points)]))
    after = f"after shift {scoring.shift}" if story.shifts > 1 else "in all"
    yield element("tr", *_cells([after, *map(str, scoring.vp)]), class_="sum")


def _turns(story: Story) -> Markup:
    shift = ["shift"] if story.shifts > 1 else []
    header = ["turn", *shift, "player", "played", "verdict", "better", "gave away"]
    return _table(header, [_turn_row(story, turn) for turn in story.turns], "turns")


def _turn_row(story: Story, turn: Turn) -> Markup:
    judgement = turn.judgement
    cells = [str(turn.number), *([str(judgement.shift)] if story.shifts > 1 else []), turn.player]
    better = [] if turn.is_best else [_tokens(judgement.best), element("small", turn.best)]
    return element(
        "tr",
        *(element("td", cell) for cell in cells),
        element("td", _tokens(judgement.played), element("small", turn.played)),
        element("td", _badge(turn)),
        element("td", *better),
        element("td", "" if turn.is_best else loss_phrase(judgement)),
    )


def _cells(cells: Iterable[str]) -> list[Markup]:
    first, *others = cells
    return [element("th", first, scope="row"), *(element("td", cell) for cell in others)]


def _table(
    header: Iterable[str], rows: Iterable[Markup | Sequence[Markup]], name: str = "numbers"
) -> Markup:
    """Return a table that scrolls where it is too wide; a row is a `tr`, or its cells."""
    heads = (element("th", cell, scope="col") for cell in header)
    lines = (row if isinstance(row, Markup) else element("tr", *row) for row in rows)
    table = element(
        "table", element("thead", element("tr", *heads)), element("tbody", *lines), class_=name
    )
    return element("div", table, class_="scroll", tabindex="0")
