"""Field indices of the rows of the cover search kernels.

A *node* holds the top cards of a stand as rigid *clusters* of overlapping cards. It is one row of
int64: five numbers, then five for every decided card from the top. The *code* of a space is the
index, from 1, of a scoring good, or 0; its *slot* is the index of its card in the order of
decisions.

The *pieces* of one scoring good are connected spaces of it in a cluster or on cards. A piece is
*open* if an adjacent free space lets it grow, otherwise *closed*.
"""

import numpy as np

MAX_CARDS = 8
MAX_GOODS = 5
CARD_SPACES = 6
MAX_SPACES = MAX_CARDS * CARD_SPACES

# A node: decided cards, the set of remaining cards, clusters, visible mice, and the bound.
DECIDED, LEFT, CLUSTERS, MICE, BOUND, CARDS_AT = range(6)

# A decided card: index, cluster, upper left space there, clockwise quarter turns.
CARD_FIELDS = 5
CARD, IN_CLUSTER, ROW, COLUMN, QUARTER = range(CARD_FIELDS)
NODE_LENGTH = CARDS_AT + CARD_FIELDS * MAX_CARDS


# Pieces of one good: open ones of 1, of 2 and of 3 or more spaces, the sum of their spaces, the
# largest; closed ones, the largest; the number of clusters with open ones, 3 for three or more.
ONES, TWOS, LARGE, SPACES, LARGEST, CLOSED, CLOSED_LARGEST, SOURCES = range(8)
# For the source with the largest piece: the maximum spaces of open pieces that one free space
# touches, and that two and three new spaces connect. The same for the second source. For the
# others: open pieces, their spaces and the largest.
TOUCHING, PAIRED, TRIPLED, OTHER_TOUCHING, OTHER_PAIRED, OTHER_TRIPLED = range(8, 14)
TO_OTHER = OTHER_TOUCHING - TOUCHING
PIECE_FIELDS = 17
OTHER_PIECES, OTHER_SPACES, OTHER_LARGEST = range(14, PIECE_FIELDS)

# Bit offsets of loose pieces of a good, with any position, packed and additive: ones (at 0), twos,
# larger ones and spaces.
SUM_TWOS, SUM_LARGE, SUM_SPACES, SUM_BITS = 5, 10, 14, 20

# The visible pieces of the remaining cards: packed sums of each good, then the mice.
STATE_MICE = MAX_GOODS
STATE_LENGTH = STATE_MICE + 1

# A cover of a card by a cluster: quarter turns, offsets, covered mask, 1 + the last slot of a
# covering card, and the next cover with the same mask.
COVER_FIELDS = 6
COVER_QUARTER, COVER_DOWN, COVER_RIGHT, COVER_MASK, COVER_AFTER, COVER_NEXT = range(COVER_FIELDS)

# A level of `expand`, one per cluster: cells on the board before it, covered spaces of the card,
# the maximum `COVER_AFTER`, and the masks still to cover; at the last level, the masks with a
# computed bound, and those that suffice.
LEVEL_FIELDS = 6
LEVEL_CELLS, LEVEL_MASK, LEVEL_AFTER, LEVEL_MASKS, LEVEL_ASKED, LEVEL_ANSWERED = range(LEVEL_FIELDS)

_MASKS = np.arange(1 << CARD_SPACES)
_FLAGS = np.where(_MASKS, 1 << np.maximum(_MASKS - 1, 0), 0)
APART_MASKS = np.where(_MASKS[:, None] & _MASKS, 0, _FLAGS).sum(axis=1)
PART_MASKS = np.where(_MASKS & ~_MASKS[:, None], 0, _FLAGS).sum(axis=1)
"""By mask, its disjoint masks and its subsets, as sets of masks; see `covers`."""

_SIDEWAYS = sum((_MASKS >> 2 * (2 - at % 3) + at // 3 & 1) << at for at in range(CARD_SPACES))
_TURNED = _FLAGS | _FLAGS[sum((_MASKS >> at & 1) << 5 - at for at in range(CARD_SPACES))]
WIDE_MASKS, TALL_MASKS = _TURNED, _TURNED[_SIDEWAYS]
"""By the spaces of a cluster in a block of 2 x 3 or 3 x 2, row by row: the masks of a card in
either direction that it hides there, as a set of masks.
"""

NO_COVER = -1
"""A cluster apart from the card, and the end of a list of covers."""

BOARD = 64
BESIDE = np.array([1, -1, BOARD, -BOARD])
"""Offsets from a cell of the board to the adjacent ones."""
TWO_STEPS = (2, 2 * BOARD, BOARD - 1, BOARD + 1)
"""Distances between cells with a common adjacent one."""
ORIGIN = 30
"""The card's upper left space on the scratch board."""

NOTHING = -10_000

OTHERS, TOTAL, ON_BOARD = range(MAX_CARDS, MAX_CARDS + 3)
"""Rows of ``pieces``: all clusters of a node, those of a child, the cells on the board."""

COVERED = MAX_GOODS + 1
"""The last column of ``near``; the others are for any spaces and for each good."""

MAX_COVERS = 6_000
FIRST = MAX_COVERS
JOINED = MAX_COVERS + 1
"""The cluster to place next to the fixed ones; theirs precede it."""
GAIN_ROWS = 2**8
REACHED_ROWS = 2**14
ANSWERED_ROWS = 2**14

ANY_NUMBER = 1 << 62

RUNNING, REFUTED, FOUND, STUCK = range(4)
"""Results: budget or steps used up with nodes left; no stand reaches the threshold; a decided
stand reaches it in its scoring goods and mice; too many open nodes.
"""
