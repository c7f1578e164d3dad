"""Coal Baron on a screen: what the doors show of it, and the mining turns they plan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from coalbaron_fast.games.coalbaron import facts
from coalbaron_fast.games.coalbaron.events import Event, tell_events, tell_points
from coalbaron_fast.games.coalbaron.examples import request_examples
from coalbaron_fast.games.coalbaron.notation import (
    FREE_SPOT,
    code_of,
    describe,
    item_phrase,
    space_phrase,
)
from coalbaron_fast.games.coalbaron.projection import Projection, project
from coalbaron_fast.games.coalbaron.state import State
from coalbaron_fast.games.coalbaron.table import (
    KINDS,
    STEPS,
    Table,
    describe_table,
    phrases,
)
from coalbaron_fast.games.coalbaron.turn_words import (
    COLOUR_PATTERNS,
    essence_of,
    tell_turns,
    turn_phrase,
)
from coalbaron_fast.games.screen import Plans, QuestionError, Screen

__all__ = ["SCREEN"]


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


def find_plans(
    state: State,
    seat: int,
    *,
    space: str | None,
    steps: int | None,
    dominated: bool,
    limit: int,
    memory_mb: int,
) -> PlansAnswer:
    """Plan the mining turn of a seat: on a space, of so many steps, or the one in progress."""
    if state.phase not in ("place", "mine"):
        raise QuestionError("position", f"there is nothing to mine in phase {state.phase}")
    if space is not None:
        steps = STEPS[space]
    if steps is None and state.phase == "place":
        raise QuestionError("space", "space or steps is needed before a mining turn")
    plans = state.mining_plans(steps, seat, dominated=dominated, memory_mb=memory_mb)
    plans.sort(key=lambda plan: _rank(seat, *plan))
    return PlansAnswer([_plan(seat, *plan) for plan in plans[:limit]], len(plans))


def reach(state: State, steps: int) -> list[list[str]]:
    """Return the mining turns of so many steps that no other is better than, as tokens."""
    return [tokens for tokens, _ in state.mining_plans(steps, state.turn, dominated=False)]


def _rank(seat: int, tokens: list[str], position: State) -> tuple[object, ...]:
    """Return the sort key of a plan: orders completed, spots filled, cubes at hand."""
    own = position.to_dict()["seats"][seat]
    orders = own["orders"].values()
    complete = sum(FREE_SPOT not in spots for spots in orders)
    filled = sum(spot != FREE_SPOT for spots in orders for spot in spots)
    cubes = len(own["cage"]["cubes"]) + len(own["storage"])
    return -complete, -filled, -cubes, len(tokens), tokens


def _plan(seat: int, tokens: list[str], position: State) -> Plan:
    own = position.to_dict()["seats"][seat]
    return Plan(
        tokens=tokens,
        position=position.to_text(),
        deliverable=[name for name, spots in own["orders"].items() if FREE_SPOT not in spots],
        cage=own["cage"]["cubes"],
        storage=own["storage"],
    )


def components() -> dict[str, Any]:
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
                "phrase": item_phrase(tile.name),
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
                "phrase": item_phrase(order.name),
            }
            for order in facts.ORDERS
        ],
        "spaces": [
            {
                "name": name,
                "kind": KINDS[name],
                "text": describe(code_of(name)),
                "phrase": space_phrase(name),
            }
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


SCREEN: Final = Screen(
    Table=Table,
    Event=Event,
    describe_table=describe_table,
    tell_events=tell_events,
    components=components,
    tell_points=tell_points,
    Projection=Projection,
    project=project,
    plans=Plans(
        spaces=facts.MINING_SPACES,
        most_steps=max(facts.MINING_STEPS),
        reach=reach,
        Answer=PlansAnswer,
        find=find_plans,
    ),
    examples=request_examples,
    phrases=phrases,
    turn_phrase=turn_phrase,
    tell_turns=tell_turns,
    essence_of=essence_of,
    colours=COLOUR_PATTERNS,
)
