# Loops without Python in between, for bench/ and tests.

def playouts(
    games: int, players: int, seed: int, rounds: int = 6, flags: int = 0
) -> tuple[int, int, int]: ...
def greedy_games(
    games: int,
    players: int,
    seed: int,
    rounds: int = 6,
    flags: int = 0,
    dial: int | None = None,
    value: float = 0.0,
) -> tuple[int, list[list[int]]]: ...
