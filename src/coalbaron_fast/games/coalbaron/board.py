"""The board as text: what `d` shows, what a person sees in the terminal, what `ansi` renders.

It is drawn only from the dict form of a position, so a view shows no more than it holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest
from typing import Any, Final

from coalbaron_fast.games.coalbaron.facts import COLOUR_NAMES, COLOURS, ORDERS, SIDES, SPACES, TILES
from coalbaron_fast.games.coalbaron.state import State

NOTHING: Final = "-"
WIDTH: Final = 78
HALF: Final = 38
"""Columns of a seat that has another one beside it."""

_PRICES: Final = {tile.name: tile.price for tile in TILES}
_VALUES: Final = {order.name: order.vp for order in ORDERS}


def draw_board(state: State) -> list[str]:
    """Return the lines of the drawing."""
    position = state.to_dict()
    lines = [_headline(state), ""]
    lines += _wrapped("factory", _factory(position))
    lines += _wrapped("orders", _row(position))
    if position["draft"]:
        lines += _wrapped("draft", [_valued(card) for card in position["draft"]])
    if position["look"] is not None:
        lines += _wrapped("look", [place["item"] for place in position["look"]["held"]])
    lines += _wrapped("workers", _placements(position))
    if state.phase == "mine":
        lines += _wrapped("mining", [f"{counted(position['steps'], 'step')} left"])
    stacks = [f"{name} {stack_size(position[f'{name}_stack'])}" for name in ("tile", "order")]
    supply = [f"{COLOURS[index]} {count}" for index, count in enumerate(state.supply)]
    lines += _wrapped("supply", [*supply, f" stacks   {'  '.join(stacks)}"])
    seats = [
        _seat(seat, fields, is_active=seat == position["active"])
        for seat, fields in enumerate(position["seats"])
    ]
    for first in range(0, len(seats), 2):
        lines += ["", *_beside(seats[first : first + 2])]
    return lines


def _beside(blocks: list[list[str]]) -> list[str]:
    """Put blocks of lines side by side, or below each other where they are too wide."""
    left, *right = blocks
    if not right or max(map(len, left)) > HALF:
        return [line for block in blocks for line in block]
    pairs = zip_longest(left, right[0], fillvalue="")
    return [f"{one:<{HALF}}  {two}".rstrip() for one, two in pairs]


def _headline(state: State) -> str:
    asked = "chance" if state.turn is None else f"seat {state.turn}"
    if state.is_over:
        return f"{state.players} players, the game is over, won by {_seats(state)}"
    seen = "" if state.viewer is None else f" (seat {state.viewer}'s view)"
    return (
        f"{state.players} players, shift {state.shift}, start seat {state.start}, "
        f"{state.phase}: {asked} to decide{seen}"
    )


def _seats(state: State) -> str:
    return " and ".join(f"seat {seat}" for seat in state.winners() or [])


def _wrapped(title: str, entries: list[str], width: int = WIDTH) -> list[str]:
    """Return a title and its entries, wrapped over several lines."""
    lines, line = [], f"{title:<9}"
    for entry in entries or [NOTHING]:
        if len(line) + len(entry) > width and line.strip():
            lines.append(line.rstrip())
            line = " " * 9
        line += f"{entry}  "
    return [*lines, line.rstrip()]


def _factory(position: dict[str, Any]) -> list[str]:
    return [
        f"{space}={tile}({counted(_PRICES[tile], 'Mark')})" if tile else f"{space}={NOTHING}"
        for space, tile in position["factory"].items()
    ]


def _row(position: dict[str, Any]) -> list[str]:
    return [
        f"{space}={_valued(card) if card else NOTHING}" for space, card in position["row"].items()
    ]


def _valued(card: str) -> str:
    return f"{card}({_VALUES[card]} VP)" if card in _VALUES else card


def _placements(position: dict[str, Any]) -> list[str]:
    """Return who is where: space, seat, workers."""
    held = position["spaces"]
    return [
        f"{space}:seat {held[space]['seat']} x{held[space]['workers']}"
        for space in SPACES
        if space in held
    ]


def stack_size(stack: Mapping[str, Any]) -> int:
    """Return how many tiles or cards a stack of a position's dict has."""
    known = sum(len(batch) for part in ("top", "bottom") for batch in stack[part])
    return known + int(stack["middle_size"])


def counted(number: int, noun: str) -> str:
    """Return a number of things in words: `1 Mark`, `2 Marks`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _seat(seat: int, fields: dict[str, Any], *, is_active: bool) -> list[str]:
    marker = ">" if is_active else " "
    cage = fields["cage"]
    orders = [
        f"{_valued(card)}[{' '.join(spots)}]"
        if any(spot != NOTHING for spot in spots)
        else _valued(card)
        for card, spots in fields["orders"].items()
    ]
    return [
        f"{marker}seat {seat}   {fields['vp']} VP   {counted(fields['marks'], 'Mark')}",
        f"  workers  {fields['workers']} in hand, {fields['bank']} at the bank",
        f"  cage     {cage['cubes'] or NOTHING} on level {cage['level']}",
        f"  storage  {fields['storage'] or NOTHING}",
        *_pit(fields["pit"]),
        *(f"  {line}" for line in _wrapped("orders", orders, HALF - 2)),
        *(f"  {line}" for line in _wrapped("done", fields["delivered"], HALF - 2)),
    ]


def _pit(levels: list[dict[str, Any]]) -> list[str]:
    """Return the levels: tiles on the light side, cubes on the carts, tiles on the dark side."""
    sides = [
        [
            " ".join(tile for tile in level["tiles"] if tile.endswith(side)) or NOTHING
            for level in levels
        ]
        for side in SIDES
    ]
    cubes = [level["cubes"] or NOTHING for level in levels]
    light, middle, dark = (max(map(len, column)) for column in (sides[0], cubes, sides[1]))
    return [
        f"  {number} {COLOUR_NAMES[number - 1]:<6} {sides[0][number - 1]:>{light}} "
        f"|{cubes[number - 1]:^{middle + 2}}| {sides[1][number - 1]:<{dark}}".rstrip()
        for number in range(1, len(levels) + 1)
    ]
