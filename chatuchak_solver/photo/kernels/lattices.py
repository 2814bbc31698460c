"""Lattices of patches, grown from a seed."""

import numpy as np

from chatuchak_solver.kernels.arrays import Float64s, Int64s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.photo.kernels.elementary import length

MIDDLE = 9
"""Maximum steps from the seed in each direction."""
SPAN = 2 * MIDDLE + 1
"""Side of a lattice, seed in the middle."""
MIN_PATCHES = 10
NEIGHBORS = 8
MIN_DISTANCE, MAX_DISTANCE = 0.9, 4.0
"""Range of the distance of neighbors, in patch sides."""
MAX_AREA_RATIO = 2.2
MAX_OFFSET = 0.28
"""Maximum distance of a patch from its expected position, in steps."""
CORRECTION = 0.4
"""Weight of a patch's own step against the inherited one."""


@kernel
def find_neighbors(patches: Float64s) -> Int64s:
    """Return the nearest patches of similar area by distance, padded with -1.

    Parameters
    ----------
    patches
        float64 of shape (n, 3): center and area.
    """
    near = np.full((len(patches), NEIGHBORS), -1)
    for patch in range(len(patches)):
        x, y, area = patches[patch]
        square = ((patches[:, 0] - x) ** 2 + (patches[:, 1] - y) ** 2) / area
        ratio = patches[:, 2] / area
        is_near = (square > MIN_DISTANCE**2) & (square < MAX_DISTANCE**2)
        is_similar = (ratio < MAX_AREA_RATIO) & (ratio > 1 / MAX_AREA_RATIO)
        found = np.nonzero(is_near & is_similar)[0]
        order = np.argsort(square[found], kind="mergesort")[:NEIGHBORS]
        near[patch, : len(order)] = found[order]
    return near


@kernel
def find_lattice(patches: Float64s, near: Int64s, seed: int, lattice: Int64s) -> int:
    """Find the lattice around a seed; return its number of patches, or 0.

    Parameters
    ----------
    near
        See `find_neighbors`.
    lattice
        Output, int64 of shape (`SPAN`, `SPAN`): patches by row and column, -1 for none.
    """
    tried, steps = 0, np.zeros((2, 2))
    # The two shortest pairs of steps along rows and columns.
    for second in range(1, 6):
        for first in range(second):
            if near[seed, second] < 0 or tried == 2:
                continue
            steps[0] = patches[near[seed, first], :2] - patches[seed, :2]
            steps[1] = patches[near[seed, second], :2] - patches[seed, :2]
            along, down = length(steps[0, 0], steps[0, 1]), length(steps[1, 0], steps[1, 1])
            cross = steps[0, 0] * steps[1, 1] - steps[0, 1] * steps[1, 0]
            if down > 1.7 * along or abs(cross) < 0.75 * along * down:
                continue
            tried += 1
            if cross < 0:
                steps[1] = -steps[1]
            count = _grow(patches, near, seed, steps, lattice)
            if count >= MIN_PATCHES:
                return count
    return 0


@kernel
def _grow(
    patches: Float64s, near: Int64s, seed: int, first_steps: Float64s, lattice: Int64s
) -> int:
    """Fill a lattice breadth first by steps that adapt to perspective; return its patches."""
    steps = np.zeros((SPAN * SPAN, 2, 2))
    queue = np.zeros((SPAN * SPAN, 2), np.int64)
    lattice[:] = -1
    lattice[MIDDLE, MIDDLE] = seed
    queue[0], count, head = MIDDLE, 1, 0
    for axis in range(2):
        steps[0, axis] = first_steps[axis]
    while head < count:
        row, column = queue[head]
        here = lattice[row, column]
        for axis in range(2):
            for sign in (-1, 1):
                to_row, to_column = row + sign * axis, column + sign * (1 - axis)
                is_inside = 0 <= to_row < SPAN and 0 <= to_column < SPAN
                if not is_inside or lattice[to_row, to_column] >= 0:
                    continue
                dx, dy = sign * steps[head, axis]
                found, least = -1, MAX_OFFSET * length(dx, dy)
                for patch in near[here]:
                    if patch >= 0:
                        x = patches[patch, 0] - patches[here, 0]
                        y = patches[patch, 1] - patches[here, 1]
                        if length(x - dx, y - dy) < least:
                            found, least = int(patch), length(x - dx, y - dy)
                if found < 0 or np.any(lattice == found):
                    continue
                lattice[to_row, to_column] = found
                queue[count, 0], queue[count, 1] = to_row, to_column
                own = sign * (patches[found, :2] - patches[here, :2])
                steps[count, 0], steps[count, 1] = steps[head, 0], steps[head, 1]
                steps[count, axis] += CORRECTION * (own - steps[head, axis])
                count += 1
        head += 1
    return count
