"""The core's positions as the reference tells them, so that both can be compared.

The core leaves out what follows from the rest; here it is worked out again. What only one of the
two keeps for longer than it matters is left out on both sides.
"""

from __future__ import annotations

from typing import Any, Final

from coalbaron_fast.games.ruhr import State
from tests.games.ruhr.reference import facts
from tests.games.ruhr.reference.model import Game

DEEDS: Final = {
    "must_lock": "must",
    "lock": "lock",
    "free_lock": "free",
    "essen": "essen",
    "markcity": "markcity",
    "depot": "depot",
    "port": "port",
}
CHOOSING: Final = ("option", "carry", "supply", "start", "hauler")
WITH_PILOT: Final = ("pilot", "tp", "hp")
PLACES: Final = facts.PLACE


class ToldGame(Game):
    """The reference without what stops to matter before it says so."""

    def to_dict(self) -> dict[str, Any]:
        """The position, but for who stands where in a depot, the wage after phase 3, and a lock for
        free where no obstacle is left."""
        told = super().to_dict()
        if told["buying"] and not self.obstacles:
            told["buying"] = {**told["buying"], "free_lock": False}
        told["depots"] = {depot: sorted(owners) for depot, owners in told["depots"].items()}
        told["wage_taken"] = told["wage_taken"] and self.phase in CHOOSING
        return told


class ToldState(State):
    """The core in the words of the reference."""

    def to_dict(self) -> dict[str, Any]:
        """The position as the reference would tell it."""
        own = super().to_dict()
        phase, order, index = own["phase"], own["order"], own["index"]
        asked = phase in ("event", *CHOOSING, "trip", "buy") or (
            phase == "place" and own["stage"] == 4
        )
        mover = order[index] if asked else None
        if phase == "remove":
            mover = self.turn
        chosen = phase in ("carry", "supply", "start")
        return {
            "players": own["players"],
            "calm": own["calm"],
            "first_start": own["start"],
            "turn": own["turn"],
            "phase": phase,
            "active": self.turn,
            "mover": mover,
            "order": [] if phase == "over" else order,
            "draw": {1: "country", 2: "marker"}[own["stage"]] if phase == "chance" else None,
            "option": own["seats"][mover]["option"] if chosen and mover is not None else None,
            "remove_colour": facts.removed_dice(own["players"])[index]
            if phase == "remove"
            else None,
            "buying": (
                {name: deed in own["did"] for name, deed in DEEDS.items()}
                if phase == "buy"
                else None
            ),
            "seats": [tell_seat(seat) for seat in own["seats"]],
            "barges": [seat["barge"] for seat in own["seats"]],
            "upriver": upriver(own),
            "dice": own["dice"],
            "track": own["tracks"],
            "returning": [
                f"{colour}{value}" for colour in "bw" for value in own["returning"][colour]
            ],
            "thalers_on": own["market"],
            "obstacles": own["obstacles"],
            "bag": own["bag"],
            "markers": own["markers"],
            "countries": own["countries"],
            "country": own["country"],
            "water": own["water"],
            "duty": own["duty"],
            "wage_taken": phase in CHOOSING and "wage" in [s["option"] for s in own["seats"]],
            "export": own["export"],
            "cities": {
                city: [seat for seat, data in enumerate(own["seats"]) if city in data["cities"]]
                for city in facts.CITIES
            },
            "depots": {
                depot: [
                    seat
                    for seat, data in enumerate(own["seats"])
                    for _ in range(data["depots"][depot])
                ]
                for depot in facts.DEPOTS
            },
            "port": own["columns"],
            "white_left": {
                marker: facts.white_markers(own["players"])
                - sum(marker in seat["progress"] for seat in own["seats"])
                for marker in facts.WHITE_MARKERS
            },
        }


def tell_seat(seat: dict[str, Any]) -> dict[str, Any]:
    """A seat as the reference tells it."""
    return {
        "thalers": seat["thalers"],
        "points": seat["points"],
        "pool": seat["pool"],
        "lock_warehouses": 0 if seat["locks"] else 2,
        "mark_warehouses": 0 if "mark" in seat["progress"] else 2,
        "warehouse_turns": [int(turn) for turn in seat["waiting"]],
        "debts": seat["debts"],
        "tokens": seat["tokens"],
        "markers": seat["progress"],
        "used": seat["used"],
        "pilot": seat["option"] in WITH_PILOT,
    }


def upriver(own: dict[str, Any]) -> list[int]:
    """The seats by their barges: on one space the one that came later first."""
    order = own["order"]
    barges = [seat["barge"] for seat in own["seats"]]
    if None in barges:
        return []
    # While trips go on the order is that of sailing; otherwise ties are broken in it.
    sign = -1 if own["stage"] == 4 else 1
    return sorted(order, key=lambda seat: (PLACES[barges[seat]], sign * order.index(seat)))
