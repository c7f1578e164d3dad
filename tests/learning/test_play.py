"""The stage `play`: games that can be played again, varied, repeatable, and safe on the disk."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from coalbaron_fast import State
from coalbaron_fast.arena import StoreError
from coalbaron_fast.games.position import SMALL
from coalbaron_fast.learning.archive import GameArchive
from coalbaron_fast.learning.play import PlayedGame, PlaySettings
from coalbaron_protocol.arguments import run_command

SEARCHED = PlaySettings(games=3, seed=5, nodes=4)
SIGHT = PlaySettings(games=40, seats=(2,), nodes=0, random=0.2)


@pytest.fixture(scope="module")
def searched() -> list[PlayedGame]:
    return [SEARCHED.task(number).run() for number in range(SEARCHED.games)]


@pytest.fixture(scope="module")
def sight() -> list[PlayedGame]:
    return [SIGHT.task(number).run() for number in range(SIGHT.games)]


def positions(game: PlayedGame) -> list[State]:
    """Return the position at each turn, from the moves alone."""
    state = State(game.seats, start=game.start or 0)
    found, played = [], 0
    for place in game.turns:
        state.push_codes(game.codes[played:place])
        found.append(state.copy())
        played = place
    state.push_codes(game.codes[played:])
    assert state.is_over
    assert (state.vp, state.win_shares()) == (game.vp, game.win)
    return found


def test_a_game_can_be_played_again_from_its_moves(searched: list[PlayedGame]) -> None:
    assert [game.seats for game in searched] == [2, 3, 4]
    for game in searched:
        assert len(game.turns) == len(game.searched)
        for position, tried in zip(positions(game), game.searched, strict=True):
            assert position.turn is not None
            assert tried
            assert all(position.is_legal_code(turn.codes[0]) for turn in tried)
            assert sum(turn.visits for turn in tried) == (1 if position.decision in SMALL else 4)


def test_a_settled_game_goes_on_as_it_looks_best(sight: list[PlayedGame]) -> None:
    """Up to there turns vary, after it none does: what follows is what the settings play."""
    shares = []
    for game in sight:
        varied = [
            index
            for index, position in enumerate(positions(game))
            if game.codes[game.turns[index] :][: len(position.first_sight())]
            != position.first_sight()
        ]
        assert all(index < game.settled for index in varied)
        shares.append(game.settled / len(game.turns))
    assert min(shares) < 0.2
    assert max(shares) > 0.8


def test_searched_games_vary_by_visits_until_they_are_settled() -> None:
    settings = PlaySettings(seats=(2,), nodes=12, random=0.0)
    game = settings.task(2).run()
    played = [
        game.codes[place:][: len(tried[0].codes)] == tried[0].codes
        for place, tried in zip(game.turns, game.searched, strict=True)
    ]
    assert not all(played[: game.settled])
    assert all(played[game.settled :])


def test_a_part_of_the_turns_is_searched() -> None:
    settings = PlaySettings(seats=(2,), nodes=4, share=0.1)
    games = [settings.task(number).run() for number in range(4)]
    searched = [bool(tried) for game in games for tried in game.searched]
    assert 0.05 < sum(searched) / len(searched) < 0.2
    for game in games:
        for index, position in enumerate(positions(game)):
            if index >= game.settled and not game.searched[index]:
                turn = position.first_sight()
                assert game.codes[game.turns[index] :][: len(turn)] == turn


def test_the_other_turns_are_searched_quickly() -> None:
    settings = PlaySettings(seats=(2,), nodes=4, share=0.2, quick=1, seed=3)
    quick = settings.task(0).run()
    searched = [bool(tried) for tried in quick.searched]
    assert 0.05 < sum(searched) / len(searched) < 0.4
    assert quick.codes != settings._replace(quick=0).task(0).run().codes
    # A turn that was searched quickly is no greedy turn.
    better = settings._replace(quick=40).task(0).run()
    sights = [
        position.first_sight() != better.codes[place:][: len(position.first_sight())]
        for place, position in zip(better.turns, positions(better), strict=True)
    ]
    assert any(sights[better.settled :])


def test_the_same_settings_play_the_same_games(searched: list[PlayedGame]) -> None:
    assert SEARCHED.task(1).run() == searched[1]
    assert SEARCHED._replace(seed=6).task(1).run() != searched[1]


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": ()},
        {"seats": (2, 5)},
        {"games": 0},
        {"nodes": -1},
        {"quick": -1},
        {"random": 1.5},
        {"share": -0.5},
        {"temperature": -1.0},
        {"seed": -1},
    ],
)
def test_settings_that_cannot_be_played_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        PlaySettings(**wrong).checked()


def test_files_hold_what_was_played(searched: list[PlayedGame], tmp_path: Path) -> None:
    with GameArchive.create(tmp_path / "games", SEARCHED) as archive:
        for game in reversed(searched):
            archive.add(game)
    stored = list(GameArchive.read_games(tmp_path / "games"))
    assert [game._replace(searched=[]) for game in stored] == [
        game._replace(searched=[]) for game in searched
    ]
    for game, kept in zip(searched, stored, strict=True):
        for tried, again in zip(game.searched, kept.searched, strict=True):
            for turn, found in zip(tried, again, strict=True):
                assert (turn.codes, turn.visits) == (found.codes, found.visits)
                assert found.vp == pytest.approx(turn.vp, abs=0.051)
                assert found.win == pytest.approx(turn.win, abs=0.00051)


def test_the_same_games_make_the_same_file(sight: list[PlayedGame], tmp_path: Path) -> None:
    for name in ("one", "other"):
        with GameArchive.create(tmp_path / name, SIGHT) as archive:
            for game in sight:
                archive.add(game)
    (one,) = (tmp_path / "one").glob("games-*")
    assert one.read_bytes() == (tmp_path / "other" / one.name).read_bytes()


def test_a_kill_loses_what_was_not_written_and_it_is_played_again(
    searched: list[PlayedGame], tmp_path: Path
) -> None:
    path = tmp_path / "games"
    archive = GameArchive.create(path, SEARCHED)
    archive.add(searched[2])
    archive.flush()
    archive.add(searched[0])
    # A kill: nothing is closed, a file is cut off before it had its name.
    os.close(archive._lock)
    (path / ".games-000001.jsonl.gz").write_bytes(b"\x1f\x8b")
    with GameArchive.reopen(path, SEARCHED._replace(games=4)) as again:
        assert again.done == {2}
        again.add(searched[0])
        again.add(searched[1])
    assert sorted(GameArchive.read_numbers(path, SEARCHED)) == [0, 1, 2]


def test_a_directory_is_read_when_nobody_else_can_write(
    searched: list[PlayedGame], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games"
    with GameArchive.create(path, SEARCHED) as archive:
        archive.add(searched[0])
    read = GameArchive.read_numbers
    refused = []

    def read_numbers(directory: Path, settings: PlaySettings) -> Iterable[int]:
        monkeypatch.setattr(GameArchive, "read_numbers", read)
        with pytest.raises(StoreError, match="in use") as error:
            GameArchive.reopen(directory, SEARCHED)
        refused.append(error)
        return read(directory, settings)

    monkeypatch.setattr(GameArchive, "read_numbers", staticmethod(read_numbers))
    with GameArchive.reopen(path, SEARCHED) as again:
        assert again.done == {0}
    assert len(refused) == 1


def test_a_damaged_file_is_named(sight: list[PlayedGame], tmp_path: Path) -> None:
    with GameArchive.create(tmp_path, SIGHT) as archive:
        archive.add(sight[0])
    (shard,) = tmp_path.glob("games-*")
    whole = shard.read_bytes()
    shard.write_bytes(whole[:-20])
    with pytest.raises(StoreError, match=shard.name):
        list(GameArchive.read_games(tmp_path))


def test_the_command_plays_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "games")
    settings = ["--nodes", "0", "--seats", "2", "3"]
    assert run_command(["learn", "play", path, "--games", "2", *settings]) == 0
    assert run_command(["learn", "play", path, "--games", "3", *settings]) == 2
    assert "--resume" in capsys.readouterr().err
    assert run_command(["learn", "play", path, "--games", "3", *settings, "--resume"]) == 0
    assert f"3 games in {path}" in capsys.readouterr().out
    games = list(GameArchive.read_games(Path(path)))
    assert [(game.number, game.seats) for game in games] == [(0, 2), (1, 3), (2, 2)]
    assert run_command(["learn", "play", path, "--games", "3", "--seats", "4", "--resume"]) == 2
    assert "they differ in seats, nodes" in capsys.readouterr().err
