# Coal Baron as the search sees it.

from coalbaron_fast.games.coalbaron.state import State

GAME: object
TOKENS: object

def state_bytes(state: State) -> bytes: ...
def greedy_turn(state: State) -> list[int]: ...
