"""Connected components of an image segmentation."""

import numpy as np

from chatuchak_solver.kernels.arrays import Int64s, Matrix
from chatuchak_solver.kernels.jit import kernel


@kernel
def _root_of(parent: Int64s, node: int) -> int:
    while parent[node] != node:
        parent[node] = parent[parent[node]]
        node = parent[node]
    return node


@kernel
def measure_patches(tags: Matrix[np.int64], parent: Int64s, sums: Matrix[np.float64]) -> None:
    """Sum pixels, coordinates and their products over connected components of equal tags.

    Parameters
    ----------
    tags
        int64 of shape (height, width); negative for background.
    parent
        Workspace, int64 of shape (height * width,).
    sums
        Output, float64 of shape (height * width, 6), initially zero: number of pixels and sums of
        x, y, xx, xy, yy, in the row of each component's first pixel.
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
                a, b = _root_of(parent, here), _root_of(parent, here - width)
                parent[max(a, b)] = min(a, b)
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
