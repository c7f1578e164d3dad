"""Coal Country: mines grow, coal is sold, and money wins."""

from coalbaron_fast.games.coalcountry.state import State

__all__ = ["State"]
