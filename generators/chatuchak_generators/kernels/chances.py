"""What guided searches draw from chance; without numba, for Python."""

from __future__ import annotations

__all__ = ["CHANCES"]

CHANCES = 1 << 24
"""What a draw is below."""
