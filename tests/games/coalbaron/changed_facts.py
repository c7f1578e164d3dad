"""Change the facts of the game one at a time, and see whether anybody notices.

``python -m tests.games.coalbaron.changed_facts [LINE ...]`` puts the lines at the end of facts.py
and prints, as JSON, what became of each change: ``refused`` with a message, ``played`` (the game
went otherwise), ``worded`` (only names did), or ``unnoticed``. Nothing of the package is imported
before a fork, so that every change meets modules that load afresh.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import importlib
import importlib.util
import json
import os
import random
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from coalbaron_fast import State

PACKAGE: Final = "coalbaron_fast"
GAME: Final = f"{PACKAGE}.games.coalbaron"
PLIES: Final = 40
"""Every so many tokens a position is spelled out, and while a look's items go back."""

COMPLETE: Final = (
    *("By", "Cyy", "Tyyy", "Eb", "Bbb", "Ebbb"),
    *("Cg", "Tgg", "Eggg", "Bk", "Ckk", "Tkkk", "Eybgk"),
)
"""A card for every entry of ORDER_VP."""

DELIVERED: Final = (("Bybgk", "Cybgk", "Tybgk", "Egg"), ("Byy", "Cb", "Tg", "Ek"))
"""With these the first seat leads in every colour and vehicle, and the second seat is second."""

BOUGHT: Final = ("2L", "1D")
"""Tiles of every colour: two empty carts a level for the first seat, one for the second."""

# What the package imports of the standard library: loaded once, before the forks.
for _name in ("asyncio", "dataclasses", "enum", "itertools", "math", "threading", "typing"):
    importlib.import_module(_name)


class Change(NamedTuple):
    """A change of one fact: a name for it, the fact, and the text of facts.py with it."""

    name: str
    fact: str
    source: str


class Outcome(NamedTuple):
    """What became of a change."""

    name: str
    fact: str
    verdict: str
    message: str


# The changes


def other_values(value: object) -> Iterator[tuple[str, object]]:
    """Yield values that differ in one place, each with the place."""
    if isinstance(value, bool | type):
        return
    if isinstance(value, int):
        yield "", value + 1
    elif isinstance(value, str):
        for index in range(len(value)):
            yield f"[{index}]", f"{value[:index]}#{value[index + 1 :]}"
    elif isinstance(value, frozenset):
        yield from ((f" without {part}", value - {part}) for part in sorted(value))
        yield " with one more", value | {"#"}
    elif isinstance(value, dict):
        yield from other_dicts(value)
    elif isinstance(value, tuple):
        yield from other_tuples(value)


def other_dicts(value: dict[Any, object]) -> Iterator[tuple[str, object]]:
    """Yield dicts that lack an entry, or differ in one."""
    for key, part in value.items():
        yield f" without {key}", {other: value[other] for other in value if other != key}
        for place, changed in other_values(part):
            yield f"[{key!r}]{place}", {**value, key: changed}


def other_tuples(value: tuple[Any, ...]) -> Iterator[tuple[str, object]]:
    """Yield tuples, or named ones, that differ in one element; of words each changes once."""
    again = getattr(type(value), "_make", tuple)
    if again is tuple:
        yield " without the last", value[:-1]
        yield " with one more", (*value, *value[-1:])
    for index, part in enumerate(value):
        parts = [("", f"{part}#")] if isinstance(part, str) else other_values(part)
        for place, changed in parts:
            yield f"[{index}]{place}", again((*value[:index], changed, *value[index + 1 :]))


def changed_values(source: str) -> Iterator[Change]:
    """Yield a line behind everything else, for each place in each public constant."""
    facts = load_facts(source)
    for fact, value in vars(facts).items():
        if fact.isupper() and not fact.startswith("_"):
            for place, changed in other_values(value):
                yield Change(f"{fact}{place}", fact, f"{source}\n{fact} = {changed!r}\n")


def changed_literals(source: str) -> Iterator[Change]:
    """Yield the text with another number or word where it states one."""
    tree = ast.parse(source)
    stated = [
        (target.id, node)
        for statement in tree.body
        if isinstance(statement, ast.AnnAssign) and isinstance(target := statement.target, ast.Name)
        for node in ast.walk(statement.value or statement)
        if isinstance(node, ast.Constant) and type(node.value) in (int, str)
    ]
    for fact, node in stated:
        before = node.value
        node.value = before + 1 if isinstance(before, int) else str(before) + "#"
        name = f"{fact}, line {node.lineno}: {before!r} is {node.value!r}"
        yield Change(name, fact, ast.unparse(tree))
        node.value = before


# What notices


def load_facts(source: str) -> ModuleType:
    """Return a module made of this text."""
    module = ModuleType(f"{GAME}.facts")
    exec(compile(source, "facts.py", "exec"), vars(module))  # noqa: S102 - our own file, changed
    return module


def play_game(players: int, chance: random.Random) -> Iterator[object]:
    """Play at random, and yield everything that the rules decide."""
    from coalbaron_fast import State  # noqa: PLC0415 - with the facts as they are now

    state = State(players)
    played = 0
    while not state.is_over:
        moves = state.legal_moves()
        yield moves
        if played % PLIES == 0 or state.phase in ("side", "stack"):
            yield state.to_text()
            yield state.majorities()
        state.push(chance.choice(moves))
        played += 1
    yield state.to_text()
    yield state.winners()


