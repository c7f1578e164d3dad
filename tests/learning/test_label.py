"""The stage `label`: samples that say what was played, and can be gone on with."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from coalbaron_fast import State
from coalbaron_fast.arena import StoreError
from coalbaron_fast.contract.game import features
from coalbaron_fast.games import load_game
from coalbaron_fast.learning.archive import GameArchive
from coalbaron_fast.learning.label import LabelFiles, LabelSettings, layout_of, sizes_of
from coalbaron_fast.learning.play import PlayedGame, PlaySettings, SearchedTurn
from coalbaron_protocol.arguments import run_command

np = pytest.importorskip("numpy", reason="the extra learning is not installed")
pytest.importorskip("scipy", reason="the extra learning is not installed")

GAME = load_game("coalbaron")
SIZES = sizes_of(GAME)
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
        samples = read_samples(task.out, SIZES)
        assert sorted(samples) == [game.seats for game in played[1:]]


def test_samples_say_what_was_played(
    games: list[PlayedGame], archive: Path, tmp_path: Path
) -> None:
    from coalbaron_fast.learning.samples import read_samples  # noqa: PLC0415 - needs scipy

    samples = read_samples(label(archive, tmp_path), SIZES)
    assert sorted(samples) == [2, 3, 4]
    for game in games:
        found = samples[game.seats]
        played = ~found.behind
        assert played.sum() == len(game.turns)
        assert 0 < found.behind.sum() <= 2 * len(game.turns)
        state = State(game.seats, start=game.start or 0)
        at = 0
        for index, sample in enumerate(np.flatnonzero(played)):
            state.push_codes(game.codes[at : game.turns[index]])
            at = game.turns[index]
            tried = game.searched[index]
            visits = sum(turn.visits for turn in tried)
            assert (found.mover[sample], found.part[sample]) == (state.turn, state.shift)
            assert found.scored[sample].tolist() == state.vp
            assert found.visits[sample] == visits
            for seat in range(game.seats):
                vp = sum(turn.visits * turn.vp[seat] for turn in tried) / visits
                win = sum(turn.visits * turn.win[seat] for turn in tried) / visits
                # As an archive keeps them: points in tenths, shares in thousandths.
                assert found.search_vp[sample][seat] == pytest.approx(vp, abs=0.051)
                assert found.search_win[sample][seat] == pytest.approx(win, abs=0.00051)
            assert found.left[sample] == pytest.approx(state.turns_expected())
            assert found.settled[sample] == (index >= game.settled)
            parts = slice(sample * (game.seats + 1), (sample + 1) * (game.seats + 1) + 1)
            starts = found.starts[parts]
            own_starts, indices, values, _ = features(GAME.ops, state.data())
            assert (starts - starts[0]).tolist() == np.frombuffer(own_starts, np.int64).tolist()
            assert found.indices[starts[0] : starts[-1]].tobytes() == indices
            assert found.values[starts[0] : starts[-1]].tobytes() == values
        assert (found.final_vp == game.vp).all()
        assert np.allclose(found.final_win, game.win)
        assert (found.game == game.number).all()


def test_positions_behind_a_turn_have_what_the_search_thought_of_it(
    games: list[PlayedGame], archive: Path, tmp_path: Path
) -> None:
    """Of turns that were tried often enough and not played; no result is known after them."""
    from coalbaron_fast.learning.samples import read_samples  # noqa: PLC0415 - needs scipy

    least = 2
    samples = read_samples(
        label(archive, tmp_path, LabelSettings(behind=2, least_visits=least)), SIZES
    )
    for game in games:
        found = samples[game.seats]
        others = np.flatnonzero(found.behind)
        assert len(others) > len(game.turns) / 4
        assert not found.settled[others].any()
        assert not set(others.tolist()) & set(found.asked.tolist())
        assert found.visits[others].min() == least
        # A position that was played comes before those after its other turns.
        played = np.cumsum(~found.behind) - 1
        state, at, after = State(game.seats, start=game.start or 0), 0, 0
        for sample in others:
            index = int(played[sample])
            while at <= index:
                state.push_codes(game.codes[after : game.turns[at]])
                after, at = game.turns[at], at + 1
            fitting = [
                turn
                for turn in game.searched[index]
                if found.visits[sample] == turn.visits >= least
                and found.search_vp[sample].tolist() == pytest.approx(turn.vp, abs=0.051)
                and found.search_win[sample].tolist() == pytest.approx(turn.win, abs=0.00051)
                and game.codes[after:][: len(turn.codes)] != turn.codes
            ]
            assert fitting
            assert any(
                scored_after(state, turn.codes) == found.scored[sample].tolist() for turn in fitting
            )


def scored_after(state: State, codes: list[int]) -> list[int]:
    """Return the points after a turn, whatever comes: chance scores nothing in the turn itself."""
    after = state.copy()
    after.push_codes(codes)
    while after.is_chance:
        after.push_codes(after.legal_codes()[:1])
    return list(after.vp)


def uneven_turn(game: PlayedGame) -> tuple[int, SearchedTurn]:
    """Return a turn of a game after which one chance event has outcomes of very unlike chances."""
    state, at = State(game.seats, start=game.start or 0), 0
    for index, place in enumerate(game.turns):
        state.push_codes(game.codes[at:place])
        at = place
        for code in state.legal_codes():
            after = state.copy()
            after.push_codes([code])
            if not after.is_chance:
                continue
            chances = [chance for _, chance in after.chance_outcomes()]
            after.push_codes(after.legal_codes()[:1])
            if after.turn is not None and max(chances) > 2.5 * min(chances):
                return index, SearchedTurn([code], 10, [1.0] * game.seats, [0.5] * game.seats)
    raise AssertionError("no turn is followed by such an event")


def test_chance_behind_a_turn_comes_as_often_as_it_is_likely(games: list[PlayedGame]) -> None:
    from coalbaron_fast.learning.label import _Labeller  # noqa: PLC0415 - numpy

    index, turn = uneven_turn(games[0])
    state = State(games[0].seats, start=games[0].start or 0)
    state.push_codes(games[0].codes[: games[0].turns[index]])
    after = state.copy()
    after.push_codes(turn.codes)
    likely: dict[bytes, float] = {}
    for code, (_, chance) in zip(after.legal_codes(), after.chance_outcomes(), strict=True):
        outcome = after.copy()
        outcome.push_codes([code])
        likely[outcome.data()] = likely.get(outcome.data(), 0.0) + chance
    labeller = _Labeller(GAME, "", LabelSettings(behind=1), "drawn")
    tries = 3000
    drawn = Counter(
        one.state for _ in range(tries) for one in labeller._behind(state, games[0], [turn], [])
    )
    assert sum(drawn.values()) == tries
    assert set(drawn) <= set(likely)
    # Pearson's sum of squares has the mean of its degrees of freedom, and twice that as variance.
    off = sum(
        (drawn[data] - tries * chance) ** 2 / (tries * chance) for data, chance in likely.items()
    )
    freedom = len(likely) - 1
    assert off < freedom + 5 * (2 * freedom) ** 0.5


def test_shares_are_those_of_the_visits(
    games: list[PlayedGame], archive: Path, tmp_path: Path
) -> None:
    from coalbaron_fast.learning.samples import read_samples  # noqa: PLC0415 - needs scipy

    samples = read_samples(label(archive, tmp_path), SIZES)
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
    (samples,) = read_samples(
        label(tmp_path / "games", tmp_path / "all", everything), SIZES
    ).values()
    assert len(samples.part) == sum(len(game.turns) - game.settled for game in games)
    assert samples.settled.all()
    assert not samples.visits.any()
    (part,) = read_samples(label(tmp_path / "games", tmp_path / "part"), SIZES).values()
    assert 0.3 < len(part.part) / len(samples.part) < 0.7


def test_settings_that_mean_nothing_are_refused() -> None:
    for good in ({}, {"behind": 0}, {"least_visits": 1}, {"share": 1.0}, {"share": 1e-9}):
        settings = LabelSettings()._replace(**good)
        assert settings.checked() == settings
    for bad, words in (
        ({"behind": -1}, "behind cannot be negative"),
        ({"least_visits": 0}, "visits begin at 1"),
        ({"share": 0.0}, "share must be above 0 and at most 1, not 0.0"),
        ({"share": 1.5}, "share must be above 0 and at most 1, not 1.5"),
    ):
        with pytest.raises(ValueError, match=words):
            LabelSettings()._replace(**bad).checked()


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


@pytest.mark.usefixtures("tiny_games")
def test_a_choice_is_learned_as_its_mover_knows_the_position(tmp_path: Path) -> None:
    from coalbaron_fast.learning.samples import read_samples  # noqa: PLC0415 - needs scipy

    settings = PlaySettings(game="hide", games=4, seats=(2,), nodes=12, random=0.0)
    with GameArchive.create(tmp_path / "games", settings) as archive:
        for number in range(settings.games):
            archive.add(settings.task(number).run())
    samples = read_samples(
        label(tmp_path / "games", tmp_path / "samples"), sizes_of(load_game("hide"))
    )[2]
    asked = samples.asked
    assert len(asked)
    assert not samples.visits[asked].any()
    assert not samples.settled[asked].any()
    worth = np.setdiff1d(np.arange(len(samples.mover)), asked)
    assert samples.visits[worth].any()
    flags = [samples.indices[begin] for begin in samples.starts[:-1].reshape(-1, 3)[:, 0]]
    hidden, placed = np.array(flags) == 1, np.array(flags) >= 2
    seeks = samples.mover == 1
    # The seeker does not know where seat 0 is; what the position is worth may look.
    assert hidden[asked][seeks[asked]].all()
    assert placed[worth][seeks[worth]].all()
