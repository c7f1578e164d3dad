"""What is tested of each game."""
