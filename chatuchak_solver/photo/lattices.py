"""Detection of spot lattices by growing from patch to patch."""

import itertools
from collections import deque
from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from chatuchak_solver.photo.geometry import Floats, fit_homography, project
from chatuchak_solver.photo.patches import Patches
from chatuchak_solver.puzzle import STANDARD_BOARD

ROWS, COLUMNS = STANDARD_BOARD.rows, STANDARD_BOARD.columns
SPOTS: Final = ROWS * COLUMNS

Place = tuple[int, int]
Lattice = dict[Place, int]
"""Patch indices by column and row."""

MAX_STEP_PAIRS: Final = 2
MIN_PATCHES: Final = 10
"""Minimum patches of a lattice."""
MAX_SEEDS, MAX_PATCHES = 120, 2500
"""Maximum seeds and patches per segmentation. More patches indicate a pattern."""
MAX_NEIGHBOR_DISTANCE: Final = 4.0
"""Maximum distance of neighbors, in patch sides."""
MAX_LATTICE_DISTANCE: Final = 24.0
"""Maximum extent of a lattice from its seed, in patch sides."""
MIN_OPPOSITE_PAIRS: Final = 2
"""Minimum pairs of neighbors on opposite sides of a seed."""
MAX_LATTICE: Final = 90
MAX_STEPS: Final = 6
"""Maximum steps from the seed in each direction."""
MAX_OFFSET: Final = 0.27
"""Maximum distance of a patch from its expected position, in steps, while growing."""
MAX_AREA_RATIO: Final = 2.2
"""Maximum ratio of the areas of neighbors."""


def find_lattices(patches: Patches, seeds: Iterator[int]) -> Iterator[tuple[Floats, Lattice]]:
    """Yield homographies and lattices, most regular seed first.

    Patches of large lattices are not reused.
    """
    middle, area = patches
    if not MIN_PATCHES <= len(area) <= MAX_PATCHES:
        return
    distances = _neighbor_distances(patches)
    opposite = _opposite_pairs(middle, distances)
    left, untried = np.ones(len(area), bool), opposite >= MIN_OPPOSITE_PAIRS
    tried = 0
    for seed in np.argsort(-opposite, kind="stable").tolist():
        if not untried[seed] or not left[seed]:
            continue
        tried += 1
        if tried > MAX_SEEDS or next(seeds, None) is None:
            return
        reach = MAX_LATTICE_DISTANCE * np.sqrt(area[seed])
        nearby = np.flatnonzero(left & (np.abs(middle - middle[seed]).max(1) < reach))
        subset = Patches(middle[nearby], area[nearby])
        start = int(np.searchsorted(nearby, seed))
        for right, down in _step_pairs(subset, start, distances[seed, nearby]):
            lattice = _grow(subset, start, right, down)
            fitted = _refine(subset, lattice) if len(lattice) >= MIN_PATCHES else None
            if fitted is not None and len(fitted[1]) >= MIN_PATCHES:
                taken = nearby[list(fitted[1].values())]
                untried[taken] = False
                if len(taken) >= SPOTS * 2 // 3:
                    left[taken] = False
                yield fitted
                break


def _neighbor_distances(patches: Patches) -> Floats:
    """Return the distances of possible neighbors, inf for other pairs."""
    x, y = patches.middle.astype(np.float32).T
    area = patches.area.astype(np.float32)
    squares = np.square(x[:, None] - x) + np.square(y[:, None] - y)
    ratio = area[:, None] / area
    near = (squares > 0.9**2 * area[:, None]) & (squares < MAX_NEIGHBOR_DISTANCE**2 * area[:, None])
    near &= (ratio > 0.45) & (ratio < 2.2)
    return np.where(near, np.sqrt(squares), np.inf)


def _opposite_pairs(middle: Floats, distances: Floats) -> NDArray[np.int64]:
    """Return, for each patch, the number of opposite pairs among its eight nearest neighbors.

    An inner spot of a grid has four. On cloth, pairs occur only by chance.
    """
    nearest = np.argpartition(distances, 8, axis=1)[:, :8]
    length = np.take_along_axis(distances, nearest, 1)
    length[np.isinf(length)] = 0
    step = middle[nearest] - middle[:, None]
    offset = np.linalg.norm(step[:, :, None] + step[:, None], axis=-1)
    limit = MAX_OFFSET * np.minimum(length[:, :, None], length[:, None])
    pairs: NDArray[np.int64] = (offset < limit).sum((1, 2))
    return pairs // 2


