"""Board symmetries, the canonical form of a grid, and the similarity of grids.

Grids are the same puzzle if a symmetry of the board and a renaming of colors map one to the other.
"""

from collections.abc import Sequence
from functools import cache
from itertools import chain, product

import numpy as np

from chatuchak_solver.arguments import check_all, check_type
from chatuchak_solver.errors import InputError
from chatuchak_solver.execution.limits import Run
from chatuchak_solver.kernels.arrays import Int64s
from chatuchak_solver.puzzle import STANDARD_BOARD, Board, Grid, iter_spots
from chatuchak_solver.puzzle.colors import COLOR_LETTERS, EMPTY_LETTER

MAX_SIMILAR_DIFFERENCES = 8
"""Maximum differing spots of similar tiles. Four moves change as many."""


@cache
def board_symmetries(board: Board) -> tuple[tuple[int, ...], ...]:
    """Return the symmetries of the board, identity first: 4 of a rectangle, 8 of a square.

    A symmetry maps spots to images: ``image = symmetry[spot]``. Both move rules commute with it.
    """
    rows = [tuple(range(at, at + board.columns)) for at in range(0, board.spots, board.columns)]
    ways = (rows, list(zip(*rows, strict=True))) if board.rows == board.columns else (rows,)
    return tuple(
        tuple(chain.from_iterable(row[::right] for row in way[::down]))
        for way, down, right in product(ways, (1, -1), (1, -1))
    )


def canonical_form(grid: Grid) -> Grid:
    """Return the representative of all grids that are the same puzzle as ``grid``.

    Grids have the same canonical form if and only if a symmetry of the board and a renaming of
    colors with equal counts map one to the other. Their optimal lengths agree under both move
    rules. O(symmetries x spots).
    """
    check_type(grid, Grid, name="grid", hint="Grid.parse(text)")
    colors = sorted(range(len(grid.counts)), key=grid.counts.__getitem__)
    images = []
    for symmetry in board_symmetries(grid.board):
        masks = [sum(1 << symmetry[spot] for spot in iter_spots(mask)) for mask in grid.color_masks]
        masks.sort(key=lambda mask: (mask.bit_count(), mask))
        by_color = dict(zip(colors, masks, strict=True))
        images.append((symmetry[grid.empty], tuple(by_color[color] for color in sorted(colors))))
    empty, color_masks = min(images)
    return Grid(grid.board, color_masks, empty)


def max_similar_differences(board: Board) -> int:
    """Return `MAX_SIMILAR_DIFFERENCES` in proportion to a board's spots."""
    return MAX_SIMILAR_DIFFERENCES * board.spots // STANDARD_BOARD.spots


def count_differences(grid: Grid, other: Grid) -> int:
    """Return the minimum number of differing spots over symmetries and color renamings.

    0 for the same puzzle. One move changes two spots.

    Examples
    --------
    >>> count_differences(Grid.parse(".RY/YRG/RGG"), Grid.parse("PPB/PBG/GB."))
    0
    """
    return int(pairwise_differences([grid, other])[0, 1])


def pairwise_differences(grids: Sequence[Grid], run: Run | None = None) -> Int64s:
    """Return `count_differences` of all pairs of grids of one board, int64 (n, n).

    O(n^2 * symmetries * colors * 2^colors), vectorized. ``run`` reports the pairs and may end it;
    the result then has fewer rows.
    """
    grids = check_all(grids, Grid, name="grids", hint="Grid.parse(text)")
    board = grids[0].board
    if other := next((grid.board for grid in grids if grid.board != board), None):
        raise InputError(f"invalid board {other}: expected {board}, as of the first grid")
    used = max(color for grid in grids for color in grid.colors) + 1
    letters = np.array([list(grid.letters) for grid in grids])
    alphabet = np.array([*COLOR_LETTERS[:used], EMPTY_LETTER])
    planes = (letters[:, np.newaxis] == alphabet[:, np.newaxis]).astype(np.int64)
    images = planes[:, :, np.array(board_symmetries(board))]  # (n, used + 1, symmetries, spots)
    found = np.empty((len(grids), len(grids)), np.int64)
    run = run or Run.begin()
    for row, plane in enumerate(planes):
        pairs, pairs_left = (n * (n + 1) // 2 for n in (len(grids), len(grids) - row))
        run.report(pairs - pairs_left, pairs, phase="comparing grids")
        if run.should_stop():
            return found[:row]
        common = np.einsum("cs,ndks->cdnk", plane, images[row:])
        # Dynamic program: the best assignment of the first colors to each set.
        best = {0: common[-1, -1]}
        for color in range(used):
            longer: dict[int, Int64s] = {}
            for taken, matches in best.items():
                for image in range(used):
                    if not taken >> image & 1:
                        key, value = taken | 1 << image, matches + common[color, image]
                        longer[key] = np.maximum(longer.get(key, value), value)
            best = longer
        found[row, row:] = found[row:, row] = board.spots - best[(1 << used) - 1].max(axis=1)
    return found
