"""What is done for a client: its turn, a slot, an engine, a process for what is heavy."""
