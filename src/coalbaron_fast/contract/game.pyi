# Asking a game's table of functions, in a capsule of the name ``GameOps``.

from collections.abc import Sequence
from typing import Final, NamedTuple

EVERYBODY: Final = -1

class FeatureSizes(NamedTuple):
    layout: int
    seat: int
    board: int
    turn: int
    private: bool = False

def turns_expected(game: object, state: bytes, seat: int) -> float: ...
def decision(game: object, state: bytes) -> int: ...
def feature_sizes(game: object) -> FeatureSizes | None: ...
def features(
    game: object, states: bytes, viewers: bytes | None = None
) -> tuple[bytearray, bytearray, bytearray, bytearray]: ...
def turn_features(
    game: object, states: bytes, turns: Sequence[Sequence[Sequence[int]]]
) -> tuple[bytearray, bytearray]: ...
