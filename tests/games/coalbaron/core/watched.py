"""Games on small stacks that are watched from every chair, by the core and by the oracle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final

from coalbaron_fast import State
from tests.games.coalbaron.core.games import Style, choose
from tests.games.coalbaron.core.oracle import (
    STACKS,
    Position,
    Watcher,
    held_items,
    look_of,
    shares,
    small_position,
    support_of,
)

STACK_NAMES: Final = tuple(STACKS)

WATCHED_STYLES: Final = (
    Style(
        {"fx": 40, "ox": 40, "bank": 6, "order": 3, "factory": 3, "money": 5, "mining": 0.01},
        keep_none=0.8,
    ),
    Style(
        {"fx": 40, "ox": 40, "bank": 2, "order": 6, "factory": 6, "mining": 0.01},
        keep_none=0.6,
        bottom=0.2,
    ),
)
"""Looks upon looks, with a refill in between."""

CUTTING_STYLE: Final = Style({"fx": 40, "ox": 40, "bank": 20, "factory": 0.1, "order": 0.1})
"""Looks that return five and four in turn, so that one cuts through what another returned."""


class WatchedGame:
    """A full game, each seat's view played along with it, and a watcher a seat and stack."""

    def __init__(
        self,
        state: State,
        *,
        seats: Sequence[int] | None = None,
        stacks: Sequence[str] = STACK_NAMES,
    ) -> None:
        self.state = state
        self.seats = range(state.players) if seats is None else seats
        self.position = state.to_dict()
        self.views = {seat: state.view(seat) for seat in self.seats}
        self.shown: dict[int, list[str]] = {seat: [] for seat in self.seats}
        self.watchers = {
            (seat, stack): Watcher(seat, stack, self.position)
            for seat in self.seats
            for stack in stacks
        }
        self.seen: Counter[str] = Counter()

    def push(self, token: str) -> None:
        """Play one token on all boards; every chance event a view asks for is checked."""
        self.state.push(token)
        for seat in self.seats:
            shown = self.state.history_seen_by(seat)
            already = self.shown[seat]
            assert shown[: len(already)] == already, "what a seat was shown does not change"
            for seen in shown[len(already) :]:
                self._check_asked(seat, seen)
                self.views[seat].push(seen)
            self.shown[seat] = shown
            assert self.views[seat] == self.state.view(seat)
        after = self.state.to_dict()
        for watcher in self.watchers.values():
            watcher.observe(self.position, token, after)
        self.position = after

    def push_all(self, tokens: str) -> None:
        """Play several tokens."""
        for token in tokens.split():
            self.push(token)

    def _check_asked(self, seat: int, seen: str) -> None:
        """Where a view asks chance: as likely as the oracle's worlds say; where another seat
        keeps something: what can be named is what that seat may hold.
        """
        view = self.views[seat]
        position = view.to_dict()
        orders = position["space"] == "ox" or (position["draw"] or "f")[0] == "o"
        watcher = self.watchers.get((seat, "order_stack" if orders else "tile_stack"))
        if watcher is None:
            return
        if view.is_chance and seen != "!?":
            self._check_chance(watcher, view, position)
        elif view.phase == "keep" and view.turn != seat:
            possible = {f"+{item}" for world in watcher.worlds for item in world.held}
            assert {"+-"} | possible <= set(view.legal_moves())
            if not watcher.straddled:
                assert {"+-"} | possible == set(view.legal_moves())
                self.seen["keeps"] += 1

    def _check_chance(self, watcher: Watcher, view: State, position: Position) -> None:
        stack = watcher.stack
        drawn = held_items(position, stack)
        for item in held_items(self.position, stack):
            drawn.remove(item)
        expected = watcher.next_item(tuple(drawn))
        if watcher.straddled:
            expected = shares(world.stack[0] for world in support_of(position, stack))
        outcomes = dict(view.chance_outcomes())
        assert outcomes.keys() == {f"!{item}" for item in expected}
        for item, share in expected.items():
            assert abs(outcomes[f"!{item}"] - float(share)) < 1e-12
        self.seen["inexact chances" if watcher.straddled else "chances"] += 1
        self.seen["uneven chances"] += len(set(expected.values())) > 1

    def check_knowledge(self, seat: int, stack: str) -> None:
        """What the view allows is what the oracle allows; more only where a set was cut."""
        watcher = self.watchers[seat, stack]
        allowed = support_of(self.state.view(seat).to_dict(), stack)
        assert watcher.worlds <= allowed, "the view denies what the seat must hold possible"
        if not watcher.straddled:
            assert watcher.worlds == allowed, "the view knows less than the seat saw"
        self.seen["exact" if watcher.worlds == allowed else "blurred"] += 1
        self.seen["hidden"] += len(allowed) > 1
        self.seen["in a look"] += look_of(self.position, stack) is not None


def small_games(players: int, seed: int) -> tuple[State, Style, Random]:
    """A small position, sometimes with equal tiles, a style and a generator for one game."""
    rng = Random(f"watched/{players}/{seed}")
    size, kinds = rng.choice([4, 5, 6, 7]), rng.choice([16, 3, 2])
    tiles = size if kinds == 16 else min(size, 2 * kinds)
    state = small_position(players, cards=size, tiles=tiles, kinds=kinds)
    return state, rng.choice(WATCHED_STYLES), rng


def play_watched(
    players: int, seed: int, *, tokens: int, check: float, cutting: bool = False
) -> Counter[str]:
    """Play so many tokens of a small game; check what the seats know now and then."""
    state, style, rng = small_games(players, seed)
    if cutting:
        state, style = small_position(players, cards=7, tiles=7), CUTTING_STYLE
    game = WatchedGame(state)
    for _ in range(tokens):
        if state.is_over:
            break
        game.push(choose(state, style, rng))
        for seat, stack in game.watchers:
            if rng.random() < check:
                game.check_knowledge(seat, stack)
    return game.seen
