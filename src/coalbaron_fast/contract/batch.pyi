# A batch of games for learners, stepped by one call on several threads.

from typing import Any, Final, Self

KINDS: Final[dict[str, int]]
REWARDS: Final[dict[str, int]]

class Batch:
    def __init__(
        self,
        count: int,
        players: int,
        seed: int,
        kinds: tuple[int, ...],
        start: int | None,
        reward: int,
        workers: int,
        turning: bool,
        game: Any,  # noqa: ANN401 - a game's record
        options: str = "",
        compact: bool = False,
    ) -> None: ...
    def close(self) -> None: ...
    def reset(self, seed: int | None, arrays: tuple[object, ...]) -> None: ...
    def show(self, arrays: tuple[object, ...]) -> None: ...
    def begin(self, lanes: object, arrays: tuple[object, ...]) -> None: ...
    def step(
        self,
        actions: object,
        arrays: tuple[object, ...],
        lanes: object | None = None,
        keep: bool = False,
    ) -> int: ...
    def choose(self, actions: object) -> None: ...
    def state_of(self, lane: int) -> Any: ...  # noqa: ANN401 - the game's own State
    def game_of(self, lane: int) -> tuple[int, int, int | None]: ...
    def copy(self) -> Self: ...

def restore_batch(
    arguments: tuple[object, ...], lanes: list[tuple[int, int, int, str]] | None
) -> Batch: ...
