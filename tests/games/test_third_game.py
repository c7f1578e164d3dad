"""A tiny game with secrets, options and a network of its own goes through every door.

Hide and seek (tests/search/hide_game.py), with three rounds and no bonus. The environments of the
peers play it in tests/envs/test_every_game.py, the page draws options in tests/web.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

from coalbaron_fast import Engine, Limits
from coalbaron_fast.arena import begin_match, resume_match
from coalbaron_fast.arena.exploring import OpeningSettings
from coalbaron_fast.arena.pairing import MatchSettings
from coalbaron_fast.arena.puzzling import PuzzleSettings
from coalbaron_fast.arena.selfplay import SelfplaySettings
from coalbaron_fast.arena.store import StoreError
from coalbaron_fast.arena.witness import Witness
from coalbaron_fast.bots import RandomBot, play_game
from coalbaron_fast.engine.forest import is_turn
from coalbaron_fast.engine.network_file import write_network
from coalbaron_fast.games import Position
from coalbaron_fast.games.options import OptionError
from coalbaron_fast.learning.archive import GameArchive
from coalbaron_fast.learning.label import LabelFiles, LabelSettings
from coalbaron_fast.learning.play import PlaySettings
from coalbaron_fast.review import Report, review_turns, tell_game, write_text
from coalbaron_protocol.arguments import run_command
from coalbaron_protocol.jsonlines import QueryService
from coalbaron_protocol.queries import QueryDefaults
from tests.protocol.test_session import answers
from tests.search.hide_game import GAME, OPS, State
from tests.search.random_network import random_floats, sizes_of
from tests.server.fakes import client_of

WORDS: Final = "rounds=3 quiet"
VALUES: Final = {"rounds": 3, "quiet": True}
VALUES_IN_WORDS: Final = "quiet=true rounds=3"
CHOICE: Final = "setoption name Game value hide"
GIVEN: Final = ["--game", "hide", "--option", "quiet", "--option", "rounds=3"]
"""In another order than that of the table."""

pytestmark = pytest.mark.usefixtures("tiny_games")


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A network of its own: its weights are random, so it plays anything."""
    path = tmp_path_factory.mktemp("networks") / "hide.net"
    sizes = sizes_of(OPS)
    write_network(path, "hide", sizes.layout, random_floats(sizes), {})
    return path


def has_options(state: Position) -> bool:
    return GAME.options.of(state) == VALUES


def test_a_game_is_begun_with_its_options() -> None:
    state = GAME.begin(2, 3, options=WORDS)
    assert state == State(2, 3, rounds=3, quiet=True)
    assert has_options(state)
    assert GAME.options.of(GAME.begin()) == {"rounds": 2, "quiet": False}
    play_game(state, [RandomBot(1)] * 2)
    # Two turns of seat 0 a round, one of seat 1.
    assert len([token for token in state.history if not token.startswith("!")]) == 3 * 3
    with pytest.raises(OptionError, match="option rounds cannot be 4; expected 1 or 2 or 3"):
        State(2, rounds=4)
    with pytest.raises(OptionError, match="no option 'loud'; expected one of rounds, quiet"):
        State(2, loud=True)


def test_a_bonus_that_is_not_paid_is_not_counted_on() -> None:
    """By hand: without the bonus, what is said does not matter at two seats."""
    engine = Engine(hash_mb=4, seed=7, game=GAME)
    loud, quiet = (GAME.begin(2, options={"quiet": still}) for still in (False, True))
    limits = Limits(nodes=2000, lines=3)
    worth = [engine.search(state, limits).lines[0].vp for state in (loud, quiet)]
    assert worth[0][0] - worth[1][0] > 1.0


def test_one_seat_has_two_turns_in_a_row(network: Path) -> None:
    """It says, then it hides: no chance and no other seat comes between."""
    state = GAME.begin(2, 3, options=WORDS)
    say, hide = state.legal_codes()[0], GAME.tokens.index("a")
    assert is_turn(state, [say])
    assert not is_turn(state, [say, hide])
    engine = Engine(hash_mb=4, seed=1, game=GAME, evaluation=str(network))
    for _ in range(2):
        best = engine.search(state, Limits(nodes=50)).best
        assert (state.turn, len(best)) == (0, 1)
        state.push_all(best)
    assert state.turn == 1
    play_game(state, [RandomBot(1)] * 2)
    judged = list(review_turns(state, engine, Limits(nodes=40)))
    assert [one.seat for one in judged] == [0, 0, 1] * 3
    body = {"game": "hide", "record": state.to_record(), "limits": {"nodes": 20}}
    *turns, _ = client_of().post("/v1/review", body | {"options": {"hash_mb": 4}}).events()
    assert [turn["seat"] for _, turn in turns] == [0, 0, 1] * 3


