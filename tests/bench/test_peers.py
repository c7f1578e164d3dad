"""The counts that divide the peers' times, on small made-up games."""

from __future__ import annotations

import random

import pytest
from bench.peers import __main__ as program
from bench.peers.__main__ import OURS, OURS_PYTHON, compare, peer_tasks, play_in_python
from bench.peers.open_spiel import (
    Lengths,
    first_decision,
    play_all_counted,
    play_counted,
    search_once,
)
from bench.peers.petting_zoo import play_games
from bench.tasks import Task


class DiceGame:
    """A deal of two chance nodes, then three times a decision and a throw of the dice."""

    def __init__(self, events: int = 0) -> None:
        self.events = events

    def new_initial_state(self) -> DiceGame:
        return DiceGame()

    def clone(self) -> DiceGame:
        return DiceGame(self.events)

    def is_chance_node(self) -> bool:
        return self.events < 2 or self.events % 2 == 1

    def is_terminal(self) -> bool:
        return self.events == 8

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(0, 0.5), (1, 0.5)]

    def legal_actions(self) -> list[int]:
        return [0, 1, 2]

    def apply_action(self, action: int) -> None:
        assert action in (0, 1, 2)
        self.events += 1


class Root:
    explore_count = 1


class Bot:
    """Remembers what it searched."""

    def __init__(self) -> None:
        self.searched: list[DiceGame] = []

    def mcts_search(self, state: DiceGame) -> Root:
        self.searched.append(state)
        return Root()


def test_a_start_is_the_first_decision() -> None:
    state = first_decision(DiceGame(), random.Random(1))
    assert state.events == 2
    assert not state.is_chance_node()


def test_decisions_and_chance_nodes_are_told_apart() -> None:
    lengths = Lengths()
    play_counted(DiceGame(2), random.Random(1), lengths)
    assert (lengths.decisions, lengths.chances) == ([3], [3])


def test_units_of_a_run_are_rollouts_times_the_mean_length() -> None:
    lengths = play_all_counted([DiceGame(2), DiceGame(4)], 10, seed=1)
    assert lengths.decisions_mean == 2.5
    assert lengths.units(100) == {"decision": 250, "event": 500}


def test_games_without_chance_have_no_events() -> None:
    lengths = Lengths()
    lengths.decisions, lengths.chances = [4, 6], [0, 0]
    assert lengths.units(10) == {"decision": 50}


def test_counting_leaves_the_start_alone() -> None:
    start = DiceGame(2)
    play_all_counted([start], 3, seed=1)
    assert start.events == 2


def test_every_start_is_searched_once() -> None:
    bot, starts = Bot(), [DiceGame(2), DiceGame(4)]
    assert search_once(bot, starts) == 2
    assert bot.searched == starts


def task(name: str, units: dict[str, int], **notes: float) -> Task:
    return Task(name, lambda: None, None, units, dict(notes))


def test_ratios_compare_like_with_like() -> None:
    tasks = [
        task(OURS, {"decision": 10, "event": 20}),
        task(OURS_PYTHON, {"decision": 1}),
        task("peer, C++", {"decision": 5, "event": 10}),
        task("peer, Python", {"decision": 2, "event": 4}),
        task("one random draw", {"draw": 100}),
    ]
    times = {OURS: [100, 200], OURS_PYTHON: [50, 50], "peer, C++": [100, 200]}
    times |= {"peer, Python": [200, 200], "one random draw": [100, 200]}
    rows = {(row["name"], row["unit"]): row for row in compare(tasks, times)}
    assert rows["peer, C++", "decision"]["ratio"]["mean"] == pytest.approx(2.0)
    assert rows["peer, C++", "event"]["ratio"]["mean"] == pytest.approx(2.0)
    assert rows["one random draw", "draw"]["ratio"]["mean"] == pytest.approx(0.1)
    python = rows["peer, Python", "decision"]
    assert python["compared_with"] == OURS_PYTHON
    assert python["ratio"]["mean"] == pytest.approx(2.0)
    # Through Python our chance events are not counted, so there is nothing to compare.
    assert ("peer, Python", "event") not in rows


def test_an_uncertain_length_widens_the_interval() -> None:
    times = {OURS: [100, 100], "peer, C++": [100, 100]}
    sure = [task(OURS, {"decision": 1}), task("peer, C++", {"decision": 1})]
    unsure = [sure[0], task("peer, C++", {"decision": 1}, relative_error=0.1)]
    narrow, wide = compare(sure, times)[1]["ratio"], compare(unsure, times)[1]["ratio"]
    assert narrow["low"] == pytest.approx(narrow["high"])
    assert wide["low"] == pytest.approx(0.822, abs=0.001)
    assert wide["high"] == pytest.approx(1.217, abs=0.001)


def test_our_play_through_python_is_fixed_by_its_seed() -> None:
    assert play_in_python(2, 2) == play_in_python(2, 2) > 200


class Mask:
    """Legal actions, as an array of numpy says where they are."""

    def __init__(self, legal: list[int]) -> None:
        self.legal = legal

    def nonzero(self) -> tuple[list[int]]:
        return (self.legal,)


class Environment:
    """Three actions a game, then every agent is told that it is over."""

    def __init__(self) -> None:
        self.stepped: list[int | None] = []
        self.seeds: list[int] = []
        self.left = 0

    def reset(self, seed: int) -> None:
        self.seeds.append(seed)
        self.left = 3

    def agent_iter(self) -> range:
        return range(5)

    def last(self) -> tuple[dict[str, Mask], float, bool, bool, dict[str, str]]:
        return {"action_mask": Mask([4, 7])}, 0.0, self.left == 0, False, {}

    def step(self, action: int | None) -> None:
        self.left -= action is not None
        self.stepped.append(action)


def test_an_agent_s_end_is_no_decision() -> None:
    environment = Environment()
    assert play_games(environment, 2) == 6
    assert environment.seeds == [1, 2]
    assert environment.stepped[3:5] == [None, None]
    assert {action for action in environment.stepped if action is not None} <= {4, 7}


def test_a_peer_without_what_it_needs_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def incomplete(_module: object) -> list[Task]:
        raise ImportError("no pygame")

    monkeypatch.setattr(
        program, "PEERS", (("json", "pytest", incomplete), ("no_such_peer", "pytest", incomplete))
    )
    assert peer_tasks() == ([], {"pytest": None})
