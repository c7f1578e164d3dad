# Walks by static evaluation: what each seat can expect from a position, without a tree.

from coalbaron_fast.search.evaluator import Evaluation

class Walker:
    def __init__(self, game: object, evaluation: Evaluation) -> None: ...
    def expect(
        self, state: bytes, walks: int, turns: int, seed: int
    ) -> list[tuple[list[float], list[float]]]: ...
    def ends(
        self, view: bytes, codes: list[int], walks: int, turns: int, seed: int
    ) -> list[bytes]: ...
