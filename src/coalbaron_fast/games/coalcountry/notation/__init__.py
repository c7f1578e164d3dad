"""Everything of the game that is text: tokens, positions, records."""
