"""One game of a match, as a small task that any process can play.

`GameTask.run` deals, makes the opening, seats the players, plays, and returns a `GameResult`. If no
player looks at a clock, the same task gives the same result everywhere, except for the time taken.
"""

from __future__ import annotations

import random
import time
import zlib
from collections.abc import Sequence
from contextlib import ExitStack
from typing import NamedTuple

from coalbaron_fast import CoalBaronError
from coalbaron_fast.arena.players import Clock, Player, PlayerSpec, open_player, read_player
from coalbaron_fast.arena.results import (
    Fault,
    FaultKind,
    GameResult,
    PlayerFault,
    losing_ranks,
    shares_of,
)
from coalbaron_fast.games import DEFAULT, Game, Position, load_game, rank_seats
from coalbaron_fast.games.position import BEGINS

__all__ = ["GameTask", "Opening"]


class Opening(NamedTuple):
    """How all games of a deal begin, in every seating.

    After the deal by `seed`, `plies` random legal tokens are played, and the last turn to its end.
    With `late`, greedy play follows until that many workers are left in the last shift.
    """

    seed: int
    start: int | None
    plies: int = 0
    late: int | None = None

    def position(self, seats: int, game: Game, options: str = "") -> Position:
        """Return the position in which the players take over."""
        state: Position = game.begin(seats, self.seed, self.start, options)
        chance = random.Random(f"opening {self.seed}")
        played = 0
        while not state.is_over and (played < self.plies or state.decision not in BEGINS):
            state.push_codes([chance.choice(state.legal_codes())])
            played += 1
        if self.late is not None and game.study is not None:
            while not (state.is_over or game.study.is_late(state, self.late)):
                state.push_codes(state.first_sight())
        return state


class GameTask(NamedTuple):
    """One game to play.

    By seat, `players` says who plays and `entrants` which player of the match that is. `number` is
    the game's place in the match, `table` the group of players within a deal.
    """

    number: int
    deal: int
    table: int
    entrants: tuple[int, ...]
    players: tuple[str, ...]
    opening: Opening
    game: str = DEFAULT
    options: str = ""

    def run(self) -> GameResult:
        """Play the game; the faults of players are in the result, not raised."""
        return _GameInPlay(self).play()


def seed_of_seat(task: GameTask, seat: int) -> int:
    """Return the seed of a player's own random numbers: another in every seat of every game."""
    return zlib.crc32(f"{task.opening} {task.entrants} {seat}".encode())


class _GameInPlay:
    """A game that is being played."""

    def __init__(self, task: GameTask) -> None:
        self.task = task
        self.game = load_game(task.game)
        self.specs: list[PlayerSpec] = [read_player(text) for text in task.players]
        self.players: list[Player] = [
            open_player(spec, seed_of_seat(task, seat), self.game)
            for seat, spec in enumerate(self.specs)
        ]
        self.state = task.opening.position(len(task.players), self.game, task.options)
        self.left_ms = [spec.clock_ms for spec in self.specs]
        self.seconds = [0.0] * len(task.players)
        self.faults: list[Fault] = []

    def play(self) -> GameResult:
        loser: int | None = None
        with ExitStack() as stack:
            for player in self.players:
                stack.callback(player.close)
            try:
                for seat, player in enumerate(self.players):  # noqa: B007 - the one that fails
                    player.begin()
                while self.state.turn is not None:
                    seat = self.state.turn
                    self.play_turn(seat)
            except PlayerFault as fault:
                loser = seat
                self.report(seat, fault)
            else:
                self.ask_about_result()
        return self.result(loser)

    def play_turn(self, seat: int) -> None:
        """Let a seat play one turn; its clock runs while it thinks."""
        view = self.state.view(seat)
        clock = self.clock(seat)
        started = time.perf_counter()
        tokens = self.players[seat].choose(view, clock)
        taken = time.perf_counter() - started
        self.seconds[seat] += taken
        left = self.left_ms[seat]
        if left is not None:
            left -= taken * 1000
            if left < 0:
                raise PlayerFault(FaultKind.TIME, f"the clock is {-left:.0f} ms over")
            self.left_ms[seat] = left + self.specs[seat].increment_ms
        self.state = after_turn(self.game, self.state, seat, tokens)

    def clock(self, seat: int) -> Clock | None:
        """Return the clocks as a seat sees them; for seats without one, its own time."""
        own = self.left_ms[seat]
        if own is None:
            return None
        left = tuple(own if left is None else left for left in self.left_ms)
        return Clock(left, tuple(spec.increment_ms for spec in self.specs))

    def ask_about_result(self) -> None:
        """Ask each player how the game ended, and report who is wrong; the rules decide."""
        for seat, player in enumerate(self.players):
            try:
                player.finish(self.state)
            except PlayerFault as fault:
                self.report(seat, fault)

    def report(self, seat: int, fault: PlayerFault) -> None:
        self.faults.append(Fault(seat, fault.kind, fault.text, self.players[seat].transcript))

    def result(self, loser: int | None) -> GameResult:
        """Return how the game ended: a loser by fault is last, and the others share the win."""
        ranks = rank_seats(self.state)
        if loser is not None:
            ranks = losing_ranks(len(self.specs), loser)
        tags = {f"Seat{seat}": spec.name for seat, spec in enumerate(self.specs)}
        if loser is not None:
            tags["Termination"] = self.faults[-1].ending
        task = self.task
        return GameResult(
            number=task.number,
            deal=task.deal,
            table=task.table,
            entrants=task.entrants,
            ranks=ranks,
            shares=shares_of(ranks),
            vp=None if loser is not None else tuple(self.state.vp),
            faults=tuple(self.faults),
            record=self.state.to_record(**tags),
            seconds=tuple(round(seconds, 6) for seconds in self.seconds),
        )


def after_turn(game: Game, state: Position, seat: int, tokens: Sequence[str]) -> Position:
    """Return the position after a turn, which ends at a chance event or a change of seat.

    Raises `PlayerFault` if the tokens go beyond that, or are not legal.
    """
    after = state.copy()
    try:
        codes = game.read_words(tokens)
        for index, code in enumerate(codes):
            is_last = index == len(codes) - 1
            played = 0 if is_last else len(after.codes)
            after.push_codes([code])
            # A longer history is a draw that no player could have answered beforehand.
            if not is_last and (after.turn != seat or len(after.codes) > played + 1):
                token = game.tokens[codes[index + 1]]
                raise PlayerFault(FaultKind.ILLEGAL, f"{token!r} comes after the end of a turn")
    except CoalBaronError as error:
        raise PlayerFault(FaultKind.ILLEGAL, str(error)) from None
    if not codes:
        raise PlayerFault(FaultKind.ILLEGAL, "the turn is empty")
    return after
