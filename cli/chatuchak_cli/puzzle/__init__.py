"""The puzzle: solutions, hints and checks."""
