# The layout of what a learned evaluation is fed.

from typing import TypeAlias

_Fields: TypeAlias = tuple[tuple[str, int, int, str], ...]

SEAT_FIELDS: _Fields
BOARD_FIELDS: _Fields
TURN_FIELDS: _Fields
