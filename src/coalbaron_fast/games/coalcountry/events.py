"""The events that tokens cause, for a screen and for a log.

`tell_events` plays tokens on a copy and compares the position before and after each of them. So
what is mined, paid and reported is exactly what the core did. With a viewer, what that seat does
not see of the others' placing is left out, until their foremen are turned over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from coalbaron_fast.games.coalcountry.facts import (
    CALENDAR,
    CELLS,
    HELD_BACK,
    PLACES,
    STAGES,
    VILLAGE_PLACES,
)
from coalbaron_fast.games.coalcountry.notation import CODES, WORDS
from coalbaron_fast.games.coalcountry.notation.phrases import indicator_phrase, place_phrase
from coalbaron_fast.games.coalcountry.notation.tokens import UNSEEN
from coalbaron_fast.games.coalcountry.prices import (
    dollars_of,
    fee_of,
    indicator_of,
    penalty_of,
)
from coalbaron_fast.games.coalcountry.table import inspection_of
from coalbaron_fast.games.coalcountry.turn_words import groups, phrases, tiles_of
from coalbaron_fast.games.screen import Event, Points
from coalbaron_fast.games.text.words import Message, say

if TYPE_CHECKING:
    from coalbaron_fast.games.coalcountry.state import State

__all__ = ["CountryEvent", "tell_events", "tell_points", "tell_turns"]

AREAS: Final = ("village", "mining", "brokers", "permits", "market", "construction", "refuse")
"""The stages in which foremen are turned over."""

ITEMS: Final = ("missing", "refuse", "tunnels", "storage", "buildings")
UNNAMED: Final = ("penalty", "inspection")
"""Sources of money that no token names."""

_SOURCES: Final = {"sell": "sale", "dig": "permit", "buy": "utility", "build": "building"}
"""Where the money of a decision comes from or goes to."""

_AREA_OF: Final = {
    "sell": "brokers",
    "util": "market",
    "tandem": "market",
    "build": "construction",
    "dump": "refuse",
    "depot": "refuse",
    **dict.fromkeys(VILLAGE_PLACES, "village"),
}
_CELLS: Final = frozenset(CELLS)
_SIGNS: Final = {1: "+", -1: "-", 0: "0"}


@dataclass(frozen=True, slots=True)
class CountryEvent(Event):
    """One thing that happened, and the token that caused it.

    | kind | what | fields |
    |---|---|---|
    | `chance` `decide` | the token itself | |
    | `placed` | a seat has placed all its foremen, unseen | |
    | `ready` | all have placed | |
    | `places` `held` | where a seat's foremen are; which it holds back | `places`; `influences` |
    | `area` | an area begins | `area` |
    | `shown` | a seat's foremen of the area are turned over | `foremen` |
    | `gain` | dollars, coal and refuse, more or fewer | `dollars`, `coal`, `refuse`, `source` |
    | `marker` | a marker has moved | `earnings`, `fee` |
    | `indicator` | the calendar is full | `indicator` |
    | `round` | a round begins | `round` |
    | `inspected` | the inspection of a seat | `items`, `dollars` |
    | `over` | the game has ended | `scores`, `winners` |
    """

    places: list[str] | None = None
    influences: list[int] | None = None
    foremen: list[tuple[str, int]] | None = None
    area: str | None = None
    dollars: int | None = None
    coal: int | None = None
    refuse: int | None = None
    source: str | None = None
    earnings: int | None = None
    fee: int | None = None
    indicator: int | None = None
    round: int | None = None
    items: dict[str, int] | None = None
    scores: list[int] | None = None
    winners: list[int] | None = None


def tell_events(
    before: State, tokens: Iterable[str], viewer: int | None = None
) -> list[CountryEvent]:
    """Return what the tokens cause from a position on, chance tokens included."""
    state = before.unseeded()
    position = state.to_dict()
    events: list[CountryEvent] = []
    for token in tokens:
        step = _Step(state, position, token, viewer)
        events += step.events()
        position = step.after
    return events


def tell_points(before: State, tokens: Iterable[str]) -> list[Points]:
    """Return where the money comes from that the tokens bring, and what it is paid for."""
    return [
        Points(event.seat, event.dollars, WORDS.spell(say(f"source.{event.source}")))
        for event in tell_events(before, tokens)
        if event.kind == "gain" and event.dollars and event.seat is not None
    ]


def tell_turns(before: State, tokens: Iterable[str], viewer: int | None = None) -> list[str]:
    """Return what the tokens cause, as sentences; what a token says itself is said once."""
    events = tell_events(before, tokens, viewer)
    return [
        event.text
        for event, last in zip(events, [None, *events], strict=False)
        if not (event.dollars and last is not None and last.kind == "decide")
    ]


class _Step:
    """One token played: the position before it and after it."""

    def __init__(
        self, state: State, before: dict[str, Any], token: str, viewer: int | None
    ) -> None:
        """Play the token on the state; `before` is what it was, as data."""
        self.seat = state.turn
        self.before = before
        self.viewer = viewer
        self.played = token
        self.token = self._as_seen()
        self.phrase = phrases(state)
        state.push(token)
        self.state = state
        self.after = state.to_dict()
        # Money and goods that are not told yet, by seat.
        self.left = [
            {name: after[name] - seat[name] for name in ("money", "coal", "refuse")}
            for seat, after in zip(before["seats"], self.after["seats"], strict=True)
        ]

    def _as_seen(self) -> str:
        """Return the token as the viewer is shown it."""
        own = self.viewer in (None, self.seat)
        if own or self.before["phase"] != "place" or UNSEEN in self.played:
            return self.played
        place = self.played.partition(">")[2]
        if not self.before["amok"]:
            return f"{UNSEEN}>{UNSEEN}"
        return self.played if place == HELD_BACK else f"{UNSEEN}>{place}"

    def event(self, kind: str, message: Message, **fields: Any) -> CountryEvent:  # noqa: ANN401 - any field
        return CountryEvent(kind, self.token, **WORDS.fields(message), **fields)

    def events(self) -> Iterator[CountryEvent]:
        """Return the events in the order in which they happen at a table."""
        yield from self.decided()
        sold = self.before["stage"] == "brokers"
        if sold:
            yield from self.moved_markers()
        if self.before["stage"] == "place" != self.after["stage"]:
            yield from self.ready()
        for stage in self.passed():
            yield from self.begun(stage)
        for seat in range(self.state.players):
            yield from self.rest(seat)
        if not sold:
            yield from self.moved_markers()
        yield from self.turned()
        if self.after["stage"] == "over":
            yield from self.over()

    # -- the token itself

    def decided(self) -> Iterator[CountryEvent]:
        said = self.phrase(CODES[self.token])
        if self.seat is None:
            yield self.event("chance", said)
            return
        if self.token == f"{UNSEEN}>{UNSEEN}":
            yield from self.placed_unseen()
            return
        yield self.event("decide", say("event.decide", seat=self.seat, what=said), seat=self.seat)
        source = _SOURCES.get(self.played.partition(":")[0])
        dollars = dollars_of(self.before, self.played) if source else 0
        coal = -int(self.played[len("sell:") :]) if source == "sale" else 0
        if dollars or coal:
            yield self.gain(self.seat, source, money=dollars, coal=coal)
        # Those held back are paid for when all are ready.
        fined = 0 if ">" in self.token else penalty_of(self.before, self.played)
        if fined:
            yield self.gain(self.seat, "penalty", money=-fined)

    def placed_unseen(self) -> Iterator[CountryEvent]:
        """Report the last foreman of a seat only: the others say nothing."""
        seat = self.before["active"]
        if self.after["active"] != seat:
            yield self.event("placed", say("event.placed", seat=seat), seat=seat)

    # -- what follows from it

    def ready(self) -> Iterator[CountryEvent]:
        """Report what all see when all have placed; penalties for those held back are due."""
        yield self.event("ready", say("event.ready"))
        for seat in range(self.state.players):
            yield from self.told_places(seat)
        for seat in range(self.state.players):
            yield from self.penalty(seat)

    def told_places(self, seat: int) -> Iterator[CountryEvent]:
        """Report the foremen of a seat that placed in secret."""
        if self.before["amok"] or self.viewer in (None, seat) or self.state.viewer is not None:
            return
        foremen = self.foremen_of(seat)
        tiles = tiles_of(self.before, seat)
        places = Counter(place for place, _ in foremen if place != HELD_BACK)
        listed = [place for place in PLACES if place in places]
        said = [
            say("place.twice", place=place_phrase(place, tiles))
            if places[place] > 1
            else place_phrase(place, tiles)
            for place in listed
        ]
        if listed:
            yield self.event(
                "places",
                say("event.places", seat=seat, places=said),
                seat=seat,
                places=[place for place in listed for _ in range(places[place])],
            )
        held = sorted((one for place, one in foremen if place == HELD_BACK), reverse=True)
        if held:
            message = say("event.held", seat=seat, influences=held)
            yield self.event("held", message, seat=seat, influences=held)

    def foremen_of(self, seat: int) -> list[tuple[str, int]]:
        """Return a seat's foremen as they stood when this token was played, held back ones too."""
        own = self.before["seats"][seat]
        found = [(place, one) for place, one in own["foremen"] if one is not None]
        found += [(HELD_BACK, one) for one in own["held"]]
        if seat == self.seat and ">" in self.played and UNSEEN not in self.played:
            influence, _, place = self.played.partition(">")
            found.append((place, int(influence)))
        return found

    def passed(self) -> Iterator[str]:
        """Yield the areas that begin with this token, in their order."""
        before, after = (STAGES.index(one["stage"]) for one in (self.before, self.after))
        if before == after and self.before["round"] == self.after["round"]:
            return
        end = after if after > before else len(STAGES)
        for stage in STAGES[before + 1 : end + 1]:
            if stage in AREAS:
                yield stage

    def begun(self, stage: str) -> Iterator[CountryEvent]:
        """Report that an area begins: its foremen are turned over, and tiles are mined."""
        turned = {
            seat: [one for one in self.foremen_of(seat) if self.area_of(seat, one[0]) == stage]
            for seat in range(self.state.players)
        }
        if any(turned.values()) or stage in ("mining", self.after["stage"]):
            yield self.event("area", say("event.area", area=say(f"stage.{stage}")), area=stage)
        for seat, foremen in turned.items():
            if foremen:
                named = list(groups(foremen, tiles_of(self.before, seat)))
                message = say("event.shown", seat=seat, foremen=named)
                yield self.event("shown", message, seat=seat, foremen=foremen)
        if stage == "mining":
            for seat in range(self.state.players):
                yield from self.goods(seat)

    def area_of(self, seat: int, place: str) -> str | None:
        if place in _CELLS:
            return "mining" if place in self.before["seats"][seat]["mine"] else "permits"
        return _AREA_OF.get(place)

    def rest(self, seat: int) -> Iterator[CountryEvent]:
        """Report what a seat has more or less without a decision of its own."""
        yield from self.goods(seat)
        if self.after["stage"] == "over":
            # The inspection comes last; what is missing besides was a penalty.
            received = -inspection_of(self.after, seat).dollars
            self.left[seat]["money"] -= received
            yield from self.penalty(seat)
            self.left[seat]["money"] = received
        else:
            yield from self.penalty(seat)

    def goods(self, seat: int) -> Iterator[CountryEvent]:
        coal, refuse = self.left[seat]["coal"], self.left[seat]["refuse"]
        if coal or refuse:
            yield self.gain(seat, None, coal=coal, refuse=refuse)

    def penalty(self, seat: int) -> Iterator[CountryEvent]:
        if self.left[seat]["money"]:
            yield self.gain(seat, "penalty", money=self.left[seat]["money"])

    def gain(self, seat: int, source: str | None, **gained: int) -> CountryEvent:
        """Report dollars, coal and refuse, which are told then."""
        amounts: object = [
            say(f"amount.{'dollars' if name == 'money' else name}", n=number)
            for name, number in gained.items()
            if number
        ]
        for name, number in gained.items():
            self.left[seat][name] -= number
        if source in UNNAMED:
            amounts = say("amount.for", amounts=amounts, source=say(f"source.{source}"))
        return self.event(
            "gain",
            say("event.gain", seat=seat, amounts=amounts),
            seat=seat,
            dollars=gained.get("money", 0),
            coal=gained.get("coal", 0),
            refuse=gained.get("refuse", 0),
            source=source,
        )

    def moved_markers(self) -> Iterator[CountryEvent]:
        for seat, (before, after) in enumerate(
            zip(self.before["seats"], self.after["seats"], strict=True)
        ):
            space = after["earnings"]
            if space != before["earnings"]:
                fee = fee_of(space)
                message = say("event.marker", seat=seat, n=space, fee=fee)
                yield self.event("marker", message, seat=seat, earnings=space, fee=fee)

    def turned(self) -> Iterator[CountryEvent]:
        """Report that the calendar is full, and that a round begins."""
        if len(self.before["calendar"]) < CALENDAR == len(self.after["calendar"]):
            indicator = indicator_of(self.after)
            named = indicator_phrase(_SIGNS[indicator])
            message = say("event.indicator", indicator=named)
            yield self.event("indicator", message, indicator=indicator)
        number = self.after["round"]
        if self.after["stage"] == "place" != self.before["stage"]:
            yield self.event("round", say("event.round", n=number), round=number)

    def over(self) -> Iterator[CountryEvent]:
        for seat in range(self.state.players):
            found = inspection_of(self.after, seat)
            items = {name: getattr(found, name) for name in ITEMS}
            named = [say(f"item.{name}", n=number) for name, number in items.items() if number]
            message = say("event.inspected", seat=seat, items=named)
            yield self.event("inspected", message, seat=seat, items=items, dollars=-found.dollars)
            if found.dollars:
                yield self.gain(seat, "inspection", money=-found.dollars)
        scores, winners = self.state.scores(), self.state.winners()
        over = say("event.over", scores=scores)
        yield self.event("over", over, scores=scores, winners=winners)
