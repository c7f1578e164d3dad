"""Tests of the search and of the engine."""
