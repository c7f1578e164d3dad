# Coal Country as the search sees it: by whole turns, and by single tokens.

from collections.abc import Mapping

TURN_OPS: object
TOKEN_OPS: object

def temper(factors: Mapping[str, float]) -> object: ...
