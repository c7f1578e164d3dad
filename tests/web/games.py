"""Games that the tests load, played here by an engine that hardly thinks."""

from __future__ import annotations

from functools import cache
from typing import Final

from coalbaron_fast import Engine, Limits, State

NODES: Final = 16


@cache
def played(players: int, seed: int, turns: int) -> State:
    """Return a game after `turns` turns, the picks of the draft not counted."""
    state = State(players, seed=seed)
    engine = Engine(seed=seed)
    done = 0
    while not state.is_over and (done < turns or state.phase != "place"):
        done += state.phase == "place"
        state.push_all(engine.search(state, Limits(nodes=NODES)).best)
    return state


def record_of(state: State) -> str:
    """Return its record, without the seed that would tell what comes."""
    lines = state.to_record().splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith("[Seed "))
