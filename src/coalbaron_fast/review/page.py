"""A report as one HTML file that needs nothing else: no script, no font, no request.

All text goes through `markup.element`, which escapes it. The page's policy forbids scripts besides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from coalbaron_fast.review import wording
from coalbaron_fast.review.chart import draw_points, draw_shares
from coalbaron_fast.review.markup import Markup, element
from coalbaron_fast.review.page_style import STYLE
from coalbaron_fast.review.story import CostlyTurn, Report, Scoring, Story, Turn

__all__ = ["write_html"]

UNITS: Final = re.compile(r"(?<=\d) (?=[%±$€]|[A-Z]{2})|(?<=±) ")
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"


def write_html(report: Report) -> str:
    """Return the report as a page."""
    stories = report.stories
    title = wording.heading(stories[0]) if len(stories) == 1 else f"Review of {len(stories)} games"
    parts = list(_overview(report, title)) if len(stories) != 1 else []
    parts += [_story(story, number, len(stories)) for number, story in enumerate(stories, 1)]
    notes = [element("li", note) for note in wording.explanations(stories)]
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
    """Yield what several games have in common, and where each of them is."""
    yield element("h1", title)
    yield from _numbers(wording.record_table(report))
    yield element(
        "ol",
        *(
            element(
                "li",
                element("a", wording.heading(story), href=f"#game-{number}"),
                f" {story.source}. {wording.result_sentence(story)}",
            )
            for number, story in enumerate(report.stories, 1)
        ),
    )
    if report.problems:
        yield element("h2", "Not reviewed")
        yield element("ul", *(element("li", f"{where}: {what}") for where, what in report.problems))


def _story(story: Story, number: int, of: int) -> Markup:
    """Return a game; its headings are below those of the page if there are several."""
    top = 1 if of == 1 else 2
    main, sub = f"h{top}", f"h{top + 1}"
    parts = [
        element("p", " · ".join(wording.about(story)), class_="about"),
        element(main, wording.heading(story)),
        element("p", unbroken(" ".join(wording.opening_sentences(story))), class_="lead"),
    ]
    if len(story.course) > 1:
        parts += [
            element(sub, wording.COURSE),
            *_picture(wording.SHARES, draw_shares(story)),
            *_picture(wording.POINTS, draw_points(story)),
        ]
    parts += [
        element(sub, wording.COSTLIEST),
        *(_costly(story, rank, one, top + 2) for rank, one in enumerate(story.costliest, 1)),
        *([] if story.costliest else [element("p", wording.FAULTLESS)]),
        element(sub, wording.PLAYERS),
        *_numbers(wording.record_table(Report([story]))),
        *_balances(story, sub),
        element(sub, wording.ORIGINS),
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
            f" {wording.place_phrase(story, turn)} ",
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
            element("dd", element("strong", unbroken(wording.loss_phrase(turn)))),
            element("dt", "Why"),
            element("dd", *(element("p", unbroken(sentence)) for sentence in costly.reasons)),
        ),
        element(
            "details",
            element("summary", "The table before it, as its player knew it"),
            element("pre", "\n".join(costly.board)),
        ),
        class_=f"costly {wording.verdict(turn)}",
    )


def _tokens(tokens: Sequence[str]) -> Markup:
    return element("code", wording.turn_phrase(tokens))


def _badge(turn: Turn) -> Markup:
    name = wording.verdict(turn)
    return element("span", name, class_=f"badge {name}")


def _numbers(table: wording.Table) -> Iterator[Markup]:
    if table.rows:
        yield _table(table.header, map(_cells, table.rows))


def _balances(story: Story, heading_tag: str) -> Iterator[Markup]:
    """Yield what of everybody's result was play and what was luck."""
    if story.balances:
        said = (element("li", unbroken(sentence)) for sentence in wording.balance_sentences(story))
        yield element(heading_tag, wording.BALANCE)
        yield element("ul", *said)
        yield from _numbers(wording.balance_table(story))


def _scorings(story: Story) -> Iterator[Markup]:
    """Yield the table of points: the reasons of each shift, and every seat's points after it."""
    rows = [row for scoring in story.scorings for row in _scoring_rows(story, scoring)]
    if rows:
        yield _table([story.unit, *(player.name for player in story.players)], rows)


def _scoring_rows(story: Story, scoring: Scoring) -> Iterator[Markup]:
    *gains, after = wording.scoring_rows(story, scoring)
    yield from (element("tr", *_cells(row)) for row in gains)
    yield element("tr", *_cells(after), class_="sum")


def _turns(story: Story) -> Markup:
    rows = (_turn_row(story, turn) for turn in story.turns)
    return _table(wording.turn_header(story), rows, "turns")


def _turn_row(story: Story, turn: Turn) -> Markup:
    judgement = turn.judgement
    better = [] if turn.is_best else [_tokens(judgement.best), element("small", turn.best)]
    return element(
        "tr",
        *(element("td", cell) for cell in wording.turn_place(story, turn)),
        element("td", _tokens(judgement.played), element("small", turn.played)),
        element("td", _badge(turn)),
        element("td", *better),
        element("td", "" if turn.is_best else wording.loss_phrase(turn)),
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
