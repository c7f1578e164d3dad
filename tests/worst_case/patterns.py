"""Every regular expression of the product, each with how its time grows.

    python -m tests.worst_case.patterns

They are found in the sources: whatever calls `re`, gives pydantic a `pattern`, or paints the texts
of a game. Those of the libraries that read a request's head and path are asked for by name.
"""

from __future__ import annotations

import argparse
import ast
import gc
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeGuard

from coalbaron_fast.games import GAMES, load_game
from coalbaron_fast.tables import format_table
from tests.worst_case.ambiguity import Verdict, judge

PROJECT: Final = Path(__file__).parents[2]
ROOTS: Final = ("src", "protocol", "server")
AT_START: Final = frozenset(("match", "fullmatch"))
CALLS: Final = AT_START | {"compile", "search", "sub", "subn", "split", "findall", "finditer"}
HARMLESS: Final = frozenset(("escape", "error", "Match", "Pattern", "purge"))
LIBRARIES: Final = ("h11._readers", "uvicorn.protocols.http.h11_impl",
                    "uvicorn.protocols.http.httptools_impl")  # fmt: skip
SEARCHED_BY_LIBRARIES: Final = frozenset(("HEADER_RE", "HEADER_VALUE_RE"))


class Found(NamedTuple):
    """A regular expression: where it is, what it says, and whether a match may begin anywhere."""

    where: str
    name: str
    pattern: str | bytes
    flags: int
    is_search: bool

    def judged(self) -> Verdict:
        """Return how its time grows."""
        return judge(self.pattern, self.flags, is_search=self.is_search)


class UnlistedError(ValueError):
    """A regular expression that cannot be listed: it is not known before the program runs."""


def own_patterns(project: Path = PROJECT) -> list[Found]:
    """Return those of the sources."""
    files = [file for root in ROOTS for file in sorted((project / root).rglob("*.py*"))]
    code = [file for file in files if file.suffix in (".py", ".pyx")]
    # Cython is no Python that `ast` could read; no .pyx uses expressions.
    texts = {file: file.read_text("utf-8") for file in code}
    strange = [file for file, text in texts.items() if file.suffix == ".pyx" and _uses_re(text)]
    if strange:
        raise UnlistedError(f"regular expressions in {strange[0].name}")
    trees = {file: ast.parse(text) for file, text in texts.items() if file.suffix == ".py"}
    uses = _uses(trees.values())
    return [
        found
        for file, tree in trees.items()
        for found in _found_in(tree, file.relative_to(project), uses)
    ]


def _uses_re(text: str) -> bool:
    return re.search(r"^\s*(?:import|from) re\b", text, re.MULTILINE) is not None


def _uses(trees: Any) -> dict[str, set[str]]:  # noqa: ANN401 - a view of a dict
    """Return what is done with each name: the methods that are called on it, `""` for all else."""
    uses: dict[str, set[str]] = {}
    for tree in trees:
        called: set[int] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                inner = node.value
                name = inner.id if isinstance(inner, ast.Name) else getattr(inner, "attr", "")
                uses.setdefault(name, set()).add(node.attr)
                called.add(id(inner))
            elif _is_loaded(node) and id(node) not in called:
                uses.setdefault(node.id, set()).add("")
    return uses


def _is_loaded(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)


def _found_in(tree: ast.Module, file: Path, uses: dict[str, set[str]]) -> Iterator[Found]:
    named = {
        id(statement.value): _target(statement)
        for statement in tree.body
        if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "re":
            raise UnlistedError(f"{file}:{node.lineno}: write `import re`, so that its use shows")
        if isinstance(node, ast.Call):
            where = f"{file}:{node.lineno}"
            yield from _validated(node, where)
            method = _method_of_re(node)
            if method is None or method in HARMLESS:
                continue
            if method not in CALLS:
                raise UnlistedError(f"{where}: re.{method} is not known here")
            name = named.get(id(node), "")
            if name:
                done = uses.get(name, set())
                compiled = getattr(importlib.import_module(_module_of(file)), name)
                is_search = not done <= AT_START or not done
                yield Found(where, name, compiled.pattern, compiled.flags, is_search)
            else:
                yield _inline(node, method, where)


def _target(statement: ast.Assign | ast.AnnAssign) -> str:
    target = statement.target if isinstance(statement, ast.AnnAssign) else statement.targets[0]
    return target.id if isinstance(target, ast.Name) else ""


def _method_of_re(call: ast.Call) -> str | None:
    function = call.func
    if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
        return function.attr if function.value.id == "re" else None
    return None


def _inline(call: ast.Call, method: str, where: str) -> Found:
    pattern = _written(call.args[0] if call.args else None, where)
    if len(call.args) > (2 if method != "compile" else 1) + (method in ("sub", "subn")):
        raise UnlistedError(f"{where}: flags belong to an expression with a name of its own")
    return Found(where, f"re.{method}", pattern, 0, method not in AT_START)


def _written(value: ast.expr | None, where: str) -> str | bytes:
    """Return the expression that is written in a call."""
    if isinstance(value, ast.Constant) and isinstance(value.value, str | bytes):
        return value.value
    raise UnlistedError(f"{where}: the expression is not written there")


def _validated(call: ast.Call, where: str) -> Iterator[Found]:
    """Yield what pydantic shall check: the expression is the value of `pattern`."""
    for keyword in call.keywords:
        if keyword.arg in ("pattern", "regex"):
            yield Found(where, keyword.arg, _written(keyword.value, where), 0, is_search=True)


def _module_of(file: Path) -> str:
    return ".".join(file.with_suffix("").parts[1:])


def colour_patterns() -> Iterator[Found]:
    """Yield those that paint the texts of a game in a terminal."""
    for name in GAMES:
        screen = load_game(name).screen
        for number, pattern in enumerate(screen().colours if screen is not None else ()):
            yield Found(f"game {name}", f"colours[{number}]", pattern, 0, is_search=True)


def library_patterns() -> Iterator[Found]:
    """Yield those with which libraries read a request: its head, and its path."""
    for module in LIBRARIES:
        for name, value in vars(importlib.import_module(module)).items():
            if isinstance(value, re.Pattern):
                is_search = name in SEARCHED_BY_LIBRARIES
                yield Found(module, name, value.pattern, value.flags, is_search)
    for path in sorted(route_patterns()):
        yield Found("starlette.routing", "path_regex", path, 0, is_search=False)


def route_patterns() -> set[str]:
    """Return those of the service's paths."""
    from starlette.routing import Mount, Route  # noqa: PLC0415 - the service is an extra

    from coalbaron_server.app import create_app  # noqa: PLC0415 - the same

    app = create_app()
    app.openapi()
    routes = [one for one in gc.get_objects() if isinstance(one, Route | Mount)]
    return {route.path_regex.pattern for route in routes}


def every_pattern() -> list[Found]:
    """Return all of them."""
    return [*own_patterns(), *colour_patterns(), *library_patterns()]


def main() -> None:
    """Print them."""
    argparse.ArgumentParser(
        prog="python -m tests.worst_case.patterns",
        description="List every regular expression with how its time grows.",
    ).parse_args()
    rows = [
        [found.where, found.name, "search" if found.is_search else "match", str(found.judged()),
         ascii(found.pattern)]
        for found in every_pattern()
    ]  # fmt: skip
    print(format_table(["where", "name", "from", "time", "expression"], rows))


if __name__ == "__main__":
    main()
