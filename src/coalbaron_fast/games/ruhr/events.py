"""The events that tokens cause, for a screen and for a log.

`tell_events` plays tokens on a copy and compares the position before and after each of them. So
what a sale brings, markers, export and the end are exactly what the core did.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from coalbaron_fast.games.ruhr.core.sources import end_parts
from coalbaron_fast.games.ruhr.facts import (
    AREAS,
    INN_POINTS,
    LOCK_POINTS_MARK,
    LOCK_POINTS_OTHER,
    RIVER,
    WAREHOUSE_POINTS,
    WHITE_TERRITORIES,
)
from coalbaron_fast.games.ruhr.notation import CODES, WORDS, phrase_of
from coalbaron_fast.games.screen import Event, Points
from coalbaron_fast.games.text.words import Message, say

if TYPE_CHECKING:
    from coalbaron_fast.games.ruhr.state import State

__all__ = ["RiverEvent", "tell_events", "tell_points"]

UNNAMED: Final = ("export", "cities", "depots", "markers", "debts")
"""Sources of points that no token names."""

_BUILT: Final = ("city", "city*", "depot", "port", "port*")
_TERRITORY: Final = {space.code: space.territory for space in RIVER}


@dataclass(frozen=True, slots=True)
class RiverEvent(Event):
    """One thing that happened, and the token that caused it.

    | kind | what | fields |
    |---|---|---|
    | `chance` | a country or a marker is drawn | |
    | `decide` | a seat's decision, as its token says | |
    | `token` | a development token for a sale | `area` |
    | `gain` | Thalers and points that a seat got or lost | `thalers`, `points`, `source` |
    | `debt` | debts of a seat, more or fewer | `count` |
    | `pool` | warehouses come to a seat's pool | `count` |
    | `progress` | a progress marker | `marker` |
    | `turn` | a turn of the game begins | `turn` |
    | `over` | the game has ended | `scores`, `winners` |
    """

    area: str | None = None
    marker: str | None = None
    thalers: int | None = None
    points: int | None = None
    source: str | None = None
    count: int | None = None
    turn: int | None = None
    scores: list[int] | None = None
    winners: list[int] | None = None


def tell_events(
    before: State,
    tokens: Iterable[str],
    viewer: int | None = None,  # noqa: ARG001 - nothing is hidden
) -> list[RiverEvent]:
    """Return what the tokens cause from a position on, chance tokens included."""
    state = before.unseeded()
    position = state.to_dict()
    events: list[RiverEvent] = []
    for token in tokens:
        step = _Step(state, position, token)
        events += step.events()
        position = step.after
    return events


def tell_points(before: State, tokens: Iterable[str]) -> list[Points]:
    """Return where the points come from that the tokens bring."""
    return [
        Points(event.seat, event.points, WORDS.spell(say(f"source.{event.source}")))
        for event in tell_events(before, tokens)
        if event.points and event.seat is not None and event.source is not None
    ]


class _Step:
    """One token played: the position before it and after it."""

    def __init__(self, state: State, before: dict[str, Any], token: str) -> None:
        """Play the token on the state; `before` is what it was, as data."""
        self.token = token
        self.seat = state.turn
        self.before = before
        state.push(token)
        self.state = state
        self.after = state.to_dict()

    def event(self, kind: str, message: Message, **fields: Any) -> RiverEvent:  # noqa: ANN401 - any field
        return RiverEvent(kind, self.token, **WORDS.fields(message), **fields)

    def events(self) -> Iterator[RiverEvent]:
        said = phrase_of(CODES[self.token])
        if self.seat is None:
            yield self.event("chance", said)
        else:
            decided = say("event.decide", seat=self.seat, what=said)
            yield self.event("decide", decided, seat=self.seat)
        for seat in range(self.state.players):
            yield from self.changes(seat)
        if self.after["turn"] > self.before["turn"]:
            turn = self.after["turn"]
            yield self.event("turn", say("event.turn", n=turn), turn=turn)
        scores, winners = self.state.scores(), self.state.winners()
        if scores is not None:
            over = say("event.over", scores=scores)
            yield self.event("over", over, scores=scores, winners=winners)

    def changes(self, seat: int) -> Iterator[RiverEvent]:
        """Report what a seat has more or less than before."""
        before, after = (position["seats"][seat] for position in (self.before, self.after))
        for area in AREAS:
            if after["tokens"][area] > before["tokens"][area]:
                said = say("event.token", seat=seat, area=say(f"area.{area}"))
                yield self.event("token", said, seat=seat, area=area)
        yield from self.gains(seat, before, after)
        owed = after["debts"] - before["debts"]
        if owed:
            said = say("event.debt" if owed > 0 else "event.repaid", seat=seat, n=abs(owed))
            yield self.event("debt", said, seat=seat, count=owed)
        built = seat == self.seat and self.token.split(":")[0] in _BUILT
        pool = after["pool"] - before["pool"] + built - max(0, -owed)
        if pool > 0:
            yield self.event("pool", say("event.pool", seat=seat, n=pool), seat=seat, count=pool)
        for marker in after["progress"]:
            if marker not in before["progress"]:
                said = say("event.progress", seat=seat, marker=say(f"progress.{marker}"))
                yield self.event("progress", said, seat=seat, marker=marker)

    def gains(
        self, seat: int, before: dict[str, Any], after: dict[str, Any]
    ) -> Iterator[RiverEvent]:
        """Report Thalers and points: first what the decision brought, then what followed."""
        thalers = after["thalers"] - before["thalers"]
        points = after["points"] - before["points"]
        source, own = self.bought(before) if seat == self.seat else (None, 0)
        if thalers or own:
            yield self.gain(seat, thalers, own, source)
        rest = {self.other_source(): points - own}
        if self.state.is_over:
            rest = end_parts(self.state.data())[seat]
        for name, gained in rest.items():
            if gained:
                yield self.gain(seat, 0, gained, name)

    def bought(self, before: dict[str, Any]) -> tuple[str | None, int]:
        """Return what the decision itself brings in points, and as what."""
        kind, _, rest = self.token.partition(":")
        if kind == "lock":
            in_mark = _TERRITORY[rest] in WHITE_TERRITORIES
            return "lock", LOCK_POINTS_MARK if in_mark else LOCK_POINTS_OTHER
        if kind in _BUILT:
            return "warehouse", WAREHOUSE_POINTS
        if self.token == "inn:v":
            return "inn", INN_POINTS
        if self.token in ("pay:v", "get:v"):
            return "event", 1 if kind == "get" else -min(1, before["points"])
        return None, 0

    def other_source(self) -> str:
        return "export" if self.after["turn"] > self.before["turn"] else "debt"

    def gain(self, seat: int, thalers: int, points: int, source: str | None) -> RiverEvent:
        amounts: object = [
            say(f"amount.{name}", n=amount)
            for name, amount in (("thalers", thalers), ("points", points))
            if amount
        ]
        if source in UNNAMED:
            amounts = say("amount.for", amounts=amounts, source=say(f"source.{source}"))
        said = say("event.gain", seat=seat, amounts=amounts)
        return self.event("gain", said, seat=seat, thalers=thalers, points=points, source=source)
