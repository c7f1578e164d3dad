"""What a request may take: its limits and options against those of the service."""

from __future__ import annotations

from coalbaron_fast import CoalBaronError, Limits
from coalbaron_fast.notation import split_words
from coalbaron_server.desk import EngineOptions
from coalbaron_server.problems import Problem, problem_of
from coalbaron_server.requests import LimitsBody, OptionsBody
from coalbaron_server.settings import Settings

DEFAULT_TIME_MS = 1000.0


def limits_of(body: LimitsBody, settings: Settings) -> Limits:
    """Return the engine's limits; more than the service allows is a problem."""
    check_most("limits.nodes", body.nodes, settings.max_nodes)
    check_most("limits.time_ms", body.time_ms, settings.max_time_ms)
    try:
        split_words(body.root_turns)
    except CoalBaronError as error:
        raise problem_of(error, "limits.root_turns") from None
    time_ms = body.time_ms
    if body.nodes is None and body.error is None and body.depth is None and time_ms is None:
        time_ms = min(DEFAULT_TIME_MS, settings.max_time_ms)
    return Limits(
        body.nodes,
        time_ms,
        body.error,
        depth=body.depth,
        root_turns=body.root_turns,
        lines=body.lines,
    )


def options_of(body: OptionsBody, settings: Settings, slots: int) -> EngineOptions:
    """Return the engine's options; more than the service allows is a problem."""
    check_most("options.threads", body.threads, min(settings.max_threads, slots))
    check_most("options.hash_mb", body.hash_mb, settings.max_hash_mb)
    if body.hash_mb < body.threads:
        raise Problem("limit", "A megabyte for each thread is needed.", "options.hash_mb")
    return EngineOptions(body.threads, body.hash_mb, body.seed)


def check_most(field: str, value: float | None, most: float) -> None:
    """Refuse a number that is larger than the service allows."""
    if value is not None and value > most:
        raise Problem("limit", f"At most {most:g} here.", field, most=most)
