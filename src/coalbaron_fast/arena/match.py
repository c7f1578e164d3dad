"""Play a match to its end: submit tasks, then keep, count and show each game as it comes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from coalbaron_fast.arena.pairing import MatchSettings
from coalbaron_fast.arena.results import GameResult
from coalbaron_fast.arena.runner import Backend, run_tasks
from coalbaron_fast.arena.statistics import Tally
from coalbaron_fast.arena.store import Store, StoreError, read_games, read_settings
from coalbaron_fast.games import load_game

__all__ = ["begin_match", "play_match", "read_match", "resume_match"]

Watch = Callable[[Tally, GameResult], None]
"""Called with every game after it was counted."""


def begin_match(path: Path, settings: MatchSettings) -> tuple[Store, Tally]:
    """Begin the file of a match.

    Raises `StoreError` if there is one already and `ValueError` if it cannot be played.
    """
    settings = settings.checked()
    return Store.create(path, settings), Tally(settings)


def resume_match(path: Path, stated: Mapping[str, object]) -> tuple[Store, Tally]:
    """Open the file of a match and count what was played.

    `stated` holds settings by name. Only the number of deals may differ from before. Raises
    `StoreError` if anything else differs, or if the file cannot be used.
    """
    store = Store.reopen(path)
    try:
        return store, read_match(path, stated)
    except BaseException:
        store.close()
        raise


def read_match(path: Path, stated: Mapping[str, object] | None = None) -> Tally:
    """Count the games of a match's file without going on with it."""
    settings, stated = read_settings(path), dict(stated or {})
    if "options" in stated:
        # As they are stored: in the order of the game's table.
        table = load_game(settings.game).options
        stated["options"] = table.spell(str(stated["options"]))
    differs = [
        name
        for name, value in stated.items()
        if name != "deals" and getattr(settings, name) != value
    ]
    if differs:
        raise StoreError(f"{path} is another match: it differs in {', '.join(differs)}")
    # Records are long, and nothing here needs them.
    results = [result._replace(record="") for result in read_games(path)]
    # The first line does not know of deals that were added later.
    deals = max(settings.deals, *(result.deal + 1 for result in results), 0)
    settings = MatchSettings(**settings._asdict() | {"deals": deals} | dict(stated))
    tally = Tally(settings.checked())
    for result in results:
        tally.add(result)
    return tally


def play_match(
    tally: Tally, backend: Backend, store: Store | None = None, watch: Watch | None = None
) -> None:
    """Play what is missing of a match, until all its deals are there or its test has ended.

    Every game goes to the store, is counted, and then goes to `watch`.
    """
    done = frozenset(tally.numbers)
    tasks = (task for task in tally.settings.tasks() if task.number not in done)
    if tally.is_decided():
        return
    for finished in run_tasks(tasks, backend):
        if store is not None:
            store.append(finished.result)
        tally.add(finished.result)
        if watch is not None:
            watch(tally, finished.result)
        if tally.is_decided():
            return
