# Where the points come from: those of the end, and what the guess expects, taken apart.

NAMES: tuple[str, ...]
END_NAMES: tuple[str, ...]

def expected_parts(data: bytes) -> list[list[float]]: ...
def end_parts(data: bytes) -> list[dict[str, int]]: ...
