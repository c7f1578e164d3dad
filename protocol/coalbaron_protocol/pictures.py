"""Pictures of what was played, for every command that offers them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from coalbaron_fast.errors import ask_for_extra


def add_picture_arguments(group: argparse._ArgumentGroup) -> None:
    """Add what `draw_pictures` reads."""
    group.add_argument("--plots", type=Path, metavar="DIR", help="draw them, too; needs matplotlib")
    group.add_argument("--plot-kind", choices=("png", "svg"), default="svg")


def draw_pictures(arguments: argparse.Namespace, draw: Callable[[Path, str], object]) -> None:
    """Let the pictures be drawn where the arguments ask for them, or say why there are none."""
    if arguments.plots is None:
        return
    try:
        draw(arguments.plots, arguments.plot_kind)
    except ImportError as error:
        print(f"no pictures: {ask_for_extra('arena', error)}", file=sys.stderr)
    except (OSError, ValueError) as error:
        print(f"no pictures: {error}", file=sys.stderr)
