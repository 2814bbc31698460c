"""Columns of a tile and prices, shared by kernels, Python and the page."""

ROWS, COLUMNS, SPOTS = 5, 6, 30
LETTERS, SECOND, MARGINS, HIDDEN, SHINY = 8, 38, 68, 98, 128
"""First columns, after the corners, of what is known of each spot: color, second color, margin,
whether no symbol is visible, and whether it has a lamp's reflection."""
NAMES_LEAD, PATCHES, RANK, TILE = 158, 159, 160, 161
"""Further columns: price difference to the second-best names, spots with a patch, rank; and the
number of columns."""
OTHER_COUNTS, EMPTY_PRICE, OPTIONS = 17, 18, 48
"""Columns of options, after the counts, and their number; see `read_tile`."""
MAX_TILES = 16
MAX_UNREADABLE = 33

UNUSUAL_PRICE = 5.0
"""Price of booth counts other than the game's."""
FIXED_PRICE = 1e6
"""Price of booth counts other than the known counts."""
CLEAR_MARGIN = 9.0
"""Margin from which on other spots may rely on a spot."""
