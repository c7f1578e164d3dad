"""The client as asyncio runs it: questions, their answers, and one search at a time.

Answers are told apart by their first word. Those to the same kind of question come in the order of
the questions. So pings and queries may go on during a search.
"""

from __future__ import annotations

import asyncio
import contextlib
import shlex
from collections import deque
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, Self

from coalbaron_fast.client.info import Answer, read_info
from coalbaron_fast.client.program import Program, Wire
from coalbaron_fast.client.remote import AsyncRemoteSearch
from coalbaron_fast.engine.limits import Limits
from coalbaron_fast.errors import (
    CommandRefusedError,
    EngineBusyError,
    NothingToSearchError,
    ProgramError,
    ProgramSilentError,
    shortened,
)
from coalbaron_fast.games import DEFAULT, Position, game_of, load_game
from coalbaron_fast.wire.go import spell_go
from coalbaron_fast.wire.options import Option, find_option, read_declaration, spell_setting
from coalbaron_fast.wire.words import read_refusal

__all__ = ["PATIENCE", "AsyncClient", "Dialect", "Patience"]

Dialect = Literal["ugi", "uci"]

GAME: Final = "Game"


class Patience(NamedTuple):
    """How long a program may take, in milliseconds: to start, to answer, and beyond a limit.

    `grace_ms` is allowed beyond a search's limit of time, and between `stop` and `bestmove`.
    """

    start_ms: float = 10_000.0
    answer_ms: float = 10_000.0
    grace_ms: float = 2_000.0


PATIENCE: Final = Patience()


class Question:
    """What was asked and is not answered yet."""

    def __init__(self, commands: Sequence[str], word: str, *, waits: bool = False) -> None:
        """The answer begins with `word`; a refusal names one of `commands`.

        `waits`: the answer comes even after a refusal.
        """
        self.commands = commands
        self.word = word
        self.waits = waits
        self.lines: list[str] = []
        self.refusal: CommandRefusedError | None = None
        self.answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def settle(self, rest: str) -> None:
        """Take the answer, unless no caller waits for it any more."""
        if self.refusal is not None:
            self.fail(self.refusal)
        elif not self.answer.done():
            self.answer.set_result(rest)

    def fail(self, error: Exception) -> None:
        """End it without an answer."""
        if not self.answer.done():
            self.answer.set_exception(error)


