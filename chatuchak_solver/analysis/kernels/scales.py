"""The units of the simulated player's judgements; without numba, for Python."""

from __future__ import annotations

__all__ = ["SCALE", "SCALE_BITS"]

SCALE_BITS = 8
SCALE = 1 << SCALE_BITS
"""Units of a judgement and its error per move."""
