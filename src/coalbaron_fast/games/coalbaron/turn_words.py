"""Whole turns in a few words, and the colours in which texts of the game are shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

from coalbaron_fast.games.coalbaron.events import tell_events
from coalbaron_fast.games.coalbaron.facts import COLOUR_NAMES, COLOURS, SIDES, VEHICLES
from coalbaron_fast.games.coalbaron.notation import TOKENS, WORDS, item_phrase, phrase_of
from coalbaron_fast.games.coalbaron.notation.tokens import CAGE, CODES, END, FROM_CAGE, LOAD, STORE
from coalbaron_fast.games.coalbaron.table import phrases
from coalbaron_fast.games.text.words import Message, say

if TYPE_CHECKING:
    from coalbaron_fast.games.coalbaron.state import State

_NAME_OF: Final = dict(zip(COLOURS, COLOUR_NAMES, strict=True))

_RUN: Final = "".join(f"(?P<{name}>{letter}*)" for letter, name in _NAME_OF.items())
"""Letters of colours in their order, as cards, carts and the cage spell cubes."""

COLOUR_PATTERNS: Final = (
    rf"\b[{''.join(VEHICLES)}]{_RUN}\b",
    rf"(?<!\w)(?=[{''.join(COLOURS)}]){_RUN}(?!\w)",
    "|".join(
        rf"(?P<{name}>\b(?:{name}|{letter}\d[{''.join(SIDES)}])\b)"
        for letter, name in _NAME_OF.items()
    ),
)
"""Orders, cubes, tiles and the names of colours; each group is named after its colour."""


def turn_phrase(state: State, codes: Sequence[int]) -> Message:
    """Return what a turn from a position does; its work steps are summed up."""
    steps = [code for code in codes if code >= CAGE]
    others = [code for code in codes if code < CAGE]
    parts = [phrases(state)(others[0])] if others else []
    parts += map(phrase_of, others[1:])
    work = list(_work(steps))
    if not parts:
        return say("turn.work", work=work)
    return say("turn.works", steps=parts, work=work) if work else say("turn", steps=parts)


def essence_of(codes: Sequence[int]) -> tuple[int, ...]:
    """Return a turn without its way: in whatever order it works, wherever the cage stops."""
    places = [code for code in codes if code < CAGE]
    work = sorted(code for code in codes if LOAD <= code != END)
    return (*places, *work)


def tell_turns(before: State, tokens: Iterable[str], viewer: int | None = None) -> list[str]:
    """Return what the tokens cause, as sentences; work steps in a row make one of them."""
    told = []
    events = tell_events(before, tokens, viewer)
    for (is_work, seat), run in groupby(events, lambda event: (event.kind == "mine", event.seat)):
        if is_work:
            work = list(_work([CODES[event.token] for event in run]))
            done = say("event.decide", seat=seat, what=say("turn.work", work=work))
            told.append(WORDS.sentence(done))
        else:
            told += [event.text for event in run]
    return told


def _work(steps: Sequence[int]) -> Iterator[Message]:
    """Yield what work steps come to: what is loaded, filled and stored, or where the cage ends."""
    tokens = [TOKENS[code] for code in steps]
    loaded = [TOKENS[code][1:] for code in steps if LOAD <= code < STORE]
    if loaded:
        yield say("work.load", cubes=_cubes(loaded))
    yield from _fills(token for code, token in zip(steps, tokens, strict=True) if code >= FROM_CAGE)
    stored = [TOKENS[code][1:] for code in steps if STORE <= code < END]
    if stored:
        yield say("work.store", cubes=_cubes(stored))
    moves = [code for code in steps if code < LOAD]
    if moves and TOKENS[moves[-1]] != "@0":
        yield phrase_of(moves[-1])
    elif steps and all(code < LOAD or code == END for code in steps):
        yield phrase_of(moves[-1] if moves else END)


def _fills(tokens: Iterable[str]) -> Iterator[Message]:
    """Yield what is put on which order: `put 2 gray on Tgg, black on Ckk`."""
    by_order: dict[str, list[str]] = {}
    for token in tokens:
        cubes, _, order = token.partition(">")
        by_order.setdefault(order.partition(":")[0], []).extend(cubes.replace("~", ""))
    if by_order:
        orders = [
            say("work.order", cubes=_cubes(cubes), item=_called(name))
            for name, cubes in by_order.items()
        ]
        yield say("work.put", orders=orders)


def _called(name: str) -> Message:
    return say("order.name", name=name, item=item_phrase(name))


def _cubes(letters: Sequence[str]) -> list[Message]:
    """Return cubes in words: `2 yellow` and `black`."""
    counts = Counter(letters)
    return [
        say("work.cubes", n=counts[letter], colour=say(f"colour.{letter}"))
        for letter in COLOURS
        if letter in counts
    ]
