"""Reports of reviews: what they tell is true, and what strangers wrote stays text."""

from __future__ import annotations

import html.parser
import itertools
import random
import re
import textwrap
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Final
from xml.etree import ElementTree as ET

import pytest

from coalbaron_fast import Engine, Limits, State, review
from coalbaron_fast.games import Units, load_game
from coalbaron_fast.review import (
    Judgement,
    PlayedTurn,
    Report,
    Story,
    played_turns,
    summarise,
    tell_game,
    write_html,
    write_markdown,
    write_text,
)
from coalbaron_fast.review import markdown as review_markdown
from coalbaron_fast.review.chart import (
    BLOCKS,
    draw_points,
    draw_shares,
    spark_points,
    spark_shares,
    ticks,
)
from coalbaron_fast.review.judging import NOISE, grade_of
from coalbaron_fast.review.luck import Chance
from coalbaron_fast.review.markup import element
from coalbaron_fast.review.wording import (
    FAULTLESS,
    balance_sentences,
    balance_table,
    explanations,
    loss_phrase,
    opening_sentences,
    record_table,
)

GAME: Final = load_game("coalbaron")
HOSTILE: Final = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</title><h1>",
    "[click](https://example.org) `code` | cell | *bold*",
    "https://example.org www.example.org a@example.org",
    "# heading ~~gone~~ $x$ &lt;b&gt;",
    "A\N{RIGHT-TO-LEFT OVERRIDE}B",
    "x" * 500,
)


def greedy_game(players: int = 2, seed: int = 1) -> State:
    """A greedy game."""
    state = State(players, seed=seed)
    while not state.is_over:
        state.push_codes(state.first_sight())
    return state


def made_up(played: State, seed: int = 1) -> list[Judgement]:
    """Judgements of all turns as a search could have made them; one in three was not the best."""
    chance = random.Random(seed)
    turns = played_turns(played)
    return [judgement_of(turn, number, len(turns), chance) for number, turn in enumerate(turns)]


def judgement_of(turn: PlayedTurn, number: int, total: int, chance: random.Random) -> Judgement:
    state, seat = turn.state, turn.state.turn or 0
    best = GAME.spell(state.first_sight()) if number % 3 == 0 else turn.tokens
    if best == turn.tokens and number % 3 == 0:
        best = state.legal_moves()[-1:]
    is_best = best == turn.tokens
    shares = [chance.random() for _ in range(state.players)]
    win = [share / sum(shares) for share in shares]
    vp = [chance.uniform(60, 120) for _ in range(state.players)]
    loss, error = (0.0, 0.0) if is_best else (chance.random() * win[seat], chance.random() / 8)
    loss_vp = 0.0 if is_best else chance.uniform(-2, 9)
    rest = loss / (state.players - 1)
    played_win = [share + (-loss if place == seat else rest) for place, share in enumerate(win)]
    played_vp = [points - loss_vp * (place == seat) for place, points in enumerate(vp)]
    return Judgement(
        index=turn.index, number=number, total=total, seat=seat, shift=state.shift,
        phase=state.phase, played=turn.tokens, best=best, loss_win=loss, error=error,
        loss_vp=loss_vp, error_vp=0.0 if is_best else 0.4, grade=grade_of(loss, error),
        win=win, vp=vp, played_win=played_win, played_vp=played_vp,
        win_error=[0.02] * state.players, vp_error=[0.7] * state.players,
        played_win_error=[0.02] * state.players, played_vp_error=[0.7] * state.players,
        change_error_vp=[0.4] * state.players,
        best_next=["bank"], played_next=["c4"], nodes=100, exact=False, solved=False, luck=[],
        reasons=[],
    )  # fmt: skip


@pytest.fixture(scope="module")
def played() -> State:
    return greedy_game()


@pytest.fixture(scope="module")
def judged(played: State) -> list[Judgement]:
    return made_up(played)


@pytest.fixture(scope="module")
def story(played: State, judged: list[Judgement]) -> Story:
    tags = {"Seat0": "Anna", "Seat1": "Bob", "Date": "2026.11.18", "Event": "?"}
    return tell_game(GAME, played, tags, judged, "game.txt, record 1", nodes=24)


