"""The Containerfile without a container: its instructions, read and carried out in a folder.

    python -m tests.deploy.containerfile

Where podman or a docker daemon is there, the image is built and run by it. Elsewhere the
instructions are carried out one by one in a clean folder: paths below /opt and /src are folders in
it, packages of the system are not installed. Then the service runs as the image would run it, and
its own health check must find it healthy.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final, NamedTuple

from bench.http.service import ended

from tests.deploy.deployed import DEPLOY, TOP
from tests.processes import free_ports

FILE: Final = DEPLOY / "Containerfile"
PORT: Final = "8000"
MOST_S: Final = 1200.0
HEALTHY_S: Final = 60.0
ENGINES: Final = ("podman", "docker")


class Instruction(NamedTuple):
    """One instruction: its name and what follows."""

    name: str
    text: str

    @property
    def words(self) -> list[str]:
        """The words, of a list in JSON or of plain text."""
        found = re.search(r"\[.*\]", self.text)
        return list(json.loads(found[0])) if found else self.text.split()


def read_stages() -> list[list[Instruction]]:
    """Return the instructions of each image, which begins with FROM."""
    lines = FILE.read_text("utf-8").splitlines()
    text = "\n".join(line for line in lines if not line.startswith("#"))
    stages: list[list[Instruction]] = []
    for line in text.replace("\\\n", " ").splitlines():
        if line.strip():
            name, _, rest = line.partition(" ")
            if name == "FROM":
                stages.append([])
            if stages:
                stages[-1].append(Instruction(name, " ".join(rest.split())))
    return stages


def carry_out(root: Path) -> None:
    """Carry out the instructions of the first image in a folder."""
    for instruction in read_stages()[0]:
        if instruction.name == "COPY":
            *sources, target = instruction.words
            for source in sources:
                _copy(TOP / source, root / "src" / target, is_folder=source.endswith("/"))
        elif instruction.name == "RUN" and "apt-get" not in instruction.text:
            command = re.sub(r"(?<![\w.])/opt/", f"{root}/opt/", instruction.text)
            command = re.sub(r"^python ", f"{sys.executable} ", command)
            print(f"RUN {command}", flush=True)
            subprocess.run(
                ["/bin/sh", "-e", "-c", command], cwd=root / "src", check=True, timeout=MOST_S
            )


def _copy(source: Path, target: Path, *, is_folder: bool) -> None:
    """Copy as COPY does, without what .dockerignore keeps out."""
    if is_folder:
        patterns = re.findall(
            r"^\*\*/(.+)$", (TOP / ".dockerignore").read_text("utf-8"), re.MULTILINE
        )
        shutil.copytree(source, target, ignore=shutil.ignore_patterns(*patterns))
        return
    target.mkdir(parents=True, exist_ok=True)
    shutil.copy2(source, target)


def run_in(root: Path) -> None:
    """Run the service as the image would, until its health check says that it is healthy."""
    (port,) = free_ports(1)
    stage = {instruction.name: instruction for instruction in read_stages()[1]}
    name, _, value = stage["ENV"].text.partition("=")
    assert name == "COALBARON_HOST"

    def here(words: list[str]) -> list[str]:
        return [word.replace("/opt/", f"{root}/opt/").replace(PORT, str(port)) for word in words]

    # The clean folder alone, and this machine alone in the place of all addresses.
    environment = {"PATH": os.environ["PATH"], name: value.replace("0.0.0.0", "127.0.0.1")}  # noqa: S104
    process = subprocess.Popen(
        [*here(stage["ENTRYPOINT"].words), f"--port={port}"], cwd=root, env=environment
    )
    with ended(process):
        began = time.monotonic()
        health = here(stage["HEALTHCHECK"].words)
        while subprocess.run(health, check=False, capture_output=True).returncode:
            assert process.poll() is None, "the service has ended"
            assert time.monotonic() - began < HEALTHY_S, "the service is not healthy"
            time.sleep(0.5)
        print("healthy", flush=True)
        process.terminate()
        assert process.wait(HEALTHY_S) == 0


def engine() -> str | None:
    """Return the program that builds images here, if there is one that works."""
    for name in ENGINES:
        program = shutil.which(name)
        if (
            program
            and not subprocess.run([program, "info"], check=False, capture_output=True).returncode
        ):
            return program
    return None


def build_and_run(program: str) -> None:
    """Build the image and run it, until its health check says that it is healthy."""
    tag = "coalbaron-test"
    words = [program, "build", "-t", tag, "-f", str(FILE), str(TOP)]
    subprocess.run(words, check=True, timeout=MOST_S)
    words = [program, "run", "--detach", "--rm", "--init", "--read-only", "--tmpfs", "/tmp"]  # noqa: S108
    words += ["--cap-drop=all", "--security-opt=no-new-privileges", tag]
    run = subprocess.run(words, check=True, capture_output=True, text=True)
    number = run.stdout.strip()
    try:
        health = [program, "exec", number, *read_stages()[1][-2].words]
        began = time.monotonic()
        while subprocess.run(health, check=False, capture_output=True).returncode:
            assert time.monotonic() - began < HEALTHY_S, "the service is not healthy"
            time.sleep(0.5)
        print("healthy", flush=True)
    finally:
        subprocess.run([program, "stop", number], check=True, capture_output=True)


def main() -> None:
    """Build it and run it."""
    argparse.ArgumentParser(
        prog="python -m tests.deploy.containerfile",
        description="Build and run the Containerfile by podman or docker, else carry it out here.",
    ).parse_args()
    program = engine()
    if program is not None:
        build_and_run(program)
        return
    print("no podman or docker: the instructions are carried out in a folder")
    with tempfile.TemporaryDirectory(prefix="cb-") as folder, contextlib.chdir(folder):
        carry_out(Path(folder))
        run_in(Path(folder))


if __name__ == "__main__":
    main()
