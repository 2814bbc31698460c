"""Indices of measures and prices shared by kernels and Python."""

TOTAL = 0
"""Index of the price of the reading; lower is better."""
NAMES_PRICE = 1
"""Index of the distance of the groups from the typical colors."""
NAMES_LEAD = 2
"""Index of the price difference to the second-best names."""
SPREAD = 3
"""Index of the median distance of a spot from its group's color."""
MEASURES = 4

UNUSUAL_PRICE = 5.0
"""Price of booth counts other than the game's."""
FIXED_PRICE = 1e6
"""Price of booth counts other than the known counts."""
