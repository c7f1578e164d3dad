"""The Containerfile, read: what it copies is there, and the image that runs holds little."""

from __future__ import annotations

import re
from pathlib import Path

from coalbaron_server.settings import PREFIX, options, read_settings
from tests.deploy.containerfile import FILE, PORT, Instruction, read_stages
from tests.deploy.deployed import PROGRAM, TOP

KNOWN = {
    "FROM", "RUN", "WORKDIR", "COPY", "USER", "ENV", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK",
    "ENTRYPOINT",
}  # fmt: skip


def of(stage: list[Instruction], name: str) -> list[Instruction]:
    return [instruction for instruction in stage if instruction.name == name]


def test_it_is_made_of_instructions() -> None:
    stages = read_stages()
    assert len(stages) == 2
    assert {instruction.name for stage in stages for instruction in stage} == KNOWN
    # One version of Python builds and runs.
    assert [stage[0].words[0] for stage in stages] == ["${PYTHON}"] * 2
    assert re.search(r"^ARG PYTHON=python:\d\.\d+-slim-\w+$", FILE.read_text("utf-8"), re.MULTILINE)


def test_what_it_copies_is_there_and_let_in() -> None:
    let_in = re.findall(r"^!(.+)$", (TOP / ".dockerignore").read_text("utf-8"), re.MULTILINE)
    sources = [word for one in of(read_stages()[0], "COPY") for word in one.words[:-1]]
    assert sorted(source.rstrip("/") for source in sources) == sorted(let_in)
    assert all((TOP / source).exists() for source in sources)


def test_whatever_is_installed_is_held_to_its_hash() -> None:
    commands = " && ".join(one.text for one in of(read_stages()[0], "RUN")).split(" && ")
    installs = [command for command in commands if re.search(r"/pip (install|wheel) ", command)]
    assert len(installs) == 4
    for command in installs:
        assert "--require-hashes -r server/deploy/" in command or "--no-deps" in command, command
        assert "--no-deps" not in command or {"--no-index", "--no-build-isolation"} & set(
            command.split()
        )


def test_the_image_that_runs_has_no_rights_and_no_tools() -> None:
    stage = read_stages()[1]
    assert of(stage, "RUN") == []
    (copy,) = of(stage, "COPY")
    assert copy.words[0] == "--from=build"
    ((user, group),) = (one.text.split(":") for one in of(stage, "USER"))
    assert int(user) > 0
    assert int(group) > 0


def test_it_runs_the_service_where_it_is_looked_for() -> None:
    stage = read_stages()[1]
    (entry,) = of(stage, "ENTRYPOINT")
    assert entry.words == [PROGRAM, "serve"]
    environment = dict(one.text.split("=", 1) for one in of(stage, "ENV"))
    assert set(environment) <= {PREFIX + one.name.upper() for one in options()}
    settings = read_settings([], environment)
    assert settings.port == int(PORT)
    assert [one.text for one in of(stage, "EXPOSE")] == [PORT]
    (health,) = of(stage, "HEALTHCHECK")
    assert Path(health.words[0]).parent == Path(PROGRAM).parent
    compile(health.words[2], "health", "exec")
    assert f"http://127.0.0.1:{PORT}/healthz" in health.words[2]
    # A health check asks for an address: the service answers under those.
    assert "127.0.0.1" in settings.names()
