"""`analyse --json`: queries in, replies out."""

from __future__ import annotations

import json
import subprocess
import threading
import time
from collections.abc import Sequence
from typing import Any, Final

import pytest

from coalbaron_fast import Engine, Limits, State
from coalbaron_fast.__main__ import play_random_game
from coalbaron_protocol.jsonlines import QueryService, QueuedQuery
from coalbaron_protocol.queries import QueryDefaults
from coalbaron_protocol.streams import OutputClosed
from tests.processes import PATIENCE_S
from tests.protocol.conversation import COMMAND

STATE: Final = State(2, seed=1)
TEXT: Final = STATE.to_text()
FEW: Final = {"nodes": 20}


def ask(*queries: object, threads: int = 1, words: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Send all queries at once and return all replies; the status says whether one failed."""
    lines = [query if isinstance(query, str) else json.dumps(query) for query in queries]
    run = subprocess.run(
        [*COMMAND, "analyse", "--json", "--threads", str(threads), *words],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert run.stderr == ""
    replies = [json.loads(line) for line in run.stdout.splitlines()]
    assert run.returncode == int(any("error" in reply for reply in replies))
    return replies


def test_a_reply_has_the_fields_of_the_python_api() -> None:
    limits = {"nodes": 50, "lines": 2}
    (reply,) = ask({"id": "a", "position": TEXT, "limits": limits, "options": {"hash_mb": 64}})
    expected = Engine(hash_mb=64).search(STATE, Limits(nodes=50, lines=2))
    assert (reply["id"], reply["turn"], reply["seat"], reply["final"]) == ("a", 0, 1, True)
    assert set(expected.as_data()) <= set(reply)
    assert reply["lines"] == [line.as_data() for line in expected.lines]


def test_limits_of_the_command_line_are_those_of_queries_without_any() -> None:
    words = ["--nodes", "30", "--lines", "3"]
    one, two = ask(
        {"id": "a", "position": TEXT}, {"id": "b", "position": TEXT, "limits": FEW}, words=words
    )
    assert (one["nodes"], len(one["lines"])) == (30, 3)
    assert (two["nodes"], len(two["lines"])) == (20, 1)


def test_positions_come_as_data_text_and_records() -> None:
    record = State(2, seed=1).to_record()
    replies = ask(
        {"id": "text", "position": TEXT, "limits": FEW},
        {"id": "data", "position": STATE.to_dict(), "limits": FEW},
        {"id": "record", "record": record, "limits": FEW},
        {"id": "moves", "position": TEXT, "moves": ["+Cb/+Cg"], "limits": FEW},
    )
    assert [reply["id"] for reply in replies] == ["text", "data", "record", "moves"]
    assert len({json.dumps(reply["lines"]) for reply in replies[:3]}) == 1
    assert replies[3]["turn"] == 2


def test_turns_of_a_record() -> None:
    game = play_random_game(3, 5)
    query = {"id": "g", "record": game.to_record(), "turns": [0, 3, -2], "limits": {"nodes": 1}}
    replies = ask(query)
    assert [reply["turn"] for reply in replies][:2] == [0, 3]
    assert replies[0]["seat"] == 2
    assert replies[2]["turn"] > 50


def test_a_finished_game_has_no_turn() -> None:
    (reply,) = ask({"id": "g", "record": play_random_game(2, 5).to_record(), "limits": FEW})
    assert reply["field"] == "position"
    assert "over" in reply["error"]


def test_the_higher_priority_comes_first() -> None:
    first = {"id": "first", "position": TEXT, "limits": {"time_ms": 300}}
    low = {"id": "low", "position": TEXT, "limits": {"nodes": 1}}
    high = {**low, "id": "high", "priority": 3}
    # Which is the first of all without a priority depends on how fast the lines are read.
    names = [reply["id"] for reply in ask({**first, "priority": 9}, low, high)]
    assert names == ["first", "high", "low"]


def test_several_run_at_once() -> None:
    slow = {"id": "slow", "position": TEXT, "limits": {"infinite": True}}
    fast = {"id": "fast", "position": TEXT, "limits": {"nodes": 1}}
    assert {reply["id"] for reply in ask(slow, fast, threads=2)} == {"slow", "fast"}


def test_reports_come_during_the_search() -> None:
    query = {"id": "a", "position": TEXT, "limits": {"time_ms": 500}, "reportEvery": 0.1}
    *reports, last = ask(query)
    assert reports
    assert [report["final"] for report in reports] == [False] * len(reports)
    assert last["final"] is True


def test_actions() -> None:
    endless = {"id": "endless", "position": TEXT, "limits": {"infinite": True}}
    replies = ask(
        {"id": "v", "action": "version"},
        endless,
        {**endless, "id": "waiting"},
        {"id": "t", "action": "terminate", "terminate_id": "endless"},
        {"id": "n", "action": "terminate", "terminate_id": "nobody"},
        {"id": "all", "action": "terminate_all"},
        {"id": "c", "action": "clear"},
    )
    by_id = {reply["id"]: reply for reply in replies}
    assert by_id["v"]["version"]
    assert by_id["endless"]["final"] is True
    assert by_id["waiting"]["final"] is True
    assert by_id["t"]["terminated"] == 1
    assert by_id["n"]["terminated"] == 0
    assert by_id["c"] == {"id": "c", "action": "clear"}


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("{", "line"),
        ("[1]", "line"),
        ("[" * 100_000, "line"),
        ('{"id": 1' + "0" * 5000 + "}", "line"),
        ("x" * 300_000, "line"),
        ({"position": TEXT}, "id"),
        ({"id": 3}, "id"),
        ({"id": "a", "action": "dance"}, "action"),
        ({"id": "a", "action": "terminate"}, "terminate_id"),
        ({"id": "a", "positon": TEXT}, "positon"),
        ({"id": "a", "limits": FEW}, "position"),
        ({"id": "a", "position": "cb1", "limits": FEW}, "position"),
        ({"id": "a", "position": 3, "limits": FEW}, "position"),
        ({"id": "a", "position": {}, "limits": FEW}, "position"),
        ({"id": "a", "record": "x", "limits": FEW}, "record"),
        ({"id": "a", "record": "x", "position": TEXT, "limits": FEW}, "position"),
        ({"id": "a", "position": TEXT, "seed": -1, "limits": FEW}, "seed"),
        ({"id": "a", "position": TEXT, "moves": "+Cb", "limits": FEW}, "moves"),
        ({"id": "a", "position": TEXT, "moves": ["m10"], "limits": FEW}, "moves"),
        ({"id": "a", "position": TEXT, "turns": 3, "limits": FEW}, "turns"),
        ({"id": "a", "position": TEXT, "turns": [7], "limits": FEW}, "turns"),
        ({"id": "a", "position": TEXT}, "limits"),
        ({"id": "a", "position": TEXT, "limits": {}}, "limits"),
        ({"id": "a", "position": TEXT, "limits": {"node": 1}}, "limits.node"),
        ({"id": "a", "position": TEXT, "limits": {"nodes": "1"}}, "limits.nodes"),
        ({"id": "a", "position": TEXT, "limits": {"time_ms": -1}}, "limits.time_ms"),
        ({"id": "a", "position": TEXT, "limits": {"infinite": 1}}, "limits.infinite"),
        ({"id": "a", "position": TEXT, "limits": {**FEW, "lines": 0}}, "limits.lines"),
        ({"id": "a", "position": TEXT, "limits": {**FEW, "root_turns": 1}}, "limits.root_turns"),
        (
            {"id": "a", "position": TEXT, "limits": {**FEW, "root_turns": ["x"]}},
            "limits.root_turns",
        ),
        (
            {"id": "a", "position": TEXT, "limits": {**FEW, "root_turns": ["m10"]}},
            "limits.root_turns",
        ),
        ({"id": "a", "position": TEXT, "limits": FEW, "options": 1}, "options"),
        ({"id": "a", "position": TEXT, "limits": FEW, "options": {"x": 1}}, "options.x"),
        (
            {"id": "a", "position": TEXT, "limits": FEW, "options": {"evaluation": 1}},
            "options.evaluation",
        ),
        (
            {"id": "a", "position": TEXT, "limits": FEW, "options": {"evaluation": "no.net"}},
            "options.evaluation",
        ),
        (
            {"id": "a", "position": TEXT, "limits": FEW, "options": {"threads": 2}},
            "options.threads",
        ),
        (
            {"id": "a", "position": TEXT, "limits": FEW, "options": {"hash_mb": 1}},
            "options.hash_mb",
        ),
        (
            {"id": "a", "position": TEXT, "limits": FEW, "options": {"parameters": {"x": 1}}},
            "options.parameters",
        ),
        (
            {
                "id": "a",
                "position": TEXT,
                "limits": FEW,
                "options": {"parameters": {"widening": 0}},
            },
            "options.parameters",
        ),
        ({"id": "a", "position": TEXT, "limits": FEW, "priority": "high"}, "priority"),
        ({"id": "a", "position": TEXT, "limits": FEW, "reportEvery": 0}, "reportEvery"),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) < 30 else "",
)
def test_an_error_names_the_field(query: object, field: str) -> None:
    (reply,) = ask(query)
    assert reply["field"] == field
    assert reply["error"]


def test_an_object_without_fields_lacks_its_id() -> None:
    (reply,) = ask("{}")
    assert reply == {
        "id": None,
        "error": "a line holds one JSON object with an id",
        "field": "line",
    }


def test_the_work_is_abandoned_where_nobody_reads_the_answers() -> None:
    abandoned, written = threading.Event(), list[str]()

    def write(line: str) -> None:
        written.append(line)
        raise OutputClosed

    service = QueryService(write, QueryDefaults(1, "coalbaron"), abandoned.set)
    queries = [json.dumps({"id": name, "position": TEXT, "limits": FEW}) for name in "ab"]
    service.serve(queries)
    assert abandoned.is_set()
    assert len(written) == 1
    assert not service.has_refused


class Counted(QueryService):
    """Answers nothing, and counts the threads that are at work at once."""

    def __init__(self, threads: int) -> None:
        super().__init__(lambda *_: None, QueryDefaults(threads, "coalbaron"), lambda: None)
        self.lock = threading.Lock()
        self.at_work = self.answered = 0
        self.most: list[int] = []

    def _answer(self, job: QueuedQuery) -> None:
        with self.lock:
            self.at_work += job.query.settings.threads
            self.most.append(self.at_work)
        # Whoever may work beside this one comes by now.
        time.sleep(0.005)
        with self.lock:
            self.at_work -= job.query.settings.threads
            self.answered += 1


@pytest.mark.parametrize("each", [1, 2, 3])
def test_no_more_threads_are_at_work_than_were_given(each: int) -> None:
    service = Counted(3)
    query = {"position": TEXT, "limits": FEW, "options": {"threads": each}}
    service.serve(json.dumps({"id": str(number), **query}) for number in range(12))
    assert service.answered == 12
    assert max(service.most) <= 3
    assert not service.has_refused
