"""References of the photo reader's kernels, in numpy."""

import itertools
import math

import numpy as np
from numpy.typing import NDArray

from chatuchak_solver.photo.kernels import colors

Floats = NDArray[np.float64]

WEIGHTS = np.array([colors.LIGHTNESS, 1, 1])
NAMES = np.array([(210, 45, 45), (245, 205, 50), (60, 150, 75), (45, 100, 185), (235, 115, 165)])
TO_OPPONENT = np.array([[1 / 3, 1 / 3, 1 / 3], [0.3, -0.3, 0], [0.125, 0.125, -0.25]])
SPOTS = np.array([(spot % 6, spot // 6) for spot in range(30)], float)


def opponent(tones: Floats) -> Floats:
    return np.asarray(tones @ TO_OPPONENT.T)


def light_of(opponents: Floats) -> Floats:
    return np.asarray(np.maximum(opponents @ np.linalg.inv(TO_OPPONENT).T, 0) ** 2)


def places(side: int, reach: float) -> Floats:
    """Return the samples of a spot, in spots from its center."""
    steps = np.linspace(-reach, reach, side)
    return np.array([(x, y) for y in steps for x in steps])


def field_terms() -> Floats:
    """Return the terms of the light field at each spot, of shape (30, 5)."""
    x, y = SPOTS[:, 0] / 2.5 - 1, (SPOTS[:, 1] - 2) / 2.5
    return np.stack((x, y, x * x - 0.5, x * y, y * y - 0.3), 1)


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


def best_assignment(
    cost: Floats, low: list[int], high: list[int], usual: list[int], price: float
) -> tuple[float, Floats]:
    """Return the minimum cost of an assignment, overall and with each item fixed to each group."""
    things, groups = cost.shape
    least = np.full((things, groups), math.inf)
    for labels in itertools.product(range(groups), repeat=things):
        sizes = np.bincount(labels, minlength=groups)
        if (sizes >= low).all() and (sizes <= high).all():
            total = cost[np.arange(things), labels].sum() + price * np.abs(sizes - usual).sum()
            for thing, group in enumerate(labels):
                least[thing, group] = min(least[thing, group], total)
    return float(least.min()), least
