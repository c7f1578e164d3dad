"""The board as text: what `d` shows, and what a person sees in the terminal.

It is drawn from the dict form of a position alone, so a view shows no more than it holds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from coalbaron_fast.games.ruhr.facts import (
    COLOURS,
    EXPORT_VALUES,
    RIVER,
    STORAGE_COLOURS,
    TERRITORIES,
    TURNS,
)
from coalbaron_fast.games.ruhr.state import State

NOTHING: Final = "-"
WIDTH: Final = 78
_TITLE: Final = 10


def draw_board(state: State) -> list[str]:
    """Return the lines of the drawing."""
    position = state.to_dict()
    lines = [_headline(state), ""]
    for territory, name in TERRITORIES.items():
        spaces = [space.code for space in RIVER if space.territory == territory]
        lines += _wrapped(name.split()[-1].strip("()"), [_space(position, code) for code in spaces])
    lines += _wrapped("Rhine", [_space(position, "port"), *_columns(position)])
    lines += ["", *_tracks(position), ""]
    for seat, fields in enumerate(position["seats"]):
        lines += _seat(seat, fields, active=seat == state.turn)
    return lines


def _headline(state: State) -> str:
    if state.is_over:
        winners = " and ".join(f"seat {seat}" for seat in state.winners() or [])
        return f"{state.players} players, the game is over, won by {winners}"
    asked = "chance" if state.turn is None else f"seat {state.turn}"
    seen = "" if state.viewer is None else f" (seat {state.viewer}'s view)"
    return (
        f"{state.players} players, turn {state.shift} of {TURNS}, "
        f"{state.phase}: {asked} to decide{seen}"
    )


def _space(position: dict[str, Any], code: str) -> str:
    """A space with what lies on it: a die, Thalers, warehouses, a barge."""
    barges = [
        f"@{seat}" for seat, fields in enumerate(position["seats"]) if fields["barge"] == code
    ]
    if code.startswith("l"):
        return f"#{code}" if code in position["obstacles"] else f"({code})"
    parts = [code]
    if code.startswith("s"):
        colour = STORAGE_COLOURS[int(code[1:]) - 1]
        value = position["dice"].get(code)
        parts.append("." if value is None else f"{colour}{value}")
    if code in position["market"]:
        parts.append(f"{position['market'][code]}T")
    owners = [
        str(seat) for seat, fields in enumerate(position["seats"]) if code in fields["cities"]
    ]
    if owners:
        parts.append(f"[{''.join(owners)}]")
    return ":".join([*parts, *barges])


def _columns(position: dict[str, Any]) -> list[str]:
    return [
        f"{name}[{''.join(map(str, owners)) or NOTHING}]"
        for name, owners in position["columns"].items()
    ]


def _tracks(position: dict[str, Any]) -> list[str]:
    tracks = [
        f"{colour} {' '.join(map(str, position['tracks'][colour])) or NOTHING}"
        for colour in COLOURS
    ]
    drawn = [name for name in ("water", "duty") if position[name]]
    if position["country"] is not None:
        drawn.append(f"country {position['country']}")
    markers = [f"{kind}x{count}" for kind, count in position["markers"].items() if count]
    export = f"box {position['export']}, value {EXPORT_VALUES[position['export'] - 1]}"
    return [
        *_wrapped("track", tracks),
        *_wrapped("export", [export, *drawn]),
        *_wrapped("bag", [f"{position['bag']} of", *markers]),
    ]


def _seat(seat: int, fields: dict[str, Any], *, active: bool) -> list[str]:
    """The lines of one seat."""
    tokens = [f"{area}{count}" for area, count in fields["tokens"].items() if count]
    markers = [
        f"{marker}{'(used)' if marker in fields['used'] else ''}" for marker in fields["progress"]
    ]
    depots = [f"{depot}{count}" for depot, count in fields["depots"].items() if count]
    return [
        *_wrapped(
            f"{'>' if active else ' '}seat {seat}",
            [
                f"{fields['points']} points",
                f"{fields['thalers']} Thalers",
                f"{fields['pool']} in the pool",
                f"{len(fields['waiting'])} waiting",
                f"{fields['debts']} debts",
                f"barge {fields['barge'] or NOTHING}",
                *([fields["option"]] if fields["option"] else []),
            ],
        ),
        *_wrapped("", ["tokens", *(tokens or [NOTHING]), " markers", *(markers or [NOTHING])]),
        *(_wrapped("", ["depots", *depots]) if depots else []),
    ]


def _wrapped(title: str, entries: Iterable[str]) -> list[str]:
    """Return a title and its entries, wrapped over several lines."""
    lines, line = [], f"{title:<{_TITLE}}"
    for entry in entries:
        if len(line) + len(entry) + 2 > WIDTH:
            lines.append(line.rstrip())
            line = " " * _TITLE
        line += f"{entry}  "
    return [*lines, line.rstrip()]
