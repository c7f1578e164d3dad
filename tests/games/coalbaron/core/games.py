"""Random games on the compiled core, plain and steered towards its rare branches.

A style is a way to choose: weights on the groups of worker spaces and leanings in the
smaller decisions. Unlike ../reference/policies.py it looks at a State alone, so that it
plays on in views too, where items are unknown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from types import MappingProxyType
from typing import Final, NamedTuple

from coalbaron_fast import State

SEAT_COUNTS: Final = (2, 3, 4)

PLACE_GROUPS: Final = {
    "f": "factory",
    "m": "mining",
    "d": "delivery",
    "c": "money",
    "o": "order",
    "b": "bank",
}


class Style(NamedTuple):
    """How a random player leans; a group of spaces that is not named has weight 1."""

    place: Mapping[str, float] = MappingProxyType({})
    bottom: float = 0.5
    keep_none: float = 0.3
    fill_none: float = 0.2
    fill_orders: float = 0.0
    plain: bool = False


STYLES: Final = {
    "uniform": Style(plain=True),
    "looks": Style({"fx": 40, "ox": 40, "bank": 0.5, "delivery": 0.5}),
    "looks on top": Style({"fx": 60, "ox": 60, "bank": 0.2}, bottom=0.1, keep_none=0.6),
    "looks below": Style({"fx": 60, "ox": 60, "bank": 0.2}, bottom=0.9, keep_none=0.1),
    "drain": Style(
        {"factory": 12, "fx": 16, "order": 8, "ox": 12, "money": 6, "bank": 0.05},
        bottom=0.8,
        keep_none=0.05,
        fill_none=0.1,
    ),
    "hoard": Style(
        {"factory": 40, "fx": 10, "money": 20, "mining": 0.2, "order": 0.2, "bank": 0.01},
        keep_none=0.05,
        fill_none=0.1,
    ),
    "deliver": Style(
        {"delivery": 200, "mining": 20, "factory": 6, "order": 8, "money": 3, "bank": 0.1},
        fill_orders=0.8,
    ),
}
"""The styles by name."""


def place_group(space: str) -> str:
    """The group of a worker space; the two looks are groups of their own."""
    return space if space in ("fx", "ox") else PLACE_GROUPS[space[0]]


def draw_by_chance(state: State, rng: Random) -> str:
    """One outcome of a chance event, as likely as it is."""
    outcomes = state.chance_outcomes()
    return rng.choices([token for token, _ in outcomes], [part for _, part in outcomes])[0]


def choose(state: State, style: Style, rng: Random) -> str:
    """A legal token in this style; at chance one by its probability."""
    if state.is_chance:
        return draw_by_chance(state, rng)
    legal = state.legal_moves()
    phase = "plain" if style.plain else state.phase
    if phase == "place":
        weights = [style.place.get(place_group(space), 1.0) for space in legal]
        return rng.choices(legal, weights)[0]
    if phase == "side":
        return "bottom" if rng.random() < style.bottom else "top"
    if phase == "keep":
        return or_none(legal, "+-", style.keep_none, rng)
    if phase == "fill":
        return or_none(legal, "fill:-", style.fill_none, rng)
    if phase == "mine" and rng.random() < style.fill_orders:
        return useful_step(legal, rng)
    return rng.choice(legal)


def or_none(legal: list[str], none: str, part: float, rng: Random) -> str:
    """The token for nothing in that part of the cases, else one of the others."""
    others = [token for token in legal if token != none]
    return none if not others or rng.random() < part else rng.choice(others)


def useful_step(legal: list[str], rng: Random) -> str:
    """Fill a spot if one can be, else load, else move the cage."""
    for wanted in (">", "+", "@"):
        tokens = [token for token in legal if wanted in token]
        if tokens:
            return rng.choice(tokens)
    return "end"


def play_from(state: State, style: Style, rng: Random) -> Iterator[str]:
    """Play a position on to the end; yield each token when it has been played."""
    while not state.is_over:
        token = choose(state, style, rng)
        state.push(token)
        yield token


def positions(
    players: int, style: str, seed: int, *, start: int | None = None
) -> Iterator[tuple[State, str | None]]:
    """Every position of one game (the same object played on) and the token that led there."""
    rng = Random(f"{players}/{style}/{seed}")
    state = State(players=players, start=seed % players if start is None else start)
    yield state, None
    for token in play_from(state, STYLES[style], rng):
        yield state, token


def sampled_positions(players: int, style: str, seed: int, every: int) -> list[State]:
    """Copies of about every n-th position of a game."""
    rng = Random(f"sample/{players}/{style}/{seed}")
    return [
        state.copy() for state, _ in positions(players, style, seed) if rng.randrange(every) == 0
    ]
