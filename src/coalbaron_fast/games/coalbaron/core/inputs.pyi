# The layout of what a learned evaluation is fed.

from typing import TypeAlias

Fields: TypeAlias = tuple[tuple[str, int, int, str], ...]

SEAT_FIELDS: Fields
BOARD_FIELDS: Fields
TURN_FIELDS: Fields
