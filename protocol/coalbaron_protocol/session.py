"""The session: one line of text in, its replies out, in both dialects.

A `Session` holds the game, the position, the options and the one job that may run beside the
reader. Whatever takes long is a job, so that `isready` and `stop` are answered meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from coalbaron_fast import __version__
from coalbaron_fast.games import Position, rank_seats
from coalbaron_fast.games.numbers import read_whole
from coalbaron_fast.wire.words import LONGEST_LINE, NO_TURN, error_line, spell_result, turn_word
from coalbaron_protocol import messages
from coalbaron_protocol.options import (
    MULTI_PV,
    OPTIONS,
    OVERHEAD,
    PONDER,
    SEED,
    SKILL,
    THREADS,
    Options,
)
from coalbaron_protocol.positions import Lost, PositionRefused, read_position
from coalbaron_protocol.streams import LineTooLong
from coalbaron_protocol.worker import Job, Worker

COMMENT: Final = "#"
"""What follows it is not read. No word of the protocol holds it."""

NO_MEMORY: Final = "there is not enough memory for this"

AUDIT_WORLDS: Final = 20
MOST_WORLDS: Final = 10_000


class CommandRefused(ValueError):  # noqa: N818 - named for what happens
    """A command that is refused; the text names the word."""


class Session:
    """Answers commands; `handle` takes one line and says whether to go on.

    `write` is called with whole lines, from two threads; `abandon` when the other side reads
    no more.
    """

    def __init__(self, write: Callable[..., None], abandon: Callable[[], None]) -> None:
        self._write = write
        self._worker = Worker(write, abandon)
        self._options = Options()
        self._state = self._first_position()
        self._lost: Lost | None = None
        self._is_ugi = False
        self._has_refused = False

    # -- the conversation

    @property
    def has_refused(self) -> bool:
        """Whether a command was answered with an error line, at once or when it had run."""
        return self._has_refused or self._worker.has_failed

    def handle(self, line: str | LineTooLong) -> bool:
        """Follow one line; return False after `quit`."""
        if isinstance(line, LineTooLong):
            self._refuse("line", f"more than {LONGEST_LINE} bytes; nothing of it was read")
            return True
        words = line.partition(COMMENT)[0].split()
        if not words:
            return True
        if words[0] == "quit":
            self.close()
            return False
        command = COMMANDS.get(words[0])
        if command is None:
            self._refuse("command", f"{messages.shown(words[0])} is unknown; try help")
            return True
        try:
            command[0](self, words[1:])
        except (ValueError, MemoryError) as error:
            self._refuse(words[0], str(error) or NO_MEMORY)
        return True

    def close(self) -> None:
        """End what is running, with its last line."""
        self._worker.stop()

    def wait(self) -> None:
        """Wait for the end of what is running."""
        self._worker.wait()

    def _refuse(self, where: str, what: str) -> None:
        self._has_refused = True
        self._write(error_line(where, what))

    def _start(self, job: Job) -> None:
        """Run a job that must not push another one aside."""
        running = self._worker.job
        if running is not None:
            raise CommandRefused(f"{running.name} is running; stop it first")
        self._worker.start(job)

    # -- opening

    def greet(self, dialect: str) -> None:
        """Answer `uci` or `ugi`, and speak that dialect from now on."""
        self._is_ugi = dialect == "ugi"
        self._write(
            f"id name Coal Baron engine {__version__}",
            f"id author {messages.AUTHOR}",
            *(option.declaration() for option in OPTIONS),
            f"{dialect}ok",
        )

    def be_ready(self, _words: list[str]) -> None:
        """Answer `isready`."""
        self._write("readyok")

    def new_game(self, _words: list[str]) -> None:
        """Go back to the beginning of a game."""
        self._state = self._first_position()
        self._lost = None

    def _first_position(self) -> Position:
        game = self._options.game
        state: Position = game.begin()
        return state

    def set_option(self, words: list[str]) -> None:
        """Set an option; it counts from the next search on. Another game begins anew."""
        before = self._options.game
        self._options.set_from(words)
        if self._options.game is not before:
            self.new_game([])

    # -- the position

    def set_position(self, words: list[str]) -> None:
        """Take a position, or keep the last one and remember who lost by an illegal turn."""
        self._lost = None
        try:
            self._state = read_position(words, self._options.game)
        except PositionRefused as error:
            self._lost = error.lost
            raise

    def query(self, words: list[str]) -> None:
        """Answer a match runner."""
        answer = QUERIES.get(" ".join(words))
        if answer is None:
            asked = messages.shown(" ".join(words))
            raise CommandRefused(f"{asked} is no question; {' '.join(QUERIES)}")
        self._write(messages.response(answer(self)))

    def is_over(self) -> bool:
        """Whether the game has ended, by an illegal turn too."""
        return self._lost is not None or self._state.is_over

    def seat_to_move(self) -> str:
        """Name the seat to move; `chance` or `none` where there is none."""
        if self.is_over():
            return NO_TURN
        return "chance" if self._state.turn is None else str(self._state.turn)

    def is_first_to_move(self) -> bool:
        """Whether player one, seat 0, is to move."""
        return not self.is_over() and self._state.turn == 0

    def points(self) -> str:
        """Return the victory points of every seat."""
        state = self._state if self._lost is None else self._lost.state
        return ",".join(str(vp) for vp in state.vp)

    def result(self) -> str:
        """Return who won: of two the winner, of more the ranking; `none` before the end."""
        if not self.is_over():
            return NO_TURN
        if self._lost is not None:
            return spell_result(self._lost.ranks())
        return spell_result(rank_seats(self._state))

    # -- the search

    def go(self, words: list[str]) -> None:
        """Start a search; whatever happens, one `bestmove` follows."""
        running = self._worker.job
        if running is not None:
            # Its own answer comes first: answers keep the order of the questions.
            self._worker.stop()
            self._refuse("go", f"{running.name} was running and has been stopped")
        try:
            self._search(words)
        except (ValueError, MemoryError) as error:
            self._refuse("go", str(error) or NO_MEMORY)
            self._write(messages.best_line(()))

    def _search(self, words: list[str]) -> None:
        # These imports are not needed before the first search.
        from coalbaron_protocol.requests import read_request  # noqa: PLC0415
        from coalbaron_protocol.search import SearchJob  # noqa: PLC0415
        from coalbaron_protocol.skill import FULL, Weakness  # noqa: PLC0415

        options, state = self._options, self._state
        lines, overhead = options.value(MULTI_PV), options.value(OVERHEAD)
        limits, ponder = read_request(words, options.game, state, lines, overhead)
        if state.is_over:
            self._write(messages.best_line(()))
            return
        if state.turn is None:
            legal = messages.legal_words(state.legal_moves(), 4)
            raise CommandRefused(f"no seat is to move, the position asks chance; {legal}")
        level = options.value(SKILL)
        weakness = None if level == FULL else Weakness(level, options.value(SEED))
        search = options.engine().start(
            state, limits if weakness is None else weakness.limit(limits), ponder=ponder
        )
        names_ponder = bool(options.value(PONDER)) and not self._is_ugi
        self._worker.start(
            SearchJob(search, state, limits.lines, self._write, weakness, names_ponder=names_ponder)
        )

    def stop(self, _words: list[str]) -> None:
        """End what is running; says nothing if nothing is."""
        self._worker.stop()

    def ponder_hit(self, _words: list[str]) -> None:
        """Let a pondering search answer when its limits are met."""
        from coalbaron_protocol.search import SearchJob  # noqa: PLC0415

        job = self._worker.job
        if not isinstance(job, SearchJob) or not job.is_pondering:
            raise CommandRefused("nothing is pondering")
        job.ponder_hit()

    # -- for people and tests

    def draw(self, _words: list[str]) -> None:
        """Draw the board."""
        board = self._options.game.draw_board(self._state)
        self._write(*board, f"position text {self._state.to_text()}")

    def evaluate(self, _words: list[str]) -> None:
        """Say what the engine expects at a glance."""
        from coalbaron_protocol.counting import EvaluationJob  # noqa: PLC0415

        if self._state.is_over:
            self._write(f"eval final vp {self.points()}")
            return
        if self._state.turn is None:
            raise CommandRefused("no seat is to move")
        self._start(EvaluationJob(self._options.engine(), self._state))

    def count(self, words: list[str], *, divide: bool = False) -> None:
        """Count sequences of tokens."""
        from coalbaron_protocol.counting import DEEPEST_PERFT, CountJob  # noqa: PLC0415

        depth = read_count(words, "depth", int(divide), DEEPEST_PERFT)
        self._start(CountJob(self._state, depth, self._write, divide=divide))

    def bench(self, words: list[str]) -> None:
        """Print the signature of the engine's behaviour."""
        from coalbaron_protocol.counting import MOST_BENCH_NODES, BenchJob  # noqa: PLC0415

        nodes = read_count(words, "nodes", 1, MOST_BENCH_NODES) if words else None
        options = self._options
        threads = options.value(THREADS)
        self._start(BenchJob(options.game, threads, options.evaluation, nodes, self._write))

    def audit(self, words: list[str]) -> None:
        """Check that what is hidden changes nothing."""
        from coalbaron_protocol.counting import AuditJob  # noqa: PLC0415

        if self._state.turn is None:
            raise CommandRefused("no seat is to move")
        worlds = read_count(words, "worlds", 1, MOST_WORLDS) if words else AUDIT_WORLDS
        self._start(AuditJob(self._options.engine(), self._state, worlds))

    def plans(self, words: list[str]) -> None:
        """List what a number of work steps can reach."""
        game = self._options.game
        plans = None if game.screen is None else game.screen().plans
        if plans is None:
            raise CommandRefused(f"{game.title} has no plans of work steps")
        steps = read_count(words, "steps", 0, plans.most_steps)
        if self._state.turn is None:
            raise CommandRefused("no seat is to move")
        turns = plans.reach(self._state, steps)
        self._write(
            *(f"plan {turn_word(tokens)}" for tokens in turns),
            f"plans {steps}: {len(turns)}",
        )

    def view(self, words: list[str]) -> None:
        """Print the position as a seat knows it."""
        seat = read_count(words, "seat", 0, self._state.players - 1)
        self._write(f"position text {self._state.view(seat).to_text()}")

    def help(self, _words: list[str]) -> None:
        """List the commands."""
        self._write(*(f"{usage}: {meaning}" for _, usage, meaning in COMMANDS.values()))
        self._write("quit: end; the end of the input does the same")


