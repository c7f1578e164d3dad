"""What moves do where they are made, and whole turns in a few words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from coalbaron_fast.games.coalcountry.facts import HELD_BACK, PLACES
from coalbaron_fast.games.coalcountry.notation import CODES, TOKENS
from coalbaron_fast.games.coalcountry.notation.phrases import (
    building_phrase,
    cube_amounts,
    phrase_of,
    place_phrase,
    placing_phrase,
)
from coalbaron_fast.games.coalcountry.notation.tokens import NO_STACK, UNSEEN
from coalbaron_fast.games.coalcountry.prices import dollars_of, penalty_of
from coalbaron_fast.games.text.words import Message, say

if TYPE_CHECKING:
    from coalbaron_fast.games.coalcountry.state import State

__all__ = ["essence_of", "groups", "phrases", "tiles_of", "turn_phrase"]


def tiles_of(position: dict[str, Any], seat: int) -> frozenset[str]:
    """Return the cells of a seat's mine that have a tile."""
    return frozenset(position["seats"][seat]["mine"])


def phrases(state: State) -> Callable[[int], Message]:
    """Return what says what each move does here: on a tile or not, and what it costs."""
    position = state.to_dict()
    seat = position["active"]
    if seat is None:
        return phrase_of
    tiles = tiles_of(position, seat)

    def phrase(code: int) -> Message:
        token = TOKENS[code]
        penalty = penalty_of(position, token)
        if penalty:
            said = phrase_of(code)
            return say(_FINED[said.key], **said.params, dollars=penalty)
        if ">" in token:
            return placing_phrase(token, tiles)
        verb, _, what = token.partition(":")
        if verb == "mark":
            return say("token.mark_to", n=_free_space(position, up=what == "up"))
        priced = _PRICED.get(verb)
        dollars = dollars_of(position, token) if priced is not None else 0
        paid = None if priced is None else priced(what, abs(dollars))
        return phrase_of(code) if paid is None else paid

    return phrase


def _free_space(position: dict[str, Any], *, up: bool) -> int:
    """Return the free space of the earnings track that is nearest to the taken one."""
    taken = {
        seat["earnings"]
        for number, seat in enumerate(position["seats"])
        if number != position["active"]
    }
    space: int = position["space"]
    while space in taken:
        space += 1 if up else -1
    return space


def _sell(what: str, dollars: int) -> Message | None:
    return say("token.sell_at", n=int(what), dollars=dollars) if what != "0" else None


def _dig(what: str, dollars: int) -> Message | None:
    cell, stack = what.split(":")
    if stack == NO_STACK:
        return None
    return say("token.dig_at", cell=cell, n=int(stack), dollars=dollars)


def _buy(what: str, dollars: int) -> Message | None:
    cubes = cube_amounts(what)
    return say("token.buy_at", cubes=cubes, dollars=dollars) if cubes else None


def _build(what: str, dollars: int) -> Message | None:
    if what == "-":
        return None
    row, kind = what.split(":")
    building = building_phrase(kind)
    return say("token.build_at", building=building, row=say(f"row.{row}"), dollars=dollars)


_PRICED: Final = {"sell": _sell, "dig": _dig, "buy": _buy, "build": _build}

_FINED: Final = {
    "token.held": "token.held_fined",
    "token.sell_none": "token.sell_none_fined",
    "token.dig_none": "token.dig_none_fined",
    "token.buy_none": "token.buy_none_fined",
    "token.put_end": "token.put_end_fined",
}
"""What is said of a foreman who does nothing where that costs a penalty."""


def turn_phrase(state: State, codes: Sequence[int]) -> Message:
    """Return what a turn from a position does; foremen are named by their places."""
    tokens = [TOKENS[code] for code in codes]
    placed = [token for token in tokens if _is_placing(token)]
    first = phrases(state)
    if len(placed) < 2:
        return say("turn", steps=[first(codes[0]), *map(phrase_of, codes[1:])])
    position = state.to_dict()
    seat = position["active"]
    tiles = None if seat is None else tiles_of(position, seat)
    foremen = [(place, int(influence)) for influence, _, place in map(_split, placed)]
    rest = [phrase_of(CODES[token]) for token in tokens if not _is_placing(token)]
    return say("turn.placing", steps=[*groups(foremen, tiles), *rest])


def _split(token: str) -> tuple[str, str, str]:
    return token.partition(">")


def _is_placing(token: str) -> bool:
    """Whether a token puts a foreman that is known onto a place that is known."""
    return ">" in token and UNSEEN not in token


def groups(foremen: Iterable[tuple[str, int]], tiles: frozenset[str] | None) -> Iterator[Message]:
    """Yield who is on which place, in the order of the places; those held back come last."""
    by_place: dict[str, list[int]] = {}
    for place, influence in foremen:
        by_place.setdefault(place, []).append(influence)
    for place in (*PLACES, HELD_BACK):
        if place in by_place:
            on_it = sorted(by_place[place], reverse=True)
            yield say("turn.group", influences=on_it, place=place_phrase(place, tiles))


def essence_of(codes: Sequence[int]) -> tuple[int, ...]:
    """Return a turn in one order of its foremen: of two alike it does not matter who goes where."""
    placed = sorted(code for code in codes if ">" in TOKENS[code])
    return (*placed, *(code for code in codes if ">" not in TOKENS[code]))
