"""A match on a Ray cluster of two nodes, both on this machine; one is killed half-way.

``python -m tests.arena.two_nodes`` prints as JSON how many games were lost with the node and played
again, the games themselves, and which processes of Ray still run when all is closed.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from coalbaron_fast.arena import GameResult, MatchSettings, Tally, play_match
from coalbaron_fast.arena.cluster import (
    OBJECT_STORE_BYTES,
    PRIVATE,
    RayBackend,
    environment,
    run_task,
)

SETTINGS = MatchSettings(("engine:nodes=60", "greedy"), deals=6)

NOTICED_S = 30
"""Far longer than Ray takes to notice a lost node."""

QUICK_TO_NOTICE = {
    "enable_metrics_collection": False,
    "health_check_period_ms": 500,
    "health_check_failure_threshold": 3,
    "health_check_timeout_ms": 1000,
}


def play() -> dict[str, Any]:
    """Play the match and kill a node in the middle of it."""
    # Only where it is installed.
    import ray  # noqa: PLC0415
    from ray.cluster_utils import Cluster  # noqa: PLC0415
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy  # noqa: PLC0415

    settings = SETTINGS.checked()
    tasks = list(settings.tasks())
    node = {"num_cpus": 1, "object_store_memory": OBJECT_STORE_BYTES, "include_dashboard": False}
    head = node | {"_system_config": QUICK_TO_NOTICE}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    second = cluster.add_node(**node)
    try:
        games: list[GameResult] = []

        def watch(_tally: Tally, result: GameResult) -> None:
            games.append(result)
            # Stopped, workers keep the games they have or are given: some will be lost with them.
            # A power cut kills them too: without that they would finish what they play.
            steps = {len(tasks) // 3: signal.SIGSTOP, len(tasks) // 2: signal.SIGKILL}
            step = steps.get(len(games))
            if step is not None:
                for worker in children(second.all_processes["raylet"][0].process.pid):
                    os.kill(worker, step)
            if step == signal.SIGKILL:
                cluster.remove_node(second, allow_graceful=False)

        with RayBackend(cluster.address) as backend:
            # A worker takes long to start: without one the second node might play nothing.
            there = NodeAffinitySchedulingStrategy(second.node_id, soft=False)
            ray.get(ray.remote(run_task).options(scheduling_strategy=there).remote(tasks[0]))
            capacity = backend.capacity
            play_match(Tally(settings), backend, watch=watch)
            return {
                "capacity": [capacity, smaller_capacity(backend, capacity)],
                "losses": backend.losses,
                "games": [game._replace(seconds=(0.0, 0.0)).to_dict() for game in games],
            }
    finally:
        cluster.shutdown()


def smaller_capacity(backend: RayBackend, before: int) -> int:
    """Return the capacity once Ray has noticed the loss: the games may end sooner than that."""
    deadline = time.monotonic() + NOTICED_S
    while backend.capacity == before and time.monotonic() < deadline:
        time.sleep(0.1)
    return backend.capacity


def children(parent: int) -> list[int]:
    """Return the processes that a process has started."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            # The fields after the name, which may hold anything: state, parent, …
            fields = (process / "stat").read_text("utf-8").rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            found.append(int(process.name))
    return found


def running(directory: str) -> list[str]:
    """Return the commands of processes that name a directory."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
        if directory in command and process.name != str(os.getpid()):
            found.append(command)
    return found


def main() -> None:
    """Play and print."""
    argparse.ArgumentParser(
        prog="python -m tests.arena.two_nodes",
        description="Plays a match on two simulated nodes, kills one, and prints as JSON what "
        "was lost and what was played (needs ray).",
    ).parse_args()
    path = os.pathsep.join(part for part in sys.path if part)
    with tempfile.TemporaryDirectory(prefix="two-", ignore_cleanup_errors=True) as directory:
        with environment({**PRIVATE, "PYTHONPATH": path, "RAY_TMPDIR": directory}):
            found = play()
        found["running"] = running(directory)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
