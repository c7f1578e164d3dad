# Loops without Python in between, for bench/ and tests.

def playouts(
    games: int, players: int, seed: int, rounds: int = 6, flags: int = 0
) -> tuple[int, int, int]: ...
def count_turns(positions: list[bytes], rounds: int) -> int: ...
def greedy_games(
    games: int,
    players: int,
    seed: int,
    rounds: int = 6,
    flags: int = 0,
    dial: int | None = None,
    value: float = 0.0,
) -> tuple[int, list[list[int]]]: ...
def random_placing(data: bytes, seed: int) -> list[int]: ...
def placing_values(
    data: bytes, placings: list[list[int]], worlds: int, seed: int, stop: int = 2
) -> list[float]: ...
