"""One face for the reference and the compiled core, so that a test plays on either."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.games.coalbaron.reference import Game


class Table:
    """A game on the reference, played by texts of several tokens."""

    def __init__(self, players: int, start: int = 0) -> None:
        self.players = players
        self._game = Game(players, start)

    def legal(self) -> set[str]:
        """The legal tokens."""
        return self._game.legal()

    def position(self) -> dict[str, Any]:
        """The position as data."""
        return self._game.to_dict()

    def turn(self) -> int | None:
        """The seat to decide."""
        return self._game.turn

    def winners(self) -> list[int]:
        """The seats that win."""
        return self._game.winners()

    def push(self, token: str) -> None:
        """Play one token."""
        self._game.play(token)

    # Shorthands that are the same on both sides

    def play(self, text: str) -> dict[str, Any]:
        """Play the tokens of a text; return the position."""
        for token in text.split():
            self.push(token)
        return self.position()

    def vp(self) -> list[int]:
        """Victory points by seat."""
        return [seat["vp"] for seat in self.position()["seats"]]

    def marks(self) -> list[int]:
        """Marks by seat."""
        return [seat["marks"] for seat in self.position()["seats"]]

    def supply(self, colour: str) -> int:
        """Cubes of a colour that nobody has."""
        total = 16
        for seat in self.position()["seats"]:
            places = [seat["cage"]["cubes"], seat["storage"]]
            places += [level["cubes"] for level in seat["pit"]]
            places += [fill for fills in seat["orders"].values() for fill in fills]
            total -= "".join(places).count(colour)
        return total

    def bank_until_shift_ends(self) -> None:
        """Everybody's workers that are left go to the bank."""
        shift = self.position()["shift"]
        while self.position()["shift"] == shift and self.turn() is not None:
            self.push("bank")

    def bank_until_over(self) -> None:
        """All workers of all shifts that are left go to the bank."""
        while self.position()["phase"] != "over":
            self.push("bank")


class CoreTable(Table):
    """The same on the compiled core."""

    def __init__(self, players: int, start: int = 0) -> None:
        from coalbaron_fast import State  # noqa: PLC0415 - the reference alone needs no core

        self.players = players
        self._state = State(players=players, start=start)

    def legal(self) -> set[str]:
        return set(self._state.legal_moves())

    def position(self) -> dict[str, Any]:
        return dict(self._state.to_dict())

    def turn(self) -> int | None:
        turn: int | None = self._state.turn
        return turn

    def winners(self) -> list[int]:
        return self._state.winners() or []

    def push(self, token: str) -> None:
        self._state.push(token)


TableMaker = Callable[..., Table]


def laid_out(
    make: TableMaker, players: int, factory: str, draft: str, row: str, start: int = 0
) -> Table:
    """A game after its setup, with these tiles and cards.

    Args:
        make: ``Table`` or ``CoreTable``.
        players: The number of seats.
        factory: The tiles on the factory spaces, lowest number first.
        draft: The cards of the draft as they are picked (the seat before the start seat
            first, then counter-clockwise); the last is left over and goes to ``o4``.
        row: The cards of the other order spaces, lowest number first.
        start: The start seat.
    """
    table = make(players, start)
    cards = draft.split()
    tokens = [f"!{item}" for item in [*factory.split(), *cards]]
    tokens += [f"+{card}" for card in cards[:-1]]
    tokens += [f"!{card}" for card in row.split()]
    table.play(" ".join(tokens))
    return table
