"""What pytest-benchmark files with its results: the same stamp that all benchmarks carry."""

from __future__ import annotations

from typing import Any

from bench.machine import machine_stamp


def pytest_benchmark_update_machine_info(
    config: object,  # noqa: ARG001 - pytest hands arguments over by name
    machine_info: dict[str, Any],
) -> None:
    """Add the stamp of machine, build and commit."""
    machine_info["stamp"] = machine_stamp()
