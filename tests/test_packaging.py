"""What a stranger installs: light, typed, with one version."""

from __future__ import annotations

import ast
import importlib
import importlib.metadata
import importlib.resources
import re
import subprocess
import sys
import tomllib
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Final

import coalbaron_fast
from coalbaron_fast.games import GAMES, load_game

PROJECT: Final = Path(__file__).parents[1]
EXTRAS: Final = re.compile(
    r"""(?:coalbaron-fast|whl|["'`]\.)\[([a-z][\w, ]*)\]|ask_for_extra\(["'](\w+)["']"""
)
PACKAGE: Final = Path(str(importlib.resources.files(coalbaron_fast)))


def test_import_pulls_in_the_standard_library_alone() -> None:
    program = (
        "import sys; before = set(sys.modules); import coalbaron_fast;"
        "print(*{name.partition('.')[0] for name in set(sys.modules) - before})"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    # Cython registers the shared types of its extensions under a name of their own.
    foreign = {
        name
        for name in run.stdout.split()
        if name not in sys.stdlib_module_names and not name.startswith(("_cython_", "cython_"))
    }
    assert foreign == {"coalbaron_fast"}


def test_little_is_required_at_run_time() -> None:
    requirements = importlib.metadata.requires("coalbaron-fast") or []
    needed = [line for line in requirements if "extra ==" not in line]
    # The terminal and its Tab key; the import above shows that the library does without.
    assert [re.split("[^a-z]", line)[0] for line in needed] == ["argcomplete", "rich"]


def test_every_extra_that_is_named_exists() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    named: dict[str, str] = {}
    places = ("*.md", "*.toml", "docs/**/*.md", "src/**/*.py", "protocol/**/*.py", "server/**/*.py")
    for place in places:
        for path in PROJECT.glob(place):
            for found in EXTRAS.findall(path.read_text(encoding="utf-8")):
                names = "".join(found).split(",")
                named |= {name.strip(): str(path) for name in names}
    assert {name: path for name, path in named.items() if name not in extras} == {}
    assert {"cluster", "data", "server"} <= set(named)
    # Data without a cluster: no part of Ray comes along.
    assert [name for name in extras["data"] if name.startswith(("ray", "coalbaron"))] == []


def test_the_line_protocol_comes_along() -> None:
    command = importlib.metadata.entry_points(group="console_scripts", name="coalbaron-engine")
    assert {entry.value for entry in command} == {"coalbaron_protocol.__main__:main"}
    assert importlib.resources.files("coalbaron_protocol").joinpath("py.typed").is_file()


def test_version_is_that_of_the_distribution() -> None:
    assert coalbaron_fast.__version__ == importlib.metadata.version("coalbaron-fast")


def test_networks_come_along() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["*"]
    networks = [load_game(name).network for name in GAMES]
    shipped = [path for path in networks if path is not None]
    assert shipped
    for path in shipped:
        assert path.is_file()
        assert path.is_relative_to(PACKAGE)
        assert any(path.match(pattern) for pattern in patterns)


def test_types_are_there() -> None:
    assert (PACKAGE / "py.typed").is_file()


def test_every_compiled_module_has_its_types() -> None:
    compiled = find_compiled()
    assert compiled, "no compiled module was found"
    assert [name for name, stub in compiled.items() if not stub.is_file()] == []


def test_the_types_leave_no_public_member_out() -> None:
    missing = []
    for name, stub in find_compiled().items():
        module = importlib.import_module(name)
        for node in ast.parse(stub.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                typed = {
                    member.target.id
                    if isinstance(member, ast.AnnAssign) and isinstance(member.target, ast.Name)
                    else getattr(member, "name", "")
                    for member in node.body
                }
                members = {m for m in vars(getattr(module, node.name)) if not m.startswith("_")}
                missing += [f"{name}.{node.name}.{member}" for member in members - typed]
    assert missing == []


def find_compiled() -> dict[str, Path]:
    """Return the stub file of each compiled module, by the module's name."""
    found = {}
    for path in PACKAGE.rglob("*"):
        if path.name.endswith(tuple(EXTENSION_SUFFIXES)):
            bare = path.with_name(path.name.partition(".")[0])
            found[".".join(bare.relative_to(PACKAGE.parent).parts)] = bare.with_suffix(".pyi")
    return found


def test_the_package_holds_names_and_nothing_else() -> None:
    lines = (PACKAGE / "__init__.py").read_text(encoding="utf-8").splitlines()
    assert len(lines) < 80


def test_every_public_name_exists() -> None:
    missing = [name for name in coalbaron_fast.__all__ if not hasattr(coalbaron_fast, name)]
    assert missing == []
    assert len(set(coalbaron_fast.__all__)) == len(coalbaron_fast.__all__)
