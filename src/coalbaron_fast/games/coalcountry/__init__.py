"""Coal Country: mines grow, coal is sold, and money wins."""
