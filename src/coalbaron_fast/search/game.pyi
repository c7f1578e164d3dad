# Asking a game's table of functions, in a capsule of the name ``GameOps``.

from collections.abc import Sequence
from typing import NamedTuple

class FeatureSizes(NamedTuple):
    layout: int
    seat: int
    board: int
    turn: int

def turns_expected(game: object, state: bytes, seat: int) -> float: ...
def is_small_decision(game: object, state: bytes) -> bool: ...
def feature_sizes(game: object) -> FeatureSizes | None: ...
def features(game: object, states: bytes) -> tuple[bytearray, bytearray, bytearray, bytearray]: ...
def turn_features(
    game: object, states: bytes, turns: Sequence[Sequence[Sequence[int]]]
) -> tuple[bytearray, bytearray]: ...
