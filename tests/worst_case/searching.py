"""Looking for the input that takes longest, of any length up to a megabyte.

Inputs are changed at random; those that take most are changed again. What they take is measured at
one length after the other, and no longer one once the limit is passed: what doubles with each
letter would not come back.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from random import Random
from typing import Final, NamedTuple

from tests.worst_case.counting import Measure
from tests.worst_case.inputs import LARGEST, Input, mutated, random_input
from tests.worst_case.readers import Reader

SHORT: Final = (12, 16, 20, 24, 28, 32, 48, 64, 96, 128, 192)
LINE: Final = (256, 512, 1024, 2048, 4096, 16_384, 65_536)
LONG: Final = (*LINE, 262_144, LARGEST)
KEPT: Final = 12
"""Inputs that are changed again."""

AGAIN: Final = 0.6
"""How often one of them is changed, rather than another one made."""


class Found(NamedTuple):
    """An input, the length at which it takes longest, and what it takes there."""

    cost: int
    size: int
    input: Input


def measured(
    reader: Reader, sizes: Iterable[int], input_: Input, measure: Measure, limit: int
) -> Found:
    """Return what an input takes at the length at which it takes longest."""
    found = Found(0, 0, input_)
    for size in sizes:
        work = reader.prepare(input_.text(size))
        found = max(found, Found(measure(work, in_steps=reader.in_steps), size, input_))
        if found.cost > limit:
            break
    return found


def search(
    reader: Reader,
    measure: Measure,
    limit: int,
    *,
    seed: int,
    inputs: int | None = None,
    seconds: float | None = None,
    sizes: Iterable[int] = SHORT + LONG,
) -> Found:
    """Return the costliest input that is found; the first above the limit if the number is set."""
    rng = Random(seed)
    seeds = reader.seeds()
    lengths = tuple(sizes)
    kept = [measured(reader, (len(text),), Input(text, "", ""), measure, limit) for text in seeds]
    end = None if seconds is None else time.monotonic() + seconds
    done = 0
    while (inputs is None or done < inputs) and (end is None or time.monotonic() < end):
        parent = rng.choice(kept).input
        child = mutated(parent, seeds, rng) if rng.random() < AGAIN else random_input(seeds, rng)
        kept.append(measured(reader, lengths, child, measure, limit))
        kept = sorted(set(kept), reverse=True)[:KEPT]
        done += 1
        if end is None and kept[0].cost > limit:
            break
    return kept[0]
