"""What kernels over layouts share with their callers, who import no numba."""

from typing import Final, NamedTuple

from chatuchak_solver.kernels.arrays import Float64s, Int64s

ILLEGAL: Final = -1_000_000
"""The score of a layout that breaks the rule of laying."""

MOST_PLACES: Final = 441
"""Places, flat or turned, on and beside seven cards: 63 a card at most."""

FULL: Final = 8
"""The cards of a whole stand."""

ALL: Final = 1024
"""The share of placements that looks at every one."""

MOUSE: Final = 12
"""Where the weight of mice is; before it four weights each of goods that score by others, goods
that the owner would announce, and other goods: biggest group, groups, spaces, points."""

RIVALS: Final = 13
"""Where the weight is of what the others, on average, have of the goods the owner would announce,
whatever is still to be laid."""


class Mind(NamedTuple):
    """How players choose; fields as `chatuchak_solver.stand.kernels.playing_on.play_on` tells."""

    weights: Float64s
    share: int
    ranked: Int64s
    values: Float64s
