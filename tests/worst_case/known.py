"""All that is measured, by name; the process under callgrind that counts it."""

from __future__ import annotations

import argparse
from functools import cache
from pathlib import Path
from typing import Any

from tests.worst_case.connections import connection_readers
from tests.worst_case.counting import Measure, serve_counts
from tests.worst_case.endpoints import all_endpoints, helped_endpoints
from tests.worst_case.inputs import Input
from tests.worst_case.planted import planted_readers
from tests.worst_case.readers import Reader, all_readers
from tests.worst_case.searching import LINE, SHORT, measured, search


@cache
def known() -> dict[str, Reader]:
    """Return everything by its name."""
    readers = [*all_readers(), *connection_readers(), *all_endpoints(), *helped_endpoints()]
    return {reader.name: reader for reader in [*readers, *planted_readers()]}


def do(job: Any, measure: Measure) -> Any:  # noqa: ANN401 - JSON
    """Measure one input at some lengths, or search: `(name, limit, how, input or number)`."""
    name, limit, how, what = job
    reader = known()[name]
    if how == "search":
        return search(reader, measure, limit, seed=1, inputs=what, sizes=SHORT + LINE)
    input_ = Input(*what)
    # What is loaded, compiled and remembered at the first time does not count.
    for size in how[:1]:
        measured(reader, (size,), input_, measure, limit)
    return measured(reader, how, input_, measure, limit)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        prog="python -m tests.worst_case.known",
        description="Count inputs from standard input; `counting` starts it under valgrind.",
    )
    parser.add_argument("output", type=Path, help="what callgrind was told to write to")
    serve_counts(do, parser.parse_args().output)
