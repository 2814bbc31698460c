"""Limits of the start-grid procedure; without numba, for Python."""

MAX_SHUFFLES = 10_000
"""Maximum number of shuffles per grid before its counts are considered impossible."""
