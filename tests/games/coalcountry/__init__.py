"""Tests of Coal Country."""
