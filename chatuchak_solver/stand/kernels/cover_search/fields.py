"""Names of the numbers in the rows that the cover search's kernels read and write.

A *node* knows the top cards of a stand as rigid *clusters* of visible spaces whose places
relative to each other are open. It is one row of int64: six numbers, then five for every decided
card from the top, then four for every visible space. A space's *code* is the index, from 1, of a
scoring good, or 0, plus `SLOT` times its *slot*: how many cards were decided before the one that
shows there.

The *pieces* of one scoring good, in a cluster, on a card or in several of them, are connected
spaces of it. They are *open* while a free space beside them lets them grow, else *closed*.
"""

from typing import Final

import numpy as np

MOST_CARDS: Final = 8
MOST_GOODS: Final = 5
ALL_GOODS: Final = 2**MOST_GOODS - 1
"""The set of all goods, as bits."""
CARD_SPACES: Final = 6
MOST_SPACES: Final = MOST_CARDS * CARD_SPACES

# A node: how many cards are decided, the set of cards left, the numbers of clusters, visible
# spaces and visible mice, and the bound on its total.
DECIDED: Final = 0
LEFT: Final = 1
CLUSTERS: Final = 2
SHOWN: Final = 3
MICE: Final = 4
BOUND: Final = 5
CARDS_AT: Final = 6
"""Where a node's decided cards begin."""

# A decided card: which one, its cluster, its upper left space there, its quarter turns clockwise.
CARD: Final = 0
IN_CLUSTER: Final = 1
ROW: Final = 2
COLUMN: Final = 3
QUARTER: Final = 4
CARD_FIELDS: Final = 5

SPACES_AT: Final = CARDS_AT + CARD_FIELDS * MOST_CARDS
"""Where a node's visible spaces begin: row, column, code and cluster of each."""
SPACE_ROW: Final = 0
SPACE_COLUMN: Final = 1
CODE: Final = 2
SPACE_CLUSTER: Final = 3
SPACE_FIELDS: Final = 4
NODE_LENGTH: Final = SPACES_AT + SPACE_FIELDS * MOST_SPACES
"""Length of a node's row."""

SLOT: Final = 8
"""Parts a space's code from the place of its card in the order of deciding."""

# The pieces of one good: open ones of 1, of 2 and of 3 or more spaces, their spaces, the largest
# of them; closed ones, the largest of those; how many clusters have open ones, 3 for more.
ONES: Final = 0
TWOS: Final = 1
LARGE: Final = 2
SPACES: Final = 3
LARGEST: Final = 4
CLOSED: Final = 5
CLOSED_LARGEST: Final = 6
SOURCES: Final = 7
# Of the one source with the largest piece, the most spaces of open pieces that touch one free
# space, and that two new spaces can join; of the other the same, where there are two. Of all others
# the open pieces, their spaces and the largest of them.
TOUCHING: Final = 8
PAIRED: Final = 9
OTHER_TOUCHING: Final = 10
OTHER_PAIRED: Final = 11
TO_OTHER: Final = OTHER_TOUCHING - TOUCHING
OTHER_PIECES: Final = 12
OTHER_SPACES: Final = 13
OTHER_LARGEST: Final = 14
PIECE_FIELDS: Final = 15
PIECE_BITS: Final = (5, 5, 5, 6, 6, 5, 6, 2, 6, 6, 6, 6, 5, 6, 6)
"""Bits that each of these numbers takes at most."""

# Pieces that may lie anywhere, packed: of each good ones, twos, large ones and spaces. Those of two
# cards may be added.
LOOSE_TWOS: Final = 3
LOOSE_LARGE: Final = 6
LOOSE_SPACES: Final = 8
LOOSE_BITS: Final = 12
"""Where each number begins, and the bits of a good."""

# What the cards left may show: of each good `ONES` to `SPACES`, then the mice; then for each good a
# number that is equal for what shows equal pieces of it, of the same cards.
STATE_FIELDS: Final = 4
STATE_MICE: Final = STATE_FIELDS * MOST_GOODS
STATE_SHOWN: Final = STATE_MICE + 1
STATE_LENGTH: Final = STATE_SHOWN + MOST_GOODS

# A way in which a cluster lies over a card: quarter turns, shifts, the spaces it covers as a mask,
# 1 + the last slot of a card that covers one, and the next cover with the same mask.
COVER_QUARTER: Final = 0
COVER_DOWN: Final = 1
COVER_RIGHT: Final = 2
COVER_MASK: Final = 3
COVER_AFTER: Final = 4
COVER_NEXT: Final = 5
COVER_FIELDS: Final = 6

# A level of `expand`, which is one cluster: how many cells are on the board before it, which of
# the card's spaces are covered, and the greatest `COVER_AFTER` so far; the masks that it has yet to
# cover; of the last level, the masks of the card with which the bound of what lies before it was
# asked for, and those with which it reaches the threshold.
LEVEL_CELLS: Final = 0
LEVEL_MASK: Final = 1
LEVEL_AFTER: Final = 2
LEVEL_MASKS: Final = 3
LEVEL_ASKED: Final = 4
LEVEL_ANSWERED: Final = 5
LEVEL_FIELDS: Final = 6

NO_COVER: Final = -1
"""Chosen for a cluster under which the card does not lie, or after the last cover of a mask."""
OVERLAPS: Final = -1
"""Instead of a set of goods."""

BOARD: Final = 64
"""Side of the scratch board on which clusters are joined."""
BESIDE: Final = np.array([1, -1, BOARD, -BOARD])
"""From a cell of the board to those beside it."""
ORIGIN: Final = 30
"""Row and column of the upper left space of the card on the scratch board."""

NOTHING: Final = -10_000
"""Less than any total."""
UNKNOWN: Final = 10_000
"""More than any total."""

OTHERS: Final = MOST_CARDS
"""The row of ``pieces`` for all clusters of a node together."""
TOTAL: Final = MOST_CARDS + 1
"""The row of ``pieces`` for those that are in question."""

LAID: Final = MOST_CARDS + 2
"""The row of ``pieces`` for those of what is on the board."""

MOST_COVERS: Final = 6_000
FIRST: Final = MOST_COVERS
JOINED: Final = MOST_COVERS + 1
"""The covers of what other clusters are laid beside, and of the one that is."""
GAINS_ROWS: Final = 2**9
SHOWN_ROWS: Final = 2**6
REACHED_ROWS: Final = 2**14
ANSWERED_ROWS: Final = 2**14

# What a search comes to.
RUNNING: Final = 0
"""The budget or the steps are used up and nodes are left."""
REFUTED: Final = 1
"""No stand reaches the threshold."""
FOUND: Final = 2
"""A stand is decided that reaches the threshold as far as scoring goods and mice go."""
STUCK: Final = 3
"""There is no room for more nodes."""
