"""Observations as arrays, with one module per game."""
