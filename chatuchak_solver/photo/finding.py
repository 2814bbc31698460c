"""Finding a grid of spots on a photo: from patch to patch, until they make a lattice."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from chatuchak_solver.photo.geometry import Floats, fit_map, mapped
from chatuchak_solver.photo.patches import Patches, oklab, patches_of
from chatuchak_solver.puzzle import STANDARD_BOARD

if TYPE_CHECKING:
    from PIL import Image


ROWS, COLUMNS = STANDARD_BOARD.rows, STANDARD_BOARD.columns
SPOTS: Final = ROWS * COLUMNS

Place = tuple[int, int]
Net = dict[Place, int]
"""Which patch is at which place of a lattice."""

SEEDS, NETS_OF_A_CUT, PAIRS = 14, 4, 2
LEAST_NET: Final = 10
MOST_NET: Final = 90
REACH: Final = 6
"""Places from a seed in each direction that a lattice is followed."""
OFF: Final = 0.27
"""How far a patch may be from where it is expected, in steps, while growing."""
ALIKE: Final = 2.2
"""By how much the areas of neighbors may differ."""
MANY_HUES: Final = 0.03
"""Spread of hues along its lesser axis that five colors have; a checked cloth has one axis."""
HUES_WORTH: Final = 12.0
GOOD_RANK: Final = 40.0
"""A rank at which no further cut is looked at."""


class FoundGrid(NamedTuple):
    """A place where the grid may be.

    Attributes
    ----------
    corners
        The middles of its corner spots, float64 of shape (4, 2), pixels of the photo; from the one
        that is upper left, as far as that can be told, clockwise.
    patches
        On how many of its spots a patch was found.
    rank
        The higher the likelier.
    """

    corners: Floats
    patches: int
    rank: float


def find_grids(image: Image.Image, most: int = 8) -> list[FoundGrid]:
    """Return places where a grid of 5 x 6 spots may be, the likeliest first.

    Parameters
    ----------
    most
        Most of them.
    """
    found: list[FoundGrid] = []
    small = image.resize((max(2, image.width // 4), max(2, image.height // 4)))
    lab = oklab(np.asarray(small))
    for patches in patches_of(image):
        for by, net in _nets(patches):
            found.extend(_windows(by, net, lab, image.size))
        if found and max(grid.rank for grid in found) >= GOOD_RANK:
            break
    found.sort(key=lambda grid: -grid.rank)
    kept: list[FoundGrid] = []
    for grid in found:
        pitch = np.linalg.norm(grid.corners[2] - grid.corners[0]) / 6.4
        leeway = 4 if found[0].patches >= SPOTS - 2 else 8
        if len(kept) == most or grid.rank < found[0].rank - leeway:
            break
        apart = (np.linalg.norm(grid.corners - one.corners, axis=1).max() for one in kept)
        if all(distance > 0.35 * pitch for distance in apart):
            kept.append(grid)
    return kept


def _nets(patches: Patches) -> Iterator[tuple[Floats, Net]]:
    """Yield lattices of patches, each with its projective map from places to pixels."""
    middle, area = patches
    distance = np.linalg.norm(middle[:, None] - middle[None], axis=-1)
    ratio = area[:, None] / area[None]
    alike = (ratio > 0.5) & (ratio < 2)
    neighbors = ((distance < 4.5 * np.sqrt(area)[:, None]) & alike).sum(1)
    taken: set[int] = set()
    made = tried = 0
    for seed in np.argsort(-neighbors, kind="stable").tolist():
        if seed in taken:
            continue
        tried += 1
        if tried > SEEDS or made == NETS_OF_A_CUT:
            return
        for one, other in pairs(patches, seed, distance[seed], alike[seed]):
            net = grown(patches, seed, one, other)
            fitted = settled(patches, net) if len(net) >= LEAST_NET else None
            if fitted is not None:
                taken.update(fitted[1].values())
                made += 1
                yield fitted
                break


def pairs(
    patches: Patches, seed: int, distance: Floats, alike: Floats
) -> list[tuple[Floats, Floats]]:
    """Return likely steps along a row and down a column from a patch, the shortest first."""
    side = np.sqrt(patches.area[seed])
    near = [
        one
        for one in np.argsort(distance, kind="stable")[1:13].tolist()
        if alike[one] and 0.9 * side < distance[one] < 2.6 * side
    ][:6]
    both: list[tuple[float, int, Floats, Floats]] = []
    for one, other in itertools.permutations(near, 2):
        right, down = patches.middle[[one, other]] - patches.middle[seed]
        lengths = distance[one], distance[other]
        square = right[0] * down[1] - right[1] * down[0]
        if square > 0.75 * lengths[0] * lengths[1] and max(lengths) < 1.7 * min(lengths):
            both.append((float(sum(lengths)), len(both), right, down))
    return [(right, down) for _, _, right, down in sorted(both, key=lambda pair: pair[:2])[:PAIRS]]


def grown(patches: Patches, seed: int, right: Floats, down: Floats) -> Net:
    """Follow a lattice from a patch, its steps turning with the perspective."""
    middle, area = patches
    net: Net = {(0, 0): seed}
    used = {seed}
    ahead = deque([((0, 0), right, down)])
    while ahead and len(net) < MOST_NET:
        place, right, down = ahead.popleft()
        here = net[place]
        for column, row in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            at = (place[0] + column, place[1] + row)
            if at in net or max(map(abs, at)) > REACH:
                continue
            step = column * right + row * down
            apart = np.linalg.norm(middle - (middle[here] + step), axis=1)
            there = int(apart.argmin())
            if (
                there in used
                or apart[there] > OFF * np.linalg.norm(step)
                or not 1 / ALIKE < area[there] / area[here] < ALIKE
            ):
                continue
            net[at] = there
            used.add(there)
            turned = 0.6 * (middle[there] - middle[here]) * (column + row)
            if column:
                ahead.append((at, turned + 0.4 * right, down))
            else:
                ahead.append((at, right, turned + 0.4 * down))
    return net


def settled(patches: Patches, net: Net) -> tuple[Floats, Net] | None:
    """Fit a map to a lattice, drop what is off it and pick up what was missed, three times."""
    middle, area = patches
    for _ in range(3):
        places = np.array(list(net), float)
        points = middle[list(net.values())]
        by = fit_map(places, points)
        off = np.linalg.norm(mapped(by, places) - points, axis=1)
        good = off < 0.22 * _pitch(by, places)
        if good.sum() < 8:
            return None
        by = fit_map(places[good], points[good])
        low, high = places[good].min(0).astype(int) - 1, places[good].max(0).astype(int) + 1
        wanted = np.array(
            list(itertools.product(range(low[0], high[0] + 1), range(low[1], high[1] + 1)))
        )
        expected = mapped(by, wanted.astype(float))
        distance = np.linalg.norm(expected[:, None] - middle[None], axis=-1)
        nearest = distance.argmin(1)
        usual = np.median(area[list(net.values())][good])
        fits = distance.min(1) < 0.2 * _pitch(by, wanted.astype(float))
        fits &= (area[nearest] > usual * 0.35) & (area[nearest] < usual * 2.8)
        net = {
            (int(column), int(row)): int(one)
            for (column, row), one in zip(wanted[fits], nearest[fits], strict=True)
        }
        if len(net) < 8:
            return None
    return fit_map(np.array(list(net), float), middle[list(net.values())]), net


def _pitch(by: Floats, places: Floats) -> Floats:
    """Return the length of a step at each place, in pixels."""
    here = mapped(by, places)
    right = mapped(by, places + np.array([1.0, 0.0])) - here
    down = mapped(by, places + np.array([0.0, 1.0])) - here
    result: Floats = np.sqrt(np.abs(right[..., 0] * down[..., 1] - right[..., 1] * down[..., 0]))
    return result


def _windows(by: Floats, net: Net, lab: Floats, size: tuple[int, int]) -> Iterator[FoundGrid]:
    """Yield each 6 x 5 part of a lattice, lying or standing, that most of its patches are in."""
    places = np.array(list(net))
    low, high = places.min(0) - 1, places.max(0) + 1
    for width, height in ((COLUMNS, ROWS), (ROWS, COLUMNS)):
        for left, top in itertools.product(
            range(low[0], high[0] - width + 2), range(low[1], high[1] - height + 2)
        ):
            inside = (places >= (left, top)) & (places < (left + width, top + height))
            number = int(inside.all(1).sum())
            if number < 12:
                continue
            right, bottom = left + width - 1, top + height - 1
            ring = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], float)
            corners = mapped(by, ring)
            if width == ROWS:
                corners = np.roll(corners, 1, 0)  # the long side first
            along = corners[1] - corners[0]
            if along[0] + 0.3 * along[1] < 0:
                corners = np.roll(corners, 2, 0)
            if (corners < -20).any() or (corners > np.array(size) + 20).any():
                continue
            outside = min(len(net) - number, 10)
            hues = min(spread_of_hues(lab, corners, size) / MANY_HUES, 1)
            yield FoundGrid(corners, number, number - 0.5 * outside + HUES_WORTH * hues)


def spread_of_hues(lab: Floats, corners: Floats, size: tuple[int, int]) -> float:
    """Return how far the spots' hues are spread along the lesser of their two axes."""
    ring = np.array([[0, 0], [COLUMNS - 1, 0], [COLUMNS - 1, ROWS - 1], [0, ROWS - 1]], float)
    spots = np.array([[spot % COLUMNS, spot // COLUMNS] for spot in range(SPOTS)], float)
    at = mapped(fit_map(ring, corners), spots) * (lab.shape[1] / size[0], lab.shape[0] / size[1])
    column = np.clip(at[:, 0].astype(int), 0, lab.shape[1] - 1)
    row = np.clip(at[:, 1].astype(int), 0, lab.shape[0] - 1)
    axes = np.linalg.eigvalsh(np.cov(lab[row, column, 1:].T))
    return float(np.sqrt(max(axes[0], 0)))
