"""The inputs that the search begins with: games of the engine, as text, JSON and records."""

from __future__ import annotations

import json
from random import Random

from coalbaron_fast import State


def seed_inputs(seed: int) -> list[str]:
    """Positions of all phases, full and seen by a seat, and records cut off anywhere."""
    rng = Random(seed)
    found: dict[tuple[object, ...], list[str]] = {}
    for game in range(6):
        state = State(players=2 + game % 3, start=game % 2)
        while not state.is_over:
            state.push(rng.choice(state.legal_moves()))
            for shown in (state, state.view(rng.randrange(state.players))):
                key = (shown.players, shown.phase, shown.viewer is None)
                if rng.random() < (0.02 if key in found else 1):
                    found[key] = inputs_of(shown)
        found["over", game] = inputs_of(state)
    return [text for texts in found.values() for text in texts]


def inputs_of(state: State) -> list[str]:
    """One input for each reader."""
    return [
        "t" + state.to_text(),
        "d" + json.dumps(state.to_dict()),
        "r" + state.to_record(Event='a "fuzz"'),
    ]
