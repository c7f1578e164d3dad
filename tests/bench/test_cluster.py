"""The comparison of backends, without Ray: what is in the time and what is not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

import pytest
from bench import cluster

from coalbaron_fast.arena import Finished, GameTask


class Backend:
    """Plays at once; remembers how many games it was given in a row."""

    def __init__(self, jobs: int = 1) -> None:
        self.capacity = 2 * jobs
        self.rows: list[int] = []
        self._out: list[GameTask] = []

    def submit(self, task: GameTask) -> None:
        self._out.append(task)

    def results(self) -> Iterator[Finished]:
        played = 0
        while self._out:
            task = self._out.pop(0)
            played += 1
            yield Finished(task.number, task.run())
        self.rows.append(played)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass


def test_both_play_every_block_after_their_start(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made: list[Backend] = []

    def make(jobs: int) -> Backend:
        made.append(Backend(jobs))
        return made[-1]

    monkeypatch.setattr(cluster, "LocalBackend", make)
    monkeypatch.setattr(cluster, "RayBackend", make)
    words = ["--players", "random", "random", "--games", "10", "--block", "4", "--jobs", "2"]
    assert cluster.main(words) == 0
    assert [backend.rows for backend in made] == [[4, 4, 4], [4, 4, 4]]
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "8 games, 2 at a time: random against random #2"
    assert lines[-1].startswith("time on Ray to time here: ")


def test_one_block_has_no_interval() -> None:
    with pytest.raises(SystemExit) as end:
        cluster.main(["--block", "200"])
    assert end.value.code == 2
