"""Ruhrschifffahrt: its rules."""