@pytest.fixture(scope="module")
def reports(story: Story) -> dict[str, str]:
    report = Report([story])
    return {
        "text": write_text(report),
        "markdown": write_markdown(report),
        "html": write_html(report),
    }


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_points_are_all_accounted_for(players: int) -> None:
    state = greedy_game(players, seed=players)
    told = tell_game(GAME, state, {}, [])
    before = [0] * players
    for scoring in told.scorings:
        gained = [sum(vp) for vp in zip(*scoring.gains.values(), strict=True)]
        assert [one + other for one, other in zip(before, gained, strict=True)] == scoring.vp
        before = scoring.vp
    assert before == state.vp
    assert [scoring.shift for scoring in told.scorings] == [1, 2, 3]


def test_a_story_tells_the_game_as_it_was(
    story: Story, played: State, judged: list[Judgement]
) -> None:
    assert [player.name for player in story.players] == ["Anna", "Bob"]
    assert [player.vp for player in story.players] == played.vp
    assert [player.seat for player in story.winners] == played.winners()
    assert story.about == ["2026.11.18"]
    assert [moment.turn for moment in story.course] == list(range(1, len(judged) + 2))
    assert (story.course[0].win, story.course[-1].win) == (judged[0].win, played.win_shares())
    assert story.course[-1].vp == played.vp
    assert [costly.turn.judgement.index for costly in story.costliest] == (
        summarise(judged, played).costliest
    )
    assert len(story.costliest) == 3


def test_the_costliest_turns_come_with_reasons_that_hold(story: Story, played: State) -> None:
    for costly in story.costliest:
        judgement = costly.turn.judgement
        first = costly.reasons[0]
        numbers = [float(number) for number in re.findall(r"(\d+\.\d) VP", first)]
        assert numbers == pytest.approx(
            [judgement.vp[judgement.seat], judgement.played_vp[judgement.seat]], abs=0.051
        )
        before = played.origin
        before.push_codes(played.codes[: judgement.index])
        assert costly.board == GAME.draw_board(before.view(judgement.seat))
        after = before.copy()
        after.push_all(judgement.best)
        scored = after.vp[judgement.seat] - before.vp[judgement.seat]
        told = [reason for reason in costly.reasons if reason.startswith("By itself")]
        other = before.copy()
        other.push_all(judgement.played)
        also = other.vp[judgement.seat] - before.vp[judgement.seat]
        sentence = f"By itself the better turn scores {scored} VP, the played one {also}."
        assert told == ([sentence] if scored != also else [])


def test_every_format_tells_the_same(reports: dict[str, str], story: Story) -> None:
    for text in reports.values():
        plain = html.unescape(re.sub(r"<[^>]*>|\\", "", text))
        flat = " ".join(plain.split())
        for sentence in opening_sentences(story):
            assert sentence in flat
        for costly in story.costliest:
            assert loss_phrase(costly.turn) in flat
            for reason in costly.reasons:
                assert reason in flat
    for line in (*spark_shares(story), *spark_points(story)):
        assert line in reports["markdown"]
    for form in ("markdown", "html"):
        for turn in story.turns:
            assert "/".join(turn.judgement.played) in html.unescape(reports[form])


def test_a_report_speaks_of_the_game_s_own_units(played: State, judged: list[Judgement]) -> None:
    game = load_game("coalbaron")._replace(units=Units("dollars", "$", 1.0))
    story = tell_game(game, played, {}, judged)
    said = [
        *opening_sentences(story),
        *balance_sentences(story),
        *(loss_phrase(costly.turn) for costly in story.costliest),
        *(costly.reasons[0] for costly in story.costliest),
        *spark_points(story),
        *explanations([story]),
        *balance_table(story).header,
        *record_table(Report([story])).header,
    ]
    assert not [text for text in said if "VP" in text]
    assert sum("$" in text for text in said) > len(story.costliest) * 2
    reports = [write(Report([story])) for write in (write_text, write_markdown, write_html)]
    assert all("$ lost a turn" in report for report in reports)


def test_costs_come_with_their_error(story: Story) -> None:
    turn = story.costliest[0].turn
    sampled = replace(
        turn.judgement, loss_win=0.1234, error=0.02, loss_vp=4.56, error_vp=0.01, solved=False
    )
    assert (
        loss_phrase(replace(turn, judgement=sampled)) == "12.3 ± 2.0 % of the win and 4.6 ± 0.1 VP"
    )
    solved = replace(sampled, error=0.0, error_vp=0.0, solved=True, exact=True)
    assert (
        loss_phrase(replace(turn, judgement=solved))
        == "12.3 % of the win and 4.6 VP (solved to the end)"
    )


