"""The stage `gate`: is a network stronger than what plays now, at every number of seats?"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from coalbaron_fast.arena import MatchSettings, Store, Tally, begin_match, resume_match
from coalbaron_fast.arena.sequential import UPPER
from coalbaron_fast.engine.evaluation import BEST
from coalbaron_fast.games import DEFAULT

__all__ = ["GateSettings", "is_stronger", "open_gate", "verdict"]


class GateSettings(NamedTuple):
    """What is played: a network in one seat against `against` in all others.

    Both get the same `limit`, spelled as of a player of a match. `against` is `best`, `net`,
    `hand` or a file. A match has at most `deals` deals; `sprt` are the hypotheses of its test,
    in Elo.
    """

    network: Path
    against: str = BEST
    limit: str = "time_ms=100"
    deals: int = 100
    seed: int = 1
    sprt: tuple[float, float] = (0.0, 40.0)
    game: str = DEFAULT
    options: str = ""

    def match(self, seats: int) -> MatchSettings:
        """Return the match at a number of seats."""
        return MatchSettings(
            players=(
                f"engine:{self.limit},evaluation={self.network},name=new",
                f"engine:{self.limit},evaluation={self.against},name=old",
            ),
            seats=seats,
            deals=self.deals,
            seed=self.seed,
            sprt=self.sprt,
            game=self.game,
            options=self.options,
        )


def open_gate(
    path: Path, settings: GateSettings, seats: int, *, resume: bool
) -> tuple[Store, Tally]:
    """Begin the file of a match or go on with it; `StoreError` if that cannot be done."""
    match = settings.match(seats).checked()
    if resume and path.exists():
        return resume_match(path, match._asdict())
    return begin_match(path, match)


def is_stronger(tally: Tally) -> bool:
    """Whether a match has shown that the network is stronger.

    Either its test says so, or all deals are played and the whole interval of its share of the win
    is above a fair one.
    """
    if tally.test is not None and tally.test.verdict is not None:
        return tally.test.ratio >= UPPER
    return bool(tally.deals) and tally.standing(0).win.low > 1 / tally.settings.seats


def verdict(tallies: Mapping[int, Tally]) -> str:
    """Return in one line whether the network passes."""
    passed = {seats: is_stronger(tally) for seats, tally in tallies.items()}
    if all(passed.values()):
        return f"passed: stronger at {', '.join(map(str, passed))} seats"
    failed = ", ".join(str(seats) for seats, stronger in passed.items() if not stronger)
    return f"not passed: not shown to be stronger at {failed} seats"
