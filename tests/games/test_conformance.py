"""Every game, and the two tiny ones of the tests, under the same kit; and the kit under test."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Self

import pytest

from coalbaron_fast.errors import Defect, PositionError
from coalbaron_fast.games import GAMES, Game, Position, load_game
from coalbaron_fast.search.mcts import Searcher
from tests.games.conformance import (
    check_features,
    check_game,
    check_knowledge,
    check_position,
    check_refusals,
    check_seeded_game,
    check_shown,
    check_table,
)
from tests.search import hide_game
from tests.search.ctypes_game import EVERYBODY, capsule, functions_of, put_turns
from tests.search.hide_game import State
from tests.search.tiny_games import GAMES as TINY_GAMES

PLAYED: Final = [*map(load_game, GAMES), *TINY_GAMES]
TABLES: Final = [
    pytest.param(game, players, id=f"{game.name} {players}")
    for game in PLAYED
    for players in game.players
]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_game_conforms(game: Game, players: int) -> None:
    # Long games are looked at here and there.
    every = 1 if len(game.tokens) < 100 else 40
    assert sum(check_game(game, players, seed, every=every) for seed in range(3)) >= 9


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_seeded_game_conforms(game: Game, players: int) -> None:
    for seed in range(3):
        check_seeded_game(game, players, seed)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_games_at_random_keep_to_the_contract(game: Game, players: int) -> None:
    workload = pytest.importorskip("coalbaron_fast.search.workload", reason="built in place only")
    player, state = workload.RandomPlayer(game.ops), game.State(players)
    assert min(player.play(state.data(), seed) for seed in range(20)) > 0


# The test of the test: every check fails on what it is for


def hidden() -> State:
    """Seat 0 has said 5 and hidden in a."""
    state = State(2)
    state.push_all("say5 a")
    return state


class Forgetful(State):
    """Does not list its first move."""

    def legal_moves(self) -> list[str]:
        return super().legal_moves()[1:]


class Open(State):
    """Shows the seeker where seat 0 is."""

    def view(self, seat: int) -> Self:
        table = hide_game.Table.from_buffer_copy(self.data())
        table.seen_by = 1 + seat
        return self.from_data(bytes(table))


class Blind(State):
    """Draws a world that does not agree with what seat 0 knows of itself."""

    def sample_world(self, seat: int, seed: int) -> Self:
        table = hide_game.Table.from_buffer_copy(super().sample_world(seat, seed).data())
        table.places[0] ^= 1
        return self.from_data(bytes(table))


class Unwritten(State):
    """Writes records without their moves."""

    @property
    def history(self) -> list[str]:
        return []


class Rewritten(State):
    """Shows what was unseen, once all have placed."""

    def history_seen_by(self, seat: int) -> list[str]:
        return self.history if self.is_chance else super().history_seen_by(seat)


class Likely(State):
    """Has outcomes that are less likely than they are."""

    def chance_outcomes(self) -> list[tuple[str, float]]:
        return [(token, part / 2) for token, part in super().chance_outcomes()]


class Aliased(State):
    """Copies nothing."""

    def copy(self) -> Self:
        return self


def as_kind(kind: type[State], words: str) -> State:
    state = kind(1 if "say1" in words else 2)
    state.push_all(words)
    return state


FAULTS: Final[list[tuple[type[State], str, Callable[[Position], None]]]] = [
    (Forgetful, "say5", check_position),
    (Open, "say5 a", check_knowledge),
    (Blind, "say5 a", check_knowledge),
    (Unwritten, "say5 a", check_position),
    (Likely, "say1 a", check_position),
    (Aliased, "say5 a", check_position),
    (Forgetful, "say5", lambda state: check_refusals(state, hide_game.TOKENS)),
]


@pytest.mark.parametrize(("kind", "words", "check"), FAULTS)
def test_the_kit_sees_a_fault(
    kind: type[State], words: str, check: Callable[[Position], None]
) -> None:
    check(as_kind(State, words))
    with pytest.raises(AssertionError):
        check(as_kind(kind, words))


def test_the_kit_sees_what_is_shown_otherwise_later_on() -> None:
    for kind in (State, Rewritten):
        before = as_kind(kind, "say5 a")
        after = as_kind(kind, "say5 a b")
        if kind is State:
            check_shown(before, after)
        else:
            with pytest.raises(AssertionError):
                check_shown(before, after)


def test_the_kit_sees_a_table_that_lists_what_is_not_legal() -> None:
    searcher = Searcher(hide_game.OPS, 1)
    check_table(hide_game.GAME, hidden(), searcher)
    wrong = capsule(
        functions_of(hide_game.Table)
        | {"turns": lambda _state, _scratch, out, _limit: put_turns(out, [[0]])},
        hide_game.Table,
    )
    with pytest.raises(ValueError, match="say1"):
        check_table(hide_game.GAME._replace(ops=wrong), hidden(), Searcher(wrong, 1))


def test_the_kit_sees_features_that_tell_a_seat_what_others_hide() -> None:
    def tell_all(pointer: int, _viewer: int, out: object) -> None:
        hide_game.features(pointer, EVERYBODY, out)

    check_features(hide_game.GAME, hidden())
    wrong = capsule(
        hide_game.FUNCTIONS | {"features": tell_all}, hide_game.Table, **hide_game.SIZES
    )
    with pytest.raises(AssertionError):
        check_features(hide_game.GAME._replace(ops=wrong), hidden())


@pytest.mark.parametrize("name", GAMES)
def test_a_record_of_a_view_takes_no_seed(name: str) -> None:
    game = load_game(name)
    state = game.State(game.players[0], seed=3)
    while state.turn is None:
        state.push_codes([state.legal_codes()[0]])
    record = state.view(state.turn).to_record()
    assert game.State.from_record(record).viewer == state.turn
    with pytest.raises(
        PositionError, match=r"line 1, Seed: .*expected no seed with a view"
    ) as found:
        game.State.from_record(f'[Seed "5"]\n{record}')
    assert (found.value.defect, found.value.value) == (Defect.VIEW, 5)