def read_count(words: list[str], name: str, low: int, high: int) -> int:
    """Read the one number that a command takes."""
    text = " ".join(words)
    number = read_whole(text, low, high)
    return messages.check_count(text if number is None else number, name, low, high)


Command = tuple[Callable[[Session, list[str]], None], str, str]

COMMANDS: Final[dict[str, Command]] = {
    "uci": (lambda session, _: session.greet("uci"), "uci", "who we are, and the options"),
    "ugi": (lambda session, _: session.greet("ugi"), "ugi", "the same for match runners"),
    "isready": (Session.be_ready, "isready", "answers readyok, also during a search"),
    "ucinewgame": (Session.new_game, "ucinewgame", "back to the start"),
    "uginewgame": (Session.new_game, "uginewgame", "back to the start"),
    "setoption": (Session.set_option, "setoption name N value V", "set an option"),
    "position": (
        Session.set_position,
        (
            "position startpos [players N] [seed S] [start K] [options O …] | text T [seed S] "
            "| fen F [moves M …]"
        ),
        "set the position",
    ),
    "go": (
        Session.go,
        "go [nodes N] [movetime MS] [depth N] [error X] [infinite] [ponder] [lines K] …",
        "search; bestmove answers; clocks and searchmoves stand in the specification",
    ),
    "stop": (Session.stop, "stop", "end what is running"),
    "ponderhit": (Session.ponder_hit, "ponderhit", "the turn pondered on was played"),
    "query": (
        Session.query,
        "query gameover | p1turn | turn | scores | result",
        "about the last position; response answers",
    ),
    "d": (Session.draw, "d", "draw the board"),
    "eval": (Session.evaluate, "eval", "what the engine expects at a glance"),
    "perft": (Session.count, "perft N", "count sequences of N tokens"),
    "divide": (
        lambda session, words: session.count(words, divide=True),
        "divide N",
        "the same behind each token",
    ),
    "bench": (Session.bench, "bench [NODES]", "the signature of the engine's behaviour"),
    "audit": (Session.audit, "audit [WORLDS]", "does what is hidden change the answer"),
    "plans": (Session.plans, "plans N", "what N work steps can reach"),
    "view": (Session.view, "view SEAT", "the position as a seat knows it"),
    "help": (Session.help, "help", "this list"),
}
"""Every command but `quit`: what follows it, how it is written, what it is for."""

QUERIES: Final[dict[str, Callable[[Session], object]]] = {
    "gameover": Session.is_over,
    "p1turn": Session.is_first_to_move,
    "turn": Session.seat_to_move,
    "scores": Session.points,
    "result": Session.result,
}
"""Every question of a match runner."""
