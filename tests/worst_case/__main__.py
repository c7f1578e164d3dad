"""Search for the input that takes longest of everything that reads foreign bytes.

    python -m tests.worst_case --seconds 60
    python -m tests.worst_case --seconds 600 --keep "ruhr position" "bytes of HTTP"

The search is led by the processor's time, and what it finds is counted in instructions, together
with the costliest inputs that are kept in `worst.json`. `--keep` keeps what is worse than those.
The exit status is 1 if anything is above its bound.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from coalbaron_fast.tables import format_table
from tests.worst_case.counting import A_MILLISECOND, BOUND, counted, thread_time, why_not
from tests.worst_case.endpoints import IN_HELPER
from tests.worst_case.inputs import LARGEST, Input, read_inputs, write_inputs
from tests.worst_case.known import known
from tests.worst_case.planted import PLANTED
from tests.worst_case.readers import Reader
from tests.worst_case.searching import LONG, Found, search

WORST: Final = Path(__file__).with_name("worst.json")
HELPER_BOUND: Final = 250 * A_MILLISECOND
"""What a helper process may take for one request; no event loop waits for it."""

ENOUGH_NS: Final = 50_000_000
"""A search tries no longer inputs once one takes this many nanoseconds."""


def bound_of(name: str) -> int:
    """Return the most instructions that an input may take."""
    return HELPER_BOUND if name.startswith(IN_HELPER) else BOUND


def chosen_readers(words: Iterable[str]) -> list[Reader]:
    """Return what is not planted and whose name holds one of the words; all without words."""
    asked = list(words)
    return [
        reader
        for name, reader in known().items()
        if not name.startswith(PLANTED) and (not asked or any(word in name for word in asked))
    ]


def count_inputs(inputs: Iterable[tuple[str, Input, tuple[int, ...]]]) -> Iterator[Found]:
    """Yield what inputs take in instructions, by the name of what reads them, at some lengths."""
    jobs = [(name, 10**12, sizes, parts) for name, parts, sizes in inputs]
    for cost, size, parts in counted("tests.worst_case.known", jobs):
        yield Found(cost, size, Input(*parts))


def count_worst(rivals: list[tuple[str, Input, tuple[int, ...]]]) -> dict[str, Found]:
    """Return the costliest of the inputs of each reader."""
    worst: dict[str, Found] = {}
    for (name, _, _), found in zip(rivals, count_inputs(rivals), strict=True):
        worst[name] = max(found, worst.get(name, found))
        print(f"{name}: {found.cost:,} at {found.size:,}", file=sys.stderr, flush=True)
    return worst


def main() -> int:
    """Search, count and print."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.worst_case",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", help="of what to search in, or parts of them")
    parser.add_argument("--seconds", type=float, default=10.0, help="for each (10)")
    parser.add_argument("--seed", type=int, default=1, help="of what is random (1)")
    parser.add_argument("--uncounted", action="store_true", help="go by the processor's time alone")
    parser.add_argument("--keep", action="store_true", help="keep what is worse")
    asked = parser.parse_args()
    reason = why_not()
    if reason is not None and not asked.uncounted:
        parser.exit(2, f"{reason}\n")
    readers = chosen_readers(asked.names)
    kept = read_inputs(WORST) if WORST.exists() else {}
    rivals: list[tuple[str, Input, tuple[int, ...]]] = []
    worst: dict[str, Found] = {}
    for number, reader in enumerate(readers):
        print(f"{number + 1} of {len(readers)}: {reader.name}", file=sys.stderr, flush=True)
        found = search(
            reader, thread_time, ENOUGH_NS, seed=asked.seed, seconds=asked.seconds, sizes=LONG
        )
        rivals.append((reader.name, found.input, (max(found.size, 1),)))
        worst[reader.name] = found
        if reader.name in kept:
            rivals.append((reader.name, *kept[reader.name]))
    if not asked.uncounted:
        worst = count_worst(rivals)
    report(worst, 1_000_000 if asked.uncounted else A_MILLISECOND)
    if asked.keep:
        write_inputs(WORST, kept | {name: (one.input, (one.size,)) for name, one in worst.items()})
    return int(any(found.cost > bound_of(name) for name, found in worst.items()))


def report(worst: dict[str, Found], a_millisecond: int) -> None:
    """Print what everything takes at most: in instructions, or in nanoseconds."""
    rows = [
        [
            name,
            f"{found.size:,}",
            f"{found.cost:,}",
            f"{found.cost / a_millisecond:.2f}",
            f"{bound_of(name) / A_MILLISECOND:g}",
            "too long" if found.cost / a_millisecond > bound_of(name) / A_MILLISECOND else "",
            " ... ".join(ascii(part[-24:]) for part in found.input),
        ]
        for name, found in worst.items()
    ]
    header = ["reader", "bytes", "cost", "ms", "bound", "", "input"]
    print(format_table(header, rows))
    print(f"{a_millisecond:,} are a millisecond; inputs up to {LARGEST:,} bytes")


if __name__ == "__main__":
    sys.exit(main())
