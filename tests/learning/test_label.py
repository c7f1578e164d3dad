"""The stage `label`: samples that say what was played, and can be gone on with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coalbaron_fast import State
from coalbaron_fast.arena import StoreError
from coalbaron_fast.games import load_game
from coalbaron_fast.learning.archive import GameArchive
from coalbaron_fast.learning.label import LabelFiles, LabelSettings, layout_of
from coalbaron_fast.learning.play import PlayedGame, PlaySettings
from coalbaron_fast.search.game import features
from coalbaron_protocol.arguments import run_command

np = pytest.importorskip("numpy", reason="the extra learning is not installed")
pytest.importorskip("scipy", reason="the extra learning is not installed")

GAME = load_game("coalbaron")
SEARCHED = PlaySettings(games=3, seed=5, nodes=12)
SIGHT = PlaySettings(games=3, seats=(3,), nodes=0, random=0.2)


@pytest.fixture(scope="module")
def games() -> list[PlayedGame]:
    return [SEARCHED.task(number).run() for number in range(SEARCHED.games)]


@pytest.fixture(scope="module")
def archive(games: list[PlayedGame], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("archive") / "games"
    with GameArchive.create(path, SEARCHED) as archive:
        for game in games:
            archive.add(game)
    return path


def label(games: Path, out: Path, settings: LabelSettings | None = None) -> Path:
    """Label a directory and return its only file."""
    for task in LabelFiles(games, out, settings or LabelSettings(), resume=False).missing():
        assert task.run() > 0
    (path,) = out.glob("*.npz")
    return path


def test_games_without_a_sample_leave_the_others_theirs(
    games: list[PlayedGame], tmp_path: Path
) -> None:
    from coalbaron_fast.learning.samples import read_samples  # noqa: PLC0415 - needs scipy

    # Varied to the end and never searched: there is nothing to learn from its positions.
    bare = games[0]._replace(searched=[], settled=len(games[0].turns))
    for name, played in (("one", [bare, games[1]]), ("none", [bare])):
        with GameArchive.create(tmp_path / name, SEARCHED) as archive:
            for game in played:
                archive.add(game)
        (task,) = LabelFiles(
            tmp_path / name, tmp_path / f"{name}-samples", LabelSettings(), resume=False
        ).missing()
        assert (task.run() > 0) == (len(played) > 1)
        samples = read_samples(task.out)
        assert sorted(samples) == [game.seats for game in played[1:]]


def test_samples_say_what_was_played(
    games: list[PlayedGame], archive: Path, tmp_path: Path
) -> None:
    from coalbaron_fast.learning.samples import read_samples  # noqa: PLC0415 - needs scipy

    samples = read_samples(label(archive, tmp_path))
    assert sorted(samples) == [2, 3, 4]
    for game in games:
        found = samples[game.seats]
        played = ~found.behind
        assert played.sum() == len(game.turns)
        assert 0 < found.behind.sum() <= 2 * len(game.turns)
        state = State(game.seats, start=game.start)
        at = 0
        for index, sample in enumerate(np.flatnonzero(played)):
            state.push_codes(game.codes[at : game.turns[index]])
            at = game.turns[index]
            tried = game.searched[index]
            visits = sum(turn.visits for turn in tried)
            assert (found.mover[sample], found.part[sample]) == (state.turn, state.shift)
            assert found.scored[sample].tolist() == state.vp
            assert found.visits[sample] == visits
            mean = sum(turn.visits * turn.vp[0] for turn in tried) / visits
            assert found.search_vp[sample][0] == pytest.approx(mean, abs=0.06)
            assert found.settled[sample] == (index >= game.settled)
            parts = slice(sample * (game.seats + 1), (sample + 1) * (game.seats + 1) + 1)
            starts = found.starts[parts]
            own_starts, indices, values, _ = features(GAME.ops, state.data())
            assert (starts - starts[0]).tolist() == np.frombuffer(own_starts, np.int64).tolist()
            assert found.indices[starts[0] : starts[-1]].tobytes() == indices
            assert found.values[starts[0] : starts[-1]].tobytes() == values
        assert (found.final_vp == game.vp).all()
        assert found.final_win[0] == pytest.approx(game.win)


def test_shares_are_those_of_the_visits(
    games: list[PlayedGame], archive: Path, tmp_path: Path
) -> None:
    from coalbaron_fast.learning.samples import read_samples  # noqa: PLC0415 - needs scipy

    samples = read_samples(label(archive, tmp_path))
    found = samples[2]
    decisions = np.flatnonzero(~found.behind)
    for number, asked in enumerate(found.asked):
        shares = found.shares[found.choices[number] : found.choices[number + 1]]
        assert len(shares) > 1
        assert shares.sum() == pytest.approx(1.0)
        tried = games[0].searched[int(np.flatnonzero(decisions == asked)[0])]
        visits = sum(turn.visits for turn in tried)
        expected = sorted(turn.visits / visits for turn in tried)
        assert sorted(shares[shares > 0]) == pytest.approx(expected)
    assert len(found.turn_starts) == found.choices[-1] + 1
    assert found.turn_starts[-1] == len(found.turn_indices)


def test_without_searches_only_settled_positions_are_taken(tmp_path: Path) -> None:
    from coalbaron_fast.learning.samples import read_samples  # noqa: PLC0415 - needs scipy

    games = [SIGHT.task(number).run() for number in range(SIGHT.games)]
    with GameArchive.create(tmp_path / "games", SIGHT) as archive:
        for game in games:
            archive.add(game)
    everything = LabelSettings(share=1.0)
    (samples,) = read_samples(label(tmp_path / "games", tmp_path / "all", everything)).values()
    assert len(samples.part) == sum(len(game.turns) - game.settled for game in games)
    assert samples.settled.all()
    assert not samples.visits.any()
    (part,) = read_samples(label(tmp_path / "games", tmp_path / "part")).values()
    assert 0.3 < len(part.part) / len(samples.part) < 0.7


def test_the_same_games_give_the_same_samples(archive: Path, tmp_path: Path) -> None:
    one = label(archive, tmp_path / "one").read_bytes()
    assert label(archive, tmp_path / "again").read_bytes() == one
    assert label(archive, tmp_path / "other", LabelSettings(seed=2)).read_bytes() != one


def test_the_command_labels_and_goes_on(
    archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "samples"
    command = ["learn", "label", str(archive), str(path)]
    assert run_command(command) == 0
    assert "new positions" in capsys.readouterr().out
    assert run_command(command) == 2
    assert "--resume" in capsys.readouterr().err
    (kept,) = path.glob("*.npz")
    whole = kept.read_bytes()
    kept.unlink()
    assert run_command([*command, "--resume"]) == 0
    assert kept.read_bytes() == whole
    assert run_command([*command, "--resume"]) == 0
    assert f"0 new positions in {path}" in capsys.readouterr().out
    assert run_command([*command, "--resume", "--seed", "7"]) == 2
    assert "other samples" in capsys.readouterr().err


def test_samples_of_other_features_are_refused(archive: Path, tmp_path: Path) -> None:
    label(archive, tmp_path)
    LabelFiles.check_layout(tmp_path, layout_of(GAME))
    with pytest.raises(StoreError, match="label the games again"):
        LabelFiles.check_layout(tmp_path, "0123456789abcdef")
    (tmp_path / "label.json").write_text(json.dumps({"kind": "something else"}))
    with pytest.raises(StoreError, match="holds no samples"):
        LabelFiles.check_layout(tmp_path, layout_of(GAME))
