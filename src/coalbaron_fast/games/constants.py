"""Numbers that C needs when it is compiled, from a game's facts and tokens.

Each game declares them once, in `core/constants.py`; the codes of its moves are those of its
vocabulary. The build writes both into `core/constants.pxi` (setup.py), which `core/types.pxd`
includes, with a digest of each. When a game is imported, it holds the digests against its facts and
its tokens: none plays by facts that it was not compiled from.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from zlib import crc32

__all__ = ["check_digest", "digest_of", "numbered", "require", "spell_enums", "start_of"]


def numbered(prefix: str, names: Iterable[str]) -> dict[str, int]:
    """Return a constant for each name, numbered in their order."""
    return {f"{prefix}{name.upper()}": number for number, name in enumerate(names)}


def start_of(fact: str, names: Sequence[str], part: Sequence[str]) -> int:
    """Return where the names of `part` lie among others, one after the other."""
    for start in range(len(names) - len(part) + 1):
        if list(names[start : start + len(part)]) == list(part):
            return start
    raise RuntimeError(f"facts.{fact} is {part!r}; the core is written for a stretch of {names!r}")


def require(holds: bool, fact: str, stated: object, expected: object) -> None:
    """Raise RuntimeError if the core is not written for what a fact says."""
    if not holds:
        raise RuntimeError(f"facts.{fact} is {stated!r}; the core is written for {expected!r}")


def digest_of(constants: Mapping[str, int]) -> int:
    """Return a number that other constants hardly have, of 31 bits."""
    return crc32(repr(sorted(constants.items())).encode()) >> 1


def check_digest(what: str, constants: Mapping[str, int], compiled: int) -> None:
    """Raise RuntimeError if these are not the constants that the core was compiled with."""
    if digest_of(constants) != compiled:
        raise RuntimeError(
            f"{what} are not those that the core was compiled from: build it again"
            " (python setup.py build_ext --inplace)"
        )


def spell_enums(
    constants: Mapping[str, int], codes: Mapping[str, int], tokens: Sequence[str]
) -> str:
    """Return what Cython includes: the constants, the codes of moves, and both digests."""
    lines = ["# Made by setup.py from core/constants.py and notation/tokens.py.", "", "cdef enum:"]
    lines += [f"    {name} = {number}" for name, number in constants.items()]
    lines += ["", "# Move codes: the first of each block, with its token", "cdef enum:"]
    for name, code in codes.items():
        token = f"  # {tokens[code]}" if code < len(tokens) else ""
        lines.append(f"    {name} = {code}{token}")
    lines += ["", "cdef enum:"]
    lines += [
        f"    FACTS_DIGEST = {digest_of(constants)}",
        f"    CODES_DIGEST = {digest_of(codes)}",
    ]
    return "\n".join([*lines, ""])
