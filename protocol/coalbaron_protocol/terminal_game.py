"""A game between people and the engine, in a terminal.

A person sees what that seat knows. Where a turn begins, they see the whole board; within a turn,
what has changed on it.
"""

from __future__ import annotations

import random
import re
import shlex
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from coalbaron_fast import Engine, Limits, ParseError
from coalbaron_fast.files import WriteError
from coalbaron_fast.games import CHANCE, GAME_TAG, Game, Position, rank_seats
from coalbaron_fast.games.numbers import read_whole
from coalbaron_fast.games.position import BEGINS
from coalbaron_fast.wire.words import turn_word
from coalbaron_protocol.analyse import show_search
from coalbaron_protocol.kept_games import Keeper, read_kept
from coalbaron_protocol.messages import shown
from coalbaron_protocol.outputs import write_output
from coalbaron_protocol.terminal import board_of, painted, symbols_of

if TYPE_CHECKING:
    from rich.console import Console

    from coalbaron_fast import Analysis
    from coalbaron_fast.games.screen import Choice

HELP: Final = (
    ("a number", "play that choice"),
    ("some words", "play the choice that has them, such as: take 6"),
    ("tokens", "play them, one or a whole turn joined with /"),
    ("board, moves", "show the board, the choices"),
    ("hint", "ask the engine what it would play"),
    ("best", "let the engine play this turn for you"),
    ("undo", "take back to your last decision"),
    ("save FILE", "write the record of the game"),
    ("load FILE", "go on with a recorded game"),
    ("quit", "end; the game is kept"),
)
"""What a person can say, and what it does."""

HINT_LINES: Final = 3

TWO_COLUMNS: Final = 10
"""More choices than these stand in two columns, if they are short."""


class Quit(Exception):  # noqa: N818 - it is an event, not a fault
    """The person wants to end."""


