"""The contract of contract/game.pxd in ctypes: how a game written in plain Python is handed over.

It shows that the table of functions is all that the search needs to know of a game.
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable, Iterable, Mapping
from ctypes import CFUNCTYPE, POINTER, Structure, c_double, c_int, c_uint8, c_uint32, c_void_p
from typing import Any, Final, Self

from coalbaron_fast.games.options import Options

GAME_ABI: Final = 6
EVALUATOR_ABI: Final = 2
BOARD_ABI: Final = 2
GAME_SEATS: Final = 4
TURN_MOVES: Final = 24
CHANCE_LIMIT: Final = 48
FAR_FROM_END: Final = 1 << 20
TO_CHANCE: Final = -1
TO_NOBODY: Final = -2
NOBODY_CHOOSES: Final = -1
PART_FLAGS: Final = 512
PART_NUMBERS: Final = 160
NUMBER_LIMIT: Final = 1023
TURN_FEATURES: Final = 48
EVERYBODY: Final = -1
A_TURN: Final = 0
PHASES: Final = ("chance", "over", "play")
"""What a small game asks."""

MASK: Final = (1 << 64) - 1


class Turn(Structure):
    """The contract's Turn."""

    _fields_ = [("moves", ctypes.c_uint16 * TURN_MOVES), ("count", c_uint8), ("value", c_double)]


class Chance(Structure):
    """The contract's chance event."""

    _fields_ = [
        ("codes", ctypes.c_uint16 * CHANCE_LIMIT),
        ("ways", ctypes.c_uint16 * CHANCE_LIMIT),
        *((name, c_int) for name in ("total", "count", "certain", "hand", "chooser", "source")),
        ("private", c_int),
    ]


class Features(Structure):
    """The contract's features of a seat or of the board."""

    _fields_ = [
        ("flags", ctypes.c_uint16 * PART_FLAGS),
        ("numbers", ctypes.c_uint16 * PART_NUMBERS),
        ("values", ctypes.c_int16 * PART_NUMBERS),
        *((name, c_int) for name in ("flag_count", "number_count", "points")),
    ]


class Rng(Structure):
    """The contract's generator: SplitMix64."""

    _fields_ = [("state", ctypes.c_uint64)]
    state: int

    def next(self) -> int:
        """Return the next 64 bits."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        return mix64(self.state)


def mix64(x: int) -> int:
    """Spread every bit of a number over 64 others."""
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


_SEARCH: Final = {
    "seats": CFUNCTYPE(c_int, c_void_p),
    "to_move": CFUNCTYPE(c_int, c_void_p),
    "turns": CFUNCTYPE(c_int, c_void_p, c_void_p, POINTER(Turn), c_int),
    "turn_fits": CFUNCTYPE(c_int, c_void_p, POINTER(Turn)),
    "information": CFUNCTYPE(ctypes.c_uint64, c_void_p, c_int),
    "unseen": CFUNCTYPE(c_int, c_void_p),
    "play_turn": CFUNCTYPE(None, c_void_p, POINTER(Turn)),
    "draw": CFUNCTYPE(None, c_void_p, POINTER(Rng)),
    "view": CFUNCTYPE(None, c_void_p, c_int, c_void_p),
    "sample_world": CFUNCTYPE(None, c_void_p, POINTER(Rng), c_void_p),
    "viewer": CFUNCTYPE(c_int, c_void_p),
    "expect": CFUNCTYPE(None, c_void_p, POINTER(c_double), POINTER(c_double)),
    "spread": CFUNCTYPE(c_double, c_void_p),
    "turns_vary": CFUNCTYPE(c_int, c_void_p),
    "routine": CFUNCTYPE(c_int, c_void_p, POINTER(Turn)),
    "turns_expected": CFUNCTYPE(c_double, c_void_p, c_int),
    "decision": CFUNCTYPE(c_int, c_void_p),
}

_SOLVER: Final = {
    "turns_left": CFUNCTYPE(c_int, c_void_p),
    "every_turn": CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, POINTER(Turn), c_int),
    "chance": CFUNCTYPE(c_int, c_void_p, POINTER(Chance)),
    "play_outcome": CFUNCTYPE(None, c_void_p, c_int),
    "key": CFUNCTYPE(ctypes.c_uint64, c_void_p),
    "secret": CFUNCTYPE(c_int, c_void_p),
}

_LEARNING: Final = {
    "features": CFUNCTYPE(None, c_void_p, c_int, POINTER(Features)),
    "turn_features": CFUNCTYPE(c_int, c_void_p, POINTER(Turn), POINTER(ctypes.c_uint16)),
    "unweighed_turns": CFUNCTYPE(c_int, c_void_p, c_void_p, POINTER(Turn), c_int),
}

_OUTSIDE: Final = {"sound": CFUNCTYPE(c_int, c_void_p)}

_PROTOTYPES: Final = _SEARCH | _SOLVER | _LEARNING | _OUTSIDE
_OPTIONAL: Final = ("unseen", "spread", "turns_vary", "routine", *_LEARNING, *_OUTSIDE)


_EVALUATOR: Final = {
    "turns": CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, POINTER(Turn), c_int),
    "expect": CFUNCTYPE(
        None, c_void_p, c_void_p, POINTER(c_double), POINTER(c_double), POINTER(c_double)
    ),
}


class GameOps(Structure):
    """The contract's table."""

    _fields_ = [
        ("abi", c_uint32),
        ("state_bytes", c_uint32),
        ("scratch_bytes", c_uint32),
        ("most_seats", c_uint32),
        ("turn_moves", c_uint32),
        ("points_limit", c_uint32),
        *_SEARCH.items(),
        ("every_bytes", c_uint32),
        *_SOLVER.items(),
        ("layout", ctypes.c_uint64),
        ("seat_size", c_uint32),
        ("board_size", c_uint32),
        ("turn_size", c_uint32),
        ("private_features", c_uint32),
        *_LEARNING.items(),
        *_OUTSIDE.items(),
    ]


