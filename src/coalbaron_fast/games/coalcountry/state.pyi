# The class of the game's positions.

from coalbaron_fast.games.state import State as AnyState

class State(AnyState):
    @property
    def rounds(self) -> int: ...
    @property
    def reformed(self) -> bool: ...
    @property
    def amok(self) -> bool: ...
    @property
    def money(self) -> list[int]: ...
    def __init__(
        self,
        players: int = 2,
        seed: int | None = None,
        start: int | None = None,
        rounds: int = 6,
        reformed: bool = False,
        amok: bool = False,
    ) -> None: ...
