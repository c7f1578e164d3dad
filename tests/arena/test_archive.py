"""Reviews of archives: every game once, whatever ends the command, on any backend."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from coalbaron_fast import Engine, Limits, State, arena
from coalbaron_fast.arena import Finished, MatchSettings, Store, StoreError
from coalbaron_fast.arena.archive import ReviewedGame, ReviewFile, ReviewTask, read_archive
from coalbaron_fast.bots import GreedyBot
from coalbaron_fast.review import review_turns, summarise
from coalbaron_protocol.arguments import run_command

NODES = 3


def late_record(seed: int, **tags: str) -> str:
    """The last turns of a game at first sight: a record that begins with a position."""
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


def test_an_archive_is_read_record_by_record(archive: Path, records: list[str]) -> None:
    found = list(read_archive(archive))
    assert [source for source, _ in found] == [f"{archive}, record {n}" for n in (1, 2, 3)]
    assert [State.from_record(text) for _, text in found] == [
        State.from_record(text) for text in records
    ]


def test_the_file_of_a_match_is_an_archive(tmp_path: Path) -> None:
    settings = MatchSettings(("greedy", "random"), deals=1, late=4).checked()
    path = tmp_path / "match.jsonl"
    results = [task.run() for task in settings.tasks()]
    with Store.create(path, settings) as store:
        for result in reversed(results):
            store.append(result)
    assert list(read_archive(path)) == [
        (f"{path}, game {result.number}", result.record) for result in reversed(results)
    ]


def test_a_task_is_the_review_of_its_record(records: list[str]) -> None:
    game = ReviewTask(4, "here", records[0], NODES).run()
    played = State.from_record(records[0])
    judged = list(review_turns(played, Engine(hash_mb=64), Limits(nodes=NODES)))
    assert (game.number, game.source, game.players) == (4, "here", ["one", "two"])
    assert [turn["played"] for turn in game.turns] == [one.played for one in judged]
    assert [turn["loss_win"] for turn in game.turns] == [one.loss_win for one in judged]
    assert game.summary is not None
    assert game.summary["turns"] == summarise(judged).turns == len(judged) > 0


def test_a_record_that_does_not_hold_together_is_named(records: list[str]) -> None:
    game = ReviewTask(0, "here", records[0].rstrip() + " m10\n", NODES).run()
    assert game.turns == []
    assert game.summary is None
    assert game.problem


def read_lines(path: Path) -> list[str]:
    return [json.loads(line)["source"] for line in path.read_text("utf-8").splitlines()]


def test_the_command_reviews_every_game_once_and_goes_on(
    archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "review.jsonl"
    words = ["review", str(archive), "--nodes", str(NODES), "--out", str(out)]
    assert run_command(words) == 0
    whole = out.read_bytes()
    report = capsys.readouterr().out
    assert sorted(read_lines(out)) == [f"{archive}, record {n}" for n in (1, 2, 3)]
    assert report.splitlines()[0].split()[0] == "player"
    assert {line.split()[0] for line in report.splitlines()[2:4]} == {"one", "two"}
    assert run_command(words) == 2
    assert "--resume" in capsys.readouterr().err
    # A kill in the middle of a line: the game is reviewed again, the others are not.
    out.write_bytes(whole[: whole.rindex(b"\n", 0, -1) + 40])
    assert run_command([*words, "--resume"]) == 0
    assert capsys.readouterr().out == report
    assert sorted(out.read_bytes().splitlines()) == sorted(whole.splitlines())


def test_ctrl_c_keeps_what_was_reviewed(
    archive: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def interrupted(tasks: list[ReviewTask], _backend: object) -> Iterator[Finished]:
        yield Finished(tasks[1].number, tasks[1].run())
        raise KeyboardInterrupt

    monkeypatch.setattr(arena, "run_tasks", interrupted)
    out = tmp_path / "review.jsonl"
    words = ["review", str(archive), "--nodes", str(NODES), "--out", str(out)]
    assert run_command(words) == 130
    assert read_lines(out) == [f"{archive}, record 2"]
    assert "--resume goes on" in capsys.readouterr().err


def test_a_file_of_something_else_is_not_gone_on_with(tmp_path: Path) -> None:
    out = tmp_path / "review.jsonl"
    with pytest.raises(StoreError, match="cannot be opened"):
        ReviewFile(out, NODES, resume=True)
    game = ReviewedGame(0, "here", ["one"], [], None, None)
    with ReviewFile(out, NODES, resume=False) as kept:
        kept.append(game)
        with pytest.raises(StoreError, match="in use"):
            ReviewFile(out, NODES, resume=True)
    with pytest.raises(StoreError, match="was made with"):
        ReviewFile(out, NODES + 1, resume=True)
    with ReviewFile(out, NODES, resume=True) as kept:
        assert kept.games == {"here": game}
    out.write_text('{"turns": 3}\n', encoding="utf-8")
    with pytest.raises(StoreError, match="line 1, is no review"):
        ReviewFile(out, NODES, resume=True)


def test_the_costliest_turns_are_named(
    tmp_path: Path,
    archive: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    turn = {
        "seat": 1, "index": 7, "played": ["bank"], "best": ["m10", "end"],
        "loss_win": 0.25, "error": 0.02, "loss_vp": 3.0,
    }  # fmt: skip

    def run(task: ReviewTask) -> ReviewedGame:
        return ReviewedGame(task.number, task.source, ["one", "two"], [turn], {}, None)

    monkeypatch.setattr(ReviewTask, "run", run)
    monkeypatch.setattr(
        arena, "run_tasks", lambda tasks, _: (Finished(t.number, t.run()) for t in tasks)
    )
    out = tmp_path / "review.jsonl"
    assert run_command(["review", str(archive), "--out", str(out)]) == 0
    assert capsys.readouterr().out.splitlines()[3] == (
        f"{archive}, record 1, token 7, two: bank instead of m10/end gives away "
        "0.250 ± 0.020 of the win, 3.0 VP"
    )
