"""Two builds, with made-up times, are timed in turns; only what both do alike is compared."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

import pytest
from bench.compare import __main__ as program
from bench.compare.builds import Build, BuildError, find_build, unpack
from bench.compare.times import Worker, compare_times, left_out, shared_tasks, time_once
from bench.compare.worker import find_tasks
from bench.machine import PROJECT
from bench.tasks import Task

OLD, NEW = Build("old", Path("old")), Build("new", Path("new"))


class FakeSide:
    """Takes a given time, and remembers who was asked."""

    asked: list[tuple[str, str]]

    def __init__(self, name: str, nanoseconds: float, asked: list[tuple[str, str]]) -> None:
        self.name = name
        self.nanoseconds = nanoseconds
        self.asked = asked
        self.units: dict[str, dict[str, int]] = {"plan": {"turn": 10, "end": 20}, "copy": {"x": 1}}
        self.refused: dict[str, str] = {}

    def time(self, task: str) -> int:
        self.asked.append((self.name, task))
        return int(self.nanoseconds * self.units[task]["turn" if task == "plan" else "x"])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass


def test_only_what_both_do_alike_is_compared() -> None:
    old, new = FakeSide("old", 1, []), FakeSide("new", 1, [])
    assert shared_tasks(old, new) == ["plan", "copy"]
    assert left_out(old, new) == []
    old.units["copy"] = {"x": 2}
    new.units["hash"] = {"x": 1}
    old.refused["hash"] = "no such function"
    assert shared_tasks(old, new) == ["plan"]
    assert left_out(old, new) == [
        "hash: old: no such function",
        "copy: not the same number of units",
    ]


def test_sides_take_turns_at_being_first() -> None:
    asked: list[tuple[str, str]] = []
    time_once(FakeSide("old", 1, asked), FakeSide("new", 1, asked), ["plan", "copy"], 2)
    assert asked == [
        ("new", "plan"), ("old", "plan"), ("new", "copy"), ("old", "copy"),
        ("old", "copy"), ("new", "copy"), ("old", "plan"), ("new", "plan"),
    ]  # fmt: skip


def test_a_start_is_one_sample_and_the_interval_is_over_starts() -> None:
    speeds: dict[str, Iterator[float]] = {
        "old": iter([100.0, 200.0, 300.0]),
        "new": iter([50.0, 100.0, 150.0]),
    }

    def open_side(build: Build, _pattern: str) -> FakeSide:
        return FakeSide(build.name, next(speeds[build.name]), [])

    rows, missing = compare_times(open_side, (OLD, NEW), "*", starts=3, rounds=4)
    assert missing == []
    assert [(row.task, row.unit) for row in rows] == [("plan", "turn"), ("copy", "x")]
    assert rows[0].old == [100.0, 200.0, 300.0]
    assert rows[0].new == [50.0, 100.0, 150.0]
    # The second start was slower for both: the ratio does not see it.
    assert rows[0].ratio.low == pytest.approx(0.5)
    assert rows[0].ratio.high == pytest.approx(0.5)


def test_a_worker_leaves_out_what_its_build_cannot_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def make_some() -> list[Task]:
        def fail() -> None:
            raise AttributeError("no copy_states")

        return [
            Task("right", lambda: 1, 1, {"x": 1}),
            Task("otherwise", lambda: 2, 1, {"x": 1}),
            Task("missing", fail, 1, {"x": 1}),
            Task("unwanted", fail, 1, {"x": 1}),
        ]

    def make_none() -> list[Task]:
        raise TypeError("no such argument")

    monkeypatch.setattr("bench.compare.worker.SUITES", (make_some, make_none))
    tasks, refused = find_tasks("[!u]*")
    assert list(tasks) == ["right"]
    assert refused == {
        "otherwise": "does other work than this tree's benchmarks state",
        "missing": "AttributeError('no copy_states')",
        "make_none": "TypeError('no such argument')",
    }


def test_a_worker_times_this_build() -> None:
    with Worker(find_build(str(PROJECT), Path("unused")), "one random draw") as worker:
        assert list(worker.units) == ["one random draw"]
        assert worker.time("one random draw") > 0


def test_a_worker_refuses_another_build_than_the_one_named(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="a build ended"):
        Worker(Build("elsewhere", tmp_path), "*")


def test_a_directory_must_be_built(tmp_path: Path) -> None:
    (tmp_path / "src" / "coalbaron_fast").mkdir(parents=True)
    with pytest.raises(BuildError, match="is not built"):
        find_build(str(tmp_path), tmp_path / "scratch")


def test_a_revision_is_unpacked_and_another_name_refused(tmp_path: Path) -> None:
    git = shutil.which("git")
    if git is None:
        pytest.skip("git is not installed")
    project = tmp_path / "project"
    project.mkdir()
    (project / "setup.py").write_text("first", encoding="utf-8")

    def run(*words: str) -> None:
        name = ["-c", "user.name=somebody", "-c", "user.email=somebody@example.org"]
        subprocess.run([git, "-C", str(project), *name, *words], check=True)

    run("init", "--quiet")
    run("add", "setup.py")
    run("commit", "--quiet", "-m", "first")
    (project / "setup.py").write_text("changed", encoding="utf-8")
    unpack("HEAD", tmp_path / "old", project)
    assert (tmp_path / "old" / "setup.py").read_text("utf-8") == "first"
    with pytest.raises(BuildError, match="nonsense is neither"):
        unpack("nonsense", tmp_path / "none", project)


def test_the_program_compares_a_tree_with_itself(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The real worker is slow to start, and has a test of its own.
    monkeypatch.setattr(program, "Worker", lambda build, _: FakeSide(build.name, 100, []))
    result = tmp_path / "result.json"
    words = [str(PROJECT), str(PROJECT), "--only", "plan", "--starts", "2"]
    assert program.main([*words, "--rounds", "1", "--json", str(result)]) == 0
    header, _, row, _ = capsys.readouterr().out.splitlines()
    assert header.split() == ["work", "unit", "old", "ns", "new", "ns", "new/old", "95", "%"]
    assert row.startswith("plan")
    assert result.exists()


@pytest.mark.parametrize("words", [["--starts", "1"], ["--rounds", "0"]])
def test_too_few_samples_are_refused(words: list[str]) -> None:
    with pytest.raises(SystemExit) as end:
        program.main([".", ".", *words])
    assert end.value.code == 2


def test_instructions_are_those_of_each_build(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def count(path: str, names: list[str], _jobs: int) -> dict[str, float]:
        return dict.fromkeys(names, 110.0 if path.startswith("new") else 100.0)

    monkeypatch.setattr(program, "count_instructions", count)
    builds: Any = tuple(Build(name, Path(name)) for name in ("old", "new"))
    found = program.compare_instructions(builds, "state*", 1)
    assert found == {"state copy": (100.0, 110.0), "state hash": (100.0, 110.0)}
    assert "1.1000" in capsys.readouterr().out


@pytest.mark.parametrize(("new", "status"), [(102.0, 0), (104.0, 1)])
def test_too_many_more_instructions_are_a_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], new: float, status: int
) -> None:
    counted = iter((100.0, new))

    def count(_path: str, names: list[str], _jobs: int) -> dict[str, float]:
        return dict.fromkeys(names, next(counted))

    monkeypatch.setattr(program, "count_instructions", count)
    monkeypatch.setattr(program, "has_valgrind", lambda: True)
    words = [str(PROJECT), str(PROJECT), "--instructions", "--only", "state copy", "--most", "1.03"]
    assert program.main(words) == status
    assert ("state copy: more than 1.03 times" in capsys.readouterr().err) == bool(status)


def test_times_are_not_judged() -> None:
    with pytest.raises(SystemExit) as end:
        program.main([".", ".", "--most", "1.03"])
    assert end.value.code == 2


def test_a_build_comes_before_this_tree_on_the_path() -> None:
    first, *others = Build("old", Path("elsewhere")).search_path().split(os.pathsep)
    assert first == str(Path("elsewhere") / "src")
    assert str(PROJECT) in others
    assert str(PROJECT / "src") not in others
