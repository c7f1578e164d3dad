"""What is marked ``noexcept nogil`` is plain C: no call into Python, not even to complain.

The test generates the C as the build does and reads the functions it became. Cython lets
a function without the lock take it back, or report an error, without a warning: that is
what costs time in a playout and what this finds.
"""

from __future__ import annotations

import importlib.util
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest

cython_build = pytest.importorskip("Cython.Build", reason="the C is generated with Cython")

PROJECT: Final = Path(__file__).parents[1]
SOURCES: Final = PROJECT / "src"
BUILT: Final = PROJECT / "build" / "cython"

HEAD: Final = re.compile(r"^[ \t]*cdef[ \t]+(?:inline[ \t]+)?[\w \t*\[\].]*?(\w+)\(", re.MULTILINE)
C_FUNCTION: Final = re.compile(
    r"^[^\n;/#]*?\b(?:__pyx_fuse_\d+)?__pyx_f_(\w+)\([^;{}]*\)\s*\{\n(.*?)^\}",
    re.MULTILINE | re.DOTALL,
)
"""A function for each of several types has a name for each of them, with the number of the type."""
C_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
PYTHON_CALL: Final = re.compile(r"\b(?!__Pyx_(?:div|mod|pow)_)((?:__Pyx_|Py[A-Z_])\w*)\s*\(")
"""Calls of Python's or Cython's run time; the arithmetic of C integers is not one."""


CLASS: Final = re.compile(r"^(?:cdef[ \t]+)?class[ \t]+(\w+)", re.MULTILINE)


class Function(NamedTuple):
    """A C function of a Cython file: its class if it has one, what its signature promises, whether
    a body follows."""

    owner: str
    name: str
    promise: str
    has_body: bool


def find_functions(text: str) -> Iterator[Function]:
    """Yield every C function that a Cython file declares or defines."""
    classes = [(match.start(), match[1]) for match in CLASS.finditer(text)]
    for match in HEAD.finditer(text):
        is_method = text[match.start()] in " \t"
        before = [name for start, name in classes if start < match.start()]
        owner = before[-1] if is_method and before else ""
        end, depth = match.end(), 1
        while depth and end < len(text):
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        promise = text[end:].partition("\n")[0].partition("#")[0].strip()
        yield Function(owner, match[1], promise.rstrip(": "), promise.endswith(":"))


def find_hot_functions(sources: Path, suffixes: tuple[str, ...] = (".pyx", ".pxd")) -> set[str]:
    """Return the C names of all functions defined as ``noexcept nogil``."""
    return {
        mangled(path.relative_to(sources).with_suffix("").parts, function)
        for path in find_files(sources, suffixes)
        for function in find_functions(path.read_text(encoding="utf-8"))
        if function.has_body and function.promise == "noexcept nogil"
    }


def find_files(sources: Path, suffixes: tuple[str, ...]) -> list[Path]:
    """Return the files with these suffixes in a fixed order."""
    return sorted(path for path in sources.rglob("*") if path.suffix in suffixes)


def mangled(module: tuple[str, ...], function: Function) -> str:
    """Return the name that Cython gives to a module's function in C, without its prefix."""
    rooms = (*module, function.owner) if function.owner else module
    return "_".join(f"{len(part)}{part}" for part in rooms) + f"_{function.name}"


def generate(sources: Path, build: Path) -> dict[str, str]:
    """Generate the C for all Cython files as the build does; return it by path."""
    spec = importlib.util.spec_from_file_location("extension_build", PROJECT / "setup.py")
    assert spec is not None
    assert spec.loader is not None
    extension_build = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(extension_build)
    cython_build.cythonize(
        [str(path) for path in find_files(sources, (".pyx",))],
        build_dir=str(build),
        include_path=[str(sources)],
        compiler_directives=extension_build.DIRECTIVES,
        quiet=True,
    )
    return read_c(build)


def read_c(build: Path) -> dict[str, str]:
    """Return the C files of a build by path."""
    return {str(path): path.read_text(encoding="utf-8") for path in build.rglob("*.c")}


def is_current(build: Path, sources: Path) -> bool:
    """Whether a build has C for every Cython file, all of it newer than all sources."""
    built = [path.stat().st_mtime for path in build.rglob("*.c")]
    written = [path.stat().st_mtime for path in find_files(sources, (".pyx", ".pxd"))]
    return len(built) == len(find_files(sources, (".pyx",))) and min(built) > max(written)


