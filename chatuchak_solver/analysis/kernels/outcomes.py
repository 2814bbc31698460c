"""Constants of the kernel that collects positions; without numba, for Python."""

MIN_SLOTS = 1 << 12
"""Initial hash slots; they grow with the positions for locality."""
FULL = -1
"""No room for another position."""
OVER_BUDGET = -2
"""Expansion budget exhausted."""
