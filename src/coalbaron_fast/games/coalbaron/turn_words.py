"""Whole turns in a few words, and the colours in which texts of the game are shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

from coalbaron_fast.games.coalbaron.events import tell_events
from coalbaron_fast.games.coalbaron.facts import COLOUR_NAMES, COLOURS, SIDES, VEHICLES
from coalbaron_fast.games.coalbaron.notation import TOKENS, describe
from coalbaron_fast.games.coalbaron.notation.tokens import CAGE, CODES, END, FROM_CAGE, LOAD, STORE
from coalbaron_fast.games.coalbaron.table import phrases

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


def describe_turn(state: State, codes: Sequence[int]) -> str:
    """Return a turn from a position as one phrase; its work steps are summed up."""
    steps = [code for code in codes if code >= CAGE]
    others = [code for code in codes if code < CAGE]
    parts = [phrases(state)(TOKENS[others[0]])] if others else []
    parts += map(describe, others[1:])
    work = "; ".join(_work(steps))
    if not parts:
        return work
    return ", ".join(parts) + (f": {work}" if work else "")


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
            work = "; ".join(_work([CODES[event.token] for event in run]))
            told.append(f"Seat {seat}: {work}.")
        else:
            told += [event.text for event in run]
    return told


def _work(steps: Sequence[int]) -> Iterator[str]:
    """Yield what work steps come to: what is loaded, filled and stored, or where the cage ends."""
    tokens = [TOKENS[code] for code in steps]
    loaded = [TOKENS[code][1:] for code in steps if LOAD <= code < STORE]
    if loaded:
        yield f"load {_colours(loaded)}"
    yield from _fills(token for code, token in zip(steps, tokens, strict=True) if code >= FROM_CAGE)
    stored = [TOKENS[code][1:] for code in steps if STORE <= code < END]
    if stored:
        yield f"store {_colours(stored)}"
    moves = [code for code in steps if code < LOAD]
    if moves and TOKENS[moves[-1]] != "@0":
        yield describe(moves[-1])
    elif steps and all(code < LOAD or code == END for code in steps):
        yield describe(moves[-1] if moves else END)


def _fills(tokens: Iterable[str]) -> Iterator[str]:
    """Yield what is put on which order: `put 2 gray on Tgg, black on Ckk`."""
    by_order: dict[str, list[str]] = {}
    for token in tokens:
        cubes, _, order = token.partition(">")
        by_order.setdefault(order.partition(":")[0], []).extend(cubes.replace("~", ""))
    if by_order:
        yield "put " + ", ".join(f"{_colours(cubes)} on {name}" for name, cubes in by_order.items())


def _colours(letters: Sequence[str]) -> str:
    """Return cubes in words: `2 yellow and black`."""
    counts = Counter(letters)
    *first, last = (
        f"{counts[letter]} {name}" if counts[letter] > 1 else name
        for letter, name in _NAME_OF.items()
        if letter in counts
    )
    return f"{', '.join(first)} and {last}" if first else last
