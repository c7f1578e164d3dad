"""Ctrl-C in the very moment in which a compiled loop begins to look for it."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from coalbaron_fast import Engine, Limits, State
from coalbaron_fast.envs import BatchEnv


class PressedError(BaseException):
    """What a handler raises; like KeyboardInterrupt, no `except Exception` stops it."""


def raise_pressed() -> threading.Thread:
    raise PressedError


ENGINE = Engine()
BATCH = BatchEnv(4, players=2)
LOOPS: dict[str, Callable[[], object]] = {
    "perft": lambda: State(2).perft(1),
    "search": lambda: ENGINE.search(State(2, seed=1), Limits(nodes=10)),
    "batch": lambda: BATCH.reset(seed=1),
}


@pytest.mark.parametrize("name", LOOPS)
def test_what_a_handler_raises_there_is_not_lost(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        # The first Python that such a loop calls: there a handler may run.
        patch.setattr(threading, "main_thread", raise_pressed)
        with pytest.raises(PressedError):
            LOOPS[name]()
    LOOPS[name]()
