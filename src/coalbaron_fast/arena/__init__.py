"""Matches between players, with statistics that hold: who is stronger, and how sure is that.

`Settings` say who plays whom; `Settings.tasks` are the games, each a small task for a `Backend`.
"""

from coalbaron_fast.arena.games import GameTask, Opening
from coalbaron_fast.arena.pairing import Settings
from coalbaron_fast.arena.players import read_player
from coalbaron_fast.arena.results import Fault, FaultKind, GameResult
from coalbaron_fast.arena.runner import Backend, Finished, LocalBackend, Task, TaskError, run_tasks

__all__ = [
    "Backend",
    "Fault",
    "FaultKind",
    "Finished",
    "GameResult",
    "GameTask",
    "LocalBackend",
    "Opening",
    "Settings",
    "Task",
    "TaskError",
    "read_player",
    "run_tasks",
]
