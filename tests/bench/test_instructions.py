"""Differences of instruction counts, and the comparison with a baseline, without callgrind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from bench.instructions import __main__ as program
from bench.instructions.__main__ import check, function_name
from bench.instructions.baseline_file import (
    BASELINE,
    COMPARABLE,
    read_baseline,
    regressions,
    stamp_differences,
)
from bench.instructions.counting import Run, difference
from bench.instructions.work import WORKS, run_all
from bench.machine import FIELDS
from bench.positions import mining_turns

STAMP: dict[str, Any] = dict.fromkeys(FIELDS, "same")


def test_difference_is_for_one_unit_of_the_work_done_more() -> None:
    base = Run(1000, {"a": 10, "b": 5})
    assert difference(base, Run(1600, {"a": 16, "b": 5}), "a") == 100.0


@pytest.mark.parametrize("units", [{"a": 10, "b": 5}, {"a": 16, "b": 6}])
def test_difference_of_other_runs_is_refused(units: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="a: the runs differ"):
        difference(Run(1000, {"a": 10, "b": 5}), Run(1600, units), "a")


def test_up_to_three_percent_more_are_let_through() -> None:
    stored = {"a": 100.0, "b": 100.0}
    assert regressions(stored, {"a": 103.0, "b": 50.0}) == []
    assert regressions(stored, {"a": 103.1, "b": 100.0}) == ["a: 103.1, baseline 100.0 (+3.1%)"]


def test_work_that_only_one_side_has_is_named() -> None:
    assert regressions({"a": 1.0}, {"b": 1.0}) == [
        "b: not in the baseline",
        "a: in the baseline only",
    ]


def test_other_compilers_are_not_compared() -> None:
    assert stamp_differences(STAMP, STAMP) == []
    for field in COMPARABLE:
        assert stamp_differences(STAMP, STAMP | {field: "other"}) == [
            f"{field}: baseline 'same', here 'other'"
        ]
    # The same program takes the same instructions on another day and processor.
    assert stamp_differences(STAMP, STAMP | {"cpu": "other", "date": "other"}) == []


@pytest.mark.parametrize(
    ("stored", "machine", "found", "status"),
    [
        (100.0, STAMP, 102.0, 0),
        (100.0, STAMP, 104.0, 1),
        (100.0, STAMP | {"compiler": "other"}, 104.0, 2),
        (None, STAMP, 104.0, 2),
    ],
)
def test_status_of_a_check(
    monkeypatch: pytest.MonkeyPatch,
    stored: float | None,
    machine: dict[str, Any],
    found: float,
    status: int,
) -> None:
    name = next(iter(WORKS))
    baseline = None if stored is None else {"machine": STAMP, "instructions": {name: stored}}
    monkeypatch.setattr(program, "read_baseline", lambda: baseline)
    assert check({name: found}, machine) == status


def test_no_baseline_is_no_error(tmp_path: Path) -> None:
    assert read_baseline(tmp_path / "none.json") is None


def test_stored_baseline_has_all_work_and_a_stamp() -> None:
    stored = json.loads(BASELINE.read_text("utf-8"))
    assert set(stored["machine"]) == set(FIELDS)
    assert set(stored["instructions"]) == set(WORKS)
    assert all(count > 0 for count in stored["instructions"].values())


def test_names_of_functions_are_shortened() -> None:
    assert function_name("???:__pyx_f_14coalbaron_fast_4core_5state_state_play [core.so]") == (
        "state_state_play"
    )
    assert function_name("./string/memset.S:__memset_avx2 [libc.so.6]") == "__memset_avx2"


def test_runs_differ_in_the_chosen_work_alone() -> None:
    states = [turn.state for turn in mining_turns(1, 0) if turn.steps == 10][:24]
    base = run_all(states, None)
    for name in ("playouts, 2 seats", "planner, 10 steps", "view"):
        more = run_all(states, name)
        assert [key for key in base if more[key] != base[key]] == [name]
        assert more[name] > base[name] > 0
