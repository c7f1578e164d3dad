# The game as the search sees it: by whole turns, and by single tokens.

TURN_OPS: object
TOKEN_OPS: object
