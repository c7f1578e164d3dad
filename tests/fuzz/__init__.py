"""Junk into every reader, steered by what it reaches: `python -m tests.fuzz.readers`."""
