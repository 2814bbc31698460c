"""Start grids: generation, checks and records."""
