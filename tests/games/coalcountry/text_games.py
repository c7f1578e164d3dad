"""Positions of the compiled game beside those of the plain model, for what is told of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

from coalbaron_fast.games.coalcountry.state import State
from tests.games.coalcountry.reference import Game
from tests.games.coalcountry.reference.games import begin
from tests.games.coalcountry.reference.policies import POLICIES

RARE = ("shop", "church", "mark", "fill", "over")
"""Phases that few games have; no position in them is left out."""


class Step(NamedTuple):
    """A position in both, and the token that is played next."""

    state: State
    model: Game
    token: str


def steps(numbers: Iterable[int], part: float = 1.0) -> Iterator[Step]:
    """Yield positions of games with all options and policies in turn: this part, and rare ones."""
    for number in numbers:
        rng = Random(f"text/{number}")
        model, _ = begin(number, rng)
        table = model.table
        state = State(
            table.players,
            start=table.start,
            rounds=table.rounds,
            reformed=table.reformed,
            amok=table.amok,
        )
        policy = list(POLICIES.values())[number % len(POLICIES)]
        while model.phase != "over":
            token = policy(model, rng)
            if rng.random() < part or model.phase in RARE:
                yield Step(state, model, token)
            model.play(token)
            state.push(token)
        yield Step(state, model, "")
