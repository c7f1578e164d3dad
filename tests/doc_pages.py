"""The documents of the project as tests read them: their blocks and their commands."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

PROJECT: Final = Path(__file__).parents[1]
DOCS: Final = PROJECT / "docs"
PAGES: Final = sorted(
    [
        *PROJECT.glob("*.md"),
        *DOCS.rglob("*.md"),
        PROJECT / "protocol" / "SPEC.md",
        PROJECT / "bench" / "README.md",
    ]
)

BLOCK: Final = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INLINE: Final = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
PROGRAMS: Final = re.compile(
    r"(?:coalbaron-engine(?: learn)?(?: [a-z]+)?|python -m [\w.]+(?: [a-z]+)?)(?= |$)"
)
CALL: Final = re.compile(r"(?:^|[|&(;] *)(coalbaron-engine|python -m)\b[^|&;)]*")


class Block(NamedTuple):
    """A fenced block: its language, its text, and the text of the page before it."""

    language: str
    text: str
    before: str

    @property
    def lines(self) -> list[str]:
        """Commands, one a line, with continued ones joined and comments left out."""
        joined = self.text.replace("\\\n", "")
        lines = (line.partition("  #")[0].strip() for line in joined.splitlines())
        return [line for line in lines if line and not line.startswith("#")]

    @property
    def file(self) -> str | None:
        """The name under which a reader is told to save this block."""
        names = re.findall(r"`([\w./]+\.\w+)`", self.before.rstrip().rpartition("\n\n")[2])
        return names[0] if names else None


def read_blocks(page: Path) -> list[Block]:
    """Return the fenced blocks of a page in their order."""
    text = page.read_text(encoding="utf-8")
    return [Block(m[1], m[2], text[: m.start()]) for m in BLOCK.finditer(text)]


def find_calls(page: Path) -> Iterator[str]:
    """Yield the calls of our programs that a page shows, in blocks and within the text."""
    text = page.read_text(encoding="utf-8")
    candidates = [line for block in read_blocks(page) for line in block.lines]
    candidates += INLINE.findall(BLOCK.sub("", text))
    for candidate in candidates:
        for match in CALL.finditer(candidate):
            yield match[0].lstrip("|&(; ")


class Call(NamedTuple):
    """A call of a program: what is run, and the options that it is given."""

    program: str
    options: tuple[str, ...]


def parse_call(line: str) -> Call | None:
    """Tell program and options apart; None for a call with a placeholder for the program."""
    found = PROGRAMS.match(line)
    if found is None:
        return None
    rest = line[found.end() :]
    try:
        words = shlex.split(rest)
    except ValueError:
        words = rest.split()
    options = [word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)]
    return Call(found[0], tuple(options))
