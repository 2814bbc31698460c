"""The order in which a person reads tiles that lie on a table."""

from collections.abc import Sequence

import numpy as np

from chatuchak_solver.photo.geometry import Floats

ALIKE = 0.8
"""How well tiles' directions agree, 0 to 1, where they lie in rows."""
ROW = 0.55
"""How far neighbors in a row may be apart down the photo, in heights of a tile."""


def reading_rows(corners: Sequence[Floats]) -> list[list[int]]:
    """Return the rows of tiles, each from the left, as a person reads them.

    Rows run along the tiles' common side that is nearest to the photo's, or along the photo's
    where tiles lie every way. A row is followed from neighbor to neighbor, so that tiles that lie
    a little turned do not mix rows. O(n**2).

    Parameters
    ----------
    corners
        Of each tile, (4, 2), pixels.
    """
    if not corners:
        return []
    middles = np.array([one.mean(0) for one in corners])
    sides = np.array([complex(*(one[1] - one[0])) for one in corners])
    turns = ((sides / np.abs(sides)) ** 4).mean()
    common = np.angle(turns) / 4 if abs(turns) > ALIKE else 0.0
    across = middles @ (np.cos(common), np.sin(common))
    down = middles @ (-np.sin(common), np.cos(common))
    height = np.median([np.linalg.norm(one[3] - one[0]) for one in corners])
    rows: list[list[int]] = []
    left = set(range(len(corners)))
    while left:
        start = min(left, key=lambda one: down[one])
        row = [start]
        for way in (1, -1):
            last: int | None = start
            while last is not None:
                here = last
                ahead = [
                    one for one in left - set(row)
                    if way * (across[one] - across[here]) > 0
                    and abs(down[one] - down[here]) < ROW * height
                ]  # fmt: skip
                last = min(ahead, key=lambda one: abs(across[one] - across[here]), default=None)
                row += [] if last is None else [last]
        rows.append(sorted(row, key=lambda one: across[one]))
        left -= set(row)
    return rows