def test_a_network_of_its_own_does_not_peek(network: Path) -> None:
    state = GAME.begin(3, 5, options=WORDS)
    state.push_all(["say5", "b"])
    engine = Engine(hash_mb=4, seed=1, game=GAME, evaluation=str(network))
    assert engine.audit(state, Limits(nodes=60), permutations=6) == []


def test_the_protocol(network: Path) -> None:
    net = f"setoption name EvalFile value {network}"
    begun = f"position startpos players 2 seed 3 options {WORDS}"
    said = answers(CHOICE, net, begun, "go nodes 40", "d")
    assert State(2, 3, rounds=3, quiet=True).to_text() in "\n".join(said)
    assert any(line.startswith("bestmove say") for line in said)
    # In any order, with the older word, and beside the other words.
    for words in (
        "startpos options quiet rounds=3 players 2 seed 3",
        "startpos variant quiet seed 3 options rounds=3",
        "startpos seed 3 options quiet=true rounds=3 players 2 moves",
    ):
        assert answers(CHOICE, f"position {words}", "d")[-1] == answers(CHOICE, begun, "d")[-1]
    for words, why in (
        ("options rounds=9", "option rounds cannot be '9'; expected 1 or 2 or 3"),
        ("options loud", "no option 'loud'; expected one of rounds, quiet"),
        ("options quiet quiet", "option quiet is there twice; expected each option once"),
        ("options", "an option follows options, NAME or NAME=VALUE"),
    ):
        said = answers(CHOICE, f"position startpos {words}")
        assert said[-1] == f"info string error position: {why}"


def test_json_lines_and_the_terminal(tmp_path: Path) -> None:
    state = GAME.begin(2, 3, options=WORDS)
    replies: list[dict[str, Any]] = []
    service = QueryService(
        lambda *lines: replies.extend(map(json.loads, lines)),
        QueryDefaults(1, "hide"),
        lambda: None,
    )
    service.serve(
        [json.dumps({"id": "text", "position": state.to_text(), "limits": {"nodes": 20}})]
    )
    assert replies[0]["best"][0] in GAME.tokens
    file = tmp_path / "kept.txt"
    play = ["play", *GIVEN, "--human", "none", "--time", "1", "--seed", "3", "--file", str(file)]
    assert run_command(play) == 0
    kept = State.from_record(file.read_text("utf-8"))
    assert kept.is_over
    assert has_options(kept)
    assert run_command([*play[:-1], str(tmp_path / "other.txt"), "--option", "loud"]) == 2


def test_http() -> None:
    client, named = client_of(), {"game": "hide", "seed": 3}
    [listed] = [game for game in client.get("/v1/games").json() if game["name"] == "hide"]
    assert listed["options"] == GAME.options.tell()
    assert [option["kind"] for option in listed["options"]] == ["number", "switch"]
    assert (listed["players"], listed["usual_players"]) == ([1, 2, 3], 2)
    begun = client.post("/v1/new", named | {"options": VALUES}).json()
    assert begun["options"] == VALUES
    state = State.from_text(begun["position"])
    # As many play as usual, which are not the fewest.
    assert (state.players, has_options(state)) == (2, True)
    older = client.post("/v1/new", named | {"variant": "quiet", "options": {"rounds": 3.0}})
    assert older.json()["position"] == begun["position"]
    body = {"game": "hide", "record": begun["record"], "tokens": ["say1"], "chance": "draw"}
    assert client.post("/v1/play", body).json()["options"] == VALUES
    for wrong, field, expected in (
        ({"rounds": 9}, "options.rounds", "1 or 2 or 3"),
        ({"rounds": True}, "options.rounds", "1 or 2 or 3"),
        ({"quiet": 1}, "options.quiet", "false or true"),
        ({"loud": True}, "options", "one of rounds, quiet"),
    ):
        refused = client.post("/v1/new", named | {"options": wrong})
        assert (refused.status, refused.json()["field"]) == (422, field)
        assert expected in refused.json()["detail"]
        assert "loud" not in refused.json()["detail"]
    nobody = client.post("/v1/new", named | {"start": None})
    assert (nobody.status, nobody.json()["field"]) == (422, "start")


