# The class of the game's positions.

from coalbaron_fast.games.state import State as AnyState

class State(AnyState):
    @property
    def calm(self) -> bool: ...
    @property
    def thalers(self) -> list[int]: ...
    @property
    def first_start(self) -> int: ...
    def __init__(
        self,
        players: int = 2,
        seed: int | None = None,
        start: int = 0,
        calm: bool = False,
    ) -> None: ...
