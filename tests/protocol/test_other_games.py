"""Games that the protocol has never heard of, through every face of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from coalbaron_fast.games import GAMES
from coalbaron_protocol.arguments import run_command
from coalbaron_protocol.jsonlines import QueryService
from coalbaron_protocol.queries import QueryDefaults
from tests.protocol.conversation import matches
from tests.protocol.test_session import Listener
from tests.search import hide_game, tiny_game

COIN: Final = "setoption name Game value coin"
HIDE: Final = "setoption name Game value hide"


@pytest.fixture(autouse=True)
def more_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the small games of the search's tests."""
    for module in (tiny_game, hide_game):
        monkeypatch.setitem(GAMES, module.GAME.name, module.__name__)


def agree(said: list[str], *patterns: str) -> None:
    """Compare what was said with patterns, one a line."""
    assert len(said) == len(patterns), said
    for pattern, line in zip(patterns, said, strict=True):
        assert matches(pattern, line), f"expected {pattern!r}, not {line!r}"


def answers(*lines: str) -> list[str]:
    """Say lines to a fresh session, each when the one before is done; return what came back."""
    listener = Listener()
    session = listener.session()
    for line in lines:
        assert session.handle(line)
        session.wait()
    return list(listener.lines)


def test_every_game_is_offered() -> None:
    (game,) = (line for line in answers("uci") if line.startswith("option name Game"))
    names = " var ".join(GAMES)
    assert game == f"option name Game type combo default coalbaron var {names}"
    said = answers("setoption name Game value chess")
    assert said == [f"info string error setoption: Game is one of {' '.join(GAMES)}, not 'chess'"]


def test_another_game_begins_anew_and_the_first_one_can_return() -> None:
    said = answers(
        "position startpos seed 1",
        "query turn",
        COIN,
        "query turn",
        "perft 1",
        "setoption name Game value coalbaron",
        "query turn",
        "perft 1",
    )
    assert said[:3] == ["response 1", "response chance", "perft 1: 2"]
    assert said[3:] == ["response chance", "perft 1: 16"]


def test_a_conversation_about_the_coin() -> None:
    said = answers(
        COIN,
        "position startpos seed 5",
        "query turn",
        "go nodes 300",
        "position startpos moves !heads heads !die double",
        "query gameover",
        "d",
        "divide 1",
        "position startpos moves !heads heads !die double !heads",
        "query result",
        "query scores",
    )
    info = [line for line in said if line.startswith("info")]
    assert info
    agree(
        [line for line in said if line not in info],
        "response 0",
        "bestmove nothing",
        "response false",
        "coin …",
        "position text coin …",
        "!heads: 1",
        "divide 1: 1",
        "response p1win",
        "response 24,-24",
    )


def test_turns_of_the_coin_are_checked_and_lost() -> None:
    said = answers(
        COIN,
        "position startpos seed 5 moves leave",
        "query result",
        "position startpos moves !die",
        "query gameover",
        "position startpos players 3",
        "view 0",
        "go nodes 10",
        "go p3time 100",
    )
    agree(
        said,
        "info string error position: 'leave' is not legal here; legal: heads tails nothing",
        "response p2win",
        "info string error position: '!die' is not legal here; legal: !heads !tails",
        "response false",
        "info string error position: players must be 2 to 2, not 3",
        "position text coin …",
        "info string error go: no seat is to move, the position asks chance; legal: !heads !tails",
        "bestmove none",
        "info string error go: 'p3time' means nothing after go",
        "bestmove none",
    )


def test_what_only_coal_baron_has_is_refused_in_one_line() -> None:
    said = answers(COIN, "position startpos seed 1", "plans 3", "bench")
    assert said == [
        "info string error plans: Covered coin has no plans of work steps",
        "info string error bench: Covered coin has no positions for a signature",
    ]


def test_what_is_hidden_from_the_seat_to_move_changes_nothing() -> None:
    said = answers(COIN, "position startpos seed 1", "audit 3", "eval")
    agree(said, "audit 3 worlds: 0 different", "eval seat 0 win …,… vp …")


