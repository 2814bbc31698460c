"""When a start grid is given up; without numba, for Python."""

MAX_SHUFFLES = 10_000
"""Shuffles for one grid before its counts are given up as impossible on its board."""
