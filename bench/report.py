"""Shared by all benchmark programs: tables, JSON files with a machine stamp, a clean Ctrl-C."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from bench.machine import machine_stamp
from coalbaron_fast.tables import format_table

INTERRUPTED = 130
"""The exit status that a shell gives to a program ended by Ctrl-C."""


def print_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table."""
    print(format_table(header, rows))


def add_json_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--json FILE``."""
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="also write the results, with a machine stamp"
    )


def write_json(path: Path | None, kind: str, data: dict[str, Any]) -> None:
    """Write results with the stamp of this machine, if a file was asked for."""
    if path is None:
        return
    document = {"benchmark": kind, "machine": machine_stamp(), **data}
    path.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


def run_program(main: Callable[[], int]) -> NoReturn:
    """Run a program and return its exit status; Ctrl-C ends it without a traceback."""
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        sys.exit(INTERRUPTED)
