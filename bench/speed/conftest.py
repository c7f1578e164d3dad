"""What pytest-benchmark files with its results, and compares before it compares times."""

from __future__ import annotations

import warnings
from typing import Any, Final

import pytest

from bench.machine import machine_stamp

OF_A_RUN: Final = ("commit", "date")
"""What of the stamp is another one in every run."""


@pytest.hookimpl(tryfirst=True)
def pytest_configure() -> None:
    """Let files of different machines be compared with a warning; our tests make it an error."""
    warnings.filterwarnings("default", "Benchmark machine_info is different")


def pytest_benchmark_update_machine_info(
    config: object,  # noqa: ARG001 - pytest hands arguments over by name
    machine_info: dict[str, Any],
) -> None:
    """Describe machine and build by our stamp: the clock rate of a moment says nothing."""
    machine_info.clear()
    stamp = machine_stamp()
    machine_info.update({name: stamp[name] for name in stamp if name not in OF_A_RUN})


def pytest_benchmark_update_json(
    config: object,  # noqa: ARG001 - as above
    benchmarks: object,  # noqa: ARG001 - as above
    output_json: dict[str, Any],
) -> None:
    """Add the whole stamp of machine, build and commit, as all benchmarks carry it."""
    output_json["stamp"] = machine_stamp()
