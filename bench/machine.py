"""The stamp that every result carries: without it a time or a count means nothing."""

from __future__ import annotations

import datetime as dt
import os
import platform
import re
import shutil
import subprocess
import sysconfig
from pathlib import Path
from typing import Final

from coalbaron_fast.games.coalbaron.core import state

PROJECT: Final = Path(__file__).parents[1]
CPU_INFO: Final = Path("/proc/cpuinfo")
BUILD_SETTINGS: Final = PROJECT / "build" / "cython-settings.txt"
FIELDS: Final = (
    "cpu", "cores", "system", "python", "compiler", "flags", "build", "commit", "date",
)  # fmt: skip


def machine_stamp() -> dict[str, str | int | None]:
    """Describe the machine, the build and the commit that a result comes from."""
    return {
        "cpu": cpu_model(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "compiler": compiler_of(Path(state.__file__ or "")),
        "flags": compiler_flags(),
        "build": build_settings(),
        "commit": git_commit(),
        "date": dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
    }


def cpu_model() -> str:
    """Return the processor's name, if the system tells it."""
    if CPU_INFO.exists():
        match = re.search(r"^model name\s*:\s*(.+)$", CPU_INFO.read_text("utf-8"), re.MULTILINE)
        family = re.search(r"^cpu family\s*:\s*(.+)$", CPU_INFO.read_text("utf-8"), re.MULTILINE)
        if match:
            return match[1] + (f" (family {family[1]})" if family else "")
    return platform.processor() or platform.machine()


def compiler_of(extension: Path) -> str | None:
    """Return the compiler that left its name in an extension module (gcc and clang do)."""
    if not extension.is_file():
        return None
    match = re.search(rb"(?:GCC: \([^)]*\) [\d.]+|clang version [\d.]+)", extension.read_bytes())
    return match[0].decode() if match else None


def compiler_flags() -> str | None:
    """Return the flags that the interpreter hands to every extension, in a form to compare."""
    flags = sysconfig.get_config_var("CFLAGS")
    if flags is None:
        return None
    # Paths only say where something was built.
    return " ".join(flag for flag in str(flags).split() if "/" not in flag)


def build_settings() -> str | None:
    """Return the settings of the last build in this tree as one line; None without one."""
    if not BUILD_SETTINGS.is_file():
        return None
    lines = BUILD_SETTINGS.read_text("utf-8").splitlines()
    # An unset switch, which leaves setup.py its default, reads as None.
    return "; ".join(line for line in lines if not line.startswith("annotate"))


def git_commit() -> str | None:
    """Return the commit of this tree, with ``+`` if sources differ from it."""
    git = shutil.which("git")
    if git is None:
        return None

    def ask(*words: str) -> str:
        command = [git, "-C", str(PROJECT), *words]
        result = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
        return result.stdout.strip()

    try:
        changed = ask("status", "--porcelain", "--untracked-files=no", "--", "src", "setup.py")
        return ask("rev-parse", "--short=12", "HEAD") + ("+" if changed else "")
    except subprocess.CalledProcessError:
        return None
