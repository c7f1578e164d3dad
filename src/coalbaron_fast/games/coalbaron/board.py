"""The board as text: what `d` shows, what a person sees in the terminal, what `ansi` renders.

It is drawn only from the dict form of a position, so a view shows no more than it holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from coalbaron_fast.games.coalbaron.facts import COLOUR_NAMES, COLOURS, ORDERS, SIDES, SPACES, TILES
from coalbaron_fast.games.coalbaron.state import State

NOTHING: Final = "-"
WIDTH: Final = 78

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
    supply = [f"{COLOURS[index]} {count}" for index, count in enumerate(state.supply)]
    lines += _wrapped("supply", supply)
    stacks = [f"{name} {stack_size(position[f'{name}_stack'])}" for name in ("tile", "order")]
    lines += _wrapped("stacks", stacks)
    for seat, fields in enumerate(position["seats"]):
        lines += ["", *_seat(seat, fields, is_active=seat == position["active"])]
    return lines


def _headline(state: State) -> str:
    asked = "chance" if state.turn is None else f"seat {state.turn}"
    if state.is_over:
        return f"{state.players} players, the game is over, won by {_seats(state)}"
    seen = "" if state.viewer is None else f", as seat {state.viewer} knows it"
    return (
        f"{state.players} players, shift {state.shift}, start seat {state.start}, "
        f"{state.phase}: {asked} to decide{seen}"
    )


def _seats(state: State) -> str:
    return " and ".join(f"seat {seat}" for seat in state.winners() or [])


def _wrapped(title: str, entries: list[str]) -> list[str]:
    """Return a title and its entries, wrapped over several lines."""
    lines, line = [], f"{title:<9}"
    for entry in entries or [NOTHING]:
        if len(line) + len(entry) + 2 > WIDTH:
            lines.append(line.rstrip())
            line = " " * 9
        line += f"{entry}  "
    return [*lines, line.rstrip()]


def _factory(position: dict[str, Any]) -> list[str]:
    return [
        f"{space}={tile}({_PRICES[tile]} Marks)" if tile else f"{space}={NOTHING}"
        for space, tile in position["factory"].items()
    ]


def _row(position: dict[str, Any]) -> list[str]:
    return [
        f"{space}={_valued(card) if card else NOTHING}" for space, card in position["row"].items()
    ]


def _valued(card: str) -> str:
    return f"{card}({_VALUES[card]} VP)" if card in _VALUES else card


def _placements(position: dict[str, Any]) -> list[str]:
    """Return who stands where: space, seat, workers."""
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


def _seat(seat: int, fields: dict[str, Any], *, is_active: bool) -> list[str]:
    marker = ">" if is_active else " "
    cage = fields["cage"]
    wealth = f"{fields['vp']} VP  {fields['marks']} Marks"
    workers = f"{fields['workers']} workers in hand, {fields['bank']} at the bank"
    cubes = f"{cage['cubes'] or NOTHING}   storage: {fields['storage'] or NOTHING}"
    lines = [
        f"{marker}seat {seat}  {wealth}  {workers}",
        f"   cage on level {cage['level']}: {cubes}",
    ]
    for number, level in enumerate(fields["pit"], start=1):
        light, dark = (
            " ".join(tile for tile in level["tiles"] if tile.endswith(side)) for side in SIDES
        )
        lines.append(
            f"   {number} {COLOUR_NAMES[number - 1]:<6} {light:>24} |{level['cubes'] or NOTHING:^9}"
            f"| {dark}".rstrip()
        )
    orders = [
        f"{_valued(card)}[{' '.join(spots)}]"
        if any(spot != NOTHING for spot in spots)
        else _valued(card)
        for card, spots in fields["orders"].items()
    ]
    return [
        *lines,
        *(f"   {line}" for line in _wrapped("orders", orders)),
        *(f"   {line}" for line in _wrapped("done", fields["delivered"])),
    ]
