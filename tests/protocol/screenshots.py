"""`python -m tests.protocol.screenshots`: pictures of the terminal, as docs/images/terminal-*.svg.

tmux runs the commands in a window of its own; `rich` draws what is left on its screen. What the
engine finds in a second differs from machine to machine, so limits are given in tries.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from io import StringIO
from pathlib import Path
from typing import Final, NamedTuple

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from tests.processes import PATIENCE_S

IMAGES: Final = Path(__file__).parents[2] / "docs/images"

PROMPT: Final = "$ "
ASKS: Final = "»$"
LOOK_EVERY_S: Final = 0.2

FONTS: Final = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"

THEME: Final = TerminalTheme(
    (24, 26, 31),
    (220, 223, 228),
    [(40, 44, 52), (224, 108, 117), (152, 195, 121), (229, 192, 123), (97, 175, 239),
     (198, 120, 221), (86, 182, 194), (220, 223, 228)],
    [(130, 137, 151), (224, 108, 117), (152, 195, 121), (229, 192, 123), (97, 175, 239),
     (198, 120, 221), (86, 182, 194), (255, 255, 255)],
)  # fmt: skip


class Picture(NamedTuple):
    """One picture: what is typed into a window, each line when the one before was answered.

    An answer is over when the window shows what its pattern stands for.
    """

    name: str
    title: str
    size: tuple[int, int]
    typed: tuple[tuple[str, str], ...]


PICTURES: Final = (
    Picture(
        "analyse",
        "coalbaron-engine analyse",
        (94, 41),
        (("coalbaron-engine analyse --nodes 8000", "Best for seat"),),
    ),
    Picture(
        "play",
        "coalbaron-engine play",
        (94, 46),
        (
            ("coalbaron-engine play --seed 1 --time 200", ASKS),
            ("1", ASKS),
            ("truck 1 black", ASKS),
            ("1", ASKS),
            ("m10", ASKS),
            ("best", ASKS),
        ),
    ),
    Picture(
        "match",
        "coalbaron-engine match",
        (94, 16),
        (
            (
                "coalbaron-engine match engine:nodes=60 greedy --deals 10",
                r"Elo of the first[^$]*\$",
            ),
            # A second one, to show how it looks meanwhile.
            (
                "coalbaron-engine match engine:nodes=40 engine:nodes=10 --deals 20 --file 2.jsonl",
                "1[0-9] deals, [0-9]+ of 40",
            ),
        ),
    ),
)


class Window:
    """A terminal of tmux with a shell in an empty folder."""

    def __init__(self, size: tuple[int, int], folder: str) -> None:
        self._socket = f"coalbaron-{os.getpid()}"
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        width, height = map(str, size)
        shell = ["env", f"PATH={path}", f"PS1={PROMPT}", "LC_ALL=C.UTF-8", "COLORTERM=truecolor"]
        self._tmux(
            "-f", "/dev/null", "new-session", "-d", "-x", width, "-y", height, "-c", folder,
            *shell, "bash", "--norc",
        )  # fmt: skip

    def _tmux(self, *words: str) -> str:
        command = ["tmux", "-L", self._socket, *words]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def type(self, line: str) -> None:
        """Type a line."""
        self._tmux("send-keys", "-l", line)
        self._tmux("send-keys", "Enter")
        time.sleep(LOOK_EVERY_S)

    def screen(self, *, coloured: bool = False) -> str:
        """Return what the window shows."""
        return self._tmux("capture-pane", "-p", *(["-e"] if coloured else []))

    def wait_for(self, text: str) -> None:
        """Wait until the window shows what a pattern stands for."""
        end = time.monotonic() + PATIENCE_S
        while not re.search(text, self.screen().rstrip()):
            if time.monotonic() > end:
                raise TimeoutError(f"no {text!r} in:\n{self.screen()}")
            time.sleep(LOOK_EVERY_S)
        time.sleep(LOOK_EVERY_S)

    def close(self) -> None:
        """End the shell and everything in it."""
        self._tmux("kill-server")


def take(picture: Picture) -> str:
    """Return a picture as SVG."""
    with tempfile.TemporaryDirectory() as folder:
        window = Window(picture.size, folder)
        try:
            window.wait_for(re.escape(PROMPT.strip()))
            for line, answer in picture.typed:
                window.type(line)
                window.wait_for(answer)
            shown = window.screen(coloured=True)
        finally:
            window.close()
    return draw(shown, picture)


def draw(shown: str, picture: Picture) -> str:
    """Return the text of a terminal as SVG, without fonts from elsewhere."""
    console = Console(record=True, width=picture.size[0], file=StringIO(), force_terminal=True)
    console.print(Text.from_ansi(shown.rstrip("\n")), soft_wrap=True)
    svg = console.export_svg(title=picture.title, theme=THEME, unique_id=picture.name)
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    return svg.replace("Fira Code, monospace", FONTS)


def main() -> None:
    """Draw the pictures that are asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.protocol.screenshots", description=__doc__
    )
    names = tuple(picture.name for picture in PICTURES)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"default: {' '.join(names)}")
    parser.add_argument("--folder", type=Path, default=IMAGES, help="default: docs/images")
    arguments = parser.parse_args()
    if unknown := set(arguments.names) - set(names):
        parser.error(f"no picture {' '.join(sorted(unknown))}")
    for picture in PICTURES:
        if not arguments.names or picture.name in arguments.names:
            path = arguments.folder / f"terminal-{picture.name}.svg"
            path.write_text(take(picture), encoding="utf-8")
            print(path, path.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
