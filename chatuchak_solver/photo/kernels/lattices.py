"""Lattices of spots, grown from patch to patch."""

import numpy as np

from chatuchak_solver.kernels.arrays import Bools, Float64s, Int64s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.photo.kernels.elementary import length, median, square_root
from chatuchak_solver.photo.kernels.fit import solve_linear
from chatuchak_solver.photo.kernels.sampling import project

MAX_STEPS = 6
"""Maximum steps from the seed in each direction."""
MIDDLE = MAX_STEPS + 3
SPAN = 2 * MIDDLE + 1
"""Side of a lattice, seed in the middle; each of three refinements can add a border."""
MIN_PATCHES = 10
LARGE = 20
"""Number of patches from which a lattice's patches are not reused."""
MAX_LATTICE = 90
NEIGHBORS = 8
MAX_NEIGHBOR_DISTANCE, MAX_LATTICE_DISTANCE = 4.0, 24.0
"""Maximum distances of neighbors, and of a lattice from its seed, in patch sides."""
MIN_OPPOSITE_PAIRS, MAX_OPPOSITE_PAIRS = 2, 28
"""Range of opposite pairs of neighbors of a seed: four inside a grid, by chance on cloth."""
MAX_OFFSET = 0.27
"""Maximum distance of a patch from its expected position, in steps."""
MAX_AREA_RATIO = 2.2
FAR = 1e18


@kernel
def _distance(patches: Float64s, a: int, x: float, y: float) -> float:
    return length(patches[a, 0] - x, patches[a, 1] - y)


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
            if not 0.45 < area / patches[other, 2] < MAX_AREA_RATIO:
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
                if dx * dx + dy * dy < MAX_OFFSET * MAX_OFFSET * distance[a]:
                    pairs[patch] += 1


@kernel
def fit_homography(places: Float64s, points: Float64s, count: int, by: Float64s) -> None:
    """Fit the homography from places to points by least squares; see `map_of_corners`.

    Parameters
    ----------
    places, points
        float64 of shape (n, 2); the first ``count`` are used.
    """
    middle = np.zeros(2)
    for place in range(count):
        for axis in range(2):
            middle[axis] += points[place, axis] / count
    scale = 1e-9
    for place in range(count):
        scale += _distance(points, place, middle[0], middle[1]) / count
    matrix, right, row = np.zeros((8, 8)), np.zeros((8, 1)), np.zeros(8)
    for place in range(count):
        for axis in range(2):
            value = (points[place, axis] - middle[axis]) / scale
            row[:] = 0.0
            row[3 * axis], row[3 * axis + 1], row[3 * axis + 2] = (
                places[place, 0], places[place, 1], 1.0
            )  # fmt: skip
            row[6], row[7] = -places[place, 0] * value, -places[place, 1] * value
            for a in range(8):
                right[a, 0] += row[a] * value
                for b in range(8):
                    matrix[a, b] += row[a] * row[b]
    for a in range(8):
        matrix[a, a] += 1e-9
    solve_linear(matrix, right)
    by[6], by[7] = right[6, 0], right[7, 0]
    for axis in range(2):
        for part in range(3):
            last = right[6 + part, 0] if part < 2 else 1.0
            by[3 * axis + part] = scale * right[3 * axis + part, 0] + middle[axis] * last


@kernel
def _pitch(by: Float64s, column: float, row: float, here: Float64s) -> float:
    """Write a place's position to ``here``; return the local distance of spots."""
    right, down = np.zeros(2), np.zeros(2)
    project(by, column, row, here)
    project(by, column + 1, row, right)
    project(by, column, row + 1, down)
    cross = (right[0] - here[0]) * (down[1] - here[1]) - (right[1] - here[1]) * (down[0] - here[0])
    return square_root(abs(cross))


@kernel
def _nearest(patches: Float64s, subset: Int64s, size: int, x: float, y: float) -> int:
    best, least = int(subset[0]), FAR
    for at in range(size):
        patch = subset[at]
        dx, dy = patches[patch, 0] - x, patches[patch, 1] - y
        square = dx * dx + dy * dy
        if square < least:
            best, least = int(patch), square
    return best


