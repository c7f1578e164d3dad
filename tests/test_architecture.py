"""The arrows between the rooms: nothing points up.

Python files are read with ``ast``, Cython files and C headers line by line. A module
belongs to the room with the longest matching name; every module has a room.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from coalbaron_fast.games import DEFAULT, GAMES

PROJECT: Final = Path(__file__).parents[1]
SOURCE_ROOTS: Final = ("src", "protocol", "server")
PYTHON_SUFFIXES: Final = (".py", ".pyi")
CYTHON_SUFFIXES: Final = (".pyx", ".pxd", ".pxi")
HEADER_SUFFIXES: Final = (".h",)

EVERY_GAME: Final = tuple(
    f"coalbaron_fast.games.{name}" for name in ("coalbaron", "coalcountry", "ruhr")
)
GAME_ROOMS: Final = {"": "game", ".core": "core", ".facts": "facts", ".notation": "notation"}
"""What every game's folder is made of."""

ROOMS: Final = {
    f"{game}{part}": room for game in EVERY_GAME for part, room in GAME_ROOMS.items()
} | {
    "coalbaron_fast": "package",
    # The package's State is Coal Baron's: a door that knows no game does without.
    "coalbaron_fast.State": "game",
    "coalbaron_fast.__main__": "demonstration",
    "coalbaron_fast.arena": "arena",
    "coalbaron_fast.bits": "bits",
    "coalbaron_fast.bots": "bots",
    "coalbaron_fast.client": "client",
    "coalbaron_fast.compat": "bits",
    "coalbaron_fast.contract": "contract",
    "coalbaron_fast.engine": "engine",
    # Coal Baron's own names for who asks for no game by name.
    "coalbaron_fast.envs": "default envs",
    "coalbaron_fast.envs.batch": "envs",
    "coalbaron_fast.envs.coalbaron_v1": "envs",
    "coalbaron_fast.envs.interfaces": "envs",
    "coalbaron_fast.envs.gymnasium": "envs",
    "coalbaron_fast.envs.lanes": "envs",
    "coalbaron_fast.envs.openspiel": "envs",
    "coalbaron_fast.envs.opponents": "envs",
    "coalbaron_fast.envs.rewards": "envs",
    "coalbaron_fast.envs.turns": "envs",
    "coalbaron_fast.envs.vector": "envs",
    "coalbaron_fast.errors": "errors",
    "coalbaron_fast.files": "files",
    "coalbaron_fast.games": "registry",
    "coalbaron_fast.games.state": "state",
    "coalbaron_fast.games.options": "options",
    "coalbaron_fast.games.constants": "facts",
    "coalbaron_fast.games.text": "text",
    "coalbaron_fast.learning": "learning",
    "coalbaron_fast.review": "review",
    "coalbaron_fast.rng": "rng",
    "coalbaron_fast.search": "search",
    "coalbaron_fast.search.clock": "signals",
    "coalbaron_fast.search.clones": "signals",
    "coalbaron_fast.search.flag": "signals",
    "coalbaron_fast.search.signals": "signals",
    "coalbaron_fast.tables": "tables",
    "coalbaron_fast.threads": "threads",
    "coalbaron_fast.wire": "wire",
    "coalbaron_protocol": "protocol",
    "coalbaron_server": "server",
}

WORDS: Final = frozenset(("facts", "errors", "notation"))
"""The rooms below all others, which everybody above may use."""

ANY_GAME: Final = frozenset(
    ("errors", "files", "registry", "package", "engine", "threads", "options")
)
"""What plays any game: the engine and the registry, but no game."""

BELOW_DOORS: Final = WORDS | {"registry", "game", "package", "engine"}
"""The engine's facade, and the words to speak about it."""

DOOR: Final = BELOW_DOORS | {"review"}
"""What a door sees: the same, and what is said of whole games."""

AGNOSTIC_DOOR: Final = ANY_GAME | {"review"}
"""What a door sees that knows no game: the registry in the place of a game."""

