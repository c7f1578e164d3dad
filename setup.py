"""The extension build: one extension for each ``.pyx`` file under ``src/`` and ``bench/``.

Those that only benchmarks and tests use are built in place (``build_ext --inplace``, an editable
install) and left out of wheels.

Everything else about the distribution stands in ``pyproject.toml``.

Environment switches:

``COALBARON_DEBUG=1``
    Compile the invariant checks in (macro ``COALBARON_DEBUG``), with assertions and symbols.
``COALBARON_SANITIZE=address,undefined``
    Compile with these sanitizers.
``COALBARON_MARCH=native``
    The instruction set on gcc and clang; empty for the compiler's own default.
``COALBARON_ANNOTATE=1``
    Also write Cython's annotated HTML, beside the generated C in ``build/cython``.
"""

from __future__ import annotations

import importlib
import os
import re
import shutil
import sys
import sysconfig
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

from Cython import __version__ as cython_version
from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext as setuptools_build_ext
from setuptools.errors import CompileError

SOURCES = Path("src")
HEADERS = (
    SOURCES / "coalbaron_fast",
    SOURCES / "coalbaron_fast" / "search",
)
BENCHMARKS = Path("bench")
CONSTANTS = sorted(SOURCES.glob("coalbaron_fast/games/*/core/constants.py"))
ONLY_IN_PLACE = re.compile(r"bench\.|coalbaron_fast\.(games\.\w+|search)\.workload$")
BUILD = Path("build")
GENERATED = BUILD / "cython"
STAMP = BUILD / "cython-settings.txt"

DIRECTIVES: dict[str, Any] = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
    "embedsignature": True,
    "binding": True,
}

DEFAULT_X86_64_MARCH = "x86-64-v2"

DEBUG = os.environ.get("COALBARON_DEBUG", "0") == "1"
SANITIZE = os.environ.get("COALBARON_SANITIZE", "")
MARCH = os.environ.get("COALBARON_MARCH")
ANNOTATE = os.environ.get("COALBARON_ANNOTATE", "0") == "1"
TRACEABLE = DEBUG or bool(SANITIZE)
"""Whether a reader of the build's reports needs symbols and the lines of the ``.pyx``."""


def find_extensions() -> list[Extension]:
    """Name one extension for each Cython file, by its place below ``src/`` or the top."""
    sources = {
        **dict.fromkeys(sorted(SOURCES.glob("coalbaron_fast/**/*.pyx")), SOURCES),
        **{source: Path() for source in sorted(BENCHMARKS.glob("*.pyx"))},
    }
    return [
        Extension(
            ".".join(source.relative_to(root).with_suffix("").parts),
            [source.as_posix()],
            include_dirs=[headers.as_posix() for headers in HEADERS],
            define_macros=[("COALBARON_DEBUG", "1")] if DEBUG else [],
        )
        for source, root in sources.items()
    ]


def write_constants() -> None:
    """Write what each game is compiled for, its sizes and codes, from its facts and its tokens.

    The modules that know are plain Python in packages that are not: those are stood in for here.
    """
    games = SOURCES / "coalbaron_fast" / "games"
    before = set(sys.modules)
    for package in (games.parent, games, *(path.parent.parent for path in CONSTANTS)):
        name = ".".join(package.relative_to(SOURCES).parts)
        sys.modules[name] = ModuleType(name)
        sys.modules[name].__path__ = [str(package.resolve())]
    spelled = importlib.import_module("coalbaron_fast.games.constants")
    for path in CONSTANTS:
        game = ".".join(path.parent.parent.relative_to(SOURCES).parts)
        core = importlib.import_module(f"{game}.core.constants")
        vocabulary = importlib.import_module(f"{game}.notation.tokens").VOCABULARY
        core.check_facts()
        text = spelled.spell_enums(core.constants(), vocabulary.constants, vocabulary.tokens)
        included = path.with_suffix(".pxi")
        if not included.exists() or included.read_text(encoding="utf-8") != text:
            included.write_text(text, encoding="utf-8")
    for name in set(sys.modules) - before:
        if name.partition(".")[0] == "coalbaron_fast":
            del sys.modules[name]


