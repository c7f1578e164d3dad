"""Whatever knows no game, on games that are not Coal Baron."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from coalbaron_fast import Engine, Limits
from coalbaron_fast.arena.archive import TurnTask
from coalbaron_fast.arena.pairing import MatchSettings
from coalbaron_fast.arena.players import bot_from
from coalbaron_fast.arena.selfplay import SelfplaySettings
from coalbaron_fast.arena.statistics import Tally
from coalbaron_fast.bots import RandomBot, play_game
from coalbaron_fast.games import Game
from coalbaron_fast.review import (
    Judgement,
    Report,
    review_turns,
    tell_game,
    write_html,
    write_markdown,
    write_text,
)
from coalbaron_protocol.jsonlines import QueryService
from coalbaron_protocol.queries import QueryDefaults
from tests.protocol.test_session import answers
from tests.search import hide_game, tiny_game
from tests.search.tiny_games import TABLES

BOTS: Final = ("random", "greedy", "flat:nodes=8", "ismcts:nodes=8", "engine:nodes=8")
FEW: Final = Limits(nodes=200, lines=10)


pytestmark = pytest.mark.usefixtures("tiny_games")


def engine(game: Game, **parameters: float) -> Engine:
    return Engine(hash_mb=4, seed=7, parameters=parameters, game=game)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_engine_searches_it(game: Game, players: int) -> None:
    state = game.State(players, seed=3)
    player = engine(game)
    while state.turn is not None:
        analysis = player.search(state, FEW)
        assert set(analysis.best) <= set(game.tokens)
        assert all(len(line.win) == len(line.vp) == players for line in analysis.lines)
        world = state.sample_world(state.turn, seed=1)
        assert player.search(world, FEW).lines == analysis.lines
        state.push_all(analysis.best)
    assert state.is_over


def test_the_engine_plays_what_is_best_by_hand() -> None:
    coin = tiny_game.State(2)
    coin.push("!heads")
    assert engine(tiny_game.GAME).search(coin, Limits(nodes=2000)).best == ["nothing"]
    two, alone = hide_game.State(2), hide_game.State(1)
    assert engine(hide_game.GAME).search(two, Limits(nodes=2000)).best == ["say5"]
    for solve in (0, 2):
        best = engine(hide_game.GAME, solve=solve).search(alone, Limits(nodes=2000))
        assert best.best == ["say5"]
        assert best.solved == bool(solve)


def test_a_turn_that_is_never_proposed_is_compared_if_it_is_named() -> None:
    state = hide_game.State(2)
    player = engine(hide_game.GAME)
    proposed = player.search(state, FEW)
    assert ["say2"] not in [line.tokens for line in proposed.lines]
    named = player.search(state, Limits(nodes=200, root_turns=["say2", "say5"], lines=2))
    assert sorted(line.tokens for line in named.lines) == [["say2"], ["say5"]]


def test_the_clock_asks_the_game() -> None:
    state = hide_game.State(2)
    limits = Limits(clock_ms=[8015.0, 8015.0])
    assert limits.allowance_ms(state) == pytest.approx(8000 / (2 + state.turns_expected()))


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_every_bot_plays_it(game: Game, players: int) -> None:
    for name in BOTS:
        state = game.State(players, seed=2)
        play_game(state, [bot_from(name, game=game)] * players)
        assert state.is_over


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_game_is_reviewed(game: Game, players: int) -> None:
    state = play_game(game.State(players, seed=4), [RandomBot(5)] * players)
    judged = list(review_turns(state, engine(game), Limits(nodes=100)))
    chosen = [code for code in state.history if not code.startswith("!")]
    assert [token for one in judged for token in one.played] == chosen
    for turn, one in enumerate(judged):
        _, again = TurnTask(0, 0, turn, state.to_record(), 100, game.name).run()
        assert isinstance(again, Judgement)
        assert again.played == one.played


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_review_is_told_in_every_format(game: Game, players: int) -> None:
    state = play_game(game.State(players, seed=4), [RandomBot(5)] * players)
    judged = list(review_turns(state, engine(game), Limits(nodes=100)))
    story = tell_game(game, state, {"Seat0": "Anna"}, judged, nodes=100)
    assert [scoring.vp for scoring in story.scorings][-1] == state.vp
    assert len(story.course) == len(judged) + 1
    report = Report([story])
    for text in (write_text(report), write_markdown(report), write_html(report)):
        assert "Anna" in text
        assert f"{len(judged)} turn" in " ".join(text.split())


@pytest.mark.parametrize(("game", "players"), TABLES[:1] + TABLES[2:])
def test_a_match_is_played(game: Game, players: int) -> None:
    settings = MatchSettings(
        ("engine:nodes=20", "random"), seats=players, deals=2, plies=1, game=game.name
    ).checked()
    tally = Tally(settings)
    for task in settings.tasks():
        result = task.run()
        assert not result.faults
        tally.add(result)
    assert len(tally.numbers) == settings.games_a_deal() * settings.deals


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_it_plays_against_itself(game: Game, players: int) -> None:
    settings = SelfplaySettings(games=2, seats=players, nodes=20, lines=3, game=game.name)
    for number in range(settings.games):
        played = settings.checked().task(number).run()
        assert sum(played.win) == pytest.approx(1.0)
        assert game.State.from_record(played.record).vp == played.vp
        state = game.State(players, seed=played.seed, start=played.start)
        for decision in played.decisions:
            assert game.State.from_text(decision.view) == state.view(decision.seat)
            state.push_all(decision.turn)
        assert state.is_over


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_protocol_plays_it(game: Game, players: int) -> None:
    state = game.State(players, seed=3)
    choice = f"setoption name Game value {game.name}"
    while state.turn is not None:
        moves = " ".join(state.history)
        start = f"position startpos players {players} seed 3 moves {moves}".removesuffix(" moves ")
        kind, turn, *_ = answers(choice, start, "go nodes 30")[-1].split()
        assert kind == "bestmove"
        state.push(turn)
    text = f"position text {state.to_text()}"
    said = answers(choice, text, "query gameover", "query scores")
    assert said[-2:] == ["response true", f"response {','.join(map(str, state.vp))}"]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_queries_in_json_lines_ask_about_it(game: Game, players: int) -> None:
    state = game.State(players, seed=3)
    queries = [
        {"id": "text", "position": state.to_text()},
        {"id": "data", "position": state.to_dict()},
        {"id": "record", "record": state.to_record()},
    ]
    replies: list[dict[str, Any]] = []
    service = QueryService(
        lambda *lines: replies.extend(map(json.loads, lines)),
        QueryDefaults(1, game.name),
        lambda: None,
    )
    service.serve([json.dumps(query | {"limits": {"nodes": 20}}) for query in queries])
    assert [reply["id"] for reply in replies] == ["text", "data", "record"]
    assert all(reply["lines"] == replies[0]["lines"] for reply in replies)
    assert replies[0]["best"][0] in game.tokens