@kernel
def _grow(
    patches: Float64s, subset: Int64s, size: int, seed: int, steps: Float64s, lattice: Int64s,
    used: Bools,
) -> int:  # fmt: skip
    """Grow a lattice from a seed breadth first; return its number of patches.

    Parameters
    ----------
    steps
        float64 of shape (`MAX_LATTICE` + 4, 4): steps along a row and a column, the seed's first.
    lattice
        Output, int64 of shape (`SPAN`, `SPAN`): patches by row and column, -1 for none.
    used
        Workspace, bool of shape (patches,), all False.
    """
    queue = np.zeros((MAX_LATTICE + 4, 2), np.int64)
    queue[0] = MIDDLE
    lattice[:] = -1
    lattice[MIDDLE, MIDDLE] = seed
    used[seed] = True
    count, head = 1, 0
    while head < count and count < MAX_LATTICE:
        row, column = queue[head, 0], queue[head, 1]
        here = lattice[row, column]
        for side in range(4):
            axis, sign = side // 2, 1 - 2 * (side % 2)
            to_row, to_column = row + axis * sign, column + (1 - axis) * sign
            too_far = max(abs(to_row - MIDDLE), abs(to_column - MIDDLE)) > MAX_STEPS
            if too_far or lattice[to_row, to_column] >= 0:
                continue
            dx, dy = sign * steps[head, 2 * axis], sign * steps[head, 2 * axis + 1]
            x, y = patches[here, 0] + dx, patches[here, 1] + dy
            there = _nearest(patches, subset, size, x, y)
            ratio = patches[there, 2] / patches[here, 2]
            reach = MAX_OFFSET * length(dx, dy)
            if used[there] or _distance(patches, there, x, y) > reach:
                continue
            if not 1 / MAX_AREA_RATIO < ratio < MAX_AREA_RATIO:
                continue
            lattice[to_row, to_column] = there
            used[there] = True
            queue[count, 0], queue[count, 1] = to_row, to_column
            steps[count] = steps[head]
            for part in range(2):
                observed = sign * (patches[there, part] - patches[here, part])
                at = 2 * axis + part
                steps[count, at] = 0.6 * observed + 0.4 * steps[head, at]
            count += 1
        head += 1
    for at in range(size):
        used[subset[at]] = False
    return count


@kernel
def _refine(patches: Float64s, subset: Int64s, size: int, lattice: Int64s, by: Float64s) -> int:
    """Fit a homography, drop outliers and add missed patches, up to three times.

    Return the number of patches, or 0 below `MIN_PATCHES`.
    """
    places, points = np.zeros((SPAN * SPAN, 2)), np.zeros((SPAN * SPAN, 2))
    areas, here, count = np.zeros(SPAN * SPAN), np.zeros(2), 0
    for turn in range(4):
        count, top, bottom, left, right = 0, SPAN, 0, SPAN, 0
        for row in range(SPAN):
            for column in range(SPAN):
                patch = lattice[row, column]
                if patch >= 0:
                    places[count, 0], places[count, 1] = column - MIDDLE, row - MIDDLE
                    points[count], areas[count] = patches[patch, :2], patches[patch, 2]
                    top, bottom = min(top, row - 1), max(bottom, row + 1)
                    left, right = min(left, column - 1), max(right, column + 1)
                    count += 1
        if count < MIN_PATCHES:
            return 0
        fit_homography(places, points, count, by)
        if turn == 3:
            break
        typical = median(areas, count)
        lattice[:] = -1
        for row in range(max(top, 0), min(bottom + 1, SPAN)):
            for column in range(max(left, 0), min(right + 1, SPAN)):
                pitch = _pitch(by, column - MIDDLE, row - MIDDLE, here)
                patch = _nearest(patches, subset, size, here[0], here[1])
                fits = _distance(patches, patch, here[0], here[1]) < 0.2 * pitch
                if fits and 0.35 * typical < patches[patch, 2] < 2.8 * typical:
                    lattice[row, column] = patch
    return count


@kernel
def find_lattice(
    patches: Float64s, count: int, seed: int, near: Int64s, left: Bools, untried: Bools,
    lattice: Int64s, by: Float64s,
) -> int:  # fmt: skip
    """Find the lattice around a seed; return its number of patches, or 0.

    Parameters
    ----------
    near
        See `fill_neighbors`.
    left, untried
        bool of shape (n,): patches available to lattices, and to seeds; updated.
    lattice
        Output; see `_grow`.
    by
        Output, float64 of shape (8,): homography from columns and rows, 0 for the seed.
    """
    subset, used = np.zeros(count, np.int64), np.zeros(count, np.bool_)
    steps, size, tried = np.zeros((MAX_LATTICE + 4, 4)), 0, 0
    x, y = patches[seed, 0], patches[seed, 1]
    reach = MAX_LATTICE_DISTANCE * square_root(patches[seed, 2])
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
            steps[0, 0], steps[0, 1] = dx, dy
            steps[0, 2], steps[0, 3] = sign * other_dx, sign * other_dy
            if _grow(patches, subset, size, seed, steps, lattice, used) < MIN_PATCHES:
                continue
            number = _refine(patches, subset, size, lattice, by)
            if number == 0:
                continue
            for row in range(SPAN):
                for column in range(SPAN):
                    if lattice[row, column] >= 0:
                        untried[lattice[row, column]] = False
                        if number >= LARGE:
                            left[lattice[row, column]] = False
            return number
    return 0
