"""Lattices of spots on a photo: followed from patch to patch."""

import itertools
from collections import deque
from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from chatuchak_solver.photo.geometry import Floats, fit_map, mapped
from chatuchak_solver.photo.patches import Patches
from chatuchak_solver.puzzle import STANDARD_BOARD

ROWS, COLUMNS = STANDARD_BOARD.rows, STANDARD_BOARD.columns
SPOTS: Final = ROWS * COLUMNS

Place = tuple[int, int]
Net = dict[Place, int]
"""Which patch is at which place of a lattice."""

PAIRS: Final = 2
WEAK: Final = 10
"""Least patches of a lattice."""
SEEDS, PATCHES = 120, 2500
"""Bounds on the work for each cut: patches grown from, patches of a photo of tiles; more are a
pattern."""
REACHED: Final = 4.0
"""Sides of a patch within which its neighbors are."""
NEARBY: Final = 24.0
"""Sides of a patch that a lattice from it reaches at most."""
OPPOSITE: Final = 2
"""Least pairs of neighbors on opposite sides of a patch that a lattice is grown from."""
MOST_NET: Final = 90
REACH: Final = 6
"""Places from a seed in each direction that a lattice is followed."""
OFF: Final = 0.27
"""How far a patch may be from where it is expected, in steps, while growing."""
ALIKE: Final = 2.2
"""By how much the areas of neighbors may differ."""


def nets(patches: Patches, seeds: Iterator[int]) -> Iterator[tuple[Floats, Net]]:
    """Yield lattices, from the likeliest seed on; patches of large ones are taken away."""
    middle, area = patches
    if not WEAK <= len(area) <= PATCHES:
        return
    apart = _apart(patches)
    opposite = _opposite(middle, apart)
    left, untried = np.ones(len(area), bool), opposite >= OPPOSITE
    tried = 0
    for seed in np.argsort(-opposite, kind="stable").tolist():
        if not untried[seed] or not left[seed]:
            continue
        tried += 1
        if tried > SEEDS or next(seeds, None) is None:
            return
        near = np.abs(middle - middle[seed]).max(1) < NEARBY * np.sqrt(area[seed])
        some = np.flatnonzero(left & near)
        rest = Patches(middle[some], area[some])
        at = int(np.searchsorted(some, seed))
        for one, other in pairs(rest, at, apart[seed, some]):
            net = grown(rest, at, one, other)
            fitted = settled(rest, net) if len(net) >= WEAK else None
            if fitted is not None and len(fitted[1]) >= WEAK:
                taken = some[list(fitted[1].values())]
                untried[taken] = False  # windows that are not believed give their patches back
                if len(taken) >= SPOTS * 2 // 3:
                    left[taken] = False
                yield fitted
                break


def _apart(patches: Patches) -> Floats:
    """Return the distances between patches that may be neighbors, inf between others."""
    x, y = patches.middle.astype(np.float32).T
    area = patches.area.astype(np.float32)
    apart = np.square(x[:, None] - x) + np.square(y[:, None] - y)
    ratio = area[:, None] / area
    near = (apart > 0.9**2 * area[:, None]) & (apart < REACHED**2 * area[:, None])
    near &= (ratio > 0.45) & (ratio < 2.2)
    return np.where(near, np.sqrt(apart), np.inf)


def _opposite(middle: Floats, apart: Floats) -> NDArray[np.int64]:
    """Return how many pairs of its nearest eight neighbors each patch is in the middle of.

    Of a spot among spots it is four; on a cloth it is few, by chance.
    """
    nearest = np.argpartition(apart, 8, axis=1)[:, :8]
    length = np.take_along_axis(apart, nearest, 1)
    length[np.isinf(length)] = 0
    step = middle[nearest] - middle[:, None]
    off = np.linalg.norm(step[:, :, None] + step[:, None], axis=-1)
    found: NDArray[np.int64] = (off < OFF * np.minimum(length[:, :, None], length[:, None])).sum(
        (1, 2)
    )
    return found // 2


def pairs(patches: Patches, seed: int, apart: Floats) -> list[tuple[Floats, Floats]]:
    """Return likely steps along a row and down a column from a patch, the shortest first."""
    near = [one for one in np.argsort(apart, kind="stable")[:6].tolist() if apart[one] < np.inf]
    both: list[tuple[float, int, Floats, Floats]] = []
    for one, other in itertools.permutations(near, 2):
        right, down = patches.middle[[one, other]] - patches.middle[seed]
        lengths = apart[one], apart[other]
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
            apart = np.hypot(*(middle - (middle[here] + step)).T)
            there = int(apart.argmin())
            if (
                there in used
                or apart[there] > OFF * np.hypot(*step)
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
    """Fit a map to a lattice, drop what is off and pick up what was missed, up to three times."""
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
        distance = np.hypot(*(expected.T[:, :, None] - middle.T[:, None]))
        nearest = distance.argmin(1)
        usual = np.median(area[list(net.values())][good])
        fits = distance.min(1) < 0.2 * _pitch(by, wanted.astype(float))
        fits &= (area[nearest] > usual * 0.35) & (area[nearest] < usual * 2.8)
        before, net = (
            net,
            {
                (int(column), int(row)): int(one)
                for (column, row), one in zip(wanted[fits], nearest[fits], strict=True)
            },
        )
        if len(net) < 8:
            return None
        if net == before:
            break
    return fit_map(np.array(list(net), float), middle[list(net.values())]), net


def _pitch(by: Floats, places: Floats) -> Floats:
    """Return the length of a step at each place, in pixels."""
    here = mapped(by, places)
    right = mapped(by, places + np.array([1.0, 0.0])) - here
    down = mapped(by, places + np.array([0.0, 1.0])) - here
    return np.asarray(np.sqrt(np.abs(right[..., 0] * down[..., 1] - right[..., 1] * down[..., 0])))
