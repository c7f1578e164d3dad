"""The tasks that are timed. Each function returns tasks and the work that they must do.

Counts that a seed fixes are in ``work.json``: a change there is a change of behaviour.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, TypeVar

from bench.positions import all_states, mining_turns, states_by_steps
from bench.ring import Ring
from bench.tasks import Task
from coalbaron_fast import State
from coalbaron_fast.games.coalbaron import facts, workload

Done = TypeVar("Done")

WORK: Final = Path(__file__).with_name("work.json")
SEED: Final = 1
GAMES: Final = {2: 3000, 3: 2400, 4: 2000}
SAMPLED_STATES: Final = 16
DRAW: Final = "one random draw"
MISS: Final = "one cache miss"
SEATS: Final = tuple(GAMES)
TIMES: Final = {"copy": 100_000, "view": 5_000, "world": 2_000, "hash": 20_000, "draw": 5_000_000}
PERFT_DEPTH: Final = 5
CHASED_MB: Final = 256
"""Several times the largest cache of a desktop or a server."""
CHASED: Final = 20_000
"""Few, so that the next task still finds its data in the caches."""


@cache
def known_work() -> dict[str, Any]:
    """Return the counts that the seeds fix, by task."""
    known: dict[str, Any] = json.loads(WORK.read_text("utf-8")) if WORK.exists() else {}
    return known


def fixed_work(name: str, run: Callable[[], Done]) -> Done:
    """Return the count on file; without one, that of a run."""
    known = known_work()
    done: Done = known[name] if name in known else run()
    return done


def playout_name(players: int) -> str:
    """Return the task's name."""
    return f"playouts, {players} seats"


def playouts(seats: Sequence[int] = SEATS) -> list[Task]:
    """Whole games, uniformly at random: legal moves listed and one played at every decision.

    Per decision: seats' decisions alone divide the time, which includes that of chance. Per
    event: chance events count too.
    """
    tasks = []
    for players in seats:
        name = playout_name(players)
        games = GAMES[players]
        run = partial(workload.play_games, players, games, SEED)
        done = fixed_work(name, run)
        tasks.append(
            Task(
                name,
                run,
                done,
                {"decision": done["decisions"], "event": done["decisions"] + done["chances"]},
                {
                    "games": games,
                    "decisions_per_game": done["decisions"] / games,
                    "moves_per_decision": done["moves"] / done["decisions"],
                },
            )
        )
    return tasks


def planner_task(name: str, groups: dict[int, list[State]], *, mark: bool) -> Task:
    """Find (and mark) every distinct end state, for each number of steps with its positions."""

    def run() -> dict[str, int]:
        found = [workload.list_plans(states, steps, mark) for steps, states in groups.items()]
        return {
            "positions": sum(count["positions"] for count in found),
            "kept": sum(count["kept"] for count in found),
            "largest": max(count["largest"] for count in found),
        }

    done = fixed_work(name, run)
    turns = sum(len(states) for states in groups.values())
    return Task(
        name,
        run,
        done,
        {"end state": done["positions"], "turn": turns},
        {"turns": turns, **done, "kept_share": done["kept"] / done["positions"]},
    )


def planner() -> list[Task]:
    """The mining planner on greedy play's positions, with and without marking the dominated.

    With one number of steps: on every mining turn. ``as taken``: each with its own number.
    """
    turns = mining_turns()
    groups = {f"{steps} steps": {steps: all_states(turns)} for steps in facts.MINING_STEPS}
    groups["as taken"] = states_by_steps(turns)
    return [
        planner_task(f"planner, {label}{', marked' * mark}", group, mark=mark)
        for label, group in groups.items()
        for mark in (False, True)
    ]


