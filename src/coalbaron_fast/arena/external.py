"""External programs as players, over the line protocol (UGI). None of them is trusted.

A program gets a position as its seat knows it and is asked for a turn. If it does anything else
(nothing, too much, nonsense, ending), that becomes a `PlayerFault` within bounded time and memory.
The conversation is that of `coalbaron_fast.client`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence

from coalbaron_fast.arena.players import Clock, limits_for
from coalbaron_fast.arena.results import FaultKind, PlayerFault
from coalbaron_fast.client import Client, Patience
from coalbaron_fast.client.program import shown
from coalbaron_fast.errors import (
    CommandRefusedError,
    ProgramError,
    ProgramGarbledError,
    ProgramSilentError,
    SettingsError,
)
from coalbaron_fast.games import DEFAULT, Position, rank_seats
from coalbaron_fast.wire.words import spell_result

__all__ = ["ExternalPlayer"]


class ExternalPlayer:
    """A program in a seat: started by `begin`, asked by `choose`, ended by `close`."""

    def __init__(
        self,
        command: Sequence[str],
        limits: Mapping[str, float],
        options: Mapping[str, str],
        patience_ms: Mapping[str, float],
        game: str = DEFAULT,
    ) -> None:
        """`patience_ms` holds `start_ms`, `answer_ms` and `grace_ms`."""
        self._command = list(command)
        self._limits = limits
        self._options = options
        self._patience = Patience(**patience_ms)
        self._game = game
        self._client: Client | None = None
        self._last_words: tuple[str, ...] = ()

    @property
    def transcript(self) -> tuple[str, ...]:
        """The last lines of the conversation."""
        return self._last_words if self._client is None else self._client.transcript

    def begin(self) -> None:
        """Start the program and check that it speaks UGI."""
        with self._faults():
            self._client = Client.start(
                self._command, options=self._options, game=self._game, patience=self._patience
            )

    def choose(self, view: Position, clock: Clock | None) -> list[str]:
        """Ask for a turn in a position as the seat knows it."""
        limits = limits_for(self._limits, clock)
        is_timed = limits.time_ms is not None or clock is not None
        with self._faults():
            tokens = self._program.play(
                view, limits, wait_ms=None if is_timed else self._patience.answer_ms
            )
        if not tokens:
            raise PlayerFault(FaultKind.GARBAGE, "bestmove names no turn")
        return tokens

    def finish(self, final: Position) -> None:
        """Ask whether the game is over and how it ended."""
        with self._faults():
            self._program.set_position(final)
        for question, right in (
            ("gameover", "true"),
            ("result", spell_result(rank_seats(final))),
        ):
            with self._faults():
                said = self._program.query(question)
            if said != right:
                raise PlayerFault(
                    FaultKind.RESULT, f"says {question} {shown(said)} where it is {right}"
                )

    def close(self) -> None:
        """End the program."""
        if self._client is not None:
            self._client.quit()

    @property
    def _program(self) -> Client:
        if self._client is None:
            raise RuntimeError("the player has not begun")
        return self._client

    @contextlib.contextmanager
    def _faults(self) -> Iterator[None]:
        """Turn what goes wrong with the program into the fault of its seat."""
        try:
            yield
        except ProgramError as error:
            self._last_words = error.transcript
            raise PlayerFault(kind_of(error), str(error)) from None
        except CommandRefusedError as error:
            raise PlayerFault(FaultKind.GARBAGE, f"refuses {error}") from None
        except SettingsError as error:
            raise PlayerFault(FaultKind.CRASH, f"cannot be set up: {error}") from None


def kind_of(error: ProgramError) -> FaultKind:
    """Return what a player did wrong whose program failed like this."""
    match error:
        case ProgramSilentError():
            return FaultKind.SILENCE
        case ProgramGarbledError():
            return FaultKind.GARBAGE
        case _:
            return FaultKind.CRASH
