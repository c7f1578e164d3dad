"""What a screen is told of a position, beside the reference model of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

import pytest

from coalbaron_fast import State
from coalbaron_fast.games import load_game
from coalbaron_fast.games.coalbaron.facts import ORDERS, REWARDS, SPACES, TILES
from coalbaron_fast.games.coalbaron.table import Space, Table, describe_table
from tests.games.coalbaron.core.games import SEAT_COUNTS, STYLES, choose
from tests.games.coalbaron.reference.model import Game
from tests.games.coalbaron.reference.scoring import elements, ranks

GAME: Final = load_game("coalbaron")


def played(players: int, style: str, seed: int) -> Iterator[tuple[Game, State]]:
    """Yield every position of a random game, on the reference and on the core."""
    rng = Random(seed)
    start = seed % players
    game, state = Game(players, start), State(players, start=start)
    while not state.is_over:
        yield game, state
        token = choose(state, STYLES[style], rng)
        game.play(token)
        state.push(token)
    yield game, state


def space_of(table: Table, name: str) -> Space:
    return next(space for space in table.spaces if space.name == name)


@pytest.mark.parametrize("players", SEAT_COUNTS)
def test_majorities_are_those_of_the_reference(players: int) -> None:
    for game, state in played(players, "deliver", players):
        found = describe_table(state).majorities
        for majority, (counts, first, second) in zip(found, elements(game.seats, 3), strict=True):
            leaders, seconds = ranks(counts)
            seconds = [] if players == 2 else seconds
            assert majority.counts == counts
            assert (majority.leaders, majority.seconds) == (leaders, seconds)
            assert majority.reward == [
                first if seat in leaders else second if seat in seconds else 0
                for seat in range(players)
            ]
            assert majority.first == first
            assert majority.second == (None if players == 2 else second)


def test_majorities_are_scored_after_the_shifts_of_the_shift_clock() -> None:
    shifts = [majority.scored_after for majority in describe_table(State(seed=1)).majorities]
    assert shifts == 4 * [[1, 2, 3]] + 4 * [[2, 3]] + 4 * [[3]]
    names = [majority.name for majority in describe_table(State(seed=1)).majorities]
    assert names == [reward.name for reward in REWARDS]


@pytest.mark.parametrize("players", SEAT_COUNTS)
@pytest.mark.parametrize("style", ["uniform", "drain", "deliver"])
def test_a_space_that_cannot_be_chosen_says_why(players: int, style: str) -> None:
    codes = set()
    for game, state in played(players, style, 7 * players):
        table = describe_table(state)
        assert [space.name for space in table.spaces] == list(SPACES)
        legal = set(state.legal_moves()) if state.phase == "place" else set()
        assert {space.name for space in table.spaces if space.legal} == legal
        for space in table.spaces:
            assert (space.why is None) == space.legal
            if not space.locked:
                assert space.needs == game.workers_needed(space.name)
            if space.why is not None and state.phase == "place":
                codes.add(space.why.code)
                check_refusal(game, state, space)
    assert {"locked", "workers"} <= codes or players == 4


def check_refusal(game: Game, state: State, space: Space) -> None:
    """Hold a reason against the reference: what it says is so, and nothing comes before it."""
    seat = game.seats[state.turn or 0]
    why = space.why
    assert why is not None
    if why.code == "locked":
        assert space.locked
    elif why.code == "workers":
        assert (why.needs, why.has) == (game.workers_needed(space.name), seat.workers)
        assert game.workers_needed(space.name) > seat.workers
    elif why.code == "marks":
        price = next(tile.price for tile in TILES if tile.name == space.item)
        assert (why.needs, why.has) == (price, seat.marks)
        assert price > seat.marks
    elif why.code == "empty":
        assert space.item is None
        assert space.kind in ("factory", "order")
    elif why.code == "stack_empty":
        assert space.brings.count == 0
    else:
        assert why.code == "no_complete_order"
        assert space.brings.orders == []


@pytest.mark.parametrize("players", SEAT_COUNTS)
def test_a_space_brings_what_it_says(players: int) -> None:
    for _, state in played(players, "deliver", 11 + players):
        if state.phase != "place" or state.turn is None:
            continue
        seat, before = state.turn, describe_table(state)
        for name in state.legal_moves():
            brings = space_of(before, name).brings
            after = state.copy()
            after.push(name)
            if after.shift != state.shift or after.is_over:
                continue
            gained = after.marks[seat] - state.marks[seat]
            assert gained == (brings.marks or 0)
            assert after.vp[seat] - state.vp[seat] == (brings.vp or 0) * (brings.code == "deliver")
            if brings.code == "mine":
                assert after.to_dict()["steps"] == brings.steps


@pytest.mark.parametrize("players", SEAT_COUNTS)
def test_carts_cubes_and_stacks_add_up(players: int) -> None:
    for game, state in played(players, "drain", 3 + players):
        table = describe_table(state)
        for seat, own in zip(table.seats, game.seats, strict=True):
            assert [level.empty for level in seat.levels] == [
                own.empty_carts(level) for level in range(1, 5)
            ]
            for level in seat.levels:
                carts = level.carts.printed + level.carts.L + level.carts.D
                assert carts == len(level.cubes) + level.empty
            sides = [tile[-1] for level in seat.levels for tile in level.tiles]
            assert (sides.count("L"), sides.count("D")) == (seat.balance.L, seat.balance.D)
            for order in seat.orders:
                assert order.complete == all(spot.cubes for spot in order.spots)
        for stack, total in ((table.stacks.tiles, 48), (table.stacks.orders, len(ORDERS))):
            assert stack.size == len(stack.top) + stack.middle_size + len(stack.bottom)
            assert sum(stack.middle.values()) == stack.middle_size <= total


def test_a_view_tells_no_more_than_its_seat_knows() -> None:
    for number, (_, state) in enumerate(played(3, "looks", 5)):
        if number % 7:
            continue
        for seat in range(3):
            world = state.sample_world(seat, seed=number)
            assert describe_table(world.view(seat)) == describe_table(state.view(seat))


def test_the_end_shows_scores_and_winners() -> None:
    *_, (_, state) = played(2, "uniform", 1)
    over = describe_table(state).over
    assert over is not None
    assert (over.scores, over.winners) == (state.scores(), state.winners())


@pytest.mark.parametrize("style", ["uniform", "looks", "hoard"])
def test_every_legal_token_has_a_sentence(style: str) -> None:
    for _, state in played(2, style, 9):
        choices = GAME.choices(state)
        assert [choice.token for choice in choices] == state.legal_moves()
        for choice in choices:
            assert choice.text[0].isupper()
            assert choice.text.endswith(".")
        if state.is_chance:
            assert sum(choice.probability or 0 for choice in choices) == pytest.approx(1)
        else:
            assert {choice.probability for choice in choices} <= {None}


def test_sentences_name_the_price_and_the_workers() -> None:
    state = State(players=2)
    for tile in ("b2D", "y1L", "k1L", "g1L", "g2L", "k2L"):
        state.push(f"!{tile}")
    while state.phase != "place":
        state.push(state.legal_moves()[0])
    texts = {choice.token: choice.text for choice in GAME.choices(state)}
    assert texts["f1"] == "Buy tile b2D (brown, 2 carts, dark) for 4 Marks (1 worker)."
    assert texts["m10"] == "Mine with 10 work steps (1 worker)."
    state.push_all(["m10", "end"])
    texts = {choice.token: choice.text for choice in GAME.choices(state)}
    assert texts["m10"] == "Mine with 10 work steps (2 workers)."