_AT: Final = c_void_p
_CODES: Final = POINTER(ctypes.c_uint16)

_BOARD: Final = {
    "begin": CFUNCTYPE(None, _AT, c_int, c_int, POINTER(ctypes.c_int16)),
    "first_start": CFUNCTYPE(c_int, _AT),
    "option": CFUNCTYPE(c_int, _AT, c_int),
    "to_move": CFUNCTYPE(c_int, _AT),
    "phase": CFUNCTYPE(c_int, _AT),
    "round": CFUNCTYPE(c_int, _AT),
    "legal": CFUNCTYPE(c_int, _AT, _CODES),
    "play": CFUNCTYPE(None, _AT, c_int),
    "outcomes": CFUNCTYPE(c_int, _AT, _CODES, POINTER(c_int), POINTER(c_int)),
    "seeded": CFUNCTYPE(c_int, _AT, ctypes.c_uint64),
    "shown": CFUNCTYPE(c_int, _AT, c_int, c_int, _CODES),
    "points": CFUNCTYPE(None, _AT, POINTER(c_int)),
    "winners": CFUNCTYPE(c_uint32, _AT),
    "equal": CFUNCTYPE(c_int, _AT, _AT),
    "hash": CFUNCTYPE(ctypes.c_uint64, _AT),
    "static_best": CFUNCTYPE(None, _AT, c_void_p, POINTER(Turn)),
    "perft": CFUNCTYPE(ctypes.c_uint64, _AT, c_int, c_void_p),
}

_SEEN: Final = {
    "observation_size": CFUNCTYPE(c_int, c_int),
    "observe": CFUNCTYPE(None, _AT, c_int, POINTER(ctypes.c_float)),
    "observe_compact": CFUNCTYPE(None, _AT, c_int, c_void_p),
    "observation_units": CFUNCTYPE(None, c_int, POINTER(ctypes.c_float)),
}

_DEAL: Final = {
    "deal": CFUNCTYPE(None, ctypes.c_uint64, c_void_p),
    "dealt": CFUNCTYPE(c_int, c_void_p, _AT),
    "deal_fits": CFUNCTYPE(c_int, c_void_p, _AT),
}


