# A small network in whole numbers; what it is fed comes from a game's features.

from collections.abc import Mapping
from typing import Final

FEATURES: Final[tuple[str, ...]]
LAYERS: Final[tuple[str, ...]]
LEAST_BITS: Final[int]
MOST_BITS: Final[int]
HEAD_BITS: Final[int]
ONE_BITS: Final[int]
LINEAR: Final[int]

def tensor_shapes(sizes: Mapping[str, int]) -> dict[str, tuple[int, int, int]]: ...
def check_sizes(sizes: Mapping[str, int], bits: int) -> None: ...

class Weights:
    def __init__(self, layout: int, sizes: dict[str, int], bits: int, tensors: bytes) -> None: ...
    @property
    def layout(self) -> int: ...
