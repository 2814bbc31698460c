"""Grids read from photos of cards and boards."""
