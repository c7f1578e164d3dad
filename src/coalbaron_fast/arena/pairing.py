"""Who plays whom: a match as settings, and its games as tasks.

Each deal is played in every rotation of the seats, with the same decks and the same opening, so the
luck of the deal is the same for every player. Results are counted by whole deals.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any, Final, NamedTuple, Self

from coalbaron_fast.arena.game_task import GameTask, Opening
from coalbaron_fast.arena.players import read_player, try_player
from coalbaron_fast.games import DEFAULT, load_game
from coalbaron_fast.games.options import with_options

__all__ = ["FORMATS", "MatchSettings", "Table"]

FORMATS: Final = {
    "match": "two players, one of the first in a seat and the second in all others; or one a seat",
    "gauntlet": "the first player against each of the others",
    "round-robin": "every player against every other; at three and four seats all groups of them",
    "ladder": "each player against the one named before it",
}

LARGEST_NUMBER: Final = 2**62
"""Seeds of deals are counted up and have 64 bits."""

MOST_ELO: Final = 2000
"""Hypotheses are at most this: a player that much stronger loses one game in 100,000."""

Table = tuple[int, ...]
"""The players of one game, by their place in `MatchSettings.players`, in clockwise order."""


class MatchSettings(NamedTuple):
    """All settings of a match: the same settings play the same games.

    At most `deals` are played. With `sprt`, two hypotheses in Elo, a sequential test may end the
    match before. `plies` and `late` make the opening (`Opening`). `options` are those of the game,
    as words.
    """

    players: tuple[str, ...]
    form: str = "match"
    seats: int = 2
    deals: int = 100
    seed: int = 1
    plies: int = 0
    late: int | None = None
    sprt: tuple[float, float] | None = None
    game: str = DEFAULT
    options: str = ""

    def checked(self, each: str = "") -> Self:
        """Return the settings with every player spelled out, and those in `each` given to all.

        Raises `ValueError` if the match cannot be played.
        """
        players = tuple(read_player(text, each).text for text in self.players)
        if self.form not in FORMATS:
            raise ValueError(f"no format {self.form!r}: {' '.join(FORMATS)}")
        game = load_game(self.game)
        game.check_players(self.seats, "seats")
        options = game.options.spell(self.options)
        if self.late is not None and game.study is None:
            raise ValueError(f"{game.title} has no late positions to begin with")
        for name, least in (("deals", 1), ("seed", 0), ("plies", 0), ("late", 1)):
            value = getattr(self, name)
            if value is not None and not least <= value <= LARGEST_NUMBER:
                raise ValueError(f"{name} cannot be {value}")
        self._check_count()
        for text in players:
            try_player(read_player(text), game)
        if self.sprt is not None:
            if len(players) != 2:
                raise ValueError(f"a sequential test compares 2 players, not {len(players)}")
            if not all(abs(elo) <= MOST_ELO for elo in self.sprt):
                raise ValueError(
                    f"hypotheses are -{MOST_ELO} to {MOST_ELO} Elo, "
                    f"not {self.sprt[0]:g} and {self.sprt[1]:g}"
                )
            if not self.sprt[0] < self.sprt[1]:
                raise ValueError(f"of two hypotheses the first is the lower one, not {self.sprt}")
        return self._replace(players=players, options=options)

    def _check_count(self) -> None:
        count = len(self.players)
        if self.form == "match" and count not in (2, self.seats):
            fitting = "2" if self.seats == 2 else f"2 or {self.seats}"
            raise ValueError(f"a match at {self.seats} seats takes {fitting} players, not {count}")
        least = self.seats if self.form == "round-robin" else 2
        if count < least:
            raise ValueError(f"a {self.form} at {self.seats} seats takes {least} players or more")

    @property
    def names(self) -> list[str]:
        """The names that tables show; equal names are numbered."""
        names: list[str] = []
        for name in self.player_names:
            same = sum(other.partition(" #")[0] == name for other in names)
            names.append(f"{name} #{same + 1}" if same else name)
        return names

    @property
    def player_names(self) -> list[str]:
        """The names that records show."""
        return [read_player(text).name for text in self.players]

    @property
    def is_repeatable(self) -> bool:
        """Whether the same settings give the same results everywhere; see `PlayerSpec`."""
        return all(read_player(text).is_repeatable for text in self.players)

    def tables(self) -> list[Table]:
        """Return who meets: the groups of players that play each deal."""
        count, others = len(self.players), self.seats - 1
        if self.form == "gauntlet":
            return [(0, *[other] * others) for other in range(1, count)]
        if self.form == "ladder":
            return [(rung + 1, *[rung] * others) for rung in range(count - 1)]
        if self.form == "round-robin":
            return list(itertools.combinations(range(count), self.seats))
        return [tuple(range(count)) if count == self.seats else (0, *[1] * others)]

    def games_a_deal(self) -> int:
        """Return the number of games for each deal."""
        return sum(len(rotations(table)) for table in self.tables())

    def tasks(self) -> Iterator[GameTask]:
        """Yield the games, always the same ones in the same order."""
        for deal in range(self.deals):
            yield from self.tasks_of_deal(deal)

    def tasks_of_deal(self, deal: int) -> Iterator[GameTask]:
        """Yield the games of one deal."""
        number = itertools.count(deal * self.games_a_deal())
        start = load_game(self.game).start_of(deal, self.seats)
        opening = Opening(self.seed + deal, start, self.plies, self.late)
        for index, table in enumerate(self.tables()):
            for seating in rotations(in_order(table, deal)):
                players = tuple(self.players[entrant] for entrant in seating)
                yield GameTask(
                    next(number), deal, index, seating, players, opening, self.game, self.options
                )

    def to_dict(self) -> dict[str, Any]:
        """Return them as data for JSON."""
        return self._asdict()

    @classmethod
    def from_dict(cls, data: object) -> MatchSettings:
        """Read what `to_dict` gave; raises `ValueError` for anything else."""
        if isinstance(data, dict):
            data = with_options(data)
        if not isinstance(data, dict) or set(data) != set(cls._fields):
            raise ValueError(f"settings are {' '.join(cls._fields)}")
        sprt, players = data["sprt"], data["players"]
        words = dict.fromkeys(("form", "game", "options"), str)
        kinds = words | dict.fromkeys(("seats", "deals", "seed", "plies"), int)
        if (
            not isinstance(players, list | tuple)
            or any(type(text) is not str for text in players)
            or any(type(data[name]) is not kind for name, kind in kinds.items())
            or type(data["late"]) not in (int, type(None))
            or not (sprt is None or (isinstance(sprt, list | tuple) and len(sprt) == 2))
            or any(type(elo) not in (int, float) for elo in sprt or ())
        ):
            raise ValueError("settings of another kind")
        low_high = None if sprt is None else (float(sprt[0]), float(sprt[1]))
        return cls(**data | {"players": tuple(players), "sprt": low_high})


def in_order(table: Table, deal: int) -> Table:
    """Return the table as it sits in a deal: the order changes from deal to deal."""
    orders = sorted(set(itertools.permutations(table[1:])))
    return (table[0], *orders[deal % len(orders)])


def rotations(table: Table) -> list[Table]:
    """Return every rotation of the table, each once."""
    turned = [table[-shift:] + table[:-shift] for shift in range(len(table))]
    return list(dict.fromkeys(turned))
