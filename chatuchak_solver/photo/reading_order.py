"""Reading order of tiles on a table."""

from collections.abc import Sequence

import numpy as np

from chatuchak_solver.photo.geometry import Floats

MIN_AGREEMENT = 0.8
"""Minimum agreement of the tiles' directions, 0 to 1, of tiles in rows."""
MAX_ROW_OFFSET = 0.55
"""Maximum vertical distance of neighbors in a row, in tile heights."""


def reading_rows(corners: Sequence[Floats]) -> list[list[int]]:
    """Return the rows of tiles from the top, each from the left.

    Rows follow the common side of the tiles closest to horizontal, or the photo if directions
    disagree. Each row is traced from neighbor to neighbor, so slightly rotated tiles do not mix
    rows. O(n**2).

    Parameters
    ----------
    corners
        Corners of each tile, of shape (4, 2), in pixels.
    """
    if not corners:
        return []
    middles = np.array([tile.mean(0) for tile in corners])
    sides = np.array([complex(*(tile[1] - tile[0])) for tile in corners])
    mean = ((sides / np.abs(sides)) ** 4).mean()
    angle = np.angle(mean) / 4 if abs(mean) > MIN_AGREEMENT else 0.0
    across = middles @ (np.cos(angle), np.sin(angle))
    down = middles @ (-np.sin(angle), np.cos(angle))
    height = np.median([np.linalg.norm(tile[3] - tile[0]) for tile in corners])
    rows: list[list[int]] = []
    left = set(range(len(corners)))
    while left:
        start = min(left, key=lambda tile: down[tile])
        row = [start]
        for sign in (1, -1):
            last: int | None = start
            while last is not None:
                here = last
                ahead = [
                    tile for tile in left - set(row)
                    if sign * (across[tile] - across[here]) > 0
                    and abs(down[tile] - down[here]) < MAX_ROW_OFFSET * height
                ]  # fmt: skip
                last = min(ahead, key=lambda tile: abs(across[tile] - across[here]), default=None)
                row += [] if last is None else [last]
        rows.append(sorted(row, key=lambda tile: across[tile]))
        left -= set(row)
    return rows
