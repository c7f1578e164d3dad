"""The game through every door: none of them knows its name."""

from __future__ import annotations

import importlib
import itertools
import json
import pickle
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from coalbaron_fast import Engine, Limits
from coalbaron_fast.arena.dataset import decision_table, read_table
from coalbaron_fast.arena.pairing import MatchSettings
from coalbaron_fast.arena.players import bot_from
from coalbaron_fast.arena.selfplay import SelfplaySettings
from coalbaron_fast.arena.witness import Witness
from coalbaron_fast.bots import GreedyBot, play_game
from coalbaron_fast.games import load_game
from coalbaron_fast.games.ruhr import State
from coalbaron_fast.learning.archive import GameArchive
from coalbaron_fast.learning.play import PlaySettings
from coalbaron_fast.review import Report, review_turns, tell_game, write_html, write_text
from coalbaron_protocol.__main__ import main
from coalbaron_protocol.jsonlines import QueryService
from coalbaron_protocol.queries import QueryDefaults
from tests.protocol.test_session import answers
from tests.server.fakes import client_of

GAME: Final = load_game("ruhr")
BOTS: Final = ("random", "greedy", "flat:nodes=4", "ismcts:nodes=4", "engine:nodes=4")
CHOICE: Final = "setoption name Game value ruhr"


def late(players: int, turn: int = 11, phase: str = "option") -> State:
    """A position near the end of a game in which all play at first sight."""
    state = State(players, seed=5)
    while state.shift < turn or state.phase != phase:
        state.push_codes(state.first_sight())
    return state


def test_the_engine_searches_it_the_same_every_time() -> None:
    for players in GAME.players:
        state = late(players, 5)
        found = [
            Engine(hash_mb=4, seed=7, game=GAME).search(state, Limits(nodes=300, lines=5))
            for _ in range(2)
        ]
        assert found[0].lines == found[1].lines
        for line in found[0].lines:
            state.copy().push_all(line.tokens)
        assert sum(found[0].lines[0].win) == pytest.approx(1)


def test_what_a_seed_will_bring_is_not_looked_at() -> None:
    player = Engine(hash_mb=4, seed=7, game=GAME)
    state = late(2, 5)
    position = State.from_text(state.unseeded().to_text())
    seeded = [State.from_text(position.to_text(), seed=seed) for seed in (1, 2)]
    lines = [player.search(one, Limits(nodes=200)).lines for one in (position, *seeded)]
    assert lines[0] == lines[1] == lines[2]


def test_the_last_market_is_solved() -> None:
    state = late(2, 12, "buy")
    analysis = Engine(hash_mb=4, seed=1, game=GAME).search(state, Limits(nodes=10_000))
    assert analysis.solved
    state.push_all(analysis.best)


def test_every_bot_plays_it() -> None:
    for name in BOTS:
        state = late(2, 12)
        play_game(state, [bot_from(name, game=GAME)] * 2)
        assert state.is_over


def test_greedy_beats_random_play() -> None:
    settings = MatchSettings(("greedy", "random"), seats=3, deals=2, plies=0, game="ruhr")
    points = [0, 0]
    for task in settings.checked().tasks():
        result = task.run()
        assert not result.faults
        state = State.from_record(result.record)
        assert state.is_over
        assert result.vp == tuple(state.vp)
        for player, vp in zip(result.entrants, result.vp, strict=True):
            points[player] += vp
    assert points[0] > points[1] + 100


def test_it_plays_against_itself() -> None:
    settings = SelfplaySettings(games=1, seats=2, nodes=2, lines=2, game="ruhr").checked()
    played = settings.task(0).run()
    assert State.from_record(played.record).vp == played.vp
    state = State(2, seed=played.seed, start=played.start)
    for decision in played.decisions:
        assert State.from_text(decision.view) == state.view(decision.seat)
        state.push_all(decision.turn)
    assert state.is_over


