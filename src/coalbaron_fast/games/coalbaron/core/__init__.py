"""The game, compiled: state, moves, chance, mining plans and knowledge of the stacks."""
