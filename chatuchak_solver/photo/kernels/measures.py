"""What a reading is measured by, and prices that it is asked for with: for kernels and Python."""

TOTAL = 0
"""Of the measures: the price of the reading, the lower the better it fits."""
NAMES_PRICE = 1
"""Of the measures: how unlike the usual five colors the groups are."""
NAMES_LEAD = 2
"""Of the measures: by how much other names for the groups would suit worse."""
SPREAD = 3
"""Of the measures: how far a spot is from its group's color."""
MEASURES = 4

UNUSUAL_PRICE = 5.0
"""What it costs that the colors have other numbers of booths than the game is known to have."""
FIXED_PRICE = 1e6
"""What it costs where the numbers are known: more than any spots."""
