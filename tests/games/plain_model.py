"""What the plain models of Coal Country and German Railroads share: how they are asked.

The rules are in the models themselves; here are only the question that is open, and random games.
"""

from __future__ import annotations

import argparse
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, Self, TypeVar

from tests.games.side_by_side import mixed

MIXED: Final = "mixed"


@dataclass(frozen=True)
class Question:
    """What is asked: the phase, the seat (none at chance), the legal tokens in their order.

    At chance `weights` says how many pieces give each token.
    """

    phase: str
    seat: int | None
    tokens: list[str]
    weights: dict[str, int] = field(default_factory=dict)


class PlainGame(ABC):
    """A game that asks a question, and is played by tokens that answer it.

    `events` counts what happened by the way. It is no part of the position. `active` is the seat to
    decide; none at chance and when over.
    """

    question: Question
    active: int | None
    history: list[str]
    events: Counter[str]

    @property
    def phase(self) -> str:
        """What is asked."""
        return self.question.phase

    def legal_moves(self) -> list[str]:
        """The legal tokens in their order; at chance the possible ones."""
        return list(self.question.tokens)

    def legal(self) -> set[str]:
        """The same as a set."""
        return set(self.question.tokens)

    def chance_counts(self) -> dict[str, int]:
        """At chance: how many pieces give each token."""
        return dict(self.question.weights)

    def chance_outcomes(self) -> dict[str, float]:
        """At chance: the probability of each token, its count over the count of all."""
        counts = self.chance_counts()
        return {token: count / sum(counts.values()) for token, count in counts.items()}

    def win_shares(self) -> list[float]:
        """What part of the win each seat has, when the game is over; alone always 1."""
        won = self.winners()
        return [(seat in won) / len(won) for seat in range(len(self.scores()))] if won else []

    def require_legal(self, token: str) -> None:
        """Refuse a token that does not answer the question."""
        if token not in self.question.tokens:
            raise ValueError(f"{token!r} is illegal; legal are {self.question.tokens}")

    @abstractmethod
    def scores(self) -> list[int]: ...
    @abstractmethod
    def winners(self) -> list[int]: ...
    @abstractmethod
    def play(self, token: str) -> None: ...
    @abstractmethod
    def copy(self) -> Self: ...
    @abstractmethod
    def to_dict(self, viewer: int | None = None) -> dict[str, Any]: ...
    @abstractmethod
    def shown_to(self, seat: int) -> list[str]: ...


G = TypeVar("G", bound=PlainGame)

Policy = Callable[[G, Random], str]
Watch = Callable[[G, str], None]
"""Is shown every token before it is played."""


def a_policy(
    policies: Mapping[str, Policy[G]], rng: Random, players: int, times_mixed: int = 1
) -> Policy[G]:
    """Who plays a game: one policy for all seats, or another for each, so many times as often."""
    name = rng.choice([*policies, *[MIXED] * times_mixed])
    return mixed(policies, rng, players) if name == MIXED else policies[name]


def played(game: G, policy: Policy[G], rng: Random, watch: Watch[G] | None = None) -> G:
    """The game, played to its end."""
    while game.phase != "over":
        token = policy(game, rng)
        if watch is not None:
            watch(game, token)
        game.play(token)
    return game


def varied_games(
    begin: Callable[[int, Random], tuple[G, Policy[G]]],
    numbers: range,
    seed: str,
    watch: Watch[G] | None = None,
) -> Iterator[G]:
    """Games by their numbers, as `begin` has them and who plays them, each played to its end."""
    for number in numbers:
        rng = Random(f"{seed}/{number}")
        game, policy = begin(number, rng)
        yield played(game, policy, rng, watch)


def add_arguments(parser: argparse.ArgumentParser, games: int | None) -> None:
    """Let a command line say how many games, and which."""
    parser.add_argument("--games", type=int, default=games, help="how many")
    parser.add_argument("--seed", default="1", help="seed of the games (default 1)")


def parse(program: str, description: str, games: int) -> argparse.Namespace:
    """Read a command line that says how many games."""
    parser = argparse.ArgumentParser(prog=f"python -m {program}", description=description)
    add_arguments(parser, games)
    return parser.parse_args()
