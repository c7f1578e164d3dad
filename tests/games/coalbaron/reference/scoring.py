"""The shift clock, the new start seat and the end of the game."""

from __future__ import annotations

from tests.games.coalbaron.reference.facts import (
    CART_REWARDS,
    COAL_REWARDS,
    COLOURS,
    LEVELS,
    VEHICLE_REWARDS,
    card_spots,
    card_vehicle,
)
from tests.games.coalbaron.reference.seats import Seat

Element = tuple[list[int], int, int]
"""What each seat counts for an element, and its first and second reward."""


def elements(seats: list[Seat], shift: int) -> list[Element]:
    """The elements that are scored after a shift."""
    coal = [
        (
            [sum(card_spots(card).count(colour) for card in seat.delivered) for seat in seats],
            *COAL_REWARDS[colour],
        )
        for colour in COLOURS
    ]
    vehicles = [
        (
            [
                sum(len(card_spots(card)) for card in seat.delivered if card_vehicle(card) == name)
                for seat in seats
            ],
            *rewards,
        )
        for name, rewards in VEHICLE_REWARDS.items()
    ]
    carts = [
        ([seat.empty_carts(level) for seat in seats], *CART_REWARDS[COLOURS[level - 1]])
        for level in LEVELS
    ]
    return (coal + vehicles + carts)[: 4 * shift]


def ranks(counts: list[int]) -> tuple[list[int], list[int]]:
    """The seats that are first and those that are second, before seat counts matter.

    A count of nothing is neither; after a tie for first nobody is second.
    """
    best = max(counts)
    if best == 0:
        return [], []
    first = [seat for seat, count in enumerate(counts) if count == best]
    rest = [count for count in counts if 0 < count < best]
    if len(first) > 1 or not rest:
        return first, []
    return first, [seat for seat, count in enumerate(counts) if count == max(rest)]


def element_points(element: Element) -> list[int]:
    """What each seat gains from one element."""
    counts, first_reward, second_reward = element
    first, second = ranks(counts)
    points = [0] * len(counts)
    for seat in first:
        points[seat] = first_reward
    # With two players there is no second reward.
    if len(counts) > 2:
        for seat in second:
            points[seat] = second_reward
    return points


def new_start(factory_workers: list[int], previous: int) -> int:
    """Most workers on factory spaces; a tie goes clockwise, the previous start last."""
    players = len(factory_workers)
    clockwise = [(previous + step) % players for step in range(1, players + 1)]
    most = max(factory_workers)
    return next(seat for seat in clockwise if factory_workers[seat] == most)


def final_points(seat: Seat) -> int:
    """What a seat gains or loses when the game is over."""
    points = seat.marks // 5
    points += seat.all_cubes().total() // 3
    points -= len(seat.orders)
    points -= 2 * seat.imbalance()
    return points


def winners(seats: list[Seat]) -> list[int]:
    """The seats that win: most points, then most Marks left over."""
    best = max((seat.vp, seat.marks % 5) for seat in seats)
    return [i for i, seat in enumerate(seats) if (seat.vp, seat.marks % 5) == best]