class AsyncClient:
    """Talks to a program that speaks the line protocol (protocol/SPEC.md), on an event loop.

    `start` begins, `quit` or leaving the `async with` ends. One search at a time, as with
    `Engine`; everything else may be asked meanwhile. Positions are sent as the seat to move knows
    them.
    """

    def __init__(self, wire: Wire, patience: Patience = PATIENCE) -> None:
        """Speak over a wire; `open` is the first thing to call. `start` does both."""
        self.id: Mapping[str, str] = {}
        self.options: Mapping[str, Option] = {}
        self.game = DEFAULT
        self._wire = wire
        self._patience = patience
        self._dialect: Dialect = "ugi"
        self._questions: deque[Question] = deque()
        self._search: AsyncRemoteSearch | None = None
        self._setting = asyncio.Lock()
        """Held from a position to its `go`: no other position may come between."""
        wire.listen(self)

    # -- from start to end

    @classmethod
    async def start(
        cls,
        command: str | Sequence[str],
        *,
        options: Mapping[str, object] | None = None,
        game: str = DEFAULT,
        dialect: Dialect = "ugi",
        patience: Patience = PATIENCE,
    ) -> Self:
        """Start a program, greet it and set its options.

        A text is split into words as a shell does. `game` sets the option `Game` where it is
        another one than the default. Raises ProgramError if the program does not begin, and
        SettingsError for options that it has not.
        """
        words = shlex.split(command) if isinstance(command, str) else list(command)
        if not words:
            raise ValueError("the command names no program")
        client = cls(await Program.start(words), patience)
        try:
            await client.open(options, game, dialect)
        except BaseException:
            await client.quit()
            raise
        return client

    async def open(
        self,
        options: Mapping[str, object] | None = None,
        game: str = DEFAULT,
        dialect: Dialect = "ugi",
    ) -> None:
        """Greet the program, learn its options and set some."""
        self._dialect = dialect
        # A program of one game need not know the option.
        wanted = dict(options or {}) if game == DEFAULT else {GAME: game, **(options or {})}
        greeting = Question([dialect], f"{dialect}ok")
        await self._ask(greeting, [dialect], self._patience.start_ms)
        names = [line.split(None, 2)[1:] for line in greeting.lines if line.startswith("id ")]
        self.id = MappingProxyType({words[0]: words[1] for words in names if len(words) == 2})
        declared = [read_declaration(line) for line in greeting.lines]
        self.options = MappingProxyType({option.name: option for option in declared if option})
        if wanted:
            await self.configure(wanted)
        await self._ready(self._patience.start_ms)

    async def quit(self) -> int | None:
        """Let the program end, or end it; return its exit status. A second call does nothing."""
        return await self._wire.close()

    async def __aenter__(self) -> Self:
        """Return the client."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """End the program."""
        await self.quit()

    @property
    def transcript(self) -> tuple[str, ...]:
        """The last lines of the conversation: ``> `` was sent, ``< `` came back."""
        return self._wire.transcript

    # -- questions

    async def ping(self) -> None:
        """Wait until the program answers, during a search too."""
        await self._ready(self._patience.answer_ms)

    async def configure(self, options: Mapping[str, object]) -> None:
        """Set options; they count from the next search on.

        All names and values are checked before one is sent: SettingsError says what is wrong.
        """
        known = self.options.values()
        found = [(find_option(known, name), value) for name, value in options.items()]
        lines = [spell_setting(option, value) for option, value in found]
        await self._ready(self._patience.answer_ms, lines, "setoption")
        for option, value in found:
            if option.name == GAME:
                self.game = str(value)

    async def new_game(self) -> None:
        """Tell the program that another game begins."""
        async with self._setting:
            await self._ready(self._patience.answer_ms, [f"{self._dialect}newgame"])

    async def set_position(self, position: Position | str) -> None:
        """Set the position that `query` and `ask` are about.

        A text is what follows `position`: ``startpos seed 1 moves bank``. Raises
        CommandRefusedError if the program does not take it.
        """
        async with self._setting:
            await self._set_position(position)

    async def _set_position(self, position: Position | str) -> None:
        line = f"position {self._spell_position(position)}"
        # `readyok` comes after anything that the program said too early.
        await self._ready(self._patience.answer_ms, [line], "position")

    async def query(self, question: str) -> str:
        """Ask about the last position: `gameover`, `turn`, `result` and so on."""
        return await self._ask(
            Question(["query"], "response"), [f"query {question}"], self._patience.answer_ms
        )

    async def ask(self, line: str, end: str, *, wait_ms: float | None = None) -> list[str]:
        """Send any line; return what comes back, up to the first line that begins with `end`.

        For the commands that have no method of their own, such as `d` and `perft 3`.
        """
        question = Question([line.partition(" ")[0]], end)
        rest = await self._ask(
            question, [line], self._patience.answer_ms if wait_ms is None else wait_ms
        )
        return [*question.lines, f"{end} {rest}".strip()]

    async def _ready(self, wait_ms: float, lines: Sequence[str] = (), command: str = "") -> None:
        """Send lines and wait until the program has read them; raise what it refuses."""
        question = Question([command], "readyok", waits=True)
        await self._ask(question, [*lines, "isready"], wait_ms)

    async def _ask(self, question: Question, lines: Sequence[str], wait_ms: float) -> str:
        self._send(lines)
        self._questions.append(question)
        # Without an answer in time it stays in its place: a late one must not go to another.
        try:
            async with asyncio.timeout(wait_ms / 1000):
                return await question.answer
        except TimeoutError:
            raise self._silent(question.word, wait_ms) from None

    def _send(self, lines: Sequence[str]) -> None:
        for line in lines:
            if "\n" in line or "\r" in line:
                raise ValueError(f"a command is one line, not {shortened(line)}")
        self._wire.send(lines)

    def _silent(self, word: str, wait_ms: float) -> ProgramSilentError:
        what = f"no {word} within {wait_ms / 1000:g} s"
        return ProgramSilentError(what, self._wire.transcript)

    # -- searches

    async def analyse(
        self,
        position: Position | str,
        limits: Limits,
        *,
        ponder: bool = False,
        wait_ms: float | None = None,
    ) -> AsyncRemoteSearch:
        """Begin a search and return it while it runs.

        After `wait_ms` without an answer the search fails with ProgramSilentError. The default is
        the limit of time, if there is one, and the grace. Raises what is wrong with position and
        limits, and EngineBusyError while another search runs that was not stopped.
        """
        go = spell_go(limits, lambda codes: load_game(self.game).spell(codes), ponder=ponder)
        if not isinstance(position, str) and position.turn is None:
            raise NothingToSearchError(position.phase)
        await self._end_of_last()
        search = AsyncRemoteSearch(
            self, self._patience.grace_ms, self._wait_ms(position, limits, wait_ms), ponder=ponder
        )
        # At once: another task that asks meanwhile is told that we are busy.
        self._search = search
        try:
            async with self._setting:
                await self._set_position(position)
                self._send([go])
        except BaseException:
            search.end()
            raise
        search.begin()
        return search

    async def search(
        self, position: Position | str, limits: Limits, *, wait_ms: float | None = None
    ) -> Answer:
        """Search until a limit is met, and return what was found.

        If the task is cancelled, the search is stopped, and its `bestmove` is waited for.
        """
        async with await self.analyse(position, limits, wait_ms=wait_ms) as search:
            return await search.result()

    async def play(
        self, position: Position | str, limits: Limits, *, wait_ms: float | None = None
    ) -> list[str]:
        """Return the tokens of the turn that the program plays; none where there is no turn."""
        return (await self.search(position, limits, wait_ms=wait_ms)).best

    def stop(self) -> None:
        """End the search that is running; without one, do nothing."""
        if self._search is not None:
            self._search.stop()

    async def _end_of_last(self) -> None:
        """Wait for the `bestmove` of a search that was stopped."""
        # Again, because another task may have been quicker.
        while (last := self._search) is not None:
            if not last.is_stopped:
                raise EngineBusyError
            await last.wait()

    def _spell_position(self, position: Position | str) -> str:
        if isinstance(position, str):
            return position
        game = game_of(position)
        if game is None or game.name != self.game:
            what = type(position).__qualname__ if game is None else game.title
            raise TypeError(f"the program is set to {self.game}, not to {what}")
        seat = position.turn
        # The program is told no more than the mover sees.
        known = position if seat is None else position.view(seat)
        return f"text {known.to_text()}"

    def _wait_ms(
        self, position: Position | str, limits: Limits, wait_ms: float | None
    ) -> float | None:
        """Return how long to wait for `bestmove`; None for ever."""
        if wait_ms is not None or limits.infinite:
            return wait_ms
        allowed = [] if limits.time_ms is None else [limits.time_ms]
        if limits.clock_ms is not None:
            seat = None if isinstance(position, str) else position.turn
            own = None if seat is None else limits.clock_ms[seat]
            allowed.append(max(left or 0.0 for left in limits.clock_ms) if own is None else own)
        return min(allowed) + self._patience.grace_ms if allowed else None

    # -- for a search on its way

    def tell(self, line: str) -> None:
        """Send a line that has no answer of its own; nothing if the program has ended."""
        with contextlib.suppress(ProgramError):
            self._send([line])

    def give_up(self, wait_ms: float) -> ProgramSilentError:
        """Return the error of a search that does not answer."""
        return self._silent("bestmove", wait_ms)

    def abandon(self, error: ProgramError) -> None:
        """End a program that does not even answer `stop`."""
        self._wire.abandon(error)

    def forget(self, search: AsyncRemoteSearch) -> None:
        """Let a search go that has ended."""
        if self._search is search:
            self._search = None

    # -- what comes over the wire

    def line_received(self, line: str) -> None:
        """Give a line to the caller that waits for it; drop it if there is none."""
        word, _, rest = line.partition(" ")
        search = self._search
        if word == "info" and (refusal := read_refusal(line)) is not None:
            self._refused(CommandRefusedError(refusal.where, refusal.what))
        elif word == "info" and search is not None and search.has_begun:
            search.take_info(read_info(line))
        elif word == "bestmove" and search is not None and search.has_begun:
            search.take_bestmove(rest)
        else:
            self._answered(line, word, rest.strip())

    def _answered(self, line: str, word: str, rest: str) -> None:
        for question in self._questions:
            if question.word == word:
                self._questions.remove(question)
                question.settle(rest)
                return
        if self._questions:
            self._questions[0].lines.append(line)

    def _refused(self, error: CommandRefusedError) -> None:
        if error.command == "go":
            if self._search is not None:
                self._search.refusal = error
            return
        for question in self._questions:
            # An unknown word and a line that is too long are not named after the command.
            is_other = error.command in ("command", "line", "") and not question.waits
            if error.command in question.commands or is_other:
                if question.waits:
                    question.refusal = question.refusal or error
                else:
                    self._questions.remove(question)
                    question.fail(error)
                return

    def wire_lost(self, error: ProgramError) -> None:
        """End all that waits."""
        questions, self._questions = self._questions, deque()
        for question in questions:
            question.fail(error)
        if self._search is not None:
            self._search.fail(error)
