"""Benchmarks: what the engine does, and how fast, beside something measured in the same run."""
