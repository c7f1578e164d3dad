"""How the engine learns what a position is worth: self-play, labels, a fit, a gate.

Every stage is a command of `coalbaron-engine learn` and can be stopped and gone on with at any
moment.
"""
