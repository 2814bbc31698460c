"""What guided searches draw from chance; without numba, for Python."""

from __future__ import annotations

CHANCES = 1 << 24
"""What a draw is below."""
