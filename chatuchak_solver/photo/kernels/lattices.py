"""Lattices of patches, extended from a seed."""

import numpy as np

from chatuchak_solver.kernels.arrays import Float64s, Int64s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.photo.kernels.elementary import length
from chatuchak_solver.photo.kernels.geometry import fit_homography, invert, project

MIDDLE = 9
"""Maximum steps from the seed in each direction."""
SPAN = 2 * MIDDLE + 1
"""Side of a lattice, seed in the middle."""
MIN_PATCHES = 10
MIN_DISTANCE, MAX_DISTANCE = 0.9, 4.0
"""Range of the distance of neighbors, in patch sides."""
MAX_AREA_RATIO = 2.4
MAX_OFFSET = 0.2
"""Maximum distance of a patch from its expected position, in steps."""
MAX_LATTICE_DISTANCE = 24.0
"""Maximum distance of a lattice's patches from its seed, in patch sides."""
FEW, AFFINE, PERSPECTIVE = 12, 1.0, 1e-3
"""Number of patches below which perspective is damped, and the damping below and above."""


@kernel
def find_lattice(patches: Float64s, seed: int, lattice: Int64s) -> tuple[int, Float64s]:
    """Find the lattice around a seed; return its number of patches, or 0, and its homography.

    The homography maps columns and rows to the photo. It begins with the shortest pair of steps to
    neighbors along rows and columns.

    Parameters
    ----------
    patches
        float64 of shape (n, 3): center and area.
    lattice
        Output, int64 of shape (`SPAN`, `SPAN`): patches by row and column, -1 for none.
    """
    x, y, area = patches[seed]
    square = ((patches[:, 0] - x) ** 2 + (patches[:, 1] - y) ** 2) / area
    ratio = patches[:, 2] / area
    is_similar = (ratio < MAX_AREA_RATIO) & (ratio > 1 / MAX_AREA_RATIO)
    subset = np.nonzero(is_similar & (square < MAX_LATTICE_DISTANCE**2))[0]
    near = subset[(square[subset] > MIN_DISTANCE**2) & (square[subset] < MAX_DISTANCE**2)]
    near = near[np.argsort(square[near], kind="mergesort")]
    by = np.zeros(8)
    for second in range(1, min(len(near), 6)):
        for first in range(second):
            along = patches[near[first], :2] - patches[seed, :2]
            down = patches[near[second], :2] - patches[seed, :2]
            sides = length(along[0], along[1]), length(down[0], down[1])
            cross = along[0] * down[1] - along[1] * down[0]
            is_pair = sides[1] <= 1.7 * sides[0] and abs(cross) >= 0.75 * sides[0] * sides[1]
            if not is_pair:
                continue
            if cross < 0:
                down = -down
            for axis in range(2):
                by[3 * axis], by[3 * axis + 1] = along[axis], down[axis]
                by[3 * axis + 2] = patches[seed, axis] - MIDDLE * (along[axis] + down[axis])
            count = _extend(patches, subset, lattice, by)
            return count if count >= MIN_PATCHES else 0, by
    return 0, by


@kernel
def _extend(patches: Float64s, subset: Int64s, lattice: Int64s, by: Float64s) -> int:
    """Add patches around the lattice and fit ``by`` again while it grows; return their number."""
    nearest, count = np.zeros((SPAN, SPAN)), 0
    for reach in range(1, MIDDLE + 1):
        lattice[:], nearest[:] = -1, MAX_OFFSET * MAX_OFFSET
        back, before = invert(by), count
        for patch in subset:
            u, v = project(back, patches[patch, 0], patches[patch, 1])
            column, row = int(np.floor(u + 0.5)), int(np.floor(v + 0.5))
            off = (u - column) ** 2 + (v - row) ** 2
            is_near = abs(column - MIDDLE) <= reach and abs(row - MIDDLE) <= reach
            if is_near and off < nearest[row, column]:
                lattice[row, column], nearest[row, column] = patch, off
        rows, columns = np.nonzero(lattice >= 0)
        count = len(rows)
        if count < 4 or count <= before:
            break
        places, points = np.zeros((2, count, 2))
        for place in range(count):
            places[place] = columns[place], rows[place]
            points[place] = patches[lattice[rows[place], columns[place]], :2]
        by[:] = fit_homography(places, points, AFFINE if count < FEW else PERSPECTIVE)
    return count