@pytest.mark.parametrize("players", hide_game.GAME.players)
def test_a_whole_game_of_hide_and_seek(players: int) -> None:
    listener = Listener()
    session = listener.session()
    session.handle(HIDE)
    moves = ""
    for _ in range(30):
        session.handle(f"position startpos players {players} seed 3{moves}")
        session.handle("query gameover")
        if listener.lines[-1] == "response true":
            break
        session.handle("go nodes 20")
        session.wait()
        word, turn = listener.lines[-1].split()
        assert word == "bestmove"
        moves = f"{moves or ' moves'} {turn}"
    session.handle("query result")
    result = listener.lines[-1].removeprefix("response ")
    if players == 2:
        assert result in ("p1win", "p2win", "draw")
    else:
        seats = result.replace("=", ">").split(">")
        assert sorted(seats) == [str(seat) for seat in range(players)]
    assert not session.has_refused, listener.lines


def test_a_game_alone_is_lost_by_an_illegal_turn() -> None:
    said = answers(HIDE, "position startpos players 1 seed 1 moves b", "query result")
    assert said[1] == "response 0"


def ask(*queries: dict[str, Any], game: str = "coalbaron") -> list[dict[str, Any]]:
    """Send queries and return the replies."""
    said: list[str] = []
    service = QueryService(said.append, QueryDefaults(1, game), lambda: None)
    service.serve([json.dumps(query) for query in queries])
    return [json.loads(line) for line in said]


def test_json_lines_about_the_coin() -> None:
    state = tiny_game.State(2, seed=5)
    state.push("heads")
    query = {"limits": {"nodes": 100}, "game": "coin"}
    position = {"position": "coin game", **query}
    replies = ask(
        {"id": "record", "record": state.to_record(), "turns": [0, -1], **query},
        {"id": "text", "position": tiny_game.State(2, seed=5).to_text(), **query},
        {"id": "moves", "position": tiny_game.State(2).to_text(), "moves": ["!heads"], **query},
        {"id": "bad", **position},
        {"id": "none", **position, "game": "chess"},
        {"id": "type", **position, "game": 3},
    )
    by_id = {reply["id"]: reply for reply in replies}
    first, last = (reply for reply in replies if reply["id"] == "record")
    assert first["best"] == by_id["text"]["best"] == by_id["moves"]["best"] == ["nothing"]
    assert first["lines"] == by_id["text"]["lines"]
    assert (first["seat"], last["seat"]) == (0, 1)
    assert last["best"] in (["leave"], ["double"])
    assert by_id["bad"]["field"] == "position"
    assert by_id["none"]["error"] == f"one of {' '.join(GAMES)}, not 'chess'"
    assert by_id["none"]["field"] == by_id["type"]["field"] == "game"


def test_json_lines_of_one_game_need_not_name_it() -> None:
    text = tiny_game.State(2, seed=5).to_text()
    (reply,) = ask({"id": "a", "position": text, "limits": {"nodes": 100}}, game="coin")
    assert reply["best"] == ["nothing"]


def test_the_command_line_takes_a_game(capfd: pytest.CaptureFixture[str]) -> None:
    assert run_command(["perft", "--game", "coin", "2", "startpos"]) == 0
    assert run_command(["analyse", "--game", "coin", "--nodes", "100"]) == 0
    assert run_command(["bench", "--game", "coin"]) == 1
    lines = capfd.readouterr().out.splitlines()
    assert lines[0] == "perft 2: 6"
    assert lines[-2] == "bestmove nothing"
    assert lines[-1] == "info string error bench: Covered coin has no positions for a signature"
    with pytest.raises(SystemExit):
        run_command(["perft", "--game", "chess", "2"])
    assert "invalid choice: 'chess'" in capfd.readouterr().err


def test_people_may_play_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    given = iter(["moves", "1"])
    monkeypatch.setattr("builtins.input", lambda _prompt: next(given))
    words = ["play", "--game", "hide", "--players", "2", "--human", "1", "--seed", "1"]
    with pytest.raises(StopIteration):
        run_command([*words, "--time", "5"])
    said = capsys.readouterr().out
    # Where seat 0 hides, seat 1 is not told.
    assert "seat 0 plays ?" in said
    assert "1  The token a.  a" in said
    assert run_command(["play", "--game", "hide", "--players", "9"]) == 2
    assert "players must be 1 to 3, not 9" in capsys.readouterr().err