def test_a_game_within_the_noise_has_no_mistakes(played: State, judged: list[Judgement]) -> None:
    unsure = [
        replace(one, error=1.0, error_vp=100.0, grade=grade_of(one.loss_win, 1.0)) for one in judged
    ]
    report = Report([tell_game(GAME, played, {}, unsure)])
    for text in (write_text(report), write_markdown(report), write_html(report)):
        assert FAULTLESS in text
        body = text.replace("a mistake from", "").replace("is no mistake", "")
        # The heads of the table are there, but no turn is called so.
        assert not re.search(r": (blunder|mistake|slip)|badge (blunder|mistake|slip)\"", body)


class Elements(html.parser.HTMLParser):
    """Counts the elements of a page and checks that all of them are closed."""

    VOID: Final = frozenset(("meta", "line", "circle", "polygon", "polyline"))

    def __init__(self) -> None:
        super().__init__()
        self.found: Counter[str] = Counter()
        self.open: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found[tag] += 1
        assert not [name for name, _ in attrs if name.startswith("on")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def elements(page: str) -> Elements:
    parser = Elements()
    parser.feed(page)
    parser.close()
    assert parser.open == []
    return parser


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_names_of_strangers_stay_text(
    name: str, played: State, judged: list[Judgement], reports: dict[str, str]
) -> None:
    tags = {"Seat0": name, "Seat1": "Bob", "Event": name}
    told = tell_game(GAME, played, tags, judged, f"{name}, record 1", nodes=24)
    report = Report([told, told], [(name, name)])
    page = elements(write_html(report))
    tame = Report([replace(told, source="x"), replace(told, source="x")], [("x", "x")])
    assert page.found == elements(write_html(tame)).found
    assert page.found["script"] == page.found["img"] == page.found["h1"] - 1 == 0
    assert told.players[0].name in "".join(page.text)
    assert not re.search(r"[\u202a-\u202e]", write_html(report) + write_markdown(report))
    assert len(told.players[0].name) <= 60
    alone = elements(write_html(Report([told])))
    assert alone.found == elements(reports["html"]).found or name.startswith("A")


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_names_of_strangers_stay_text_in_markdown(
    name: str, played: State, judged: list[Judgement]
) -> None:
    markdown_it = pytest.importorskip("markdown_it")
    reader = markdown_it.MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])

    def kinds(who: str) -> Counter[str]:
        told = tell_game(GAME, played, {"Seat0": who, "Seat1": "Bob"}, judged, who, nodes=24)
        blocks = reader.parse(write_markdown(Report([told], [(who, who)])))
        inline = itertools.chain.from_iterable(block.children or [] for block in blocks)
        return Counter(token.type for token in [*blocks, *inline] if token.type != "text_special")

    ours = kinds(name)
    assert {"html_inline", "html_block", "link_open", "image", "s_open"} & set(ours) == set()
    tame = kinds("Anna")
    for kind in ("code_inline", "em_open", "strong_open", "td_open", "heading_open", "tr_open"):
        assert ours[kind] == tame[kind]


def test_players_of_the_same_name_are_told_apart(played: State, judged: list[Judgement]) -> None:
    told = tell_game(GAME, played, {"Seat0": "engine", "Seat1": "engine"}, judged)
    assert [player.name for player in told.players] == ["engine (seat 0)", "engine (seat 1)"]
    nameless = tell_game(GAME, played, {}, judged)
    assert [player.name for player in nameless.players] == ["seat 0", "seat 1"]


def test_the_page_needs_nothing_else(reports: dict[str, str]) -> None:
    page = reports["html"]
    assert not re.search(r"(src|href)=\"(?!#)|url\(|@import|<script", page)
    assert "default-src 'none'" in html.unescape(page)