ALLOWED: Final[dict[str, frozenset[str]]] = {
    "facts": frozenset(),
    "errors": frozenset(),
    "files": frozenset(),
    "notation": frozenset(("facts", "errors", "options", "text")),
    "options": frozenset(("errors",)),
    "text": frozenset(("errors", "options")),
    "bits": frozenset(),
    "rng": frozenset(),
    "tables": frozenset(),
    "threads": frozenset(),
    "signals": frozenset(),
    "contract": frozenset(("bits", "rng", "signals", "threads")),
    "core": frozenset(("bits", "contract", "facts", "rng", "signals")),
    "game": WORDS
    | {
        "bits",
        "core",
        "contract",
        "rng",
        "options",
        "registry",
        "state",
        "text",
        "threads",
        "signals",
    },
    "registry": frozenset(("errors", "options", "text")),
    # The State of every game: all of it but what is one game's own.
    "state": frozenset(("contract", "errors", "registry", "rng", "text")),
    "search": frozenset(("contract", "errors", "rng", "signals")),
    # Not the game: whatever is played comes by the registry.
    "engine": frozenset(("threads", "registry", "search", "contract", "errors", "files")),
    "package": WORDS | {"game", "search", "engine"},
    "wire": ANY_GAME,
    "client": ANY_GAME | {"wire"},
    "review": ANY_GAME | {"tables"},
    "bots": ANY_GAME,
    "demonstration": BELOW_DOORS,
    # The one console script also starts the service, which is imported only then.
    "protocol": AGNOSTIC_DOOR | {"arena", "bots", "learning", "server", "tables", "wire"},
    "server": AGNOSTIC_DOOR | {"bots", "wire"},
    "envs": ANY_GAME | {"arena", "bots", "contract", "default envs"},
    "default envs": DOOR | {"envs"},
    "arena": ANY_GAME | {"review", "bots", "client", "tables", "wire"},
    "learning": ANY_GAME | {"arena", "contract", "search", "tables"},
}


class Arrow(NamedTuple):
    """One module's use of another, with the place where it stands."""

    place: str
    source: str
    target: str


def room_of(module: str) -> str | None:
    """Return the room of a module; the package itself is a room, but not for all below it."""
    parts = module.split(".")
    for length in range(len(parts), 0, -1):
        name = ".".join(parts[:length])
        if name in ROOMS:
            return None if ROOMS[name] == "package" and name != module else ROOMS[name]
    return None


def inside(module: str, package: str) -> bool:
    """Whether a module is a package, or in it."""
    return module == package or module.startswith(f"{package}.")


def find_modules(project: Path) -> dict[Path, str]:
    """Return the name of every module, header and included file of the project."""
    modules = {}
    for root in SOURCE_ROOTS:
        for path in sorted((project / root).rglob("*")):
            if path.suffix not in (*PYTHON_SUFFIXES, *CYTHON_SUFFIXES, *HEADER_SUFFIXES):
                continue
            parts = path.relative_to(project / root).with_suffix("").parts
            if parts[-1] == "__init__":
                parts = parts[:-1]
            if parts and parts[0].isidentifier():
                modules[path] = ".".join(parts)
    return modules


