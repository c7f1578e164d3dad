"""The core's positions as the reference tells them, and what each seat was shown on the way."""

from __future__ import annotations

from typing import Any, Final

from coalbaron_fast.games.coalcountry.state import State

OWN: Final = ("view", "start", "unseen")
"""The keys of the core's dict that the reference does without."""


def as_reference(position: dict[str, Any]) -> dict[str, Any]:
    """A dict of the core without its own keys."""
    return {key: value for key, value in position.items() if key not in OWN}


class ToldState(State):
    """A state that keeps what each seat was shown, and the views that this leads to."""

    shown: list[list[str]]
    followed: list[State]

    def __init__(self, players: int, start: int | None, **options: bool) -> None:
        super().__init__(players, None, start, **options)
        self.shown = [[] for _ in range(players)]
        self.followed = [self.view(seat) for seat in range(players)]

    def push(self, word: str) -> None:
        """Play a token, and show it to all seats."""
        before = self.data()
        super().push(word)
        step = State.from_data(before)
        step.push(word)
        for seat, followed in enumerate(self.followed):
            tokens = step.history_seen_by(seat)
            self.shown[seat] += tokens
            followed.push_all(tokens)

    def to_dict(self) -> dict[str, Any]:
        """The position as the reference tells it."""
        return as_reference(super().to_dict())

    def view_dict(self, seat: int) -> dict[str, Any]:
        """What a seat knows of it, as the reference tells it."""
        return as_reference(self.view(seat).to_dict())
