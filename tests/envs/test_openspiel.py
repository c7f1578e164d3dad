"""OpenSpiel's face: its own checks, what a seat may know, copies, and its own players."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from types import FrameType
from typing import Any, Final, TypeAlias

import numpy as np
import pytest

from coalbaron_fast import State
from coalbaron_fast.games.coalbaron.notation import code_of, token_of
from tests.envs.test_any_game import GAME as HIDE

pyspiel = pytest.importorskip("pyspiel")
openspiel = pytest.importorskip("coalbaron_fast.envs.openspiel")
mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
ismcts = pytest.importorskip("open_spiel.python.algorithms.ismcts")
mccfr = pytest.importorskip("open_spiel.python.algorithms.outcome_sampling_mccfr")
rl_environment = pytest.importorskip("open_spiel.python.rl_environment")

SEATS: Final = (2, 3, 4)
SIMULATIONS: Final = 12

Game: TypeAlias = Any
Node: TypeAlias = Any
Bot: TypeAlias = Any
"""OpenSpiel has no types."""


def new_game(players: int) -> Game:
    return pyspiel.load_game(f"coalbaron(players={players})")


def play_on(node: Node, moves: int, generator: random.Random) -> Node:
    """Play random actions and outcomes, then on to a decision or the end."""
    while not node.is_terminal() and (moves > 0 or node.is_chance_node()):
        node.apply_action(generator.choice(node.legal_actions()))
        moves -= 1
    return node


def decision(players: int, moves: int, seed: int) -> Node:
    return play_on(new_game(players).new_initial_state(), moves, random.Random(seed))


# -- what is said of a game; OpenSpiel's own checks are in test_every_game.py


@pytest.mark.parametrize("players", SEATS)
def test_no_game_is_longer_than_is_said(players: int) -> None:
    game = new_game(players)
    assert game.max_history_length() == game.max_game_length() + game.max_chance_nodes_in_history()
    for seed in range(10):
        history = play_on(game.new_initial_state(), 10_000, random.Random(seed)).full_history()
        chances = sum(entry.player == pyspiel.PlayerId.CHANCE for entry in history)
        assert chances <= game.max_chance_nodes_in_history()
        assert len(history) - chances <= game.max_game_length()


def test_a_turn_that_takes_longest_is_allowed_for() -> None:
    """All workers into looks and mining, every step of it used: the bound is near."""
    game = new_game(2)
    generator = random.Random(3)
    node = game.new_initial_state()
    wanted = ("fx", "ox", "m10", "m6", "-", "+-")
    longest = 0
    for _ in range(5):
        node = game.new_initial_state()
        while not node.is_terminal():
            legal = node.legal_actions()
            tokens = [node.action_to_string(node.current_player(), action) for action in legal]
            best = [a for a, token in zip(legal, tokens, strict=True) if token in wanted]
            steps = [a for a, token in zip(legal, tokens, strict=True) if token != "end"]
            node.apply_action(generator.choice(best or steps or legal))
        history = node.full_history()
        decisions = sum(entry.player != pyspiel.PlayerId.CHANCE for entry in history)
        longest = max(longest, decisions)
    assert 0.6 * game.max_game_length() < longest <= game.max_game_length()


@pytest.mark.parametrize("players", SEATS)
def test_what_a_game_returns(players: int) -> None:
    game = new_game(players)
    assert (game.max_utility(), game.utility_sum()) == (1.0, 0.0)
    for seed in range(5):
        node = play_on(game.new_initial_state(), 10_000, random.Random(seed))
        returns = node.returns()
        assert abs(sum(returns)) < 1e-12
        assert min(returns) >= game.min_utility() - 1e-12
        winners = node.position.winners()
        assert [seat for seat in range(players) if returns[seat] == max(returns)] == winners
    assert new_game(players).new_initial_state().returns() == [0.0] * players


def test_other_numbers_of_players_and_other_observers_are_refused() -> None:
    for players in (1, 5):
        with pytest.raises(ValueError, match="players must be 2 to 4"):
            openspiel.CoalBaronGame({"players": players})
    game = new_game(2)
    with pytest.raises(ValueError, match="one seat knows"):
        game.make_py_observer(
            pyspiel.IIGObservationType(
                perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
            )
        )
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"wide": True})


# -- what a seat knows


def look(node: Node, space: str, generator: random.Random) -> None:
    """The seat to move looks, keeps nothing and puts all of it back in some order."""
    seat = node.current_player()
    player = node.current_player()

    def apply(token: str) -> None:
        node.apply_action(node.string_to_action(player, token))

    apply(space)
    while node.is_chance_node():
        node.apply_action(generator.choice(node.legal_actions()))
    apply("+-")
    apply("top")
    while node.position.phase == "stack" and node.current_player() == seat:
        node.apply_action(generator.choice(node.legal_actions()))


def looked_two_ways(players: int, space: str) -> Iterator[tuple[Node, Node, list[int]]]:
    """Yield pairs of games in which a seat has looked at other things, and the other seats."""
    checked = 0
    for seed in range(12):
        node = decision(players, 40 + 10 * seed, seed)
        while not node.is_terminal() and not node.position.is_legal(space):
            play_on(node, 1, random.Random(seed))
        if node.is_terminal():
            continue
        mover = node.current_player()
        one, other = node.clone(), node.clone()
        for number, branch in enumerate((one, other)):
            look(branch, space, random.Random(100 * seed + number))
        assert one.information_state_string(mover) != other.information_state_string(mover)
        yield one, other, [seat for seat in range(players) if seat != mover]
        checked += 1
    assert checked >= 8


@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("space", ["fx", "ox"])
def test_what_others_looked_at_and_put_back_is_not_told(players: int, space: str) -> None:
    for one, other, seats in looked_two_ways(players, space):
        for seat in seats:
            assert one.information_state_string(seat) == other.information_state_string(seat)
            assert one.information_state_tensor(seat) == other.information_state_tensor(seat)
            assert one.observation_string(seat) == other.observation_string(seat)
            assert one.observation_tensor(seat) == other.observation_tensor(seat)


@pytest.mark.parametrize("players", SEATS)
def test_drawn_worlds_are_the_same_to_the_seat_and_differ_from_the_truth(players: int) -> None:
    generator = random.Random(players)
    differing = 0
    for seed in range(8):
        node = decision(players, 20 + 25 * seed, seed)
        if node.is_terminal():
            continue
        seat = node.current_player()
        world = node.resample_from_infostate(seat, generator.random)
        assert world.current_player() == seat
        assert world.legal_actions() == node.legal_actions()
        for ask in ("information_state_string", "information_state_tensor", "observation_tensor"):
            assert getattr(world, ask)(seat) == getattr(node, ask)(seat)
        differing += str(world) != str(node)
        again = world.resample_from_infostate(seat, generator.random)
        assert again.information_state_string(seat) == node.information_state_string(seat)
        if node.position.is_legal("bank"):  # it turns nothing up that would tell them apart
            for state in (node, world, again):
                state.apply_action(code_of("bank"))
            told = node.information_state_string(seat)
            assert told.endswith(" bank")
            assert world.information_state_string(seat) == told
            assert again.information_state_string(seat) == told
    # Seats that have looked at nothing cannot tell what the top places of a stack hold.
    assert differing > 0


@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("space", ["fx", "ox"])
def test_a_drawn_world_holds_nothing_of_what_others_truly_know(players: int, space: str) -> None:
    """Two games that a seat cannot tell apart: the same draw makes the same world of both.

    Another seat has looked at cards in one, and at others in the other.
    """
    for one, other, seats in looked_two_ways(players, space):
        for seat in seats:
            told = one.information_state_string(seat)
            assert told == other.information_state_string(seat)
            for drawn in (0.1, 0.7):
                worlds = [
                    branch.resample_from_infostate(seat, partial(float, drawn))
                    for branch in (one, other)
                ]
                assert str(worlds[0]) == str(worlds[1])
                for world in worlds:
                    assert world.information_state_string(seat) == told
                for third in range(players):
                    found = [world.information_state_string(third) for world in worlds]
                    assert found[0] == found[1]
                    tensors = [world.information_state_tensor(third) for world in worlds]
                    assert tensors[0] == tensors[1]


@pytest.mark.parametrize("players", SEATS)
def test_in_a_drawn_world_the_others_know_their_view_of_it(players: int) -> None:
    generator = random.Random(players)
    for seed in range(6):
        node = decision(players, 30 + 30 * seed, seed)
        if node.is_terminal():
            continue
        seat = seed % players
        world = node.resample_from_infostate(seat, generator.random)
        for step in range(4):
            for other in range(players):
                view = world.position.view(other).to_text()
                assert world.observation_string(other) == view
                words = world.information_state_string(other)
                assert words.startswith(f"seat {other} ")
                if other != seat and step == 0:
                    assert words == f"seat {other} {view}"
                if other == seat and step == 0:
                    assert words == node.information_state_string(seat)
            # From there on everybody is shown what is played, as in any game.
            if world.is_terminal():
                break
            before = [world.information_state_string(other) for other in range(players)]
            play_on(world, 1, generator)
            for other in range(players):
                after = world.information_state_string(other)
                assert after.startswith(before[other])
            world = world.clone()
            again = world.resample_from_infostate(seat, generator.random)
            assert again.information_state_string(seat) == world.information_state_string(seat)


def test_all_worlds_are_drawn_alike() -> None:
    """Of one hidden card each, so that all worlds can be counted."""
    node_class = type("HideDrawn", (openspiel.EngineState,), {"plays": HIDE})
    parts = {"plays": HIDE, "game_type": openspiel.game_type(HIDE), "node": node_class}
    game = type("HideGame", (openspiel.EngineGame,), parts)({"players": 2})
    generator = random.Random(5)
    node = game.new_initial_state()
    checked = 0
    while not node.is_terminal():
        if not node.is_chance_node():
            drawn: Counter[str] = Counter(
                str(node.resample_from_infostate(node.current_player(), generator.random))
                for _ in range(300)
            )
            if len(drawn) > 1:
                assert min(drawn.values()) > 300 / len(drawn) / 2
                checked += 1
        node.apply_action(generator.choice(node.legal_actions()))
    assert checked > 0


def test_the_information_state_is_what_was_shown_in_order() -> None:
    node = decision(3, 120, 5)
    position = node.position
    for seat in range(3):
        words = node.information_state_string(seat).split(" ")
        assert words == ["seat", str(seat), *position.history_seen_by(seat)]
        shown = openspiel.Observer(
            node.get_game(), pyspiel.IIGObservationType(perfect_recall=True), None
        )
        shown.set_from(node, seat)
        codes = [int(code) for code in shown.dict["shown"] if code]
        assert [token_of(code - 1) for code in codes] == words[2:]
        assert node.observation_string(seat) == position.view(seat).to_text()
        assert np.array_equal(shown.tensor, np.float32(node.information_state_tensor(seat)))


# -- copies


@pytest.mark.parametrize(
    "duplicate",
    [
        lambda node: node.clone(),
        copy.deepcopy,
        lambda node: pickle.loads(pickle.dumps(node)),  # noqa: S301 - our own bytes
        lambda node: node.get_game().deserialize_state(node.serialize()),
        lambda node: pyspiel.deserialize_game_and_state(
            pyspiel.serialize_game_and_state(node.get_game(), node)
        )[1],
    ],
    ids=["clone", "deepcopy", "pickle", "state", "game and state"],
)
def test_copies_go_their_own_way(duplicate: Callable[[Node], Node]) -> None:
    for node in (
        decision(2, 0, 1),
        decision(3, 90, 2),
        decision(4, 60, 3).resample_from_infostate(1, random.Random(1).random),
    ):
        other = duplicate(node)
        assert isinstance(other, openspiel.CoalBaronState)
        assert (str(other), other.history()) == (str(node), node.history())
        before = str(node)
        other.apply_action(other.legal_actions()[0])
        assert str(node) == before
        node.apply_action(node.legal_actions()[0])
        assert str(other) == str(node)
        for seat in range(node.num_players()):
            told = node.information_state_string(seat)
            assert other.information_state_string(seat) == told


def python_calls(work: Callable[[], object]) -> int:
    """Return how many Python functions are called: a measure of work that no clock disturbs."""
    count = 0

    def note(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def test_copies_are_not_made_by_way_of_text() -> None:
    node = decision(2, 150, 1)
    by_text = python_calls(lambda: State.from_text(node.position.to_text()))
    assert python_calls(node.clone) * 30 < by_text
    assert python_calls(lambda: copy.deepcopy(node)) * 30 < by_text
    assert python_calls(lambda: pickle.loads(pickle.dumps(node))) * 30 < by_text  # noqa: S301


# -- OpenSpiel's players


def python_bot(kind: str, game: Game) -> Bot:
    generator = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, generator)
    if kind == "mcts":
        return mcts.MCTSBot(game, 2.0, SIMULATIONS, evaluator, random_state=generator)
    return ismcts.ISMCTSBot(
        game,
        evaluator,
        2.0,
        SIMULATIONS,
        random_state=generator,
        use_observation_string=kind == "ismcts by observation",
    )


@pytest.mark.parametrize("kind", ["mcts", "ismcts", "ismcts by observation"])
@pytest.mark.parametrize("players", SEATS)
def test_openspiels_python_players_play(kind: str, players: int) -> None:
    node = decision(players, 60, players)
    bot = python_bot(kind, node.get_game())
    for _ in range(6):
        action = bot.step(node)
        assert action in node.legal_actions()
        node.apply_action(action)
        play_on(node, 0, random.Random(1))


def test_openspiels_compiled_search_plays() -> None:
    node = decision(2, 60, 2)
    bot = pyspiel.MCTSBot(
        node.get_game(),
        pyspiel.RandomRolloutEvaluator(1, 7),
        2.0,
        SIMULATIONS,
        100,
        False,
        5,
        False,
    )
    assert bot.mcts_search(node).explore_count == SIMULATIONS
    policy, action = bot.step_with_policy(node)
    assert action in node.legal_actions()
    assert {listed for listed, _ in policy} <= set(node.legal_actions())


def test_openspiels_learning_environment_steps() -> None:
    environment = rl_environment.Environment(new_game(3))
    step = environment.reset()
    taken = 0
    while not step.last() and taken < 60:
        seat = step.observations["current_player"]
        assert len(step.observations["info_state"][seat]) == sum(
            environment.observation_spec()["info_state"]
        )
        step = environment.step([step.observations["legal_actions"][seat][0]])
        taken += 1
    assert taken == 60


def test_openspiels_regret_minimisation_takes_an_iteration() -> None:
    solver = mccfr.OutcomeSamplingSolver(new_game(2))
    solver.iteration()
    policy = solver.average_policy().action_probabilities(decision(2, 0, 1))
    assert sum(policy.values()) == pytest.approx(1.0)


def test_a_pickle_is_read_where_nothing_was_imported() -> None:
    node = decision(2, 80, 4)
    program = "import pickle, sys; print(pickle.loads(sys.stdin.buffer.read()))"
    run = subprocess.run(
        [sys.executable, "-c", program], input=pickle.dumps(node), capture_output=True, check=False
    )
    assert (run.returncode, run.stderr) == (0, b"")
    assert run.stdout.decode().strip() == str(node)


# -- another game


def test_openspiel_plays_another_game() -> None:
    node_class = type("HideNode", (openspiel.EngineState,), {"plays": HIDE})
    parts = {"plays": HIDE, "game_type": openspiel.game_type(HIDE), "node": node_class}
    game_class = type("HideGame", (openspiel.EngineGame,), parts)
    generator = random.Random(1)
    for players in (2, 3):
        node = game_class({"players": players}).new_initial_state()
        while not node.is_terminal():
            if node.is_chance_node():
                outcomes = node.chance_outcomes()
                assert sum(chance for _, chance in outcomes) == pytest.approx(1.0)
                node.apply_action(outcomes[0][0])
            else:
                node.apply_action(generator.choice(node.legal_actions()))
        assert sum(node.returns()) == pytest.approx(0.0)
