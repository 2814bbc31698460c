"""Lattices of spots, extended from a seed patch by patch."""

from math import sqrt

import numpy as np

from chatuchak_solver.kernels.arrays import Bools, Float64s, Int64s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.photo.kernels.elementary import length, median
from chatuchak_solver.photo.kernels.fit import solve_linear
from chatuchak_solver.photo.kernels.sampling import project

MIDDLE = 9
"""Maximum steps from the seed in each direction."""
SPAN = 2 * MIDDLE + 1
"""Side of a lattice, seed in the middle."""
MIN_PATCHES = 10
LARGE = 20
"""Number of patches from which a lattice's patches are not reused."""
NEIGHBORS = 8
MAX_NEIGHBOR_DISTANCE, MAX_LATTICE_DISTANCE = 4.0, 24.0
"""Maximum distances of neighbors, and of a lattice from its seed, in patch sides."""
MIN_OPPOSITE_PAIRS, MAX_OPPOSITE_PAIRS = 2, 28
"""Range of opposite pairs of neighbors of a seed: four inside a grid, by chance on cloth."""
MAX_OPPOSITE_OFFSET, MAX_OFFSET = 0.27, 0.2
"""Maximum distance of a patch from its expected position, in steps."""
MAX_AREA_RATIO = 2.2
FEW, AFFINE, PERSPECTIVE = 12, 1.0, 1e-3
"""Number of patches below which perspective is damped, and the damping below and above."""
FAR = 1e18


@kernel
def fill_neighbors(patches: Float64s, count: int, near: Int64s, pairs: Int64s) -> None:
    """Write the nearest patches of similar area, and the number of opposite pairs.

    Parameters
    ----------
    patches
        float64 of shape (n, 3): center and area; the first ``count`` are used.
    near
        Output, int64 of shape (n, `NEIGHBORS`): by distance, padded with -1.
    pairs
        Output, int64 of shape (n,).
    """
    distance = np.zeros(NEIGHBORS)
    for patch in range(count):
        x, y, area = patches[patch, 0], patches[patch, 1], patches[patch, 2]
        low = 0.9 * 0.9 * area
        high = MAX_NEIGHBOR_DISTANCE * MAX_NEIGHBOR_DISTANCE * area
        distance[:] = FAR
        near[patch] = -1
        for other in range(count):
            dx, dy = patches[other, 0] - x, patches[other, 1] - y
            square = dx * dx + dy * dy
            if not low < square < high or square >= distance[NEIGHBORS - 1]:
                continue
            if not 1 / MAX_AREA_RATIO < area / patches[other, 2] < MAX_AREA_RATIO:
                continue
            place = NEIGHBORS - 1
            while place > 0 and distance[place - 1] > square:
                distance[place], near[patch, place] = distance[place - 1], near[patch, place - 1]
                place -= 1
            distance[place], near[patch, place] = square, other
        pairs[patch] = 0
        for a in range(NEIGHBORS):
            for b in range(a + 1, NEIGHBORS):
                if near[patch, b] < 0:
                    break
                u, v = near[patch, a], near[patch, b]
                dx = patches[u, 0] + patches[v, 0] - 2 * x
                dy = patches[u, 1] + patches[v, 1] - 2 * y
                if dx * dx + dy * dy < MAX_OPPOSITE_OFFSET * MAX_OPPOSITE_OFFSET * distance[a]:
                    pairs[patch] += 1


@kernel
def fit_homography(
    places: Float64s, points: Float64s, count: int, damping: float, by: Float64s
) -> None:
    """Fit the homography from places to points by least squares; see `map_of_corners`.

    Parameters
    ----------
    places, points
        float64 of shape (n, 2); the first ``count`` are used.
    damping
        Regularization of the perspective toward zero.
    """
    middle = np.zeros(2)
    for place in range(count):
        for axis in range(2):
            middle[axis] += points[place, axis] / count
    scale = 1e-9
    for place in range(count):
        scale += length(points[place, 0] - middle[0], points[place, 1] - middle[1]) / count
    matrix, right, row = np.zeros((8, 8)), np.zeros((8, 1)), np.zeros(8)
    for place in range(count):
        for axis in range(2):
            value = (points[place, axis] - middle[axis]) / scale
            row[:] = 0.0
            for part in range(2):
                row[3 * axis + part], row[6 + part] = (
                    places[place, part],
                    -value * places[place, part],
                )
            row[3 * axis + 2] = 1.0
            for a in range(8):
                right[a, 0] += row[a] * value
                for b in range(8):
                    matrix[a, b] += row[a] * row[b]
    for a in range(8):
        matrix[a, a] += 1e-9 if a < 6 else damping + 1e-9
    solve_linear(matrix, right)
    by[6], by[7] = right[6, 0], right[7, 0]
    for axis in range(2):
        for part in range(3):
            last = right[6 + part, 0] if part < 2 else 1.0
            by[3 * axis + part] = scale * right[3 * axis + part, 0] + middle[axis] * last