def test_self_play_is_written_down() -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    settings = SelfplaySettings(games=1, seats=2, nodes=2, lines=2, game="ruhr").checked()
    played = settings.task(0).run()
    table = decision_table([played], "ruhr").to_pydict()
    assert table["turn"] == [decision.turn for decision in played.decisions]
    assert sorted(set(table["game_turn"])) == list(range(1, 13))
    assert all(
        (turn + 3) // 4 == third
        for turn, third in zip(table["game_turn"], table["third"], strict=True)
    )


def test_a_game_is_reviewed_and_told() -> None:
    state = play_game(late(2, 12), [GreedyBot(GAME)] * 2)
    judged = list(review_turns(state, Engine(hash_mb=4, game=GAME), Limits(nodes=20)))
    story = tell_game(GAME, state, {"Seat0": "Anna"}, judged, nodes=20)
    report = Report([story])
    for text in (write_text(report), write_html(report)):
        assert "Anna" in text


def test_a_market_in_an_order_that_nobody_lists_can_be_asked_for() -> None:
    """At the end of such a market the next seat may begin with a step, too."""
    engine, generator, found = Engine(hash_mb=4, game=GAME), Random(3), 0
    for state in (State(players, seed=seed) for seed in range(5) for players in (2, 3)):
        while not state.is_over and found < 5:
            tokens: list[str] = []
            before, seat = state.copy(), state.turn
            while state.turn == seat and seat is not None and not (tokens and state.begins_turn):
                tokens.append(generator.choice(state.legal_moves()))
                state.push(tokens[-1])
            if not tokens:
                state.push(generator.choice(state.legal_moves()))
            elif before.phase == "buy" and len(tokens) > 1 and state.is_step:
                limits = Limits(nodes=20, root_turns=["/".join(tokens)], lines=1)
                assert engine.search(before, limits).lines[0].tokens == tokens
                found += 1
    assert found == 5


def test_the_protocol_plays_it() -> None:
    text = late(2, 12).to_text()
    kind, turn, *_ = answers(CHOICE, f"position text {text}", "go nodes 30")[-1].split()
    assert kind == "bestmove"
    State.from_text(text).push(turn)
    moves = "!fo pilot @s15 plain @s8 >c4 >c7"
    said = answers(CHOICE, f"position startpos players 2 moves {moves}", "query turn", "perft 1")
    assert said[-2] == "response chance"


def test_queries_in_json_lines_ask_about_it() -> None:
    state = late(2, 12)
    queries: list[dict[str, Any]] = [
        {"id": "text", "position": state.to_text()},
        {"id": "data", "position": state.to_dict()},
        {"id": "record", "record": state.to_record()},
    ]
    replies: list[dict[str, Any]] = []
    service = QueryService(
        lambda *lines: replies.extend(map(json.loads, lines)),
        QueryDefaults(1, "ruhr"),
        lambda: None,
    )
    service.serve([json.dumps(query | {"limits": {"nodes": 20}}) for query in queries])
    assert [reply["id"] for reply in replies] == ["text", "data", "record"]
    assert all(reply["lines"] == replies[0]["lines"] for reply in replies)


