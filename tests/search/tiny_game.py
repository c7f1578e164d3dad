"""A second game for the search: small enough that its values are known by hand.

A coin lies covered: heads with probability 2/3. Seat 1 has seen it, seat 0 has not. Seat 0
says heads, tails or nothing: right is worth 3 points to it, wrong 3 to seat 1. Then chance
throws a die that decides nothing, and seat 1 may double what was said, or leave it.

Seat 1 doubles when seat 0 is wrong and does not when it is right. To seat 0 heads is worth
3 * 2/3 - 6 * 1/3 = 0, tails 3 * 1/3 - 6 * 2/3 = -3, and nothing is worth 0.25 by the rule
that silence earns a tip. So silence is best, whatever lies under the cover; a search that
peeks says what lies there and counts on 3.

It is written in Python and handed to the search as a table of C functions, which shows that
the table is all the search needs.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from ctypes import CFUNCTYPE, POINTER, Structure, c_double, c_int, c_uint8, c_void_p
from typing import Final

HEADS_IN_THREE: Final = 2
TIP: Final = 0.25
UNKNOWN: Final = 255

SAYS, THROWS, DOUBLES, OVER = range(4)
HEADS, TAILS, NOTHING = range(3)
LEAVE, DOUBLE = 10, 11


class State(Structure):
    """The table: what is asked, what lies covered, what was said, whether it counts double."""

    _fields_ = [(name, c_uint8) for name in ("asks", "coin", "said", "doubled")]
    asks: int
    coin: int
    said: int
    doubled: int


class Turn(Structure):
    """The contract's Turn."""

    _fields_ = [("moves", ctypes.c_uint16 * 14), ("count", c_uint8), ("value", c_double)]


class Rng(Structure):
    """The contract's generator: SplitMix64."""

    _fields_ = [("state", ctypes.c_uint64)]
    state: int

    def next(self) -> int:
        """Return the next 64 bits."""
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        x = self.state
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & mask
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & mask
        return x ^ (x >> 31)


def state_at(pointer: int) -> State:
    """Look at the memory of a state."""
    return State.from_address(pointer)


def seats(_state: int) -> int:
    """Two seats."""
    return 2


def to_move(pointer: int) -> int:
    """Seat 0 says, chance throws, seat 1 doubles."""
    return {SAYS: 0, THROWS: -1, DOUBLES: 1, OVER: -2}[state_at(pointer).asks]


def turns(pointer: int, _scratch: int, out: object, _limit: int) -> int:
    """List the turns; nothing looks better than another."""
    codes = (HEADS, TAILS, NOTHING) if state_at(pointer).asks == SAYS else (LEAVE, DOUBLE)
    for index, code in enumerate(codes):
        out[index].moves[0] = code  # type: ignore[index]
        out[index].count = 1  # type: ignore[index]
        out[index].value = 0.0  # type: ignore[index]
    return len(codes)


def turn_fits(pointer: int, turn: object) -> bool:
    """Sayings fit when saying is asked for, answers when answers are."""
    asks = state_at(pointer).asks
    code = turn[0].moves[0]  # type: ignore[index]
    return (asks == SAYS) == (int(code) <= NOTHING)


def information(pointer: int, seat: int) -> int:
    """Tell seat 1's two positions apart."""
    return state_at(pointer).coin if seat == 1 else 0


def play_turn(pointer: int, turn: object) -> None:
    """Say or answer."""
    state = state_at(pointer)
    code = turn[0].moves[0]  # type: ignore[index]
    if state.asks == SAYS:
        state.said = code
        state.asks = OVER if code == NOTHING else THROWS
    else:
        state.doubled = code == DOUBLE
        state.asks = OVER


def draw(pointer: int, rng: object) -> None:
    """Throw the die that decides nothing."""
    rng[0].next()  # type: ignore[index]
    state_at(pointer).asks = DOUBLES


def view(pointer: int, seat: int, out: int) -> None:
    """Seat 0 does not see the coin."""
    ctypes.memmove(out, pointer, ctypes.sizeof(State))
    if seat == 0:
        state_at(out).coin = UNKNOWN


def sample_world(pointer: int, rng: object, out: int) -> None:
    """Put a coin under the cover for whoever does not see it."""
    ctypes.memmove(out, pointer, ctypes.sizeof(State))
    if state_at(out).coin == UNKNOWN:
        heads = rng[0].next() % 3 < HEADS_IN_THREE  # type: ignore[index]
        state_at(out).coin = HEADS if heads else TAILS


def expect(pointer: int, points: object, win: object) -> None:
    """Count the points; before the end nobody is thought to be ahead."""
    state = state_at(pointer)
    value = 0.0
    if state.asks == OVER:
        value = TIP
        if state.said != NOTHING:
            value = 3.0 if state.said == state.coin else -3.0 * (1 + state.doubled)
            if state.doubled and value > 0:
                value *= 2
    points[0], points[1] = value, -value  # type: ignore[index]
    win[0] = 0.5 + 0.5 * (value > 0) - 0.5 * (value < 0)  # type: ignore[index]
    win[1] = 1.0 - win[0]  # type: ignore[index]


