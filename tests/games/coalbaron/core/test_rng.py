"""Golden streams: what a seed gives, number by number.

They are a promise: changing them is a breaking change for users, whose seeds would then mean
other games. A test that fails here is mended in the core, not in this file.
"""

from __future__ import annotations

import hashlib
from itertools import islice, pairwise
from random import Random
from types import ModuleType
from typing import Final

import pytest

from coalbaron_fast import State
from tests.games.coalbaron.core.games import SEAT_COUNTS, STYLES, choose

LAST_SEED: Final = 2**64 - 1
MASK: Final = 2**64 - 1

NUMBERS: Final = {
    0: (14452970972176770249, 8156300001200735182, 2724717453147764527),
    1: (7577421520263084280, 2171310946524542846, 10099848440204356372),
    7: (9231244007091501536, 8156331199740655635, 12220508094270729427),
    2**32: (15166103794714825850, 2216557207337533622, 12008639493829738472),
    LAST_SEED: (7556771019681032330, 15847008307545369047, 14842005316070571273),
}
"""By seed: the sums of the first, the first 2 and the first 1000 numbers, modulo 2**64."""

TILES: Final = {
    0: "b2L g1L g1D b2D k1D b2D g1L y2D",
    7: "k2L k1L b1D k2D y1D y2D k1D b1D",
    LAST_SEED: "b2D b2L y1L g1L k2L g2D k1D y1L",
}
CARDS: Final = {
    0: "Cgg Bbb Bybgk Eg Tybgk Bbbb Tgg Cyyy Ey Eyy Tkk Eb Cbb",
    7: "Tyyy Egg Ebbb By Cbb Tkkk Cyy Tybgk Eggg Tg Bybgk Ck Tk",
    LAST_SEED: "Tbb Bg Cybgk Bk Eyy Bggg Tyyy Cy Cyyy Tb Tk Bbbb Bb",
}
"""By seed: the tiles and cards dealt first; with fewer seats fewer of the same."""

FACTORY_AND_DRAFT: Final = {2: (6, 7), 3: (7, 10), 4: (8, 13)}

PLAYED: Final = {
    2: (
        "+By +Cyy +Cbb +Tyyy +Tkkk +Ebbb fx +- top ^k1L ^k1D ^b2D ^k2D"
        " ox +Tk bottom ^Ck ^Cgg ^Tg ox +- top ^Ckkk ^Cybgk ^Bkk ^Ty"
        " fx +- bottom ^k1L ^k1D ^b2D ^k2D"
    ),
    3: (
        "+By +Cyy +Cbb +Tyyy +Tg +Tkkk +Tybgk +Ebbb +Egg fx +- top ^b2D ^k1L ^b1D ^k2D"
        " ox +Ty bottom ^Cgg ^Bkk ^Cybgk bank ox +- top ^Ckkk ^Eyy ^Bg ^Ebb"
        " fx +- bottom ^b2D ^k1L ^b1D ^k2D"
    ),
    4: (
        "+By +Bybgk +Cyy +Cbb +Ck +Tyyy +Tg +Tk +Tkkk +Tybgk +Ebbb +Egg"
        " fx +- top ^k1L ^k2L ^b2D ^k2D ox +Ebb bottom ^Ckkk ^Bkk ^Eyy bank bank"
        " ox +- top ^Cy ^Cyyy ^Bg ^Ek fx +- bottom ^k1L ^k2L ^b2D ^k2D"
    ),
}
"""Moves in the game of seed 7: looks at both stacks, one of them on top of another."""

