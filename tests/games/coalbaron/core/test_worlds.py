"""Worlds drawn from what a seat knows: exactly those possible, each as often as the others.

The expected distribution comes from oracle.py, which enumerates all arrangements.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from fractions import Fraction
from random import Random
from typing import Any, Final, NamedTuple

import pytest

from coalbaron_fast import State
from tests.games.coalbaron.core.chi_square import DOUBTFUL, chi_square_tail, fit
from tests.games.coalbaron.core.conformance import check_counts
from tests.games.coalbaron.core.games import (
    SEAT_COUNTS,
    STYLES,
    choose,
    play_from,
    sampled_positions,
)
from tests.games.coalbaron.core.oracle import (
    STACKS,
    Position,
    World,
    look_of,
    small_position,
    support_of,
)
from tests.games.coalbaron.core.watched import WatchedGame, small_games

FEWEST_DRAWS: Final = 700
DRAWS_A_CELL: Final = 12
"""Beside those: more than the five that the test of chi square asks for."""


# Cells: what a full position shows of an arrangement


def cell_of_world(world: World, top: int, middle: int) -> Hashable:
    """An arrangement without the order of the middle."""
    shuffled = tuple(sorted(world.stack[top : top + middle]))
    return (*world[:2], world.stack[:top], shuffled, world.stack[top + middle :])


def cell_of_position(position: Position, stack: str) -> Hashable:
    """The same of a full position."""
    part, look = position[stack], look_of(position, stack)
    known = [
        tuple(place["item"] for batch in part[side] for place in batch)
        for side in ("top", "bottom")
    ]
    returned: list[Any] = [] if look is None else look["returned"]
    held: list[Any] = [] if look is None else look["held"]
    return (
        tuple(place["item"] for place in returned),
        tuple(sorted(place["item"] for place in held)),
        known[0],
        tuple(sorted(part["middle"])),
        known[1],
    )


def expected_cells(worlds: set[World], position: Position, stack: str) -> dict[Hashable, Fraction]:
    """Each cell's share, all arrangements being equally likely."""
    part = position[stack]
    top = sum(len(batch) for batch in part["top"])
    weights: Counter[Hashable] = Counter()
    for world in worlds:
        weights[cell_of_world(world, top, part["middle_size"])] += world.weight
    return {cell: Fraction(weight, weights.total()) for cell, weight in weights.items()}


def draws_of(cells: int) -> int:
    """How many worlds say whether so many cells are equally likely."""
    return FEWEST_DRAWS + DRAWS_A_CELL * cells


def assert_uniform(state: State, seat: int, stack: str, expected: dict[Hashable, Fraction]) -> None:
    """The sampled worlds fall into these cells, as often as they should."""
    rng = Random(f"worlds/{seat}/{len(state.history)}")
    counts = Counter(
        cell_of_position(state.sample_world(seat, seed=rng.getrandbits(64)).to_dict(), stack)
        for _ in range(draws_of(len(expected)))
    )
    chance = fit(counts, expected)
    assert chance > DOUBTFUL, f"{len(expected)} cells, a fit by chance of {chance:.2g}"


# Scripted games. A ... H are the items of the stack, {x} looks at it, {r} takes what lies on a
# space that is refilled from it. Seat 0 moves first; it is the one whose worlds are drawn.


class Case(NamedTuple):
    """A script and the number of cells that seat 0 has to think possible."""

    script: str
    cells: int
    players: int = 2


OWN_TOP: Final = "{x} !A !B !C !D !E +E top ^B ^A ^D "
OWN_BOTTOM: Final = OWN_TOP.replace("top", "bottom")
OVER: Final = "{x} !F "

