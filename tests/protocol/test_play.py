"""The game in the terminal: what a person may say, what they see, and that nothing is lost."""

from __future__ import annotations

import signal
import subprocess
import time
from collections import Counter
from pathlib import Path
from typing import Final

import pytest

from coalbaron_fast import Limits, State
from coalbaron_fast.games import DEFAULT, Position, load_game
from coalbaron_protocol.arguments import run_command
from coalbaron_protocol.kept_games import HUMANS, Keeper, read_kept
from coalbaron_protocol.play import read_seats
from coalbaron_protocol.terminal_game import Quit, TerminalGame, find_choices
from tests.processes import PATIENCE_S, running
from tests.protocol.conversation import COMMAND
from tests.protocol.screen import open_screen, shown_on
from tests.search import hide_game

GAME: Final = load_game(DEFAULT)
FAREWELL: Final = "To go on with it: coalbaron-engine play --resume play.txt"
"""A command to copy is not broken."""


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Play in an empty folder: games are kept in the one that one is in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def play(
    state: Position, seats: str, *answers: str, width: int = 80, game: str = DEFAULT
) -> tuple[TerminalGame, str]:
    """Answer for the people at the table until the answers run out; return what was shown."""
    given = iter(answers)

    def ask(_prompt: str) -> str:
        answer = next(given, None)
        if answer is None:
            raise Quit
        return answer

    console = open_screen(width)
    record = hide_game.GAME if game == hide_game.GAME.name else GAME
    people = read_seats(seats, state.players)
    keeper = Keeper(None, {HUMANS: seats})
    table = TerminalGame(record, state, people, Limits(nodes=2), console, ask, keeper)
    try:
        table.run()
    except Quit:
        table.say_farewell()
    return table, shown_on(console)


def started() -> State:
    """Return a game of two in which seat 0 is to place workers."""
    state = State(2, seed=1)
    while state.phase == "draft":
        state.push(state.legal_moves()[0])
    return state


def test_turns_are_played_by_numbers_words_and_tokens() -> None:
    game, shown = play(State(2, seed=1), "0,1", "1", "+Cb/+Cg", "truck, 3 black", "99", "dance", "")
    assert [token for token in game.state.history if token.startswith("+")] == [
        "+Cyyy",
        "+Cb",
        "+Cg",
        "+Tkkk",
    ]
    assert "'99' is no choice, no token and no word of mine" in shown
    assert "'dance' is no choice" in shown


def test_choices_say_what_they_cost_and_bring() -> None:
    _, shown = play(started(), "0,1")
    assert "Buy tile b1L (brown, 1 cart, light) for 2 Marks (1 worker)." in shown
    assert "Take order Tgg (truck, 2 gray), 7 VP (1 worker)." in shown
    _, shown = play(State(2, seed=1), "0,1")
    assert "Take order Tkkk (truck, 3 black), 12 VP." in shown


def test_nobody_plays_for_the_engine() -> None:
    game, shown = play(State(2, seed=1), "1", "+Cb/+Cg")
    assert game.state == State(2, seed=1)
    assert "+Cg comes too late: it is the turn of seat 0 then" in shown


def test_words_of_choices_come_before_commands_with_files() -> None:
    state = started()
    state.push_all("m10 @1")
    game, shown = play(state, "0,1", "load yellow", "load game.txt", "load")
    assert game.state.history[-1] == "+y"
    assert "game.txt cannot be read: No such file or directory" in shown
    assert "load takes the name of a file" in shown


def test_words_that_fit_several_choices_list_them() -> None:
    game, shown = play(started(), "0,1", "take marks", "take 6", "take 1")
    assert "'take marks' fits 2 choices" in shown
    # The 1 of one worker is a word of all of them.
    assert "'take 1' fits" in shown
    assert game.state.history[-1] == "c6"


def test_words_are_found_by_how_they_begin() -> None:
    choices = GAME.choices(started())
    assert [choice.token for choice in find_choices("Tile Y", choices)] == ["f1", "f6"]
    assert [choice.token for choice in find_choices("look ord", choices)] == ["ox"]
    assert find_choices("???", choices) == []


def test_what_a_person_may_say() -> None:
    answers = ["help", "board", "moves", "hint", "undo", "+Cb", "undo", "save", "m10"]
    game, shown = play(State(2, seed=1), "0,1", *answers)
    assert game.state == State(2, seed=1)
    assert "there is nothing to take back" in shown
    assert "Best for seat 1: take order" in shown
    assert "save takes the name of a file" in shown
    assert "'m10' is not legal here" in shown