def remember_settings() -> None:
    """Start afresh when the settings are not those of the last build.

    Cython and the compiler compare the times of files; the stamp is a file that is newer
    than what was built with other settings.
    """
    settings = "\n".join(
        (
            f"cython {cython_version}",
            f"directives {DIRECTIVES}",
            f"debug {DEBUG}",
            f"sanitize {SANITIZE}",
            f"march {MARCH}",
            f"annotate {ANNOTATE}",
        )
    )
    if STAMP.exists() and STAMP.read_text(encoding="utf-8") == settings:
        return
    shutil.rmtree(GENERATED, ignore_errors=True)
    BUILD.mkdir(exist_ok=True)
    STAMP.write_text(settings, encoding="utf-8")


class build_ext(setuptools_build_ext):  # noqa: N801 - the name of the command
    """Generate the C, then compile it with the flags of the compiler at hand."""

    def finalize_options(self) -> None:
        super().finalize_options()
        if self.parallel is None:
            self.parallel = os.cpu_count() or 1

    def run(self) -> None:
        if not (self.inplace or self.editable_mode):
            self.extensions = [
                extension
                for extension in self.extensions
                if not ONLY_IN_PLACE.match(extension.name)
            ]
        super().run()

    def build_extensions(self) -> None:
        remember_settings()
        generated = cythonize(
            self.extensions,
            build_dir=GENERATED.as_posix(),
            include_path=[SOURCES.as_posix()],
            compiler_directives=DIRECTIVES,
            emit_linenums=TRACEABLE,
            annotate=ANNOTATE,
            nthreads=self.parallel if len(self.extensions) > 1 else 0,
            force=self.force,
        )
        by_name = {extension.name: extension for extension in generated}
        compile_args, link_args = self.flags()
        for extension in self.extensions:
            extension.sources = by_name[extension.name].sources
            extension.depends = [*by_name[extension.name].depends, STAMP.as_posix()]
            extension.extra_compile_args = compile_args
            extension.extra_link_args = link_args
        super().build_extensions()

    def flags(self) -> tuple[list[str], list[str]]:
        """Return the flags for compiling and for linking."""
        if self.compiler.compiler_type == "msvc":
            return (["/Od", "/Zi"], ["/DEBUG"]) if TRACEABLE else (["/O2"], [])
        # One expression has one value on every machine: no contraction, no fast maths.
        compile_args = ["-ffp-contract=off", "-fvisibility=hidden"]
        link_args = []
        if TRACEABLE:
            compile_args += ["-O1", "-g", "-fno-omit-frame-pointer", "-UNDEBUG"]
        else:
            compile_args += ["-O3", "-g0"]
        if SANITIZE:
            # Python's own flags let signed numbers wrap, which would hide overflows.
            compile_args += ["-fno-wrapv", f"-fsanitize={SANITIZE}", "-fno-sanitize-recover=all"]
            link_args += [f"-fsanitize={SANITIZE}"]
        return compile_args + self.march_flags(), link_args

    def march_flags(self) -> list[str]:
        """Return the flag for the instruction set, if there is one to name."""
        if MARCH is not None:
            return [f"-march={MARCH}"] if MARCH else []
        default = [f"-march={DEFAULT_X86_64_MARCH}"]
        is_x86_64 = sysconfig.get_platform().endswith(("x86_64", "amd64"))
        return default if is_x86_64 and self.accepts(default) else []

    def accepts(self, flags: list[str]) -> bool:
        """Say whether the compiler knows these flags: older ones know no ``x86-64-v2``."""
        with tempfile.TemporaryDirectory() as directory:
            probe = Path(directory, "probe.c")
            probe.write_text("int probe(void) { return 0; }\n", encoding="utf-8")
            try:
                self.compiler.compile([str(probe)], output_dir=directory, extra_postargs=flags)
            except CompileError:
                return False
        return True


if __name__ == "__main__":
    # Before anything else: the included files are also data of the package.
    write_constants()
    setup(ext_modules=find_extensions(), cmdclass={"build_ext": build_ext})
