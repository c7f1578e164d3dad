"""Whole directories: the quick tests only, on all processors where pytest-xdist is installed."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Generator
from pathlib import Path
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).parents[1]


def pytest_configure() -> None:
    """Hear Ctrl-C, SIGTERM and SIGHUP, also where pytest was started with them ignored.

    A background job of a script is started like that, under nohup too, and by some CI. An ignored
    signal stays ignored in all children: tests that send it would wait for ever.
    """
    for number, handler in (
        (signal.SIGINT, signal.default_int_handler),
        (signal.SIGTERM, signal.SIG_DFL),
        (signal.SIGHUP, signal.SIG_DFL),
    ):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, handler)


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


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    call: pytest.CallInfo[None],
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let a fixture that skips be one line of the summary, not one for each test that asks."""
    report = yield
    if call.when == "setup" and call.excinfo is not None and report.skipped:
        last = [entry for entry in call.excinfo.traceback if not entry.ishidden(call.excinfo)][-1]
        # A mark skips inside pytest: there the test's own place says more.
        if isinstance(last.path, Path) and last.path.is_relative_to(ROOT / "tests"):
            report.longrepr = (str(last.path), last.lineno + 1, f"Skipped: {call.excinfo.value}")
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Hide the loop of an open browser from a test that has none, so that it may run its own.

    Playwright counts its loop as running between calls too, for as long as its browser is open.
    """
    loop = asyncio._get_running_loop()
    if loop is None or "browser" in getattr(item, "fixturenames", ()):
        return (yield)
    asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        if not loop.is_closed():
            asyncio._set_running_loop(loop)


@pytest.fixture
def tiny_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tiny games stand in the registry."""
    from coalbaron_fast.games import GAMES  # noqa: PLC0415 - not every test needs the package
    from tests.search.tiny_games import MODULES  # noqa: PLC0415 - the same

    for name, module in MODULES.items():
        monkeypatch.setitem(GAMES, name, module)