def set_up(players: int, avoided: frozenset[str]) -> State:
    """Return the first turn of a game whose setup has drawn none of these items."""
    from coalbaron_fast import State  # noqa: PLC0415 - as above

    state = State(players)
    while state.phase != "place":
        state.push(next(move for move in state.legal_moves() if move[1:] not in avoided))
    return state


def arrange(players: int) -> State:
    """Return a position in which every card, majority and space has something to give."""
    from coalbaron_fast import State  # noqa: PLC0415 - as above

    cards = [*COMPLETE, *DELIVERED[0], *DELIVERED[1]]
    tiles = [f"{colour}{kind}" for colour in "ybgk" for kind in BOUGHT]
    data = set_up(players, frozenset((*cards, *tiles))).to_dict()
    data["seats"][0]["orders"] |= {name: list(name[1:]) for name in COMPLETE}
    for seat, delivered, kind in zip(data["seats"], DELIVERED, BOUGHT, strict=False):
        seat["delivered"] = sorted(delivered)
        for colour, level in zip("ybgk", seat["pit"], strict=True):
            level["tiles"] = [f"{colour}{kind}"]
    for stack, taken in (("order_stack", cards), ("tile_stack", tiles)):
        for item in taken:
            data[stack]["middle"].remove(item)
        data[stack]["middle_size"] -= len(taken)
    return State.from_dict(data)


def rules_seen() -> Iterator[object]:
    """Yield what games are like, and what can be had in one position."""
    chance = random.Random(5)
    for players in (2, 3, 4):
        yield from play_game(players, chance)
        state = arrange(players)
        yield state.majorities()
        for move in state.legal_moves():
            after = state.copy()
            after.push(move)
            yield move, after.marks, after.vp, after.to_text()


def words_seen() -> Iterator[object]:
    """Yield what is only said."""
    notation = importlib.import_module(f"{GAME}.notation")
    facts = importlib.import_module(f"{GAME}.facts")
    yield [notation.describe(code) for code in range(notation.VOCABULARY_SIZE)]
    yield [reward.name for reward in facts.REWARDS]


def fingerprint(seen: Iterator[object]) -> str:
    """Return a number for all that was seen; an error is something to see as well."""
    digest = hashlib.sha256()
    try:
        for part in seen:
            digest.update(repr(part).encode())
    except Exception as error:  # noqa: BLE001 - a game that breaks is another game
        digest.update(repr(error).encode())
    return digest.hexdigest()


def notice(source: str) -> dict[str, str]:
    """Load the package with this text for its facts; return what it says or how it plays."""
    sys.modules[f"{GAME}.facts"] = load_facts(source)
    importlib.import_module(PACKAGE)
    return {"rules": fingerprint(rules_seen()), "words": fingerprint(words_seen())}


def in_a_fork(source: str) -> dict[str, str]:
    """Notice in a process of its own, so that nothing stays loaded."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            found = notice(source)
        except Exception as error:  # noqa: BLE001 - any refusal
            found = {"refused": f"{type(error).__name__}: {error}"}
        except BaseException:  # noqa: BLE001 - a fork never goes back
            found = {"refused": traceback.format_exc()}
        with open(writing, "w", encoding="utf-8") as pipe:  # noqa: PTH123 - a pipe
            json.dump(found, pipe)
        os._exit(0)
    os.close(writing)
    with open(reading, encoding="utf-8") as pipe:  # noqa: PTH123 - a pipe
        text = pipe.read()
    status = os.waitpid(child, 0)[1]
    if status or not text:
        return {"refused": f"the process died: {status}"}
    found = json.loads(text)
    return dict(found)


def judge(change: Change, plain: dict[str, str]) -> Outcome:
    """Say what became of a change."""
    try:
        load_facts(change.source)
    except Exception as error:  # noqa: BLE001 - facts that do not load are refused, at their line
        message = f"facts.{change.fact} does not load: {error!r}"
        return Outcome(change.name, change.fact, "refused", message)
    found = in_a_fork(change.source)
    if "refused" in found:
        return Outcome(change.name, change.fact, "refused", found["refused"])
    verdict = "unnoticed"
    if found["rules"] != plain["rules"]:
        verdict = "played"
    elif found["words"] != plain["words"]:
        verdict = "worded"
    return Outcome(change.name, change.fact, verdict, "")


def main(lines: list[str]) -> None:
    """Try every change of facts.py, and of the lines."""
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise SystemExit(f"{PACKAGE} is not here")
    path = Path(spec.origin).parent / "games" / "coalbaron" / "facts.py"
    source = "\n".join([path.read_text("utf-8"), *lines])
    plain = in_a_fork(source)
    if "refused" in plain:
        raise SystemExit(f"the facts as they are: {plain['refused']}")
    for make in (changed_values, changed_literals):
        for change in make(source):
            print(json.dumps(judge(change, plain)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        prog="python -m tests.games.coalbaron.changed_facts",
        description="Changes one fact after the other, and prints as JSON what became of the game.",
    )
    parser.add_argument("lines", nargs="*", metavar="LINE", help="put at the end of facts.py")
    main(parser.parse_args().lines)
