# Observations and masks of legal moves. What is written to is a contiguous buffer of floats or of
# bytes.

from coalbaron_fast.games.coalbaron.state import State

def write_observation(state: State, seat: int, out: object) -> None: ...
def write_legal_mask(state: State, out: object) -> None: ...
