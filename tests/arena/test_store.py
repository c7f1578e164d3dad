"""The file of a match: what a kill leaves of it, and who may have it."""

from __future__ import annotations

import json
import multiprocessing
import re
from itertools import product
from pathlib import Path

import pytest

from coalbaron_fast import State
from coalbaron_fast.arena import (
    Fault,
    FaultKind,
    FileTakenError,
    GameResult,
    MatchSettings,
    Store,
    StoreError,
    WriteError,
    begin_match,
    read_games,
    read_match,
    resume_match,
)
from coalbaron_fast.arena.store import read_settings
from tests.arena.full_disk import room_for

SETTINGS = MatchSettings(("greedy", "random"), deals=4).checked()
GAMES = [task.run() for task in SETTINGS._replace(deals=2).tasks()]


def write_match(path: Path) -> None:
    with Store.create(path, SETTINGS) as store:
        for game in GAMES:
            store.append(game)


def test_what_is_kept_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    write_match(path)
    assert read_settings(path) == SETTINGS
    assert list(read_games(path)) == GAMES
    assert [item.name for item in tmp_path.iterdir()] == ["match.jsonl"]


def test_a_line_a_game_readable_by_anyone(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    write_match(path)
    header, *lines = path.read_text(encoding="utf-8").splitlines()
    assert json.loads(header)["settings"]["players"] == ["greedy", "random"]
    assert [json.loads(line)["number"] for line in lines] == [0, 1, 2, 3]


@pytest.mark.parametrize("lost", range(1, 60, 7))
def test_a_line_that_was_cut_off_is_dropped(tmp_path: Path, lost: int) -> None:
    path = tmp_path / "match.jsonl"
    write_match(path)
    path.write_bytes(path.read_bytes()[:-lost])
    assert list(read_games(path)) == GAMES[:-1]
    with Store.reopen(path) as store:
        store.append(GAMES[-1])
    assert list(read_games(path)) == GAMES


def test_a_bad_line_within_is_named(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    write_match(path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], b'{"number": 1}\n', *lines[3:]]))
    with pytest.raises(StoreError, match=r"line 3, is no game"):
        list(read_games(path))
    path.write_bytes(b"".join([*lines, lines[1]]))
    with pytest.raises(StoreError, match=r"line 6: game 0 is there twice"):
        list(read_games(path))


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    write_match(path)
    with pytest.raises(FileTakenError, match="already; --resume goes on with it, --file names"):
        begin_match(path, SETTINGS)
    assert list(read_games(path)) == GAMES
    assert [item.name for item in tmp_path.iterdir()] == ["match.jsonl"]


@pytest.mark.parametrize(
    "content", [b"", b"{}\n", b"nonsense\n", b'{"kind": "coalbaron match"', b"\xff\n"]
)
def test_another_file_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(StoreError, match="is no file of a match"):
        Store.reopen(path)
    assert path.read_bytes() == content


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened"):
        resume_match(tmp_path / "nothing", {})
    with pytest.raises(StoreError, match="cannot be written"):
        begin_match(tmp_path / "no" / "directory", SETTINGS)


def test_another_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    write_match(path)
    text = path.read_text(encoding="utf-8")
    header = json.loads(text.partition("\n")[0]) | {"engine": "0.0.0"}
    path.write_text(json.dumps(header) + "\n", encoding="utf-8")
    with pytest.raises(StoreError, match=r"begun with version 0\.0\.0"):
        Store.reopen(path)


@pytest.mark.parametrize(
    ("stated", "name"),
    [
        ({"seats": 3}, "seats"),
        ({"seed": 9, "form": "ladder"}, "seed, form"),
        ({"players": ("greedy", "greedy")}, "players"),
        ({"sprt": (0.0, 5.0)}, "sprt"),
    ],
)
def test_another_match_is_refused(tmp_path: Path, stated: dict[str, object], name: str) -> None:
    path = tmp_path / "match.jsonl"
    write_match(path)
    with pytest.raises(StoreError, match=f"it differs in {name}$"):
        resume_match(path, stated)