def test_matches(network: Path, tmp_path: Path) -> None:
    asked = MatchSettings(
        ("random", f"engine:nodes=8,evaluation={network}"),
        deals=1,
        game="hide",
        options="quiet rounds=3",
    )
    settings = asked.checked()
    assert settings.options == WORDS
    witness = Witness(settings)
    for task in settings.tasks():
        result = task.run()
        witness.check(result)
        assert has_options(State.from_record(result.record))
    path = tmp_path / "match.jsonl"
    begin_match(path, settings)[0].close()
    resume_match(path, {"options": "quiet rounds=3", "deals": 2})[0].close()
    with pytest.raises(StoreError, match="it differs in options"):
        resume_match(path, {"options": "quiet"})
    # Files from before there were options say what was played by another word.
    text = path.read_text("utf-8").replace(f'"options":"{WORDS}"', '"variant":"quiet"')
    older = tmp_path / "older.jsonl"
    older.write_text(text, "utf-8")
    store, tally = resume_match(older, {})
    store.close()
    assert tally.settings.options == "quiet"


def test_self_play_and_learning(network: Path, tmp_path: Path) -> None:
    settings = SelfplaySettings(
        games=1, nodes=20, game="hide", evaluation=str(network), options=VALUES_IN_WORDS
    ).checked()
    assert has_options(State.from_record(settings.task(0).run().record))
    games, samples = tmp_path / "games", tmp_path / "samples"
    # All numbers of seats in which there is somebody to beat.
    play = PlaySettings(
        games=4, seats=tuple(GAME.contests), nodes=8, random=0.0, evaluation=str(network),
        game="hide", options=VALUES_IN_WORDS,
    ).checked()  # fmt: skip
    assert (play.seats, play.options) == ((2, 3), WORDS)
    with GameArchive.create(games, play) as archive:
        for number in range(play.games):
            archive.add(play.task(number).run())
    for game in GameArchive.read_games(games):
        state = GAME.begin(game.seats, start=game.start, options=WORDS)
        state.push_codes(game.codes)
        assert state.is_over
    files = LabelFiles(games, samples, LabelSettings(), resume=False)
    assert sum(task.run() for task in files.missing()) > 0
    for checked in (
        PlaySettings(game="hide", seats=(2,), options="loud").checked,
        SelfplaySettings(game="hide", options="loud").checked,
        MatchSettings(("random", "random"), game="hide", options="loud").checked,
    ):
        with pytest.raises(OptionError, match="no option 'loud'; expected one of rounds, quiet"):
            checked()


def test_puzzles_and_openings_begin_with_them() -> None:
    puzzles = PuzzleSettings(
        seats=(1,), nodes=0, endings=2, evaluation="hand", game="hide", options=WORDS
    )
    [task] = puzzles._replace(games=1).tasks([])
    task.run()
    openings = OpeningSettings(games=1, seats=(2,), game="hide", options=WORDS)
    _, rows = openings.tasks([])[0].run()
    # Rounds are parts of the game: three of them were counted.
    assert {row[2] for row in rows} == {1, 2, 3}


def test_environments() -> None:
    pytest.importorskip("gymnasium")
    from coalbaron_fast.envs import BatchEnv  # noqa: PLC0415 - needs more than NumPy
    from coalbaron_fast.envs.gymnasium import SeatEnv  # noqa: PLC0415 - as above

    batch = BatchEnv(3, seed=5, game=GAME, options=VALUES)
    step = batch.reset()
    for _ in range(40):
        assert all(has_options(batch.state_of(lane)) for lane in range(3))
        step = batch.step(np.array([np.flatnonzero(mask)[0] for mask in step.masks]))
    kind = type("Seat", (SeatEnv,), {"plays": GAME})
    env = kind(opponents="greedy", options=WORDS)
    env.reset(seed=1)
    assert has_options(env.game)
    with pytest.raises(OptionError, match="option rounds cannot be 7"):
        kind(options={"rounds": 7})


def test_a_review_is_told(network: Path) -> None:
    state = play_game(GAME.begin(2, 4, options=WORDS), [RandomBot(5)] * 2)
    engine = Engine(hash_mb=4, seed=1, game=GAME, evaluation=str(network))
    judged = list(review_turns(state, engine, Limits(nodes=40)))
    story = tell_game(GAME, state, {"Seat0": "Anna"}, judged, nodes=40)
    assert len(story.course) == len(judged) + 1 == 3 * 3 + 1
    assert "Anna" in write_text(Report([story]))
