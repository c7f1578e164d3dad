"""Make tests/search/late_positions.txt: late positions that brute force can solve.

Games are greedy play mixed with random tokens, without looks, so that both stacks
stay public; they stop when few workers are left. In most positions all but a few tiles and
cards of the stacks are given to the seats, so that looks and empty stacks come up, in some the
supply's cubes as well, so that tiles come with a shortage. Kept is what
brute force solves within its budget and where nothing hidden can matter: no look is possible,
or the solver calls its result exact. The values are found again by the tests.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path
from typing import Any, Final

from coalbaron_fast import State
from coalbaron_fast.games.coalbaron.core.game import TURN_OPS
from coalbaron_fast.games.coalbaron.notation import token_of
from coalbaron_fast.search.expectimax import Solver
from tests.search.brute_force import TooLargeError, solve

POSITIONS: Final = Path(__file__).with_name("late_positions.txt")
BUDGET: Final = 20_000
LOOKS: Final = ("fx", "ox")
STACKS: Final = ("tile_stack", "order_stack")


def late_position(seed: int) -> dict[str, Any] | None:
    """Play a game to where few workers are left; None if it ends before."""
    generator = random.Random(seed)
    state = State(generator.choice([2, 2, 2, 2, 3, 4]), seed=seed)
    left = generator.choice([1, 2, 2, 3, 3, 4])
    share = generator.choice([0.1, 0.4, 0.8])
    while state.shift < 3 or state.phase != "place" or sum(state.workers) > left:
        turn = [token_of(code) for code in state.first_sight()]
        if turn[0] in LOOKS or (state.phase != "mine" and generator.random() < share):
            turn = [generator.choice([t for t in state.legal_moves() if t not in LOOKS])]
        state.push_all(turn)
        if state.is_over:
            return None
    position = state.to_dict()
    if generator.random() < 0.7:
        hand_out(position, generator)
    if generator.random() < 0.3:
        empty_supply(position, state.supply, generator)
    return position


def hand_out(position: dict[str, Any], generator: random.Random) -> None:
    """Give all but a few items of both stacks to the seats: as tiles bought, orders delivered."""
    for name in STACKS:
        stack = position[name]
        size = generator.randrange(5)
        for item in stack["middle"][size:]:
            seat = generator.choice(position["seats"])
            if name == "tile_stack":
                seat["pit"]["ybgk".index(item[0])]["tiles"].append(item)
            else:
                seat["delivered"].append(item)
        stack["middle"] = stack["middle"][:size]
        stack["middle_size"] = len(stack["middle"])


def empty_supply(position: dict[str, Any], supply: list[int], generator: random.Random) -> None:
    """Leave hardly a cube in the supply, so that tiles come with a shortage."""
    for colour, cubes in zip("ybgk", supply, strict=True):
        seat = generator.choice(position["seats"])
        left = min(cubes, generator.randrange(2))
        letters = seat["storage"] + colour * (cubes - left)
        seat["storage"] = "".join(sorted(letters, key="ybgk".index))


def is_usable(state: State, solver: Solver) -> bool:
    """Whether brute force solves it within the budget and nothing hidden can matter."""
    assert state.turn is not None
    try:
        force, _ = solve(state, BUDGET)
    except TooLargeError:
        return False
    if all(known.phase != "keep" for known in force.known):
        return True
    found = solver.solve(state.data(), state.turn, 10**7)
    return found is not None and found[0][3]


def main(arguments: list[str] | None = None) -> int:
    """Write the file."""
    parser = argparse.ArgumentParser(prog="python -m tests.search.make_late_positions")
    parser.add_argument("--count", type=int, default=220, help="default: %(default)s")
    count = parser.parse_args(arguments).count
    solver = Solver(TURN_OPS, 16)
    lines: list[str] = []
    seed = 0
    while len(lines) < count:
        seed += 1
        position = late_position(seed)
        if position is None:
            continue
        state = State.from_dict(position)
        if is_usable(state, solver):
            lines.append(state.to_text())
    POSITIONS.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{count} positions from {seed} games")
    return 0


if __name__ == "__main__":
    sys.exit(main())