def test_the_pictures_are_well_formed_and_hold_every_turn(story: Story) -> None:
    for picture in (draw_shares(story), draw_points(story)):
        root = ET.fromstring(picture)  # noqa: S314 - it is ours
        lines = root.findall("polyline")
        assert len(lines) == len(story.players)
        for line in lines:
            points = [point.split(",") for point in (line.get("points") or "").split()]
            assert len(points) == len(story.course)
            assert all(0 <= float(y) <= 260 and 0 <= float(x) <= 720 for x, y in points)
    ranks = ET.fromstring(draw_shares(story)).findall("text[@class='rank']")  # noqa: S314
    assert [rank.text for rank in ranks] == ["1", "2", "3"]


def test_labels_at_the_ends_do_not_touch() -> None:
    state = greedy_game(4, seed=2)
    told = tell_game(GAME, state, {}, made_up(state))
    root = ET.fromstring(draw_shares(told))  # noqa: S314 - it is ours
    heights = sorted(
        float(text.get("y") or 0)
        for text in root.findall("text")
        if (text.get("class") or "").startswith("label")
    )
    assert len(heights) == 4
    assert all(below - above >= 16 for above, below in itertools.pairwise(heights))


def test_a_line_of_blocks_is_as_high_as_the_share(story: Story) -> None:
    first, second = spark_shares(story)
    assert first.startswith("Anna")
    for one, other in zip(blocks_of(first), blocks_of(second), strict=True):
        # Two shares make up the whole.
        assert abs(BLOCKS.index(one) + BLOCKS.index(other) - 7) <= 1
    assert (first.count("│"), len(blocks_of(first)) <= 60) == (2, True)


def blocks_of(line: str) -> str:
    return "".join(letter for letter in line if letter in BLOCKS)


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(0, 1, [0, 0.5, 1.0]), (3, 41, [0, 10, 20, 30, 40, 50]), (-7, 7, [-10, -5, 0, 5, 10])],
)
def test_ticks_are_round_and_go_round_the_values(
    low: float, high: float, expected: list[float]
) -> None:
    assert ticks(low, high) == pytest.approx(expected)
    assert ticks(5, 5)[0] <= 5 <= ticks(5, 5)[-1]


def tables_of(text: str) -> Iterator[list[list[str]]]:
    """Yield the tables of a Markdown text: rows of cells."""
    lines = text.splitlines()
    for is_table, rows in itertools.groupby(lines, lambda line: line.startswith("| ")):
        if is_table:
            yield [re.split(r"(?<!\\)\|", row)[1:-1] for row in rows]


@pytest.mark.parametrize("players", [2, 3])
def test_tables_of_markdown_have_a_cell_and_a_rule_for_each_column(players: int) -> None:
    state = greedy_game(players)
    told = tell_game(GAME, state, {"Seat0": "A | b"}, made_up(state))
    tables = list(tables_of(write_markdown(Report([told, told]))))
    # Those who played; then of each game the same, luck and skill, origins of points, all turns.
    assert len(tables) == 1 + 2 * 4
    for header, rule, *rows in tables:
        assert {len(row) for row in (rule, *rows)} == {len(header)}
        if header[0].strip() == "turn":
            assert {cell.strip() for cell in rule} == {"---"}
            assert len(rows) == len(told.turns)
        else:
            # Words on the left, numbers on the right.
            assert [cell.strip() for cell in rule] == [":---"] + ["---:"] * (len(header) - 1)
    points = [[cell.strip() for cell in row] for row in tables[3]]
    assert points[0][1:] == [review_markdown.escape(player.name) for player in told.players]
    assert [int(cell) for cell in points[-1][1:]] == state.vp
    for column in range(1, 1 + players):
        gains = [int(row[column] or 0) for row in points[2:] if "after shift" not in row[0]]
        assert sum(gains) == state.vp[column - 1]


def test_an_unfinished_game_and_one_without_turns_have_a_report() -> None:
    state = State(3, seed=1)
    while state.phase != "place":
        state.push_codes(state.first_sight())
    for one in (tell_game(GAME, state, {}, made_up(state)), tell_game(GAME, State(2), {}, [])):
        report = Report([one])
        for text in (write_text(report), write_markdown(report)):
            assert "The game is not finished" in text
        elements(write_html(report))
    for nothing in (Report([]), Report([], [("here", "broken")])):
        write_text(nothing)
        assert "Review of 0 games" in write_markdown(nothing)
        elements(write_html(nothing))


