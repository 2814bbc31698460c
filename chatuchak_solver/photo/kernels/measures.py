"""Columns of a tile and prices, shared with JavaScript."""

ROWS, COLUMNS, SPOTS = 5, 6, 30
PATCHES, RANK, HUES, CANDIDATE = 8, 9, 10, 11
"""Columns of a candidate after the corners: spots with a patch, rank (higher is more likely) and
spread of hues; and the number of columns."""
LETTERS, SECOND, MARGINS, HIDDEN, SHINY = 11, 41, 71, 101, 131
"""First columns of each spot's color, second color, margin, hidden flag and reflection flag, after
those of a candidate."""
NAMES_LEAD, TILE = 161, 162
"""Column of the lead of the names, and the number of columns."""
MIN_COUNT, MAX_COUNT, COUNTS, OTHER_COUNTS, EMPTY_PRICE, OPTIONS = 0, 1, 2, 7, 8, 38
"""Columns of options, and their number; see `read_tile`."""
VIEW_SAMPLES = 324
"""Samples per spot of a view: light of shape (spots, `VIEW_SAMPLES`, 3)."""
MAX_TILES = 16
MAX_UNREADABLE = 33

UNUSUAL_PRICE, FIXED_PRICE = 5.0, 2e4
"""Price of one booth of another color than in the game's counts, and than in known counts."""
CLEAR_MARGIN = 9.0
"""Margin of spots that others may rely on."""
MIN_MARGIN = 6.0
"""Margin below which a spot is doubtful."""
MIN_NAMES_LEAD, CLEAR_NAMES_LEAD = 0.1, 0.3
"""Lead of the color names below which they are doubtful, and below which the position is."""
CLEAR_PATCHES = 24
"""Patches, of 30, of a clear position."""