class BoardOps(Structure):
    """The table of contract/board.pxd."""

    _fields_ = [
        ("abi", c_uint32),
        ("codes", c_uint32),
        ("options", c_uint32),
        ("draws_order", c_uint32),
        ("game", c_void_p),
        *_BOARD.items(),
        *_SEEN.items(),
        ("compact_bytes", c_uint32),
        ("seat_counts", c_uint32),
        ("board_counts", c_uint32),
        ("count_unit", ctypes.c_float),
        ("deal_bytes", c_uint32),
        *_DEAL.items(),
    ]


ctypes.pythonapi.PyCapsule_GetPointer.restype = c_void_p
ctypes.pythonapi.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
ctypes.pythonapi.PyCapsule_New.restype = ctypes.py_object
ctypes.pythonapi.PyCapsule_New.argtypes = [c_void_p, ctypes.c_char_p, c_void_p]

_NAME: Final = b"GameOps"
_TABLES: Final[list[GameOps]] = []
"""Keeps the tables of the capsules alive."""
_BOARDS: Final[list[BoardOps]] = []


def capsule(
    functions: Mapping[str, Callable[..., object]], state: type[Structure], **sizes: Any
) -> object:
    """Return a table of functions, by their names in the contract, as the search takes it.

    `sizes` are the table's numbers where they are not those of a small game for two.
    """
    usual = {
        "abi": GAME_ABI,
        "state_bytes": ctypes.sizeof(state),
        "scratch_bytes": 8,
        "every_bytes": 8,
        "most_seats": 2,
        "turn_moves": 1,
        "points_limit": 500,
    }
    given = {
        name: prototype(functions[name])
        for name, prototype in _PROTOTYPES.items()
        if name not in _OPTIONAL or name in functions
    }
    table = GameOps(**(usual | sizes), **given)
    _TABLES.append(table)
    return ctypes.pythonapi.PyCapsule_New(ctypes.addressof(table), _NAME, None)


class Evaluator(Structure):
    """The table of search/evaluator.pxd."""

    _fields_ = [("abi", c_uint32), ("game", c_void_p), ("own", c_void_p), *_EVALUATOR.items()]


_EVALUATORS: Final[list[Evaluator]] = []


def evaluator(
    turns: Callable[..., int], expect: Callable[..., None], abi: int = EVALUATOR_ABI
) -> object:
    """Return an evaluator of one's own in a capsule; each function gets the table first."""
    given = {"turns": turns, "expect": expect}
    table = Evaluator(abi=abi, **{name: _EVALUATOR[name](given[name]) for name in given})
    _EVALUATORS.append(table)
    return ctypes.pythonapi.PyCapsule_New(ctypes.addressof(table), b"Evaluator", None)


def put_turns(out: Any, turns: list[list[int]], values: list[float] | None = None) -> int:
    """Write turns into the search's array; return how many."""
    for index, codes in enumerate(turns):
        out[index].moves[: len(codes)] = codes
        out[index].count = len(codes)
        out[index].value = values[index] if values else 0.0
    return len(turns)


def put_features(out: Any, flags: list[int], numbers: dict[int, int], points: int = 0) -> None:
    """Write a seat's features, or the board's."""
    out.flags[: len(flags)] = flags
    out.numbers[: len(numbers)] = list(numbers)
    out.values[: len(numbers)] = list(numbers.values())
    out.flag_count, out.number_count, out.points = len(flags), len(numbers), points


def put_chance(
    out: Any, ways: Mapping[int, int], *, source: int = 0, private: bool = False
) -> None:
    """Write a chance event in which no seat chooses."""
    event = out[0]
    for index, (code, number) in enumerate(ways.items()):
        event.codes[index], event.ways[index] = code, number
    event.count, event.total = len(ways), sum(ways.values())
    event.certain = event.hand = 0
    event.chooser, event.source, event.private = NOBODY_CHOOSES, source, private


def codes_of(turn: Any) -> list[int]:
    """Return the move codes of a turn that the search hands over."""
    return list(turn[0].moves[: turn[0].count])


def copy_state(source: int, state: type[Structure], out: int) -> None:
    """Copy a state from one place in memory to another."""
    ctypes.memmove(out, source, ctypes.sizeof(state))


