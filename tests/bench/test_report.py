"""Tables, JSON with a machine stamp, and a clean end."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from bench.machine import FIELDS, PROJECT, compiler_of, machine_stamp
from bench.report import run_program, write_json

from coalbaron_fast.tables import format_table

PROGRAMS = ("bench.positions", "bench.speed", "bench.peers", "bench.instructions")


def test_stamp_has_its_fields() -> None:
    stamp = machine_stamp()
    assert tuple(stamp) == FIELDS
    assert stamp["cpu"]
    assert stamp["python"]
    assert stamp["date"]
    json.dumps(stamp)


def test_stamp_names_no_paths() -> None:
    flags = machine_stamp()["flags"]
    assert flags is None or "/" not in str(flags)


def test_compiler_is_read_from_the_extension(tmp_path: Path) -> None:
    extension = tmp_path / "core.so"
    assert compiler_of(extension) is None
    extension.write_bytes(b"\0...GCC: (Some 12.2.0-1) 12.2.0\0...")
    assert compiler_of(extension) == "GCC: (Some 12.2.0-1) 12.2.0"
    extension.write_bytes(b"nothing of the kind")
    assert compiler_of(extension) is None


def test_table_is_aligned() -> None:
    assert format_table(["work", "ns"], [["a", "10"], ["longer", "2"]]).splitlines() == [
        "work    ns",
        "------  --",
        "a       10",
        "longer   2",
    ]


def test_json_carries_the_stamp(tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    write_json(None, "speed", {"rows": []})
    write_json(path, "speed", {"rows": [1]})
    document = json.loads(path.read_text("utf-8"))
    assert document["benchmark"] == "speed"
    assert document["rows"] == [1]
    assert set(document["machine"]) == set(FIELDS)


def test_interrupt_ends_without_a_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted() -> int:
        raise KeyboardInterrupt

    with pytest.raises(SystemExit) as end:
        run_program(interrupted)
    assert end.value.code == 130
    assert capsys.readouterr().err == "interrupted\n"


@pytest.mark.parametrize("program", PROGRAMS)
def test_programs_explain_themselves(program: str) -> None:
    path = os.pathsep.join(part for part in sys.path if part)
    run = subprocess.run(
        [sys.executable, "-m", program, "--help"],
        capture_output=True, text=True, check=True, cwd=PROJECT,
        env=os.environ | {"PYTHONPATH": path},
    )  # fmt: skip
    assert f"python -m {program}" in run.stdout
    assert "--json FILE" in run.stdout
