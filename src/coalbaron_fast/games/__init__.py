"""The games that the engine plays, each in a folder of its own."""