class Board(Structure):
    """The rules of a small game on a flat struct, and the table of functions that follows.

    A game names its fields and the moves; what small games mostly have in common is here.
    """

    # -- what every game says itself

    @classmethod
    def start(cls, players: int, **options: Any) -> Self:
        """Return the beginning of a game."""
        raise NotImplementedError

    def is_possible(self) -> bool:
        """Whether the fields hold together."""
        raise NotImplementedError

    def seats(self) -> int:
        """How many seats play."""
        raise NotImplementedError

    def to_move(self) -> int:
        """Return the seat to decide, or TO_CHANCE, or TO_NOBODY."""
        raise NotImplementedError

    def moves(self) -> list[int]:
        """List the legal moves of the seat to decide."""
        raise NotImplementedError

    def ways(self) -> dict[int, int]:
        """Say in how many ways each outcome of chance comes about."""
        raise NotImplementedError

    def play(self, code: int) -> None:
        """Play a legal move or an outcome of chance, as it is shown to a seat in its view."""
        raise NotImplementedError

    def shown_to(self, seat: int, code: int) -> int | list[int]:
        """Return a move or an outcome as a seat sees it, before it is played: one code, or any."""
        raise NotImplementedError

    def hide_from(self, seat: int) -> None:
        """Become what a seat knows."""
        raise NotImplementedError

    def deal(self, rng: Rng) -> None:
        """Become a full position that agrees with this view."""
        raise NotImplementedError

    def points(self) -> list[int]:
        """Return the points of every seat so far."""
        raise NotImplementedError

    def shares(self) -> list[float]:
        """Return every seat's share of the win, or what can be expected of it before the end."""
        raise NotImplementedError

    def decisions_left(self) -> int:
        """Return a bound of the decisions and draws that are left."""
        raise NotImplementedError

    # -- what a game may say otherwise

    def legal(self) -> list[int]:
        """Return what can be played, as the seat of a view may be shown it."""
        if self.to_move() == TO_NOBODY:
            return []
        codes = list(self.ways()) if self.to_move() == TO_CHANCE else self.moves()
        viewer = self.viewer()
        if viewer == EVERYBODY:
            return codes
        return list(dict.fromkeys(one for code in codes for one in self.told(viewer, code)))

    def told(self, seat: int, code: int) -> list[int]:
        """Return `shown_to` as a list."""
        shown = self.shown_to(seat, code)
        return shown if isinstance(shown, list) else [shown]

    def outcomes(self) -> dict[int, int]:
        """Return the ways of what `legal` lists at chance."""
        legal = self.legal()
        return self.ways() if len(legal) > 1 else {legal[0]: 1}

    def viewer(self) -> int:
        """Whose view this is; a game that is only searched need not tell."""
        return EVERYBODY

    def proposed(self) -> list[int]:
        """Return the moves worth looking at."""
        return self.moves()

    def stage(self) -> int:
        """Return the round that is played, from 1."""
        return 1

    def phase(self) -> str:
        """Return what is asked."""
        return {TO_CHANCE: "chance", TO_NOBODY: "over"}.get(self.to_move(), "play")

    def information(self, _seat: int) -> int:
        """Return the same number for all positions that look the same to a seat."""
        return 0

    def turns_left(self) -> int:
        """Return what a solver hears."""
        return self.decisions_left()

    def chance_in_view(self) -> tuple[dict[int, int], bool]:
        """Return the ways that a solver hears, and whether one seat knows more of them."""
        return self.ways(), False

    # -- the rest

    def copy(self) -> Self:
        """Return the same position elsewhere."""
        return type(self).from_buffer_copy(self)

    def draw(self, rng: Rng) -> int:
        """Draw an outcome of chance."""
        ways = self.ways()
        left = rng.next() % sum(ways.values())
        for code, number in ways.items():
            left -= number
            if left < 0:
                return code
        raise AssertionError("an outcome has no way")

    def key(self) -> int:
        """Tell all positions apart."""
        return functools.reduce(lambda key, byte: mix64(key ^ byte), bytes(self), 1)