def find_python_calls(hot: set[str], generated: dict[str, str]) -> tuple[set[str], list[str]]:
    """Return which hot functions were found in the C, and a line for each call into Python."""
    found, calls = set(), []
    for text in generated.values():
        for match in C_FUNCTION.finditer(text):
            if match[1] not in hot:
                continue
            found.add(match[1])
            body = C_COMMENT.sub("", match[2])
            calls += [f"{match[1]} calls {name}" for name in PYTHON_CALL.findall(body)]
    return found, sorted(set(calls))


@pytest.mark.slow
def test_hot_functions_never_call_python(tmp_path: Path) -> None:
    hot = find_hot_functions(SOURCES)
    # The C of a fresh build is at hand; to generate it takes ten seconds.
    generated = read_c(BUILT) if is_current(BUILT, SOURCES) else generate(SOURCES, tmp_path)
    found, calls = find_python_calls(hot, generated)
    assert calls == []
    missed = find_hot_functions(SOURCES, (".pyx",)) - found
    assert missed == set(), "not recognised in the C"


def test_functions_without_the_lock_never_check_for_exceptions() -> None:
    undecided = [
        f"{path.name}: {function.name} {function.promise}"
        for path in find_files(SOURCES, (".pyx", ".pxd"))
        for function in find_functions(path.read_text(encoding="utf-8"))
        if "nogil" in function.promise and "except" not in function.promise
    ]
    assert undecided == []


PROBE: Final = """
cdef inline int twice(int x) noexcept nogil:
    return 2 * x

cdef int plain(
    int x, int (*f)(int) noexcept nogil
) noexcept nogil:
    "The word PyErr_Occurred() in a text is harmless."
    return f(twice(x)) % 3  # PyErr_Occurred()

ctypedef fused Number:
    float
    int

cdef Number of_any_kind(Number x) noexcept nogil:
    return x + x

cdef int taking_the_lock(int x) noexcept nogil:
    with gil:
        print(x)
    return x

cdef int complaining(int x) noexcept nogil:
    assert x > 0
    return x

cdef int raises(int x) except? -1 nogil:
    return x

cdef int checking(int x) noexcept nogil:
    return raises(x)

cdef class Holder:
    cdef int kept

    cdef int plain_method(self) noexcept nogil:
        return twice(self.kept)

    cdef int printing_method(self) noexcept nogil:
        with gil:
            print(self.kept)
        return 0

cdef object with_the_lock(x):
    cdef Holder holder = Holder()
    holder.plain_method()
    holder.printing_method()
    of_any_kind(<float>x)
    of_any_kind(<int>x)
    return [x, plain(x, twice), taking_the_lock(x), complaining(x), checking(x)]

def use(x):
    return with_the_lock(x)
"""


def test_c_older_than_a_source_is_not_taken(tmp_path: Path) -> None:
    source, header = tmp_path / "src" / "a.pyx", tmp_path / "src" / "a.pxd"
    built = tmp_path / "build" / "a.c"
    for number, path in enumerate((source, header, built)):
        path.parent.mkdir(exist_ok=True)
        path.touch()
        os.utime(path, (number, number))
    assert is_current(tmp_path / "build", tmp_path / "src")
    os.utime(header, (9, 9))
    assert not is_current(tmp_path / "build", tmp_path / "src")
    os.utime(header, (0, 0))
    (tmp_path / "src" / "b.pyx").touch()
    assert not is_current(tmp_path / "build", tmp_path / "src")


def test_python_calls_are_found(tmp_path: Path) -> None:
    package = tmp_path / "src" / "probe"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "hot.pyx").write_text(PROBE, encoding="utf-8")
    hot = find_hot_functions(tmp_path / "src")
    found, calls = find_python_calls(hot, generate(tmp_path / "src", tmp_path / "build"))
    assert {name.rpartition("3hot_")[2] for name in found} == {
        "twice",
        "plain",
        "of_any_kind",
        "taking_the_lock",
        "complaining",
        "checking",
        "6Holder_plain_method",
        "6Holder_printing_method",
    }
    guilty = {line.split(" calls ")[0].rpartition("3hot_")[2] for line in calls}
    assert guilty == {"taking_the_lock", "complaining", "checking", "6Holder_printing_method"}