CASES: Final = {
    "own returns on top": Case(OWN_TOP, 1),
    "own returns below": Case(OWN_BOTTOM, 1),
    # Four places hold B, C, D and one of F, G, H.
    "one of mine kept, on top": Case(OWN_TOP + OVER + "+A top ^F ^D ^B", 24 * 3),
    "one of mine kept, below": Case(OWN_TOP + OVER + "+A bottom ^F ^D ^B", 24 * 3),
    # F was shown: four places hold my four.
    "another kept, on top": Case(OWN_TOP + OVER + "+F top ^D ^A ^B", 24),
    "another kept, below": Case(OWN_TOP + OVER + "+F bottom ^D ^A ^B", 24),
    "none kept, on top": Case(OWN_TOP + OVER + "+- top ^D ^F ^A ^B", 120 * 3),
    "none kept, below": Case(OWN_TOP + OVER + "+- bottom ^D ^F ^A ^B", 120 * 3),
    # A refill turns up the uppermost place of the set.
    "refill with one of mine": Case(OWN_TOP + OVER + "+A top ^B ^F ^D {r}", 6 * 3),
    "refill with another": Case(OWN_TOP + OVER + "+A top ^F ^B ^D {r}", 6),
    "two refills": Case(OWN_TOP + OVER + "+- top ^D ^F ^A ^B {r} {r}", 6),
    # Above the set is the middle: what comes up there lies in no place of the set.
    "refill from above the set": Case(OWN_TOP + OVER + "+A bottom ^F ^D ^B {r} !G", 24 * 2),
    # The middle is F, G, H; then my own below: A and B are drawn with them.
    "own met below, none kept": Case(OWN_BOTTOM + "{x} !F !G !H +- top ^A ^F ^H ^B", 120),
    "own met below, one of mine kept": Case(OWN_BOTTOM + "{x} !F !G !H +A top ^F ^B ^H", 24),
    "own met below, another kept": Case(OWN_BOTTOM + "{x} !F !G !H +F bottom ^A ^B ^H", 24),
    # Looks in progress: five in hand; one of them named.
    "a look in hand": Case(OWN_TOP + OVER, 3),
    "a look named in part": Case(OWN_TOP + OVER + "+- top ^D", 3 * 5),
    "a look with one of mine kept": Case(OWN_TOP + OVER + "+A", 3),
    # Another seat was there first: its four are unknown to me until I look over them.
    "over another's returns": Case(
        "bank {x} !A !B !C !D !E +E top ^B ^A ^D {x} !F +F top ^B ^A ^C {x} !G +B top ^G ^D ^A",
        24 * 2,
    ),
    "another's returns alone": Case("bank {x} !A !B !C !D !E +E top ^B ^A ^D", 7 * 6 * 5 * 4),
    "three seats, a chain of looks": Case(
        OWN_TOP + OVER + "+- top ^D ^F ^A ^B {x} +B top ^A ^F ^D", 24 * 3, players=3
    ),
    "four seats, a chain of looks": Case(
        OWN_TOP + OVER + "+- top ^D ^F ^A ^B {x} +A bottom ^B ^F ^D {r} !G", 24 * 2, players=4
    ),
}


def spell(script: str, items: list[str], stack: str) -> str:
    """A script in the tokens of a stack."""
    words = script.format(x="ox" if stack == "order_stack" else "fx", r="REFILL")
    names = dict(zip("ABCDEFGH", items, strict=True))
    spaces = iter(["o2", "o3"] if stack == "order_stack" else ["f1", "f2"])
    return " ".join(
        next(spaces)
        if word == "REFILL"
        else word[0] + names[word[1]]
        if word[0] in "!+^" and word[1:] in names
        else word
        for word in words.split()
    )


@pytest.mark.oracle
@pytest.mark.parametrize("stack", STACKS)
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_worlds_of_a_script_are_those_possible_and_equally_likely(case: Case, stack: str) -> None:
    state = small_position(case.players, cards=8, tiles=8)
    items = state.to_dict()[stack]["middle"]
    game = WatchedGame(state, seats=[0], stacks=[stack])
    game.push_all(spell(case.script, items, stack))
    game.check_knowledge(0, stack)
    expected = expected_cells(game.watchers[0, stack].worlds, game.position, stack)
    assert len(expected) == case.cells
    assert_uniform(state, 0, stack, expected)


@pytest.mark.oracle
@pytest.mark.parametrize("stack", STACKS)
def test_worlds_within_a_look_that_has_cut_a_set(stack: str) -> None:
    """G, H and three of the set of five are in hand: the view allows any of the seven anywhere."""
    state = small_position(3, cards=8, tiles=8)
    items = state.to_dict()[stack]["middle"]
    script = OWN_TOP + OVER + "+- bottom ^D ^F ^A ^B {x} !G !H"
    state.push_all(spell(script, items, stack))
    assert state.to_dict()["look"]["straddle"] == "x.."
    view = state.view(0).to_dict()
    expected = expected_cells(support_of(view, stack), view, stack)
    assert len(expected) == 7 * 6
    assert_uniform(state, 0, stack, expected)


@pytest.mark.oracle
@pytest.mark.parametrize("stack", STACKS)
def test_worlds_of_a_view_that_asks_for_what_others_know(stack: str) -> None:
    """A view asks what comes up; in a world that is settled, and the draw has gone on."""
    state = small_position(2, cards=6, tiles=6)
    items = [*state.to_dict()[stack]["middle"], "G", "H"]
    look = "ox" if stack == "order_stack" else "fx"
    script = "bank {x} !A !B !C !D !E +E top ^B ^A ^D"
    state.push_all(spell(script, items, stack))
    view = state.view(0)
    view.push(look)
    assert view.is_chance
    worlds = [view.sample_world(0, seed=seed) for seed in range(1000)]
    hands = Counter[Hashable]()
    for world in worlds:
        assert world.is_chance
        assert State.from_text(world.to_text()) == world
        held = world.to_dict()["look"]["held"]
        hands[tuple(place["item"] for place in held)] += 1
    # Four of the five unseen items are in hand, any four as likely as the others.
    assert len(hands) == 5
    assert fit(hands, dict.fromkeys(hands, Fraction(1, 5))) > DOUBTFUL


def uncertain_positions(players: int, seed: int) -> Iterator[tuple[State, int, str]]:
    """Positions of a small game in which a seat does not know a stack, but nearly."""
    state, style, rng = small_games(players, seed)
    for _ in range(100):
        if state.is_over:
            break
        state.push(choose(state, style, rng))
        if rng.random() < 0.15:
            yield state, rng.randrange(players), rng.choice(list(STACKS))


