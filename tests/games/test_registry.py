"""The registry, and what the record of a game holds."""

from __future__ import annotations

import copy
import pickle

import pytest

from coalbaron_fast import State
from coalbaron_fast.games import DEFAULT, GAMES, Game, load_game

EVERY_GAME = sorted(GAMES)


def test_the_default_is_coal_baron() -> None:
    assert load_game(DEFAULT).State is State


def test_a_record_stands_for_itself() -> None:
    game = load_game(DEFAULT)._replace(title="another")
    assert load_game(game) is game


def test_an_unknown_game_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(ValueError, match=r"no game 'chess': .*coalbaron"):
        load_game("chess")


@pytest.mark.parametrize("name", EVERY_GAME)
def test_names_and_words_agree(name: str) -> None:
    game = load_game(name)
    assert game.name == name
    assert game.read_words(list(game.tokens)) == list(range(len(game.tokens)))
    assert all(game.describe(code) for code in range(len(game.tokens)))


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_game_is_pickled_by_its_name(name: str) -> None:
    game = load_game(name)
    assert pickle.loads(pickle.dumps(game)) is game  # noqa: S301 - our own
    assert copy.deepcopy(game) is game
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(game._replace(title="another"))


def play_some(game: Game, players: int, steps: int) -> object:
    """Play a while by the first legal code."""
    state = game.State(players, seed=5)
    for _ in range(steps):
        if state.is_over:
            break
        state.push_codes(state.legal_codes()[:1])
    return state


@pytest.mark.parametrize("name", EVERY_GAME)
def test_codes_and_tokens_say_the_same(name: str) -> None:
    game = load_game(name)
    for players in game.players:
        state: State = play_some(game, players, 30)  # type: ignore[assignment]
        assert game.spell(state.legal_codes()) == state.legal_moves()
        assert game.spell(state.codes) == state.history
        assert all(state.is_legal_code(code) for code in state.legal_codes())
        assert not state.is_legal_code(len(game.tokens))
        assert not state.is_legal_code(-1)
        again = state.origin
        again.push_codes(state.codes)
        assert again == state
        assert state.unseeded().seed is None
        assert state.unseeded() == state
        assert "\n".join(game.draw_board(state))


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_record_is_read_with_its_tags(name: str) -> None:
    game = load_game(name)
    state: State = play_some(game, game.players[0], 10_000)  # type: ignore[assignment]
    assert state.is_over
    again, tags = game.State.read_record(state.to_record(Event="A quiet evening"))
    assert again == state
    assert again.codes == state.codes
    assert tags == {"Event": "A quiet evening"}


@pytest.mark.parametrize("name", EVERY_GAME)
def test_chance_is_listed_in_the_order_of_the_codes(name: str) -> None:
    game = load_game(name)
    state: State = game.State(game.players[0])
    met = 0
    for _ in range(200):
        if state.is_over:
            break
        if state.is_chance:
            met += 1
            assert [token for token, _ in state.chance_outcomes()] == state.legal_moves()
        state.push_codes(state.legal_codes()[:1])
    assert met
