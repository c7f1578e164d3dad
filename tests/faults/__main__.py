"""Plant small faults, one at a time, and see which the tests of their room find.

The faults are drawn at random, planted all at once in a copy of the tree, each beside what is
right, and built once. Each is then switched on alone and meets the tests of its room that come by
it: not the signature, not the linters. The directory holds the copy and all results; the same
command goes on where it was ended.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from coalbaron_fast.tables import format_table
from tests.faults.campaign import Asked, Campaign, Result
from tests.faults.planting import Fault
from tests.faults.rooms import ROOMS


def describe(fault: Fault, result: Result) -> str:
    """A fault that was not found, as a difference."""
    lines = [f"{result.number}: {fault.place} ({fault.kind}), {result.outcome}"]
    lines += [f"    - {line}" for line in fault.right.splitlines()]
    lines += [f"    + {line}" for line in fault.wrong.splitlines()]
    return "\n".join(lines)


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("directory", type=Path, help="where the copy and the results are kept")
    parser.add_argument(
        "--rooms", nargs="+", choices=ROOMS, default=list(ROOMS), metavar="ROOM",
        help=f"which rooms: {', '.join(ROOMS)}; default: all",
    )  # fmt: skip
    parser.add_argument(
        "--each", type=int, default=20, help="how many faults in each room; default: 20"
    )
    parser.add_argument("--seed", type=int, default=1, help="which faults are drawn; default: 1")
    parser.add_argument(
        "--renew-tests", action="store_true",
        help="take over the tests of the tree, and try again what survived the old ones",
    )  # fmt: skip
    parser.add_argument(
        "--at-least", type=float, metavar="PERCENT",
        help="fail if fewer are found",
    )  # fmt: skip
    return parser.parse_args()


def show(campaign: Campaign, seed: int) -> float:
    """Print a table of the rooms, and the faults that were not found; returns the share found."""
    results = list(campaign.results())
    rows = []
    for name in [*dict.fromkeys(fault.room for fault in campaign.faults.values()), ""]:
        here = [
            result for result in results if campaign.faults[result.number].room == name or not name
        ]
        found = sum(result.is_found for result in here)
        share = f"{100 * found / len(here):.0f} %" if here else ""
        rows.append([name or "all", str(len(here)), str(found), share])
    print()
    print(format_table([f"seed {seed}", "faults", "found", "share"], rows))
    for result in sorted(results, key=lambda result: result.number):
        if not result.is_found:
            print()
            print(describe(campaign.faults[result.number], result))
    return 100 * sum(result.is_found for result in results) / max(1, len(results))


def main() -> int:
    arguments = read_arguments()
    campaign = Campaign(arguments.directory)
    asked = Asked(
        [name for name in ROOMS if name in arguments.rooms], arguments.each, arguments.seed
    )
    if campaign.asked != asked:
        if campaign.faults:
            print(f"{arguments.directory} holds another campaign", file=sys.stderr)
            return 2
        campaign.begin(asked)
    elif arguments.renew_tests:
        campaign.renew_tests()
    for result in campaign.run():
        fault = campaign.faults[result.number]
        words = f"{result.outcome:11} {fault.room:12} {fault.place} {fault.kind}"
        print(f"{words}: {result.seconds:.0f} s {result.test}", flush=True)
    share = show(campaign, arguments.seed)
    return 0 if arguments.at_least is None or share >= arguments.at_least else 1


if __name__ == "__main__":
    sys.exit(main())
