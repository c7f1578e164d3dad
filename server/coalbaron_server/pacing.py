"""One step each time the event loop goes round: nobody's work holds up another's for long.

The loop looks for new connections and data once a round, and uvloop accepts one connection then.
A hundred busy connections must not make a round a hundred steps long.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable

Step = Callable[[], None]


class Pacer:
    """Takes steps for clients, by turns between them."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[Step]] = OrderedDict()
        self._has_stepped = False

    def take(self, client: str, step: Step) -> None:
        """Take a step for a client: now if it is the first of this round, else in its turn."""
        if self._has_stepped:
            self._waiting.setdefault(client, deque()).append(step)
            return
        self._has_stepped = True
        asyncio.get_running_loop().call_soon(self._go_on)
        step()

    def _go_on(self) -> None:
        if not self._waiting:
            self._has_stepped = False
            return
        client, steps = self._waiting.popitem(last=False)
        step = steps.popleft()
        if steps:
            # Those of others come in between.
            self._waiting[client] = steps
        asyncio.get_running_loop().call_soon(self._go_on)
        step()
