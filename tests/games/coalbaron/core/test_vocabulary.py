"""Every token that puts cubes on an order does what it spells: 112 single ones, 2,016 pairs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from coalbaron_fast import State
from coalbaron_fast.games.coalbaron.notation import TOKENS
from tests.games.coalbaron.core.mining_positions import give_orders, opening, set_mining

PLACING: Final = re.compile(r"((?:~?[ybgk]){1,2})>(\w+?)(?::([ybgk]))?")


def placing_tokens() -> Iterator[tuple[str, list[str], str, str]]:
    """Every token that puts cubes on an order: its cubes, the card, the colour of the spot."""
    for token in TOKENS:
        match = PLACING.fullmatch(token)
        if match:
            cubes = re.findall(r"~?[ybgk]", match[1])
            yield token, cubes, match[2], match[3] or cubes[0][-1]


def test_every_placing_token_does_what_it_says() -> None:
    """One cube or two, each from where it says, onto a spot of that card and colour."""
    count = 0
    card_before, position = "", opening(2)
    for token, cubes, card, colour in sorted(placing_tokens(), key=lambda found: found[2]):
        if card != card_before:
            card_before, position = card, opening(2)
            give_orders(position, 0, {card: ".".join("-" * len(card[1:]))})
            set_mining(position, 0, "m6", 2)
        own = position["seats"][0]
        own["cage"]["cubes"] = "".join(cube for cube in cubes if cube[0] != "~")
        own["storage"] = "".join(cube[1] for cube in cubes if cube[0] == "~")
        state = State.from_dict(position)
        state.push(token)
        after = state.to_dict()
        assert (after["seats"][0]["cage"]["cubes"], after["seats"][0]["storage"]) == ("", ""), token
        fill = "".join(sorted((cube[-1] for cube in cubes), key="ybgk".index))
        spots = ["-"] * len(card[1:])
        spots[card[1:].index(colour)] = fill
        assert after["seats"][0]["orders"] == {card: spots}, token
        assert after["steps"] == (0 if len(cubes) == 2 else 1)
        count += 1
    assert count == 2 * 56 + 36 * 56
