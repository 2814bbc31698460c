"""Constants and types of layout kernels, for callers without numba."""

from typing import Final, NamedTuple

import numpy as np

from chatuchak_solver.kernels.arrays import Cube, Float64s, Matrix

ILLEGAL: Final = -1_000_000
"""The score of a layout that breaks a placement rule."""

MAX_PLACES: Final = 441
"""Maximum places, flat or turned, on and around seven cards: 63 per card."""

FULL: Final = 8
"""The number of cards of a whole stand."""

ALL: Final = 1024
"""The share of placements that includes every one."""

MOUSE: Final = 12
"""Index of the mouse weight. Four weights each (largest group, groups, spaces, points) precede it
for goods that score by other announcements, goods that the owner would announce, and other goods.
"""

RIVALS: Final = 13
"""Index of the weight of the other players' mean points in the goods that the owner would announce,
independent of the remaining cards.
"""


class KernelArrays(NamedTuple):
    """Cards and rules."""

    turned: Cube[np.int8]
    distinct: Matrix[np.bool_]
    cover: Matrix[np.int64]
    contact: Matrix[np.int64]
    opponents_mask: int
    own_goods: int


class Policy(NamedTuple):
    """Policy of the players; see `chatuchak_solver.stand.kernels.rollouts.roll_out`."""

    weights: Matrix[np.float64]
    share: int
    ranked: Matrix[np.int64]
    values: Float64s
