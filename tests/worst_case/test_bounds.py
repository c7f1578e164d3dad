"""What is too long to be read in its time is refused before it is read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from coalbaron_fast import ParseError, PositionError
from coalbaron_fast.client.info import read_info
from coalbaron_fast.errors import Defect
from coalbaron_fast.games import GAMES, MAX_RECORD, MOST_TOKENS, load_game, named_game
from coalbaron_fast.games.text.records import MAX_PIECES
from coalbaron_fast.wire.options import Combo, read_declaration
from coalbaron_fast.wire.questions import MOST_ROOT_TURNS
from coalbaron_fast.wire.words import LONGEST_LINE, MOST_WORDS
from coalbaron_protocol.jsonlines import QueryService
from coalbaron_protocol.kept_games import read_kept
from coalbaron_protocol.queries import MOST_ENTRIES, QueryDefaults
from coalbaron_protocol.session import Session
from coalbaron_server.api.histories import MOST_TOLD
from coalbaron_server.app import create_app
from coalbaron_server.work.heavy_requests import MOST_MOVES, SMALL_BODY, is_heavy
from tests.server.fakes import Client
from tests.server.test_heavy_requests import Fixture
from tests.worst_case.readers import positions


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("joint", [" ", "/", None])
def test_more_tokens_than_any_game_has_are_no_game(name: str, joint: str | None) -> None:
    game = load_game(name)
    tokens = [game.tokens[0]] * MOST_TOKENS

    def read(words: list[str]) -> list[int]:
        return game.read_words(words if joint is None else joint.join(words))

    assert read(tokens) == [0] * MOST_TOKENS
    with pytest.raises(ParseError):
        read([*tokens, game.tokens[0]])


@pytest.mark.parametrize("name", GAMES)
def test_more_codes_than_any_game_has_are_not_looked_at(name: str) -> None:
    state = load_game(name).begin(2)
    looked: list[int] = []

    def codes() -> Iterator[int]:
        while len(looked) < 10 * MOST_TOKENS:
            looked.append(0)
            yield 0

    with pytest.raises(ParseError):
        state.push_codes(codes())
    assert len(looked) == MOST_TOKENS + 1


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("filler", ["\n", "{a}", "{token} ", "{token}\n", "#\n"])
def test_a_record_of_too_many_pieces_is_refused(name: str, filler: str) -> None:
    game = load_game(name)
    text = positions(name)[0].to_record() + filler.replace("{token}", game.tokens[0]) * MAX_PIECES

    assert len(text) < MAX_RECORD
    with pytest.raises(PositionError) as caught:
        game.State.from_record(text)
    assert caught.value.defect is Defect.TOO_LONG


@pytest.mark.parametrize("name", GAMES)
def test_whole_games_are_far_from_the_bounds(name: str) -> None:
    end = positions(name)[-1]
    assert end.is_over
    assert len(end.codes) * 8 < MOST_TOKENS
    assert len(end.to_record()) * 8 < MAX_RECORD


def test_names_are_found_without_looking_through_all_others() -> None:
    # Each pair was compared with all before it.
    text = positions("ruhr")[1].to_text()
    many = ",".join(f"n{number:x}:0" for number in range(2000))
    with pytest.raises(PositionError, match="n0"):
        load_game("ruhr").State.from_text(text.replace(" dice=", f" dice={many},", 1)[:16_000])


def test_the_name_of_a_game_is_among_the_first_lines() -> None:
    read: list[str] = []

    def lines() -> Iterator[str]:
        for _ in range(100_000):
            read.append("\n")
            yield "\n"

    assert named_game(lines(), "ruhr") == "ruhr"
    assert len(read) <= 1000


def test_a_kept_file_is_not_read_to_its_end(tmp_path: Path) -> None:
    file = tmp_path / "play.txt"
    file.write_text(positions("ruhr")[1].to_record() + "# " + "x" * (20 * MAX_RECORD))
    with pytest.raises(ValueError, match="holds no record"):
        read_kept(load_game("ruhr"), file)


def test_words_of_a_program_after_many_are_not_read() -> None:
    words = " ".join(f"word{number}" for number in range(2 * MOST_WORDS))
    choices = words.replace(" ", " var ")
    option = read_declaration(f"option name A type combo default b var {choices}")

    assert isinstance(option, Combo)
    assert len(option.choices) < MOST_WORDS
    assert len(read_info(f"info pv {words}").pv) < MOST_WORDS


@pytest.mark.parametrize(
    "field",
    [
        {"turns": [0] * (MOST_ENTRIES + 1)},
        {"limits": {"clock_ms": [1] * (MOST_ENTRIES + 1)}},
        {"limits": {"nodes": 1, "root_turns": ["a"] * (MOST_TOKENS + 1)}},
        {"moves": ["a"] * (MOST_TOKENS + 1)},
        {"options": {"parameters": {f"p{number}": 1 for number in range(MOST_ENTRIES + 1)}}},
    ],
    ids=lambda field: next(iter(field)),
)
def test_lists_of_a_query_are_short(field: dict[str, Any]) -> None:
    said: list[str] = []
    name = next(iter(GAMES))
    service = QueryService(said.extend, QueryDefaults(1, name), lambda: None)
    query = {"id": "a", "position": positions(name)[0].to_text(), "limits": {"nodes": 1}, **field}
    service._write = lambda *lines: said.extend(lines)
    service._take(json.dumps(query))

    assert len(said) == 1
    assert "error" in json.loads(said[0])
    assert len(json.dumps(query)) < LONGEST_LINE


def test_searchmoves_names_no_more_turns_than_there_are() -> None:
    said: list[str] = []
    session = Session(lambda *lines: said.extend(lines), lambda: None)
    session.handle(f"position text {positions(next(iter(GAMES)))[-2].to_text()}")
    session.handle(f"go nodes 1 searchmoves {'f1 ' * (MOST_ROOT_TURNS + 1)}")

    assert f"at most {MOST_ROOT_TURNS}" in said[0]


# -- requests that would hold up the event loop


@pytest.mark.parametrize("name", GAMES)
def test_a_history_is_told_in_short_parts(name: str) -> None:
    client, end = Client(create_app()), positions(name)[-1]
    body: dict[str, Any] = {"game": name, "record": end.to_record(), "limit": 100, "start": 0}
    lengths: list[int] = []
    while body["start"] is not None:
        told = client.post("/v1/history", body).json()
        lengths += [turn["length"] for turn in told["turns"]]
        tokens = sum(turn["length"] for turn in told["turns"])
        assert 0 < tokens < MOST_TOLD + max(lengths)
        body["start"] = told["next"]

    assert sum(lengths) == len(end.codes)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("field", ["tokens", "moves"])
@pytest.mark.parametrize("slash", ["/", "\\u002f"])
def test_many_moves_in_few_words_are_played_by_a_helper(name: str, field: str, slash: str) -> None:
    history = positions(name)[-1].history

    def body(count: int) -> bytes:
        moves = json.dumps({field: ["/".join(history[:count])]})
        return moves.replace("/", slash).encode()

    assert is_heavy("/v1/play", body(MOST_MOVES + 2))
    assert not is_heavy("/v1/play", body(MOST_MOVES // 2))


@pytest.mark.parametrize("name", GAMES)
def test_many_moves_in_words_of_their_own_are_played_by_a_helper(name: str) -> None:
    history = positions(name)[-1].history
    assert is_heavy("/v1/play", json.dumps({"tokens": history[: MOST_MOVES + 1]}).encode())
    # The name of the field counts as one.
    assert not is_heavy("/v1/play", json.dumps({"tokens": history[: MOST_MOVES - 1]}).encode())


def test_moves_of_a_record_are_not_many() -> None:
    record = positions(next(iter(GAMES)))[-1].to_record()
    assert record.count("/") > MOST_MOVES
    assert not is_heavy("/v1/legal", json.dumps({"record": record}).encode())


def test_what_no_helper_reads_is_small() -> None:
    fixture = Fixture()
    large = fixture.client.post("/v1/answer", b'{"puzzle": "' + b"a" * SMALL_BODY + b'"}')

    assert large.status == 413
    assert large.json()["most"] == SMALL_BODY
    assert fixture.asked == 0
    assert Client(create_app()).post("/v1/answer", {"puzzle": "a"}).status == 422
