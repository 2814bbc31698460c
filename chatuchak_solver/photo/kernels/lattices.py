"""Lattices of patches, extended from a seed."""

from math import sqrt

import numpy as np

from chatuchak_solver.kernels.arrays import Float64s, Int64s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.photo.kernels.elementary import length
from chatuchak_solver.photo.kernels.geometry import fit_homography, project

MIDDLE = 9
"""Maximum steps from the seed in each direction."""
SPAN = 2 * MIDDLE + 1
"""Side of a lattice, seed in the middle."""
MIN_PATCHES = 10
NEIGHBORS = 8
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
def find_neighbors(patches: Float64s) -> Int64s:
    """Return the nearest patches of similar area by distance, padded with -1.

    Parameters
    ----------
    patches
        float64 of shape (n, 3): center and area.
    """
    near, distance = np.full((len(patches), NEIGHBORS), -1), np.zeros(NEIGHBORS)
    for patch in range(len(patches)):
        x, y, area = patches[patch]
        distance[:] = MAX_DISTANCE * MAX_DISTANCE * area
        for other in range(len(patches)):
            dx, dy = patches[other, 0] - x, patches[other, 1] - y
            square, ratio = dx * dx + dy * dy, patches[other, 2] / area
            if not MIN_DISTANCE * MIN_DISTANCE * area < square < distance[NEIGHBORS - 1]:
                continue
            if not 1 / MAX_AREA_RATIO < ratio < MAX_AREA_RATIO:
                continue
            place = NEIGHBORS - 1
            while place > 0 and distance[place - 1] > square:
                distance[place], near[patch, place] = distance[place - 1], near[patch, place - 1]
                place -= 1
            distance[place], near[patch, place] = square, other
    return near


@kernel
def find_lattice(patches: Float64s, near: Int64s, seed: int, lattice: Int64s, by: Float64s) -> int:
    """Find the lattice around a seed; return its number of patches, or 0.

    Parameters
    ----------
    near
        See `find_neighbors`.
    lattice
        Output, int64 of shape (`SPAN`, `SPAN`): patches by row and column, -1 for none.
    by
        Output, float64 of shape (8,): homography from columns and rows to the photo.
    """
    x, y, area = patches[seed]
    far = np.maximum(np.abs(patches[:, 0] - x), np.abs(patches[:, 1] - y))
    ratio = patches[:, 2] / area
    is_similar = (ratio < MAX_AREA_RATIO) & (ratio > 1 / MAX_AREA_RATIO)
    subset = np.nonzero((far < MAX_LATTICE_DISTANCE * sqrt(area)) & is_similar)[0]
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
            by[:] = 0.0
            for axis in range(2):
                by[3 * axis : 3 * axis + 2] = steps[:, axis]
                by[3 * axis + 2] = patches[seed, axis] - MIDDLE * steps[:, axis].sum()
            count = _extend(patches, subset, lattice, by)
            if count >= MIN_PATCHES:
                return count
    return 0


@kernel
def _extend(patches: Float64s, subset: Int64s, lattice: Int64s, by: Float64s) -> int:
    """Add the patches around the lattice and fit it again until it stops growing.

    Return the number of patches. ``by`` maps the first places.
    """
    places, points = np.zeros((SPAN * SPAN, 2)), np.zeros((SPAN * SPAN, 2))
    here, right, down = np.zeros(2), np.zeros(2), np.zeros(2)
    count, top, bottom, first, last = 0, MIDDLE - 1, MIDDLE + 1, MIDDLE - 1, MIDDLE + 1
    for _ in range(MIDDLE):
        before, count = count, 0
        lattice[:] = -1
        for row in range(max(top, 0), min(bottom, SPAN - 1) + 1):
            for column in range(max(first, 0), min(last, SPAN - 1) + 1):
                project(by, column, row, here)
                project(by, column + 1, row, right)
                project(by, column, row + 1, down)
                cross = (right[0] - here[0]) * (down[1] - here[1])
                cross -= (right[1] - here[1]) * (down[0] - here[0])
                least = MAX_OFFSET * MAX_OFFSET * abs(cross)
                for patch in subset:
                    dx, dy = patches[patch, 0] - here[0], patches[patch, 1] - here[1]
                    if dx * dx + dy * dy < least:
                        lattice[row, column], least = patch, dx * dx + dy * dy
                if lattice[row, column] >= 0:
                    places[count, 0], places[count, 1] = column, row
                    points[count] = patches[lattice[row, column], :2]
                    top, bottom = min(top, row - 1), max(bottom, row + 1)
                    first, last = min(first, column - 1), max(last, column + 1)
                    count += 1
        if count < 4:
            break
        damping = AFFINE if count < FEW else PERSPECTIVE
        fit_homography(places[:count], points[:count], damping, by)
        if count <= before:
            break
    return count
