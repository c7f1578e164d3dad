"""The page and its files, packed for the way."""