def test_the_hint_can_be_played_and_the_engine_can_take_a_turn() -> None:
    game, shown = play(State(2, seed=1), "0,1", "hint", "best", "best")
    taken = [token for token in game.state.history if token.startswith("+")]
    assert len(taken) == 2
    assert f"({taken[0]})" in shown


def test_the_engine_takes_the_other_seats_and_says_what_it_did() -> None:
    game, shown = play(State(3, seed=7), "0", "1")
    assert "seat 1 plays +" in shown
    assert "Seat 2 takes order" in shown
    assert game.state.turn == 0
    assert shown.index("Seat 2 takes order") < shown.rindex("Take order")


def test_a_turn_in_progress_shows_what_has_changed() -> None:
    _, shown = play(started(), "0,1", "m10", "@1", "+y")
    *_, last = shown.partition("Seat 0: move the cage to level 1 (yellow).")
    # The level above, in which a cube is missing now, and the cage; not the whole board again.
    assert "cage     y on level 1" in last
    assert "8 steps left" in last
    assert "factory" not in last


def test_each_step_of_a_turn_shows_what_it_has_changed_itself() -> None:
    _, shown = play(started(), "0,1", "m10", "@1", "+y", "@2")
    before, _, last = shown.partition("Seat 0: load yellow.")
    assert "1 yellow" in before
    last, *_ = last.partition("Seat 0: move the cage to level 2")
    assert "cage     y on level 2" in last
    # The cube was loaded a step ago.
    assert "1 yellow" not in last


def test_people_at_one_terminal_do_not_see_what_others_put_back() -> None:
    _, shown = play(started(), "0,1", "ox", "+-", "bottom", *["1"] * 4)
    assert "Return order" in shown
    *_, others = shown.partition("seat 1 to play")
    assert "Seat 0 puts back something unseen" in others
    assert "Seat 0 puts back order" not in others


def test_what_a_seat_may_not_see_is_not_shown() -> None:
    state = hide_game.State(2, seed=3)
    _, shown = play(state, "1", game="hide")
    assert "seat 0 plays ?" in shown
    assert "  the token ?" in shown
    assert "1  The token a.  a" in shown


@pytest.mark.parametrize("seats", ["none", "0"])
def test_whole_games_are_played(seats: str) -> None:
    table, shown = play(State(2, seed=1), seats, *["best"] * 400)
    assert table.state.is_over
    assert "the game is over" in shown
    assert f"{max(table.state.vp)} VP" in shown


def test_a_seat_is_shown_what_another_had_put_back() -> None:
    looked = ["ox", "+-", "top", *["1"] * 4]
    table, before = play(started(), "0,1", *looked)
    assert len(table.state.history_seen_by(1)) == len(table.state.history)
    table, shown = play(started(), "0,1", *looked, "ox")
    history = table.state.history
    assert len(table.state.history_seen_by(1)) > len(history) == len(table.state.history_seen_by(0))
    assert len(shown) > len(before)


def test_a_game_is_played_to_its_end() -> None:
    state = hide_game.State(2, seed=3)
    table, shown = play(state, "1", *["1"] * 9, game="hide")
    assert table.state.is_over
    assert "1.  seat " in shown
    assert "seat 1, you" in shown


@pytest.mark.parametrize("width", [30, 60, 80, 120, 200])
def test_nothing_is_lost_in_any_window(width: int) -> None:
    _, shown = play(started(), "0,1", width=width)
    # The board is for windows of 80 columns. A terminal breaks its lines where it is narrower.
    assert max(map(len, shown.splitlines())) <= max(width, 80)
    board = GAME.draw_board(started().view(0))
    choices = [f"{choice.text} {choice.token}" for choice in GAME.choices(started())]
    # Words may be broken where the window ends, and a choice stands beside its token.
    letters = Counter("".join(shown.split()))
    for line in [*board, *choices]:
        wanted = Counter("".join(line.split()))
        assert wanted <= letters
        letters -= wanted