@pytest.mark.oracle
@pytest.mark.parametrize("players", SEAT_COUNTS)
def test_worlds_of_random_games_are_equally_likely(players: int) -> None:
    cells = []
    for seed in range(8):
        for state, seat, stack in uncertain_positions(players, seed):
            view = state.view(seat).to_dict()
            expected = expected_cells(support_of(view, stack), view, stack)
            if 2 <= len(expected) <= 150:
                assert_uniform(state, seat, stack, expected)
                cells.append(len(expected))
    assert len(cells) > 20
    assert max(cells) > 50


# Real games


def unknown_places(position: Position) -> Iterator[tuple[tuple[Any, ...], str]]:
    """Where a view shows a place whose item it does not know for sure, and the item it shows."""
    seat = position["view"]
    for stack in STACKS:
        for part in ("top", "bottom"):
            for number, batch in enumerate(position[stack][part]):
                for index, place in enumerate(batch):
                    if place["known"][seat] in ".~*":
                        yield (stack, part, number, index), place["known"][seat]


def item_at(position: Position, path: tuple[Any, ...]) -> str:
    """The item in a place of a stack."""
    stack, part, number, index = path
    return str(position[stack][part][number][index]["item"])


def several_kinds(position: Position, stack: str) -> bool:
    """Whether what the viewer cannot account for is of at least two kinds."""
    return len(set(position[stack]["middle"])) > 1


@pytest.mark.parametrize("players", SEAT_COUNTS)
@pytest.mark.parametrize("style", ["looks", "looks on top", "looks below", "drain"])
def test_unknown_places_take_several_values(players: int, style: str) -> None:
    unknown = 0
    for number, state in enumerate(sampled_positions(players, style, 1, every=20)):
        seat = number % players
        view = state.view(seat).to_dict()
        worlds = [state.sample_world(seat, seed=seed) for seed in range(60)]
        positions = [world.to_dict() for world in worlds]
        for position in positions[:5]:
            check_counts(position)
        for path, sign in unknown_places(view):
            if several_kinds(view, path[0]) and sign != "*":
                values = {item_at(position, path) for position in positions}
                assert len(values) > 1, f"{path} is always {values}"
                unknown += 1
        if any(several_kinds(view, path[0]) and sign == "." for path, sign in unknown_places(view)):
            assert any(world != state for world in worlds), "every world is the truth"
            assert len(set(worlds)) > 1
    assert unknown > 20


def test_known_places_never_change() -> None:
    known = 0
    for state in sampled_positions(3, "looks on top", 2, every=10):
        truth = state.to_dict()
        for seat in range(3):
            view = state.view(seat).to_dict()
            hidden = {path for path, _ in unknown_places(view)}
            world = state.sample_world(seat, seed=3).to_dict()
            for stack in STACKS:
                for part in ("top", "bottom"):
                    for number, batch in enumerate(view[stack][part]):
                        for index, place in enumerate(batch):
                            path = (stack, part, number, index)
                            if path not in hidden:
                                assert place["item"] == item_at(truth, path) == item_at(world, path)
                                known += 1
    assert known > 50


def test_a_seed_is_a_world() -> None:
    for state in sampled_positions(2, "looks", 3, every=30):
        for seat in range(2):
            worlds = [state.sample_world(seat, seed=seed) for seed in range(8)]
            assert worlds == [state.sample_world(seat, seed=seed) for seed in range(8)]
            view = state.view(seat)
            assert worlds == [view.sample_world(seat, seed=seed) for seed in range(8)]


@pytest.mark.parametrize("players", SEAT_COUNTS)
def test_worlds_are_played_to_the_end(players: int) -> None:
    rng = Random(players)
    for state in sampled_positions(players, "looks", 4, every=60):
        world = state.sample_world(rng.randrange(players), seed=rng.getrandbits(64))
        assert world.viewer is None
        assert world.history == []
        *_, last = play_from(world, STYLES["uniform"], rng)
        assert world.is_over
        assert last == world.history[-1]


# The test of the test


def test_the_chi_square_tail() -> None:
    for statistic, degrees, tail in (
        (3.841, 1, 0.05),
        (18.307, 10, 0.05),
        (149.449, 100, 0.001),
        (2.0, 2, 0.3678794),
        (40.0, 100, 0.99999999),
    ):
        assert chi_square_tail(statistic, degrees) == pytest.approx(tail, rel=2e-3)


def test_an_uneven_sampler_is_noticed() -> None:
    rng = Random(1)
    cells: list[Hashable] = list(range(24))
    expected = dict.fromkeys(cells, Fraction(1, 24))
    even = Counter(rng.choices(cells, k=draws_of(24)))
    uneven = Counter(rng.choices(cells, [1.6] * 12 + [1.0] * 12, k=draws_of(24)))
    assert fit(even, expected) > 0.001
    assert fit(uneven, expected) < DOUBTFUL
    assert fit(Counter([*even.elements(), 99]), expected) == 0