def test_it_is_played_over_http() -> None:
    client = client_of()

    def post(path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = client.post(path, {"game": "ruhr", **body})
        assert answer.status == 200, answer.body
        data: dict[str, Any] = answer.json()
        return data

    answer = post("/v1/new", {"players": 3, "seed": 3})
    state = State.from_record(answer["record"])
    assert answer["data"] == state.to_dict()
    few = {"limits": {"nodes": 20, "lines": 3}, "options": {"hash_mb": 4}}
    for _ in range(8):
        shown = post("/v1/legal", {"position": answer["position"]})
        assert [choice["token"] for choice in shown["legal"]] == state.legal_moves()
        best = post("/v1/bestmove", {**few, "record": answer["record"]})
        body = {"record": answer["record"], "tokens": best["best"], "chance": "draw"}
        answer = post("/v1/play", body)
        state = State.from_record(answer["record"])
        assert answer["data"] == state.to_dict()
    wrong = client.post("/v1/legal", {"game": "ruhr", "position": {**state.to_dict(), "bag": 99}})
    assert (wrong.status, wrong.json()["field"]) == (422, "position.bag")


def test_the_calm_game_begins_at_every_door(tmp_path: Path) -> None:
    said = answers(CHOICE, "position startpos players 3 seed 4 variant calm start 1", "d")
    calm = State(3, seed=4, start=1, calm=True)
    assert calm.to_text() in "\n".join(said)
    said = answers(CHOICE, "position startpos variant wild")
    assert said[-1] == (
        "info string error position: variants of Ruhrschifffahrt 1769-1890: calm, not 'wild'"
    )
    client = client_of()
    answer = client.post("/v1/new", {"game": "ruhr", "variant": "calm", "seed": 4})
    assert answer.json()["data"]["calm"]
    refused = client.post("/v1/new", {"variant": "calm"})
    assert (refused.status, refused.json()["field"]) == (422, "variant")
    settings = MatchSettings(("greedy", "random"), deals=1, game="ruhr", variant="calm").checked()
    assert MatchSettings.from_dict(settings.to_dict()) == settings
    witness = Witness(settings)
    for task in settings.tasks():
        result = task.run()
        witness.check(result)
        assert State.from_record(result.record).calm
    with pytest.raises(ValueError, match="no variant 'calm' of Coal Baron"):
        MatchSettings(("greedy", "random"), variant="calm").checked()
    file = tmp_path / "kept.txt"
    options = ["--game", "ruhr", "--variant", "calm", "--human", "none", "--time", "1"]
    assert main(["play", *options, "--seed", "3", "--file", str(file)]) == 0
    assert State.from_record(file.read_text("utf-8")).calm


def test_calm_games_are_kept_to_learn_from(tmp_path: Path) -> None:
    """The variant stands in the settings, so that games which are added are of the same kind."""
    pytest.importorskip("pyarrow")
    games = tmp_path / "games"
    calm = ["--game", "ruhr", "--variant", "calm"]
    assert main(["selfplay", str(games), *calm, "--games", "1", "--nodes", "4"]) == 0
    assert main(["selfplay", str(games), "--resume", "--games", "2"]) == 0
    records = [row["record"] for row in read_table(games, "games").to_pylist()]
    assert [State.from_record(record).calm for record in records] == [True, True]
    assert all(
        State.from_text(row["view"]).calm for row in read_table(games, "decisions").to_pylist()
    )
    with pytest.raises(ValueError, match="no variant 'calm' of Coal Baron: there are none"):
        SelfplaySettings(variant="calm").checked()
    with pytest.raises(ValueError, match=r"no variant 'wild' of Ruhrschifffahrt .*: calm"):
        PlaySettings(game="ruhr", variant="wild").checked()


def test_calm_games_become_samples(tmp_path: Path) -> None:
    played, samples = tmp_path / "played", tmp_path / "samples"
    how = ["--game", "ruhr", "--variant", "calm", "--games", "6", "--nodes", "0"]
    assert main(["learn", "play", str(played), *how]) == 0
    marked = [(game.seats, game.start, game.codes) for game in GameArchive.read_games(played)]
    assert len(marked) == 6
    for seats, start, codes in marked:
        state = State(seats, start=start, calm=True)
        state.push_codes(codes)
        assert state.is_over
    assert main(["learn", "label", str(played), str(samples)]) == 0
    [file] = samples.glob("*.npz")
    assert file.stat().st_size > 0


def test_calm_games_in_the_environments() -> None:
    pytest.importorskip("pettingzoo")
    gymnasium = pytest.importorskip("gymnasium")
    from coalbaron_fast.envs import BatchEnv, turns  # noqa: PLC0415 - needs NumPy and more

    importlib.import_module("coalbaron_fast.envs.gymnasium")
    env = pickle.loads(pickle.dumps(turns.GameEnv("ruhr", players=2, variant="calm")))  # noqa: S301
    env.reset(seed=3)
    assert env.game.calm
    one = gymnasium.make("coalbaron/Game-v1", game="ruhr", variant="calm")
    one.reset(seed=1)
    assert one.unwrapped.game.calm
    many = gymnasium.make_vec("coalbaron/Game-v1", num_envs=2, game="ruhr", variant="calm")
    many.reset(seed=1)
    assert many.games.state_of(1).calm
    batch = BatchEnv(2, 3, seed=5, game=GAME, variant="calm")
    batch.reset()
    _, seed, start = batch.game_of(1)
    assert batch.state_of(1).origin == State(3, seed, start, calm=True).origin
    for game, variant in (("ruhr", "wild"), ("coalbaron", "calm")):
        with pytest.raises(ValueError, match=f"no variant '{variant}' of "):
            turns.env(game, variant=variant)
        with pytest.raises(ValueError, match=f"no variant '{variant}' of "):
            BatchEnv(1, game=game, variant=variant)


def test_the_environments_offer_it() -> None:
    np = pytest.importorskip("numpy")
    pytest.importorskip("pettingzoo")
    from coalbaron_fast.envs import BatchEnv, turns  # noqa: PLC0415 - needs NumPy and more
    from coalbaron_fast.games.ruhr.training import longest_game  # noqa: PLC0415

    env = turns.env("ruhr", players=2)
    env.reset(seed=3)
    rng = Random(1)
    for agent, number in zip(env.agent_iter(), itertools.count(), strict=False):
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        assert env.observation_space(agent)["observation"].contains(observation["observation"])
        legal = np.flatnonzero(observation["action_mask"])
        env.step(int(rng.choice(list(legal))))
        assert number < longest_game(2)[0]
    again = pickle.loads(pickle.dumps(turns.GameEnv("ruhr", players=4)))  # noqa: S301
    assert (again.plays.name, len(again.possible_agents)) == ("ruhr", 4)
    batch = BatchEnv(3, 2, seed=5, game=GAME)
    step = batch.reset()
    for _ in range(30):
        actions = [int(rng.choice(list(np.flatnonzero(mask)))) for mask in step.masks]
        step = batch.step(actions)


def test_gymnasium_makes_it_by_its_name() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    importlib.import_module("coalbaron_fast.envs.gymnasium")
    one = gymnasium.make("coalbaron/Game-v1", game="ruhr", players=3, opponents="greedy")
    seen, info = one.reset(seed=1)
    finished, rng = False, Random(2)
    while not finished:
        assert one.observation_space.contains(seen)
        legal = [code for code, may in enumerate(info["action_mask"]) if may]
        seen, reward, finished, _, info = one.step(rng.choice(legal))
    assert -1 <= reward <= 1
    many = gymnasium.make_vec("coalbaron/Game-v1", num_envs=2, game="ruhr", players=2)
    rows, info = many.reset(seed=1)
    assert rows.shape == many.observation_space.shape
    assert info["action_mask"].any(axis=1).all()


def test_openspiel_loads_it_by_its_name() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    importlib.import_module("coalbaron_fast.envs.openspiel")
    node = pyspiel.load_game("ruhr(players=3)").new_initial_state()
    rng = Random(3)
    while not node.is_terminal():
        if node.is_chance_node():
            actions, chances = zip(*node.chance_outcomes(), strict=True)
            node.apply_action(rng.choices(actions, chances)[0])
            continue
        seat = node.current_player()
        world = node.resample_from_infostate(seat, rng.random)
        assert world.legal_actions() == node.legal_actions()
        node.apply_action(rng.choice(node.legal_actions()))
    assert sum(node.returns()) == pytest.approx(0)


def test_openspiel_loads_a_variant() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    importlib.import_module("coalbaron_fast.envs.openspiel")
    game = pyspiel.load_game("ruhr(players=3,variant=calm)")
    node = game.new_initial_state()
    assert node.position == State(3, calm=True)
    assert pyspiel.load_game(str(game)).new_initial_state().position.calm
    assert not pyspiel.load_game("ruhr").new_initial_state().position.calm
    with pytest.raises(ValueError, match="no variant 'wild'"):
        pyspiel.load_game("ruhr(variant=wild)")
    with pytest.raises(pyspiel.SpielError, match="variant"):
        pyspiel.load_game("coalbaron(variant=calm)")