def _step_pairs(patches: Patches, seed: int, distances: Floats) -> list[tuple[Floats, Floats]]:
    """Return likely steps along a row and a column from the seed, shortest first."""
    order = np.argsort(distances, kind="stable")[:6].tolist()
    near = [patch for patch in order if distances[patch] < np.inf]
    candidates: list[tuple[float, int, Floats, Floats]] = []
    for first, second in itertools.permutations(near, 2):
        right, down = patches.middle[[first, second]] - patches.middle[seed]
        lengths = distances[first], distances[second]
        cross = right[0] * down[1] - right[1] * down[0]
        if cross > 0.75 * lengths[0] * lengths[1] and max(lengths) < 1.7 * min(lengths):
            candidates.append((float(sum(lengths)), len(candidates), right, down))
    candidates.sort(key=lambda pair: pair[:2])
    return [(right, down) for _, _, right, down in candidates[:MAX_STEP_PAIRS]]


def _grow(patches: Patches, seed: int, right: Floats, down: Floats) -> Lattice:
    middle, area = patches
    lattice: Lattice = {(0, 0): seed}
    used = {seed}
    queue = deque([((0, 0), right, down)])
    while queue and len(lattice) < MAX_LATTICE:
        place, right, down = queue.popleft()
        here = lattice[place]
        for column, row in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            at = (place[0] + column, place[1] + row)
            if at in lattice or max(map(abs, at)) > MAX_STEPS:
                continue
            step = column * right + row * down
            distances = np.hypot(*(middle - (middle[here] + step)).T)
            there = int(distances.argmin())
            if (
                there in used
                or distances[there] > MAX_OFFSET * np.hypot(*step)
                or not 1 / MAX_AREA_RATIO < area[there] / area[here] < MAX_AREA_RATIO
            ):
                continue
            lattice[at] = there
            used.add(there)
            observed = 0.6 * (middle[there] - middle[here]) * (column + row)
            if column:
                queue.append((at, observed + 0.4 * right, down))
            else:
                queue.append((at, right, observed + 0.4 * down))
    return lattice


def _refine(patches: Patches, lattice: Lattice) -> tuple[Floats, Lattice] | None:
    """Fit a homography, drop outliers and add missed patches, up to three times."""
    middle, area = patches
    for _ in range(3):
        places = np.array(list(lattice), float)
        points = middle[list(lattice.values())]
        homography = fit_homography(places, points)
        error = np.linalg.norm(project(homography, places) - points, axis=1)
        good = error < 0.22 * _pitch(homography, places)
        if good.sum() < 8:
            return None
        homography = fit_homography(places[good], points[good])
        low, high = places[good].min(0).astype(int) - 1, places[good].max(0).astype(int) + 1
        ranges = range(low[0], high[0] + 1), range(low[1], high[1] + 1)
        grid = np.array(list(itertools.product(*ranges)))
        expected = project(homography, grid.astype(float))
        distance = np.hypot(*(expected.T[:, :, None] - middle.T[:, None]))
        nearest = distance.argmin(1)
        typical = np.median(area[list(lattice.values())][good])
        fits = distance.min(1) < 0.2 * _pitch(homography, grid.astype(float))
        fits &= (area[nearest] > typical * 0.35) & (area[nearest] < typical * 2.8)
        previous = lattice
        lattice = {
            (int(column), int(row)): int(patch)
            for (column, row), patch in zip(grid[fits], nearest[fits], strict=True)
        }
        if len(lattice) < 8:
            return None
        if lattice == previous:
            break
    return fit_homography(np.array(list(lattice), float), middle[list(lattice.values())]), lattice


def _pitch(homography: Floats, places: Floats) -> Floats:
    here = project(homography, places)
    right = project(homography, places + np.array([1.0, 0.0])) - here
    down = project(homography, places + np.array([0.0, 1.0])) - here
    return np.asarray(np.sqrt(np.abs(right[..., 0] * down[..., 1] - right[..., 1] * down[..., 0])))
