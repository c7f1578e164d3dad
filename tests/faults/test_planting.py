"""The runner of planted faults: what it plants is small and real, and what it reports is so."""

from __future__ import annotations

import ast
import shutil
from pathlib import Path
from typing import Final

import pytest

from coalbaron_fast.games import GAMES
from tests.faults.campaign import HERE, ROOT, Asked, Campaign, failed_first
from tests.faults.lines import read_lines
from tests.faults.planting import apply, changes, draw, plant, slots
from tests.faults.rooms import ROOMS, Room

BODY: Final = "def work(a, b, table, seat):\n    {}\n"


def wrongs(line: str, kind: str, *, is_cython: bool = False) -> set[str]:
    """What an operator makes of a line."""
    text = BODY.format(line)
    found = set()
    for logical in read_lines(text):
        for slot in slots(logical, is_cython=is_cython):
            start, end = slot.tokens[0].start, slot.tokens[-1].end
            for change in changes(slot).get(kind, []):
                found.add(" ".join(apply(text, start, end, change).split()))
    return found


@pytest.mark.parametrize(
    ("line", "kind", "expected"),
    [
        ("return a < b", "comparison", {"return a <= b", "return a > b"}),
        ("if a is not None:", "comparison", {"a is None"}),
        ("if a not in b:", "comparison", {"a in b"}),
        ("x = [c for c in table]", "comparison", set()),
        ("a += b", "arithmetic", {"a -= b", "a = b"}),
        ("x = -a // b", "arithmetic", {"x = -a * b"}),
        ("x: list[int] = b + 1", "arithmetic", {"b - 1"}),
        ("work(*a, **b)", "arithmetic", set()),
        ("x = table[3]", "constant", {"x = table[(3 + 1)]", "x = table[(3 - 1)]"}),
        ("return True", "constant", {"return False"}),
        ("return 0.0", "constant", {"return (0.0 * 2 + 0.25)"}),
        ("return a and not b", "logic", {"return a or not b", "return a and b"}),
        ("x = a - b * seat", "term", {"x = a", "x = b * seat", "x = a - b", "x = a - seat"}),
        ("if a or b and seat:", "term", {"a", "b and seat", "a or b", "a or seat"}),
        ("x = min(a, b)", "bound", {"x = max(a, b)", "x = (a )", "x = (b)"}),
        ("work(a, b[1], x=2)", "arguments", {"work(b [ 1 ], a, x=2)"}),
        ("work(a, a)", "arguments", set()),
        ("x = table[seat]", "place", {"x = table[0]"}),
        ("x = [seat]", "place", set()),
        ("for x in range(1, a + b):", "steps", {"range(1, (a + b) - 1)"}),
        ("if a < b:", "condition", {"not (a < b)", "False and (a < b)"}),
        ("table[a] = b", "statement", {"pass"}),
        ("x = b", "statement", set()),
        ("return b", "statement", set()),
        ("continue", "statement", {"pass", "break"}),
    ],
)
def test_an_operator_changes_one_small_thing(line: str, kind: str, expected: set[str]) -> None:
    assert wrongs(line, kind) == expected


@pytest.mark.parametrize(
    ("line", "kind", "expected"),
    [
        ("x = <uint64_t>1 << a", "comparison", set()),
        ("x = <uint64_t>1 << a", "arithmetic", {"x = <uint64_t>1 >> a"}),
        ("return a < <int>b", "comparison", {"return a <= <int>b", "return a > <int>b"}),
        ("cdef const Edge *edge", "arithmetic", set()),
        ("cdef int a = b - 1, c", "arithmetic", {"b + 1"}),
        ("for a in range(seat):", "steps", {"(seat) - 1"}),
    ],
)
def test_cython_reads_as_cython(line: str, kind: str, expected: set[str]) -> None:
    assert wrongs(line, kind, is_cython=True) == expected


def test_only_functions_are_changed() -> None:
    text = '"""A < b."""\nLIMIT = 3\nclass Box:\n    size: int = 4\n    """5 boxes."""\n'
    assert not [slot for line in read_lines(text) for slot in slots(line, is_cython=False)]


@pytest.mark.parametrize("room", ROOMS.values(), ids=ROOMS)
def test_every_room_has_sources_tests_and_faults(room: Room) -> None:
    assert room.find_tests(ROOT)
    faults = draw(room, ROOT, 30, 1)
    assert len(faults) == 30
    assert len({(fault.path, fault.start) for fault in faults}) == 30
    assert all(fault.right != fault.wrong for fault in faults)
    assert faults == draw(room, ROOT, 30, 1)
    assert faults != draw(room, ROOT, 30, 2)


@pytest.mark.parametrize("room", ROOMS.values(), ids=ROOMS)
def test_every_pattern_of_a_room_names_a_file(room: Room) -> None:
    """What moves takes its room along."""
    patterns = (*room.sources, *room.tests, *room.without)
    assert [pattern for pattern in patterns if not any(ROOT.glob(pattern))] == []


