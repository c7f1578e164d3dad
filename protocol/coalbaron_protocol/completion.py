"""Completion in bash, zsh and fish, by `argcomplete`: commands, options, games, players, positions.

The shell starts the program again for every Tab, with `_ARGCOMPLETE` in the environment; what may
come next goes to a descriptor of its own.
"""

from __future__ import annotations

import argparse
import ast
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import argcomplete
from argcomplete.completers import BaseCompleter, FilesCompleter
from argcomplete.shell_integration import shellcode

PROGRAM: Final = "coalbaron-engine"

FREE: Final = ("human", "each", "cluster")
"""Options of free words, which are no files."""


def print_completion(shell: str) -> None:
    """Print the code that a shell shall run."""
    print(shellcode([PROGRAM], shell=shell))


def answer_shell(parser: argparse.ArgumentParser) -> None:
    """Tell the shell what may come next, and end the process."""
    argcomplete.autocomplete(parser, always_complete_options=False, default_completer=Words())


class Words(BaseCompleter):
    """Offers words for an argument that has no fixed choices."""

    def __call__(
        self,
        *,
        prefix: str,
        action: argparse.Action,
        parser: argparse.ArgumentParser,
        parsed_args: argparse.Namespace,
    ) -> Iterable[str]:
        """Return what may come next."""
        if action.dest == "position":
            return complete_position(prefix, parsed_args.position or ())
        if action.dest == "players" and not action.option_strings:
            return complete_players(prefix)
        if action.type in (int, float) or action.dest in FREE:
            return ()
        files: Iterable[str] = FilesCompleter()(
            prefix=prefix, action=action, parser=parser, parsed_args=parsed_args
        )
        return files


def complete_position(prefix: str, given: Iterable[str]) -> list[str]:
    """Offer the words of a position that are not there yet."""
    words = {
        "": ("startpos", "text", "fen"),
        "startpos": ("players", "seed", "start", "options", "moves"),
    }.get(next(iter(given), ""), ("seed", "moves"))
    return [word for word in words if word.startswith(prefix) and word not in given]


def complete_players(prefix: str) -> list[str]:
    """Offer kinds of players, then their settings; and the classes in a file of one's own."""
    from coalbaron_fast.arena.players import PROGRAM as OTHERS  # noqa: PLC0415 - only here
    from coalbaron_fast.arena.players import SETTINGS  # noqa: PLC0415 - as above

    kind, colon, rest = prefix.partition(":")
    if not colon:
        # Both, so that no shell ends the word after a kind that has settings.
        names = [kind for kind in SETTINGS if kind != OTHERS]
        names += [f"{kind}:" for kind, settings in SETTINGS.items() if settings]
        return [*(name for name in names if name.startswith(prefix)), *_python_files(prefix)]
    if kind.endswith(".py"):
        return [f"{kind}:{name}" for name in _players_in(Path(kind)) if name.startswith(rest)]
    done, comma, begun = rest.rpartition(",")
    used = {setting.partition("=")[0] for setting in done.split(",")}
    return [
        f"{kind}:{done}{comma}{name}="
        for name in (*SETTINGS.get(kind, ()), "name")
        if kind in SETTINGS and name.startswith(begun) and name not in used
    ]


def _python_files(prefix: str) -> Iterable[str]:
    """Offer folders and files of Python."""
    files: Iterable[str] = FilesCompleter(allowednames=("py",))(prefix)
    return files


def _players_in(file: Path) -> list[str]:
    """Return the classes of a file that could be players, without running it."""
    try:
        tree = ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return []
    return [
        node.name
        for node in tree.body
        if isinstance(node, ast.ClassDef)
        and any(isinstance(item, ast.FunctionDef) and item.name == "choose" for item in node.body)
    ]
