"""Players: at random, by tastes that steer towards the corners of the rules, and one that looks.

A policy looks at the model alone and answers decisions and chance alike. `Tastes` gives every legal
token a value by rules of thumb, and what it likes more on top. `looking` plays each token on a copy
and takes the one after which the seat scores most: slow, but it plays well for one token.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random

from tests.games.railroads.reference import facts, tracks
from tests.games.railroads.reference.model import Game
from tests.games.railroads.reference.table import Seat, Table
from tests.games.side_by_side import draw_by_chance, uniform

Policy = Callable[[Game, Random], str]

THUMB: dict[str, float] = {
    "pass": -6.0,
    "skip": -4.0,
    "end": -1.0,
    "stay": -1.0,
    "keep": 1.0,
    "L>-": -3.0,
    "L>": 5.0,
    "F": 2.0,
    "R": 2.0,
    "w": 7.0,
    "n": 5.0,
    "b": 4.0,
    "g": 3.0,
    "k": 2.0,
    "i": 3.0,
    "l": 5.0,
    "any": 4.0,
    "x2": 2.0,
    "hire": 4.0,
    "temp": 5.0,
    "o": 4.0,
    "e": 3.0,
    "?": 3.0,
    "key": 3.0,
    "re:": 2.0,
    "inc:": 2.0,
    "fu": 2.0,
    "boil": 2.0,
    "fy": 2.0,
}
"""What a token is worth, about, by the longest of these that it begins with."""


@dataclass(frozen=True)
class Tastes:
    """What it likes is worth more to it than it is; `likes` are regular expressions."""

    likes: Mapping[str, float] = field(default_factory=dict)
    noise: float = 4.0

    def __call__(self, game: Game, rng: Random) -> str:
        """The token of this policy."""
        tokens = game.legal_moves()
        if game.phase == "chance":
            return self.chance(game, rng, tokens)
        assert game.active is not None
        seat = game.table.seats[game.active]
        values = {
            token: self.value(token) + self.more(seat, token) + self.noise * rng.random()
            for token in tokens
        }
        return max(tokens, key=values.__getitem__)

    def more(self, _seat: Seat, _token: str) -> float:
        """What depends on the seat's board."""
        return 0.0

    def chance(self, game: Game, rng: Random, tokens: list[str]) -> str:
        """The outcomes that it would rather have; otherwise as likely as they are."""
        most = max(map(self.like, tokens))
        if not most:
            return draw_by_chance(game, rng)
        return rng.choice([token for token in tokens if self.like(token) == most])

    def like(self, token: str) -> float:
        """What it is worth more."""
        return sum(more for what, more in self.likes.items() if re.match(what, token))

    def value(self, token: str) -> float:
        """By thumb, less what is paid in coins, and the taste."""
        names = [name for name in THUMB if token.startswith(name)]
        thumb = THUMB[max(names, key=len)] if names else 0.0
        coins = int(token[-1]) if "$" in token else 0
        return thumb - coins + self.like(token)


class Waiting(Tastes):
    """It enters the first gap only when a factory 8 or 9 with its boilerman is there."""

    def more(self, seat: Seat, token: str) -> float:
        """Markers wait on space 4; the first gap waits for its factory."""
        first = seat.gaps[1]
        is_late = first is not None and first.number in (8, 9)
        is_ready = is_late and first is not None and first.man
        if token.startswith(("i1", "i2", "i@")) and (is_ready or max(seat.markers) < 4):
            return 60.0
        if token.startswith(("i1", "i2", "i@")):
            return -60.0
        if token in {"boil", "m>F1"} or token.startswith("coal"):
            return 60.0 if is_late else -20.0
        return 0.0


def looking(game: Game, rng: Random) -> str:
    """The token after which the points, with those of all scorings to come, are most."""
    if game.phase == "chance":
        return draw_by_chance(game, rng)
    assert game.active is not None
    best: tuple[float, str] | None = None
    for token in game.legal_moves():
        # The turn is played on by itself only as far as it is forced: one token deep.
        other = game.copy()
        other.play(token)
        value = outlook(other.table, other.table.seats[game.active]) + rng.random() / 4
        if best is None or value > best[0]:
            best = (value, token)
    assert best is not None
    return best[1]


def outlook(table: Table, seat: Seat) -> float:
    """Points now, and what lies there scores in all rounds to come; some care for what helps."""
    left = table.rounds - table.round + (table.stage != "over")
    per_round = sum(tracks.rail_points(table, seat, rail) for rail in table.rails)
    per_round += tracks.stars(table, seat) + tracks.medal_points(table, seat)
    per_round += sum(map(facts.industry_points, seat.markers))
    colours = sum(at[c] * (1 + n) for at in seat.tracks.values() for n, c in enumerate("kgbnw"))
    reach = sum(min(tracks.reach(seat, rail), seat.tracks[rail]["k"] + 2) for rail in seat.tracks)
    lasting = 3 * seat.won + 3 * seat.black_worker + 2 * len(seat.unlocked) + seat.doublers
    lasting += 2 * len(seat.engineers) + len(seat.factories)
    parts = sum(PART.get(part.kind, 1.0) for part in table.pool) * (left + 1)
    hands = 0 if seat.passed else 3 * seat.workers + 2 * seat.coins
    hands += seat.coins + seat.coal + 8 * (seat.due + len(seat.bonus))
    return seat.points + hands + parts + left * (per_round + 0.4 * colours + 0.8 * reach + lasting)


PART = {"L": 2.0, "F": 1.5, "LF": 2.0, "q": 4.0, "key": 2.0, "any": 1.5, "use": 2.0}
"""What a part of the pool is worth, about, for each round to come; 1 for the others."""

