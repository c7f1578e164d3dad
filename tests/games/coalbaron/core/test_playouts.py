"""Whole random games and whole decks of a seed, once more in plain Python.

test_rng.py holds golden numbers; here the generator is written down again, with the
slices of a seed, the cut to a bound and what is drawn with them, and must play the same games.
"""

from __future__ import annotations

from random import Random
from types import ModuleType
from typing import Final

import pytest

from coalbaron_fast import State
from coalbaron_fast.games.coalbaron.facts import ORDERS, TILES
from tests.games.coalbaron.core.games import SEAT_COUNTS, STYLES, play_from

WORD: Final = 2**64 - 1
GOLDEN_GAMMA: Final = 0x9E3779B97F4A7C15


def mix(x: int) -> int:
    """The finaliser of SplitMix64."""
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & WORD
    return x ^ (x >> 31)


class SplitMix:
    """The stream of a seed and a slice."""

    def __init__(self, seed: int, part: int = 0) -> None:
        slice_key = (part * 0xD1342543DE82EF95 + 0x2545F4914F6CDD1D) & WORD
        self.state = mix((seed + GOLDEN_GAMMA) & WORD) ^ mix(slice_key)

    def next(self) -> int:
        """The next 64 bits."""
        self.state = (self.state + GOLDEN_GAMMA) & WORD
        return mix(self.state)

    def below(self, bound: int) -> int:
        """A number below the bound, every one as likely as the others."""
        threshold = 2**32 % bound
        while True:
            product = (self.next() >> 32) * bound
            if product & 0xFFFFFFFF >= threshold:
                return product >> 32


# Whole games: the numbers of every slice, how they are cut down to a choice, and what they choose


def play_plainly(players: int, seed: int, part: int) -> dict[str, int]:
    """The random game of a seed and slice, played on a State with the generator above."""
    random = SplitMix(seed, part)
    state = State(players=players, start=part % players)
    counts = {"decisions": 0, "chances": 0, "moves": 0, "vp": 0}
    while not state.is_over:
        if state.is_chance:
            middle = drawn_middle(state)
            state.push(f"!{middle[random.below(len(middle))]}")
            counts["chances"] += 1
        else:
            legal = state.legal_moves()
            state.push(legal[random.below(len(legal))])
            counts["decisions"] += 1
            counts["moves"] += len(legal)
    counts["vp"] = sum(state.vp)
    return counts


def drawn_middle(state: State) -> list[str]:
    """The shuffled part that chance draws from."""
    position = state.to_dict()
    orders = position["draw"][0] in "od" or position["space"] == "ox"
    middle: list[str] = position["order_stack" if orders else "tile_stack"]["middle"]
    return middle


@pytest.mark.parametrize("players", SEAT_COUNTS)
def test_random_games_draw_what_their_slice_says(workload: ModuleType, players: int) -> None:
    for part in (0, 1, 2, 3, 1000):
        assert workload.play_games(players, 1, 5, part) == play_plainly(players, 5, part)


def test_games_are_slices_of_one_seed(workload: ModuleType) -> None:
    one_by_one = [workload.play_games(3, 1, 9, part) for part in range(6)]
    assert workload.play_games(3, 6, 9) == {
        name: sum(counts[name] for counts in one_by_one) for name in one_by_one[0]
    }
    assert len({counts["moves"] for counts in one_by_one}) == 6
    assert workload.play_games(3, 6, 10) != workload.play_games(3, 6, 9)


# Decks


def plain_deck(seed: int) -> tuple[list[str], list[str]]:
    """The whole order of the cards and of the tiles of a seed."""
    scrambled = mix((seed + GOLDEN_GAMMA) & WORD)

    def key(item: int) -> int:
        return mix((scrambled + 0xD1342543DE82EF95 * (item + 1)) & WORD)

    cards = sorted(range(len(ORDERS)), key=key)
    copies = sorted(range(3 * len(TILES)), key=lambda copy: key(len(ORDERS) + copy))
    return [f"!{ORDERS[card].name}" for card in cards], [f"!{TILES[c // 3].name}" for c in copies]


@pytest.mark.parametrize("seed", [0, 1, 7, WORD])
def test_the_whole_deck_of_a_seed(seed: int) -> None:
    cards, tiles = plain_deck(seed)
    state = State(players=4, seed=seed)
    for _ in play_from(state, STYLES["drain"], Random(seed)):
        pass
    drawn = [token for token in state.history if token[0] == "!"]
    drawn_tiles = [token for token in drawn if token in tiles]
    drawn_cards = [token for token in drawn if token not in tiles]
    assert len(drawn_tiles) > 30
    assert len(drawn_cards) > 30
    assert drawn_tiles == tiles[: len(drawn_tiles)]
    assert drawn_cards == cards[: len(drawn_cards)]
