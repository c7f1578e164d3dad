"""Junk and near-misses into every reader of every game, and play on from what is accepted."""
