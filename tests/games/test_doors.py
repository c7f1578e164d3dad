"""Every game at every door, with each number of players and each option. No door knows a name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from coalbaron_fast import Engine, Limits
from coalbaron_fast.arena.archive import TurnTask
from coalbaron_fast.arena.pairing import MatchSettings
from coalbaron_fast.arena.players import bot_from
from coalbaron_fast.arena.selfplay import SelfplaySettings
from coalbaron_fast.arena.statistics import Tally
from coalbaron_fast.arena.witness import Witness
from coalbaron_fast.bots import RandomBot, play_game
from coalbaron_fast.learning.play import PlaySettings
from coalbaron_fast.review import (
    Judgement,
    Report,
    review_turns,
    tell_game,
    write_html,
    write_markdown,
    write_text,
)
from coalbaron_protocol.__main__ import main
from coalbaron_protocol.jsonlines import QueryService
from coalbaron_protocol.queries import QueryDefaults
from tests.games.tables import EVERY_TABLE, LAST_CODES, ONE_OF_EACH, Table
from tests.protocol.test_session import answers
from tests.server.fakes import client_of

BOTS: Final = ("random", "greedy", "flat:nodes=4", "ismcts:nodes=4", "engine:nodes=4")
FEW: Final = Limits(nodes=60, lines=10)
MOST_TURNS: Final = 8
"""So many turns of a game are played where each of them asks a door several times."""

pytestmark = pytest.mark.usefixtures("tiny_games")


def engine(table: Table) -> Engine:
    return Engine(hash_mb=4, seed=7, game=table.game)


def option_words(table: Table) -> list[str]:
    """Return the arguments of the command line that choose the game and its options."""
    chosen = [part for word in table.options.split() for part in ("--option", word)]
    return ["--game", table.game.name, *chosen]


@EVERY_TABLE
def test_the_engine_searches_it(table: Table) -> None:
    state, player = table.late_alone(), engine(table)
    while state.turn is not None:
        analysis = player.search(state, FEW)
        assert set(analysis.best) <= set(table.game.tokens)
        assert sum(analysis.lines[0].win) == pytest.approx(1)
        for line in analysis.lines:
            assert len(line.win) == len(line.vp) == table.players
            state.copy().push_all(line.tokens)
        world = state.sample_world(state.turn, seed=1)
        assert player.search(world, FEW).lines == analysis.lines
        state.push_all(analysis.best)
    assert state.is_over


@EVERY_TABLE
def test_what_a_seed_will_bring_is_not_looked_at(table: Table) -> None:
    text = table.late().unseeded().to_text()
    player = engine(table)
    found = [
        player.search(table.game.State.from_text(text, seed=seed), FEW).lines
        for seed in (None, 1, 2)
    ]
    assert found[0] == found[1] == found[2]


@ONE_OF_EACH
def test_every_bot_plays_it(table: Table) -> None:
    for name in BOTS:
        state = table.late_alone()
        play_game(state, [bot_from(name, game=table.game)] * table.players)
        assert state.is_over


@EVERY_TABLE
def test_a_game_is_reviewed_and_told_in_every_format(table: Table) -> None:
    state = play_game(table.late_alone(), [RandomBot(5)] * table.players)
    judged = list(review_turns(state, engine(table), Limits(nodes=20)))
    chosen = [token for token in state.history if not token.startswith("!")]
    assert [token for one in judged for token in one.played] == chosen
    _, again = TurnTask(0, 0, 0, state.to_record(), 20, table.game.name).run()
    assert isinstance(again, Judgement)
    assert again.played == judged[0].played
    story = tell_game(table.game, state, {"Seat0": "Anna"}, judged, nodes=20)
    assert story.scorings[-1].vp == state.vp
    assert len(story.course) == len(judged) + 1
    report = Report([story])
    for text in (write_text(report), write_markdown(report), write_html(report)):
        assert "Anna" in text
        assert f"{len(judged)} turn" in " ".join(text.split())


@ONE_OF_EACH
def test_a_match_is_played(table: Table) -> None:
    settings = MatchSettings(
        ("greedy", "random"),
        seats=table.players,
        deals=1,
        plies=1,
        game=table.game.name,
        options=table.options,
    ).checked()
    assert MatchSettings.from_dict(settings.to_dict()) == settings
    tally, witness = Tally(settings), Witness(settings)
    for task in settings.tasks():
        result = task.run()
        assert not result.faults
        witness.check(result)
        tally.add(result)
        state = table.game.State.from_record(result.record)
        assert (state.is_over, tuple(state.vp)) == (True, result.vp)
        assert table.game.options.spell(table.game.options.of(state)) == table.options
    assert len(tally.numbers) == settings.games_a_deal()


@ONE_OF_EACH
def test_it_plays_against_itself(table: Table) -> None:
    game = table.game
    settings = SelfplaySettings(
        games=1, seats=table.players, nodes=2, lines=2, game=game.name, options=table.options
    )
    played = settings.checked().task(0).run()
    assert sum(played.win) == pytest.approx(1.0)
    assert game.State.from_record(played.record).vp == played.vp
    state = game.begin(table.players, played.seed, played.start, table.options)
    for decision in played.decisions:
        assert game.State.from_text(decision.view) == state.view(decision.seat)
        state.push_all(decision.turn)
    assert state.is_over


@ONE_OF_EACH
def test_varied_games_are_played_to_learn_from(table: Table) -> None:
    settings = PlaySettings(
        games=2, seats=(table.players,), nodes=0, game=table.game.name, options=table.options
    ).checked()
    for number in range(settings.games):
        played = settings.task(number).run()
        state = table.game.begin(played.seats, None, played.start, table.options)
        state.push_codes(played.codes)
        assert (state.is_over, state.vp) == (True, played.vp)


@EVERY_TABLE
def test_the_protocol_plays_it(table: Table) -> None:
    choice = f"setoption name Game value {table.game.name}"
    options = f" options {table.options}" if table.options else ""
    begin = f"position startpos players {table.players} seed 3{options}"
    assert f"position text {table.begin(3).to_text()}" in "\n".join(answers(choice, begin, "d"))
    state = table.late()
    kind, turn, *_ = answers(choice, f"position text {state.to_text()}", "go nodes 30")[-1].split()
    assert kind == "bestmove"
    state.push(turn)
    while not state.is_over:
        state.push_codes(state.first_sight())
    said = answers(choice, f"position text {state.to_text()}", "query gameover", "query scores")
    assert said[-2:] == ["response true", f"response {','.join(map(str, state.vp))}"]


@EVERY_TABLE
def test_queries_in_json_lines_ask_about_it(table: Table) -> None:
    state = table.late()
    queries = [
        {"id": "text", "position": state.to_text()},
        {"id": "data", "position": state.to_dict()},
        {"id": "record", "record": state.to_record()},
    ]
    replies: list[dict[str, Any]] = []
    service = QueryService(
        lambda *lines: replies.extend(map(json.loads, lines)),
        QueryDefaults(1, table.game.name),
        lambda: None,
    )
    service.serve([json.dumps(query | {"limits": {"nodes": 20}}) for query in queries])
    assert [reply["id"] for reply in replies] == ["text", "data", "record"]
    assert all(reply["lines"] == replies[0]["lines"] for reply in replies)
    assert replies[0]["best"][0] in table.game.tokens


@EVERY_TABLE
def test_it_is_played_over_http(table: Table) -> None:
    client, game = client_of(), table.game

    def post(path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = client.post(path, {"game": game.name, **body})
        assert answer.status == 200, answer.body
        data: dict[str, Any] = answer.json()
        return data

    chosen = {"options": game.options.read(table.options)} if table.options else {}
    answer = post("/v1/new", {"players": table.players, "seed": 3, **chosen})
    assert answer["data"] == game.State.from_record(answer["record"]).to_dict()
    assert game.options.of(game.State.from_record(answer["record"])) == game.options.read(
        table.options
    )
    few = {"limits": {"nodes": 20, "lines": 3}, "options": {"hash_mb": 4}}
    state = table.late()
    answer = {"position": state.to_text(), "record": state.to_record()}
    for _ in range(MOST_TURNS):
        shown = post("/v1/legal", {"position": answer["position"]})
        assert [choice["token"] for choice in shown["legal"]] == state.legal_moves()
        assert all(choice["text"] for choice in shown["legal"])
        best = post("/v1/bestmove", {**few, "record": answer["record"]})
        assert best["seat"] == state.turn
        answer = post(
            "/v1/play", {"record": answer["record"], "tokens": best["best"], "chance": "draw"}
        )
        state = game.State.from_record(answer["record"])
        assert answer["data"] == state.to_dict()
        if state.is_over:
            break


@EVERY_TABLE
def test_a_review_comes_over_http(table: Table) -> None:
    state = play_game(table.late_alone(), [RandomBot(5)] * table.players)
    body = {"game": table.game.name, "record": state.to_record(), "limits": {"nodes": 10}}
    *turns, summary = client_of().post("/v1/review", body).events()
    assert [token for _, turn in turns for token in turn["played"]] == [
        token for token in state.history if not token.startswith("!")
    ]
    assert summary[0] == "summary"


@ONE_OF_EACH
def test_it_is_played_in_the_terminal(table: Table, tmp_path: Path) -> None:
    file = tmp_path / "kept.txt"
    how = ["--players", str(table.players), "--human", "none", "--time", "1", "--seed", "3"]
    assert main(["play", *option_words(table), *how, "--file", str(file)]) == 0
    state = table.game.State.from_record(file.read_text("utf-8"))
    assert state.is_over
    assert table.game.options.spell(table.game.options.of(state)) == table.options


@EVERY_TABLE
def test_an_option_that_there_is_not_is_refused_everywhere(table: Table) -> None:
    words = f"options {table.options} wild".replace("  ", " ")
    said = answers(f"setoption name Game value {table.game.name}", f"position startpos {words}")[-1]
    assert said.startswith("info string error position: no option 'wild'; expected ")
    refused = client_of().post("/v1/new", {"game": table.game.name, "options": {"wild": True}})
    assert (refused.status, refused.json()["field"].partition(".")[0]) == (422, "options")
    for settings in (MatchSettings(("greedy", "random"), game=table.game.name, options="wild"),):
        with pytest.raises(ValueError, match="no option 'wild'"):
            settings.checked()


@EVERY_TABLE
def test_late_positions_are_late(table: Table) -> None:
    state = table.late()
    assert state.turn is not None
    begun = len(state.codes)
    while not state.is_over:
        state.push_codes(state.first_sight())
    assert 0 < len(state.codes) - begun < 3 * LAST_CODES
