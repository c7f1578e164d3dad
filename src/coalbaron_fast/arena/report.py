"""Reports of a match: a summary as data, and tables to read.

Both hold the same figures and no times, so the same games give the same reports.
"""

from __future__ import annotations

import math
from typing import Any, Final

from coalbaron_fast.arena.intervals import Interval, elo_of
from coalbaron_fast.arena.sequential import LOWER, UPPER
from coalbaron_fast.arena.statistics import Standing, Tally, pairing_gain
from coalbaron_fast.games import load_game
from coalbaron_fast.tables import format_table

__all__ = ["score_line", "summary", "text_report"]

SHOWN_FAULTS: Final = 5
SHOWN_LINES: Final = 8
"""Lines of a fault's transcript; the match file holds all of it."""

NUMBERS: Final = ("win", "points", "margin", "vp")


def score_line(tally: Tally) -> str:
    """Return the score so far in one line: that of the first player, or of the best rated one."""
    if not tally.deals:
        return "no whole deal yet"
    standing = tally.standing(0)
    words = [
        f"{standing.name}: win share {standing.win}",
        f"margin {standing.margin}",
    ]
    ratings, elo = tally.ratings(), tally.elo()
    if ratings is not None:
        best = max(range(len(ratings)), key=lambda entrant: ratings[entrant].rating)
        words = [f"best {tally.names[best]}: rating {ratings[best]}"]
    elif elo is not None:
        words.append(f"Elo {_elo_text(elo)}")
    if tally.test is not None:
        words.append(f"log-likelihood ratio {tally.test.ratio:.2f} of {LOWER:.2f} to {UPPER:.2f}")
    return ", ".join(words)


def text_report(tally: Tally) -> str:
    """Return the report to read: who played, how strong, how sure, and what went wrong."""
    settings = tally.settings
    head = f"{settings.form} at {settings.seats} seats: {len(tally.deals)} deals, "
    parts = [f"{head}{tally.games} games, seed {settings.seed}{_conditions(tally)}"]
    if tally.deals:
        parts.append(_standings_table(tally))
        if len(tally.tables) > 1:
            parts.append(_pairings_table(tally))
        parts += _verdict_lines(tally)
    unfinished = len(tally.numbers) - tally.games
    if unfinished:
        parts.append(f"{unfinished} games of unfinished deals are kept and not counted")
    if tally.faults:
        parts.append(_fault_text(tally))
    return "\n\n".join(parts)


def _conditions(tally: Tally) -> str:
    settings = tally.settings
    plies = f", {settings.plies} random plies" if settings.plies else ""
    late = "" if settings.late is None else f", from {settings.late} workers left in the last shift"
    repeatable = ", repeatable" if settings.is_repeatable else ""
    return plies + late + repeatable


def _standings_table(tally: Tally) -> str:
    ratings = tally.ratings()
    unit = load_game(tally.settings.game).units.short
    columns = dict(zip(NUMBERS, ("win share", "rank points", "margin", unit), strict=True))
    if tally.settings.seats == 2:
        # At two seats rank points are the share of the win.
        del columns["points"]
    header = ["player", "games", *columns.values()]
    rows = [
        [standing.name, str(standing.games), *(str(getattr(standing, name)) for name in columns)]
        for standing in tally.standings()
    ]
    if ratings is not None:
        header.append("rating")
        order = sorted(range(len(rows)), key=lambda entrant: -ratings[entrant].rating)
        rows = [[*rows[entrant], str(ratings[entrant])] for entrant in order]
    fair = 1 / tally.settings.seats
    return format_table(header, rows) + f"\na fair share of the win is {fair:.2f}"


def _pairings_table(tally: Tally) -> str:
    names = tally.names
    rows = []
    for index, table in enumerate(tally.tables):
        if len(set(table)) > 2:
            continue
        standing = tally.standing(table[0], index)
        rows.append(
            [
                f"{names[table[0]]} against {names[table[-1]]}",
                str(standing.games),
                str(standing.win),
                str(standing.margin),
                _elo_text(_elo_interval(standing)),
            ]
        )
    header = ["pairing", "games", "win share", "margin", "Elo"]
    return format_table(header, rows) if rows else ""


def _verdict_lines(tally: Tally) -> list[str]:
    lines = []
    elo = tally.elo()
    if elo is not None:
        lines.append(f"Elo of the first over the second: {_elo_text(elo)}")
    test = tally.test
    if test is not None:
        taken = "undecided" if test.verdict is None else f"{test.verdict:g} Elo is taken"
        lines.append(
            f"sequential test of {test.low:g} against {test.high:g} Elo: {taken} after "
            f"{test.deals} deals, log-likelihood ratio {test.ratio:.2f} "
            f"({LOWER:.2f} to {UPPER:.2f})"
        )
    gain = pairing_gain(tally.single_scores())
    if gain is not None:
        lines.append(f"without pairing, {gain:.2g} times as many games would say as much of wins")
    return ["\n".join(lines)] if lines else []


def _fault_text(tally: Tally) -> str:
    lines = [f"{len(tally.faults)} times a player did something wrong:"]
    names = tally.names
    entrants = {game.number: game.entrants for games in tally.deals for game in games}
    for number, fault in tally.faults[:SHOWN_FAULTS]:
        name = names[entrants[number][fault.seat]]
        lines.append(f"game {number}, seat {fault.seat}, {name}: {fault.kind}: {fault.text}")
        lines += [f"    {line}" for line in fault.transcript[-SHOWN_LINES:]]
    if len(tally.faults) > SHOWN_FAULTS:
        lines.append(f"and {len(tally.faults) - SHOWN_FAULTS} more")
    return "\n".join(lines)


def _elo_interval(standing: Standing) -> Interval:
    return Interval(*(elo_of(bound) for bound in standing.points))


def _elo_text(elo: Interval) -> str:
    def shown(value: float) -> str:
        return f"{value:+.0f}" if math.isfinite(value) else ("∞" if value > 0 else "-∞")

    return f"{shown(elo.mean)} [{shown(elo.low)}, {shown(elo.high)}]"


def summary(tally: Tally) -> dict[str, Any]:
    """Return the whole report as data for JSON; what has no value is None."""
    ratings = tally.ratings()
    players = []
    for entrant, standing in enumerate(tally.standings()):
        player = _standing_data(standing) | {"faults": dict(tally.errors_by_kind(entrant))}
        if ratings is not None:
            player["rating"] = ratings[entrant]._asdict()
        players.append(player)
    elo, test = tally.elo(), tally.test
    return {
        "settings": tally.settings.to_dict(),
        "repeatable": tally.settings.is_repeatable,
        "deals": len(tally.deals),
        "games": tally.games,
        "players": players,
        "pairings": [
            {"table": table, **_standing_data(tally.standing(table[0], index))}
            for index, table in enumerate(tally.tables)
        ],
        "elo": None if elo is None else elo.as_data(),
        "sprt": None
        if test is None
        else {"verdict": test.verdict, "ratio": test.ratio, "deals": test.deals},
        "pairing_gain": {
            name: pairing_gain(tally.single_scores(name)) for name in ("win", "points", "margin")
        },
        "faults": [{"game": number, **fault._asdict()} for number, fault in tally.faults],
    }


def _standing_data(standing: Standing) -> dict[str, Any]:
    numbers = {name: getattr(standing, name).as_data() for name in NUMBERS}
    return {"name": standing.name, "games": standing.games, **numbers}
