"""The backend on Ray: the same games as on local processes, whatever is lost on the way."""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from coalbaron_fast.arena import GameResult, LocalBackend, TaskError, cluster, run_tasks
from coalbaron_fast.arena.cluster import RayBackend, environment
from coalbaron_protocol.arguments import run_command
from coalbaron_protocol.backends import add_backend_arguments, open_backend
from tests.arena.two_nodes import SETTINGS

needs_ray = pytest.mark.skipif(
    importlib.util.find_spec("ray") is None, reason="the extra cluster is not installed"
)


class FakeErrors:
    """Ray's exceptions, by their names."""

    class RayTaskError(Exception):
        cause: Exception | None = None

    class WorkerCrashedError(Exception):
        pass

    class NodeDiedError(Exception):
        pass

    class ObjectLostError(Exception):
        pass

    class OutOfMemoryError(Exception):
        pass


class FakeReference:
    """A reference whose task runs when its result is asked for."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self.work = work


class FakeRemote:
    """A function that gives promises."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    def remote(self, *arguments: object) -> FakeReference:
        return FakeReference(partial(self.function, *arguments))


class FakeRay:
    """As much of Ray as the backend uses, in this process."""

    exceptions = FakeErrors

    def __init__(self, cores: float = 2.0) -> None:
        self.cores = cores
        self.cancelled = 0
        self.options: dict[str, Any] = {}

    def remote(self, *functions: Callable[..., Any], **options: float) -> object:
        self.options |= options
        return FakeRemote(*functions) if functions else FakeRemote

    def wait(
        self, references: list[FakeReference]
    ) -> tuple[list[FakeReference], list[FakeReference]]:
        # The last task submitted is the first one done.
        return references[-1:], references[:-1]

    def get(self, reference: FakeReference) -> object:
        return reference.work()

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": self.cores}

    def cancel(self, _reference: object, *, force: bool) -> None:
        self.cancelled += force


class Failing(NamedTuple):
    """Fails a number of times with an error, then answers."""

    number: int
    times: int
    error: type[Exception]
    tries: list[int]

    def run(self) -> int:
        self.tries.append(self.number)
        if self.tries.count(self.number) <= self.times:
            raise self.error(f"try {self.tries.count(self.number)}")
        return 10 * self.number


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> FakeRay:
    fake = FakeRay()
    monkeypatch.setattr(RayBackend, "_connect", lambda _: fake)
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: object())
    return fake


LOST = [
    FakeErrors.WorkerCrashedError, FakeErrors.NodeDiedError, FakeErrors.ObjectLostError,
    FakeErrors.OutOfMemoryError,
]  # fmt: skip


@pytest.mark.parametrize("error", LOST)
def test_what_is_lost_is_run_again(ray: FakeRay, error: type[Exception]) -> None:
    tries: list[int] = []
    tasks = [Failing(number, 2 * (number == 3), error, tries) for number in range(9)]
    with RayBackend(jobs=2) as backend:
        assert backend.capacity == 4
        found = dict(run_tasks(tasks, backend))
        assert backend.losses == 2
    assert found == {number: 10 * number for number in range(9)}
    assert tries.count(3) == 3
    # Ray itself must not retry: the backend would not know.
    assert ray.options == {"max_retries": 0, "num_cpus": 1}


def test_a_task_that_is_lost_again_and_again_is_given_up(ray: FakeRay) -> None:
    task = Failing(0, 99, FakeErrors.NodeDiedError, [])
    with (
        pytest.raises(TaskError, match=r"task 0 was not done.*3 times.*try 3"),
        RayBackend() as backend,
    ):
        list(run_tasks([task], backend))
    assert ray.cancelled == 0


def test_a_fault_of_ours_ends_the_match_and_cancels_the_rest(ray: FakeRay) -> None:
    tasks = [Failing(number, 1, FakeErrors.RayTaskError, []) for number in range(4)]
    with (
        pytest.raises(TaskError, match="task 3 failed"),
        RayBackend(jobs=2) as backend,
    ):
        list(run_tasks(tasks, backend))
    assert ray.cancelled == 3


@pytest.mark.usefixtures("ray")
def test_a_cluster_with_other_code_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "__version__", "0.0.7")
    with pytest.raises(TaskError, match=r"version .* of coalbaron_fast, not 0\.0\.7"), RayBackend():
        pass


def test_a_cluster_without_the_package_is_refused(
    ray: FakeRay, monkeypatch: pytest.MonkeyPatch
) -> None:
    def get(_reference: object) -> None:
        raise FakeErrors.RayTaskError("No module named 'coalbaron_fast'")

    monkeypatch.setattr(ray, "get", get)
    with pytest.raises(TaskError, match="nodes cannot import coalbaron_fast"), RayBackend():
        pass


def test_without_ray_it_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(ImportError, match="no module named ray"):
        RayBackend()
    file = tmp_path / "match.jsonl"
    assert run_command(["match", "greedy", "random", "--file", str(file), "--cluster"]) == 2
    assert "'.[cluster]'" in capsys.readouterr().err
    assert not file.exists()


def test_the_option_chooses_the_backend(ray: FakeRay) -> None:
    parser = argparse.ArgumentParser()
    add_backend_arguments(parser.add_argument_group("how"))
    backend: Any = open_backend(parser.parse_args(["--jobs", "3"]))
    assert isinstance(backend, LocalBackend)
    backend = open_backend(parser.parse_args(["--cluster"]))
    assert isinstance(backend, RayBackend)
    assert backend._address is None
    backend = open_backend(parser.parse_args(["--cluster=127.0.0.1:6379", "--jobs", "3"]))
    assert (backend._address, backend._jobs) == ("127.0.0.1:6379", 3)
    assert ray.options == {}


def test_the_environment_is_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HERE", "before")
    monkeypatch.delenv("THERE", raising=False)
    with environment({"HERE": "meanwhile", "THERE": "too"}):
        assert (os.environ["HERE"], os.environ["THERE"]) == ("meanwhile", "too")
    assert os.environ["HERE"] == "before"
    assert "THERE" not in os.environ


@needs_ray
@pytest.mark.slow
def test_a_node_that_is_killed_half_way_changes_no_game() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.arena.two_nodes"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(part for part in sys.path if part)},
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["capacity"] == [4, 2]
    assert found["losses"] >= 1
    assert found["running"] == []
    games = sorted(map(GameResult.from_dict, found["games"]), key=lambda game: game.number)
    here = [task.run()._replace(seconds=(0.0, 0.0)) for task in SETTINGS.checked().tasks()]
    assert games == here
