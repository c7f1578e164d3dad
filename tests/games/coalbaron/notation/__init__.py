"""Tests of everything that is text."""