def functions_of(board: type[Board]) -> dict[str, Callable[..., Any]]:
    """Return the contract's functions, by their names, of a game's rules."""
    at = board.from_address

    def play_all(pointer: int, turn: Any) -> None:
        for code in codes_of(turn):
            at(pointer).play(code)

    def every_turn(pointer: int, _scratch: int, _merge: bool, out: Any, limit: int) -> int:
        moves = at(pointer).moves()
        return put_turns(out, [[code] for code in moves]) if len(moves) <= limit else 0

    def chance(pointer: int, out: Any) -> bool:
        ways, private = at(pointer).chance_in_view()
        put_chance(out, ways, private=private)
        return True

    def view(pointer: int, seat: int, out: int) -> None:
        copy_state(pointer, board, out)
        at(out).hide_from(seat)

    def sample_world(pointer: int, rng: Any, out: int) -> None:
        copy_state(pointer, board, out)
        at(out).deal(rng[0])

    def expect(pointer: int, points: Any, win: Any) -> None:
        for seat in range(at(pointer).seats()):
            points[seat] = at(pointer).points()[seat]
            win[seat] = at(pointer).shares()[seat]

    return {
        "seats": lambda pointer: at(pointer).seats(),
        "to_move": lambda pointer: at(pointer).to_move(),
        "turns": lambda pointer, _scratch, out, _limit: put_turns(
            out, [[code] for code in at(pointer).proposed()]
        ),
        "turn_fits": lambda pointer, turn: codes_of(turn)[0] in at(pointer).moves(),
        "information": lambda pointer, seat: at(pointer).information(seat),
        "play_turn": play_all,
        "draw": lambda pointer, rng: at(pointer).play(at(pointer).draw(rng[0])),
        "view": view,
        "sample_world": sample_world,
        "viewer": lambda pointer: at(pointer).viewer(),
        "expect": expect,
        "turns_expected": lambda pointer, _seat: at(pointer).decisions_left(),
        "decision": lambda _pointer: A_TURN,
        "turns_left": lambda pointer: at(pointer).turns_left(),
        "every_turn": every_turn,
        "chance": chance,
        "play_outcome": lambda pointer, code: at(pointer).play(code),
        "key": lambda pointer: at(pointer).key(),
        "secret": lambda _pointer: False,
    }


def board_capsule(board: type[Board], ops: object, codes: int, options: Options) -> object:
    """Return the rules of a game token by token; `ops` are its turns, in a capsule."""
    at = board.from_address
    kinds = [(option.name, type(option.default)) for option in options]

    def begin(pointer: int, seats: int, _start: int, values: Any) -> None:
        given = {name: kind(values[index]) for index, (name, kind) in enumerate(kinds)}
        ctypes.memmove(pointer, bytes(board.start(seats, **given)), ctypes.sizeof(board))

    def put(numbers: Iterable[int], out: Any) -> int:
        count = 0
        for count, number in enumerate(numbers, 1):
            out[count - 1] = number
        return count

    def outcomes(pointer: int, codes: Any, ways: Any, total: Any) -> int:
        found = at(pointer).outcomes()
        put(found.values(), ways)
        total[0] = sum(found.values())
        return put(found, codes)

    def points(pointer: int, out: Any) -> None:
        put(at(pointer).points(), out)

    functions: dict[str, Callable[..., Any]] = {
        "begin": begin,
        "first_start": lambda _pointer: 0,
        "option": lambda pointer, index: int(getattr(at(pointer), kinds[index][0])),
        "to_move": lambda pointer: at(pointer).to_move(),
        "phase": lambda pointer: PHASES.index(at(pointer).phase()),
        "round": lambda pointer: at(pointer).stage(),
        "legal": lambda pointer, out: put(at(pointer).legal(), out),
        "play": lambda pointer, code: at(pointer).play(code),
        "outcomes": outcomes,
        "shown": lambda pointer, code, seat, out: put(at(pointer).told(seat, code), out),
        "points": points,
        "winners": lambda pointer: sum(
            1 << seat for seat, share in enumerate(at(pointer).shares()) if share
        ),
    }
    table = BoardOps(
        abi=BOARD_ABI,
        codes=codes,
        options=len(kinds),
        game=ctypes.pythonapi.PyCapsule_GetPointer(ops, _NAME),
        compact_bytes=2,
        count_unit=1.0,
        **{name: _BOARD[name](function) for name, function in functions.items()},
    )
    _BOARDS.append(table)
    return ctypes.pythonapi.PyCapsule_New(ctypes.addressof(table), b"BoardOps", None)