POLICIES: dict[str, Policy] = {
    "uniform": uniform,
    "thumb": Tastes(),
    "noisy": Tastes(noise=12.0),
    "builds": Tastes(
        {r"l[123]": 6, "[FR]": 9, r"i[@\d]": 9, "m>F": 5, r"L>": -6, "fu": 6, "boil": 6}
    ),
    "drives": Tastes({r"l[123]": 9, r"L>[A-Z]\^": 9, r"L>": 6, "m>": 3, "l1": 4, r"[ke]\d?": 2}),
    "loses": Tastes({r"L>-": 20, r"l[123]": 9, r"R10": 40, r"\?c-loco9": 40, "R1": 30, r"\?": 9}),
    "asks": Tastes(
        {r"k>[SD]": 9, r"L>[SD]": 9, r"\?c-": 9, r"k": 2, "l1": 6, r"x3[ae]|x4d|x2b": 9}
    ),
    "cards": Tastes(
        {"!E15": 9, "[eo]15": 20, "card": 30, r"\?c": 30, "R9|F9": 40, r"i[@\d]": 9, "copy:15": 9}
    ),
    "new": Tastes(
        {
            "!En": 9,
            "hire": 9,
            "[eo]n": 9,
            "use": 9,
            r"\?c-coalfactory": 40,
            r"[FR]\d+\^": 8,
            r"\?co": 9,
            r"C\^": 9,
            "burn": 9,
            "R10": 30,
            r"\?c-reval2": 20,
            r"l[123]": 4,
        }
    ),
    "coal": Tastes({"fy": 20, "coal": 9, "fu": 12, "boil": 25, "m>": 6, "!En8": 9, "[eo]n8": 9}),
    "mans": Tastes(
        {
            "boil": 25,
            "coal": 15,
            "fy": 12,
            "fu": 8,
            "m>F": 20,
            "keep": -9,
            "l[13]": 9,
            "[FR]": 20,
            r"[FR]\d+\^": 9,
            r"i[@\d]": 9,
            r"\?mark": 9,
            r"\?coal4": 9,
        }
    ),
    "fills": Tastes(
        {
            "l[13]": 20,
            r"[FR]\d+$": 20,
            r"k>[S]": 12,
            r"L>S": 9,
            "k": 3,
            r"\?build": 20,
            r"\?c-coalfactory": 15,
            r"C": 9,
            r"R10": 40,
            r"[FR]\d+\^": 9,
            "skip": -9,
        }
    ),
    "seven": Tastes(
        {
            "!f7": 30,
            "fy:7": 40,
            "fu7": 60,
            "coal": 9,
            "[kgbnwi][123]$": 9,
            "l2": 9,
            "keep": 20,
            "re": 9,
            "[gbn]>": 4,
            r"\?card": 20,
            r"\?c-": 9,
        }
    ),
    "twos": Tastes(
        {
            "!f7": 30,
            "fy:7": 40,
            "fu7": 5,
            "coal": 9,
            "[kbnw]2$": 30,
            "keep": 20,
            "k>[TMH]": 9,
            "re:[kbnw]2": 30,
            "[gbnw]>[TMH]": 4,
            "any": 8,
            "kg": 7,
            "L>[TM]": 9,
        }
    ),
    "six": Tastes(
        {
            "!E2": 9,
            "!E8": 8,
            "!En6": 7,
            "k>[TM]": 30,
            "g>[TM]": 40,
            "k[12]|kg|s:coin": 15,
            "g": 9,
            "en6": 90,
            "coins": 9,
            "hire|any": -30,
            r".*\$": -40,
            "pass": -20,
        }
    ),
    "high": Tastes(
        {
            "!En10": 9,
            "hire": 9,
            "[eo]n10": 30,
            "l[13]": 20,
            "L>": 4,
            "[FR][89]": 60,
            "boil": 9,
            "coal": 12,
            "m>F": 30,
            "keep": -9,
            "fu": 6,
            "use": 9,
            "i": -5,
        }
    ),
    "waits": Waiting(
        {
            "!E2": 10,
            "!E8": 9,
            "[eo]8": 30,
            "l[13]": 25,
            "hire": 9,
            "temp": 20,
            "coins": 15,
            r"[FR]\d+$": 40,
            r"[FR][89]\^1$": 60,
            "L>": 10,
            r"[FR]\d+\^": -20,
            "fy": -9,
        }
    ),
    "plus": Tastes({"x4e": 30, "k>N": 20, "i": -9, "k[12]|any|kg": 6}),
    "income": Tastes({"inc": 9, r"k>[DN]": 9, r"L>[DN]": 12, "x..": 5, "l1": 9, r"\+inc": 9}),
    "ahead": Tastes({r"k": 9, "any": 9, "k>[MT]": 9, "key": 5, r"[eo](2|4|14|3|6)$": 9, "to": 9}),
    "far": Tastes({r"[gbnw]": 9, "k>[MTH]": 12, r"k2|k1": 9, "L>[MT]": 9, "L>": 4, "x2": 6}),
    "hires": Tastes({"hire": 30, "o": 12, "e": 6, "coins": 5, r"\?c-engineer": 40, "copy": 9}),
    "again": Tastes(
        {
            "!E5": 9,
            "!E11": 9,
            "[eo](5|11)": 30,
            "hire": 20,
            "F5|R5": 30,
            "i": 9,
            "re": 9,
            "k>[TMH]": 9,
            "[bnw]": 9,
            "re:([bnw][12]|i3)": 9,
        }
    ),
}
"""What the seats of varied games play."""
