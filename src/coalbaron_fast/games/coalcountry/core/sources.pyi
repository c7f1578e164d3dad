from typing import Final

NAMES: Final[tuple[str, ...]]

def expected_parts(data: bytes) -> list[list[float]]: ...
