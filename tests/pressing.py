"""Ctrl-C in the middle of work: a timer whose handler raises."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

AGAIN: Final = 20
"""Calls of a handler from one that raises to the next: far more than a block needs to be left."""


class PressedError(BaseException):
    """What the handler raises; like KeyboardInterrupt, no `except Exception` stops it."""


class Press:
    """A handler that raises when it is called for the `first` time, and every `AGAIN` calls later.

    What is raised in a callback of the interpreter, of a weak reference for instance, is lost: then
    nothing ends, and Ctrl-C is pressed again.
    """

    def __init__(self, first: int = 1) -> None:
        self.first = first
        self.calls = 0

    def __call__(self, *_: object) -> None:
        self.calls += 1
        if self.calls % AGAIN == self.first:
            raise PressedError


@contextmanager
def handled(
    handler: Callable[..., None], after_s: float, every_s: float = 0.05, *, at_work: bool = False
) -> Iterator[None]:
    """Have a handler called after some time, and again and again; `at_work`: of the processor's."""
    timer = signal.ITIMER_VIRTUAL if at_work else signal.ITIMER_REAL
    number = signal.SIGVTALRM if at_work else signal.SIGALRM
    hook = sys.unraisablehook

    def tell(unraisable: sys.UnraisableHookArgs) -> None:
        if unraisable.exc_type is not PressedError:
            hook(unraisable)

    sys.unraisablehook = tell
    before = signal.signal(number, handler)
    signal.setitimer(timer, after_s, every_s)
    try:
        yield
    finally:
        signal.setitimer(timer, 0)
        signal.signal(number, before)
        sys.unraisablehook = hook
