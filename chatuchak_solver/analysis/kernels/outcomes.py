"""What the kernel that collects positions returns where it gave up; without numba, for Python."""

from __future__ import annotations

__all__ = ["FULL", "OVER_BUDGET"]

FULL = -1
"""There is no space for another position."""
OVER_BUDGET = -2
"""As many positions are expanded as may be."""
