"""Whole directories: the quick tests only, on all processors where pytest-xdist is installed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Choose what runs, and the workers, unless the command line did.

    Who names a file or a test gets all of it; `-m slow` gives the rest of a directory. This stands
    here and not in `addopts`: the tests also run where pytest-xdist is missing, beside an installed
    wheel for instance. Single files and tests are done before workers have started.
    """
    options = config.option
    if hasattr(config, "workerinput"):
        options.markexpr = config.workerinput["markexpr"]
        return
    if not all(Path(word).is_dir() for word in config.args):
        return
    options.markexpr = options.markexpr or "not slow"
    chosen = options.numprocesses is not None or options.dist != "no" or options.tx
    if chosen or options.collectonly or not config.pluginmanager.hasplugin("xdist"):
        return
    # One more than there are processors: some tests wait for browsers and processes.
    options.numprocesses = (os.cpu_count() or 1) + 1
    # Neighbours stay together, so that few of them start a server or a browser of their own.
    options.dist = "worksteal"
    # A worker is one processor's: numpy's own threads would only wait for each other.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # pytest-benchmark would warn that it does not work beside others: no test here needs it.
    options.benchmark_disable = True


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:  # noqa: ANN401 - pytest-xdist has no types
    """Tell a worker what was chosen: it reads the command line anew."""
    node.workerinput["markexpr"] = node.config.option.markexpr


@pytest.fixture
def tiny_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tiny games stand in the registry."""
    from coalbaron_fast.games import GAMES  # noqa: PLC0415 - not every test needs the package
    from tests.search.tiny_games import MODULES  # noqa: PLC0415 - the same

    for name, module in MODULES.items():
        monkeypatch.setitem(GAMES, name, module)
