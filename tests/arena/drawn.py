"""Made-up results of games, for tests of statistics and reports."""

from __future__ import annotations

from collections.abc import Sequence

from coalbaron_fast.arena import Fault, GameResult


def result(
    number: int,
    entrants: Sequence[int],
    ranks: Sequence[int],
    vp: Sequence[int] | None = None,
    *,
    deal: int = 0,
    faults: tuple[Fault, ...] = (),
) -> GameResult:
    """Return a result with these places."""
    winners = list(ranks).count(0)
    return GameResult(
        number=number,
        deal=deal,
        table=0,
        entrants=tuple(entrants),
        ranks=tuple(ranks),
        shares=tuple((rank == 0) / winners for rank in ranks),
        vp=None if vp is None else tuple(vp),
        faults=faults,
        record="",
        seconds=(0.0,) * len(ranks),
    )
