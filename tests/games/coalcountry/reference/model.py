"""The course of the game: stages, one after the other, which ask questions.

Every stage is a generator: it yields a `Question` and is sent the token that answers it. So the
rules read from top to bottom, and what has still to be done is where the generator waits.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from tests.games.coalcountry.reference import facts, knowledge
from tests.games.coalcountry.reference.areas import AREAS
from tests.games.coalcountry.reference.ending import inspection, report, restock, setup, winners
from tests.games.coalcountry.reference.placing import placing
from tests.games.coalcountry.reference.table import Course, Question, Table
from tests.games.plain_model import PlainGame

STAGES = {"place": placing, **AREAS, "report": report, "restock": restock}
"""Section 3: the stages of a round in their order."""

OVER = Question("over", None, [])


def course(table: Table, stage: str = "setup") -> Course:
    """The game from the beginning of a stage on."""
    table.stage = stage
    if stage == "setup":
        yield from setup(table)
        stage = "place"
    while True:
        yield from finish_round(table, stage)
        if table.round == table.rounds:
            break
        yield from begin_stage(table, "restock")
        table.round += 1
        stage = "place"
    # Section 6: after the last round there is no restocking, but the inspection.
    table.stage = "over"
    table.order = []
    inspection(table)
    note_tie(table)


def note_tie(table: Table) -> None:
    """Count the games that money alone does not decide."""
    richest = max(seat.money for seat in table.seats)
    if sum(seat.money == richest for seat in table.seats) > 1:
        table.note("end: tied" + (", the win is shared" if len(winners(table)) > 1 else ""))


def finish_round(table: Table, stage: str) -> Course:
    """The stages of a round from this one on, up to the report after every even round."""
    names = ["place", *AREAS]
    if table.round % facts.REPORT_EVERY == 0:
        names.append("report")
    for name in names[names.index(stage) :]:
        yield from begin_stage(table, name)


def begin_stage(table: Table, name: str) -> Course:
    """Section 1: the player order is fixed while placing, an area or the report lasts."""
    table.stage = name
    table.order = [] if name == "restock" else table.player_order()
    yield from STAGES[name](table)


class Game(PlainGame):
    """A full game. Every decision and every outcome of chance is one token."""

    question: Question

    def __init__(
        self,
        players: int,
        start: int | None = None,
        *,
        rounds: int = 6,
        reformed: bool = False,
        amok: bool = False,
    ) -> None:
        self._begin(Table(players, start, rounds, reformed, amok), "setup")

    @classmethod
    def at(cls, table: Table, stage: str) -> Game:
        """A game that goes on from a table laid out by hand, at the beginning of a stage."""
        game = cls.__new__(cls)
        game._begin(table, stage)
        return game

    def _begin(self, table: Table, stage: str) -> None:
        self.history = []
        self._first = (deepcopy(table), stage)
        self.table = table
        self.events = table.events
        self._course = course(table, stage)
        self._ask(next(self._course, OVER))

    def _ask(self, question: Question) -> None:
        self.question = question
        self.active = question.seat

    def copy(self) -> Game:
        """An equal game of its own: the same tokens from the same beginning."""
        table, stage = self._first
        other = Game.at(deepcopy(table), stage)
        for token in self.history:
            other.play_legal(token)
        return other

    def scores(self) -> list[int]:
        """The money of each seat, after the inspection when the game is over."""
        return [seat.money for seat in self.table.seats]

    def winners(self) -> list[int]:
        """Who has won, when the game is over; more than one share the win."""
        return winners(self.table) if self.phase == "over" else []

    def play(self, token: str) -> None:
        """Play one token, then everything up to the next question."""
        self.require_legal(token)
        self.play_legal(token)

    def play_legal(self, token: str) -> None:
        """The same for a token out of `legal`."""
        knowledge.tell(self.table, self.question, token)
        self.history.append(token)
        self._ask(next_question(self._course, token))

    def to_dict(self, viewer: int | None = None) -> dict[str, Any]:
        """The position as plain JSON values; with a viewer what that seat knows of it."""
        return knowledge.to_dict(self.table, self.question, viewer)

    def shown_to(self, seat: int) -> list[str]:
        """The tokens that a seat was shown. This list only grows."""
        return list(self.table.told[seat])

    def deals(self, viewer: int) -> dict[int, dict[knowledge.Deal, int]]:
        """For each other seat: where its hidden influences may be, with the weight of each deal."""
        return {
            seat.number: knowledge.deals(self.table, seat)
            for seat in self.table.seats
            if seat.number != viewer
        }


def next_question(answered: Course, token: str) -> Question:
    """Answer the question that a course waits for; the next one, or that the game is over."""
    try:
        return answered.send(token)
    except StopIteration:
        return OVER
