"""The environments: what a learner sees, and many games at once."""
