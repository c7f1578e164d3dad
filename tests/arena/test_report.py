"""Reports of a match: while it is played, at its end, in pictures."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text

from coalbaron_fast.arena import (
    Fault,
    FaultKind,
    MatchSettings,
    PlainProgress,
    Tally,
    draw_plots,
    progress_for,
    summary,
    text_report,
)
from coalbaron_fast.arena.progress import (
    LiveBar,
    LiveProgress,
    TaskProgress,
    describe_speed,
    spell_time,
)
from coalbaron_fast.arena.report import score_line
from coalbaron_fast.arena.statistics import pairing_gain
from tests.arena.drawn import result

TWO = ("greedy:name=one", "greedy:name=two")
CRASH = Fault(1, FaultKind.CRASH, "ended with status 3", ("> go nodes 1", "! oh no"))


def tally_of(deals: int, *, of: int = 10) -> Tally:
    tally = Tally(MatchSettings(TWO, deals=of, sprt=(0, 20)))
    for number in range(2 * deals):
        seats = (0, 1) if number % 2 == 0 else (1, 0)
        ranks = (0, 1) if number % 6 else (1, 0)
        tally.add(result(number, seats, ranks, (50 + number, 40), deal=number // 2))
    return tally


def test_the_report_holds_players_intervals_and_the_test() -> None:
    text = text_report(tally_of(6))
    assert text.startswith("match at 2 seats: 6 deals, 12 games, seed 1, repeatable\n")
    lines = text.splitlines()
    (row,) = [line for line in lines if line.startswith("one ")]
    assert row.split()[1] == "12"
    assert "±" in row
    assert "Elo of the first over the second: " in text
    assert "sequential test of 0 against 20 Elo: undecided after 6 deals" in text


def test_a_report_of_nothing() -> None:
    text = text_report(Tally(MatchSettings(TWO)))
    assert text == "match at 2 seats: 0 deals, 0 games, seed 1, repeatable"
    json.dumps(summary(Tally(MatchSettings(TWO))), allow_nan=False)


def test_games_of_unfinished_deals_are_named() -> None:
    tally = tally_of(2)
    tally.add(result(7, (1, 0), (0, 1), (9, 9), deal=3))
    assert "1 games of unfinished deals are kept and not counted" in text_report(tally)


def test_what_went_wrong_is_told_with_the_transcript() -> None:
    tally = Tally(MatchSettings(TWO, deals=1))
    tally.add(result(0, (0, 1), (0, 1), faults=(CRASH,)))
    tally.add(result(1, (1, 0), (0, 1), (60, 40)))
    text = text_report(tally)
    assert "1 times a player did something wrong" in text
    assert "game 0, seat 1, two: crash: ended with status 3\n    > go nodes 1\n    ! oh no" in text
    data = summary(tally)
    assert data["faults"] == [{"game": 0, **CRASH._asdict()}]
    assert [player["faults"] for player in data["players"]] == [{}, {"crash": 1}]


def test_a_summary_is_plain_data() -> None:
    data = json.loads(json.dumps(summary(tally_of(6)), allow_nan=False))
    assert data["players"][0]["win"]["mean"] + data["players"][1]["win"]["mean"] == 1.0
    assert (data["deals"], data["games"]) == (6, 12)
    assert data["sprt"]["verdict"] is None
    assert data["elo"]["low"] < data["elo"]["mean"] < data["elo"]["high"]


def gauntlet() -> Tally:
    """Three players at three seats, the last the best, the first the worst; with seven faults."""
    names = tuple(f"greedy:name={name}" for name in ("low", "middle", "high"))
    settings = MatchSettings(names, form="gauntlet", seats=3, deals=4, seed=9, plies=2, late=5)
    tally = Tally(settings)
    for task in settings.tasks():
        strength = [10 * entrant + seat for seat, entrant in enumerate(task.entrants)]
        if (task.deal, task.table, task.entrants[0]) == (3, 0, 0):
            strength[0] = 40
        ranks = [sum(other > own for other in strength) for own in strength]
        words = tuple(f"line {number}" for number in range(12))
        faults = (Fault(task.number % 3, FaultKind.RESULT, f"in {task.number}", words),)
        game = result(
            task.number,
            task.entrants,
            ranks,
            [50 + one for one in strength],
            deal=task.deal,
            faults=faults if task.number < 7 else (),
        )
        tally.add(game._replace(table=task.table))
    return tally


def test_a_report_of_several_pairings() -> None:
    tally = gauntlet()
    parts = text_report(tally).split("\n\n")
    head, standings, pairings, verdict, faults = parts
    assert head == (
        "gauntlet at 3 seats: 4 deals, 24 games, seed 9, 2 random plies, "
        "from 5 workers left in the last shift, repeatable"
    )
    rows = standings.splitlines()
    assert [row.split()[0] for row in rows if row[:3] in ("low", "mid", "hig")] == [
        "high",
        "middle",
        "low",
    ]
    assert rows[-1] == "a fair share of the win is 0.33"
    ratings = tally.ratings()
    assert ratings is not None
    for entrant, name in enumerate(("low", "middle", "high")):
        (row,) = [row for row in rows if row.startswith(name)]
        standing = tally.standing(entrant)
        for shown in (
            standing.games, standing.win, standing.points, standing.margin, standing.vp,
            ratings[entrant],
        ):  # fmt: skip
            assert f" {shown}" in row
    lines = pairings.splitlines()
    for index, other in enumerate(("middle", "high")):
        (row,) = [line for line in lines if line.startswith(f"low against {other}")]
        standing = tally.standing(0, index)
        assert f" {standing.games} " in row
        assert f" {standing.win} " in row
        assert f" {standing.margin} " in row
    assert "without pairing" in verdict
    assert "Elo of the first" not in verdict
    said = faults.splitlines()
    assert said[0] == "7 times a player did something wrong:"
    assert sum(line.startswith("game ") for line in said) == 5
    first = tally.deals[0][0]
    name = ("low", "middle", "high")[first.entrants[0]]
    assert said[1] == f"game 0, seat 0, {name}: result: in 0"
    assert said[2:10] == [f"    line {number}" for number in range(4, 12)]
    assert said[-1] == "and 2 more"
    assert score_line(tally) == f"best high: rating {ratings[2]}"


def test_a_summary_holds_the_figures_of_every_table() -> None:
    for tally in (gauntlet(), tally_of(6)):
        data = summary(tally)
        assert data["settings"] == tally.settings.to_dict()
        assert (data["deals"], data["games"]) == (len(tally.deals), tally.games)
        for entrant, player in enumerate(data["players"]):
            standing = tally.standing(entrant)
            assert (player["name"], player["games"]) == (standing.name, standing.games)
            for name in ("win", "points", "margin", "vp"):
                assert player[name] == getattr(standing, name).as_data()
            assert player["faults"] == tally.errors_by_kind(entrant)
            ratings = tally.ratings()
            assert ("rating" in player) == (ratings is not None)
            if ratings is not None:
                assert player["rating"] == ratings[entrant]._asdict()
        assert len(data["pairings"]) == len(tally.tables)
        for index, (table, pairing) in enumerate(zip(tally.tables, data["pairings"], strict=True)):
            standing = tally.standing(table[0], index)
            assert (pairing["table"], pairing["name"]) == (table, standing.name)
            assert (pairing["games"], pairing["win"]) == (standing.games, standing.win.as_data())
        for name, gain in data["pairing_gain"].items():
            assert gain == pairing_gain(tally.single_scores(name))
        assert set(data["pairing_gain"]) == {"win", "points", "margin"}
        assert data["faults"] == [{"game": n, **fault._asdict()} for n, fault in tally.faults]
        elo = tally.elo()
        assert data["elo"] == (None if elo is None else elo.as_data())
        test = tally.test
        assert data["sprt"] == (
            None if test is None else {"verdict": None, "ratio": test.ratio, "deals": test.deals}
        )


def test_plain_lines_come_now_and_then() -> None:
    now = [0.0]
    lines: list[str] = []
    tally = tally_of(2)
    progress = PlainProgress(tally, lines.append, every_s=10.0, clock=lambda: now[0])
    for number in range(4, 10):
        now[0] += 4.0
        game = result(number, (0, 1), (0, 1), (50, 40), deal=number // 2)
        tally.add(game)
        progress.watch(tally, game)
    assert [line.partition(";")[0] for line in lines] == [
        "3 deals, 7 of 20 games, 15 a minute, at most 0:52 left",
        "5 deals, 10 of 20 games, 15 a minute, at most 0:40 left",
    ]
    assert "one: win share 0." in lines[1]
    assert "log-likelihood ratio" in lines[1]


def test_what_goes_wrong_is_said_at_once() -> None:
    lines: list[str] = []
    tally = Tally(MatchSettings(TWO))
    game = result(0, (0, 1), (0, 1), faults=(CRASH,))
    PlainProgress(tally, lines.append, clock=lambda: 0.0).watch(tally, game)
    assert lines == ["game 0, seat 1: crash: ended with status 3"]


def test_times_are_spelled() -> None:
    assert [spell_time(seconds) for seconds in (0.4, 61, 3599, 3600, 36_065)] == [
        "0:00",
        "1:01",
        "59:59",
        "1:00:00",
        "10:01:05",
    ]


def test_task_progress_says_how_far_and_how_fast() -> None:
    now = iter([0.0, 5.0, 12.0, 12.0, 30.0])
    stream = io.StringIO()
    with TaskProgress(10, 2, "records", stream, clock=lambda: next(now)) as progress:
        progress.count()
        progress.count()
    assert stream.getvalue().splitlines() == [
        "4 of 10 records, 10 a minute, 0:36 left",
        "4 of 10 records, 4 a minute, 1:30 left",
    ]


class Terminal(io.StringIO):
    """A stream that says it is one."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_has_a_live_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    stream = Terminal()
    tally = tally_of(3)
    with progress_for(tally, stream) as progress:
        assert isinstance(progress, LiveProgress)
        progress.note("[red]as it is[/red]")
        progress.show(tally)
    text = stream.getvalue()
    assert "[red]as it is[/red]" in text
    assert "3 deals, 6 of 20 games" in text
    assert "one: win share 0." in text