class Chance(Structure):
    """The contract's chance event."""

    _fields_ = [
        ("codes", ctypes.c_uint16 * 48),
        ("ways", ctypes.c_uint16 * 48),
        *((name, c_int) for name in ("total", "count", "certain", "hand", "chooser", "source")),
        ("private", c_int),
    ]


def turns_left(pointer: int) -> int:
    """Say, throw, answer."""
    return {SAYS: 3, THROWS: 2, DOUBLES: 1, OVER: 0}[state_at(pointer).asks]


def every_turn(pointer: int, scratch: int, _merge: bool, out: object, limit: int) -> int:
    """List the turns, unless there is no room."""
    return turns(pointer, scratch, out, limit) if limit >= NOTHING + 1 else 0


def chance(pointer: int, out: object) -> bool:
    """Throw; if the coin is still covered it comes up, and seat 1 has known it all along."""
    event = out[0]  # type: ignore[index]
    ways = {HEADS: HEADS_IN_THREE, TAILS: 3 - HEADS_IN_THREE}
    if state_at(pointer).coin != UNKNOWN:
        ways = {state_at(pointer).coin: 1}
    for index, code in enumerate(ways):
        event.codes[index], event.ways[index] = code, ways[code]
    event.count, event.total = len(ways), sum(ways.values())
    event.chooser, event.source, event.private = -1, 0, 1
    return True


def open_chance(pointer: int, out: object) -> bool:
    """The same where seat 1 has not looked either."""
    chance(pointer, out)
    out[0].private = 0  # type: ignore[index]
    return True


def play_outcome(pointer: int, code: int) -> None:
    """Turn the coin up."""
    state_at(pointer).coin = code
    state_at(pointer).asks = DOUBLES


def key(pointer: int) -> int:
    """Tell all states apart."""
    return int.from_bytes(ctypes.string_at(pointer, ctypes.sizeof(State)), "little")


def secret(_pointer: int) -> bool:
    """Seat 0's view shows nothing that seat 1 does not know."""
    return False


_PROTOTYPES: Final = {
    "seats": CFUNCTYPE(c_int, c_void_p),
    "to_move": CFUNCTYPE(c_int, c_void_p),
    "turns": CFUNCTYPE(c_int, c_void_p, c_void_p, POINTER(Turn), c_int),
    "turn_fits": CFUNCTYPE(c_int, c_void_p, POINTER(Turn)),
    "information": CFUNCTYPE(ctypes.c_uint64, c_void_p, c_int),
    "play_turn": CFUNCTYPE(None, c_void_p, POINTER(Turn)),
    "draw": CFUNCTYPE(None, c_void_p, POINTER(Rng)),
    "view": CFUNCTYPE(None, c_void_p, c_int, c_void_p),
    "sample_world": CFUNCTYPE(None, c_void_p, POINTER(Rng), c_void_p),
    "expect": CFUNCTYPE(None, c_void_p, POINTER(c_double), POINTER(c_double)),
}

_SOLVER_PROTOTYPES: Final = {
    "turns_left": CFUNCTYPE(c_int, c_void_p),
    "every_turn": CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, POINTER(Turn), c_int),
    "chance": CFUNCTYPE(c_int, c_void_p, POINTER(Chance)),
    "play_outcome": CFUNCTYPE(None, c_void_p, c_int),
    "key": CFUNCTYPE(ctypes.c_uint64, c_void_p),
    "secret": CFUNCTYPE(c_int, c_void_p),
}


class GameOps(Structure):
    """The contract's table."""

    _fields_ = [
        ("abi", ctypes.c_uint32),
        ("state_bytes", ctypes.c_uint32),
        ("scratch_bytes", ctypes.c_uint32),
        *_PROTOTYPES.items(),
        ("every_bytes", ctypes.c_uint32),
        *_SOLVER_PROTOTYPES.items(),
    ]


def table(functions: Mapping[str, Callable[..., object]], state_bytes: int) -> GameOps:
    """Fill a table from functions by their names in the contract."""
    prototypes = _PROTOTYPES | _SOLVER_PROTOTYPES
    return GameOps(
        abi=2,
        state_bytes=state_bytes,
        scratch_bytes=8,
        every_bytes=8,
        **{name: prototype(functions[name]) for name, prototype in prototypes.items()},
    )


OPS: Final = table(globals(), ctypes.sizeof(State))
OPEN_OPS: Final = table({**globals(), "chance": open_chance}, ctypes.sizeof(State))
_NAME: Final = b"GameOps"

ctypes.pythonapi.PyCapsule_New.restype = ctypes.py_object
ctypes.pythonapi.PyCapsule_New.argtypes = [c_void_p, ctypes.c_char_p, c_void_p]


def capsule(ops: GameOps) -> object:
    """Wrap a table as the search takes it; the table must outlive the capsule."""
    return ctypes.pythonapi.PyCapsule_New(ctypes.addressof(ops), _NAME, None)


GAME: Final = capsule(OPS)
"""The game, as the search takes it."""

OPEN_GAME: Final = capsule(OPEN_OPS)
"""The game in which seat 1 has not looked at the coin."""


def position(coin: int) -> bytes:
    """The beginning, with this coin under the cover."""
    return bytes(State(SAYS, coin, NOTHING, 0))