def imported_by_python(path: Path, module: str) -> Iterator[tuple[int, str]]:
    """Yield line and name of all that a Python file imports, ``from`` names included."""
    package = module if path.stem == "__init__" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), path.name)):
        match node:
            case ast.Import(names=names):
                for alias in names:
                    yield node.lineno, alias.name
            case ast.ImportFrom(module=name, names=names, level=level):
                base = resolve(package, level, name or "")
                for alias in names:
                    yield node.lineno, f"{base}.{alias.name}"
            case ast.Call(
                func=ast.Name(id="import_module" | "__import__")
                | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield node.lineno, name


def resolve(package: str, level: int, name: str) -> str:
    """Return the full name of what ``from`` names, after its leading dots."""
    if not level:
        return name
    parts = package.split(".")
    return ".".join(part for part in (*parts[: len(parts) - level + 1], name) if part)


TEXT: Final = re.compile(r'"""(?:[^\\]|\\.)*?"""' + r"|'''(?:[^\\]|\\.)*?'''", re.DOTALL)
FROM: Final = re.compile(
    r"^[ \t]*from[ \t]+(\.*)([\w.]*)[ \t]+c?import[ \t]+(\([^)]*\)|[^\n;]*)", re.MULTILINE
)
IMPORT: Final = re.compile(r"^[ \t]*c?import[ \t]+([^\n;]+)", re.MULTILINE)
INCLUDED: Final = re.compile(
    r"""^[ \t]*(?:include|cdef[ \t]+extern[ \t]+from|#[ \t]*include)[ \t]+["']([^"'\n]+)["']""",
    re.MULTILINE,
)


def imported_by_cython(
    path: Path, module: str, modules: dict[Path, str]
) -> Iterator[tuple[int, str]]:
    """Yield line and name of all that a Cython file or a C header imports or includes."""

    def blank(match: re.Match[str]) -> str:
        return "\n" * match.group().count("\n")

    package = module if path.stem == "__init__" else module.rpartition(".")[0]
    text = TEXT.sub(blank, path.read_text(encoding="utf-8"))
    by_name = {found.name: name for found, name in modules.items() if found.suffix == ".h"}
    for match in INCLUDED.finditer(text):
        beside = (path.parent / match[1]).resolve()
        target = modules.get(beside) or by_name.get(Path(match[1]).name)
        if target is not None:
            yield text.count("\n", 0, match.start()) + 1, target
    if path.suffix in HEADER_SUFFIXES:
        return
    text = re.sub(r"#.*", "", text)
    for match in FROM.finditer(text):
        base = resolve(package, len(match[1]), match[2])
        for name in re.findall(r"([\w*]+)(?:[ \t]+as[ \t]+\w+)?[\s,]*", match[3]):
            yield text.count("\n", 0, match.start()) + 1, f"{base}.{name}"
    for match in IMPORT.finditer(text):
        for name in match[1].split(","):
            yield text.count("\n", 0, match.start()) + 1, name.split()[0]


def find_arrows(project: Path) -> Iterator[Arrow]:
    """Yield every use of one module of the project by another."""
    modules = {path.resolve(): name for path, name in find_modules(project.resolve()).items()}
    names = set(modules.values())
    for path, module in modules.items():
        imported = (
            imported_by_python(path, module)
            if path.suffix in PYTHON_SUFFIXES
            else imported_by_cython(path, module, modules)
        )
        for line, name in imported:
            # "from package import name" means a module where there is one of that name.
            target = name if name in names or name in ROOMS else name.rpartition(".")[0] or name
            if target.split(".")[0] in ROOMS:
                place = f"{path.relative_to(project.resolve())}:{line}"
                yield Arrow(place, module, target)


def find_faults(project: Path) -> list[str]:
    """Return a line for each module without a room and each arrow that points up."""
    faults = [
        f"{path.relative_to(project)}: {module} stands in no room"
        for path, module in find_modules(project).items()
        if room_of(module) is None
    ]
    for place, source, target in find_arrows(project):
        games = {game for game in EVERY_GAME if inside(source, game) or inside(target, game)}
        if len(games) > 1:
            faults.append(f"{place}: a game uses another one ({target})")
            continue
        room, target_room = room_of(source), room_of(target)
        if room is None or room == target_room:
            continue
        if target_room is None or target_room not in ALLOWED[room]:
            faults.append(f"{place}: {room} uses {target_room} ({target})")
    return faults


def test_nothing_points_up() -> None:
    assert find_faults(PROJECT) == []


def test_the_walk_sees_the_project() -> None:
    rooms = {(room_of(arrow.source), room_of(arrow.target)) for arrow in find_arrows(PROJECT)}
    assert {("core", "facts"), ("core", "core"), ("notation", "facts")} <= rooms


PAGE: Final = PROJECT / "docs" / "architecture.md"


def drawn_tree(page: str) -> set[str]:
    """Return the files, without suffix, of the tree that opens the page.

    A line holds names, and after two spaces what they are; a name that ends in ``/`` is a folder
    for the lines indented below it.
    """
    files: set[str] = set()
    above: list[tuple[int, str]] = []
    for line in page.partition("```\n")[2].partition("\n```")[0].splitlines():
        names = line.strip().partition("  ")[0].split()
        indent = len(line) - len(line.lstrip())
        above = [(depth, name) for depth, name in above if depth < indent]
        if names[0].endswith("/"):
            above.append((indent, names[0]))
        else:
            folder = "".join(name for _, name in above)
            files |= {folder + name.partition(".")[0] for name in names}
    return files


def test_the_page_draws_every_module_and_no_other() -> None:
    drawn = drawn_tree(PAGE.read_text(encoding="utf-8"))
    modules = {
        path.relative_to(PROJECT).as_posix().partition(".")[0]
        for path in find_modules(PROJECT)
        if path.stem != "__init__"
    }
    assert modules - drawn == set(), "not on the page"
    assert drawn - modules == set(), "only on the page"


def test_rooms_and_arrows_name_the_same_rooms() -> None:
    assert set(ROOMS.values()) == set(ALLOWED)
    assert frozenset().union(*ALLOWED.values()) <= set(ALLOWED)


CORE: Final = "src/coalbaron_fast/games/coalbaron/core"
SEARCH: Final = "src/coalbaron_fast/search"


@pytest.mark.parametrize(
    ("path", "text", "fault"),
    [
        (
            "src/coalbaron_fast/games/coalbaron/facts.py",
            "from coalbaron_fast import errors",
            "errors",
        ),
        ("src/coalbaron_fast/games/coalbaron/facts.py", "from . import notation", "notation"),
        (
            "src/coalbaron_fast/games/coalbaron/notation.py",
            "import coalbaron_fast.games.coalbaron.core.state as s",
            "core",
        ),
        (
            "src/coalbaron_fast/games/coalbaron/notation.py",
            "from coalbaron_fast import State",
            "game",
        ),
        (
            "src/coalbaron_fast/games/coalbaron/notation.pyi",
            "from coalbaron_fast.games.coalbaron.core import X",
            "core",
        ),
        ("src/coalbaron_fast/errors.py", "def f():\n    from .engine import Engine", "engine"),
        (
            "src/coalbaron_fast/bots.py",
            "import importlib\nimportlib.import_module('coalbaron_server.app')",
            "server",
        ),
        (f"{CORE}/moves.pyx", "from coalbaron_fast.search.mcts cimport Tree", "search"),
        (
            f"{CORE}/moves.pyx",
            "from coalbaron_fast cimport (\n    rng, # why\n    search)",
            "search",
        ),
        (f"{CORE}/moves.pyx", "from ....engine import Engine", "engine"),
        (f"{CORE}/moves.pyx", "import os, coalbaron_fast.engine as e", "engine"),
        (f"{CORE}/moves.pyx", 'include "../../../search/loop.pxi"', "search"),
        (f"{SEARCH}/mcts.pyx", "cimport coalbaron_fast.games.coalbaron.core.state", "core"),
        (f"{SEARCH}/mcts.pyx", "from coalbaron_fast.games.coalbaron.core cimport state", "core"),
        (f"{SEARCH}/mcts.pxd", 'cdef extern from "table.h":\n    pass', "core"),
        (
            f"{SEARCH}/game.pxd",
            "from coalbaron_fast.games.coalbaron.core.types cimport State",
            "core",
        ),
        (f"{SEARCH}/fast.h", '#include "table.h"', "core"),
        ("src/coalbaron_fast/engine/engine.py", "import coalbaron_server.app", "server"),
        (
            "protocol/coalbaron_protocol/session.py",
            "from coalbaron_fast.games.coalbaron.core import codec",
            "core",
        ),
        (
            "protocol/coalbaron_protocol/session.py",
            "from coalbaron_fast.games.coalbaron.facts import MAX_PLAYERS",
            "facts",
        ),
        (
            "protocol/coalbaron_protocol/play.py",
            "from coalbaron_fast.games.coalbaron.board import draw_board",
            "game",
        ),
        ("server/coalbaron_server/app.py", "import coalbaron_protocol", "protocol"),
        ("server/coalbaron_server/app.py", "from coalbaron_fast import State", "game"),
        (
            "server/coalbaron_server/app.py",
            "from coalbaron_fast.games.coalbaron.table import STEPS",
            "game",
        ),
        (
            "server/coalbaron_server/app.py",
            "from coalbaron_fast.games.coalbaron.facts import TILES",
            "facts",
        ),
    ],
)
def test_an_arrow_that_points_up_is_found(tmp_path: Path, path: str, text: str, fault: str) -> None:
    for name in (f"{CORE}/table.h", f"{CORE}/state.pxd", f"{SEARCH}/loop.pxi"):
        write(tmp_path / name, "")
    write(tmp_path / path, text)
    faults = find_faults(tmp_path)
    assert len(faults) == 1
    assert f" uses {fault} (" in faults[0]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (f"{CORE}/game.pyx", "from coalbaron_fast.contract.game cimport GameOps"),
        (f"{CORE}/state.pyx", "from coalbaron_fast.games.coalbaron.facts import TILES"),
        (f"{CORE}/state.pyx", '"""\nfrom coalbaron_fast.search cimport mcts\n"""'),
        (f"{CORE}/state.pyx", "# cimport coalbaron_fast.search"),
        (
            f"{CORE}/state.pyx",
            'from libc.stdint cimport uint8_t\ncdef extern from "math.h":\n  pass',
        ),
        ("src/coalbaron_fast/__init__.py", "from coalbaron_fast.engine import Engine"),
        ("server/coalbaron_server/app.py", "import fastapi\nfrom coalbaron_fast import Engine"),
    ],
)
def test_an_arrow_that_points_down_is_allowed(tmp_path: Path, path: str, text: str) -> None:
    write(tmp_path / path, text)
    assert find_faults(tmp_path) == []


