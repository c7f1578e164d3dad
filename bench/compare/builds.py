"""The builds to compare: a directory with a built engine, or a revision that is built here."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import NamedTuple

from bench.machine import PROJECT

PACKAGE = Path("src") / "coalbaron_fast"
ROOTS = ("src", "protocol", "server")


class BuildError(Exception):
    """There is nothing to compare under this name."""


class Build(NamedTuple):
    """A tree with the engine built in place; `name` is what the user called it."""

    name: str
    directory: Path

    def search_path(self) -> str:
        """Return the path on which Python finds this build, and the benchmarks of this tree."""
        # Other packages are found where this process finds them.
        roots = [str(self.directory / root) for root in ROOTS]
        ours = {str(PROJECT / root) for root in ROOTS}
        others = [part for part in sys.path if part and part not in ours]
        return os.pathsep.join([*roots, str(PROJECT), *others])


def find_build(name: str, scratch: Path, project: Path = PROJECT) -> Build:
    """Return a directory that holds a build, or unpack and build a revision in `scratch`."""
    directory = Path(name)
    if (directory / PACKAGE).is_dir():
        if not any((directory / PACKAGE).rglob("*.so")):
            raise BuildError(f"{name} is not built: python setup.py build_ext --inplace")
        return Build(name, directory.resolve())
    unpack(name, scratch, project)
    build_in_place(scratch)
    return Build(name, scratch)


def unpack(revision: str, directory: Path, project: Path) -> None:
    """Write the files of a revision into a directory."""
    git = shutil.which("git")
    if git is None:
        raise BuildError("git is not installed: name directories")
    command = [git, "-C", str(project), "archive", "--format=tar", revision, "--"]
    done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603
    if done.returncode:
        reason = done.stderr.decode("utf-8", "replace").strip()
        raise BuildError(f"{revision} is neither a directory with sources nor a revision: {reason}")
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        archive.extractall(directory, filter="data")


def build_in_place(directory: Path) -> None:
    """Build with this interpreter, as the sources there say."""
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
    done = subprocess.run(  # noqa: S603
        command, cwd=directory, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BuildError(f"the build failed:\n{done.stdout}{done.stderr}")
