"""The rules, compiled."""
