"""Puzzles: that they are ones, how answers are judged, and the files they are in."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from coalbaron_fast import Engine, Limits
from coalbaron_fast.arena.kept import KeptResults, read_results
from coalbaron_fast.arena.puzzling import GAP_BY_FAR, PuzzleSettings, PuzzleTask, arrange
from coalbaron_fast.arena.store import StoreError
from coalbaron_fast.games import load_game
from coalbaron_fast.review.puzzles import GRADES, PuzzleFile, load_puzzles, save_puzzles
from coalbaron_protocol.arguments import run_command

GAME = load_game("coalbaron")


@pytest.fixture(scope="module")
def shipped() -> PuzzleFile:
    assert GAME.puzzles is not None
    return load_puzzles(GAME.puzzles)


def test_every_puzzle_that_is_shipped_is_one(shipped: PuzzleFile) -> None:
    assert len(shipped.puzzles) >= 300
    assert {puzzle.kind for puzzle in shipped.puzzles} == {"far", "ending"}
    assert {puzzle.players for puzzle in shipped.puzzles} == set(GAME.players)
    assert {puzzle.grade for puzzle in shipped.puzzles} == set(range(1, len(GRADES) + 2))
    assert len({puzzle.id for puzzle in shipped.puzzles}) == len(shipped.puzzles)
    for puzzle in shipped.puzzles:
        state = GAME.State.from_text(puzzle.position)
        assert (state.players, state.turn, state.viewer) == (
            puzzle.players,
            puzzle.seat,
            puzzle.seat,
        )
        assert 1 <= puzzle.grade <= len(GRADES) + 1
        assert [puzzle.is_right(answer) for answer in puzzle.answers].count(True) == 1
        assert puzzle.is_right(puzzle.answers[0])
        # Greedy play does not find it.
        sight = puzzle.find(GAME, state.first_sight())
        assert sight is None or not puzzle.is_right(sight)


def test_what_is_shipped_says_of_an_ending_what_the_solver_says(shipped: PuzzleFile) -> None:
    for puzzle in [one for one in shipped.puzzles if one.kind == "ending"][:3]:
        state = GAME.State.from_text(puzzle.position)
        found = Engine(hash_mb=16).search(state, Limits(nodes=puzzle.nodes, lines=2))
        assert found.solved
        assert found.best == puzzle.answers[0].turn
        for line, answer in zip(found.lines, puzzle.answers, strict=False):
            assert line.win == pytest.approx(answer.win, abs=1e-4)
            assert line.vp == pytest.approx(answer.vp, abs=0.01)


def test_what_is_shipped_is_found_again_with_other_luck(shipped: PuzzleFile) -> None:
    """A longer search than that of any grade, from a seed that made no puzzle."""
    engine = Engine(hash_mb=16, seed=77, parameters={"solve": 0})
    for puzzle in [one for one in shipped.puzzles if one.kind == "far"][:4]:
        state = GAME.State.from_text(puzzle.position)
        found = puzzle.find(GAME, engine.search(state, Limits(nodes=10 * GRADES[-1])).best_codes)
        assert found is not None
        assert puzzle.is_right(found)
        gap = puzzle.loss(puzzle.answers[1])
        assert gap >= GAP_BY_FAR - 1e-4


def test_the_file_is_small() -> None:
    assert GAME.puzzles is not None
    assert GAME.puzzles.stat().st_size < 200_000


def test_each_day_has_a_puzzle_and_the_next_one_another(shipped: PuzzleFile) -> None:
    first = dt.date(2026, 11, 19)
    days = [first + dt.timedelta(days=day) for day in range(len(shipped.puzzles))]
    met = [shipped.of_day(day).id for day in days]
    assert len(set(met)) == len(met)
    assert shipped.of_day(first) == shipped.of_day(dt.date(2026, 11, 19))


def test_work_steps_in_another_order_are_the_same_answer(shipped: PuzzleFile) -> None:
    puzzle = shipped.puzzles[0]
    for answer in puzzle.answers:
        assert puzzle.find(GAME, GAME.read_words(answer.turn)) is not None


def test_the_same_settings_make_the_same_puzzles(tmp_path: Path) -> None:
    settings = PuzzleSettings(games=2, seats=(2,), seed=1, nodes=2000, endings=6)
    results = [task.run() for task in settings.tasks(())]
    assert [number for number, _ in results] == [0, 1]
    assert {puzzle["kind"] for _, found in results for puzzle in found} == {"far", "ending"}
    assert PuzzleTask(1, settings).run() == results[1]
    puzzles = arrange([found for _, found in results], 1)
    save_puzzles(tmp_path / "one.gz", settings._asdict(), puzzles)
    save_puzzles(tmp_path / "two.gz", settings._asdict(), puzzles)
    assert (tmp_path / "one.gz").read_bytes() == (tmp_path / "two.gz").read_bytes()
    assert list(load_puzzles(tmp_path / "one.gz").puzzles) == puzzles


def test_puzzles_with_an_option_begin_with_it() -> None:
    settings = PuzzleSettings(seats=(2,), seed=1, nodes=0, endings=40, game="ruhr", options="calm")
    _, found = PuzzleTask(0, settings).run()
    assert found
    assert all(" calm=1 " in puzzle["position"] for puzzle in found)


def test_the_command_keeps_to_its_options(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    calm, usual = tmp_path / "calm.jsonl", tmp_path / "usual.jsonl"
    command = ["--game", "ruhr", "--games", "1", "--nodes", "0", "--endings", "0"]
    assert run_command(["puzzles", str(calm), *command, "--option", "calm"]) == 0
    assert run_command(["puzzles", str(usual), *command]) == 0
    assert (read_results(calm)[0]["options"], read_results(usual)[0]["options"]) == ("calm", "")
    # Older files say `variant`, or nothing: those can be gone on with.
    for file in (calm, usual):
        text = file.read_text("utf-8").replace('"options":"calm"', '"variant":"calm"')
        file.write_text(text.replace(',"options":""', ""), "utf-8")
    assert "options" not in calm.read_text("utf-8") + usual.read_text("utf-8")
    assert run_command(["puzzles", str(calm), *command, "--option", "calm"]) == 0
    assert run_command(["puzzles", str(usual), *command]) == 0
    capsys.readouterr()
    assert run_command(["puzzles", str(calm), *command]) == 2
    assert "other settings" in capsys.readouterr().err
    assert run_command(["puzzles", str(usual), *command, "--with", str(calm)]) == 2
    assert "no puzzles of this game" in capsys.readouterr().err
    assert run_command(["openings", str(calm), "--game", "ruhr", "--variant", "quiet"]) == 2
    assert "no option 'quiet'; expected one of calm" in capsys.readouterr().err


def test_results_are_kept_and_a_cut_off_line_is_done_again(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    with KeptResults(path, {"seed": 1}) as kept:
        kept.take((0, ["a"]))
        kept.take((1, ["b"]))
    path.write_bytes(path.read_bytes()[:-4])
    with KeptResults(path, {"seed": 1}) as kept:
        assert kept.done == {0: ["a"]}
        kept.take((1, ["c"]))
    with KeptResults(path, {"seed": 1}) as kept:
        assert kept.done == {0: ["a"], 1: ["c"]}
    assert read_results(path) == ({"seed": 1}, {0: ["a"], 1: ["c"]})
    with pytest.raises(StoreError, match="cannot be read"):
        read_results(tmp_path / "none")


def test_a_file_of_other_settings_or_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    with KeptResults(path, {"seed": 1}):
        pass
    with pytest.raises(StoreError, match="other settings"):
        KeptResults(path, {"seed": 2})
    for text in ("a poem\n", "a poem", '{"settings":{"seed":1}}\n{"number":1}\n'):
        path.write_text(text)
        with pytest.raises(StoreError, match=r"no file of results|other settings"):
            KeptResults(path, {"seed": 1})
        assert path.read_text() == text
