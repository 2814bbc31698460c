"""References of the photo reader's kernels, in numpy."""

import itertools
import math

import numpy as np
from numpy.typing import NDArray

from chatuchak_solver.photo.kernels.grouping import CENTRAL, COLORFUL, COLORLESS, EVEN
from chatuchak_solver.photo.kernels.sampling import LIGHTNESS, OFFSET, SIDE, UNIT

Floats = NDArray[np.float64]

CORNER_SPOTS = np.array([[0.0, 0], [5, 0], [5, 4], [0, 4]])

WEIGHTS = np.array([LIGHTNESS, 1, 1])
NAMES = np.array([(210, 45, 45), (245, 205, 50), (60, 150, 75), (45, 100, 185), (235, 115, 165)])


def project(homography: Floats, points: Floats) -> Floats:
    """Apply a homography of shape (3, 3) to points of shape (..., 2)."""
    moved = points @ homography[:, :2].T + homography[:, 2]
    return np.asarray(moved[..., :2] / moved[..., 2:])


def fit_homography(source: Floats, target: Floats) -> Floats:
    """Return the homography between four points and their images, of shape (4, 2)."""
    flat, zeros = np.column_stack((source, np.ones(4))), np.zeros((4, 3))
    upper = np.hstack((flat, zeros, -target[:, :1] * source))
    lower = np.hstack((zeros, flat, -target[:, 1:] * source))
    solution = np.linalg.solve(np.vstack((upper, lower)), target.T.ravel())
    return np.append(solution, 1).reshape(3, 3)


def linear(srgb: NDArray[np.integer]) -> Floats:
    tone = srgb.astype(float) / 255
    return np.asarray(np.where(tone <= 0.04045, tone / 12.92, ((tone + 0.055) / 1.055) ** 2.4))


def lab_of(light: Floats) -> Floats:
    """Return OKLab of linear light (B. Ottosson, 2020)."""
    to_cones = np.array(
        [
            [0.4122214708, 0.5363325363, 0.0514459929],
            [0.2119034982, 0.6806995451, 0.1073969566],
            [0.0883024619, 0.2817188376, 0.6299787005],
        ]
    )
    to_oklab = np.array(
        [
            [0.2104542553, 0.7936177850, -0.0040720468],
            [1.9779984951, -2.4285922050, 0.4505937099],
            [0.0259040371, 0.7827717662, -0.8086757660],
        ]
    )
    return np.asarray(np.cbrt(np.maximum(light, 0) @ to_cones.T) @ to_oklab.T)


def places() -> Floats:
    """Return the samples of a spot, in cells from its center."""
    steps = (np.arange(SIDE) - (SIDE - 1) / 2) * UNIT
    return np.array([(x, y) for y in steps for x in steps])


def votes(lab: Floats) -> Floats:
    tint = np.median(lab.mean(1), axis=0)[1:] / 2
    colorful = np.minimum(np.linalg.norm(lab[..., 1:] - tint, axis=-1), COLORFUL) + COLORLESS
    differing = lab[..., 1:].var(0).sum(-1) + EVEN
    vote = np.exp(-(places() ** 2).sum(1) / (2 * CENTRAL**2)) * colorful * differing
    return np.asarray(vote / vote.sum(1, keepdims=True))


def spot_terms() -> Floats:
    """Return the terms of the field of light at each spot, (spots, 5)."""
    at = [((spot % 6) / 2.5 - 1, (spot // 6 - 2) / 2.5) for spot in range(30)]
    return np.array([(x, y, x * x - 0.5, x * y, y * y - 0.3) for x, y in at])


def name_price(centers: Floats, usual: Floats) -> tuple[float, Floats]:
    """Return the price of an assignment of names to colors, and the cast."""
    cast = (centers - usual).mean(0) * 0.95
    rest = centers - usual - cast
    mean = rest.mean(1)
    return float(0.35 * (mean**2).sum() + ((rest - mean[:, None]) ** 2).sum()), cast


def names(centers: Floats, usual: Floats) -> tuple[tuple[int, ...], float, Floats]:
    """Return the best names of five centers, their lead and the cast."""
    orders = list(itertools.permutations(range(5)))
    prices = [name_price(centers, usual[list(order)]) for order in orders]
    best, second = np.argsort([price for price, _ in prices])[:2]
    return orders[best], prices[second][0] - prices[best][0], prices[best][1]


def best_assignment(cost: Floats, low: list[int], high: list[int]) -> tuple[float, Floats]:
    """Return the minimum cost of an assignment, overall and with each item fixed to each group."""
    things, groups = cost.shape
    least = np.full((things, groups), math.inf)
    for labels in itertools.product(range(groups), repeat=things):
        sizes = np.bincount(labels, minlength=groups)
        if (sizes >= low).all() and (sizes <= high).all():
            total = cost[np.arange(things), labels].sum()
            for thing, group in enumerate(labels):
                least[thing, group] = min(least[thing, group], total)
    return float(least.min()), least


def merged_views(reference: Floats, view: Floats) -> Floats:
    """Return the minimum of two views, as `merge_view` does."""
    ratio = np.median((reference + OFFSET).sum(1) / (view + OFFSET).sum(1), axis=0)
    return np.asarray(np.clip(np.minimum(reference, (view + OFFSET) * ratio - OFFSET), 0, None))
