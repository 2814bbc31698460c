"""Constants and arrays for layout kernels, without numba: cards, offsets on the flat table.

The table is `SIDE` x `SIDE` spaces in one flat array; space (x, y) has index ``y * SIDE + x``.
Eight cards extend at most 24 spaces from the first one, so a stand that starts at `CENTER` does not
reach the border.

A *layout* is an integer array of shape (cards, 4) in the order of placement: `CARD`, clockwise
`QUARTER` turns, `ROW` and `COLUMN`. Layout kernels take the cards' spaces as ``turned``, of shape
(cards, 4, 6); ``opponents_mask`` has bit g set if good g scores anyway; ``announced`` is 1 or 2.
"""

from typing import NamedTuple

import numpy as np

from chatuchak_solver.kernels.arrays import Cube, Float64s, Int8s, Int64s, Matrix

Ints = Int64s
Spaces = Int8s

CARD = 0
QUARTER = 1
ROW = 2
COLUMN = 3

SIDE = 56

CENTER = 27

SHAPES = ((2, 3), (3, 2))
"""Rows and columns of a flat card and of one rotated by a quarter turn."""


def _around(rows: int, columns: int) -> list[tuple[int, int]]:
    """Return the spaces that share an edge with a card of this shape."""
    sides = [(row, column) for row in range(rows) for column in (-1, columns)]
    return sides + [(row, column) for row in (-1, rows) for column in range(columns)]


COVER = np.array([[SIDE * row + column for row, column in np.ndindex(shape)] for shape in SHAPES])
"""By shape, the flat offsets of a card's six spaces from its upper left one."""

CONTACT = np.array([[SIDE * row + column for row, column in _around(*shape)] for shape in SHAPES])
"""By shape, the flat offsets of the ten spaces that share an edge with a card."""

NEAR = np.concatenate((COVER, CONTACT), axis=1)
"""By shape, the offsets of `COVER`, then those of `CONTACT`."""

INNER = np.array(
    [
        [np.flatnonzero(np.isin(abs(cover - at), (1, SIDE)))[0] for at in contact]
        for cover, contact in zip(COVER, CONTACT, strict=True)
    ]
)
"""By shape, the card's space that adjoins each of these."""

ADJACENT = np.isin(abs(COVER[:, :, None] - COVER[:, None]), (0, 1, SIDE))
"""By shape, whether two of the card's spaces are the same or share an edge."""

ILLEGAL = -1_000_000

MAX_PLACES = 441
"""On and around seven cards: 63 per card."""

FULL_STAND = 8

ALL_PLACEMENTS = 1024

MOUSE_WEIGHT = 12
"""Index of the mouse weight. Four weights each (largest group, groups, spaces, points) precede it
for goods that score by other announcements, goods that the owner would announce, and other goods.
"""

RIVALS_WEIGHT = 13
"""Index of the weight of other players' mean points in goods that the owner would announce."""


class KernelArrays(NamedTuple):
    """Cards and rules.

    Attributes
    ----------
    turned
        By card and quarter turns, the six spaces.
    parts
        In the same form, the first space of each space's group within the card.
    distinct
        By card and quarter turns, whether the card differs from the one half a turn before.
    """

    turned: Cube[np.int8]
    parts: Cube[np.int64]
    distinct: Matrix[np.bool_]
    opponents_mask: int
    own_goods: int


class Policy(NamedTuple):
    """Policy of the players; see `roll_out`."""

    weights: Matrix[np.float64]
    share: int
    ranked: Matrix[np.int64]
    values: Float64s
