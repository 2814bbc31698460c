"""Even patches of a picture: connected pixels of one tag."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chatuchak_solver.kernels.jit import kernel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@kernel
def _root_of(parent: NDArray[np.int64], one: int) -> int:
    while parent[one] != one:
        parent[one] = parent[parent[one]]
        one = parent[one]
    return one


@kernel
def measure_patches(
    tags: NDArray[np.int64], parent: NDArray[np.int64], sums: NDArray[np.float64]
) -> None:
    """Join neighboring pixels of one tag, and add up each patch's pixels and places.

    Parameters
    ----------
    tags
        int64 of shape (height, width); below 0 is no patch.
    parent
        int64 of shape (height * width,): working space.
    sums
        float64 of shape (height * width, 6), zeros: in the row of each patch's first pixel, the
        number of its pixels, and the sums of x, y, xx, xy, yy over them.
    """
    height, width = tags.shape
    for y in range(height):
        for x in range(width):
            here = y * width + x
            parent[here] = here
            if tags[y, x] < 0:
                continue
            if x > 0 and tags[y, x - 1] == tags[y, x]:
                parent[here] = _root_of(parent, here - 1)
            if y > 0 and tags[y - 1, x] == tags[y, x]:
                one, other = _root_of(parent, here), _root_of(parent, here - width)
                parent[max(one, other)] = min(one, other)
    for y in range(height):
        for x in range(width):
            if tags[y, x] >= 0:
                root = _root_of(parent, y * width + x)
                sums[root, 0] += 1.0
                sums[root, 1] += x
                sums[root, 2] += y
                sums[root, 3] += x * x
                sums[root, 4] += x * y
                sums[root, 5] += y * y
