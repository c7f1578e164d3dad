"""The table of docs/envs.md that lists the fields of an observation.

    python -m tests.envs.layout_table

prints it as it must stand there.
"""

from __future__ import annotations

import argparse
from typing import Final

from coalbaron_fast.games.coalbaron.core.observations import FIELDS, dimensions
from tests.games.coalbaron.core.games import SEAT_COUNTS

WORDS: Final = {"players": "P", "tile place": "P + 7", "order place": "P + 9"}
"""What depends on the number of players in a way that a letter says best."""


def size_text(word: int | str) -> str:
    """Return a dimension: a number, a letter, or the numbers for 2, 3 and 4 players."""
    if isinstance(word, int):
        return str(word)
    sizes = [dimensions(players)[word] for players in SEAT_COUNTS]
    if word in WORDS:
        less = int(WORDS[word].partition("+")[2] or 0)
        if [players + less for players in SEAT_COUNTS] != sizes:
            raise ValueError(f"{word} is {sizes}, not {WORDS[word]}")
        return WORDS[word]
    return str(sizes[0]) if len(set(sizes)) == 1 else "/".join(map(str, sizes))


def layout_table() -> str:
    """Return the table."""
    lines = ["| field | shape | divisor | meaning |", "|---|---|---|---|"]
    for name, words, divisor, meaning in FIELDS:
        shape = " x ".join(size_text(word) for word in words)
        lines.append(f"| `{name}` | {shape} | {divisor} | {meaning} |")
    return "\n".join(lines)


if __name__ == "__main__":
    argparse.ArgumentParser(
        prog="python -m tests.envs.layout_table", description="Print the table of docs/envs.md."
    ).parse_args()
    print(layout_table())
