"""Matches between players: who is stronger, and how sure that is.

`MatchSettings` say who plays whom. `begin_match` opens a file for the games. `play_match` plays
them on a `Backend`. `text_report` and `summary` give the result:

    store, tally = begin_match(Path("match.jsonl"), MatchSettings(("engine:nodes=500", "greedy")))
    with store, LocalBackend(jobs=2) as backend:
        play_match(tally, backend, store)
    print(text_report(tally))

`LocalBackend` starts processes: keep such lines of a script under ``if __name__ == "__main__":``.
"""

from coalbaron_fast.arena.game_task import GameTask, Opening
from coalbaron_fast.arena.intervals import Interval
from coalbaron_fast.arena.match import begin_match, play_match, read_match, resume_match
from coalbaron_fast.arena.pairing import MatchSettings
from coalbaron_fast.arena.players import PlayerSpec, bot_from, read_player
from coalbaron_fast.arena.plots import draw_plots
from coalbaron_fast.arena.progress import PlainProgress, progress_for
from coalbaron_fast.arena.report import summary, text_report
from coalbaron_fast.arena.results import Fault, FaultKind, GameResult
from coalbaron_fast.arena.runner import Backend, Finished, LocalBackend, Task, TaskError, run_tasks
from coalbaron_fast.arena.sequential import SequentialTest
from coalbaron_fast.arena.statistics import Standing, Tally
from coalbaron_fast.arena.store import FileTakenError, Store, StoreError, WriteError, read_games

__all__ = [
    "Backend",
    "Fault",
    "FaultKind",
    "FileTakenError",
    "Finished",
    "GameResult",
    "GameTask",
    "Interval",
    "LocalBackend",
    "MatchSettings",
    "Opening",
    "PlainProgress",
    "PlayerSpec",
    "SequentialTest",
    "Standing",
    "Store",
    "StoreError",
    "Tally",
    "Task",
    "TaskError",
    "WriteError",
    "begin_match",
    "bot_from",
    "draw_plots",
    "play_match",
    "progress_for",
    "read_games",
    "read_match",
    "read_player",
    "resume_match",
    "run_tasks",
    "summary",
    "text_report",
]
