"""Where long work runs, for every command that has it: processes here, or a Ray cluster."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from coalbaron_fast.errors import ask_for_extra

if TYPE_CHECKING:
    from coalbaron_fast.arena import Backend, Task

HERE: Final = ""


def add_backend_arguments(parser: argparse._ArgumentGroup, what: str = "games") -> None:
    """Add what `open_backend` reads; `what` the tasks are called."""
    parser.add_argument(
        "--jobs",
        type=int,
        default=1,
        metavar="N",
        help=f"{what} at a time on this machine; default: 1",
    )
    parser.add_argument(
        "--cluster",
        nargs="?",
        const=HERE,
        metavar="ADDRESS",
        help="run them on Ray: on all cores of the cluster at this address. Without an address, "
        "on a Ray that is started here, with --jobs cores. Put it last. Needs ray",
    )


def open_backend(arguments: argparse.Namespace) -> Backend:
    """Return the backend that the arguments ask for.

    Raises `ValueError` if it cannot be had.
    """
    from coalbaron_fast.arena import LocalBackend  # noqa: PLC0415 - other commands do without

    if arguments.cluster is None:
        return LocalBackend(arguments.jobs)
    from coalbaron_fast.arena.cluster import RayBackend  # noqa: PLC0415 - as above

    try:
        return RayBackend(arguments.cluster or None, arguments.jobs)
    except ImportError as error:
        raise ValueError(f"--cluster: {ask_for_extra('cluster', error)}") from None


def run_missing(
    tasks: Sequence[Task[Any]],
    total: int,
    arguments: argparse.Namespace,
    keep: Callable[[Any], None],
    what: str = "games",
) -> bool:
    """Run what is missing of n tasks, with progress; return whether Ctrl-C ended it.

    `keep` takes each result as it comes; `what` the tasks are called in the progress.
    """
    if not tasks:
        return False
    from coalbaron_fast.arena import run_tasks  # noqa: PLC0415 - as above
    from coalbaron_fast.arena.progress import TaskProgress  # noqa: PLC0415 - as above

    with (
        TaskProgress(total, total - len(tasks), what) as progress,
        open_backend(arguments) as backend,
    ):
        try:
            for finished in run_tasks(tasks, backend):
                keep(finished.result)
                progress.count()
        except KeyboardInterrupt:
            return True
    return False
