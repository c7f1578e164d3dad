"""What is answered besides positions: searches, plans, components."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from coalbaron_fast import Analysis, State
from coalbaron_fast.games.coalbaron import facts
from coalbaron_fast.games.coalbaron.notation import code_of, describe
from coalbaron_fast.games.coalbaron.table import FREE, KINDS


@dataclass(frozen=True, slots=True)
class LineAnswer:
    """One turn of an analysis; numbers of seats stand in lists, one a seat."""

    tokens: list[str]
    text: str
    visits: int
    win: list[float]
    vp: list[float]
    utility: float
    error: float
    p_best: float
    pv: list[list[str]]
    win_error: list[float]
    vp_error: list[float]


@dataclass(frozen=True, slots=True)
class AnalysisAnswer:
    """What a search found for the seat to move."""

    seat: int
    text: str
    best: list[str]
    lines: list[LineAnswer]
    nodes: int
    worlds: int
    depth: int
    time_ms: float
    memory_used: float
    exact: bool
    solved: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """A mining turn: its work steps and what it leads to."""

    tokens: list[str]
    position: str
    deliverable: list[str]
    cage: str
    storage: str


@dataclass(frozen=True, slots=True)
class PlansAnswer:
    """Mining turns, those that complete most orders first; `total` counts those left out too."""

    plans: list[Plan]
    total: int


def analysis_answer(seat: int, analysis: Analysis) -> AnalysisAnswer:
    """Return a search's result with its turns in words."""
    lines = [LineAnswer(**line._asdict(), text=turn_text(line.tokens)) for line in analysis.lines]
    fields = analysis._asdict() | {"lines": lines}
    best = analysis.lines[0]
    text = f"Seat {seat}: {lines[0].text}; wins {best.win[seat]:.0%}, {best.vp[seat]:.0f} VP."
    return AnalysisAnswer(seat=seat, text=text, **fields)


def turn_text(tokens: list[str]) -> str:
    """Say a turn in words."""
    return ", ".join(describe(code_of(token)) for token in tokens)


def plans_answer(seat: int, plans: Sequence[tuple[list[str], State]], limit: int) -> PlansAnswer:
    """Return the mining plans of a seat, those first that complete or fill most."""
    ranked = sorted(plans, key=lambda plan: _rank(seat, *plan))
    return PlansAnswer([_plan(seat, *plan) for plan in ranked[:limit]], len(plans))


def _rank(seat: int, tokens: list[str], position: State) -> tuple[object, ...]:
    """Return what plans are sorted by: orders completed, spots filled, cubes at hand."""
    own = position.to_dict()["seats"][seat]
    orders = own["orders"].values()
    complete = sum(FREE not in spots for spots in orders)
    filled = sum(spot != FREE for spots in orders for spot in spots)
    cubes = len(own["cage"]["cubes"]) + len(own["storage"])
    return -complete, -filled, -cubes, len(tokens), tokens


def _plan(seat: int, tokens: list[str], position: State) -> Plan:
    own = position.to_dict()["seats"][seat]
    return Plan(
        tokens=tokens,
        position=position.to_text(),
        deliverable=[name for name, spots in own["orders"].items() if FREE not in spots],
        cage=own["cage"]["cubes"],
        storage=own["storage"],
    )


def components_answer() -> dict[str, Any]:
    """Return every fact of the game as data."""
    colours = facts.COLOURS
    return {
        "players": [facts.MIN_PLAYERS, facts.MAX_PLAYERS],
        "shifts": facts.SHIFTS,
        "colours": [
            {"name": name, "letter": letter, "price": price, "level": level}
            for level, (name, letter, price) in enumerate(
                zip(facts.COLOUR_NAMES, colours, facts.CART_PRICES, strict=True), 1
            )
        ],
        "cubes_per_colour": facts.CUBES_PER_COLOUR,
        "cage_room": facts.CAGE_ROOM,
        "sides": [
            {"name": name, "letter": letter}
            for name, letter in zip(facts.SIDE_NAMES, facts.SIDES, strict=True)
        ],
        "tiles": [
            {
                "name": tile.name,
                "colour": colours[tile.colour],
                "carts": tile.carts,
                "side": facts.SIDES[tile.side],
                "price": tile.price,
                "copies": facts.TILE_COPIES,
            }
            for tile in facts.TILES
        ],
        "vehicles": [
            {"name": name, "letter": letter}
            for name, letter in zip(facts.VEHICLE_NAMES, facts.VEHICLES, strict=True)
        ],
        "orders": [
            {
                "name": order.name,
                "vehicle": facts.VEHICLES[order.vehicle],
                "spots": "".join(colours[colour] for colour in order.spots),
                "vp": order.vp,
            }
            for order in facts.ORDERS
        ],
        "spaces": [
            {"name": name, "kind": KINDS[name], "text": describe(code_of(name))}
            for name in facts.SPACES
        ],
        "locked": {
            str(players): [name for name in facts.SPACES if name in locked]
            for players, locked in facts.LOCKED.items()
        },
        "workers": {str(players): count for players, count in facts.WORKERS.items()},
        "marks": {str(players): count for players, count in facts.MARKS.items()},
        "draft_cards": {str(players): count for players, count in facts.DRAFT_CARDS.items()},
        "draft_rounds": facts.DRAFT_ROUNDS,
        "look": facts.LOOK,
        "rewards": [
            {"index": index, **reward._asdict()} for index, reward in enumerate(facts.REWARDS)
        ],
        "marks_per_vp": facts.MARKS_PER_VP,
        "cubes_per_vp": facts.CUBES_PER_VP,
        "outstanding_penalty": facts.OUTSTANDING_PENALTY,
        "imbalance_penalty": facts.IMBALANCE_PENALTY,
    }
