"""How long foreign bytes can take: expressions proved linear, readers and endpoints counted."""