def test_choices_stand_in_two_columns_where_both_fit() -> None:
    choices = GAME.choices(started())
    widest = max(
        len(f"{number}  {choice.text}  {choice.token}") for number, choice in enumerate(choices, 1)
    )
    heights = {}
    for width in range(2 * widest, 2 * widest + 8):
        table, _ = play(started(), "0,1", width=width)
        console = table._console = open_screen(width)
        table._show_choices(choices)
        lines = shown_on(console).splitlines()
        # None is broken, none is cut.
        for number, choice in enumerate(choices, 1):
            found = [line for line in lines if f"{number}  {choice.text} " in line]
            assert len(found) == 1
            assert choice.token in found[0]
        heights[width - 2 * widest] = len(lines)
    # Four letters lie between them.
    for more, height in heights.items():
        assert height == (len(choices) if more < 4 else (len(choices) + 1) // 2)


def test_the_record_can_be_saved_and_loaded(tmp_path: Path) -> None:
    saved, _ = play(State(2, seed=1), "0,1", "+Cb", "save game.txt")
    loaded, shown = play(State(2, seed=2), "0,1", "1", "load nowhere.txt", "load game.txt")
    assert loaded.state == saved.state
    assert "nowhere.txt" in shown
    assert (tmp_path / "game.txt").exists()


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"\xff\xfe", "notes.txt holds no text"),
        (b"hello", "notes.txt holds no record: line 1"),
        (
            load_game("ruhr").State(2, seed=1).to_record(Game="ruhr").encode(),
            "1769-1890; to go on with it: coalbaron-engine play --resume notes.txt",
        ),
    ],
)
def test_what_cannot_be_loaded_leaves_the_game_as_it_is(content: bytes, complaint: str) -> None:
    Path("notes.txt").write_bytes(content)
    table, shown = play(State(2, seed=1), "0,1", "load notes.txt", "+Cb")
    assert complaint in " ".join(shown.split())
    assert table.state.history[-1] == "+Cb"


def test_what_is_saved_says_which_game_it_is_of() -> None:
    play(State(2, seed=1), "0,1", "+Cb", "save game.txt")
    assert read_kept(load_game("ruhr"), Path("game.txt")).game is GAME


def test_what_is_no_file_of_text_is_not_loaded(tmp_path: Path) -> None:
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\xff\xfe")
    (tmp_path / "folder").mkdir()
    answers = ("load picture.png", "load folder", "load a\0b", "save a\0b", "load  ", "1")
    game, shown = play(State(2, seed=2), "0,1", *answers)
    assert len(game.state.history) > len(State(2, seed=2).history)
    assert "picture.png holds no text" in shown
    assert "folder cannot be read: Is a directory" in shown
    assert shown.count("takes the name of a file") == 3


def test_a_loaded_game_is_kept_beside_the_one_before() -> None:
    one, _ = play(State(2, seed=1), "0,1", "+Cb", "save game.txt")
    two, _ = play(State(2, seed=2), "0,1", "1", "load game.txt", "+Cg")
    assert read_kept(GAME, Path("play.txt")).state == one.state
    assert read_kept(GAME, Path("play-2.txt")).state.history == [
        *State(2, seed=2).history,
        State(2, seed=2).legal_moves()[0],
    ]
    assert read_kept(GAME, Path("play-3.txt")).state == two.state


# -- kept games


def test_a_game_is_kept_after_every_turn() -> None:
    before, shown = play(State(2, seed=1), "0,1", "+Cb", "+Cg", "undo")
    assert "The game is kept in play.txt." in shown
    assert "coalbaron-engine play --resume play.txt" in shown
    kept = read_kept(GAME, None)
    assert kept.state == before.state
    assert kept.is_ours
    assert kept.tags[HUMANS] == "0,1"


def test_nothing_is_kept_before_something_is_decided(tmp_path: Path) -> None:
    _, shown = play(State(2, seed=1), "0")
    assert "nothing is kept" in shown
    assert list(tmp_path.iterdir()) == []


def test_games_are_kept_beside_each_other_and_the_last_one_is_found(tmp_path: Path) -> None:
    for turn in ("+Cb", "+Cg", "+Tk"):
        play(State(2, seed=1), "0,1", turn)
    assert {file.name for file in tmp_path.iterdir()} == {"play.txt", "play-2.txt", "play-3.txt"}
    assert read_kept(GAME, None).state.history[-1] == "+Tk"
    (tmp_path / "play-9.bak.txt").write_text("no game")
    (tmp_path / "player.txt").write_text("no game")
    assert read_kept(GAME, None).path.name == "play-3.txt"


