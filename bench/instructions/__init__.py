"""Instructions for each piece of work, counted by callgrind: exact where times are noisy."""
