"""How `--help` is laid out: paragraphs fill the window, indented lines stay as they are."""

from __future__ import annotations

import argparse
from itertools import groupby


class HelpFormatter(argparse.HelpFormatter):
    """Fills paragraphs, and keeps lists and examples, whose lines begin with a blank."""

    def add_argument(self, action: argparse.Action) -> None:
        """Take an argument in. Commands stand further in than `argparse` reckons with."""
        super().add_argument(action)
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - it has no other name
            self._action_max_length += self._indent_increment

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        """Return a description or an epilog for a window of this width."""
        import textwrap  # noqa: PLC0415 - slow, and not needed without --help

        filled = []
        for kind, lines in groupby(text.splitlines(), _kind):
            if kind == "paragraph":
                paragraph = " ".join(lines)
                filled += textwrap.wrap(
                    paragraph, width, initial_indent=indent, subsequent_indent=indent
                )
            else:
                filled += [f"{indent}{line}" for line in lines]
        return "\n".join(filled)


def _kind(line: str) -> str:
    return "paragraph" if line and not line.startswith(" ") else "kept"
