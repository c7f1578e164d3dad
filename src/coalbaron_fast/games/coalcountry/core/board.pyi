# The table of functions for tokens, as a capsule.

BOARD_OPS: object
