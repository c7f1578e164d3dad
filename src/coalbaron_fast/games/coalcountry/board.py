"""The board as text: what `d` shows, and what a person sees in the terminal.

It is drawn from the dict form of a position alone, so a view shows no more than it holds. Mines are
maps, the row on the village at the bottom: a tile is its kind, its utilities below it, with a line
for each shaft. A `*` marks one from which no chain of shafts leads to the entrance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from coalbaron_fast.games.coalcountry.facts import (
    COLUMNS,
    ENTRANCE,
    HELD_BACK,
    UTILITIES,
    UTILITY_NAMES,
)
from coalbaron_fast.games.coalcountry.mine import connected_cells
from coalbaron_fast.games.coalcountry.prices import (
    building_fees,
    coal_price,
    cube_fees,
    fee_of,
    incentive_fees,
    indicator_of,
    stockpile_of,
)
from coalbaron_fast.games.coalcountry.state import State

NOTHING: Final = "-"
WIDTH: Final = 78
_TITLE: Final = 12
_CELL: Final = 6
"""Characters of a cell: a shaft to the west, the kind, a shaft to the east, a mark."""


def draw_board(state: State) -> list[str]:
    """Return the lines of the drawing."""
    position = state.to_dict()
    lines = [_headline(state), "", *_common(position)]
    for seat, fields in enumerate(position["seats"]):
        lines += ["", *_seat(seat, fields, active=seat == state.turn)]
    return lines


def _headline(state: State) -> str:
    variants = "".join(f", {name}" for name in ("reformed", "amok") if getattr(state, name))
    if state.is_over:
        winners = " and ".join(f"seat {seat}" for seat in state.winners() or [])
        return f"{state.players} players{variants}, the game is over, won by {winners}"
    asked = "chance" if state.turn is None else f"seat {state.turn}"
    seen = "" if state.viewer is None else f" (seat {state.viewer}'s view)"
    return (
        f"{state.players} players{variants}, round {state.shift} of {state.rounds}, "
        f"{state.phase}: {asked} to decide{seen}"
    )


def _common(position: dict[str, Any]) -> list[str]:
    """The lines of what belongs to nobody."""
    indicator = f"{indicator_of(position):+}" if indicator_of(position) else "0"
    calendar = [] if position["reformed"] else ["calendar", " ".join(position["calendar"])]
    market = [f"{UTILITY_NAMES[one]} {position['market'][one]}" for one in UTILITIES]
    stacks = [
        f"{number}: {sum(stack.values())} left{_face(position, number)}"
        for number, stack in position["stacks"].items()
    ]
    order = " ".join(map(str, position["order"])) or NOTHING
    return [
        *_wrapped("order", [order, *calendar, f"indicator {indicator}"]),
        *_wrapped(
            "coal",
            [f"stockpile {stockpile_of(position)}", f"price {coal_price(position)} dollars"],
        ),
        *_wrapped("market", [*market, f"{cube_fees(position)} fees each"]),
        *_wrapped("permits", [*stacks, f"{incentive_fees(position)} fees an incentive"]),
        *_wrapped("top row", _row(position, "top")),
        *_wrapped("bottom row", _row(position, "bottom")),
    ]


def _face(position: dict[str, Any], number: str) -> str:
    face = position["faces"][number]
    return f", {face} face up" if face is not None else ""


def _row(position: dict[str, Any], row: str) -> list[str]:
    return [f"{kind} {building_fees(position, row, kind)}" for kind in position[row]] or [NOTHING]


def _seat(seat: int, fields: dict[str, Any], *, active: bool) -> list[str]:
    """The lines of one seat, its mine last."""
    storage = "".join(one * fields["storage"][one] for one in UTILITIES) or NOTHING
    earnings = NOTHING if fields["earnings"] is None else fields["earnings"]
    things = [
        f"{fields['money']} dollars",
        f"marker {earnings}, fee {fee_of(fields['earnings'])}",
        f"{fields['coal']} coal",
        f"{fields['refuse']} refuse",
        f"storage {storage}",
    ]
    village = [*fields["buildings"], *(f"({kind})" for kind in fields["covered"])]
    if village:
        things.append(f"village {' '.join(village)}")
    lines = _wrapped(f"{'>' if active else ' '}seat {seat}", things)
    foremen = list(_foremen(fields))
    if foremen:
        lines += _wrapped("  foremen", foremen)
    return lines + draw_mine(fields["mine"])


def _foremen(fields: dict[str, Any]) -> Iterator[str]:
    """Yield what is known of a seat's foremen; a `?` is one that is face down."""
    yield from (f"{'?' if one is None else one}>{place}" for place, one in fields["foremen"])
    yield from (f"{one}>{HELD_BACK}" for one in fields["held"])
    hand = "".join("?" if one is None else str(one) for one in fields["hand"])
    if hand:
        yield f"at hand {hand}"
    if fields["hidden"]:
        yield f"hidden {''.join(map(str, fields['hidden']))}"


def draw_mine(mine: Mapping[str, list[str]]) -> list[str]:
    """Return the map of a mine: two lines a row of tiles, one for the shafts between two rows."""
    columns = sorted({COLUMNS.index(cell[0]) for cell in mine})
    across = range(columns[0], columns[-1] + 1)
    rows = range(max(int(cell[1:]) for cell in mine), -1, -1)
    connected = connected_cells(mine)
    lines = []
    for row in rows:
        cells = [f"{COLUMNS[column]}{row}" for column in across]
        tiles = [mine.get(cell) for cell in cells]
        lines += [
            _line("", (_shaft(tile, "N") for tile in tiles)),
            _line(str(row), map(_tile, tiles, (cell in connected for cell in cells))),
            _line("", (_utilities(tile) for tile in tiles)),
        ]
        lines.append(_line("", (_shaft(tile, "S") for tile in tiles)))
    letters = _line("", (COLUMNS[column].center(_CELL) for column in across))
    return [*(line for line in lines if line), letters]


def _line(title: str, parts: Iterable[str]) -> str:
    return f"{title:>{_TITLE - 1}} {''.join(parts)}".rstrip()


def _shaft(tile: list[str] | None, direction: str) -> str:
    """A shaft to the north or the south."""
    return ("|" if tile is not None and direction in tile[1] else "").center(_CELL)


def _tile(tile: list[str] | None, is_connected: bool) -> str:
    """A tile between its shafts to the west and to the east."""
    if tile is None:
        return " " * _CELL
    kind, openings, _ = tile
    name = "ent" if kind == ENTRANCE else kind
    west, east = ("-" if direction in openings else " " for direction in "WE")
    return f"{west}{name}{east}{' ' if is_connected else '*'}"


def _utilities(tile: list[str] | None) -> str:
    return ("" if tile is None else tile[2] or ".").center(_CELL)


def _wrapped(title: str, entries: Iterable[str]) -> list[str]:
    """Return a title and its entries, wrapped over several lines."""
    lines, line = [], f"{title:<{_TITLE}}"
    for entry in entries:
        if len(line) + len(entry) > WIDTH:
            lines.append(line.rstrip())
            line = " " * _TITLE
        line += f"{entry}  "
    return [*lines, line.rstrip()]