def test_deals_may_be_added(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    write_match(path)
    store, tally = resume_match(path, {"deals": 9, "seats": 2, "seed": 1})
    with store:
        assert tally.settings.deals == 9
        assert (len(tally.deals), len(tally.numbers)) == (2, 4)
        store.append(next(SETTINGS.tasks_of_deal(6)).run())
    assert read_match(path).settings.deals == 7


# -- what is believed


LOST = GAMES[0]._replace(
    faults=(Fault(1, FaultKind.TIME, "the clock is over"),),
    vp=None,
    ranks=(0, 1),
    shares=(1.0, 0.0),
    record=State(2, seed=1, start=0).to_record(
        Seat0="greedy", Seat1="random", Termination="seat 1 lost: time"
    ),
)
"""The first game, lost by a fault at once."""

TWISTED: dict[str, tuple[dict[str, object], str]] = {
    "vp": ({"vp": (99, 1)}, "vp is 99 1, its record has"),
    "ranks": ({"ranks": (0, 0)}, "ranks is 0 0, its record has"),
    "shares": ({"shares": (0.5, 0.5)}, r"shares is 0\.5 0\.5, its record has"),
    "entrants": ({"entrants": (1, 0)}, "entrants is 1 0, game 0 has 0 1"),
    "deal": ({"deal": 1}, "deal is 1, game 0 has 0"),
    "table": ({"table": 1}, "table is 1, game 0 has 0"),
    "number": ({"number": 2}, "deal is 0, game 2 has 1"),
    "another record": ({"record": GAMES[2].record}, "does not begin like deal 0"),
    "other names": (
        {"record": GAMES[0].record.replace('Seat0 "greedy"', 'Seat0 "strong"')},
        "Seat0 is strong, the match has greedy",
    ),
    "a cut record": (
        {"record": re.sub(r"\[(Scores|Winners).*\n| \S+\s*$", "", GAMES[0].record)},
        "ends before the game does",
    ),
    "other scores": (
        {"record": re.sub(r'Scores ".*"', 'Scores "1 2"', GAMES[0].record)},
        "its record cannot be read: Scores",
    ),
    "a lost game's points": ({"record": LOST.record, "faults": LOST.faults}, "lost by a fault has"),
    "no such fault": ({"record": LOST.record, "vp": None}, "no fault says so"),
}


@pytest.mark.parametrize("name", TWISTED)
def test_a_line_that_its_record_contradicts_is_named(tmp_path: Path, name: str) -> None:
    change, complaint = TWISTED[name]
    path = tmp_path / "match.jsonl"
    with Store.create(path, SETTINGS) as store:
        store.append(GAMES[3])
        store.append(GAMES[0]._replace(**change))  # type: ignore[arg-type]
    with pytest.raises(StoreError, match=f"line 3, cannot be believed: .*{complaint}"):
        read_match(path)
    with pytest.raises(StoreError, match="line 3"):
        resume_match(path, {})


def test_a_game_that_was_lost_is_believed(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with Store.create(path, SETTINGS) as store:
        store.append(LOST)
    assert list(read_games(path)) == [LOST]


WRONG: list[tuple[str, object]] = [
    *product(GameResult._fields, ({}, [[]], -1, 1e999)),
    *product((name for name in GameResult._fields if name != "record"), ("x",)),
    *product(("vp", "ranks", "shares", "seconds"), ([1], [0.5])),
    ("number", True),
    ("number", None),
    ("ranks", [0, 1, 2]),
    ("seconds", [0, float("nan")]),
    ("faults", [{"seat": 0, "kind": "bored", "text": "", "transcript": []}]),
    ("faults", [{"seat": 7, "kind": "time", "text": "", "transcript": []}]),
    ("faults", [{"seat": 0}]),
    ("faults", [1]),
]


@pytest.mark.parametrize(("field", "value"), WRONG)
def test_a_wrong_type_is_named(tmp_path: Path, field: str, value: object) -> None:
    path = tmp_path / "match.jsonl"
    write_match(path)
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    lines[2] = json.dumps(json.loads(lines[2]) | {field: value}) + "\n"
    path.write_text("".join(lines), encoding="utf-8")
    with pytest.raises(StoreError, match=r"line 3, is no game: .*\w"):
        read_match(path)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *((name, [{}]) for name in MatchSettings._fields),
        ("players", "greedy"),
        ("players", ["greedy", "unknown"]),
        ("seats", "2"),
        ("seats", 9),
        ("deals", 1.5),
        ("sprt", [0]),
        ("sprt", [0, "x"]),
        ("sprt", [0, 1e999]),
        ("game", "chess"),
        ("form", "party"),
    ],
)
def test_a_wrong_setting_is_told(tmp_path: Path, field: str, value: object) -> None:
    path = tmp_path / "match.jsonl"
    write_match(path)
    first, rest = path.read_text(encoding="utf-8").split("\n", 1)
    header = json.loads(first)
    header["settings"][field] = value
    path.write_text(f"{json.dumps(header)}\n{rest}", encoding="utf-8")
    with pytest.raises(StoreError, match=r"line 1"):
        resume_match(path, {})


# -- a full disk


def test_a_full_disk_leaves_what_was_kept(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with Store.create(path, SETTINGS) as store:
        store.append(GAMES[0])
        size = path.stat().st_size
        for room in (size, size + 1, size + 900):
            with room_for(room), pytest.raises(WriteError, match=r"match\.jsonl cannot be written"):
                store.append(GAMES[1])
            assert path.stat().st_size == size
        store.append(GAMES[1])
    assert list(read_games(path)) == GAMES[:2]


@pytest.mark.parametrize("room", [0, 100])
def test_a_full_disk_at_the_beginning_leaves_nothing(tmp_path: Path, room: int) -> None:
    with room_for(room), pytest.raises(WriteError, match="cannot be written"):
        Store.create(tmp_path / "match.jsonl", SETTINGS)
    assert list(tmp_path.iterdir()) == []


def try_to_open(path: Path) -> None:
    with pytest.raises(StoreError, match="is in use"):
        Store.reopen(path)


def test_one_process_has_the_file(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with Store.create(path, SETTINGS):
        other = multiprocessing.get_context("spawn").Process(target=try_to_open, args=(path,))
        other.start()
        other.join()
        assert other.exitcode == 0
    Store.reopen(path).close()
