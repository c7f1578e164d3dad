"""The search: it knows games only through the table of functions in game.pxd."""
