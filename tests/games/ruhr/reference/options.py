"""Phase 3: which options a seat has, and where it may start with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tests.games.ruhr.reference import facts

if TYPE_CHECKING:
    from tests.games.ruhr.reference.model import Game


def option_tokens(game: Game, seat: int) -> set[str]:
    """The possible options that can be paid; in hardship all possible ones."""
    possible = {token for token in facts.OPTION_TOKENS if is_possible(game, seat, token)}
    assert possible, "the rules promise that there always is one"
    payable = {token for token in possible if is_payable(game, seat, token)}
    return payable or possible


def is_payable(game: Game, seat: int, token: str) -> bool:
    """Whether the seat can pay the fee, with debt if need be."""
    return game.seats[seat].can_pay_fee(facts.fee(token, game.turn))


def is_possible(game: Game, seat: int, token: str) -> bool:
    """Whether an option can be carried out and leaves a start, whatever it costs."""
    option = token.rstrip("*")
    if token.endswith("*") and not game.seats[seat].can_use("hauling"):
        return False
    if option in facts.WITH_PILOT and game.water:
        return False
    if option in ("wage", "supply"):
        if not game.seats[seat].can_use(option) or game.turn not in facts.WAGE_SUPPLY_TURNS:
            return False
        if option == "wage" and game.wage_taken:
            return False
        if option == "supply" and not dice_below_six(game):
            return False
    if option in facts.WITH_CARRY:
        return bool(carry_tokens(game, seat, option))
    return bool(starts(game, seat, option, game.dice))


def dice_below_six(game: Game) -> list[str]:
    """The storage spaces whose dice `supply` and `hauler` may raise."""
    return [space for space, value in game.dice.items() if value < facts.MOST_PIPS]


def starts(game: Game, seat: int, option: str, dice: Mapping[str, int]) -> list[str]:
    """Where the seat's barge may start, if the dice lie like this."""
    return [space for space in dice if is_start(game, seat, option, space)]


def is_start(game: Game, seat: int, option: str, space: str) -> bool:
    """Whether a space with a die (or one that gets it) is a start for an option."""
    if space in game.barges:
        return False
    if facts.colour_of(space) == "w" and not game.seats[seat].can_use("mark"):
        return False
    if option not in facts.WITH_PILOT and facts.standard_target(space) is None:
        return False
    barge = game.barges[seat]
    if barge is None:
        # Turn 1: from outside to any space, and nobody is hauled.
        return option not in facts.HAULING
    if option in facts.HAULING:
        return facts.PLACE[space] < facts.PLACE[barge]
    return facts.PLACE[space] > facts.PLACE[barge]


def carry_tokens(game: Game, seat: int, option: str) -> set[str]:
    """Where a die from an arrow box may be put, so that a start remains or is made."""
    tokens = set()
    for colour in facts.COLOURS:
        for space in facts.SPACES_OF_COLOUR[colour]:
            if not game.track[colour] or space in game.dice:
                continue
            if option == "ht":
                fits = is_start(game, seat, option, space)
            else:
                dice = {**game.dice, space: game.track[colour][0]}
                fits = bool(starts(game, seat, option, dice))
            if fits:
                tokens.add(f"{colour}>{space}")
    return tokens
