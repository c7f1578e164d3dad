"""Damaged files of learning: named in one sentence; and no two processes on one output."""

from __future__ import annotations

import gzip
import io
import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from coalbaron_fast.arena import StoreError
from coalbaron_fast.arena.store import only_one
from coalbaron_fast.games import load_game
from coalbaron_fast.learning.archive import GameArchive, read_games
from coalbaron_fast.learning.play import PlaySettings
from coalbaron_protocol.arguments import run_command

np = pytest.importorskip("numpy", reason="the extra learning is not installed")

GAME = load_game("coalbaron")
SETTINGS = PlaySettings(games=3, seats=(2,), nodes=4, share=0.3)
PLAY = ["--games", "3", "--seats", "2", "--nodes", "4", "--share", "0.3"]
FLIPS = 200


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("played") / "games"
    with GameArchive.create(path, SETTINGS) as archive:
        for number in range(SETTINGS.games):
            archive.add(SETTINGS.task(number).run())
    return path


@pytest.fixture
def games(played: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(played, tmp_path / "games"))


@pytest.fixture
def samples(played: Path, tmp_path: Path) -> Path:
    from coalbaron_fast.learning.label import LabelFiles, LabelSettings  # noqa: PLC0415

    path = tmp_path / "samples"
    for task in LabelFiles(played, path, LabelSettings(), resume=False).missing():
        task.run()
    return path


def packed(*lines: object) -> bytes:
    return gzip.compress("".join(f"{json.dumps(line)}\n" for line in lines).encode(), mtime=0)


def first_line(data: bytes) -> dict[str, object]:
    found: dict[str, object] = json.loads(gzip.decompress(data).splitlines()[0])
    return found


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "cut": lambda data: data[: len(data) // 2],
    "cut by a byte": lambda data: data[:-1],
    "empty": lambda _: b"",
    "no game": lambda _: packed(),
    "no gzip": lambda _: b"{}\n",
    "changed": lambda data: data[:100] + bytes([data[100] ^ 255]) + data[101:],
    "another's": lambda _: packed({"name": "x"}),
    "a list": lambda _: packed([1, 2]),
    "no JSON": lambda _: gzip.compress(b"hello\n"),
    "no numbers": lambda data: packed(first_line(data) | {"codes": ["a"]}),
    "other lengths": lambda data: packed(first_line(data) | {"vp": [1, 2, 3]}),
    "turns beyond": lambda data: packed(first_line(data) | {"turns": [10**6]}),
    "a field more": lambda data: packed(first_line(data) | {"more": 1}),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=list(DAMAGES))