@kernel
def _patch_at(
    patches: Float64s, subset: Int64s, by: Float64s, column: int, row: int, typical: float,
    points: Float64s,
) -> int:  # fmt: skip
    """Return the patch of typical area at a place of the lattice, or -1.

    ``points`` is a workspace of shape (3, 2).
    """
    here, right, down = points
    project(by, column, row, here)
    project(by, column + 1, row, right)
    project(by, column, row + 1, down)
    cross = (right[0] - here[0]) * (down[1] - here[1]) - (right[1] - here[1]) * (down[0] - here[0])
    found, least = -1, MAX_OFFSET * MAX_OFFSET * abs(cross)
    for patch in subset:
        dx, dy = patches[patch, 0] - here[0], patches[patch, 1] - here[1]
        square = dx * dx + dy * dy
        if square < least and 0.35 * typical < patches[patch, 2] < 2.8 * typical:
            found, least = int(patch), square
    return found


@kernel
def _extend(
    patches: Float64s, subset: Int64s, typical: float, lattice: Int64s, by: Float64s, work: Float64s
) -> int:
    """Add the patches around the lattice and fit it again until it stops growing.

    Return the number of patches. ``by`` maps the first places.
    """
    places, points, nearby, areas = work[0], work[1], work[2, :3], np.zeros(SPAN * SPAN)
    count, top, bottom, left, right = 0, -1, 1, -1, 1
    for _ in range(MIDDLE):
        before, count = count, 0
        lattice[:] = -1
        rows = range(max(top, -MIDDLE), min(bottom, MIDDLE) + 1)
        columns = range(max(left, -MIDDLE), min(right, MIDDLE) + 1)
        for row in rows:
            for column in columns:
                patch = _patch_at(patches, subset, by, column, row, typical, nearby)
                if patch < 0:
                    continue
                lattice[row + MIDDLE, column + MIDDLE] = patch
                places[count, 0], places[count, 1] = column, row
                points[count], areas[count] = patches[patch, :2], patches[patch, 2]
                top, bottom = min(top, row - 1), max(bottom, row + 1)
                left, right = min(left, column - 1), max(right, column + 1)
                count += 1
        if count < 4:
            break
        typical = median(areas, count)
        fit_homography(places, points, count, AFFINE if count < FEW else PERSPECTIVE, by)
        if count <= before:
            break
    return count


@kernel
def find_lattice(
    patches: Float64s, count: int, seed: int, near: Int64s, left: Bools, untried: Bools,
    lattice: Int64s, by: Float64s, work: Float64s,
) -> int:  # fmt: skip
    """Find the lattice around a seed; return its number of patches, or 0.

    Parameters
    ----------
    near
        See `fill_neighbors`.
    left, untried
        bool of shape (n,): patches available to lattices, and to seeds; updated.
    lattice
        Output, int64 of shape (`SPAN`, `SPAN`): patches by row and column, -1 for none.
    by
        Output, float64 of shape (8,): homography from columns and rows, 0 for the seed.
    work
        Workspace, float64 of shape (3, `SPAN` * `SPAN`, 2).
    """
    subset, size, tried = np.zeros(count, np.int64), 0, 0
    x, y, area = patches[seed, 0], patches[seed, 1], patches[seed, 2]
    reach = MAX_LATTICE_DISTANCE * sqrt(area)
    for patch in range(count):
        if left[patch] and max(abs(patches[patch, 0] - x), abs(patches[patch, 1] - y)) < reach:
            subset[size] = patch
            size += 1
    # The two shortest pairs of steps along rows and columns.
    for second in range(1, 6):
        for first in range(second):
            u, v = near[seed, first], near[seed, second]
            if v < 0 or not left[u] or not left[v] or tried == 2:
                continue
            dx, dy = patches[u, 0] - x, patches[u, 1] - y
            other_dx, other_dy = patches[v, 0] - x, patches[v, 1] - y
            along, down = length(dx, dy), length(other_dx, other_dy)
            cross = dx * other_dy - dy * other_dx
            if down > 1.7 * along or abs(cross) < 0.75 * along * down:
                continue
            tried += 1
            sign = 1.0 if cross > 0 else -1.0
            by[:] = 0.0
            by[0], by[1], by[2] = dx, sign * other_dx, x
            by[3], by[4], by[5] = dy, sign * other_dy, y
            number = _extend(patches, subset[:size], area, lattice, by, work)
            if number < MIN_PATCHES:
                continue
            for row in lattice:
                for patch in row:
                    if patch >= 0:
                        untried[patch] = False
                        left[patch] = left[patch] and number < LARGE
            return number
    return 0
