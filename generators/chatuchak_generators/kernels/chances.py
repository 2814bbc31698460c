"""Random draws of annealings; without numba, for Python."""

CHANCES = 1 << 24
"""Exclusive upper bound of a draw."""
