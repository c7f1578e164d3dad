"""Positions in which a seat begins a group of decisions, from random games of every kind.

A compiled core is proved complete on them: it plays `tokens`, lists its turns, and
`reference.listing.complaints` says what is missing, doubled or illegal::

    for group in groups(1, range(1000), "buy"):
        state = new_state(group.setting)
        state.push_all(group.tokens)
        assert complaints(group.game, turns_of(state)) == []
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from tests.games.ruhr import agreement
from tests.games.ruhr.reference import Game
from tests.games.ruhr.reference.listing import group_of
from tests.games.side_by_side import Setting


@dataclass(frozen=True)
class Group:
    """A position of the reference, and how it came about."""

    setting: Setting
    tokens: list[str]
    game: Game


def groups(seed: int, numbers: range, phase: str, part: float = 1.0) -> Iterator[Group]:
    """The beginnings of all groups, or a part of them, in the agreement runner's games.

    Args:
        seed: The seed of the games.
        numbers: Which games; 108 in a row are of every kind.
        phase: With which phase the groups begin: `option`, or `buy`.
        part: How many of the positions to give, from above 0 to 1.
    """
    for number in numbers:
        rng = Random(f"{seed}/{number}")
        setting = agreement.setting(rng, number)
        policy = agreement.policy(setting, rng)
        chosen = Random(f"{seed}/{number}/groups")
        game = agreement.new_game(setting)
        before = None
        tokens: list[str] = []
        while game.phase != "over":
            begins = group_of(game) != before
            if game.phase == phase and begins and chosen.random() < part:
                yield Group(setting, list(tokens), game.copy())
            before = group_of(game)
            tokens.append(policy(game, rng))
            game.play(tokens[-1])
