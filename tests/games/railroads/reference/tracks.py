"""Section 2: steps of tracks, reach, special spaces; section 8: the switch and extensions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests.games.railroads.reference import facts
from tests.games.railroads.reference.table import Seat, Table

STEP_PARTS = (*facts.COLOURS, "kg", "any")


@dataclass(frozen=True)
class Special:
    """A special space of a seat's board."""

    name: str
    rail: str
    space: int
    facts: dict[str, Any]


def rail_facts(table: Table, rail: str) -> dict[str, Any]:
    """A railroad as it is printed."""
    found: dict[str, Any] = next(each for each in table.board["rails"] if each["id"] == rail)
    return found


def length(table: Table, rail: str, branch: str | None) -> int:
    """The last space; on the main railroad of Germany that of the branch, or the switch."""
    if rail == table.main and branch is not None:
        return int(table.board["branches"][branch]["length"])
    return int(rail_facts(table, rail)["length"])


def colours(table: Table, rail: str, branch: str | None) -> list[str]:
    """The colours allowed on a railroad: white only towards Hamburg."""
    if rail == table.main and branch is not None:
        return facts.COLOURS[: table.board["branches"][branch]["colours"]]
    return facts.COLOURS[: rail_facts(table, rail)["colours"]]


# Steps

Tracks = dict[str, dict[str, int]]


def steps(
    table: Table, tracks: Tracks, unlocked: set[str], branch: str | None, colour: str
) -> list[str]:
    """The legal steps of one colour, as tokens in the order of railroads."""
    found = []
    for rail in table.rails:
        at = tracks[rail][colour]
        if colour == "k":
            # Section 8: the step from the switch chooses a branch.
            if at < length(table, rail, branch):
                found.append(f"k>{rail}")
            elif rail == table.main and branch is None and "branches" in table.board:
                found += [f"k>{rail}{towards}" for towards in table.board["branches"]]
            continue
        if colour not in unlocked or colour not in colours(table, rail, branch):
            continue
        better = facts.COLOURS[facts.COLOURS.index(colour) - 1]
        if at + 1 >= tracks[rail][better]:
            continue
        if at == 0 and on_board(tracks, colour) == facts.TRACKS[colour]:
            continue
        found.append(f"{colour}>{rail}")
    return found


def on_board(tracks: Tracks, colour: str) -> int:
    """On how many railroads a colour is."""
    return sum(rail[colour] > 0 for rail in tracks.values())


def seat_steps(table: Table, seat: Seat, colour: str) -> list[str]:
    """The legal steps of a seat."""
    return steps(table, seat.tracks, seat.unlocked, seat.branch, colour)


def colours_of_part(kind: str) -> list[str]:
    """The colours that a part of steps allows."""
    return {"kg": ["k", "g"], "any": list(facts.COLOURS)}.get(kind, [kind])


def can_step(
    table: Table, parts: tuple[str, ...], tracks: Tracks, unlocked: set[str], branch: str | None
) -> bool:
    """Section 4: whether all these steps can be made one after another, in some order."""
    if not parts:
        return True
    for kind in dict.fromkeys(parts):
        rest = list(parts)
        rest.remove(kind)
        for colour in colours_of_part(kind):
            for token in steps(table, tracks, unlocked, branch, colour):
                rail, towards = token[2], token[3:]
                after = {each: dict(spaces) for each, spaces in tracks.items()}
                after[rail][colour] += 1
                if can_step(table, tuple(rest), after, unlocked, towards or branch):
                    return True
    return False


def can_all_step(table: Table, seat: Seat, parts: list[str]) -> bool:
    """The same for a seat as its tracks lie now, with the colours unlocked now."""
    return can_step(table, tuple(parts), seat.tracks, seat.unlocked, seat.branch)


def step(table: Table, seat: Seat, token: str) -> None:
    """Move a track; a black one that reaches an area without print asks for an extension."""
    colour, rail, towards = token[0], token[2], token[3:]
    if towards:
        seat.branch = towards
        table.note(f"switch: {towards}")
    seat.tracks[rail][colour] += 1
    space = seat.tracks[rail][colour]
    if colour == "k":
        for station in table.board.get("stations", []):
            if (station["rail"], station["space"]) == (rail, space):
                table.area = (rail, space)


def area_size(table: Table) -> int:
    """How many spaces the area has that the black track came to."""
    assert table.area is not None
    return next(
        int(station["size"])
        for station in table.board["stations"]
        if (station["rail"], station["space"]) == table.area
    )


# Reach and special spaces


def reach(seat: Seat, rail: str) -> int:
    """The sum of the numbers of the railroad's locomotives."""
    return sum(loco.number for loco in seat.locos[rail])


def specials(table: Table, seat: Seat) -> Iterator[Special]:
    """The special spaces that the seat's board has now."""
    for rail in table.board["rails"]:
        for number, special in enumerate(rail["specials"]):
            yield Special(f"{rail['id']}.{number}", rail["id"], special["space"], special)
    if seat.branch is not None:
        for number, special in enumerate(table.board["branches"][seat.branch]["specials"]):
            yield Special(f"{seat.branch}.{number}", table.main, special["space"], special)
    for (line, first), kind in seat.extensions.items():
        for number, special in enumerate(facts.EXTENSIONS[kind]["specials"]):
            yield Special(f"{kind}.{number}", line, first + special["space"] - 1, special)


def is_true(seat: Seat, rail: str, space: int, need: str) -> bool:
    """Section 2: black; loco: black and in reach; gray: loco and the gray track too."""
    if seat.tracks[rail]["k"] < space:
        return False
    if need == "black":
        return True
    if reach(seat, rail) < space:
        return False
    return need == "loco" or seat.tracks[rail]["g"] >= space


def holds(seat: Seat, special: Special) -> bool:
    """Whether the condition of a special space is true."""
    return is_true(seat, special.rail, special.space, special.facts["need"])


# Scoring


def stars(table: Table, seat: Seat) -> int:
    """Section 6: all stars that are true."""
    return sum(
        special.facts["star"]
        for special in specials(table, seat)
        if "star" in special.facts and holds(seat, special)
    )


def is_doubled(table: Table, seat: Seat, rail: str) -> bool:
    """Whether a doubling of the railroad is true; two of them double once."""
    return any(
        special.rail == rail and special.facts.get("double") and holds(seat, special)
        for special in specials(table, seat)
    )


def rail_points(table: Table, seat: Seat, rail: str) -> int:
    """Section 6: each space up to the reach and up to the black track, by its colour."""
    total = 0
    for space in range(1, min(reach(seat, rail), seat.tracks[rail]["k"]) + 1):
        best = max(
            number
            for number, colour in enumerate(facts.COLOURS)
            if seat.tracks[rail][colour] >= space
        )
        points = facts.VALUES[seat.values][best]
        if rail == table.main and space <= seat.doublers:
            points *= 2
        total += points
    return total * 2 if is_doubled(table, seat, rail) else total


def medal_points(table: Table, seat: Seat) -> int:
    """Section 6: 20 if the seat has put it down and its condition is true."""
    medal = table.board["medal"]
    if seat.medal and is_true(seat, medal["rail"], medal["space"], "gray"):
        return int(medal["points"])
    return 0
