"""The compiled core: its API, its conformance, what seats know, mining plans, counts."""
