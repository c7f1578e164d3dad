"""One step each time the event loop goes round: no client's work holds up another's for long.

The loop looks for new connections and data once a round, and uvloop accepts one connection then.
A hundred busy connections must not make a round a hundred steps long, nor may a hundred new ones
wait for a step each.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Final

Step = Callable[[], None]

MOST_ROUNDS_HELD: Final = 32
"""Rounds in a row in which new connections come before any step."""


class Pacer:
    """Takes steps for clients, by turns between them."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[Step]] = OrderedDict()
        self._is_going = False
        self._is_held = False
        self._rounds_held = 0

    def take(self, client: str, step: Step) -> None:
        """Take a step for a client: now if it is the first of this round, else in its turn."""
        if self._is_going:
            self._waiting.setdefault(client, deque()).append(step)
            return
        self._go_on_later()
        step()

    def hold(self) -> None:
        """Take no step in this round: a connection has come, and there may be more."""
        self._is_held = True
        if not self._is_going:
            self._go_on_later()

    def _go_on_later(self) -> None:
        self._is_going = True
        asyncio.get_running_loop().call_soon(self._go_on)

    def _go_on(self) -> None:
        is_held, self._is_held = self._is_held, False
        if is_held and self._rounds_held < MOST_ROUNDS_HELD:
            self._rounds_held += 1
            self._go_on_later()
            return
        self._rounds_held = 0
        if not self._waiting:
            self._is_going = False
            return
        client, steps = self._waiting.popitem(last=False)
        step = steps.popleft()
        if steps:
            # Those of others come in between.
            self._waiting[client] = steps
        self._go_on_later()
        step()
