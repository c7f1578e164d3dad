"""Reviews of archives: every game once, whatever ends the command, on any backend."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import pytest

from coalbaron_fast import Engine, Limits, State, __version__, arena
from coalbaron_fast.arena import Finished, MatchSettings, Store, StoreError
from coalbaron_fast.arena.archive import (
    ArchivedGame,
    ArchiveReview,
    ReviewedGame,
    ReviewFile,
    TurnTask,
    make_report,
    read_archive,
)
from coalbaron_fast.bots import GreedyBot
from coalbaron_fast.games import load_game
from coalbaron_fast.review import review_turns, summarise
from coalbaron_protocol.arguments import run_command

NODES = 3


def late_record(seed: int, **tags: str) -> str:
    """The last turns of a greedy game: a record that begins with a position."""
    state = State(2, seed=seed)
    greedy = GreedyBot()
    while not (state.shift == 3 and state.phase == "place" and sum(state.workers) <= 6):
        state.push_all(greedy.choose(state))
    state = State.from_text(state.to_text(), seed=seed)
    while not state.is_over:
        state.push(state.legal_moves()[0])
    return state.to_record(**tags)


@pytest.fixture(scope="module")
def records() -> list[str]:
    return [late_record(seed, Seat0="one", Seat1="two") for seed in (1, 2, 3)]


@pytest.fixture
def archive(records: list[str], tmp_path: Path) -> Path:
    path = tmp_path / "archive.txt"
    path.write_text("\n".join(records), encoding="utf-8")
    return path


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Run tasks in this process; return the numbers of those that were run."""
    numbers = []

    def run(tasks: list[TurnTask], _backend: object) -> Iterator[Finished]:
        for task in tasks:
            numbers.append(task.number)
            yield Finished(task.number, task.run())

    monkeypatch.setattr(arena, "run_tasks", run)
    return numbers


def test_an_archive_is_read_record_by_record(archive: Path, records: list[str]) -> None:
    found = list(read_archive(archive))
    assert [game.source for game in found] == [f"{archive}, record {n}" for n in (1, 2, 3)]
    assert [State.from_record(game.record) for game in found] == [
        State.from_record(text) for text in records
    ]


def test_the_file_of_a_match_is_an_archive_that_names_its_game(tmp_path: Path) -> None:
    settings = MatchSettings(("greedy", "random"), deals=1, late=4).checked()
    path = tmp_path / "match.jsonl"
    results = [task.run() for task in settings.tasks()]
    with Store.create(path, settings) as store:
        for result in reversed(results):
            store.append(result)
    assert list(read_archive(path, "another game")) == [
        ArchivedGame(f"{path}, game {result.number}", result.record, "coalbaron")
        for result in reversed(results)
    ]


def test_a_record_names_its_game(tmp_path: Path) -> None:
    ruhr = load_game("ruhr")
    path = tmp_path / "play.txt"
    path.write_text(ruhr.State(2, seed=1).to_record(Game="ruhr"))
    assert [one.game for one in read_archive(path)] == ["ruhr"]
    path.write_text(ruhr.State(2, seed=1).to_record(Game="Friday"))
    assert [one.game for one in read_archive(path, "ruhr")] == ["ruhr"]


