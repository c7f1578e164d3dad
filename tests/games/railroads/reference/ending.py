"""Section 6: the scoring of a round, a new round; section 12: the end of the game."""

from __future__ import annotations

from collections.abc import Callable

from tests.games.railroads.reference import facts, tracks
from tests.games.railroads.reference.table import Seat, Table


def score_round(table: Table) -> None:
    """Section 6, step 3: each seat."""
    for seat in table.seats:
        for rail in table.rails:
            table.score(seat, tracks.rail_points(table, seat, rail), f"track {rail}")
        table.score(seat, tracks.stars(table, seat), "stars")
        table.score(seat, tracks.medal_points(table, seat), "medal")
        table.score(seat, sum(map(facts.industry_points, seat.markers)), "industry")


def go_home(table: Table) -> None:
    """Section 6, step 4: workers, coal, income markers, foundries; the engineers move up."""
    for seat in table.seats:
        seat.workers = seat.workers_in_all
        seat.income = [(kind, False) for kind, _ in seat.income]
        seat.foundries = dict.fromkeys(seat.foundries, False)
        seat.used = []
        seat.passed = False
    table.taken = {}
    table.boiled = False
    # Section 5: the engineer left in slot 0 leaves the game.
    table.row = [*table.row[1:], None]


# The end


def score_end(table: Table) -> None:
    """Section 12, after the last scoring."""
    majority(table)
    for seat in table.seats:
        for card in seat.bonus:
            points = card_points(table, seat, card)
            table.note(f"bonus {card}" + (": nothing" if not points else ""))
            table.score(seat, points, f"bonus {card}")


def majority(table: Table) -> None:
    """Most engineers 40, second 20; equal: the higher highest number."""
    ranks = []
    for seat in table.seats:
        extra = "extraengineer" in seat.bonus
        rank = rank_of(seat.engineers, extra=extra)
        if rank[0]:
            ranks.append((rank, seat.number))
    if table.emil is not None and table.emil.engineers:
        # Section 11: Emil counts with his, but gets no points.
        ranks.append((rank_of(table.emil.engineers, extra=False), -1))
    ranks.sort(reverse=True)
    note_ties(table, [rank for rank, _ in ranks])
    for points, (_, number) in zip(facts.MAJORITY, ranks, strict=False):
        if number >= 0:
            table.score(table.seats[number], points, "majority")


def note_ties(table: Table, ranks: list[tuple[int, float]]) -> None:
    """Count what decided."""
    for place in range(min(len(ranks) - 1, len(facts.MAJORITY))):
        if ranks[place][0] == ranks[place + 1][0]:
            table.note("majority: equal, the highest number decides")
    if any(number == float("-inf") for _, number in ranks):
        table.note("majority: extraengineer alone")


def rank_of(engineers: list[str], *, extra: bool) -> tuple[int, float]:
    """How many, then the highest number; `extraengineer` alone is last of all with one."""
    highest = max(map(facts.number_of, engineers), default=float("-inf"))
    return len(engineers) + extra, highest


def card_points(table: Table, seat: Seat, card: str) -> int:
    """Section 12: what an end bonus card brings."""
    engineers = len(seat.engineers) + ("extraengineer" in seat.bonus)
    how: dict[str, Callable[[], int]] = {
        "factories": lambda: 4 * len(seat.factories),
        "engineers": lambda: 6 * engineers,
        "stations": lambda: 10 * sum(is_at_the_end(table, seat, rail) for rail in table.rails),
        "graybrown": lambda: spaces(seat, "g") + spaces(seat, "b"),
        "black": lambda: spaces(seat, "k"),
        "doublers": lambda: 30 if seat.doublers >= 7 else 20 if seat.doublers >= 4 else 0,
        "tokens": lambda: 7 * seat.tokens_used,
        "extraengineer": lambda: 0,
        "locos": lambda: seat.best_locos(4),
        "workers": lambda: 10 * min(3, seat.won + seat.black_worker),
    }
    return how[card]()


def is_at_the_end(table: Table, seat: Seat, rail: str) -> bool:
    """The last space of a railroad; on M that of the branch, never before the switch."""
    if rail == table.main and "branches" in table.board and seat.branch is None:
        return False
    return seat.tracks[rail]["k"] == tracks.length(table, rail, seat.branch)


def spaces(seat: Seat, colour: str) -> int:
    """The sum of the space numbers of the tracks of a colour."""
    return sum(rail[colour] for rail in seat.tracks.values())


def winners(table: Table) -> list[int]:
    """Most points win; equal: the win is shared. One seat alone has won."""
    most = max(seat.points for seat in table.seats)
    return [seat.number for seat in table.seats if seat.points == most]
