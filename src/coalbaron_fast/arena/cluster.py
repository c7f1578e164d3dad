"""A backend that runs tasks on Ray: on a Ray started here, or on a running cluster.

It needs the package ray (extra `cluster`). A Ray started here listens only on the loopback address,
sends no reports, shows no dashboard, and ends with the backend. The nodes of a cluster must have
this package, installed or on the PYTHONPATH with which they were started.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final, Self

from coalbaron_fast import __version__
from coalbaron_fast.arena.runner import (
    AHEAD,
    MOST_LOSSES,
    TOLD,
    Finished,
    Task,
    TaskError,
    check_jobs,
)

__all__ = ["OBJECT_STORE_BYTES", "PRIVATE", "RayBackend", "environment", "run_task"]

OBJECT_STORE_BYTES: Final = 80 << 20
"""About the least that Ray accepts; tasks and results are small and do not use it."""

PRIVATE: Final = {
    "RAY_USAGE_STATS_ENABLED": "0",
    # In spite of its name it decides on every system whether Ray listens only on 127.0.0.1.
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
}
"""Environment variables that must be set before Ray is imported."""

QUIET: Final = {"enable_metrics_collection": False}


class RayBackend:
    """Runs tasks on Ray, one for each core of the cluster at a time."""

    def __init__(self, address: str | None = None, jobs: int = 1) -> None:
        """Plan to join the cluster at `address` (``auto``, or ``host:port``), or to start one.

        The `with` statement joins it, or starts one with `jobs` cores. That raises `TaskError` if
        there is no such cluster, or if its version of this package is another one or missing. A Ray
        that already runs in this process is used as it is, and left running. Raises `ImportError`
        if ray is not installed.
        """
        check_jobs(jobs)
        if importlib.util.find_spec("ray") is None:
            raise ImportError("no module named ray")
        self._address = address
        self._jobs = jobs
        self._ending = contextlib.ExitStack()
        self._out: dict[Any, Task[Any]] = {}
        self._losses: Counter[int] = Counter()

    def _connect(self) -> Any:  # noqa: ANN401 - ray has no types
        """Connect to Ray, or start it, and return its module."""
        if self._address is None:
            return self._ending.enter_context(loopback_ray(self._jobs))
        import ray  # noqa: PLC0415 - heavy

        if not ray.is_initialized():
            self._ending.callback(ray.shutdown)
            try:
                ray.init(address=self._address, log_to_driver=False, logging_level="ERROR")
            except (ConnectionError, RuntimeError, ValueError) as error:
                raise TaskError(f"there is no cluster at {self._address}: {error}") from None
        return ray

    def _check_version(self) -> None:
        """Refuse a cluster that has another version of this package."""

        # A local function is sent to the worker whole, not as a name to import.
        def version() -> str:
            import coalbaron_fast  # noqa: PLC0415

            return coalbaron_fast.__version__

        try:
            found = self._ray.get(self._ray.remote(version).remote())
        except self._ray.exceptions.RayTaskError as error:
            raise TaskError(
                "the cluster's nodes cannot import coalbaron_fast: install it there, or start them "
                f"with it on their PYTHONPATH\n{error}"
            ) from None
        if found != __version__:
            raise TaskError(f"the cluster has version {found} of coalbaron_fast, not {__version__}")

    @property
    def capacity(self) -> int:
        """How many tasks keep all cores of the cluster busy."""
        cores = int(self._ray.cluster_resources().get("CPU", 1))
        return max(cores, 1) * AHEAD

    @property
    def losses(self) -> int:
        """How many times a task was lost with its worker, and run again."""
        return self._losses.total()

    def submit(self, task: Task[Any]) -> None:
        """Take a task."""
        self._out[self._run.remote(task)] = task

    def results(self) -> Iterator[Finished]:
        """Yield tasks as they finish until none is out."""
        while self._out:
            for reference in self._ray.wait(list(self._out))[0]:
                finished = self._take(reference)
                if finished is not None:
                    yield finished

    def _take(self, reference: Any) -> Finished | None:  # noqa: ANN401 - as above
        """Return a finished task; None if it was lost and submitted again."""
        task = self._out.pop(reference)
        errors = self._ray.exceptions
        try:
            return Finished(task.number, self._ray.get(reference))
        except errors.RayTaskError as error:
            if isinstance(error.cause, TOLD):
                raise error.cause from None
            raise TaskError(f"task {task.number} failed:\n{error}") from None
        except (
            errors.WorkerCrashedError,
            errors.NodeDiedError,
            errors.ObjectLostError,
            errors.OutOfMemoryError,
        ) as error:
            self._losses[task.number] += 1
            if self._losses[task.number] >= MOST_LOSSES:
                raise TaskError(
                    f"task {task.number} was not done: its worker was lost {MOST_LOSSES} times, "
                    f"the last time with {error}"
                ) from None
            self.submit(task)
            return None

    def close(self) -> None:
        """End what runs; a cluster that ran before goes on."""
        for reference in self._out:
            # On a running cluster they would go on, though no one waits for them.
            self._ray.cancel(reference, force=True)
        self._out.clear()
        self._ending.close()

    def __enter__(self) -> Self:
        """Join the cluster, or start one."""
        try:
            self._ray = self._connect()
            self._check_version()
        except BaseException:
            self._ending.close()
            raise
        # Lost tasks are submitted again by `_take`, so Ray itself must not retry.
        self._run = self._ray.remote(max_retries=0, num_cpus=1)(run_task)
        return self

    def __exit__(self, *_: object) -> None:
        """Close the backend."""
        self.close()


def run_task(task: Task[Any]) -> object:
    """Run a task on a worker of the cluster."""
    return task.run()


@contextlib.contextmanager
def loopback_ray(cores: int) -> Iterator[Any]:
    """Start a Ray with this many cores on the loopback address, and end it afterwards.

    Its files lie in a directory of its own, which is removed.
    """
    path = os.pathsep.join(part for part in sys.path if part)
    with (
        environment({**PRIVATE, "PYTHONPATH": path}),
        tempfile.TemporaryDirectory(prefix="coalbaron-", ignore_cleanup_errors=True) as directory,
    ):
        import ray  # noqa: PLC0415 - it reads the environment when it is imported

        try:
            ray.init(
                num_cpus=cores,
                include_dashboard=False,
                log_to_driver=False,
                logging_level="ERROR",
                object_store_memory=OBJECT_STORE_BYTES,
                _temp_dir=directory,
                _system_config=QUIET,
            )
            yield ray
        finally:
            ray.shutdown()


@contextlib.contextmanager
def environment(settings: Mapping[str, str]) -> Iterator[None]:
    """Set environment variables, and put the old ones back afterwards."""
    before = {name: os.environ.get(name) for name in settings}
    os.environ.update(settings)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
