# Which of several uncertain means is the highest; analysis.py asks.

from collections.abc import Sequence

def probabilities_best(means: Sequence[float], errors: Sequence[float]) -> list[float]: ...
