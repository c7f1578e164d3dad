"""A signal in the middle of a push leaves a position as it was or as it is to be: never between."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from random import Random
from types import FrameType
from typing import Any, Final

import pytest

from coalbaron_fast import IllegalMoveError
from coalbaron_fast.games import GAMES, Position
from tests.games.fuzz.samples import game_called
from tests.search.tiny_games import GAMES as TINY

EVERY: Final = [*GAMES, *(game.name for game in TINY)]
TURNS: Final = 4
TRIES: Final = 300
ROOMS: Final = ("coalbaron_fast",)
"""Where a signal can come between two instructions. Tiny games' own rules stand for C."""

Push = Callable[[Position, list[int]], None]


def by_tokens(state: Position, codes: list[int]) -> None:
    """Push as a list of words."""
    state.push_all(tokens_of(state, codes))


def by_a_word(state: Position, codes: list[int]) -> None:
    """Push as one turn."""
    state.push("/".join(tokens_of(state, codes)))


def tokens_of(state: Position, codes: list[int]) -> list[str]:
    """The tokens of move codes."""
    tokens = tokens_known(state)
    return [tokens[code] for code in codes]


def tokens_known(state: Position) -> tuple[str, ...]:
    """All tokens of the game that a position is of."""
    return next(
        tuple(game.tokens) for game in map(game_called, EVERY) if isinstance(state, game.State)
    )


PUSHES: Final[dict[str, Push]] = {
    "codes": lambda state, codes: state.push_codes(codes),
    "tokens": by_tokens,
    "word": by_a_word,
}


def line_of(name: str, seed: int | None) -> tuple[Position, list[int]]:
    """A position somewhere in a game, and legal moves from it, without those that a seed draws."""
    game, rng = game_called(name), Random(f"interrupts/{name}")
    state = game.State(game.players[-1], seed=seed)
    for _ in range(5):
        if not state.is_over:
            state.push_codes([rng.choice(state.legal_codes())])
    if state.is_over or len(state.origin.codes) > len(state.codes):
        state = game.State(game.players[-1], seed=seed)
    after = state.copy()
    codes: list[int] = []
    while len(codes) < TURNS and not after.is_over:
        codes.append(rng.choice(after.legal_codes()))
        after.push_codes(codes[-1:])
    return state, codes


@contextmanager
def interrupted_at(event: int) -> Iterator[list[int]]:
    """Raise KeyboardInterrupt before the instruction of Python of this number; count them."""
    seen = [0]

    def trace(frame: FrameType, _what: str, _argument: object) -> Any:  # noqa: ANN401 - as sys has it
        if not any(room in frame.f_code.co_filename for room in ROOMS):
            return None
        frame.f_trace_opcodes = True
        seen[0] += 1
        if seen[0] == event:
            raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield seen
    finally:
        sys.settrace(before)


def shown(state: Position) -> tuple[bytes, list[int], int | None]:
    """What must change all at once."""
    return state.data(), state.codes, state.turn


@pytest.mark.parametrize("push", PUSHES)
@pytest.mark.parametrize("seed", [None, 7])
@pytest.mark.parametrize("name", EVERY)
def test_an_interrupt_at_any_instruction_leaves_all_or_nothing(
    name: str, seed: int | None, push: str
) -> None:
    begun, codes = line_of(name, seed)
    after = begun.copy()
    PUSHES[push](after, codes)
    whole = {repr(shown(begun)): 0, repr(shown(after)): 0}
    event, done = 0, False
    while not done:
        event += 1
        state = begun.copy()
        with interrupted_at(event) as seen, suppress(KeyboardInterrupt):
            PUSHES[push](state, codes)
        done = seen[0] < event
        assert repr(shown(state)) in whole, f"half played at instruction {event}"
        whole[repr(shown(state))] += 1
    assert done
    assert whole[repr(shown(after))] > 0


@pytest.mark.parametrize("push", PUSHES)
@pytest.mark.parametrize("name", EVERY)
def test_an_interrupt_while_a_move_is_refused_leaves_nothing(name: str, push: str) -> None:
    begun, codes = line_of(name, 7)
    after = begun.copy()
    after.push_codes(codes[:-1])
    legal = set(after.legal_codes())
    wrong = next(code for code in range(len(tokens_known(begun))) if code not in legal)
    event, done, interrupted = 0, False, 0
    while not done:
        event += 1
        state = begun.copy()
        with interrupted_at(event) as seen:
            try:
                PUSHES[push](state, [*codes[:-1], wrong])
            except KeyboardInterrupt:
                interrupted += 1
            except IllegalMoveError:
                pass
        done = seen[0] < event
        assert shown(state) == shown(begun), f"half played at instruction {event}"
    assert interrupted > 0


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers that send signals")
@pytest.mark.parametrize("name", GAMES)
def test_a_signal_at_any_time_leaves_all_or_nothing(name: str) -> None:
    armed = [False]

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        # A signal that comes late must not end the test.
        if armed[0]:
            raise KeyboardInterrupt

    game, rng = game_called(name), Random(name)
    after = game.State(2, seed=3)
    begun = after.copy()
    while not after.is_over:
        after.push_codes([rng.choice(after.legal_codes())])
    chosen = after.codes[len(begun.codes) :]
    # The seed draws by itself.
    codes = [code for code in chosen if not game.tokens[code].startswith("!")]
    before = signal.signal(signal.SIGALRM, interrupt)
    outcomes = {repr(shown(begun)): 0, repr(shown(after)): 0}
    try:
        for number in range(TRIES):
            state = begun.copy()
            with suppress(KeyboardInterrupt):
                armed[0] = True
                signal.setitimer(signal.ITIMER_REAL, 1e-6 * (1 + 7 * number))
                state.push_codes(codes)
                armed[0] = False
            signal.setitimer(signal.ITIMER_REAL, 0)
            outcomes[repr(shown(state))] += 1
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert sum(outcomes.values()) == TRIES
