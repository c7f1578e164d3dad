"""Inputs that grow: a beginning, a piece that is repeated until the input is long, and an end.

Whatever takes more than its share of time takes it where something is repeated. So an input is
kept as these three parts, and can be made in any length. `COUNTER` in the piece becomes another
word each time, for readers that look for a name among those they have seen.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

COUNTER: Final = "\N{NUMERO SIGN}"
LARGEST: Final = 2**20
"""No input is longer than a megabyte."""

LETTERS: Final = (
    " \t\n\r,;:+-/=.\"'\\[]{}()<>#!@~|*?%&0129aAzZ_\0\x0b\x1f\x7fé٣\u2028\N{HIRAGANA LETTER A}"
)
PIECES: Final = (
    "[", '{"a":', "[[],", '"', "\\u0061", "1,", "1e5,", "null,", '{"n№":0},', '"a№":0,', '"№",',
    " №", "/№", "a№:1,", "№,", "№;", "0", "9" * 64, "[]", "{}", "\r\n", "\n\n", "A№: b\r\n", " a",
    "a\t", "--", "::", ";;", ",,", '\\"', '[A№ "b"]\n', "{c}", "#c\n", "1;\r\n", "%41", "&a№=1",
    ", ", "\ud800",
)  # fmt: skip


class Input(NamedTuple):
    """An input of any length."""

    before: str
    piece: str
    after: str

    def text(self, size: int) -> str:
        """Return it with as many pieces as fit into some bytes; none or one if they do not fit."""
        room = size - len((self.before + self.after).encode("utf-8", "surrogatepass"))
        if COUNTER not in self.piece:
            each = len(self.piece.encode("utf-8", "surrogatepass"))
            return f"{self.before}{self.piece * max(room // max(each, 1), 1)}{self.after}"
        pieces: list[str] = []
        while room > 0:
            pieces.append(self.piece.replace(COUNTER, _word(len(pieces))))
            room -= len(pieces[-1].encode("utf-8", "surrogatepass"))
        return f"{self.before}{''.join(pieces[:-1])}{self.after}"


def _word(number: int) -> str:
    """Return a short word for a number."""
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    word = digits[number % 36]
    while number := number // 36:
        word = digits[number % 36] + word
    return word


def random_input(seeds: Sequence[str], rng: Random) -> Input:
    """Return an input that is made of a good text: somewhere in it, a piece of something."""
    seed = rng.choice(seeds)
    if seed.startswith("{") and rng.random() < 0.7:
        return _random_json(json.loads(seed), rng)
    start, end = sorted(rng.randrange(len(seed) + 1) for _ in range(2))
    if rng.random() < 0.5:
        end = start
    return Input(seed[:start], _piece(seed, rng), rng.choice((seed[end:], "", *PIECES, "\0")))


HOLE: Final = "\N{WHITE SQUARE}"
WRAPPERS: Final = (("[", "0]"), ("{", '"z":0}'), ('"', '"'), ("", ""))


def _random_json(data: Any, rng: Random) -> Input:  # noqa: ANN401 - JSON
    """Return a value with something long in one of its places."""
    place, inner = data, data
    while isinstance(inner, dict | list) and inner and rng.random() < 0.8:
        place, key = (
            inner,
            rng.choice(list(inner) if isinstance(inner, dict) else range(len(inner))),
        )
        inner = place[key]
    if place is not data or inner is not data:
        old = json.dumps(inner)
        place[key] = HOLE
    else:
        old = "0"
        data[HOLE] = HOLE
    before, _, after = json.dumps(data).partition(json.dumps(HOLE))
    if inner is data:
        return Input(
            before, rng.choice(('"n№":0,', '"№":[],', '"a":{},')), f"{json.dumps('z')}:0{after}"
        )
    begin, end = rng.choice(WRAPPERS)
    return Input(before + begin, rng.choice((_piece(old, rng), f"{old},", *PIECES)), end + after)


def mutated(parent: Input, seeds: Sequence[str], rng: Random) -> Input:
    """Return an input that differs from another one in one part."""
    seed = rng.choice(seeds)
    match rng.randrange(6):
        case 0:
            return parent._replace(piece=_piece(seed, rng))
        case 1:
            return parent._replace(piece=(parent.piece + _piece(seed, rng))[-200:])
        case 2:
            cut = rng.randrange(len(parent.piece) + 1)
            return parent._replace(piece=parent.piece[cut:] or parent.piece)
        case 3:
            start = rng.randrange(len(seed) + 1)
            return parent._replace(before=seed[:start], after=seed[start:])
        case 4:
            return parent._replace(after=rng.choice(("", _piece(seed, rng), seed)))
        case _:
            cut = rng.randrange(len(parent.before) + 1)
            return parent._replace(before=parent.before[:cut])


def _piece(seed: str, rng: Random) -> str:
    match rng.randrange(4):
        case 0:
            return rng.choice(LETTERS)
        case 1:
            return rng.choice(PIECES)
        case 2:
            words = seed.replace(",", " ").replace(";", " ").replace("/", " ").split() or ["a"]
            return rng.choice(words)[:100] + rng.choice(" ,;/\n")
        case _:
            start = rng.randrange(len(seed) + 1)
            return seed[start : start + rng.randrange(1, 40)] or " "


Kept = tuple[Input, tuple[int, ...]]
"""An input, and the lengths at which it is counted."""


def read_inputs(path: Path) -> dict[str, Kept]:
    """Return the inputs of a file by the names of what reads them."""
    kept = json.loads(path.read_text("utf-8"))
    return {name: (Input(*parts), tuple(sizes)) for name, (parts, sizes) in kept.items()}


def write_inputs(path: Path, inputs: dict[str, Kept]) -> None:
    """Write inputs as `read_inputs` reads them."""
    lines = [f"{json.dumps(name)}: {json.dumps(inputs[name])}" for name in sorted(inputs)]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