class TerminalGame:
    """One game; `ask` asks a person for a line."""

    def __init__(
        self,
        game: Game,
        state: Position,
        seats: frozenset[int],
        limits: Limits,
        console: Console,
        ask: Callable[[str], str],
        keeper: Keeper,
    ) -> None:
        self.state = state
        self._game = game
        self._seats = seats
        self._limits = limits
        self._console = console
        self._symbols = symbols_of(console)
        self._ask = ask
        self._keeper = keeper
        self._engine = Engine(game=game)
        self._decisions: list[Position] = []
        self._hinted: tuple[Position, Analysis] | None = None
        self._board: list[str] = []
        self._news: list[Text] = []
        self._commands: dict[str, Callable[[], None]] = {
            "board": self._show_board,
            "moves": lambda: self._show_choices(self._choices()),
            "hint": self._hint,
            "best": self._play_best,
            "undo": self._undo,
            "help": self._help,
            "quit": self._quit,
        }
        self._file_commands: dict[str, Callable[[Path], None]] = {
            "save": self._save,
            "load": self._load,
        }

    def words(self) -> list[str]:
        """Return what may be answered now, for completion."""
        return [*self.state.legal_moves(), *self._commands, *self._file_commands]

    # -- the game

    def run(self) -> None:
        """Play to the end."""
        self._greet()
        while not self.state.is_over:
            seat = self.state.turn
            if seat is None:
                self._draw_chance()
            elif seat in self._seats:
                self._decide(seat)
            else:
                self._let_engine_play(seat)
        self._show_end()

    def _greet(self) -> None:
        """Say who plays, of which deal, and how to learn more."""
        people = " and ".join(f"seat {seat}" for seat in sorted(self._seats))
        who = f"you play {people}" if people else "the engine plays alone"
        deal = "" if self.state.seed is None else f", seed {self.state.seed}"
        self._say(f"{self._game.title} for {self.state.players}{deal}: {who}.", "title")
        if self._keeper.path is not None:
            self._say(f"The game is kept in {self._keeper.path}.")
        if self._seats:
            self._say("help lists what you can say.", "quiet")

    def say_farewell(self) -> None:
        """Keep the game, and say where it is kept and how to go on or to look back."""
        self._console.print()
        # Ctrl-C may have come between a turn and its keeping.
        self._keep()
        if not self._decisions and not self._keeper.is_written:
            self._say("Nothing was played, so nothing is kept.")
            return
        if not self._keeper.is_written:
            self._say("The game could not be kept in a file. This is its record:", "wrong")
            self._console.print(self._keeper.record(self.state), soft_wrap=True)
            return
        file = shlex.quote(str(self._keeper.path))
        self._say(f"The game is kept in {file}.", "title")
        way = "To look back on it: coalbaron-engine review {}"
        if not self.state.is_over:
            way = "To go on with it: coalbaron-engine play --resume {}"
        self._console.print(Text(way.format(file)), soft_wrap=True)

    def _decide(self, seat: int) -> None:
        """Ask a person until a token is played, or the position is another one."""
        before = self.state
        played = len(before.codes)
        self._show_decision(seat)
        while self.state is before and len(before.codes) == played:
            answer = self._ask(f"seat {self.state.turn} {self._symbols.prompt} ").strip()
            try:
                if answer in self._commands:
                    self._commands[answer]()
                elif answer:
                    self._follow(answer)
            except (ValueError, WriteError) as error:
                self._say(str(error), "wrong")
            except OSError as error:
                self._say(f"{error.filename}: {error.strerror}", "wrong")

    def _follow(self, answer: str) -> None:
        """Play what a person answered, or do with a file what they say."""
        choices = self._choices()
        number = read_whole(answer, 1, len(choices))
        if number is not None:
            return self._push([choices[number - 1].token])
        try:
            return self._push(self._game.spell(self._game.read_words(answer)))
        except ParseError:
            fitting = find_choices(answer, choices)
        if len(fitting) == 1:
            return self._push([fitting[0].token])
        if fitting:
            self._say(f"{shown(answer)} fits {len(fitting)} choices:")
            return self._show_choices(choices, {choice.token for choice in fitting})
        word, _, name = answer.partition(" ")
        if word not in self._file_commands:
            no = f"{shown(answer)} is no choice, no token and no word of mine"
            return self._say(f"{no}; help lists what you can say.", "wrong")
        if not name.isprintable() or not name.strip():
            return self._say(f"{word} takes the name of a file", "wrong")
        return self._file_commands[word](Path(name.strip()))

    def _push(self, tokens: Sequence[str]) -> None:
        """Play tokens for a person, and say what comes of it; all of them or none."""
        before, after = self.state.copy(), self.state.copy()
        for token in tokens:
            if after.turn not in self._seats:
                seat = "nobody" if after.turn is None else f"seat {after.turn}"
                return self._say(f"{token} comes too late: it is the turn of {seat} then", "wrong")
            after.push(token)
        self.state.push_all(tokens)
        self._decisions.append(before)
        self._tell(before)
        return self._keep()

    def _let_engine_play(self, seat: int) -> None:
        analysis = self._think(seat)
        before = self.state.copy()
        self.state.push_codes(analysis.best_codes)
        self._tell(before)
        self._keep()

    def _think(self, seat: int) -> Analysis:
        """Return what the engine finds for a seat."""
        search = self._engine.start(self.state, self._limits)
        spinner = "dots" if self._console.encoding.startswith("utf") else "line"
        with self._console.status(f"thinking for seat {seat}", spinner=spinner):
            try:
                return search.result()
            finally:
                # Ctrl-C ends the game here, and the search with it.
                search.stop()

    def _draw_chance(self) -> None:
        """Draw for chance, in a loaded game without a seed."""
        before = self.state.copy()
        tokens, weights = zip(*self.state.chance_outcomes(), strict=True)
        self.state.push(random.choices(tokens, weights)[0])
        self._tell(before)

    def _keep(self) -> None:
        """Keep the game, as soon as a person has decided something in it."""
        if self._seats and not self._decisions and not self._keeper.is_written:
            return
        try:
            self._keeper.keep(self.state)
        except OSError as error:
            self._say(f"the game could not be kept: {error}", "wrong")

    # -- what a person sees

    def _say(self, text: str, style: str = "") -> None:
        self._console.print(Text(text, style))

    def _tell(self, before: Position) -> None:
        """Take down what a turn did, for the person who decides next."""
        seat = before.turn
        watcher = self._watcher(seat)
        if seat is not None and seat not in self._seats:
            played = turn_word(self._tokens_seen(before, watcher))
            self._news.append(Text.assemble((f"seat {seat} plays ", "title"), (played, "token")))
        for text, times in groupby(self._game.tell(before, self.state, watcher)):
            count = len(list(times))
            again = f"{text.removesuffix('.')}, {count} times." if count > 1 else text
            self._news.append(Text("  ") + painted(self._game, again))
        if not self._seats:
            self._show_news()

    def _show_news(self) -> None:
        """Show what was taken down: right above the choices, where even low windows show it."""
        for line in self._news:
            self._console.print(line)
        if self._news:
            self._console.print()
        self._news.clear()

    def _watcher(self, mover: int | None) -> int | None:
        """Return the seat of the person who reads this; None where everybody sees everything."""
        players = self.state.players
        first = next((seat for seat in (self.state.turn, mover) if seat is not None), 0)
        order = ((first + step) % players for step in range(players))
        return next((seat for seat in order if seat in self._seats), None)

    def _tokens_seen(self, before: Position, watcher: int | None) -> list[str]:
        """Return the tokens of the turn that was played, without what chance added."""
        seen = self._game.history_between(before, self.state, watcher)
        return [token for token in seen if not token.startswith(CHANCE)]

    def _choices(self) -> list[Choice]:
        return self._game.choices(self.state)

    def _board_lines(self) -> list[str]:
        seat = self.state.turn
        return self._game.draw_board(self.state if seat is None else self.state.view(seat))

    def _show_decision(self, seat: int) -> None:
        """Show the board where a turn begins, within a turn what has changed on it."""
        lines = self._board_lines()
        if self.state.decision in BEGINS or not self._board:
            title = Text(f"{self._game.title}, seat {seat} to play", "title")
            self._console.print(Rule(title, style="quiet"))
            self._show_board()
        else:
            old = set(self._board)
            for line in lines:
                if line not in old:
                    self._console.print(painted(self._game, line), soft_wrap=True)
        self._board = lines
        self._console.print()
        self._show_news()
        self._show_choices(self._choices())

    def _show_board(self) -> None:
        self._board = self._board_lines()
        self._console.print(board_of(self._game, self._board), soft_wrap=True)

    def _show_choices(self, choices: Sequence[Choice], only: set[str] | None = None) -> None:
        """List the choices with their numbers, or only those with such tokens."""
        rows = [
            (str(number), painted(self._game, choice.text), Text(choice.token, "token"))
            for number, choice in enumerate(choices, start=1)
            if only is None or choice.token in only
        ]
        widest = max(len(number) + len(text) + len(token) + 4 for number, text, token in rows)
        is_double = len(rows) > TWO_COLUMNS and 2 * widest + 4 <= self._console.width
        columns = [rows]
        if is_double:
            half = (len(rows) + 1) // 2
            columns = [rows[:half], rows[half:]]
        table = Table.grid(padding=(0, 4))
        table.add_row(*map(_choice_grid, columns))
        self._console.print(table)

    def _show_end(self) -> None:
        self._show_news()
        self._console.print(Rule(Text("the game is over", "title"), style="quiet"))
        self._console.print(board_of(self._game, self._board_lines()), soft_wrap=True)
        table = Table.grid(padding=(0, 2))
        places = rank_seats(self.state)
        for seat in sorted(range(self.state.players), key=lambda one: places[one]):
            who = "you" if seat in self._seats else "the engine"
            style = "good" if places[seat] == 0 else ""
            cells = (
                f"{places[seat] + 1}.",
                f"seat {seat}, {who}",
                f"{self.state.vp[seat]} {self._game.units.short}",
            )
            table.add_row(*(Text(cell, style) for cell in cells))
        self._console.print()
        self._console.print(table)

    # -- what a person may say

    def _help(self) -> None:
        table = Table.grid(padding=(0, 3))
        for said, meaning in HELP:
            table.add_row(Text(said, "token"), meaning)
        self._console.print(table)

    def _analyse(self) -> Analysis | None:
        """Show what the engine thinks of the position; None if Ctrl-C ended it."""
        limits = Limits(time_ms=self._limits.time_ms, nodes=self._limits.nodes, lines=HINT_LINES)
        search = self._engine.start(self.state, limits)
        analysis, status = show_search(self._console, self._game, self.state, search)
        return None if status else analysis

    def _hint(self) -> None:
        analysis = self._analyse()
        if analysis is not None:
            self._hinted = (self.state.copy(), analysis)
            self._say("Say best to play it.", "quiet")

    def _play_best(self) -> None:
        if self._hinted is not None and self._hinted[0] == self.state:
            analysis = self._hinted[1]
        elif self.state.turn is not None:
            analysis = self._think(self.state.turn)
        self._push(analysis.best)

    def _undo(self) -> None:
        if not self._decisions:
            self._say("there is nothing to take back")
            return
        self.state = self._decisions.pop()
        self._keep()

    def _save(self, path: Path) -> None:
        write_output(path, self.state.to_record(**{GAME_TAG: self._game.name}))
        self._say(f"saved to {path}")

    def _load(self, path: Path) -> None:
        """Go on with the game of a record."""
        kept = read_kept(self._game, path)
        if kept.game.name != self._game.name:
            way = f"coalbaron-engine play --resume {shlex.quote(str(path))}"
            raise ValueError(f"{path} is a game of {kept.game.title}; to go on with it: {way}")
        self.state = kept.state
        self._decisions.clear()
        # It is another game: the file of this one stays as it is.
        self._keeper = self._keeper.for_another_game()

    def _quit(self) -> None:
        raise Quit


def _choice_grid(rows: Sequence[tuple[str, Text, Text]]) -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(justify="right", style="number", no_wrap=True)
    grid.add_column()
    grid.add_column(no_wrap=True)
    for row in rows:
        grid.add_row(*row)
    return grid


def find_choices(answer: str, choices: Sequence[Choice]) -> list[Choice]:
    """Return the choices that hold every word of an answer, or words that begin so."""
    wanted = _words_in(answer)
    return [
        choice
        for choice in choices
        if wanted
        and all(any(word.startswith(begin) for word in _words_in(choice.text)) for begin in wanted)
    ]


def _words_in(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())
