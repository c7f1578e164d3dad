"""Coal Baron (Glück Auf)."""