@cache
def sampled_states() -> tuple[State, ...]:
    """Some positions of greedy play, of all seat counts and times of the game."""
    states = all_states(mining_turns())
    return tuple(states[index * len(states) // SAMPLED_STATES] for index in range(SAMPLED_STATES))


def structs() -> list[Task]:
    """State copy, hash, view and sampled world, in loops without Python in between."""
    states = sampled_states()
    hashes = [workload.copy_states(state, 0) for state in states]

    def copies() -> list[int]:
        return [workload.copy_states(state, TIMES["copy"]) for state in states]

    def sums() -> list[int]:
        return [workload.hash_states(state, TIMES["hash"]) for state in states]

    def views() -> list[int]:
        return [workload.make_views(state, state.turn or 0, TIMES["view"]) for state in states]

    def worlds() -> list[int]:
        return [
            workload.sample_worlds(state, state.turn or 0, TIMES["world"], SEED) for state in states
        ]

    seen = [workload.make_views(state, state.turn or 0, 1) for state in states]
    count = len(states)
    return [
        Task("state copy", copies, hashes, {"copy": count * TIMES["copy"]}),
        Task(
            "state hash",
            sums,
            [TIMES["hash"] * value % 2**64 for value in hashes],
            {"hash": count * TIMES["hash"]},
        ),
        Task(
            "view",
            views,
            [TIMES["view"] * value % 2**64 for value in seen],
            {"view": count * TIMES["view"]},
        ),
        Task("sample_world", worlds, worlds(), {"world": count * TIMES["world"]}),
    ]


def floors() -> list[Task]:
    """One draw of the generator that playouts use, and one wait for memory."""
    times = TIMES["draw"]
    draw = partial(workload.draw_numbers, times, SEED)
    return [
        Task(DRAW, draw, fixed_work(DRAW, draw), {"draw": times}),
        Task(MISS, chase, CHASED, {"miss": CHASED}),
    ]


@cache
def ring() -> Ring:
    """Return the memory to walk through."""
    return Ring(CHASED_MB, SEED)


def chase() -> int:
    """Walk through the next part of it; return how far that was."""
    return ring().walk(CHASED)


def random_line(players: int, seed: int) -> tuple[list[str], list[State]]:
    """Play a game at random through Python; return the seats' tokens and all positions."""
    chooser = random.Random(seed)
    state = State(players, seed=seed)
    tokens, states = [], []
    while not state.is_over:
        states.append(state.copy())
        tokens.append(chooser.choice(state.legal_moves()))
        state.push(tokens[-1])
    return tokens, states


def python_moves() -> list[Task]:
    """Single moves through the Python API."""
    lines = [random_line(players, seed) for players in SEATS for seed in range(4)]
    tokens = [token for line, _ in lines for token in line]
    states = [state for _, states in lines for state in states]

    def push() -> int:
        over = 0
        for line, positions in lines:
            state = positions[0].copy()
            for token in line:
                state.push(token)
            over += state.is_over
        return over

    def legal_moves() -> int:
        return sum(len(state.legal_moves()) for state in states)

    def copy() -> int:
        return len([state.copy() for state in states])

    return [
        Task("State.push", push, len(lines), {"push": len(tokens)}),
        Task("State.legal_moves", legal_moves, legal_moves(), {"list": len(states)}),
        Task("State.copy", copy, len(states), {"copy": len(states)}),
    ]


def knowledge() -> list[Task]:
    """What a seat knows, through the Python API."""
    seen = [(state, state.turn or 0) for state in sampled_states() * 8]
    views = [state.view(seat) for state, seat in seen]

    def worlds() -> list[State]:
        return [view.sample_world(view.viewer or 0, SEED) for view in views]

    def histories() -> list[list[str]]:
        return [state.history_seen_by(seat) for state, seat in seen]

    count = len(seen)
    return [
        Task(
            "State.view", lambda: [state.view(seat) for state, seat in seen], views, {"view": count}
        ),
        Task("State.sample_world", worlds, worlds(), {"world": count}),
        Task("State.history_seen_by", histories, histories(), {"history": count}),
    ]


def text() -> list[Task]:
    """Positions to text and back, through Python."""
    states = sampled_states() * 4
    texts = [state.to_text() for state in states]
    return [
        Task("State.to_text", lambda: [s.to_text() for s in states], texts, {"text": len(texts)}),
        Task(
            "State.from_text",
            lambda: [State.from_text(line) for line in texts],
            list(states),
            {"text": len(texts)},
        ),
    ]


def perft() -> list[Task]:
    """Sequences of tokens counted one by one, chance outcomes included."""
    name = f"perft {PERFT_DEPTH}"
    states = sampled_states()

    def run() -> list[int]:
        return [state.perft(PERFT_DEPTH) for state in states]

    done = fixed_work(name, run)
    return [Task(name, run, done, {"leaf": sum(done)})]


def fixed_counts(tasks: Sequence[Task]) -> dict[str, Any]:
    """Return what ``work.json`` should say: the counts that seeds fix and nothing else does."""
    fixed = ("playouts", "planner", "perft", DRAW)
    return {task.name: task.run() for task in tasks if task.name.startswith(fixed)}
