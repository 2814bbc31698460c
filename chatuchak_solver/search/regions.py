"""The goal-directed search's universe: every region that a color can end up in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from chatuchak_solver.precompiled.shipped_kernel import ShippedKernel
from chatuchak_solver.search.kernels.goal_layout import MOST_AROUND, MOST_PAIRED
from chatuchak_solver.search.masks import MaskType, mask_type

if TYPE_CHECKING:
    from chatuchak_solver.arrays import Int64s, Masks, UInt8s, UInt64s
    from chatuchak_solver.puzzle.board import Board

__all__ = [
    "GROW",
    "KEEP",
    "PAIR",
    "RegionTable",
    "region_pairs",
    "region_table",
]

WORD_BITS = 64
KERNELS: Final = "chatuchak_solver.search.kernels.regions"
GROW: Final = ShippedKernel(
    *("regions", KERNELS, "grow_regions"),
    "uint64[1] uint64[1] uint64[1] int64 int64 int64 int64",
)
KEEP: Final = ShippedKernel(
    *("regions", KERNELS, "keep_fillable"),
    "uint64[1] uint64[1] int64[1] int64 int64 int64 int64 int64",
)
PAIR: Final = ShippedKernel(
    *("regions", KERNELS, "pair_regions"),
    "uint64[1] int64[1] int64[1] int64[1] uint64[2] uint64 uint64 uint64 int64",
)


@dataclass(frozen=True, slots=True)
class RegionTable:
    """All connected regions of the wanted sizes whose complement the other sizes can fill.

    Regions of one size follow each other and start at a multiple of 64, so that a set of regions
    is an array of 64-bit words; the places between are empty masks.

    Attributes
    ----------
    sizes
        The distinct sizes, descending.
    masks
        uint32 (universe,), or uint64 for boards of over 32 spots: the regions' spots.
    spots
        uint8 (universe, width): the regions' spots one by one, padded with the number of spots of
        the board; the width is the largest size, rounded up to a multiple of 3.
    starts, ends
        int64 (sizes,): each size's first region and the end of its regions in ``masks``.
    lines
        int64 (spots,): the other spots of each spot's row and column, as a mask.
    """

    sizes: tuple[int, ...]
    masks: Masks
    spots: UInt8s
    starts: Int64s
    ends: Int64s
    lines: Int64s


@lru_cache(maxsize=32)
def region_table(
    board: Board, counts: tuple[int, ...], masks_of: MaskType | None = None
) -> RegionTable:
    """Return the regions for colors of ``counts`` booths on ``board``; kept in memory.

    Takes about 5 ms for the game's own board and counts and some 50 ms for regions of 9 spots
    there. Colors have at most 9 booths, so that there are at most a quarter of a million regions
    of a size, on 8 x 8.

    Parameters
    ----------
    counts
        The number of booths of each color that is present, in any order.
    masks_of
        The type of the masks; that of `mask_type` by default.
    """
    masks_of = masks_of or mask_type(board)
    masks_of_board = _words_of(board)
    regions = np.array([1 << spot for spot in range(board.spots)], np.uint64)
    by_size: dict[int, UInt64s] = {}
    for size in range(2, max(counts) + 1):
        grown, scratch = np.empty((2, MOST_AROUND * regions.size), np.uint64)
        count = GROW(regions, grown, scratch, *masks_of_board, board.columns)
        regions = grown[:count].copy()
        if size in counts:
            kept = np.empty_like(regions)
            count = KEEP(regions, kept, np.array(counts), size, *masks_of_board, board.columns)
            by_size[size] = kept[:count]
    sizes = tuple(sorted(by_size, reverse=True))
    starts, ends, chunks = [], [], []
    place = 0
    for size in sizes:
        count = by_size[size].size
        padded = -(-count // WORD_BITS) * WORD_BITS
        chunk = np.zeros(padded, masks_of)
        chunk[:count] = by_size[size]
        chunks.append(chunk)
        starts.append(place)
        ends.append(place + count)
        place += padded
    masks = np.concatenate(chunks)
    table = RegionTable(
        sizes,
        masks,
        _spots_of(masks, -(-sizes[0] // 3) * 3, board.spots),
        np.array(starts, np.int64),
        np.array(ends, np.int64),
        np.array(board.line_masks, np.uint64).view(np.int64),
    )
    for array in (table.masks, table.spots, table.starts, table.ends, table.lines):
        array.flags.writeable = False
    return table


def region_pairs(board: Board, counts: tuple[int, ...], table: RegionTable) -> UInt64s:
    """Return which regions of ``table`` can be together in a goal position.

    They share no spot, and what is left of the board has only components that the other colors
    can fill, with or without the empty spot. Takes about 20 ms for the game's own board and counts.

    Returns
    -------
    uint64 (universe, universe / 64): for each region a bit for each region. (1, 0) where there
    are more than `MOST_PAIRED`.
    """
    universe = table.masks.size
    if universe > MOST_PAIRED:
        return np.empty((1, 0), np.uint64)
    pairs = np.empty((universe, universe // WORD_BITS), np.uint64)
    PAIR(
        table.masks.astype(np.uint64),
        np.append(table.starts, universe),
        np.array(table.sizes),
        np.array(counts),
        pairs,
        *_words_of(board),
        board.columns,
    )
    pairs.flags.writeable = False
    return pairs


def _words_of(board: Board) -> list[np.uint64]:
    """Return the masks of the board and of its left and right column."""
    return [np.uint64(each) for each in (board.full_mask, board.left_mask, board.right_mask)]


def _spots_of(masks: Masks, width: int, padding: int) -> UInt8s:
    """List each mask's spots, ascending and padded to ``width``."""
    spots = np.full((masks.size, width), padding, np.uint8)
    filled = np.zeros(masks.size, np.int64)
    for spot in range(padding):
        holds = np.flatnonzero(masks & masks.dtype.type(1 << spot))
        spots[holds, filled[holds]] = spot
        filled[holds] += 1
    return spots
