"""The points at the end of the game."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tests.games.ruhr.reference import facts

if TYPE_CHECKING:
    from tests.games.ruhr.reference.model import Game


def final_points(game: Game, seat: int, events: Counter[str]) -> int:
    """What a seat gains (or loses) after turn 12."""
    gains = {
        "the Essen cities": 1 * has_all(game, seat, facts.ESSEN_CITIES),
        "the Mark cities": 1 * has_all(game, seat, facts.MARK_CITIES),
        "all seven cities": 3 * has_all(game, seat, facts.CITIES),
        "all depots": 2 * all(seat in owners for owners in game.depots.values()),
        "depot majorities": 1 * majorities(game, seat),
        "mayor": mayor_points(game, seat),
        "inn unused": 2 * game.seats[seat].can_use("inn"),
        "railway": railway_points(game, seat),
        "aak": aak_points(game, seat),
        "debts": -2 * game.seats[seat].debts,
    }
    for reason, points in gains.items():
        if points:
            events[f"end: {reason}"] += 1
    note(game, seat, events)
    return sum(gains.values())


def has_all(game: Game, seat: int, cities: list[str]) -> bool:
    """Whether the seat has a warehouse in each of these cities."""
    return all(seat in game.cities[city] for city in cities)


def majorities(game: Game, seat: int) -> int:
    """At how many depots the seat has more warehouses than any other seat."""
    count = 0
    for owners in game.depots.values():
        others = [owners.count(other) for other in range(game.players) if other != seat]
        count += owners.count(seat) > max(others)
    return count


def mayor_points(game: Game, seat: int) -> int:
    """1 for each Thaler, if without debt."""
    own = game.seats[seat]
    if "mayor" not in own.markers or own.debts:
        return 0
    return own.thalers


def railway_points(game: Game, seat: int) -> int:
    """1 for each warehouse in a city."""
    if "railway" not in game.seats[seat].markers:
        return 0
    return sum(seat in owners for owners in game.cities.values())


def aak_points(game: Game, seat: int) -> int:
    """2, or 4 with the barge at the port."""
    if "aak" not in game.seats[seat].markers:
        return 0
    return 4 if game.barges[seat] == "port" else 2


def note(game: Game, seat: int, events: Counter[str]) -> None:
    """Count the rarer ways to these points."""
    own = game.seats[seat]
    if "mayor" in own.markers and own.debts:
        events["end: mayor with a debt"] += 1
    if aak_points(game, seat) == 4:
        events["end: aak at the port"] += 1
    for owners in game.depots.values():
        counts = [owners.count(other) for other in range(game.players)]
        if seat == 0 and max(counts) > 0 and counts.count(max(counts)) > 1:
            events["end: depot tied"] += 1
