"""The facts of the game, out of the data file.

The file is read from the tree, not through the package: nothing of the engine is imported.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parents[4]
FILE = PROJECT / "src" / "coalbaron_fast" / "games" / "railroads" / "components.json"
GROUPS: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
COMPONENTS: dict[str, Any] = {name: group["data"] for name, group in GROUPS.items()}

Effect = list[tuple[str, int]]
"""What an action lets loose: names and numbers, as `components.json` explains them."""

SEAT_COUNTS = [1, 2, 3, 4]
COLOURS: list[str] = COMPONENTS["format"]["colours"]
TRACKS: dict[str, int] = COMPONENTS["box"]["tracks_per_player"]
DOUBLERS: int = COMPONENTS["box"]["doublers"]
RESERVE: int = 2
"""Section 2: the workers of a seat's reserve."""

PASS_POINTS: list[int] = COMPONENTS["pass_points"]
VALUES: dict[str, list[int]] = COMPONENTS["values"]
MAJORITY: list[int] = COMPONENTS["majority"]
KEY: dict[str, Any] = COMPONENTS["key"]

# Spaces of the action board

SPACES: dict[str, dict[str, Any]] = {
    space["id"]: space
    for group in ("spaces_track", "spaces_other", "spaces_coal")
    for space in COMPONENTS[group]
    if space["id"] != "boil"
}
TURN_ORDER = ("to1", "to2")
NEVER_TAKEN = "kg"
NOT_AGAIN = ("temp", "to1", "to2", "hire", "fy")
"""Section 5: spaces that *a space again* never uses."""

# Locomotives, factories, industry

LOWEST: int = COMPONENTS["locomotives"]["numbers"][0]
HIGHEST: int = COMPONENTS["locomotives"]["numbers"][-1]
START_LOCO: int = COMPONENTS["locomotives"]["start"]
COAL_FACTORY: int = COMPONENTS["factory_coal"]["number"]
FACTORIES: dict[int, dict[str, Any]] = {
    **{int(number): factory for number, factory in COMPONENTS["factories"].items()},
    COAL_FACTORY: COMPONENTS["factory_coal"],
}
INDUSTRY: list[int | str] = COMPONENTS["industry_track"]
LAST_INDUSTRY = len(INDUSTRY) - 1
GAPS: dict[int, int] = {
    space: number
    for number, space in enumerate(
        (space for space, what in enumerate(INDUSTRY) if what == "F"), start=1
    )
}
"""Spaces of the industry track that are gaps: the number of the gap."""
QUESTION_SPACE = INDUSTRY.index("?")

# Engineers

ENGINEERS: dict[str, dict[str, Any]] = {
    engineer["id"]: engineer
    for group in ("engineers", "engineers_new")
    for engineer in COMPONENTS[group]
}
NO_COPY = ("5", "11")
STARTING: dict[str, dict[str, Any]] = COMPONENTS["starting_bonus"]
TOKENS: dict[str, dict[str, Any]] = {
    **COMPONENTS["question_tokens"],
    **COMPONENTS["question_tokens_new"],
}
CARDS: dict[str, dict[str, Any]] = {
    **COMPONENTS["question_cards"],
    **COMPONENTS["question_cards_new"],
}
BONUS: dict[str, dict[str, Any]] = COMPONENTS["end_bonus"]["cards"]
REMOVED: int = COMPONENTS["end_bonus"]["removed"]

# Germany, coal, Emil

EXTENSIONS: dict[str, dict[str, Any]] = COMPONENTS["extensions"]
INCOME: dict[str, dict[str, Any]] = COMPONENTS["income"]
INCOME_EFFECTS: dict[str, Any] = INCOME["effects"]
FOUNDRIES: dict[int, Any] = {
    int(number): effect for number, effect in COMPONENTS["foundries"]["tiles"].items()
}
FACE_UP: int = COMPONENTS["foundries"]["faceup"]
FOUNDRY_COAL: int = COMPONENTS["foundries"]["coal"]
BOIL_COAL: int = next(s["coal"] for s in COMPONENTS["spaces_coal"] if s["id"] == "boil")
EMIL: dict[str, Any] = COMPONENTS["emil"]


def setup(seats: int, *, coal: bool) -> dict[str, Any]:
    """Section 1: workers, coins, rounds, engineers, slots; with coal one round less."""
    found: dict[str, Any] = {**COMPONENTS["setup"][str(seats)], "coal": 0}
    if coal:
        changes = COMPONENTS["setup_coal"]
        found |= changes[str(seats)]
        found["rounds"] += changes["rounds"]
        found["coins"] += changes["coins"]
        found["coal"] = changes["coal"]
    return found


def board(*, germany: bool) -> dict[str, Any]:
    """Section 2: the railroads of a board and their special spaces."""
    found: dict[str, Any] = COMPONENTS["board_germany" if germany else "board_russia"]
    return found


def effect(pairs: Any) -> Effect:  # noqa: ANN401 - out of JSON
    """An effect of the data file."""
    return [(name, count) for name, count in pairs]


def kinds(
    table: dict[Any, dict[str, Any]], extra: dict[Any, Any], *, coal: bool, new: bool
) -> list[Any]:
    """Section 1: what is in the game: new components with `new`, coal wagons with `coal` too."""
    return [
        name
        for name, what in table.items()
        if (new or name not in extra) and (coal or not what.get("coal"))
    ]


def engineers_of(stack: str, *, coal: bool, new: bool) -> list[str]:
    """Sections 5 and 10: the engineers of a stack."""
    extra = {engineer["id"]: engineer for engineer in COMPONENTS["engineers_new"]}
    return [
        engineer
        for engineer in kinds(ENGINEERS, extra, coal=coal, new=new)
        if ENGINEERS[engineer]["stack"] == stack
    ]


def tokens_of_a_seat(*, coal: bool, new: bool) -> list[str]:
    """Sections 7 and 10: the ? tokens that each seat begins with."""
    return kinds(TOKENS, COMPONENTS["question_tokens_new"], coal=coal, new=new)


def cards_in_the_game(*, coal: bool, new: bool) -> list[str]:
    """Sections 7 and 10: the ? cards."""
    return kinds(CARDS, COMPONENTS["question_cards_new"], coal=coal, new=new)


def starting_cards(*, coal: bool) -> list[str]:
    """Section 3: the kinds of starting bonus cards."""
    return kinds(STARTING, {}, coal=coal, new=True)


def number_of(engineer: str) -> int:
    """The number printed on an engineer."""
    number: int = ENGINEERS[engineer]["number"]
    return number


def spaces_of(seats: int, *, coal: bool) -> list[str]:
    """Section 4: the spaces of the action board for so many seats, `hire` not among them."""
    return [
        name
        for name, space in SPACES.items()
        if seats in space["seats"] and (coal or name not in ("coal", "fy"))
    ]


def industry_points(space: int) -> int:
    """Section 2: the points of a space; a gap and the ? count as the space before."""
    what = INDUSTRY[space]
    return what if isinstance(what, int) else industry_points(space - 1)
