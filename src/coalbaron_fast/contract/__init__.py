"""What a game is, for everything that knows no game: tables of C functions."""