def test_a_device_is_written_to_and_stays_one(
    archive: Path, tmp_path: Path, here: list[int]
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        words = ["--nodes", str(NODES), "--file", str(tmp_path / "kept"), "--output", str(pipe)]
        assert run_command(["review", str(archive), *words]) == 0
        assert os.read(reader, 9) == str(archive)[:9].encode()
    finally:
        os.close(reader)
    assert pipe.is_fifo()
    assert here


def test_a_name_that_is_no_text_can_be_kept(tmp_path: Path, records: list[str]) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/games-\xff.txt"))
    path.write_text(records[0], encoding="utf-8")
    with ReviewFile(tmp_path / "reviews.jsonl") as kept:
        (game,) = read_archive(path)
        ArchiveReview([game._replace(record="")], NODES, kept)
    with ReviewFile(tmp_path / "reviews.jsonl") as kept:
        (found,) = kept.games.values()
    assert found.source == game.source
    assert found.source.endswith("games-\N{REPLACEMENT CHARACTER}.txt, record 1")


@pytest.mark.parametrize("content", [b"no record\n", b"\xff\xfe\n"])
def test_a_file_of_something_else_is_no_archive(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"notes\.txt holds no records: "):
        list(read_archive(path))


def reviewed(games: list[ArchivedGame], path: Path) -> list[ReviewedGame]:
    """Review games here, their turns from the last to the first."""
    with ReviewFile(path) as kept:
        work = ArchiveReview(games, NODES, kept)
        for task in reversed(work.tasks):
            work.take(task.run())
        return work.reviewed()


def test_its_turns_make_up_the_review_of_a_game(records: list[str], tmp_path: Path) -> None:
    (game,) = reviewed([ArchivedGame("here", records[0])], tmp_path / "kept")
    judged = list(review_turns(State.from_record(records[0]), Engine(hash_mb=64), Limits(NODES)))
    assert (game.source, game.players, game.nodes) == ("here", ["one", "two"], NODES)
    assert game.turns == [asdict(one) for one in judged]
    assert game.summary == asdict(summarise(judged, State.from_record(records[0])))
    assert len(judged) > 1


def test_a_record_that_does_not_hold_together_is_named(records: list[str], tmp_path: Path) -> None:
    broken = ArchivedGame("there", records[0].rstrip() + " m10\n")
    games = reviewed([broken, ArchivedGame("here", records[0])], tmp_path / "kept")
    assert [(game.source, bool(game.turns)) for game in games] == [("there", False), ("here", True)]
    assert games[0].summary is None
    report = make_report(games)
    assert report.problems == [("there", games[0].problem)]
    assert games[0].problem
    assert [story.source for story in report.stories] == ["here"]


def test_a_turn_that_cannot_be_judged_is_the_game_s_problem(
    records: list[str], tmp_path: Path
) -> None:
    with ReviewFile(tmp_path / "kept") as kept:
        work = ArchiveReview([ArchivedGame("here", records[0])], NODES, kept)
        work.take((0, "no such turn"))
        for task in work.tasks[1:3]:
            work.take(task.run())
        (game,) = work.reviewed()
    assert (game.problem, game.turns) == ("no such turn", [])


def test_a_game_that_is_there_twice_is_reviewed_once(records: list[str], tmp_path: Path) -> None:
    twice = [ArchivedGame("here", records[0]), ArchivedGame("there", records[0])]
    games = reviewed(twice, tmp_path / "kept")
    assert [game.source for game in games] == ["here", "there"]
    assert len((tmp_path / "kept").read_bytes().splitlines()) == 1


def read_lines(path: Path) -> list[str]:
    return [json.loads(line)["source"] for line in path.read_text("utf-8").splitlines()]


def test_the_command_reviews_every_game_once_and_goes_on(
    archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "kept.jsonl"
    words = ["review", str(archive), "--nodes", str(NODES), "--file", str(kept)]
    assert run_command(words) == 0
    whole = kept.read_bytes()
    report = capsys.readouterr().out
    assert sorted(read_lines(kept)) == [f"{archive}, record {n}" for n in (1, 2, 3)]
    assert report.startswith(f"{archive}, record 1: ")
    # A kill in the middle of a line: the game is reviewed again, the others are not.
    kept.write_bytes(whole[: whole.rindex(b"\n", 0, -1) + 40])
    assert run_command(words) == 0
    assert capsys.readouterr().out == report
    assert sorted(kept.read_bytes().splitlines()) == sorted(whole.splitlines())


def test_another_format_needs_no_new_review(
    archive: Path, tmp_path: Path, here: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "kept.jsonl"
    words = ["review", str(archive), "--nodes", str(NODES), "--file", str(kept)]
    assert run_command([*words, "--format", "json"]) == 0
    assert here
    lines = capsys.readouterr().out.encode().splitlines()
    assert lines == kept.read_bytes().splitlines()
    here.clear()
    for name, begin in (("a.html", "<!DOCTYPE html>"), ("a.md", "# Review of 3 games")):
        assert run_command([*words, "--output", str(tmp_path / name)]) == 0
        assert (tmp_path / name).read_text("utf-8").startswith(begin)
    assert run_command([*words, "--output", str(tmp_path / "a.md"), "--format", "html"]) == 0
    assert (tmp_path / "a.md").read_text("utf-8") == (tmp_path / "a.html").read_text("utf-8")
    assert here == []
    # More nodes are another review.
    assert run_command([*words, "--nodes", str(NODES + 1)]) == 0
    assert here
    assert len(kept.read_bytes().splitlines()) == 6


def test_ctrl_c_keeps_what_was_reviewed(
    archive: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def interrupted(tasks: list[TurnTask], _backend: object) -> Iterator[Finished]:
        for task in tasks:
            if task.place > 1:
                raise KeyboardInterrupt
            if task.place == 1:
                yield Finished(task.number, task.run())

    monkeypatch.setattr(arena, "run_tasks", interrupted)
    kept = tmp_path / "kept.jsonl"
    words = ["review", str(archive), "--nodes", str(NODES), "--file", str(kept)]
    assert run_command(words) == 130
    assert read_lines(kept) == [f"{archive}, record 2"]
    said = capsys.readouterr()
    assert said.out.startswith("one against two")
    assert "the same command goes on" in said.err


def test_ctrl_c_before_the_first_game_leaves_an_older_report(
    archive: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def interrupted(_tasks: list[TurnTask], _backend: object) -> Iterator[Finished]:
        raise KeyboardInterrupt

    monkeypatch.setattr(arena, "run_tasks", interrupted)
    output = tmp_path / "report.html"
    output.write_text("older", encoding="utf-8")
    words = ["review", str(archive), "--file", str(tmp_path / "kept"), "--output", str(output)]
    assert run_command(words) == 130
    assert "holds the report" not in capsys.readouterr().err
    assert output.read_text("utf-8") == "older"
    assert {path.name for path in tmp_path.iterdir()} == {"archive.txt", "kept", "report.html"}


def test_an_archive_without_games_is_no_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_text("\n", encoding="utf-8")
    assert run_command(["review", str(empty), "--file", str(tmp_path / "kept")]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "no games to review" in said.err


@pytest.mark.parametrize("content", ['{"turns": 3}\n', "notes", "notes\n"])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, content: str) -> None:
    path = tmp_path / "notes"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(StoreError, match=r"line 1, is no review|is no file of reviews"):
        ReviewFile(path)
    assert path.read_text("utf-8") == content


def test_reviews_of_another_version_are_not_taken_for_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kept.jsonl"
    game = ReviewedGame("here", "coalbaron", "", NODES, ["one"], [], None, None)
    with ReviewFile(path) as kept:
        kept.append(game)
        with pytest.raises(StoreError, match="in use"):
            ReviewFile(path)
    with ReviewFile(path) as kept:
        assert kept.games == {game.key: game}
    monkeypatch.setattr("coalbaron_fast.arena.archive.__version__", f"{__version__}.1")
    with ReviewFile(path) as kept:
        assert kept.games == {}
        kept.append(game)
    assert len(path.read_bytes().splitlines()) == 2


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["--output", "{missing}/report.html"], "report.html cannot be written: No such file"),
        (["--file", "{missing}/kept.jsonl"], "kept.jsonl cannot be written: No such file"),
        (["--output", "{archive}"], "archive.txt is named twice"),
        (["--file", "{archive}"], "archive.txt is named twice"),
        (["--output", "{kept}"], "kept.jsonl is named twice"),
    ],
)
def test_what_cannot_be_written_is_said_before_the_work(
    archive: Path,
    tmp_path: Path,
    here: list[int],
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    what: str,
) -> None:
    before = archive.read_bytes()
    kept = tmp_path / "kept.jsonl"
    filled = [
        word.format(missing=tmp_path / "missing", archive=archive, kept=kept) for word in words
    ]
    assert run_command(["review", str(archive), "--file", str(kept), *filled]) == 2
    assert what in capsys.readouterr().err
    assert here == []
    assert archive.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["archive.txt"]


def test_a_file_that_is_not_there_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = tmp_path / "missing.txt"
    output = tmp_path / "report.html"
    assert run_command(["review", str(missing), "--output", str(output)]) == 2
    complaint = f"coalbaron-engine review: {missing} cannot be read: No such file or directory\n"
    assert capsys.readouterr().err == complaint
    assert not list(tmp_path.iterdir())
