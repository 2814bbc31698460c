"""An independent checker of start rules for very many grids at once, on shifted arrays."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def broken_rules(
    colors: npt.NDArray[np.int8], rows: int, columns: int
) -> dict[str, npt.NDArray[np.bool_]]:
    """Return, per rule, which grids break it; one color index a spot, -1 for the empty one."""
    grids = colors.reshape(-1, rows, columns)
    booth = grids >= 0
    empty = (grids[:, 0, 0] != -1) | (booth.sum(axis=(1, 2)) != rows * columns - 1)
    a = grids[:, 0, 1] == grids[:, 1, 0]
    across = (grids[:, :, 1:] == grids[:, :, :-1]) & booth[:, :, 1:]
    down = (grids[:, 1:] == grids[:, :-1]) & booth[:, 1:]
    b = across.any(axis=(1, 2)) | down.any(axis=(1, 2))
    c = np.zeros(len(grids), dtype=np.bool_)
    for color in range(5):
        around = np.zeros((len(grids), rows + 2, columns + 2), dtype=np.int8)
        here = grids == color
        for row, column in ((0, 1), (2, 1), (1, 0), (1, 2)):
            around[:, row : row + rows, column : column + columns] += here
        c |= (around[:, 1:-1, 1:-1] >= 3).any(axis=(1, 2))
    return {"empty": empty, "A": a, "B": b, "C": c}
