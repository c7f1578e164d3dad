# Where the points come from that a seat can expect: the evaluation, taken apart.

NAMES: tuple[str, ...]

def expected_parts(data: bytes) -> list[list[float]]: ...