def test_a_line_of_a_log_is_no_failed_test() -> None:
    log = "ERROR    coalbaron_server:access_log.py:81 no answer"
    summary = "ERROR tests/test_a.py::test_b[0] - AssertionError"
    assert failed_first([log, summary]) == "tests/test_a.py::test_b[0]"
    assert failed_first([log]) == ""


def test_every_game_has_a_room() -> None:
    assert GAMES.keys() <= ROOMS.keys()


def test_no_source_is_in_two_rooms() -> None:
    places = [path for room in ROOMS.values() for path in room.find_sources(ROOT)]
    assert len(places) == len(set(places))


def test_what_is_planted_is_still_python(tmp_path: Path) -> None:
    """Every Python line of a room with one fault each; none of them is at work by itself."""
    room = ROOMS["engine"]
    for path in room.find_sources(ROOT):
        copy = tmp_path / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    faults = dict(enumerate(draw(room, tmp_path, 10_000, 3), 1))
    assert len(faults) > 400
    plant(tmp_path, faults)
    found = 0
    for path in room.find_sources(tmp_path):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found += sum(isinstance(node, ast.Name) and node.id == "planted" for node in ast.walk(tree))
    assert found == len(faults)


# -- a campaign

SUMS: Final = '''"""Sums."""
def add_up(numbers):
    total = 0
    for number in numbers:
        total += number
    return total
def wait(turns):
    while turns > 0:
        turns -= 1
    return turns
def weak(number):
    return number + 2
def unused(number):
    return number - 1
'''
COMPILED: Final = '''"""The same in Cython."""
def add_up(list numbers):
    cdef int total = 0, index
    for index in range(len(numbers)):
        total += <int>numbers[index]
    return total
'''
SETUP: Final = """
from Cython.Build import cythonize
from setuptools import Extension, setup
source = Extension("coalbaron_fast.compiled", ["src/coalbaron_fast/compiled.pyx"])
setup(ext_modules=cythonize([source], include_path=["src"]), package_dir={"": "src"})
"""
TESTS: Final = """
from coalbaron_fast import compiled, sums
def test_sums():
    assert sums.add_up([1, 2, 3]) == 6
def test_waiting():
    assert sums.wait(3) == 0
def test_compiled():
    assert compiled.add_up([1, 2, 3]) == 6
def test_that_holds_nothing():
    sums.weak(1)
def test_that_is_never_right():
    assert False
"""
TINY: Final = Room("tiny", ("src/coalbaron_fast/*.py*",), ("tests/test_*.py",))


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Campaign:
    root = tmp_path_factory.mktemp("root")
    package = root / "src/coalbaron_fast"
    shutil.copytree(HERE, root / "tests/faults", ignore=shutil.ignore_patterns("test_*"))
    package.mkdir(parents=True)
    (root / "setup.py").write_text(SETUP, encoding="utf-8")
    (root / "pyproject.toml").write_text('[tool.pytest.ini_options]\nmarkers = ["slow"]\n')
    (root / "tests/__init__.py").touch()
    (root / "tests/test_sums.py").write_text(TESTS, encoding="utf-8")
    (package / "__init__.py").touch()
    (package / "sums.py").write_text(SUMS, encoding="utf-8")
    (package / "compiled.pyx").write_text(COMPILED, encoding="utf-8")
    begun = Campaign(tmp_path_factory.mktemp("campaign"), root, {"tiny": TINY})
    # As many as there are lines.
    begun.begin(Asked(["tiny"], 9, 5))
    return begun


@pytest.mark.slow
def test_a_campaign_finds_what_is_tested_and_says_what_is_not(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.faults.campaign.LEAST_LIMIT_S", 10.0)
    before = {path: path.read_bytes() for path in campaign.root.rglob("*.py*")}
    outcomes = {campaign.faults[result.number].place: result for result in campaign.run()}
    weak, unused = (f"src/coalbaron_fast/sums.py:{line}" for line in (12, 14))
    assert outcomes[weak].outcome == "survived"
    assert outcomes[unused].outcome == "not reached"
    others = [result for place, result in outcomes.items() if place not in {weak, unused}]
    assert len(others) == 7
    assert all(result.is_found for result in others)
    assert {result.test.partition("::")[2] for result in others} <= {
        "test_sums", "test_waiting", "test_compiled", ""
    }  # fmt: skip
    assert {path: path.read_bytes() for path in campaign.root.rglob("*.py*")} == before


@pytest.mark.slow
def test_a_campaign_goes_on_where_it_was_ended(campaign: Campaign) -> None:
    again = Campaign(campaign.directory, campaign.root, campaign.rooms)
    assert again.asked == campaign.asked
    assert again.faults == campaign.faults
    assert list(again.run()) == []
    # New tests: what survived is tried again, and only that.
    tests = campaign.root / "tests/test_sums.py"
    with tests.open("a", encoding="utf-8") as file:
        file.write("def test_weak():\n    assert sums.weak(1) == 3\n")
    again.renew_tests()
    found = {again.faults[result.number].line: result.outcome for result in again.run()}
    assert found == {12: "found", 14: "not reached"}
