"""What Ctrl-C does while the program starts and ends.

Python raises KeyboardInterrupt wherever it happens to be. In the middle of an import that prints a
traceback, or is swallowed, and then the program goes on. So the program leaves at once while it
starts and while it ends; in between, commands handle KeyboardInterrupt themselves.
"""

from __future__ import annotations

import os
import signal
from types import FrameType


def leave_at_interrupt() -> None:
    """From now on Ctrl-C ends the process with status 130 and without a word."""
    # A caller that started us with SIGINT ignored, as `nohup` does, wants it so.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)


def raise_at_interrupt() -> None:
    """From now on Ctrl-C raises KeyboardInterrupt, if `leave_at_interrupt` has changed that."""
    if signal.getsignal(signal.SIGINT) is _leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _leave(number: int, _frame: FrameType | None) -> None:
    # The status that a shell expects of a program that a signal ended.
    os._exit(128 + number)
