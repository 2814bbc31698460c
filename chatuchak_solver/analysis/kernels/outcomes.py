"""What the kernel that collects positions takes and returns; without numba, for Python."""

LEAST_SLOTS = 1 << 12
"""Slots that positions are looked up by, at first; more of them come into use with the positions,
so that few positions meet near memory."""
FULL = -1
"""There is no space for another position."""
OVER_BUDGET = -2
"""The budget of positions to expand is used up."""
