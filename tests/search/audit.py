"""Audit many positions of real games: what is hidden must not change a decision.

    python -m tests.search.audit --positions 300

Games of all seat counts by players who look at the stacks often. Each position is decided again
in worlds that look the same to the mover; any difference, in a turn or a number, is printed.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator

from coalbaron_fast import Engine, Limits
from coalbaron_fast.engine.evaluation import BEST
from coalbaron_fast.games import DEFAULT, GAMES, Game, Position, load_game

LOOK_SHARE = 0.15
EVERY = 7


def positions(count: int, seed: int, game: Game) -> Iterator[Position]:
    """Yield positions from all over games, by seat counts in turn."""
    generator = random.Random(seed)
    while True:
        for players in (2, 3, 4):
            state: Position = game.State(
                players, seed=generator.getrandbits(32), start=generator.randrange(players)
            )
            offset = generator.randrange(EVERY)
            turns = 0
            while not state.is_over:
                if turns % EVERY == offset:
                    yield state.copy()
                    count -= 1
                    if not count:
                        return
                looks = [token for token in state.legal_moves() if token in ("fx", "ox")]
                if looks and generator.random() < LOOK_SHARE:
                    state.push(generator.choice(looks))
                else:
                    state.push_codes(state.first_sight())
                turns += 1


def is_hidden(state: Position, seed: int) -> bool:
    """Whether another world than the true one looks the same to the mover."""
    seat = state.turn
    return seat is not None and any(
        state.sample_world(seat, seed=seed + number) != state for number in range(3)
    )


def main(arguments: list[str] | None = None) -> int:
    """Audit; the status is 1 if anything differed."""
    parser = argparse.ArgumentParser(prog="python -m tests.search.audit", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument(
        "--game", choices=tuple(GAMES), default=DEFAULT, help="default: %(default)s"
    )
    parser.add_argument("--positions", type=int, default=300, help="default: %(default)s")
    parser.add_argument("--nodes", type=int, default=150, help="a decision; %(default)s")
    parser.add_argument("--permutations", type=int, default=5, help="default: %(default)s")
    parser.add_argument("--seed", type=int, default=1, help="default: %(default)s")
    parser.add_argument("--evaluation", default=BEST, help="best, net, hand or a file; %(default)s")
    chosen = parser.parse_args(arguments)
    game = load_game(chosen.game)
    engine = Engine(hash_mb=16, evaluation=chosen.evaluation, game=game)
    audited = hidden = different = 0
    for state in positions(chosen.positions, chosen.seed, game):
        found = engine.audit(state, Limits(nodes=chosen.nodes, lines=5), chosen.permutations)
        audited += 1
        hidden += is_hidden(state, chosen.seed)
        if found:
            different += 1
            print(f"differs: {state.to_text()}")
    print(f"{audited} positions, in {hidden} something is hidden: {different} differ")
    return different > 0


if __name__ == "__main__":
    sys.exit(main())
