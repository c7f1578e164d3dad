"""Junk into every reader, steered by what it reaches."""
