# A tree for one position at a time; engine.py drives it.

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from coalbaron_fast.search.evaluator import Evaluation

Line: TypeAlias = tuple[
    int, float, float, list[float], list[float], list[float], list[float], list[float]
]

class Searcher:
    def __init__(
        self, game: object, megabytes: int, evaluation: Evaluation | None = None
    ) -> None: ...
    def begin(
        self,
        state: bytes,
        seat: int,
        seed: int,
        params: Mapping[str, float],
        allowed: Callable[[list[int]], bool] | None = None,
        asked: Iterable[list[int]] = (),
        even: bool = False,
    ) -> list[list[int]]: ...
    def run(self, iterations: int, deadline_ns: int = 0) -> int: ...
    def stop(self) -> None: ...
    def resume(self) -> None: ...
    def results(self) -> list[Line]: ...
    def shares(self) -> list[float] | None: ...
    def variation(self, line: int) -> list[list[int]]: ...
    @property
    def depth(self) -> int: ...
    @property
    def turns_listed(self) -> int: ...
    @property
    def memory_used(self) -> float: ...
