"""Constants and arrays for layout kernels, without numba: turned cards, offsets on the flat table.

The table is `SIDE` x `SIDE` spaces in one flat array; space (x, y) has index ``y * SIDE + x``.
Eight cards extend at most 24 spaces from the first one, so a stand that starts at `CENTER` does not
reach the border.

A *layout* is an integer array of shape (cards, 4) in the order of placement: `CARD`, clockwise
`QUARTER` turns, `ROW` and `COLUMN`. Layout kernels take the cards' spaces as ``turned``, of shape
(cards, 4, 6), and table offsets as ``cover`` and ``contact``; ``opponents_mask`` has bit g set if
good g scores anyway; ``announced`` is 1 or 2.
"""

from functools import cache
from typing import Final, NamedTuple

import numpy as np

from chatuchak_solver.kernels.arrays import Bools, Cube, Float64s, Int8s, Int64s, Matrix

Ints = Int64s
Spaces = Int8s

CARD: Final = 0
QUARTER: Final = 1
ROW: Final = 2
COLUMN: Final = 3

SIDE: Final = 56

CENTER: Final = 27

SHAPES: Final = ((2, 3), (3, 2))
"""Rows and columns of a flat card and of one rotated by a quarter turn."""


ILLEGAL: Final = -1_000_000

MAX_PLACES: Final = 441
"""On and around seven cards: 63 per card."""

FULL_STAND: Final = 8

ALL_PLACEMENTS: Final = 1024

MOUSE_WEIGHT: Final = 12
"""Index of the mouse weight. Four weights each (largest group, groups, spaces, points) precede it
for goods that score by other announcements, goods that the owner would announce, and other goods.
"""

RIVALS_WEIGHT: Final = 13
"""Index of the weight of other players' mean points in goods that the owner would announce."""


class KernelArrays(NamedTuple):
    """Cards and rules."""

    turned: Cube[np.int8]
    distinct: Matrix[np.bool_]
    cover: Matrix[np.int64]
    contact: Matrix[np.int64]
    opponents_mask: int
    own_goods: int


class Policy(NamedTuple):
    """Policy of the players; see `roll_out`."""

    weights: Matrix[np.float64]
    share: int
    ranked: Matrix[np.int64]
    values: Float64s


TURNED_FROM: Final = np.array(
    [np.rot90(np.arange(6).reshape(SHAPES[0]), -quarter).ravel() for quarter in range(4)]
)
"""For each quarter turn, the source space of each of the six places."""


def turned_spaces(cards: Int8s) -> Int8s:
    """Return each card's spaces, of shape (cards, 2, 3), in all four rotations.

    The result has shape (cards, 4, 6): clockwise quarter turns, then row by row.
    """
    return np.take(cards.reshape(-1, 6), TURNED_FROM, axis=1)


def distinct_rotations(turned: Int8s) -> Bools:
    """Return, of shape (cards, 4), whether a rotation differs from the one half a turn before."""
    distinct = np.ones(turned.shape[:2], dtype=np.bool_)
    for quarter in (2, 3):
        distinct[:, quarter] = (turned[:, quarter] != turned[:, quarter - 2]).any(axis=1)
    return distinct


@cache
def cover_offsets() -> Int64s:
    """Return, of shape (2, 6), the flat offsets of a card's spaces from its upper left one."""
    return np.array(
        [
            [row * SIDE + column for row in range(rows) for column in range(columns)]
            for rows, columns in SHAPES
        ],
        dtype=np.int64,
    )


@cache
def contact_offsets() -> Int64s:
    """Return, of shape (2, 10), the flat offsets of the spaces that share an edge with a card."""
    offsets = []
    for rows, columns in SHAPES:
        sides = [(row, column) for row in range(rows) for column in (-1, columns)]
        ends = [(row, column) for row in (-1, rows) for column in range(columns)]
        offsets.append([row * SIDE + column for row, column in sides + ends])
    return np.array(offsets, dtype=np.int64)
