"""Coal Baron's rules, text and knowledge."""
