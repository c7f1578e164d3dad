"""Learn to play by OpenSpiel's own PPO, through its own environment.

    python -m coalbaron_fast.envs.examples.openspiel_ppo
    python -m coalbaron_fast.envs.examples.openspiel_ppo --players 3 --updates 100

OpenSpiel's PPO learns for one seat, here the first, against OpenSpiel's random agents. It sees the
observation, not the information state, which also lists all tokens that were shown.
Chance is drawn by OpenSpiel. Before and after, the share of the win is measured over other games.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from open_spiel.python import rl_environment
from open_spiel.python.algorithms.random_agent import RandomAgent

from coalbaron_fast.envs import BatchEnv
from coalbaron_fast.envs.examples.course import OTHER_GAMES, measure, needing, new_parser
from coalbaron_fast.envs.openspiel import CoalBaronGame
from coalbaron_fast.envs.opponents import Policy

LEARNER: Final = 0
"""OpenSpiel's PPO has one seat in all games; it begins the game."""

REPORTS: Final = 20
"""Lines of progress in a run."""

TimeStep: TypeAlias = Any
"""OpenSpiel has no types."""


class Table:
    """One game after the other, with random agents in the seats that do not learn."""

    def __init__(self, players: int, seed: int) -> None:
        name = CoalBaronGame.game_type.short_name
        kind = rl_environment.ObservationType.OBSERVATION
        self.environment = rl_environment.Environment(name, observation_type=kind, players=players)
        self.environment.seed(seed)
        actions = self.environment.action_spec()["num_actions"]
        self._others = {seat: RandomAgent(seat, actions) for seat in range(players)}

    def begin(self) -> TimeStep:
        """Begin a game; return what the learner sees when it is asked."""
        return self._others_play(self.environment.reset())

    def play(self, action: int) -> TimeStep:
        """Play an action of the learner, and all that the others do until it is asked again."""
        return self._others_play(self.environment.step([action]))

    def _others_play(self, seen: TimeStep) -> TimeStep:
        while not seen.last() and (seat := seen.observations["current_player"]) != LEARNER:
            seen = self.environment.step([self._others[seat].step(seen).action])
        return seen


def learn(options: argparse.Namespace) -> tuple[float, float]:
    """Learn and show progress; return the win share before and after."""
    with needing("openspiel,torch"):
        import torch  # noqa: PLC0415 - `--help` does without
        from open_spiel.python.pytorch.ppo import PPO, PPOAgent  # noqa: PLC0415

    torch.manual_seed(options.seed)
    np.random.seed(options.seed)  # OpenSpiel's agents draw from it
    tables = [Table(options.players, options.seed + index) for index in range(options.lanes)]
    environment = tables[0].environment
    agent = PPO(
        input_shape=tuple(environment.observation_spec()["info_state"]),
        num_actions=environment.action_spec()["num_actions"],
        num_players=options.players,
        player_id=LEARNER,
        num_envs=options.lanes,
        steps_per_batch=options.steps,
        num_minibatches=4,
        update_epochs=2,
        learning_rate=1e-3,
        gamma=1.0,
        agent_fn=PPOAgent,
    )

    def policy(observations: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        with torch.no_grad():
            found = agent.get_action_and_value(
                torch.from_numpy(observations), torch.from_numpy(masks)
            )
        actions: NDArray[np.int64] = found[0].numpy()
        return actions

    before = win_share("before", policy, options)
    seen = [table.begin() for table in tables]
    began = time.monotonic()
    for number in range(1, options.updates + 1):
        returns: list[float] = []
        for _ in range(options.steps):
            outputs = agent.step(seen)
            pairs = zip(tables, outputs, strict=True)
            seen = [table.play(output.action) for table, output in pairs]
            rewards, ends = [one.rewards[LEARNER] for one in seen], [one.last() for one in seen]
            agent.post_step(rewards, ends)
            returns += [reward for reward, end in zip(rewards, ends, strict=True) if end]
            waiting = zip(tables, seen, strict=True)
            seen = [table.begin() if one.last() else one for table, one in waiting]
        agent.learn(seen)
        if number % max(options.updates // REPORTS, 1) == 0 or number == options.updates:
            seconds = time.monotonic() - began
            mean = f"{np.mean(returns):+.2f}" if returns else "no end yet"
            left = seconds / number * (options.updates - number)
            print(
                f"update {number:4} of {options.updates}  {agent.total_steps_done:8} decisions  "
                f"mean return {mean}  {seconds:4.0f} s, {left:.0f} s left",
                flush=True,
            )
    after = win_share("after", policy, options)
    if options.save is not None:
        agent.save(str(options.save))
    return before, after


def win_share(title: str, policy: Policy, options: argparse.Namespace) -> float:
    """Print and return the share of the win over games of a batch, which are fast."""
    seed = options.seed + OTHER_GAMES
    games = BatchEnv(options.games, options.players, seed, learners=[LEARNER], start=LEARNER)
    return measure(title, policy, games, "random")


def read_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = new_parser("openspiel_ppo", "Learn to play by OpenSpiel's own PPO.", lanes=32)
    parser.add_argument("--updates", type=int, default=40, help="rounds of playing and learning")
    parser.add_argument("--steps", type=int, default=128, help="of each game between two updates")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    learn(read_arguments(arguments))
    return 0


if __name__ == "__main__":
    sys.exit(main())