def test_a_game_that_cannot_be_kept_is_printed(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path / "missing" / "game.txt", {HUMANS: "0,1"})
    answers = iter(["+Cb"])
    console = open_screen()

    def ask(_prompt: str) -> str:
        return next(answers)

    table = TerminalGame(
        GAME, State(2, seed=1), frozenset({0, 1}), Limits(nodes=2), console, ask, keeper
    )
    with pytest.raises(StopIteration):
        table.run()
    table.say_farewell()
    assert "could not be kept" in shown_on(console)
    assert "!Tb +Cb" in shown_on(console)


# -- the program


def run(*arguments: str, said: str = "") -> tuple[int, str, str]:
    """Run the command; return status, output, complaints."""
    done = subprocess.run(
        [*COMMAND, "play", *arguments],
        input=said, capture_output=True, text=True, check=False, timeout=PATIENCE_S,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def test_the_program_keeps_a_game_and_goes_on() -> None:
    status, shown, complaints = run("--seed", "1", "--human", "0,1", said="1\nquit\n")
    assert (status, complaints) == (0, "")
    assert "seat 1 to decide" in shown
    assert "\x1b" not in shown
    status, shown, complaints = run("--resume", said="1\n")
    assert (status, complaints) == (0, "")
    assert "The game is kept in play.txt." in shown
    assert "The game is kept in play.txt." in run("--resume", "play.txt")[1]
    kept = read_kept(GAME, None)
    assert (kept.path.name, kept.tags[HUMANS], kept.state.seed) == ("play.txt", "0,1", 1)
    assert len([token for token in kept.state.history if token.startswith("+")]) == 2


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--human", "7"], "'7' is no seat; seats are 0 to 1"),
        (["--seed", "-1"], "seed"),
        (["--players", "9"], "players must be 2 to 4, not 9"),
        (["--load", "nowhere.txt"], "nowhere.txt"),
        (["--resume", "nowhere.txt"], "nowhere.txt cannot be read: No such file or directory\n"),
        (["--resume", ".."], ".. cannot be read: Is a directory\n"),
        (["--resume", "there.txt"], "there.txt holds no record: line 1"),
        (["--resume", "when.txt"], "when.txt: the tag TimeMs is a whole number, not 'soon'\n"),
        (["--resume"], "no game is kept in this folder"),
        (["--resume", "--seed", "1"], "has its players and its deal already"),
        (["--file", "there.txt"], "play --resume there.txt"),
        (["--file", "no/x.txt"], "--file no/x.txt cannot be written: No such file or directory\n"),
        (["--time", "0"], "time_ms"),
    ],
)
def test_what_makes_no_sense_is_refused(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("there.txt").write_text("somebody's")
    Path("when.txt").write_text(State(2, seed=1).to_record(TimeMs="soon"))
    assert run_command(["play", *arguments]) == 2
    shown, complaints = capsys.readouterr()
    assert shown == ""
    assert complaint in complaints
    assert len(complaints.splitlines()) == 1
    assert Path("there.txt").read_text() == "somebody's"


def test_a_record_of_somebody_else_is_not_written_over() -> None:
    record = State(2, seed=1).to_record(Event="Friday")
    Path("friday.txt").write_text(record)
    status, shown, _ = run("--resume", "friday.txt", "--human", "0,1", said="1\n")
    assert status == 0
    assert "The game is kept in play.txt." in shown
    assert Path("friday.txt").read_text() == record
    assert read_kept(GAME, None).tags["Event"] == "Friday"


@pytest.mark.parametrize("moment", ["asked", "thinking"])
def test_ctrl_c_keeps_the_game(moment: str) -> None:
    time_ms = "1" if moment == "asked" else "60000"
    human = "0,1" if moment == "asked" else "1"
    words = ("play", "--seed", "1", "--human", human, "--time", time_ms)
    with running(*COMMAND, *words) as process:
        assert process.stdin is not None
        process.stdin.write("1\n")
        process.stdin.flush()
        end = time.monotonic() + PATIENCE_S
        while not Path("play.txt").exists() and time.monotonic() < end:
            time.sleep(0.05)
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        shown, complaints = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, complaints) == (130, "")
    assert FAREWELL in shown
    assert read_kept(GAME, None).state.history[-1] == "+Cyyy"
