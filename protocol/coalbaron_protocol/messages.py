"""How replies are spelled: one function for each kind of line, nothing else.

The words that the other end needs too stand in `coalbaron_fast.wire`. Whatever is put into a line
comes out as one line: words of the other side are shown by `coalbaron_fast.errors.shortened`, which
escapes what is not printable.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from coalbaron_fast.errors import shortened
from coalbaron_fast.wire.words import turn_word

if TYPE_CHECKING:
    from coalbaron_fast import Analysis, Line
    from coalbaron_fast.engine.analysis import MixedTurn

AUTHOR: Final = "Coal Baron engine contributors"


def shown(word: str) -> str:
    """Return a word of the other side as it may stand in a reply: quoted, short, one line."""
    return shortened(word)


def legal_words(legal: Sequence[str], most: int = 12) -> str:
    """Return a list of legal words, cut to a readable length."""
    if not legal:
        return "nothing is legal"
    rest = len(legal) - most
    return f"legal: {' '.join(legal[:most])}" + (f" and {rest} more" if rest > 0 else "")


def best_line(tokens: Sequence[str], ponder: Sequence[str] = ()) -> str:
    """Return the answer to `go`; with a turn to ponder on where there is one."""
    line = f"bestmove {turn_word(tokens)}"
    return f"{line} ponder {turn_word(ponder)}" if ponder else line


def info_line(analysis: Analysis, rank: int, line: Line) -> str:
    """Return one `info` line: what the search knows now about one of its lines.

    `depth` is the length of the variation in turns, `seldepth` the deepest turn that was
    looked at.
    """
    time_ms = max(analysis.time_ms, 0.001)
    fields = (
        ("depth", max(len(line.pv), 1)),
        ("seldepth", max(analysis.depth, len(line.pv), 1)),
        ("nodes", analysis.nodes),
        ("nps", round(analysis.nodes * 1000 / time_ms)),
        ("time", round(time_ms)),
        ("hashfull", min(round(analysis.memory_used * 1000), 1000)),
        ("multipv", rank),
        ("score", expectation(line)),
        ("p_best", f"{line.p_best:.3f}"),
        ("exact", "true" if analysis.exact else "false"),
        ("pv", " ".join(turn_word(turn) for turn in line.pv or [line.tokens])),
    )
    return "info " + " ".join(f"{name} {value}" for name, value in fields)


def policy_line(policy: Sequence[MixedTurn]) -> str:
    """Return the `info` line of a mixture: each turn after its share."""
    turns = (f"{turn.share:.4f} {turn_word(turn.tokens)}" for turn in policy)
    return f"info policy {' '.join(turns)}"


def expectation(line: Line) -> str:
    """Return what every seat may expect after a line: share of the win and final points.

    Each with the standard error of sampling; `error` alone is that of the mover's utility. Then
    how far final points stray from those expected, where that is known.
    """
    shares = _numbers(line.win, 4), _numbers(line.win_error, 4)
    points = _numbers(line.vp, 1), _numbers(line.vp_error, 1)
    spread = "" if line.vp_spread is None else f" vp_spread {_numbers(line.vp_spread, 1)}"
    return (
        f"win {shares[0]} vp {points[0]} error {line.error:.4f} "
        f"win_error {shares[1]} vp_error {points[1]}{spread}"
    )


def _numbers(values: Sequence[float], places: int) -> str:
    return ",".join(f"{value:.{places}f}" for value in values)


def response(answer: object) -> str:
    """Return the reply to a `query`: always two words."""
    text = str(answer).lower() if isinstance(answer, bool) else str(answer)
    return f"response {text}"


def check_count(number: int | str, name: str, low: int, high: int) -> int:
    """Return the number that a command takes; what is no such number is refused, a text always."""
    if isinstance(number, str) or not low <= number <= high:
        given = shown(str(number))
        raise ValueError(f"{name} is a whole number from {low} to {high}, not {given}")
    return number
