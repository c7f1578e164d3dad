"""What only this game shows at the doors, and its option; the rest: tests/games/test_doors.py."""

from __future__ import annotations

import importlib
from pathlib import Path
from random import Random
from typing import Final

import pytest

from coalbaron_fast import Engine, Limits
from coalbaron_fast.arena.dataset import decision_table, read_table
from coalbaron_fast.arena.pairing import MatchSettings
from coalbaron_fast.arena.selfplay import SelfplaySettings
from coalbaron_fast.games import load_game
from coalbaron_fast.games.position import BEGINS
from coalbaron_fast.games.ruhr import State
from coalbaron_protocol.__main__ import main
from tests.protocol.test_session import answers
from tests.server.fakes import client_of

GAME: Final = load_game("ruhr")
CHOICE: Final = "setoption name Game value ruhr"


def late(players: int, turn: int = 11, phase: str = "option") -> State:
    """A position near the end of a game in which all play at first sight."""
    state = State(players, seed=5)
    while state.shift < turn or state.phase != phase:
        state.push_codes(state.first_sight())
    return state


def test_the_last_market_is_solved() -> None:
    state = late(2, 12, "buy")
    analysis = Engine(hash_mb=4, seed=1, game=GAME).search(state, Limits(nodes=10_000))
    assert analysis.solved
    state.push_all(analysis.best)


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


def test_a_market_in_an_order_that_nobody_lists_can_be_asked_for() -> None:
    """At the end of such a market the next seat may begin with a step, too."""
    engine, generator, found = Engine(hash_mb=4, game=GAME), Random(3), 0
    for state in (State(players, seed=seed) for seed in range(5) for players in (2, 3)):
        while not state.is_over and found < 5:
            tokens: list[str] = []
            before, seat = state.copy(), state.turn
            while (
                state.turn == seat
                and seat is not None
                and not (tokens and state.decision in BEGINS)
            ):
                tokens.append(generator.choice(state.legal_moves()))
                state.push(tokens[-1])
            if not tokens:
                state.push(generator.choice(state.legal_moves()))
            elif before.phase == state.phase == "buy" and len(tokens) > 1:
                limits = Limits(nodes=20, root_turns=["/".join(tokens)], lines=1)
                assert engine.search(before, limits).lines[0].tokens == tokens
                found += 1
    assert found == 5


def test_a_wrong_field_of_a_position_is_named_over_http() -> None:
    position = {**late(2).to_dict(), "bag": 99}
    wrong = client_of().post("/v1/legal", {"game": "ruhr", "position": position})
    assert (wrong.status, wrong.json()["field"]) == (422, "position.bag")


def test_the_older_word_for_an_option_is_read() -> None:
    said = answers(CHOICE, "position startpos players 3 seed 4 variant calm start 1", "d")
    assert State(3, seed=4, start=1, calm=True).to_text() in "\n".join(said)
    said = answers(CHOICE, "position startpos variant wild")
    assert said[-1] == ("info string error position: no option 'wild'; expected one of calm")
    client = client_of()
    answer = client.post("/v1/new", {"game": "ruhr", "variant": "calm", "seed": 4})
    assert answer.json()["data"]["calm"]
    refused = client.post("/v1/new", {"variant": "calm"})
    assert (refused.status, refused.json()["field"]) == (422, "variant")


def test_calm_games_are_kept_to_learn_from(tmp_path: Path) -> None:
    """The options stand in the settings, so that games which are added are of the same kind."""
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


def test_gymnasium_makes_calm_games_by_name() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    importlib.import_module("coalbaron_fast.envs.gymnasium")
    one = gymnasium.make("coalbaron/Game-v1", game="ruhr", options="calm")
    one.reset(seed=1)
    assert one.unwrapped.game.calm
    many = gymnasium.make_vec("coalbaron/Game-v1", num_envs=2, game="ruhr", options="calm")
    many.reset(seed=1)
    assert many.games.state_of(1).calm


def test_openspiel_loads_an_option() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    importlib.import_module("coalbaron_fast.envs.openspiel")
    game = pyspiel.load_game("ruhr(players=3,calm=True)")
    node = game.new_initial_state()
    assert node.position == State(3, calm=True)
    assert pyspiel.load_game(str(game)).new_initial_state().position.calm
    assert not pyspiel.load_game("ruhr").new_initial_state().position.calm
    with pytest.raises(pyspiel.SpielError, match="wild"):
        pyspiel.load_game("ruhr(wild=True)")
    with pytest.raises(pyspiel.SpielError, match="calm"):
        pyspiel.load_game("coalbaron(calm=True)")
