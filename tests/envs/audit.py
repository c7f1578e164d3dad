"""Compare observations and masks with views and legal lists, for as long as one likes.

    python -m tests.envs.audit

With the numbers that it has by default: nothing hidden changes a byte, and all that is known can
be read back, at 10,000 positions from every seat; masks at every step of 5,000 games.
"""

from __future__ import annotations

import argparse
import time

from tests.envs.checks import check_decoding, check_leaks, check_masks


def main() -> None:
    """Run the program."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.envs.audit",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--positions", type=int, default=10_000, help="to look at from every seat (10000)"
    )
    parser.add_argument("--games", type=int, default=5_000, help="games of masks (5000)")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    begun = time.monotonic()
    leaks = check_leaks(arguments.positions, arguments.seed)
    print(f"{leaks.looked_at} positions show nothing hidden; in {leaks.telling} something is")
    decoded = check_decoding(arguments.positions, arguments.seed)
    print(f"{decoded.looked_at} positions read back, {decoded.telling} with known places or a look")
    masks = check_masks(arguments.games, arguments.seed)
    print(f"{masks.looked_at} masks equal the legal list in {masks.telling} games")
    print(f"{time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()
