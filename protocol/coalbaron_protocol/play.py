"""`coalbaron-engine play`: a game in the terminal, with people in any of the seats.

A person sees what that seat knows. They answer with the number of a legal token, or with tokens;
the key Tab completes them where the terminal can.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from coalbaron_fast import CoalBaronError, Engine, Limits
from coalbaron_fast.games import Game, Position, load_game
from coalbaron_fast.wire.words import turn_word
from coalbaron_protocol.messages import expectation, shown
from coalbaron_protocol.statuses import WRONG

HELP: Final = """\
a number      play that legal token
tokens        play them, one or a whole turn joined with /
board, moves  show the board, the legal tokens
hint          ask the engine
undo          take back to your last decision
save FILE     write the record of the game
load FILE     go on with a recorded game
quit          end"""

Ask = Callable[[str], str]
Say = Callable[[str], None]


class Quit(Exception):  # noqa: N818 - it is an event, not a fault
    """The person wants to end."""


def play_in_terminal(arguments: argparse.Namespace) -> int:
    """Play one game as the arguments say; return the exit status."""
    try:
        game = load_game(arguments.game)
        players = read_players(arguments.players, game)
        seats = read_seats(arguments.human, players)
        seed = time.time_ns() % 2**32 if arguments.seed is None else arguments.seed
        state = game.State(players, seed=seed)
        table = TerminalGame(game, state, seats, Limits(time_ms=arguments.time), input, print)
        if arguments.load is not None:
            table.load(arguments.load)
    except (ValueError, OSError) as error:
        print(f"coalbaron-engine play: {error}", file=sys.stderr)
        return WRONG
    complete_with_tab(table)
    try:
        table.run()
    except (EOFError, KeyboardInterrupt, Quit):
        print()
    return 0


def read_players(players: int | None, game: Game) -> int:
    """Return the number of players, by default the fewest that the game takes."""
    if players is None:
        return game.players[0]
    game.check_players(players)
    return players


def read_seats(text: str, players: int) -> frozenset[int]:
    """Read the seats that people take: ``0``, ``0,2`` or ``none``."""
    words = [] if text == "none" else text.split(",")
    known = {str(seat) for seat in range(players)}
    wrong = [word for word in words if word not in known]
    if wrong:
        raise ValueError(f"{shown(wrong[0])} is no seat; seats are 0 to {players - 1}")
    return frozenset(int(word) for word in words)


def complete_with_tab(table: TerminalGame) -> None:
    """Let Tab complete tokens and commands, where Python was built with readline."""
    try:
        import readline  # noqa: PLC0415
    except ImportError:
        return

    def complete(begin: str, number: int) -> str | None:
        fitting = [word for word in table.words() if word.startswith(begin)]
        return fitting[number] if number < len(fitting) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" /")
    readline.parse_and_bind("tab: complete")


class TerminalGame:
    """A game between people and the engine; `ask` and `say` are the terminal."""

    def __init__(
        self,
        game: Game,
        state: Position,
        seats: frozenset[int],
        limits: Limits,
        ask: Ask,
        say: Say,
    ) -> None:
        self.state = state
        self._game = game
        self._seats = seats
        self._limits = limits
        self._ask = ask
        self._say = say
        self._engine = Engine(game=game)
        self._decisions: list[Position] = []
        self._commands: dict[str, Callable[[str], None]] = {
            "board": lambda _: self._show_board(),
            "moves": lambda _: self._show_moves(),
            "hint": lambda _: self._hint(),
            "undo": lambda _: self._undo(),
            "save": self._save,
            "load": self.load,
            "help": lambda _: say(HELP),
            "quit": self._quit,
        }

    def words(self) -> list[str]:
        """Return what may be answered now, for completion."""
        return [*self.state.legal_moves(), *self._commands]

    def run(self) -> None:
        """Play to the end."""
        self._say("help lists what you can say.")
        while not self.state.is_over:
            seat = self.state.turn
            if seat is None:
                self._draw_chance()
            elif seat in self._seats:
                self._show_board()
                self._show_moves()
                self._decide()
            else:
                self._let_engine_play(seat)
        for line in self._game.draw_board(self.state):
            self._say(line)

    def _decide(self) -> None:
        """Ask a person until a token is played, or the position is another one."""
        before = self.state
        played = len(before.codes)
        while self.state is before and len(before.codes) == played:
            answer = self._ask(f"seat {self.state.turn}> ").strip()
            word, _, rest = answer.partition(" ")
            try:
                if word in self._commands:
                    self._commands[word](rest.strip())
                elif answer:
                    self._push(answer)
            except (CoalBaronError, OSError) as error:
                self._say(str(error))

    def _push(self, answer: str) -> None:
        """Play what a person answered."""
        legal = self.state.legal_moves()
        if answer.isascii() and answer.isdigit() and 1 <= int(answer[:6]) <= len(legal):
            answer = legal[int(answer[:6]) - 1]
        before = self.state.copy()
        self.state.push_all(answer)
        self._decisions.append(before)

    def _let_engine_play(self, seat: int) -> None:
        codes = self._engine.search(self.state, self._limits).best_codes
        tokens = self._seen_by_others(seat, codes)
        phrases = [self._game.describe(code) for code in self._game.read_words(tokens)]
        self._say(f"seat {seat} plays {turn_word(tokens)}: {', '.join(phrases)}")

    def _seen_by_others(self, seat: int, codes: list[int]) -> list[str]:
        """Play a turn; return its tokens as the next seat is shown them."""
        watcher = (seat + 1) % self.state.players
        before = len(self.state.history_seen_by(watcher))
        self.state.push_codes(codes)
        return self.state.history_seen_by(watcher)[before : before + len(codes)]

    def _draw_chance(self) -> None:
        """Draw for chance, in a loaded game without a seed."""
        tokens, weights = zip(*self.state.chance_outcomes(), strict=True)
        self.state.push(random.choices(tokens, weights)[0])

    # -- what a person may say

    def _show_board(self) -> None:
        seat = self.state.turn
        shown_state = self.state if seat is None else self.state.view(seat)
        for line in self._game.draw_board(shown_state):
            self._say(line)

    def _show_moves(self) -> None:
        for number, code in enumerate(self.state.legal_codes(), start=1):
            self._say(f"{number:3} {self._game.tokens[code]:<10} {self._game.describe(code)}")

    def _hint(self) -> None:
        line = self._engine.search(self.state, self._limits).lines[0]
        self._say(f"{turn_word(line.tokens)}  ({expectation(line)})")

    def _undo(self) -> None:
        if not self._decisions:
            self._say("there is nothing to take back")
            return
        self.state = self._decisions.pop()

    def _save(self, name: str) -> None:
        Path(name).write_text(self.state.to_record(), encoding="utf-8")
        self._say(f"saved to {name}")

    def load(self, name: str) -> None:
        """Go on with the game of a record."""
        self.state = self._game.State.from_record(Path(name).read_text(encoding="utf-8"))
        self._decisions.clear()

    def _quit(self, _rest: str) -> None:
        raise Quit
