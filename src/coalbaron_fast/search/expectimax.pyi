# The exhaustive search of endings; endings.py drives it.

from collections.abc import Callable
from typing import TypeAlias

Solution: TypeAlias = tuple[list[int], list[float], list[float], bool, bool, list[list[int]]]

class Solver:
    def __init__(self, game: object, megabytes: int) -> None: ...
    def turns_left(self, state: bytes, seat: int) -> int | None: ...
    def solve(
        self,
        state: bytes,
        seat: int,
        nodes: int,
        deadline_ns: int = 0,
        lines: int = 1,
        allowed: Callable[[list[int]], bool] | None = None,
        only_exact: bool = False,
    ) -> list[Solution] | None: ...
    def stop(self) -> None: ...
    def resume(self) -> None: ...
    @property
    def nodes(self) -> int: ...