def test_a_damaged_shard_of_games_is_named(
    games: Path,
    damage: Callable[[bytes], bytes],
    capsys: pytest.CaptureFixture[str],
) -> None:
    shard = games / "games-000000.jsonl.gz"
    shard.write_bytes(damage(shard.read_bytes()))
    assert run_command(["learn", "play", str(games), *PLAY, "--resume"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"coalbaron-engine learn: {shard}")
    assert said.count("\n") == 1


def test_moves_that_cannot_be_played_are_named(games: Path, tmp_path: Path) -> None:
    from coalbaron_fast.learning.label import LabelFiles, LabelSettings  # noqa: PLC0415

    shard = games / "games-000000.jsonl.gz"
    data = first_line(shard.read_bytes())
    for codes in ([60_000] * 400, [-1] * 400, [0] * 400):
        shard.write_bytes(packed(data | {"codes": codes}))
        (task,) = LabelFiles(games, tmp_path / "out", LabelSettings(), resume=True).missing()
        with pytest.raises(StoreError, match=r"games-000000\.jsonl\.gz: game 0 cannot be played"):
            task.run()
        assert not task.out.exists()


def test_the_command_names_an_empty_shard_without_a_traceback(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shard = games / "games-000000.jsonl.gz"
    shard.write_bytes(b"")
    assert run_command(["learn", "label", str(games), str(tmp_path / "samples")]) == 2
    said = capsys.readouterr().err
    assert f"coalbaron-engine learn: {shard} holds no games" in said
    assert "Traceback" not in said


def test_what_a_disk_has_changed_is_noticed(played: Path, games: Path) -> None:
    (shard,) = GameArchive.shards(games)
    truth, data = list(GameArchive.read_games(played)), shard.read_bytes()
    chance = random.Random(2)
    for _ in range(FLIPS):
        changed = bytearray(data)
        changed[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        shard.write_bytes(changed)
        try:
            assert read_games(shard) == truth
        except StoreError as error:
            assert str(shard) in str(error)  # noqa: PT017 - either is well
            assert "\n" not in str(error)  # noqa: PT017 - as above


# -- samples


def spelled(**arrays: object) -> bytes:
    data = io.BytesIO()
    np.savez(data, **arrays)
    return data.getvalue()


def other_arrays(data: bytes, **changed: object) -> bytes:
    with np.load(io.BytesIO(data)) as arrays:
        return spelled(**{name: arrays[name] for name in arrays.files} | changed)


NPZ_DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "cut": lambda data: data[: len(data) // 2],
    "cut by a byte": lambda data: data[:-1],
    "empty": lambda _: b"",
    "junk": lambda _: b"PK\x03\x04" + bytes(300),
    "text": lambda _: b"hello",
    "a single array": lambda _: b"\x93NUMPY" + spelled(x=[1])[6:],
    "another's": lambda _: spelled(x=np.zeros(3)),
    "without a field": lambda data: spelled(**{"2.starts": np.zeros(3, np.int64)}) + data[:0],
    "shorter": lambda data: other_arrays(data, **{"2.part": np.zeros(1, np.int8)}),
    "other seats": lambda data: other_arrays(data, **{"2.scored": np.zeros((1, 4), np.int16)}),
    "beyond": lambda data: other_arrays(data, **{"2.indices": np.full(10**5, 65_535, np.uint16)}),
    "nothing known": lambda data: other_arrays(
        data, **{"2.shares": np.full(len(np.load(io.BytesIO(data))["2.shares"]), np.nan)}
    ),
    "backward": lambda data: other_arrays(
        data, **{"2.starts": -np.load(io.BytesIO(data))["2.starts"]}
    ),
}


@pytest.mark.parametrize("damage", NPZ_DAMAGES.values(), ids=list(NPZ_DAMAGES))
def test_a_damaged_file_of_samples_is_named(
    samples: Path, damage: Callable[[bytes], bytes]
) -> None:
    pytest.importorskip("scipy", reason="the extra learning is not installed")
    from coalbaron_fast.learning.samples import read_tables  # noqa: PLC0415 - needs scipy

    file = samples / "games-000000.npz"
    assert read_tables([samples], GAME)[2].games == 3
    file.write_bytes(damage(file.read_bytes()))
    with pytest.raises(StoreError) as told:
        read_tables([samples], GAME)
    assert str(told.value).startswith(str(file))
    assert "\n" not in str(told.value)


# -- one at a time


def test_a_second_labelling_is_refused(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "samples"
    words = ["learn", "label", str(games), str(out)]
    assert run_command(words) == 0
    with only_one(out / "label.json", "labels these games"):
        assert run_command([*words, "--resume"]) == 2
    assert "is in use: another process labels these games" in capsys.readouterr().err
    assert run_command([*words, "--resume"]) == 0
    assert sorted(file.name for file in out.iterdir()) == ["games-000000.npz", "label.json"]


def test_a_second_loop_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with only_one(tmp_path / "rounds.jsonl", "plays these rounds"):
        assert run_command(["learn", "loop", str(tmp_path)]) == 2
    assert "is in use: another process plays these rounds" in capsys.readouterr().err


def test_a_damaged_table_of_rounds_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for line in ("x", "[]", "{}", '{"passed": 1, "network": "n"}', '{"passed": true}'):
        (tmp_path / "rounds.jsonl").write_text(f"{line}\n", encoding="utf-8")
        assert run_command(["learn", "loop", str(tmp_path)]) == 2
        assert "rounds.jsonl, line 1, is no round of learning" in capsys.readouterr().err
