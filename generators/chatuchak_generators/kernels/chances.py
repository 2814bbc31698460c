"""What guided searches draw from chance; without numba, for Python."""

CHANCES = 1 << 24
"""What a draw is below."""