def test_a_game_that_uses_another_one_is_found(tmp_path: Path) -> None:
    write(
        tmp_path / "src/coalbaron_fast/games/ruhr/state.py",
        "from coalbaron_fast.games.coalbaron.state import State",
    )
    faults = find_faults(tmp_path)
    assert len(faults) == 1
    assert "a game uses another one" in faults[0]


TEXTS: Final = (".css", ".h", ".html", ".js", ".json", ".pxd", ".pxi", ".py", ".pyi", ".pyx")
REGISTRY: Final = "src/coalbaron_fast/games/__init__.py"


def find_namings(project: Path, game: str) -> list[str]:
    """Return where code outside the games' folders names a game; docstrings may, as examples."""
    own = project / "src/coalbaron_fast/games"
    found = []
    for root in SOURCE_ROOTS:
        for path in sorted((project / root).rglob("*")):
            is_own = own in path.parents and path.parent != own
            if path.suffix not in TEXTS or is_own:
                continue
            text = path.read_text(encoding="utf-8")
            if path.suffix in (*PYTHON_SUFFIXES, *CYTHON_SUFFIXES):
                text = TEXT.sub(lambda match: "\n" * match.group().count("\n"), text)
            found += [
                f"{path.relative_to(project)}:{number}"
                for number, line in enumerate(text.splitlines(), 1)
                if game in line.lower()
            ]
    return found


