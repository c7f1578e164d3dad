"""The commands of docs/terminal.md work, one after the other, as they stand there."""

from __future__ import annotations

import io
import re
import shlex
from pathlib import Path
from typing import Final

import pytest

from coalbaron_protocol.arguments import run_command
from tests.protocol.screenshots import Picture, draw

PAGE: Final = Path(__file__).parents[2] / "docs/terminal.md"
BLOCKS: Final = re.compile(r"```sh\n(.*?)```", re.DOTALL)

SHORTER: Final = {"analyse": ["--nodes", "20"], "play": ["--time", "1"], "match": ["--deals", "1"]}
"""Added to commands: the test need not think as long as a person."""


def test_every_command_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = "".join(BLOCKS.findall(PAGE.read_text(encoding="utf-8"))).splitlines()
    assert len(lines) > 6
    for line in lines:
        program, command, *words = shlex.split(line)
        assert program == "coalbaron-engine"
        words = [word.replace("nodes=60", "nodes=2") for word in words]
        monkeypatch.setattr("sys.stdin", io.StringIO("1\n"))
        assert run_command([command, *words, *SHORTER[command]]) == 0, line
    kept = sorted(path.name for path in tmp_path.glob("play*"))
    assert kept == ["play-2.txt", "play-3.txt", "play-4.txt", "play.txt"]


def test_a_screen_is_drawn_in_its_colours_and_with_fonts_that_are_there() -> None:
    svg = draw("$ dig\n\x1b[32mcoal\x1b[0m", Picture("pit", "a pit", (20, 3), ()))
    assert "a&#160;pit" in svg or "a pit" in svg
    assert "coal" in svg
    assert "#98c379" in svg
    assert "@font-face" not in svg
    assert "cdnjs" not in svg


def test_every_picture_is_small_and_loads_nothing() -> None:
    pictures = sorted((PAGE.parent / "images").glob("terminal-*.svg"))
    assert [picture.stem for picture in pictures] == [
        "terminal-analyse",
        "terminal-match",
        "terminal-play",
    ]
    for picture in pictures:
        text = picture.read_text(encoding="utf-8")
        assert len(text) < 150_000
        assert "url(http" not in text
        assert "@font-face" not in text
        assert picture.name in PAGE.read_text(encoding="utf-8")
