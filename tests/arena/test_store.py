"""The file of a match: what a kill leaves of it, and who may have it."""

from __future__ import annotations

import json
import multiprocessing
from pathlib import Path

import pytest

from coalbaron_fast.arena import (
    MatchSettings,
    Store,
    StoreError,
    begin_match,
    read_games,
    read_match,
    resume_match,
)
from coalbaron_fast.arena.store import read_settings
from tests.arena.drawn import result

SETTINGS = MatchSettings(("greedy", "random"), deals=4).checked()
GAMES = [result(number, (0, 1), (0, 1), (70, 20), deal=number // 2) for number in range(4)]


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
    with pytest.raises(StoreError, match="is there already; --resume goes on with it"):
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
        store.append(result(12, (0, 1), (0, 1), (70, 20), deal=6))
    assert read_match(path).settings.deals == 7


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