@pytest.mark.parametrize("game", sorted(set(GAMES) - {DEFAULT}))
def test_only_the_registry_names_a_game(game: str) -> None:
    namings = find_namings(PROJECT, game)
    assert {place.rpartition(":")[0] for place in namings} == {REGISTRY}
    assert len(namings) == 1


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("protocol/coalbaron_protocol/play.py", 'if game.name == "ruhr":\n    pass\n'),
        ("server/coalbaron_server/web/js/main.js", "const isRiver = game === 'ruhr';\n"),
        ("src/coalbaron_fast/games/screen.py", "from coalbaron_fast.games import ruhr\n"),
        ("src/coalbaron_fast/search/mcts.pyx", "cdef int RUHR = 1\n"),
    ],
)
def test_code_that_names_a_game_is_found(tmp_path: Path, path: str, text: str) -> None:
    first = "// A page" if path.endswith(".js") else '"""As in ruhr."""'
    write(tmp_path / path, f"{first}\n{text}")
    write(tmp_path / "src/coalbaron_fast/games/ruhr/state.py", 'NAME = "ruhr"\n')
    assert find_namings(tmp_path, "ruhr") == [f"{path}:2"]


def test_a_module_without_a_room_is_found(tmp_path: Path) -> None:
    write(tmp_path / "src/coalbaron_fast/helpers.py", "")
    assert find_faults(tmp_path) == [
        "src/coalbaron_fast/helpers.py: coalbaron_fast.helpers stands in no room"
    ]


def write(path: Path, text: str) -> None:
    """Write one file of a synthetic tree."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
