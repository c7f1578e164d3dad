"""What one seat has: money, warehouses, debts, development tokens, progress markers."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.games.ruhr.reference import facts


class Seat:
    """One seat's own things. What stands on the board stands in `Game`."""

    def __init__(self) -> None:
        self.thalers = 0
        self.points = 0
        self.pool = facts.POOL
        self.lock_warehouses = facts.LOCK_WAREHOUSES
        self.mark_warehouses = facts.MARK_WAREHOUSES
        self.warehouse_turns = list(facts.WAREHOUSE_TURNS)
        self.debts = 0
        self.tokens = dict.fromkeys(facts.AREAS, 0)
        self.markers: list[str] = []
        self.used: list[str] = []
        self.pilot = False

    def copy(self) -> Seat:
        """An equal seat of its own."""
        other = Seat.__new__(Seat)
        other.__dict__.update(self.__dict__)
        other.warehouse_turns = list(self.warehouse_turns)
        other.tokens = dict(self.tokens)
        other.markers = list(self.markers)
        other.used = list(self.used)
        return other

    def can_use(self, marker: str) -> bool:
        """Whether the seat has a marker, and has not used it if it works but once."""
        return marker in self.markers and marker not in self.used

    def meets(self, marker: str) -> bool:
        """Whether the seat has the development tokens for a progress marker."""
        return all(self.tokens[area] >= count for area, count in facts.NEEDS[marker].items())

    def take_marker(self, marker: str) -> None:
        """Receive a progress marker; `mark` brings its warehouses."""
        self.markers.append(marker)
        if marker == "mark":
            self.pool += self.mark_warehouses
            self.mark_warehouses = 0

    def take_warehouse_of(self, turn: int) -> bool:
        """Take the warehouse that waits for this turn, unless debt took it early."""
        if turn not in self.warehouse_turns:
            return False
        self.warehouse_turns.remove(turn)
        self.pool += 1
        return True

    def lose_points(self) -> None:
        """Lose 2 points, not below 0."""
        self.points = max(0, self.points - facts.POINTS_LOST)

    def can_borrow(self) -> bool:
        """Whether one more debt can be made."""
        has_warehouse = self.pool > 0 or bool(self.warehouse_turns)
        return self.debts < facts.DEBT_SPACES and has_warehouse

    def borrow(self, events: Counter[str]) -> None:
        """Make one debt: with a warehouse of the pool, else with the earliest that waits."""
        assert self.can_borrow()
        if self.pool:
            self.pool -= 1
            events["debt: from the pool"] += 1
        else:
            self.warehouse_turns.pop(0)
            events["debt: early warehouse"] += 1
            if self.points < facts.POINTS_LOST:
                events["debt: early warehouse, points stop at 0"] += 1
            self.lose_points()
        self.debts += 1
        self.thalers += facts.DEBT_THALERS

    def can_pay_fee(self, fee: int) -> bool:
        """Whether a fee can be paid, with debt if need be."""
        trial = self.copy()
        while trial.thalers < fee and trial.can_borrow():
            trial.borrow(Counter())
        return trial.thalers >= fee

    def pay_fee(self, fee: int, events: Counter[str]) -> None:
        """Pay a fee, with as much debt as needed and no more."""
        before = self.debts
        while self.thalers < fee:
            self.borrow(events)
        self.thalers -= fee
        if self.debts - before > 1:
            events["debt: two for one fee"] += 1
        if self.debts == facts.DEBT_SPACES > before:
            events["debt: fourth"] += 1

    def suffer_hardship(self, events: Counter[str]) -> None:
        """Pay all Thalers and lose 2 points instead of a fee."""
        events["hardship"] += 1
        if self.points < facts.POINTS_LOST:
            events["hardship: points stop at 0"] += 1
        self.thalers = 0
        self.lose_points()

    def to_dict(self) -> dict[str, Any]:
        """The seat as data."""
        return {
            "thalers": self.thalers,
            "points": self.points,
            "pool": self.pool,
            "lock_warehouses": self.lock_warehouses,
            "mark_warehouses": self.mark_warehouses,
            "warehouse_turns": list(self.warehouse_turns),
            "debts": self.debts,
            "tokens": dict(self.tokens),
            "markers": [marker for marker in facts.NEEDS if marker in self.markers],
            "used": [marker for marker in facts.NEEDS if marker in self.used],
            "pilot": self.pilot,
        }