def test_a_game_seen_from_one_chair_is_told_from_there() -> None:
    whole = greedy_game()
    seen = State(2).view(0)
    seen.push_all(whole.history_seen_by(0)[:60])
    told = tell_game(GAME, seen, {"Seat0": "Anna"}, made_up(seen))
    assert {turn.player for turn in told.turns} == {"Anna"}
    assert "of Anna alone" in write_text(Report([told]))


def test_several_games_are_added_up_by_player(story: Story) -> None:
    report = Report([story, replace(story, source="game.txt, record 2")])
    (anna, bob) = report.records
    assert (anna.name, bob.name) == ("Anna", "Bob")
    (alone, _) = Report([story]).records
    assert anna.turns == 2 * alone.turns
    assert anna.loss_win == pytest.approx(alone.loss_win)
    # Twice as many turns: the mean's error falls by the root of two.
    assert anna.error == pytest.approx(alone.error / 2**0.5)
    text = write_text(report)
    assert "game.txt, record 2: " in text
    assert write_markdown(report).count("\n## ") == 2


def chance_of(index: int, token: str, vp: list[float], error: float) -> Chance:
    """A chance event of three seats, each lead with the same error."""
    none = [0.0] * 3
    return Chance(index, token, 2, 5, none, vp, none, [9.0] * 3, [[error] * 3 for _ in range(3)])


def test_the_largest_strokes_of_luck_are_told_if_they_are_sure() -> None:
    state = greedy_game(3)
    judged = made_up(state)
    where = [judgement.index for judgement in judged]
    events = {
        # After its turn, and before it: that is after the one before.
        4: chance_of(where[4] + 1, "!Bb", [6.0, 1.0, -2.0], 1.0),
        7: chance_of(where[7], "!y1L", [-3.0, 0.0, 9.0], 1.0),
        9: chance_of(where[9] + 1, "!Bg", [0.0, 8.0, 0.0], 8.0 / NOISE),
        11: chance_of(where[11] + 1, "!Bb", [0.0, 2.5, 0.0], 1.0),
        12: chance_of(where[12] + 1, "!Bb", [4.0, 4.0, 0.0], 0.5),
        13: chance_of(where[13] + 1, "!Bb", [3.0, 0.0, 0.0], 1.0),
    }
    told = tell_game(
        GAME, state, {},
        [replace(one, luck=[events[place]] if place in events else [])
         for place, one in enumerate(judged)],
    )  # fmt: skip
    # The mover that it helped most, by how much more than the others' mean.
    assert [(one.turn, one.seat, one.vp, one.error, one.shift) for one in told.strokes] == [
        (7, 2, 10.5, 1.0, 2),
        (5, 0, 6.5, 1.0, 2),
        (14, 0, 3.0, 1.0, 2),
    ]
    assert told.strokes[1].text == GAME.describe(GAME.read_words(["!Bb"])[0])


def test_text_keeps_to_the_width(story: Story) -> None:
    lines = write_text(Report([story]), 60).splitlines()
    table = itertools.dropwhile(lambda line: not line.startswith("player "), lines)
    beyond = {line for line in lines if len(line) > 60}
    assert beyond <= set(itertools.islice(table, 4))


def test_markup_escapes_what_is_not_markup() -> None:
    assert element("p", '<&"', class_='"x"') == '<p class="&quot;x&quot;">&lt;&amp;&quot;</p>'
    assert element("p", element("b", "x"), "y") == "<p><b>x</b>y</p>"


def test_the_example_of_the_package_runs(played: State) -> None:
    (example,) = re.findall(r"(?:^    .*\n)+", review.__doc__ or "", re.MULTILINE)
    names = dict(vars(review)) | {"load_game": load_game, "Engine": Engine}
    record = State.from_text(late(played).to_text(), seed=1)
    while not record.is_over:
        record.push_codes(record.first_sight())
    names |= {"text": record.to_record(Seat0="Anna"), "Limits": lambda nodes: Limits(nodes // 500)}
    said: list[str] = []
    exec(textwrap.dedent(example), names | {"print": said.append})  # noqa: S102 - it is ours
    assert said[0].startswith("# Anna against seat 1")


def late(played: State) -> State:
    """The position before the last turns of a game."""
    state = played.origin
    state.push_codes(played.codes[: played_turns(played)[-4].index])
    return state
