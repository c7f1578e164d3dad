"""What games spell alike: vocabularies of tokens, positions as words, records of whole games."""
