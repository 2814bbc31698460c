"""Additive pattern databases: the distance of one color to connection, without the others.

The pattern is the set of one color's spots. A move changes one color's set, so the distances are
additive.

References
----------
Felner, Korf and Hanan, "Additive Pattern Database Heuristics", JAIR 22 (2004), section 4. Beamer,
Asanovic and Patterson, "Direction-Optimizing Breadth-First Search", SC 2012.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from chatuchak_solver.arguments import check_int, check_type
from chatuchak_solver.errors import InputError
from chatuchak_solver.kernels.arrays import ArrayValue, UInt8s, UInt32s
from chatuchak_solver.puzzle import Board, MoveRule, reach_masks
from chatuchak_solver.puzzle.colors import MAX_BOOTHS, MIN_BOOTHS
from chatuchak_solver.search.kernels.pattern_database import MAX_DEPTHS, advance_database
from chatuchak_solver.search.kernels.ranking import fill_rank_tables
from chatuchak_solver.search.packed_grid import mask_type

MAX_BYTES = 1 << 30


@dataclass(frozen=True, slots=True, eq=False)
class RankTables:
    """Ranks of masks of up to 9 spots among all masks of their size.

    ``rank = low[mask & (low.size - 1)] + high[popcount of that, the mask's other bits]``.

    Attributes
    ----------
    low
        uint32, one entry per subset of the board's lower half (``spots // 2`` spots).
    high
        uint32, shape (10, subsets of the upper half).
    """

    low: UInt32s
    high: UInt32s

    def rank(self, mask: int) -> int:
        """Return the number of masks of the same size below ``mask``."""
        low_mask = mask & (self.low.size - 1)
        high_mask = mask >> (self.low.size.bit_length() - 1)
        return int(self.low[low_mask]) + int(self.high[low_mask.bit_count(), high_mask])


@cache
def rank_tables(spots: int) -> RankTables:
    """Return the rank tables of boards with ``spots`` spots.

    3 MB for up to 32 spots; doubles with every two further spots.
    """
    low_spots = spots // 2
    binomials = np.empty((spots, MAX_BOOTHS + 1), np.uint32)
    low = np.zeros(1 << low_spots, np.uint32)
    high = np.zeros((MAX_BOOTHS + 1, 1 << (spots - low_spots)), np.uint32)
    fill_rank_tables(binomials, low, high)
    low.flags.writeable = high.flags.writeable = False
    return RankTables(low, high)


def table_bytes(spots: int, sizes: Iterable[int]) -> int:
    """Return the memory of the pattern databases of colors of ``sizes``, with the rank tables."""
    low_spots = spots // 2
    ranks = 4 * ((1 << low_spots) + (MAX_BOOTHS + 1 << (spots - low_spots)))
    return 2 * sum(math.comb(spots, size) for size in sizes) + ranks


def check_tables(board: Board, counts: Iterable[int]) -> None:
    """Raise `InputError` if the pattern databases of ``counts`` exceed the memory limit."""
    sizes = sorted({size for size in counts if size})
    if (needed := table_bytes(board.spots, sizes)) > MAX_BYTES:
        raise InputError(
            f"the pattern databases for colors of {', '.join(map(str, sizes))} booths on a board "
            f"of {board} take {needed / 2**30:,.1f} GiB; at most {MAX_BYTES >> 30} GiB are taken"
        )


@dataclass(frozen=True, slots=True, eq=False)
class PatternDatabase(ArrayValue):
    """The distance of every placement of one color to the nearest connected placement.

    Built by `pattern_database`.

    Attributes
    ----------
    board, size, rule
        The board, the color's number of booths, and the move rule.
    distances
        uint8, read-only: the distance in moves of each placement, by its rank.
    histogram
        The number of placements at each distance from 0.

    Examples
    --------
    >>> database = pattern_database(Board(3, 3), 4, "jump")
    >>> database.histogram
    (36, 69, 20, 1)
    >>> database.evaluate(0b101000101)  # the corners
    3
    """

    board: Board
    size: int
    rule: MoveRule
    distances: UInt8s
    histogram: tuple[int, ...]

    def evaluate(self, mask: int) -> int:
        """Return the minimum moves that connect the color's spots ``mask``, ignoring all others.

        Admissible and consistent. One table lookup.

        Raises
        ------
        InputError
            If ``mask`` has another number of spots than the database, or spots off the board.
        """
        return int(self.distances[self.rank(mask)])

    def rank(self, mask: int) -> int:
        """Return the index of a placement in `distances`.

        Raises
        ------
        InputError
            As `evaluate`.
        """
        if mask & ~self.board.full_mask or mask.bit_count() != self.size:
            raise InputError(
                f"{mask:#x} is no placement of {self.size} booths on a {self.board} board"
            )
        return rank_tables(self.board.spots).rank(mask)


_Key = tuple[Board, int, MoveRule]
_databases: dict[_Key, PatternDatabase] = {}
_unfinished: dict[_Key, Iterator[bool]] = {}


def pattern_database(board: Board, size: int, rule: MoveRule | str) -> PatternDatabase:
    """Return the pattern database of one color size, built on first use and cached in memory.

    One byte per placement. On one core, after compilation: 0.03..0.05 s for 6 booths on 5 x 6 (594
    thousand placements), 2 s (``jump``) to 3 s (``slide``) for 9 booths on 4 x 8 (28 million).

    Parameters
    ----------
    board
        Any board.
    size
        The color's number of booths, 2..9.
    rule
        The move rule.

    Raises
    ------
    InputError
        If the size is out of range or does not leave an empty spot, or the rule is unknown.
    """
    check_type(board, Board, name="board", hint="Board(5, 6)")
    key = board, check_int(size, name="size"), MoveRule(rule)
    if key not in _databases:
        for _ in prepare_pattern_database(*key):
            pass
    return _databases[key]


def is_prepared(board: Board, counts: Iterable[int], rule: MoveRule) -> bool:
    """Return whether the pattern databases of ``counts`` are in memory."""
    return all((board, size, rule) in _databases for size in counts if size)


def prepare_pattern_database(board: Board, size: int, rule: MoveRule | str) -> Iterator[None]:
    """Build a pattern database in pieces of a few tenths of a second, and yield before each.

    Yields no pieces for a cached database. A later call resumes an unfinished one.
    """
    largest = min(MAX_BOOTHS, board.spots - 1)
    check_int(size, MIN_BOOTHS, largest, name=f"number of booths on a {board} board")
    key = board, size, MoveRule(rule)
    if key in _databases:
        return
    check_tables(board, [size])
    # A second thread starts over.
    pieces = _unfinished.pop(key, None) or _make(*key)
    is_made = False
    try:
        while not is_made:
            yield
            is_made = next(pieces, True)
    except GeneratorExit:
        _unfinished[key] = pieces
        raise


def _make(board: Board, size: int, rule: MoveRule) -> Iterator[bool]:
    tables = rank_tables(board.spots)
    kind = mask_type(board)
    neighbors = np.array(board.neighbor_masks, kind)
    reach = np.array(reach_masks(board, rule), kind)
    first_mask = np.uint64((1 << size) - 1)
    distances = np.empty(math.comb(board.spots, size), np.uint8)
    counts = np.zeros(MAX_DEPTHS, np.int64)
    while advance_database(
        distances, first_mask, neighbors, reach, tables.low, tables.high, counts
    ):
        yield False
    histogram = tuple(counts[counts > 0].tolist())
    distances.flags.writeable = False
    _databases[board, size, rule] = PatternDatabase(board, size, rule, distances, histogram)