WORLDS: Final = {
    (2, 0): ("af8a465780a4e3f1", "63c04c341170f317", "eff002e908899a7d"),
    (2, 1): ("a394b305f3f15acb", "82b0196563392d4e", "fe586d7afb8d8833"),
    (3, 0): ("6d9eedbe8fa62fba", "033211ccc7755285", "343601bd5cec928e"),
    (3, 1): ("afe5553fddc31aa4", "cb16faf14f160f64", "9dd1a3f7daaf0f83"),
    (3, 2): ("237d57e17d84e9e1", "a491ab229d2934a3", "3b8a0c295b6c1fd6"),
    (4, 0): ("d4a9831b3c17a6b6", "9a5fd6123b0a0226", "3abff5f2d2a06b81"),
    (4, 1): ("ef3bea715cd264e8", "fdb4bdc10b67900b", "f7d0fae590fcf875"),
    (4, 2): ("67bccb0c08b23fe4", "ee9a4e6856cbbf8f", "1c80406c182b81ab"),
}
"""By players and seat: SHA-256 of the texts of the worlds drawn with seeds 0, 7 and the last."""


def mix(number: int) -> int:
    """SplitMix64's finaliser, written down once more."""
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & MASK
    number = (number ^ number >> 27) * 0x94D049BB133111EB & MASK
    return number ^ number >> 31


def numbers(seed: int) -> list[int]:
    """The first thousand numbers of a seed, in plain Python."""
    gap = 0x9E3779B97F4A7C15
    state = mix(seed + gap & MASK) ^ mix(0x2545F4914F6CDD1D)
    return [mix(state + gap * turn & MASK) for turn in range(1, 1001)]


@pytest.mark.parametrize("seed", NUMBERS)
def test_the_numbers_of_a_seed(workload: ModuleType, seed: int) -> None:
    sums = tuple(workload.draw_numbers(times, seed) for times in (1, 2, 1000))
    assert sums == NUMBERS[seed]
    plain = numbers(seed)
    assert sums == tuple(sum(plain[:times]) & MASK for times in (1, 2, 1000))
    assert workload.draw_numbers(0, seed) == 0


@pytest.mark.parametrize("players", SEAT_COUNTS)
@pytest.mark.parametrize("seed", TILES)
def test_the_decks_of_a_seed(players: int, seed: int) -> None:
    tiles, cards = FACTORY_AND_DRAFT[players]
    dealt = [*TILES[seed].split()[:tiles], *CARDS[seed].split()[:cards]]
    for start in range(players):
        state = State(players=players, seed=seed, start=start)
        assert state.history == [f"!{item}" for item in dealt]


@pytest.mark.parametrize("players", SEAT_COUNTS)
def test_a_seed_deals_the_same_however_the_game_goes(players: int) -> None:
    decks = []
    for style in ("uniform", "drain", "looks"):
        state = State(players=players, seed=7)
        rng = Random(style)
        while not state.is_over:
            state.push(choose(state, STYLES[style], rng))
        dealt = [token[1:] for token in state.history if token[0] == "!"]
        decks.append([item for item in dealt if item[1].isdigit()])
        decks.append([item for item in dealt if not item[1].isdigit()])
    for kind, golden in ((0, TILES[7]), (1, CARDS[7])):
        for deck, other in pairwise(decks[kind::2]):
            common = min(len(deck), len(other))
            assert common > len(golden.split())
            assert deck[:common] == other[:common]
        for deck in decks[kind::2]:
            assert deck[: len(golden.split())] == golden.split()


@pytest.mark.parametrize(("players", "seat"), WORLDS)
def test_the_worlds_of_a_seed(players: int, seat: int) -> None:
    state = State(players=players, seed=7)
    state.push_all(PLAYED[players])
    view = state.view(seat)
    for seed, digest in zip((0, 7, LAST_SEED), WORLDS[players, seat], strict=True):
        for origin in (state, view):
            text = origin.sample_world(seat, seed=seed).to_text()
            assert hashlib.sha256(text.encode()).hexdigest()[:16] == digest


@pytest.mark.parametrize("players", SEAT_COUNTS)
def test_neighbouring_seeds_deal_differently(players: int) -> None:
    dealt = {tuple(islice(State(players=players, seed=seed).history, 13)) for seed in range(300)}
    assert len(dealt) == 300
