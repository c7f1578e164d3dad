"""Engines for callers that need several: kept by their settings, used again, bounded in number."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from coalbaron_fast.engine.engine import HASH_MB, Engine
from coalbaron_fast.engine.evaluation import BEST
from coalbaron_fast.engine.limits import SLICES
from coalbaron_fast.games import DEFAULT

__all__ = ["EnginePool", "EngineSettings"]


class EngineSettings(NamedTuple):
    """What tells engines apart; `parameters` are pairs of name and value."""

    threads: int = 1
    hash_mb: int = HASH_MB
    seed: int = 1
    parameters: tuple[tuple[str, float], ...] = ()
    slices: int = SLICES
    game: str = DEFAULT
    evaluation: str = BEST
    mixed: bool = False

    @classmethod
    def of(cls, parameters: Mapping[str, float], **settings: int | str) -> EngineSettings:
        """Return settings with these parameters, in an order of their own."""
        return cls(parameters=tuple(sorted(parameters.items())), **settings)  # type: ignore[arg-type]

    def engine(self) -> Engine:
        """Return a new engine; SettingsError says what is wrong with the settings."""
        return Engine(
            self.threads,
            self.hash_mb,
            self.seed,
            dict(self.parameters),
            slices=self.slices,
            game=self.game,
            evaluation=self.evaluation,
            mixed=self.mixed,
        )


class EnginePool:
    """Engines by their settings; any thread may take and give back.

    An engine keeps its memory, so that the next one to take it need not ask for it. Where `size`
    engines are alive the one that lay idle longest is let go for a new one. The pool does not
    limit how many are lent: its callers know how many searches may run.
    """

    def __init__(
        self, size: int, make: Callable[[EngineSettings], Engine] = EngineSettings.engine
    ) -> None:
        """`make` makes an engine of its settings."""
        if size < 1:
            raise ValueError(f"a pool holds at least one engine, not {size}")
        self.size = size
        self._make = make
        self._lock = threading.Lock()
        self._idle: list[tuple[EngineSettings, Engine]] = []
        self._lent: dict[Engine, EngineSettings] = {}

    def take(self, settings: EngineSettings) -> Engine:
        """Return an idle engine with these settings, or a new one."""
        with self._lock:
            for index, (kept, engine) in enumerate(self._idle):
                if kept == settings:
                    del self._idle[index]
                    self._lent[engine] = settings
                    return engine
            # Let the old memory go before the new is asked for.
            del self._idle[: max(len(self._idle) + len(self._lent) + 1 - self.size, 0)]
        engine = self._make(settings)
        with self._lock:
            self._lent[engine] = settings
        return engine

    def give_back(self, engine: Engine) -> None:
        """Keep an engine that was taken for the next one; its search must have ended."""
        with self._lock:
            self._idle.append((self._lent.pop(engine), engine))
            del self._idle[: max(len(self._idle) + len(self._lent) - self.size, 0)]

    @contextmanager
    def lend(self, settings: EngineSettings) -> Iterator[Engine]:
        """Take an engine for a while."""
        engine = self.take(settings)
        try:
            yield engine
        finally:
            self.give_back(engine)

    def clear(self) -> None:
        """Forget the engines that lie idle, and with them their memory."""
        with self._lock:
            self._idle.clear()