def test_tasks_have_a_live_bar_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "60")
    now = iter([0.0, 0.0, 5.0, 5.0, 30.0, 30.0])
    stream = Terminal()
    with TaskProgress(4, 2, "records", stream, clock=lambda: next(now)) as progress:
        progress.count()
    drawn, _, last = stream.getvalue().rpartition("\r")
    assert "2 of 4 records" in drawn
    assert "3 of 4 records, 12 a minute, 0:05 left" in drawn
    assert "━" in drawn
    assert "3 of 4 records, 2 a minute, 0:30 left" in last


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_the_bar_fits_the_window(columns: int) -> None:
    console = Console(file=io.StringIO(), width=columns, force_terminal=True, _environ={})
    bar = LiveBar(console, 100)
    bar.start()
    bar.show(30, "3 deals, 30 of 100 games, 1.23e+03 a minute, 1:12:34 left", "score " * 15)
    assert isinstance(console.file, io.StringIO)
    drawn = Text.from_ansi(console.file.getvalue()).plain
    assert max(len(line) for line in re.split(r"[\r\n]", drawn)) <= columns
    assert "30 of 100" in drawn
    bar.stop()


def test_a_terminal_that_cannot_redraw_has_plain_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    stream = Terminal()
    progress = progress_for(tally_of(3), stream)
    assert not isinstance(progress, LiveProgress)
    progress.note("as it is")
    assert stream.getvalue() == "as it is\n"


def test_the_last_line_says_how_long_it_took() -> None:
    assert describe_speed(10, 0, 90.0) == " in 1:30"


def test_of_two_players_no_number_stands_there_twice() -> None:
    two = text_report(tally_of(6))
    assert "rank points" not in two
    assert max(map(len, two.partition("\n\n")[2].partition("\n\n")[0].splitlines())) < 80


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_pictures(tmp_path: Path, kind: str) -> None:
    paths = draw_plots(tally_of(6), tmp_path / "plots", kind)
    assert [path.name for path in paths] == [
        f"{name}.{kind}" for name in ("ratings", "margins", "score")
    ]
    begins = {"png": b"\x89PNG", "svg": b"<?xml"}[kind]
    contents = [path.read_bytes() for path in paths]
    assert all(content.startswith(begins) for content in contents)
    assert len(set(contents)) == 3
    assert "one" in contents[0].decode("latin-1") or kind == "png"


def test_no_pictures_of_nothing(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="two whole deals"):
        draw_plots(tally_of(1), tmp_path)
    with pytest.raises(ValueError, match="png or svg"):
        draw_plots(tally_of(3), tmp_path, "gif")
    assert list(tmp_path.iterdir()) == []
