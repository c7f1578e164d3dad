"""External programs that misbehave: the game is adjudicated, and no process is left."""

from __future__ import annotations

import signal
import sys
import time
from pathlib import Path
from typing import Final

import pytest

from coalbaron_fast import State
from coalbaron_fast.arena import FaultKind, GameResult, GameTask, LocalBackend, Opening, run_tasks
from tests.processes import PATIENCE_S

PATIENCE: Final = "answer_ms=30000,start_ms=30000"
FAR_TOO_LONG_S: Final = PATIENCE_S


def program(way: str, settings: str = "nodes=1", rest: str = "") -> str:
    command = f"{sys.executable} -m tests.arena.hostile {way} {rest}".strip()
    return f"cmd,{settings},{PATIENCE}:{command}"


def task(*players: str, seed: int = 3, number: int = 0) -> GameTask:
    entrants = tuple(range(len(players)))
    return GameTask(number, number, 0, entrants, players, Opening(seed, 0))


def is_alive(process: int) -> bool:
    """Whether a process runs; a zombie does not count."""
    try:
        status = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


@pytest.mark.parametrize(
    ("way", "kind", "word"),
    [
        ("illegal", FaultKind.ILLEGAL, "legal"),
        ("no-token", FaultKind.ILLEGAL, "castle"),
        ("empty", FaultKind.GARBAGE, "no turn"),
        ("greedy-for-turns", FaultKind.ILLEGAL, "'bank' comes after the end of a turn"),
        ("silent", FaultKind.SILENCE, "no bestmove within 1 s"),
        ("mute", FaultKind.SILENCE, "no ugiok"),
        ("exit", FaultKind.CRASH, "status 0"),
        ("segfault", FaultKind.CRASH, f"status {-signal.SIGSEGV}"),
        ("flood", FaultKind.GARBAGE, "no answer that can be read"),
        ("complain", FaultKind.ILLEGAL, "castle"),
        ("megabytes", FaultKind.GARBAGE, "no answer that can be read"),
        ("no-text", FaultKind.GARBAGE, "no answer that can be read"),
        ("closed", FaultKind.CRASH, "closed its output"),
        ("terminal", FaultKind.ILLEGAL, "red"),
    ],
)
def test_who_goes_wrong_loses(way: str, kind: FaultKind, word: str) -> None:
    player = program(way)
    if way in ("mute", "silent"):
        patience = "start_ms" if way == "mute" else "answer_ms"
        player = player.replace(f"{patience}=30000", f"{patience}=1000")
    result = task(player, "random").run()
    (fault,) = result.faults
    assert (fault.seat, fault.kind) == (0, kind)
    assert word in fault.text
    assert fault.transcript
    assert any(line.startswith("> ") for line in fault.transcript)
    assert all(line.isprintable() for line in fault.transcript)
    assert (result.ranks, result.shares, result.vp) == ((1, 0), (0.0, 1.0), None)
    assert f'[Termination "seat 0 lost: {kind}"]' in result.record
    assert State.from_record(result.record).history


@pytest.mark.parametrize("way", ["braggart", "never-over"])
def test_a_wrong_result_is_reported_and_the_rules_decide(way: str) -> None:
    result = task(program(way), "greedy").run()
    (fault,) = result.faults
    assert (fault.seat, fault.kind) == (0, FaultKind.RESULT)
    assert result.vp is not None
    assert result.ranks == (1, 0)
    assert State.from_record(result.record).scores() == list(result.vp)


@pytest.mark.parametrize("way", ["good", "hasty"])
def test_who_behaves_plays_to_the_end(way: str) -> None:
    result = task(program(way), "greedy").run()
    assert result.faults == ()
    assert result.vp is not None
    assert result == task(program(way), "greedy").run()._replace(seconds=result.seconds)


def test_what_a_seat_may_not_know_is_not_told() -> None:
    result = task(program("illegal"), "greedy").run()
    told = [line for line in result.faults[0].transcript if line.startswith("> position")]
    assert told
    assert all("view=0" in line and "seed" not in line for line in told)


def test_a_loser_among_three_is_last_and_the_others_share() -> None:
    result = task("random", program("exit"), "random").run()
    assert (result.ranks, result.shares) == ((0, 2, 0), (0.5, 0.0, 0.5))


def test_a_program_that_cannot_be_started_loses(tmp_path: Path) -> None:
    path = tmp_path / "program"
    path.write_bytes(b"\x00no program")
    path.chmod(0o755)
    (fault,) = task(f"cmd,nodes=1:{path}", "random").run().faults
    assert (fault.kind, fault.transcript) == (FaultKind.CRASH, ())
    assert "cannot be started" in fault.text


@pytest.mark.slow
@pytest.mark.parametrize("way", ["child", "stubborn"])
def test_no_process_is_left(tmp_path: Path, way: str) -> None:
    note = tmp_path / "processes"
    # The child holds the pipes of a program that has ended: this long its answer is waited for.
    patience = "nodes=1,answer_ms=5000,start_ms=30000"
    command = f"{sys.executable} -m tests.arena.hostile {way} {note}"
    result = task(f"cmd,{patience}:{command}", "random").run()
    processes = [int(word) for word in note.read_text(encoding="utf-8").split()]
    assert (way == "child") == bool(result.faults)
    waited = time.monotonic()
    while any(map(is_alive, processes)):
        # The orphan's own parent, the system, may take a moment.
        assert time.monotonic() - waited < FAR_TOO_LONG_S
        time.sleep(0.05)


def test_a_worker_that_is_told_to_leave_takes_its_programs_along(tmp_path: Path) -> None:
    note = tmp_path / "processes"
    stubborn = program("stubborn", rest=str(note))
    slow = f"cmd,nodes=1,answer_ms=600000:{sys.executable} -m tests.arena.hostile silent"
    with LocalBackend(1) as backend:
        backend.submit(task(stubborn, slow))
        while not note.exists() or not note.read_text(encoding="utf-8"):
            time.sleep(0.05)
    process = int(note.read_text(encoding="utf-8"))
    assert not is_alive(process)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ("option.Thraeds=2", "no option 'Thraeds': Threads Hash"),
        ("option.Threads=0", "Threads is a whole number from 1 to 64, not '0'"),
    ],
)
def test_an_option_that_the_program_has_not_is_told(settings: str, words: str) -> None:
    player = f"cmd,nodes=1,{settings},{PATIENCE}:{sys.executable} -m coalbaron_protocol"
    (fault,) = task(player, "random").run().faults
    assert fault.kind == FaultKind.CRASH
    assert f"cannot be set up: {words}" in fault.text


def test_the_match_goes_on() -> None:
    tasks = [task(program("segfault"), "random", number=number) for number in range(3)]
    with LocalBackend(2) as backend:
        results: list[GameResult] = [finished.result for finished in run_tasks(tasks, backend)]
    assert sorted(result.number for result in results) == [0, 1, 2]
    assert all(result.faults for result in results)


def test_time_is_up_for_who_oversteps_a_clock() -> None:
    player = program("silent", "clock_ms=1000,increment_ms=10,grace_ms=200")
    (fault,) = task(player, "random").run().faults
    assert fault.kind in (FaultKind.SILENCE, FaultKind.TIME)
    assert any("> go p1time" in line and "p2inc" in line for line in fault.transcript)


def test_our_own_program_plays_through_the_protocol() -> None:
    ours = f"cmd,nodes=30:{sys.executable} -m coalbaron_protocol"
    result = task(ours, "greedy").run()
    assert result.faults == ()
    assert result.vp is not None
    assert len(result.seconds) == 2
